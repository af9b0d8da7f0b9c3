"""An answer as Python source that stands by itself, so that it can be run again elsewhere.

Functions and classes are kept as their text, with what their text needs; wrappers of functions (`lru_cache`,
`partial`, `np.vectorize`, decorators with `functools.wraps`), objects and values as what makes them again. What cannot
be made again exactly is refused with a reason: an answer that comes back as something else looks like a lie.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import dataclasses
import dis
import functools
import inspect
import itertools
import linecache
import re
import sys
import textwrap
from collections.abc import Iterator
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from dpviz.exercises.contain import theirs
from dpviz.exercises.task import Given

LONGEST = 100_000
_number = itertools.count(1)
_FUTURE = "from __future__ import annotations"


class Unrecordable(Exception):
    """The answer cannot be written down as source; the message says what to change."""


# Texts --------------------------------------------------------------------------------------------------------


def _names(code: CodeType) -> Iterator[str]:
    """Names that code takes from its globals; attributes are none, nor what a class defines for itself."""
    own = {step.argval for step in dis.get_instructions(code) if step.opname == "STORE_NAME"}
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS") and step.argval not in own:
            yield str(step.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _used(text: str) -> list[str]:
    """Names that a definition needs: inside, and in its decorators, defaults and bases; annotations are not read."""
    return sorted(set(_names(compile(f"{_FUTURE}\n{text}", "<answer>", "exec", dont_inherit=True))))


def _annotated(text: str) -> bool:
    return any(
        isinstance(node, ast.AnnAssign) or getattr(node, "annotation", None) or getattr(node, "returns", None)
        for node in ast.walk(_parsed(text))
    )


def _parsed(text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except SyntaxError:  # a line out of the middle of something
        return ast.Module([], [])


def _shape(code: CodeType) -> tuple[Any, ...]:
    constants = [_shape(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, constants


def _lambda(function: FunctionType) -> str:
    """The text of a lambda, found by what it compiles to."""
    lines = inspect.getsource(function), "".join(linecache.getlines(function.__code__.co_filename))
    for node in (node for text in lines for node in ast.walk(_parsed(textwrap.dedent(text)))):
        if isinstance(node, ast.Lambda):
            text = ast.unparse(node)
            whole = compile(text, "<lambda>", "eval", dont_inherit=True)
            if any(
                isinstance(part, CodeType) and _shape(part) == _shape(function.__code__) for part in whole.co_consts
            ):
                return text
    raise OSError


def _codes(value: FunctionType | type) -> list[CodeType]:
    """Code of a function, or of a class's methods."""
    if isinstance(value, FunctionType):
        return [value.__code__]
    parts = [
        part
        for method in vars(value).values()
        for part in (method, *(getattr(method, name, None) for name in ("__func__", "fget", "func")))
    ]
    return [inspect.unwrap(part).__code__ for part in parts if isinstance(part, FunctionType)]


def _made_here(value: Any) -> bool:
    """True of a function or class of the student's own."""
    if isinstance(value, FunctionType):
        return theirs(value.__code__.co_filename)
    file = getattr(sys.modules.get(value.__module__), "__file__", None)
    return value.__module__ == "__main__" or theirs(file or "<frozen")


def _world(value: Any) -> dict[str, Any]:
    """The globals of a function or class."""
    if isinstance(value, FunctionType):
        return value.__globals__
    for method in vars(value).values() if isinstance(value, type) else ():
        if isinstance(method, FunctionType) and theirs(method.__code__.co_filename):
            return method.__globals__
    return vars(sys.modules.get(value.__module__)) if value.__module__ in sys.modules else {}


def _class(value: type) -> str:
    """The text of a class; `inspect` does not find those of a notebook's cells."""
    with contextlib.suppress(OSError, TypeError):
        return textwrap.dedent(inspect.getsource(value))
    written = [code.co_filename for code in _codes(value) if theirs(code.co_filename)]
    for file in written or [name for name in reversed(linecache.cache) if theirs(name)]:
        text = "".join(linecache.getlines(file))
        for node in reversed(_parsed(text).body):
            if isinstance(node, ast.ClassDef) and node.name == value.__name__:
                first = min([node.lineno, *(part.lineno for part in node.decorator_list)])
                return "".join(text.splitlines(keepends=True)[first - 1 : node.end_lineno])
    raise OSError


