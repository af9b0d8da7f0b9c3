"""Old names of what has a new one: they work for one more release, and warn."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from typing import Any


def _warn(old: str, new: str) -> None:
    # Level 3: whoever uses the old name.
    warnings.warn(f"{old} is now called {new}", DeprecationWarning, stacklevel=3)


def renamed(old: str, new: str) -> Callable[..., Any]:
    """The old name of a method, for a class body: ``law = renamed("law", "distribution")``."""

    def method(self: Any, *given: Any, **named: Any) -> Any:
        _warn(old, new)
        return getattr(self, new)(*given, **named)

    method.__name__, method.__doc__ = old, f"Old name of `{new}`."
    return method


def renamed_attribute(old: str, new: str) -> Any:
    """The old name of an attribute, for a class body."""

    def value(self: Any) -> Any:
        _warn(old, new)
        return getattr(self, new)

    return property(value, doc=f"Old name of `{new}`.")


def renamed_word(value: Any, words: Mapping[str, str]) -> Any:
    """An option's value under its present name, where it came under an old one, as ``{old: new}``."""
    if not isinstance(value, str) or value not in words:
        return value
    _warn(repr(value), repr(words[value]))
    return words[value]


def renamed_in(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """A ``__getattr__`` for a module: what it had under its old names, as ``{old: new}``."""

    def getattribute(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        _warn(f"{module}.{name}", names[name])
        return getattr(sys.modules[module], names[name])

    return getattribute
