"""Every public callable of the engine, each with one valid call.

A package's examples are in the module of its name: `EXAMPLES` holds the keyword arguments of each function, class and
method, as far as they are not usual: `USUAL`, of the package or of all, says with what a parameter of a name is called
that has no default, or None (``rng`` is left out: every call gets a fresh one). `MADE` says how to get an instance of a
class that its package makes, `CALLED` how a class is called where its parameters are checked later, `UNCHECKED` what
takes them on trust. A method may be listed under the class that defines it, once for all that inherit it. `INFINITE`
and `UNDEFINED` name what may be infinite or NaN, as documented: fields of results, and callables.
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

from tests.arguments import PACKAGES

# The module here that has a package's examples.
MODULES = {name: "parity" if name == "learning.parity" else name.partition(".")[0] for name in PACKAGES}

# What parameters of these names are called with, if nothing else is said.
USUAL: dict[str, Any] = {
    **dict.fromkeys(("alpha", "beta", "regularization"), 0.125),
    **dict.fromkeys(("epsilon", "eta", "output", "radius"), 0.5),
    **dict.fromkeys(("false_alarm", "keep", "rate"), 0.25),
    **dict.fromkeys(("noise_multiplier", "sensitivity", "value"), 1.0),
    **dict.fromkeys(("neighbour", "scale", "threshold"), 2.0),
    **dict.fromkeys(("index", "level", "t"), 1),
    **dict.fromkeys(("count", "dim", "k_anon"), 2),
    **dict.fromkeys(("bits", "candidates", "dim_out", "size"), 3),
    **dict(arms=4, queries=10, budget=40, universe=64, n=200, delta=1e-5, step=0.0625, order=8.0),
    **dict(neighbouring="replace", norm="linf"),
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
    """Each callable's case; for one that lacks an example of a parameter, its name."""
    module = importlib.import_module(f"dpviz.{package}")
    written: Any = importlib.import_module(f"tests.arguments.{examples}")
    usual = USUAL | getattr(written, "USUAL", {})
    infinite, undefined = (frozenset(getattr(written, name, ())) for name in ("INFINITE", "UNDEFINED"))
    called, unchecked, slow = (getattr(written, name, {}) for name in ("CALLED", "UNCHECKED", "SLOW"))

    def arguments(keys: list[str], parameters: dict[str, inspect.Parameter]) -> dict[str, Any]:
        key = next((key for key in keys if key in written.EXAMPLES), None)
        _USED.add((examples, key))
        found = written.EXAMPLES.get(key, {})
        open_ones = {name for name, one in parameters.items() if one.default in (one.empty, None)}
        return {name: usual[name] for name in parameters if name in usual and name in open_ones} | found

    def case(keys: list[str], make: Callable[[], Any], function: Any, bound: bool = False) -> Case | str:
        parameters = _parameters(function, bound=bound)
        given = arguments(keys, parameters)
        needed = {
            name for name, one in parameters.items() if one.default is one.empty and one.kind != one.VAR_POSITIONAL
        }
        if needed - set(given) - {"rng"}:
            return f"{package}.{keys[0]}: {needed - set(given)}"
        slowly = next((slow[key] for key in keys if key in slow), ())
        fields = infinite, undefined, not any(key in unchecked for key in keys), frozenset(slowly)
        return Case(f"{package}.{keys[0]}", given, make, parameters, *fields)

    for name in module.__all__:
        thing = getattr(module, name)
        a_class = inspect.isclass(thing)
        if not callable(thing) or (
            a_class and (issubclass(thing, BaseException) or getattr(thing, "_is_protocol", False))
        ):
            continue
        abstract = inspect.isabstract(thing)
        # Another example of the same callable has a remark in brackets after its name.
        keys = [key for key in written.EXAMPLES if key == name or key.startswith(f"{name} (")]
        if name not in keys and not (abstract or name in written.MADE):
            keys.append(name)
        for key in keys:
            yield case([key], lambda name=name: called.get(name, getattr(module, name)), thing)
        if not a_class or abstract:
            continue
        make = written.MADE.get(name) or partial(thing, **arguments([name], _parameters(thing, bound=False)))
        for method, static in _methods(thing):
            keys = [f"{base.__name__}.{method}" for base in thing.__mro__]
            keys[0] = f"{name}.{method}"
            if isinstance(static, classmethod):
                yield case(keys, partial(getattr, thing, method), getattr(thing, method))
            else:
                yield case(keys, lambda make=make, method=method: getattr(make(), method), static, bound=True)


_USED: set[tuple[str, str | None]] = set()
_ALL = [case for package, examples in MODULES.items() for case in _cases(package, examples)]
CASES = [case for case in _ALL if isinstance(case, Case)]
WITHOUT_EXAMPLE = [case for case in _ALL if isinstance(case, str)]
NEEDLESS_EXAMPLES = [
    key
    for examples in set(MODULES.values())
    for key in importlib.import_module(f"tests.arguments.{examples}").EXAMPLES
    if (examples, key) not in _USED
]