def _text(value: Any, name: str) -> str:
    """The text that defines a function or class; a lambda's is an expression."""
    try:
        if isinstance(value, type):
            return _class(value).rstrip()
        if value.__name__ == "<lambda>":
            return _lambda(value)
        return textwrap.dedent(inspect.getsource(value)).rstrip()
    except (OSError, TypeError, SyntaxError):
        raise Unrecordable(
            f"the text of {name} cannot be found; define it with def or class in a cell that does not begin with %%"
        ) from None


def _decorators(text: str) -> int:
    return sum(len(getattr(node, "decorator_list", ())) for node in _parsed(text).body[:1])


# Libraries ----------------------------------------------------------------------------------------------------


def _library(value: Any) -> tuple[str, str] | None:
    """Module and name under which a library has exactly this thing: `math.log`, `numpy.exp`, `scipy.stats.norm`."""
    module = getattr(value, "__module__", None) or type(value).__module__
    homes = ["numpy", "scipy.special"] if isinstance(value, np.ufunc) else str(module).split(".")
    if not isinstance(value, np.ufunc):
        # From the module itself up to the package that shows it.
        homes = [".".join(homes[:length]) for length in range(len(homes), 0, -1)]
    own = getattr(value, "__name__", None)
    for name in homes:
        home = sys.modules.get(name)
        file = getattr(home, "__file__", None)
        if home is None or (theirs(file) if file else name not in sys.builtin_module_names):
            continue
        if isinstance(own, str) and getattr(home, own, None) is value:
            return name, own
        for shown, thing in list(vars(home).items()):
            if thing is value:
                return name, shown
    return None


# Answers ------------------------------------------------------------------------------------------------------


_DECORATED = (
    "what a decorator makes of a function can be written down only where it stands with @ above its def, at the top "
    "level of a cell"
)


def _inside(value: Any) -> Any:
    """What a wrapper wraps, of `functools.wraps`, `lru_cache` or `np.vectorize`; None if it is no wrapper."""
    if isinstance(value, (type, MethodType)) or not callable(value):
        return None
    return value.pyfunc if type(value) is np.vectorize else getattr(value, "__wrapped__", None)


def _core(value: Any) -> tuple[Any, int]:
    """What is inside all wrappers, and how many they are."""
    count = 0
    while (inside := _inside(value)) is not None:
        value, count = inside, count + 1
        if count > 50:
            raise Unrecordable("there are wrappers without end in it")
    return value, count


