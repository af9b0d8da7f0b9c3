"""Argument checks shared by every room (CONV-6 in docs/theory.md).

Each check returns the accepted value, or raises an error that names the parameter, the accepted range and
what came: `TypeError` for a wrong type, `ValueError` for a wrong value. Nothing is clamped or dropped.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Integral, Real
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Choice = TypeVar("Choice", bound=str)

RELATIONS = ("replace", "add_remove")


def _real(name: str, value: object, accepted: str) -> float:
    # bool is a Real in Python; a flag passed for a number is a mistake worth telling.
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise TypeError(f"{name} must be {accepted}; got {value!r} of type {type(value).__name__}")
    return float(value)


def positive(name: str, value: object) -> float:
    """A finite number above 0 (ε, a sensitivity, a scale)."""
    accepted = "a finite number > 0"
    number = _real(name, value, accepted)
    if not (math.isfinite(number) and number > 0):
        raise ValueError(f"{name} must be {accepted}; got {value!r}")
    return number


def fraction(name: str, value: object) -> float:
    """A number strictly between 0 and 1 (α, β)."""
    accepted = "a number in (0, 1)"
    number = _real(name, value, accepted)
    if not 0 < number < 1:
        raise ValueError(f"{name} must be {accepted}; got {value!r}")
    return number


def slack(name: str, value: object) -> float:
    """A number in [0, 1) (δ)."""
    accepted = "a number in [0, 1)"
    number = _real(name, value, accepted)
    if not 0 <= number < 1:
        raise ValueError(f"{name} must be {accepted}; got {value!r}")
    return number


def share(name: str, value: object) -> float:
    """A number in [0, 1] (a part of the whole, a probability)."""
    accepted = "a number in [0, 1]"
    number = _real(name, value, accepted)
    if not 0 <= number <= 1:
        raise ValueError(f"{name} must be {accepted}; got {value!r}")
    return number


def count(name: str, value: object, *, least: int = 1, most: int | None = None) -> int:
    """A whole number in [least, most]."""
    accepted = f"a whole number >= {least}" if most is None else f"a whole number from {least} to {most}"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be {accepted}; got {value!r} of type {type(value).__name__}")
    number = int(value)
    if number < least or (most is not None and number > most):
        raise ValueError(f"{name} must be {accepted}; got {value!r}")
    return number


def one_of(name: str, value: Choice, accepted: Sequence[str]) -> Choice:
    """One of the listed words."""
    if not isinstance(value, str) or value not in accepted:
        listed = ", ".join(repr(word) for word in accepted)
        error = ValueError if isinstance(value, str) else TypeError
        raise error(f"{name} must be one of {listed}; got {value!r}")
    return value


def relation(value: str) -> str:
    """A neighbouring relation (CONV-2): ``"replace"`` (R) or ``"add_remove"`` (A)."""
    return one_of("neighbouring", value, RELATIONS)


def generator(value: object) -> np.random.Generator:
    """A seeded numpy generator; dpviz never draws from global state."""
    if not isinstance(value, np.random.Generator):
        raise TypeError(f"rng must be a numpy.random.Generator; got {value!r} of type {type(value).__name__}")
    return value


def finite(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """An array of finite numbers, as float64."""
    array = np.asarray(value)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be an array of numbers; got dtype {array.dtype}")
    array = array.astype(np.float64, copy=False)
    if not np.isfinite(array).all():
        first = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        where = first[0] if len(first) == 1 else first
        raise ValueError(f"{name} must be finite; got {array[first]} at {where}")
    return array
