"""An answer as Python source that stands by itself, so that it can be run again elsewhere."""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import itertools
import linecache
import sys
import textwrap
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from dpviz.exercises.contain import theirs
from dpviz.exercises.task import Given

LONGEST = 100_000
_number = itertools.count(1)


class Unrecordable(Exception):
    """The answer cannot be written down as source; the message says what to change."""


def _literal(value: Any) -> str:
    """A value as an expression; numpy is `np`, infinity `float('inf')`."""
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in "biufcU":
            raise Unrecordable(f"an array of {value.dtype} cannot be written down; use numbers or text")
        return f"np.array({_literal(value.tolist())}, dtype={value.dtype.str!r})"
    if isinstance(value, np.generic):
        return _literal(value.item())
    if isinstance(value, float):
        return repr(value) if np.isfinite(value) else f"float({str(value)!r})"
    if value is None or value is Ellipsis or isinstance(value, (bool, int, str, bytes)):
        return repr(value) if type(value) in (bool, int, str, bytes) or value is None else "..."
    if type(value) is list:
        return "[" + ", ".join(map(_literal, value)) + "]"
    if type(value) is tuple:
        return "(" + "".join(f"{_literal(item)}, " for item in value) + ")"
    if type(value) in (set, frozenset):
        return f"{type(value).__name__}([{', '.join(map(_literal, value))}])"
    if type(value) is range:
        return repr(value)
    if type(value) is dict:
        return "{" + ", ".join(f"{_literal(key)}: {_literal(item)}" for key, item in value.items()) + "}"
    raise Unrecordable(f"a {type(value).__name__} cannot be written down; use numbers, text, lists or arrays")


def _names(code: CodeType) -> set[str]:
    """Names that code takes from its globals; attributes are none."""
    found = {
        str(step.argval)
        for step in dis.get_instructions(code)
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
    }
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _names(constant)
    return found


def _lambdas(text: str) -> list[ast.Lambda]:
    try:
        return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Lambda)]
    except SyntaxError:  # a line out of the middle of something
        return []


def _shape(code: CodeType) -> tuple[Any, ...]:
    return code.co_code, code.co_names, code.co_varnames, repr(code.co_consts)


def _compiled(node: ast.Lambda) -> tuple[Any, ...]:
    whole = compile(ast.fix_missing_locations(ast.Expression(node)), "<lambda>", "eval")
    return next(_shape(constant) for constant in whole.co_consts if isinstance(constant, CodeType))


def _definition(function: Any, name: str) -> str:
    """The text of a function or class; a lambda becomes an assignment."""
    try:
        text = textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        raise Unrecordable(f"the text of {name} cannot be found; define it in a cell with def") from None
    if getattr(function, "__name__", "") == "<lambda>":
        found = [node for node in _lambdas(text) if _compiled(node) == _shape(function.__code__)]
        if not found:
            raise Unrecordable(f"{name} is a lambda whose text cannot be found; define it with def")
        return f"{name} = {ast.unparse(found[0])}"
    own = getattr(function, "__name__", name)
    return text.rstrip() + ("" if own == name else f"\n{name} = {own}")


def _library(value: Any) -> str:
    """The module of a library from which a function or class can be imported by its own name, or nothing.

    Compiled ones have no text: `math.log`, `itertools.product`, `numpy.exp`.
    """
    own, module = getattr(value, "__name__", None), getattr(value, "__module__", None)
    if isinstance(value, np.ufunc):
        module = "numpy"
    home = sys.modules.get(module) if isinstance(module, str) else None
    if not callable(value) or not isinstance(own, str) or getattr(home, own, None) is not value:
        return ""
    file = getattr(home, "__file__", None)
    ours = not theirs(file) if file else module in sys.builtin_module_names
    return str(module) if ours else ""