class _Writer:
    """Collects the lines that define a name, behind those of the names that it needs."""

    def __init__(self) -> None:
        self.imports: dict[str, str] = {}
        self.lines: dict[str, str] = {}
        self._begun: dict[str, Any] = {}
        # One object under two names stays one object.
        self._objects: dict[int, str] = {}

    def add(self, name: str, value: Any) -> None:
        """Define a name."""
        if name in self._begun:
            if self._begun[name] is not value:
                raise Unrecordable(f"{name} means two things in it; give one of them another name")
            return
        self._begun[name] = value
        if isinstance(value, ModuleType):
            if theirs(getattr(value, "__file__", None) or "<frozen"):
                raise Unrecordable(f"{name} is a file of your own; put what you use of it into a cell")
            whole = value.__name__
            self.imports[name] = f"import {whole} as {name}" if whole != name else f"import {whole}"
        elif isinstance(value, Given):
            lesson, seed, task = value._origin
            self.imports["given"] = "from dpviz.exercises import given as given_"
            self.lines[name] = f"{name} = given_({lesson}, {task!r}, seed={seed!r})"
        elif type(value).__module__.startswith("dpviz.exercises") and hasattr(value, "lesson"):
            self.imports["start"] = "from dpviz.exercises import start as start_"
            self.lines[name] = f"{name} = start_({value.lesson}, seed={value.seed!r})"
        elif (text := self._plain(name, value)) is not None:
            self.lines[name] = f"{name} = {text}"
        elif home := _library(value):
            self.imports[name] = f"from {home[0]} import {home[1]} as {name}"
        elif isinstance(value, (FunctionType, type)) or _inside(value) is not None:
            self._callable(name, value)
        else:
            self._object(name, value)

    def _expression(self, name: str, value: Any) -> str:
        """A value inside another one's line; what needs lines of its own gets a name made from the given one."""
        text = self._plain(name, value)
        if text is not None:
            return text
        if id(value) in self._objects:
            return self._objects[id(value)]
        core = _core(value)[0]
        own = core.__name__ if isinstance(core, (FunctionType, type)) and _made_here(core) else ""
        if not own or _world(core).get(own) is not value:
            own = next(free for number in itertools.count(1) if (free := f"{name}_{number}") not in self._begun)
        self.add(own, value)
        return own

    def _plain(self, name: str, value: Any) -> str | None:
        """An expression, if the value needs no line of its own."""
        if value is Ellipsis:
            return "..."
        if value is None or type(value) in (bool, int, str, bytes, range):
            return repr(value)
        if type(value) is float:
            return repr(value) if np.isfinite(value) else f"float({str(value)!r})"
        if type(value) is complex:
            return f"complex({self._plain(name, value.real)}, {self._plain(name, value.imag)})"
        if isinstance(value, np.ndarray):
            if value.dtype.kind not in "biufcU":
                raise Unrecordable(f"an array of {value.dtype} cannot be written down; use numbers or text")
            self.imports.setdefault("np", "import numpy as np")
            return f"np.array({self._plain(name, value.tolist())}, dtype={value.dtype.str!r})"
        if isinstance(value, np.generic) and not isinstance(value.item(), np.generic):
            return self._plain(name, value.item())
        if type(value) in (list, tuple, set, frozenset):
            inside = ", ".join(self._expression(name, item) for item in value)
            if type(value) is tuple:
                return f"({inside}{',' * (len(value) == 1)})"
            return f"[{inside}]" if type(value) is list else f"{type(value).__name__}([{inside}])"
        if type(value) is dict:
            pairs = [f"{self._expression(name, key)}: {self._expression(name, item)}" for key, item in value.items()]
            return "{" + ", ".join(pairs) + "}"
        if type(value) is functools.partial:
            self.imports["partial"] = "from functools import partial as partial_"
            words = [self._expression(name, item) for item in (value.func, *value.args)]
            words += [f"{key}={self._expression(name, item)}" for key, item in value.keywords.items()]
            return f"partial_({', '.join(words)})"
        if isinstance(value, MethodType):
            return f"{self._expression(name, value.__self__)}.{value.__name__}"
        return None

    def _object(self, name: str, value: Any) -> None:
        """An object: its class, and its attributes as they are now."""
        kind = type(value)
        if isinstance(value, np.ufunc):
            raise Unrecordable(f"{name} does not show what it is made of; use np.vectorize in place of np.frompyfunc")
        if id(value) in self._objects:
            self.lines[name] = f"{name} = {self._objects[id(value)]}"
            return
        own = _made_here(kind)
        fields = [field.name for field in dataclasses.fields(value)] if dataclasses.is_dataclass(value) else []
        frozen = fields and value.__dataclass_params__.frozen
        if fields and (frozen or not own) and fields == list(inspect.signature(kind).parameters):
            words = [f"{field}={self._expression(f'{name}_{field}', getattr(value, field))}" for field in fields]
            self.lines[name] = f"{name} = {self._expression(f'{name}_class', kind)}({', '.join(words)})"
            self._objects[id(value)] = name
        elif own and not frozen and kind.__new__ is object.__new__ and hasattr(value, "__dict__"):
            self.lines[name] = f"{name} = object.__new__({self._expression(f'{name}_class', kind)})"
            self._objects[id(value)] = name
            parts = [f"{name}.{key} = {self._expression(f'{name}_{key}', part)}" for key, part in vars(value).items()]
            # Behind whatever they need, which may need the object.
            self.lines[f"{name}."] = "\n".join(parts)
        else:
            raise Unrecordable(
                f"a {kind.__name__} cannot be written down; use numbers, text, lists, arrays or functions, or make it "
                "inside your function"
            )

    def _callable(self, name: str, value: Any) -> None:
        """A function, a class, or a wrapper around a function."""
        core, layers = _core(value)
        if not isinstance(core, (FunctionType, type)) or not _made_here(core):
            if not layers:
                raise Unrecordable(f"{name} comes from a library that does not show it by name; define it with def")
            self._around(name, value)
            return
        text, world, own = _text(core, name), _world(core), core.__name__
        decorators = _decorators(text)
        if layers and not decorators:
            self._around(name, value)
            return
        if own not in (name, "<lambda>") and world.get(own) is value:
            self.add(own, value)
            self.lines[name] = f"{name} = {own}"
            return
        if isinstance(core, FunctionType) and decorators and (layers != decorators or world.get(own) is not value):
            raise Unrecordable(f"{name}: {_DECORATED}")
        codes = [code for code in _codes(core) if theirs(code.co_filename)]
        if any(not used.startswith("__") for code in codes for used in code.co_freevars):
            raise Unrecordable(
                f"{name} uses names of the function around it; define it at the top level of a cell, and put "
                "@functools.wraps into decorators of your own"
            )
        text = (
            f"{name} = {text}"
            if own == "<lambda>"
            else re.sub(rf"\b(def|class)(\s+){own}\b", rf"\1\2{name}", text, count=1)
        )
        if isinstance(core, FunctionType):
            _same_defaults(core, text, name)
        for used in _used(text):
            if used in world and used != name and not used.startswith("__") and not _injected(used, world[used]):
                self.add(used, world[used])
        if _annotated(text):
            # Annotations are read when the function is defined; here they need not be.
            self.imports[" "] = _FUTURE
        attributes = vars(value).items() if isinstance(value, FunctionType) else ()
        parts = [
            f"{name}.{key} = {self._expression(f'{name}_{key}', part)}"
            for key, part in attributes
            if key != "__wrapped__"
        ]
        self.lines[name] = "\n".join([text, *parts])

    def _around(self, name: str, value: Any) -> None:
        """A wrapper that was made by a call."""
        inside = self._expression(name, _inside(value))
        if type(value) is np.vectorize:
            self.imports.setdefault("np", "import numpy as np")
            kinds = "".join(np.dtype(kind).char for kind in value.otypes or "") or None
            words = [f"{key}={self._plain(name, getattr(value, key))}" for key in ("excluded", "cache", "signature")]
            self.lines[name] = f"{name} = np.vectorize({inside}, otypes={kinds!r}, {', '.join(words)})"
        elif hasattr(value, "cache_parameters"):
            self.imports["lru_cache"] = "from functools import lru_cache as lru_cache_"
            words = [f"{key}={part!r}" for key, part in value.cache_parameters().items()]
            self.lines[name] = f"{name} = lru_cache_({', '.join(words)})({inside})"
        elif isinstance(value, FunctionType):
            raise Unrecordable(f"{name}: {_DECORATED}")
        else:
            self._object(name, value)


def _same_defaults(function: FunctionType, text: str, name: str) -> None:
    """Refuse a default that a name gave when the function was defined, and that it would not give now."""
    node = next(node for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.FunctionDef, ast.Lambda)))
    defaults = [*zip(node.args.defaults, function.__defaults__ or (), strict=False)]
    defaults += [
        (default, (function.__kwdefaults__ or {}).get(part.arg))
        for part, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        if default
    ]
    for default, value in defaults:
        if isinstance(default, ast.Name):
            now = function.__globals__.get(default.id, getattr(builtins, default.id, None))
            if now is not value:
                raise Unrecordable(f"{name}: {default.id}, a default in its first line, is another value by now")


def _injected(name: str, value: Any) -> bool:
    """True of Python's own names, and of those that a notebook puts in their place."""
    there = getattr(builtins, name, _injected)
    return value is there or (there is not _injected and str(getattr(value, "__module__", "")).startswith("IPython"))


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
    for name, answer in zip(names, answers, strict=True):
        writer.add(name, answer)
    imports = sorted(writer.imports.values(), key=lambda line: ("__future__" not in line, line))
    text = "\n".join([*imports, *filter(None, writer.lines.values())])
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
