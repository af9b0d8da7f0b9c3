"""Argument checks shared by every package (CONV-6 in docs/theory.md).

Each check returns the accepted value, or raises an error that names the parameter, the accepted range and
what came: `TypeError` for a wrong type, `ValueError` for a wrong value. Nothing is clamped or dropped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from numbers import Integral, Real
from typing import Any, TypeVar

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


def _array(
    name: str,
    value: ArrayLike,
    accepted: str,
    inside: Callable[[NDArray[np.float64]], NDArray[np.bool_]],
    kinds: str = "iuf",
) -> NDArray[np.float64]:
    array = np.asarray(value)
    if array.dtype.kind not in kinds:
        raise TypeError(f"{name} must be {accepted}; got {value!r} of dtype {array.dtype}")
    if array.size == 0:
        raise ValueError(f"{name} must not be empty; got shape {array.shape}")
    array = array.astype(np.float64, copy=False)
    bad = ~(np.isfinite(array) & inside(array))
    if bad.any():
        came = float(array[bad].flat[0])
        raise ValueError(f"{name} must be {accepted}; got {int(came) if kinds == 'iu' else came!r}")
    return array


def positives(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Finite numbers above 0."""
    return _array(name, value, "finite and > 0", lambda a: a > 0)


def nonnegatives(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Finite numbers from 0 up."""
    return _array(name, value, "finite and >= 0", lambda a: a >= 0)


def fractions(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Numbers strictly between 0 and 1."""
    return _array(name, value, "in (0, 1)", lambda a: (a > 0) & (a < 1))


def slacks(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Numbers from 0 to below 1 (δ)."""
    return _array(name, value, "in [0, 1)", lambda a: (a >= 0) & (a < 1))


def counts(name: str, value: ArrayLike, *, least: int = 1) -> NDArray[np.float64]:
    """Whole numbers from `least` up."""
    return _array(name, value, f"a whole number >= {least}", lambda a: a >= least, kinds="iu")


def broadcast(**arrays: NDArray[Any]) -> None:
    """Refuse arrays whose shapes do not go together."""
    try:
        np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        *names, last = arrays
        shapes = ", ".join(str(array.shape) for array in arrays.values())
        raise ValueError(f"{', '.join(names)} and {last} must have shapes that broadcast; got {shapes}") from None


def plain(value: NDArray[Any]) -> Any:
    """A Python number when there is only one, else the array."""
    return value.item() if value.ndim == 0 else value


def held(name: str, value: Any) -> Any:
    """What was computed, if floats hold it: a number too large for one is refused and not returned as infinite."""
    bad = ~np.isfinite(value)
    if bad.any():
        came = float(np.asarray(value)[bad].flat[0])
        raise ValueError(f"{name} must be a number that a float can hold; got {came!r}")
    return value
