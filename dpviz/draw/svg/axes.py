"""Axes of a still picture: from values to pixels, and which numbers stand beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw.words import superscript

Floats = NDArray[np.float64]
_PREFIX = {-9: "n", -6: "μ", -3: "m", 3: "k", 6: "M", 9: "B", 12: "T"}


@dataclass
class Axis:
    """One axis: plotly's options of it, its range and where that lies in pixels.

    A logarithmic axis counts in powers of ten, an axis of words in places.
    """

    letter: str
    options: dict[str, Any]
    low: float = 0.0
    high: float = 1.0
    start: float = 0.0
    end: float = 1.0
    named: list[str] = field(default_factory=list)

    def places(self, values: Any) -> Floats:
        """Where values lie on the axis, in its own units; what cannot be shown is a gap."""
        if self.named:
            return np.array([self.named.index(str(v)) if isinstance(v, str) else v for v in values], dtype=float)
        found = np.array([math.nan if v is None else v for v in values], dtype=float)
        if self.options.get("type") == "log":
            return np.log10(np.where(found > 0, found, np.nan))
        return found

    def pixels(self, places: Any) -> Any:
        """Pixels of places on the axis."""
        return self.start + (np.asarray(places) - self.low) * self.scale

    @property
    def scale(self) -> float:
        """Pixels a unit; negative where they run against each other."""
        return (self.end - self.start) / (self.high - self.low)

    def fit(self, places: Sequence[Floats], words: Sequence[str], bars: bool, padded: bool) -> None:
        """Take the range and the names of the axis from its options, or from what is drawn on it.

        `places` are those of all marks, `words` their names on an axis of words; `bars` grow from it; `padded` is room
        beyond the outermost mark.
        """
        given = self.options.get("range")
        if given is not None:
            self.low, self.high = (float(v) for v in given)
            return
        known = [p[np.isfinite(p)] for p in places]
        known = [p for p in known if p.size]
        low, high = (min(p.min() for p in known), max(p.max() for p in known)) if known else (0.0, 1.0)
        if words:
            low, high = -0.5, len(words) - 0.5
        elif bars or self.options.get("rangemode") == "tozero":
            low, high = min(0.0, low), max(0.0, high)
            high += 0.05 * (high - low)
        elif padded or low == high:
            room = 0.05 * (high - low) or 1.0
            low, high = low - room, high + room
        self.low, self.high = (high, low) if self.options.get("autorange") == "reversed" else (low, high)

    def ticks(self) -> list[tuple[float, str]]:
        """Places with the text that stands there."""
        low, high = sorted((self.low, self.high))
        inside = lambda place: low - 1e-9 * (high - low) <= place <= high + 1e-9 * (high - low)  # noqa: E731
        if "tickvals" in self.options:
            values = self.options["tickvals"]
            log = self.options.get("type") == "log"
            texts = self.options.get("ticktext") or [self.written(v, v if log else 1) for v in values]
            pairs = zip(self.places(values).tolist(), map(str, texts), strict=True)
            return [(place, text) for place, text in pairs if inside(place)]
        length = abs(self.end - self.start)
        wanted = self.options.get("nticks") or min(max(length / (40 if self.letter == "y" else 80), 4), 9) + 1
        if self.named:
            return [(float(i), name) for i, name in enumerate(self.named) if inside(i)]
        if self.options.get("type") == "log":
            return [(math.log10(v), self.written(v, v)) for v in self._powers(low, high, wanted)]
        step = self.options.get("dtick") or round_up((high - low) / wanted)
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        return [(k * step, self.written(k * step, step)) for k in range(first, last + 1)]

    def _powers(self, low: float, high: float, wanted: float) -> list[float]:
        step = self.options.get("dtick") or max(1, math.ceil((high - low) / wanted))
        found = [10.0**k for k in range(math.ceil(low - 1e-9), math.floor(high + 1e-9) + 1) if k % step == 0]
        if len(found) >= 3 or self.options.get("dtick"):
            return found
        decades = range(math.floor(low), math.ceil(high) + 1)
        return [m * 10.0**k for k in decades for m in (1, 2, 5) if low <= math.log10(m * 10.0**k) <= high]

    def written(self, value: float, step: float) -> str:
        """A number beside the axis, to the digits that a step of it changes."""
        if self.options.get("tickformat") == ".0%":
            return minus(f"{100 * value:.0f}%")
        if value == 0 or not isinstance(value, int | float):
            return str(value if value else 0)
        power = math.floor(math.log10(abs(value)) + 1e-9)
        if self.options.get("exponentformat") == "power" and abs(power) > 3 - (self.options.get("type") == "log"):
            part = value / 10.0**power
            return ("" if abs(part - 1) < 1e-9 else f"{part:g}×") + "10" + superscript(power)
        thousands = 3 * (power // 3)
        if thousands in _PREFIX and (power >= 4 or power < -4):
            return minus(f"{value / 10.0**thousands:g}") + _PREFIX[thousands]
        digits = max(0, -math.floor(math.log10(abs(step)) + 1e-9))
        text = f"{value:.{digits}f}"
        return minus(text.rstrip("0").rstrip(".") if digits else text)


def minus(text: str) -> str:
    """With a minus sign in place of a hyphen."""
    return text.replace("-", "−")


def round_up(step: float) -> float:
    """The next larger of 1, 2 and 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= step * (1 - 1e-9))
