"""Every public callable of the engine, each with one valid call.

A package's examples are in the module of its name: `EXAMPLES` holds the keyword arguments of each function, class and
method (``rng`` is left out: every call gets a fresh one), `MADE` how to get an instance of a class that its package
makes, `CALLED` how a class is called where its parameters are checked later, `UNCHECKED` what takes them on trust.
A method may be listed under the class that defines it, once for all that inherit it. `INFINITE` and `UNDEFINED`
name what may be infinite or NaN, as documented: fields of results, and callables.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

# Each public package, and the module here that has its examples.
PACKAGES = {
    "privacy": "privacy",
    "mechanisms": "mechanisms",
    "mechanisms.selection": "mechanisms",
    "queries": "queries",
    "learning": "learning",
    "learning.parity": "parity",
    "erm": "erm",
    "anonymity": "anonymity",
    "robust": "robust",
    "tuning": "tuning",
    "data": "data",
}

# As many as are taken of what is made one by one.
MOST_ITEMS = 100


@dataclass(frozen=True)
class Case:
    """A public callable: what it is called, and how it is called rightly."""

    name: str
    arguments: dict[str, Any]
    make: Callable[[], Callable[..., Any]]  # the function, or the method of a new instance
    parameters: dict[str, inspect.Parameter]
    infinite: frozenset[str]
    undefined: frozenset[str]
    checked: bool = True
    slow: frozenset[str] = frozenset()  # parameters of which a million takes too long to wait for

    def __call__(self, **changed: Any) -> Any:
        given: list[Any] = []
        named = {}
        values = {"rng": np.random.default_rng(0)} | self.arguments | changed
        for name, parameter in self.parameters.items():
            if name in values and parameter.kind is parameter.VAR_POSITIONAL:
                given = [values[name]] if name in changed else list(values[name])
            elif name in values:
                named[name] = values[name]
        found = self.make()(*given, **named)
        return list(islice(found, MOST_ITEMS)) if isinstance(found, Iterator) else found

    @property
    def later(self) -> list[str]:
        """What else an error may name, where parameters are checked later."""
        return ["X", "y"] if self.name.startswith("erm.Private") else []

    def default(self, name: str) -> Any:
        return self.parameters[name].default

    def example(self, name: str) -> Any:
        """The valid value of a parameter: its example's, or else its default."""
        return self.arguments.get(name, self.default(name))


def _methods(cls: type) -> Iterator[tuple[str, Any]]:
    for name in dir(cls):
        static = inspect.getattr_static(cls, name)
        function = static.__func__ if isinstance(static, classmethod | staticmethod) else static
        public = not name.startswith("_") or name == "__call__"
        if public and inspect.isfunction(function):
            yield name, static


def _parameters(function: Any, *, bound: bool) -> dict[str, inspect.Parameter]:
    found = dict(inspect.signature(function).parameters)
    if bound:
        del found["self"]
    own = getattr(function, "__name__", "") == "System" and ("rows", "pivots", "consistent", "effect")
    return {
        name: parameter
        for name, parameter in found.items()
        if parameter.kind is not parameter.VAR_KEYWORD and name not in (own or ())
    }


def _cases(package: str, examples: str) -> Iterator[Case | str]:
    """Each callable's case; for one that nobody wrote an example of, its name."""
    module, written = (
        importlib.import_module(f"dpviz.{package}"),
        importlib.import_module(f"tests.arguments.{examples}"),
    )
    infinite = frozenset(getattr(written, "INFINITE", ()))
    undefined = frozenset(getattr(written, "UNDEFINED", ()))
    called, unchecked = getattr(written, "CALLED", {}), getattr(written, "UNCHECKED", ())
    slow = getattr(written, "SLOW", {})

    def case(name: str, key: str | None, make: Callable[[], Any], function: Any, bound: bool = False) -> Case | str:
        if key is None:
            return f"{package}.{name}"
        parameters = _parameters(function, bound=bound)
        fields = infinite, undefined, key not in unchecked, frozenset(slow.get(key, ()))
        return Case(f"{package}.{name}", written.EXAMPLES[key], make, parameters, *fields)

    for name in module.__all__:
        thing = getattr(module, name)
        a_class = inspect.isclass(thing)
        if not callable(thing) or (
            a_class and (issubclass(thing, BaseException) or getattr(thing, "_is_protocol", False))
        ):
            continue
        abstract = inspect.isabstract(thing)
        if name in written.EXAMPLES or not (abstract or name in written.MADE):
            yield case(
                name,
                name if name in written.EXAMPLES else None,
                lambda name=name: called.get(name, getattr(module, name)),
                thing,
            )
        # Another example of the same callable has a remark in brackets after its name.
        for key in (key for key in written.EXAMPLES if key.startswith(f"{name} (")):
            yield case(key, key, lambda name=name: called.get(name, getattr(module, name)), thing)
        if not a_class or abstract:
            continue
        make = written.MADE.get(name) or partial(thing, **written.EXAMPLES.get(name, {}))
        for method, static in _methods(thing):
            keys = (f"{base.__name__}.{method}" for base in thing.__mro__)
            key = next((key for key in keys if key in written.EXAMPLES), None)
            whole = f"{name}.{method}"
            if isinstance(static, classmethod):
                yield case(whole, key, partial(getattr, thing, method), getattr(thing, method))
            else:
                yield case(whole, key, lambda make=make, method=method: getattr(make(), method), static, bound=True)


_ALL = [case for package, examples in PACKAGES.items() for case in _cases(package, examples)]
CASES = [case for case in _ALL if isinstance(case, Case)]
WITHOUT_EXAMPLE = [case for case in _ALL if isinstance(case, str)]
