"""The text of functions and classes, what that text needs, and where a library has a thing."""

from __future__ import annotations

import ast
import builtins
import contextlib
import dis
import inspect
import linecache
import sys
import textwrap
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from dpviz.exercises.contain import theirs

FUTURE = "from __future__ import annotations"


class Unrecordable(Exception):
    """The answer cannot be written down as source; the message says what to change."""


def _names(code: CodeType) -> Iterator[str]:
    """Names that code takes from its globals; attributes are none, nor what a class defines for itself."""
    own = {step.argval for step in dis.get_instructions(code) if step.opname == "STORE_NAME"}
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS") and step.argval not in own:
            yield str(step.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def names_used(text: str) -> list[str]:
    """Names that a definition needs: inside, and in its decorators, defaults and bases; annotations are not read."""
    return sorted(set(_names(compile(f"{FUTURE}\n{text}", "<answer>", "exec", dont_inherit=True))))


def is_annotated(text: str) -> bool:
    """True of a definition with annotations anywhere in it."""
    return any(
        isinstance(node, ast.AnnAssign) or getattr(node, "annotation", None) or getattr(node, "returns", None)
        for node in ast.walk(_parsed(text))
    )


def _parsed(text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):  # a line out of the middle of something, or with half a character
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


def codes_of(value: FunctionType | type) -> list[CodeType]:
    """Code of a function, or of a class's methods."""
    if isinstance(value, FunctionType):
        return [value.__code__]
    parts = [
        part
        for method in vars(value).values()
        for part in (method, *(getattr(method, name, None) for name in ("__func__", "fget", "func")))
    ]
    return [inspect.unwrap(part).__code__ for part in parts if isinstance(part, FunctionType)]


def made_here(value: Any) -> bool:
    """True of a function or class of the student's own."""
    if isinstance(value, FunctionType):
        return theirs(value.__code__.co_filename)
    file = getattr(sys.modules.get(value.__module__), "__file__", None)
    return value.__module__ == "__main__" or theirs(file or "<frozen")


def globals_of(value: Any) -> dict[str, Any]:
    """The globals of a function or class."""
    if isinstance(value, FunctionType):
        return value.__globals__
    for method in vars(value).values() if isinstance(value, type) else ():
        if isinstance(method, FunctionType) and theirs(method.__code__.co_filename):
            return method.__globals__
    return vars(sys.modules[value.__module__]) if value.__module__ in sys.modules else {}


def _class(value: type) -> str:
    """The text of a class; `inspect` does not find those of a notebook's cells."""
    with contextlib.suppress(OSError, TypeError):
        return textwrap.dedent(inspect.getsource(value))
    written = [code.co_filename for code in codes_of(value) if theirs(code.co_filename)]
    for file in written or [name for name in reversed(linecache.cache) if theirs(name)]:
        text = "".join(linecache.getlines(file))
        for node in reversed(_parsed(text).body):
            if isinstance(node, ast.ClassDef) and node.name == value.__name__:
                first = min([node.lineno, *(part.lineno for part in node.decorator_list)])
                return "".join(text.splitlines(keepends=True)[first - 1 : node.end_lineno])
    raise OSError


def text_of(value: Any, name: str) -> str:
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


def count_decorators(text: str) -> int:
    """How many decorators stand above a definition."""
    return sum(len(getattr(node, "decorator_list", ())) for node in _parsed(text).body[:1])


def in_library(value: Any) -> tuple[str, str] | None:
    """Module and name under which a library has exactly this thing: `math.log`, `numpy.exp`, `scipy.stats.norm`."""
    module = getattr(value, "__module__", None) or type(value).__module__
    parts = str(module).split(".")
    # The package that shows it before the module that has it. Compiled functions on arrays do not say where they are.
    homes = [".".join(parts[: length + 1]) for length in range(len(parts))]
    homes = ["numpy", "scipy.special"] if isinstance(value, np.ufunc) else homes
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


def require_same_defaults(function: FunctionType, text: str, name: str) -> None:
    """Refuse a default that a name gave when the function was defined, and that it would not give now."""
    node = next(node for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.FunctionDef, ast.Lambda)))
    defaults = [*zip(node.args.defaults, function.__defaults__ or (), strict=False)]
    defaults += [
        (default, (function.__kwdefaults__ or {}).get(part.arg))
        for part, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        if default
    ]
    for default, value in defaults:
        now = default.value if isinstance(default, ast.Constant) else value
        if isinstance(default, ast.Name):
            now = function.__globals__.get(default.id, getattr(builtins, default.id, None))
        if now is not value and now != value:
            text = ast.unparse(default)
            raise Unrecordable(f"{name}: {text}, a default in its first line, is another value by now")


def is_pythons(name: str, value: Any) -> bool:
    """True of Python's own names, and of those that a notebook puts in their place."""
    there = getattr(builtins, name, is_pythons)
    return value is there or (there is not is_pythons and str(getattr(value, "__module__", "")).startswith("IPython"))
