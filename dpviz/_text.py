"""How values are written in labels and messages; shared by the engine's packages."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import ROUND_FLOOR, Context

MISSING = "(missing)"
"""The category a blank cell of a column of words belongs to."""

_SMALL = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e([-+]?)0*(\d+)(?!\w)")
_WORDS = re.compile(r"(<(code|pre|math)\b.*?</\2>|<[^>]*>)|([^<]+)", re.S)
_POWER = re.compile(r"\^(?:\(((?:[^()]|\([^()]*\))*)\)|([−-]?\w+))")


def raised(text: str) -> str:
    """A text as HTML or markdown with its powers raised: ``2^64``, ``e^(−ε/2)``, ``1e-5``."""
    text = _SMALL.sub(lambda it: f"{'' if it[1] == '1' else it[1] + ' × '}10^{it[2].strip('+')}{it[3]}", text)
    return _POWER.sub(lambda it: f"<sup>{(it[1] or it[2]).replace('-', '−')}</sup>", text)


def raised_html(html: str) -> str:
    """HTML with the powers of its words raised; code and formulas stay."""
    return _WORDS.sub(lambda it: raised(it[3]) if it[3] else it[0], html)


def number_text(value: float) -> str:
    """A number as it is shown: ``18``, ``7500``, ``12,500``, ``0.25``; NaN is ``(missing)``."""
    if math.isnan(value):
        return MISSING
    if math.isfinite(value) and value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}" if abs(value) >= 10_000 else str(int(value))
    return f"{value:.10g}"


def at_least(bound: float) -> float:
    """A proved lower bound with three digits, rounded down: what is shown must be proved, too."""
    return float(Context(prec=3, rounding=ROUND_FLOOR).create_decimal(float(bound)))


def listed(words: Sequence[str], most: int = 6) -> str:
    """Words for a message: ``'a', 'b' and 12 more``."""
    shown = ", ".join(repr(word) for word in words[:most])
    return shown if len(words) <= most else f"{shown} and {len(words) - most:,} more"
