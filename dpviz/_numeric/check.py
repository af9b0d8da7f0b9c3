"""Argument checks shared by every package (CONV-6 in docs/corrections.md).

Each check returns the accepted value, or raises an error that names the parameter, the accepted range and
what came: `TypeError` for a wrong type, `ValueError` for a wrong value. Nothing is clamped or dropped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from numbers import Integral, Real
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Choice = TypeVar("Choice", bound=str)
Kind = TypeVar("Kind")
Function = TypeVar("Function", bound=Callable[..., Any])
Check = Callable[[str, Any], Any]

RELATIONS = ("replace", "add_remove")

SMALLEST, LARGEST = 1e-100, 1e100
"""Magnitudes that are taken: three such numbers may be multiplied and divided, and nothing overflows."""

LARGEST_EPSILON = 100.0
"""Beyond it nothing is private, and its cosh is hardly a number."""

MOST = 2**63 - 1
"""The largest count: what a 64-bit integer holds."""

MOST_ENTRIES = 100_000_000
"""The most numbers that one call makes at once: draws, or entries of a table."""

MOST_STEPS = 1_000_000
"""The most steps of a loop that the caller asks for."""


def shown(value: object) -> str:
    """What came, short enough for a message."""
    if isinstance(value, Integral) and abs(int(value)) > MOST:
        return f"an integer of {int(value).bit_length()} bits"
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]}..."


def wrong_type(name: str, accepted: str, value: object) -> TypeError:
    """The error for a value of a type that is not taken, to be raised."""
    return TypeError(f"{name} must be {accepted}; got {shown(value)} of type {type(value).__name__}")


def wrong_value(name: str, accepted: str, value: object) -> ValueError:
    """The error for a value that is not accepted, to be raised."""
    return ValueError(f"{name} must be {accepted}; got {shown(value)}")


def _real(name: str, value: object, accepted: str) -> float:
    # bool is a Real in Python; a flag passed for a number is a mistake worth telling.
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise wrong_type(name, accepted, value)
    try:
        return float(value)
    except OverflowError:
        raise wrong_value(name, accepted, value) from None


def _scalar(
    name: str,
    value: object,
    accepted: str,
    inside: Callable[[float], bool],
    sizes: tuple[float, float] = (-LARGEST, LARGEST),
) -> float:
    found = _real(name, value, accepted)
    if not (math.isfinite(found) and inside(found)):
        raise wrong_value(name, accepted, value)
    if not sizes[0] <= found <= sizes[1]:
        raise wrong_value(name, f"a number from {sizes[0]:g} to {sizes[1]:g}", value)
    return found


def number(name: str, value: object) -> float:
    """A finite number of any sign."""
    return _scalar(name, value, "a finite number", math.isfinite)


def positive(name: str, value: object) -> float:
    """A finite number above 0 (ε, a sensitivity, a scale)."""
    return _scalar(name, value, "a finite number > 0", lambda x: x > 0, (SMALLEST, LARGEST))


def moderate(name: str, value: object) -> float:
    """An ε, finite and > 0, and at most `LARGEST_EPSILON`."""
    found = positive(name, value)
    if found > LARGEST_EPSILON:
        raise wrong_value(name, f"at most {LARGEST_EPSILON:g}", value)
    return found


def within(name: str, value: object, low: float, high: float) -> float:
    """A number from `low`, which is above 0, to `high`."""
    found = positive(name, value)
    if not low <= found <= high:
        raise wrong_value(name, f"from {low:g} to {high:g}", value)
    return found


def nonnegative(name: str, value: object) -> float:
    """A finite number from 0 up."""
    return _scalar(name, value, "a finite number >= 0", lambda x: x >= 0)


def fraction(name: str, value: object) -> float:
    """A number strictly between 0 and 1 (α, β)."""
    return _scalar(name, value, "a number in (0, 1)", lambda x: 0 < x < 1, (SMALLEST, 1))


def slack(name: str, value: object) -> float:
    """A number in [0, 1) (δ)."""
    return _scalar(name, value, "a number in [0, 1)", lambda x: 0 <= x < 1)


def share(name: str, value: object) -> float:
    """A number in [0, 1] (a part of the whole, a probability)."""
    return _scalar(name, value, "a number in [0, 1]", lambda x: 0 <= x <= 1)


def count(name: str, value: object, *, least: int = 1, most: int | None = None, cap: int | None = MOST) -> int:
    """A whole number in [least, most]; without `most` anything from `least` on makes sense, and `cap` is feasible."""
    accepted = f"a whole number >= {least}" if most is None else f"a whole number from {least} to {most}"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral):
        raise wrong_type(name, accepted, value)
    found = int(value)
    if found < least or (most is not None and found > most):
        raise wrong_value(name, accepted, value)
    if most is None and cap is not None and found > max(cap, least):
        raise wrong_value(name, f"at most {max(cap, least)}", value)
    return found


def sign(value: object) -> int:
    """1 for a query, -1 for its complement."""
    if count("sign", value, least=-1, most=1) == 0:
        raise wrong_value("sign", "1 or -1", value)
    return int(value)  # type: ignore[call-overload]


def entries(name: str, value: object, *, each: int = 1, least: int = 1) -> int:
    """How many are made at once, each of so many numbers; all of them are held in memory."""
    return count(name, value, least=least, cap=MOST_ENTRIES // each)


def flag(name: str, value: object) -> bool:
    """True or False, and nothing that merely looks like it."""
    if not isinstance(value, (bool, np.bool_)):
        raise wrong_type(name, "True or False", value)
    return bool(value)


def text(name: str, value: object) -> str:
    """A text."""
    if not isinstance(value, str):
        raise wrong_type(name, "a text", value)
    return value


def texts(name: str, value: object) -> tuple[str, ...]:
    """Texts, one after the other."""
    return tuple(text(f"{name}[{at}]", one) for at, one in enumerate(items(name, value, "several texts")))


def items(name: str, value: object, accepted: str = "several of them, in a list") -> list[Any]:
    """The items of whatever can be gone through."""
    try:
        return list(value)  # type: ignore[call-overload]
    except TypeError:
        raise wrong_type(name, accepted, value) from None


def sequence(name: str, value: Any, accepted: str) -> Any:
    """Something that has a length and places: a list, a tuple, an array; what has labels instead, as an array."""
    listed = isinstance(value, Sequence) and not isinstance(value, (str, bytes))
    if not (listed or (hasattr(value, "__getitem__") and np.ndim(value) > 0)):
        raise wrong_type(name, accepted, value)
    return value if listed or isinstance(value, np.ndarray) else np.asarray(value)


def instance(name: str, value: Kind, kind: type) -> Kind:
    """An object of a class."""
    if not isinstance(value, kind):
        raise wrong_type(name, f"an instance of {kind.__name__}", value)
    return value


def function(name: str, value: Function) -> Function:
    """Something to be called."""
    if not callable(value):
        raise wrong_type(name, "callable", value)
    return value


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


def array(name: str, value: ArrayLike) -> NDArray[Any]:
    """Anything rectangular, as an array."""
    try:
        return np.asarray(value)
    except (TypeError, ValueError):
        raise wrong_value(name, "an array whose rows are of equal length", value) from None


def finite(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """An array of finite numbers, as float64."""
    found = array(name, value)
    if found.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be an array of numbers; got dtype {found.dtype}")
    found = found.astype(np.float64, copy=False)
    if not np.isfinite(found).all():
        raise ValueError(f"{name} must be finite; got {_first(found, ~np.isfinite(found))}")
    if (large := np.abs(found) > LARGEST).any():
        raise ValueError(f"{name} must be from {-LARGEST:g} to {LARGEST:g}; got {_first(found, large)}")
    return found


def _first(array: NDArray[Any], bad: NDArray[np.bool_]) -> str:
    first = tuple(int(i) for i in np.argwhere(bad)[0])
    return f"{array[first]} at {first[0] if len(first) == 1 else first}"


def _array(
    name: str,
    value: ArrayLike,
    accepted: str,
    inside: Callable[[NDArray[np.float64]], NDArray[np.bool_]],
    sizes: tuple[float, float] = (-LARGEST, LARGEST),
    kinds: str = "iuf",
) -> NDArray[np.float64]:
    found = array(name, value)
    if found.dtype.kind not in kinds:
        raise TypeError(f"{name} must be {accepted}; got {shown(value)} of dtype {found.dtype}")
    if found.size == 0:
        raise ValueError(f"{name} must not be empty; got shape {found.shape}")
    found = found.astype(np.float64, copy=False)
    bad = ~(np.isfinite(found) & inside(found))
    if not bad.any():
        bad, accepted = (found < sizes[0]) | (found > sizes[1]), f"from {sizes[0]:g} to {sizes[1]:g}"
    if bad.any():
        came = float(found[bad].flat[0])
        raise ValueError(f"{name} must be {accepted}; got {int(came) if kinds == 'iu' else came!r}")
    return found


def positives(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Finite numbers above 0."""
    return _array(name, value, "finite and > 0", lambda a: a > 0, (SMALLEST, LARGEST))