class _Writer:
    def __init__(self) -> None:
        self.imports: dict[str, str] = {}
        self.lines: dict[str, str] = {}
        self._begun: set[str] = set()

    def add(self, name: str, value: Any) -> None:
        if name in self._begun:
            return
        self._begun.add(name)
        if isinstance(value, ModuleType):
            whole = value.__name__
            self.imports[name] = f"import {whole} as {name}" if whole != name else f"import {whole}"
        elif isinstance(value, Given):
            lesson, seed, task = value._origin
            self.imports["given"] = "from dpviz.exercises import given as given_"
            self.lines[name] = f"{name} = given_({lesson}, {task!r}, seed={seed!r})"
        elif type(value).__module__.startswith("dpviz.exercises") and hasattr(value, "lesson"):
            self.imports["start"] = "from dpviz.exercises import start as start_"
            self.lines[name] = f"{name} = start_({value.lesson}, seed={value.seed!r})"
        elif home := _library(value):
            self.imports[name] = f"from {home} import {value.__name__} as {name}"
        elif isinstance(value, (FunctionType, type)):
            self._callable(name, value)
        else:
            text = _literal(value)
            if "np.array(" in text:
                self.imports.setdefault("np", "import numpy as np")
            self.lines[name] = f"{name} = {text}"

    def _callable(self, name: str, value: Any) -> None:
        code = getattr(value, "__code__", None)
        written_here = (
            theirs(code.co_filename) if code else theirs(getattr(inspect.getmodule(value), "__file__", "<cell>") or "")
        )
        if not written_here:
            self.imports[name] = f"from {value.__module__} import {value.__qualname__.split('.')[0]} as {name}"
            return
        if code and code.co_freevars and code.co_freevars != ("__class__",):
            raise Unrecordable(f"{name} uses names of the function around it; define it at the top level of a cell")
        text = _definition(value, name)
        methods = vars(value).values() if isinstance(value, type) else [value]
        for method in methods:
            method = getattr(method, "__func__", method)
            if isinstance(method, FunctionType):
                for used in sorted(_names(method.__code__)):
                    if used in method.__globals__ and not hasattr(builtins, used):
                        self.add(used, method.__globals__[used])
                for default in [*(method.__defaults__ or ())]:
                    if isinstance(default, np.ndarray):
                        self.imports.setdefault("np", "import numpy as np")
        if isinstance(value, type) or not getattr(value, "__annotations__", None):
            self.lines[name] = text
        else:
            # Annotations are read when the function is defined; here they need not be.
            self.lines[name] = text
            self.imports[" "] = "from __future__ import annotations"


def source_of(names: tuple[str, ...], answers: tuple[Any, ...]) -> str:
    """Source that, run by itself, defines each part of an answer.

    Parameters
    ----------
    names : tuple of str
        The parts' names.
    answers : tuple
        The parts: functions (with the helpers, imports and constants they use) or values.

    Returns
    -------
    str
        Python source.

    Raises
    ------
    Unrecordable
        If something cannot be written down.
    """
    writer = _Writer()
    aliases = []
    for name, answer in zip(names, answers, strict=True):
        own = getattr(answer, "__name__", name) if isinstance(answer, FunctionType) else name
        if own not in (name, "<lambda>"):
            writer.add(own, answer)
            aliases.append(f"{name} = {own}")
        elif callable(answer) and not isinstance(answer, (FunctionType, type)):
            if not getattr(answer, "__module__", None) or not hasattr(answer, "__name__"):
                raise Unrecordable(f"{name} is a {type(answer).__name__}; define it in a cell with def")
            writer.imports[name] = f"from {answer.__module__} import {answer.__name__} as {name}"
        else:
            writer.add(name, answer)
    text = "\n".join(
        [
            *sorted(writer.imports.values(), key=lambda line: ("__future__" not in line, line)),
            *writer.lines.values(),
            *aliases,
        ]
    )
    if len(text) > LONGEST:
        raise Unrecordable(f"the answer is {len(text):,} characters long; at most {LONGEST:,} can be kept")
    return text + "\n"


def run_source(source: str, names: tuple[str, ...]) -> tuple[Any, ...]:
    """Run recorded source and pick the answer's parts.

    Parameters
    ----------
    source : str
        What `source_of` wrote.
    names : tuple of str
        The parts' names.

    Returns
    -------
    tuple
        The parts; `...` for one that is not defined.
    """
    filename = f"<answer {next(_number)}>"
    # So that errors and `inspect.getsource` find its lines.
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(source, filename, "exec"), namespace)
    return tuple(namespace.get(name, ...) for name in names)
