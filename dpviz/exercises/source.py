"""An answer as Python source that stands by itself, so that it can be run again elsewhere.

Functions and classes are kept as their text, with what their text needs; wrappers of functions (`lru_cache`,
`partial`, `np.vectorize`, decorators with `functools.wraps`), objects and values as what makes them again. What cannot
be made again exactly is refused with a reason: an answer that comes back as something else looks like a lie.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import itertools
import linecache
import re
from types import FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from dpviz.exercises.contain import answering, theirs
from dpviz.exercises.task import Given
from dpviz.exercises.texts import (
    FUTURE,
    Unrecordable,
    codes_of,
    count_decorators,
    globals_of,
    in_library,
    is_annotated,
    is_pythons,
    made_here,
    names_used,
    require_same_defaults,
    text_of,
)

__all__ = ["LONGEST", "Unrecordable", "run_source", "source_of"]

LONGEST = 100_000
_number = itertools.count(1)

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
        elif home := in_library(value):
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
        own = core.__name__ if isinstance(core, (FunctionType, type)) and made_here(core) else ""
        if not own or globals_of(core).get(own) is not value:
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
        own = made_here(kind)
        fields = [field.name for field in dataclasses.fields(value)] if dataclasses.is_dataclass(value) else []
        frozen = fields and value.__dataclass_params__.frozen
        if fields and (frozen or not own) and fields == list(inspect.signature(kind).parameters):
            words = [f"{field}={self._expression(f'{name}_{field}', getattr(value, field))}" for field in fields]
            self.lines[name] = f"{name} = {self._expression(f'{name}_class', kind)}({', '.join(words)})"
            self._objects[id(value)] = name
        elif (
            own
            and not frozen
            and not any("__new__" in vars(base) for base in kind.__mro__[:-1])
            and hasattr(value, "__dict__")
        ):
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
        if not isinstance(core, (FunctionType, type)) or not made_here(core):
            if not layers:
                raise Unrecordable(f"{name} comes from a library that does not show it by name; define it with def")
            self._around(name, value)
            return
        codes = [code for code in codes_of(core) if theirs(code.co_filename)]
        if any(not used.startswith("__") for code in codes for used in code.co_freevars):
            raise Unrecordable(
                f"{name} uses names of the function around it; define it at the top level of a cell, and put "
                "@functools.wraps into decorators of your own"
            )
        text, world, own = text_of(core, name), globals_of(core), core.__name__
        decorators = count_decorators(text)
        if layers and not decorators:
            self._around(name, value)
            return
        if own not in (name, "<lambda>") and world.get(own) is value:
            self.add(own, value)
            self.lines[name] = f"{name} = {own}"
            return
        if isinstance(core, FunctionType) and decorators and (layers != decorators or world.get(own) is not value):
            raise Unrecordable(f"{name}: {_DECORATED}")
        text = (
            f"{name} = {text}"
            if own == "<lambda>"
            else re.sub(rf"\b(def|class)(\s+){own}\b", rf"\1\2{name}", text, count=1)
        )
        if isinstance(core, FunctionType):
            require_same_defaults(core, text, name)
        for used in names_used(text):
            if used in world and used != name and not used.startswith("__") and not is_pythons(used, world[used]):
                self.add(used, world[used])
        if is_annotated(text):
            # Annotations are read when the function is defined; here they need not be.
            self.imports[" "] = FUTURE
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


def source_of(names: tuple[str, ...], answers: tuple[Any, ...]) -> str:
    """Source that, run by itself, defines each part of an answer, with the helpers, imports and constants it uses.

    `Unrecordable` is raised if something cannot be written down.
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
    """Run what `source_of` wrote, and pick the answer's parts; `...` for one that is not defined."""
    filename = f"<answer {next(_number)}>"
    # So that errors and `inspect.getsource` find its lines.
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    outer, answering.now = answering.now, True
    try:
        exec(compile(source, filename, "exec"), namespace)
    finally:
        answering.now = outer
    return tuple(namespace.get(name, ...) for name in names)
