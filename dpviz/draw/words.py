"""Numbers as a person says them."""

from __future__ import annotations

import math
from collections.abc import Callable


def percent(p: float) -> str:
    """A probability in words a reader can hold: ``73 %``, ``0.4 %``, ``1 in 20,000``, ``less than 1 in 10¹²``."""
    if p >= 0.9995:
        return "100 %" if p == 1 else "more than 99.9 %"
    if p >= 0.995:
        return f"{100 * p:.1f} %"
    if p >= 0.0995:
        return f"{100 * p:.0f} %"
    if p >= 0.001:
        return f"{100 * p:.2g} %"
    if p > 1e-9:
        return f"1 in {rounded(1 / p)}"
    return "0" if p == 0 else "less than 1 in a billion"


def tenths(p: float) -> str:
    """A probability to a tenth of a per cent, where two that differ by less than one must be told apart."""
    return f"{100 * p:.1f} %"


def rounded(x: float) -> str:
    """A large number with two digits that count."""
    digits = 1 - math.floor(math.log10(abs(x))) if x else 0
    return f"{round(x, digits):,.0f}" if abs(x) >= 10 else f"{x:.2g}"


def probability(p: float) -> str:
    """A probability, or a bound on one (which may exceed 1), for a table: ``0.8823``, ``2.43``, ``3.1e-7``."""
    if p == 0 or 1e-4 <= p <= 1:
        return f"{p:.4f}"
    return f"{p:.4g}" if 1 < p < 1e4 else f"{p:.2e}".replace("e-0", "e-").replace("e+0", "e")


def number(x: float) -> str:
    """A score or a count: no needless decimals."""
    return f"{x:,.0f}" if x == round(x) else f"{x:,.4g}"


def nats(x: float) -> str:
    """A privacy loss: four digits that count, or the infinity sign."""
    return "∞" if math.isinf(x) else f"{x:.4g}"


def plain(x: float) -> str:
    """A parameter as code and formulas need it: the number itself, in as few digits as it has."""
    return repr(int(x)) if x == int(x) and abs(x) < 1e15 else repr(float(x))


def small(x: float) -> str:
    """A parameter with three digits that count, small ones as ``1e-5``; code reads it too."""
    return f"{x:.3g}".replace("e-0", "e-")


def signed(form: str) -> Callable[[float], str]:
    """A way to write a number that may be negative, with a true minus sign."""
    return lambda value: format(value, form).replace("-", "−")


def superscript(power: int) -> str:
    """A whole number as an exponent."""
    return str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def many(count: float) -> str:
    """A number of records, rounded up; past a billion in powers of ten."""
    if count < 1e9:
        return f"{math.ceil(count):,}"
    mantissa, power = f"{count:.1e}".split("e+")
    return f"{mantissa} × 10{superscript(int(power))}"