def nonnegatives(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Finite numbers from 0 up."""
    return _array(name, value, "finite and >= 0", lambda a: a >= 0)


def fractions(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Numbers strictly between 0 and 1."""
    return _array(name, value, "in (0, 1)", lambda a: (a > 0) & (a < 1), (SMALLEST, 1))


def slacks(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Numbers from 0 to below 1 (δ)."""
    return _array(name, value, "in [0, 1)", lambda a: (a >= 0) & (a < 1))


def shares(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Numbers from 0 to 1."""
    return _array(name, value, "in [0, 1]", lambda a: (a >= 0) & (a <= 1))


def between(name: str, value: ArrayLike, low: float, high: float) -> NDArray[np.float64]:
    """Numbers from `low` to `high`."""
    return _array(name, value, f"from {low:g} to {high:g}", lambda a: (a >= low) & (a <= high))


def counts(name: str, value: ArrayLike, *, least: int = 1, cap: int = 2**62) -> NDArray[np.float64]:
    """Whole numbers from `least` up; `cap` can be computed."""
    found = _array(name, value, f"a whole number >= {least}", lambda a: a >= least, kinds="iu")
    if (found > cap).any():
        raise ValueError(f"{name} must be at most {cap}; got {int(found.max())}")
    return found


def integers(name: str, value: ArrayLike, *, least: int = -MOST, most: int = MOST) -> NDArray[np.int64]:
    """Whole numbers in [least, most], at least one, as int64."""
    found = array(name, value)
    if most < MOST:
        accepted = f"whole numbers from {least} to {most}"
    else:
        accepted = "whole numbers" if least == -MOST else f"whole numbers >= {least}"
    if found.dtype.kind not in "iu":
        least_one = "" if found.size else ", at least one"
        raise TypeError(f"{name} must be {accepted}{least_one}; got {shown(value)} of dtype {found.dtype}")
    if found.size == 0:
        raise ValueError(f"{name} must not be empty; got shape {found.shape}")
    whole = found.astype(np.int64)
    beyond = (whole < 0) & (found > 0)  # of 64 bits without a sign
    if beyond.any():
        accepted = f"whole numbers from {least} to {most}"
    if (bad := beyond | (whole < least) | (whole > most)).any():
        raise ValueError(f"{name} must be {accepted}; got {_first(found, bad)}")
    return whole


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


def fields(**checks: Check) -> Callable[[type[Kind]], type[Kind]]:
    """Declare the checks of a frozen dataclass's fields, from below ``@dataclass``.

    A new instance holds what they return; they come before the class's own ``__post_init__``, or its parent's.
    """

    def declared(kind: type[Kind]) -> type[Kind]:
        further = getattr(kind, "__post_init__", None)

        def __post_init__(self: Kind) -> None:
            for name, check in checks.items():
                object.__setattr__(self, name, check(name, getattr(self, name)))
            if further is not None:
                further(self)

        kind.__post_init__ = __post_init__  # type: ignore[attr-defined]
        kind.__checks__ = getattr(kind, "__checks__", {}) | checks  # type: ignore[attr-defined]
        return kind

    return declared


def whole(**bounds: Any) -> Check:
    """The check of a `count` in these bounds, to be declared."""
    return partial(count, **bounds)


def word(accepted: Sequence[str]) -> Check:
    """The check of `one_of` these words, to be declared."""
    return partial(one_of, accepted=accepted)


def optional(check: Check) -> Check:
    """None, or what a check takes; to be declared."""
    return lambda name, value: None if value is None else check(name, value)
