"""Reading an answer: what a check can work with, or a sentence that says what came instead."""

from __future__ import annotations

import math
from decimal import Decimal
from numbers import Integral, Real

import numpy as np
from numpy.typing import NDArray

from dpviz.exercises.verdict import require, working

Floats = NDArray[np.float64]


def short(value: object, most: int = 60) -> str:
    """Any value in a few words, for a sentence or a cell.

    Returns
    -------
    str
        Python's way to write it, numbers to four digits; what is longer than `most` characters is cut.
    """
    value = _plain(value, most)
    if isinstance(value, float):
        return f"{value:.4g}"
    text = repr(value)
    return text if len(text) <= most else text[: most - 1] + "…"


def _plain(value: object, most: int) -> object:
    """The same without NumPy's types, whose own way to be written says more than a reader wants.

    Of what holds more than `most`, no more: each is a character at least.
    """
    if isinstance(value, np.ndarray):
        return _plain(value[(slice(most),) * value.ndim].tolist(), most)
    if isinstance(value, np.floating):
        return float(value)  # `item` gives a long double back as it is
    if isinstance(value, np.generic):
        return value.item()
    # Exactly these: a kind of one's own may be made in another way.
    if type(value) is list:
        return [_plain(one, most) for one in value[:most]]
    return tuple(_plain(one, most) for one in value[:most]) if type(value) is tuple else value


def number(value: object, what: str) -> float:
    """One finite number of any type (an array may hold it), or the check ends with a sentence.

    Here and below, `value` is what the student gave or their function returned, of any type, and `what` is what it is
    called in the sentence: "`laplace`", "`n`".

    Returns
    -------
    float
    """
    if isinstance(value, np.ndarray) and value.size == 1:
        value = value.item()
    if isinstance(value, Decimal):
        value = float(value)
    ok = isinstance(value, (Real, np.bool_)) and not isinstance(value, (bool, np.bool_))
    kind = f"array of shape {value.shape}" if isinstance(value, np.ndarray) else type(value).__name__
    require(ok, working(f"{what} should be one number; it is {short(value)}, of type {kind}."))
    found = float(value)  # type: ignore[arg-type]
    require(math.isfinite(found), working(f"{what} should be a finite number; it is {found}."))
    return found


def whole(value: object, what: str) -> int:
    """One whole number (3.0 counts as 3), or the check ends with a sentence.

    Returns
    -------
    int
    """
    if isinstance(value, np.ndarray) and value.size == 1:
        value = value.item()
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    found = number(value, what)
    exact = int(value)  # type: ignore[call-overload]
    require(value == exact, working(f"{what} should be a whole number; it is {found:.6g}."))
    return exact


def count(value: object, what: str, things: str) -> int:
    """A number of people, examples, … (the `things`), at least 1, or the check ends with a sentence.

    Returns
    -------
    int
    """
    found = whole(value, what)
    require(found >= 1, working(f"{what} is a number of {things}, so at least 1; it is {found:,}."))
    require(found <= 10**12, working(f"{what} is a number of {things}; nobody has more than 10^12 of them."))
    return found


def vector(value: object, what: str, *, shape: tuple[int, ...] | None = None, finite: bool = True) -> Floats:
    """An array or nested lists of numbers, of that shape if one is given, or the check ends with a sentence.

    Unless `finite` is false, it also ends at nan and infinity.

    Returns
    -------
    ndarray of float64
    """
    try:
        found = np.asarray(value)
        if found.dtype.kind not in "biufO":
            raise ValueError
        with np.errstate(invalid="ignore"):  # of bytes that are no number
            found = found.astype(np.float64)
    except (ValueError, TypeError, OverflowError):
        found = np.array(np.nan)
        require(False, working(f"{what} should be an array of numbers; it is {short(value)}."))
    if shape is not None:
        require(found.shape == shape, working(f"{what} should have the shape {shape}; it has the shape {found.shape}."))
    bad = np.argwhere(~np.isfinite(found))
    if finite and len(bad):
        first = tuple(int(i) for i in bad[0])
        where = f" at {first[0] if len(first) == 1 else first}" if first else ""
        require(False, working(f"{what} holds {found[first]}{where}; every entry should be finite."))
    return found


def distribution(value: object, what: str, *, size: int | None = None) -> Floats:
    """Probabilities of finitely many outcomes, `size` of them if it is given, or the check ends with a sentence.

    Returns
    -------
    ndarray of shape (m,)
        Probabilities that sum to 1 (within 1e-6, float32's; divided by their sum).
    """
    found = vector(value, what, shape=None if size is None else (size,))
    require(found.ndim == 1 and len(found), working(f"{what} should be a list of probabilities."))
    require((found >= 0).all(), working(f"{what} holds the probability {found.min():.4g}; none may be negative."))
    total = float(found.sum())
    require(abs(total - 1) <= 1e-6, working(f"{what} should be probabilities; these sum to {total:.8g}, not to 1."))
    return found / total
