"""A comparison as a row, and rows as a table. Small is good: a ratio is always ours divided by theirs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass

WIDE = 60  # characters of the first column


@dataclass(frozen=True, kw_only=True)
class Row:
    """One thing measured, ours beside theirs.

    Parameters
    ----------
    what : str
        What was measured, and who they are.
    ours, theirs : float or None
        In `unit`; None if it was not measured.
    unit : str
    most : float, optional
        The target: ours at most this.
    most_ratio : float, optional
        The target: ours / theirs at most this. With both, both must be reached.
    why : str
        Why the target is missed; shown only then.
    note : str
        Shown always.
    """

    what: str
    ours: float | None
    theirs: float | None
    unit: str
    most: float | None = None
    most_ratio: float | None = None
    why: str = ""
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Ours divided by theirs."""
        if self.ours is None or not self.theirs:
            return None
        return self.ours / self.theirs

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None without a target, or if what it needs was not measured."""
        verdicts = []
        for value, most in ((self.ours, self.most), (self.ratio, self.most_ratio)):
            if most is not None:
                verdicts.append(None if value is None else value <= most)
        if False in verdicts:
            return False
        return None if None in verdicts or not verdicts else True

    @property
    def target(self) -> str:
        """The target in words."""
        parts = [f"≤ {quantity(self.most, self.unit)}"] if self.most is not None else []
        if self.most_ratio is not None:
            parts.append(f"ratio ≤ {self.most_ratio:g}")
        return ", ".join(parts)

    @property
    def verdict(self) -> str:
        """One word about the target; empty without one."""
        if not self.target:
            return ""
        return {True: "met", False: "MISSED", None: "not measured"}[self.met]


def quantity(value: float | None, unit: str) -> str:
    """A number with its unit, in three digits or so."""
    if value is None:
        return "–"
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    text = f"{value:.{digits}f}"
    return f"{text.rstrip('0').rstrip('.') if digits else text} {unit}"


def render(rows: Iterable[Row]) -> str:
    """The table as text: a line a row, a reason under each target that is missed."""
    lines: list[tuple[str, ...] | str] = [("what", "ours", "theirs", "ratio", "target", "")]
    for row in rows:
        first, *more = textwrap.wrap(row.what, WIDE)
        ratio = "–" if row.ratio is None else f"{row.ratio:.3g}"
        ours, theirs = quantity(row.ours, row.unit), quantity(row.theirs, row.unit)
        lines.append((first, ours, theirs, ratio, row.target, row.verdict))
        lines += ["  " + line for line in more]
        lines += [f"    why: {row.why}"] if row.met is False and row.why else []
        lines += [f"    {row.note}"] if row.note else []
    cells = [line for line in lines if isinstance(line, tuple)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(cells[0]))]
    text = []
    for line in lines:
        if isinstance(line, str):
            text.append(line)
            continue
        numbers = [cell.rjust(width) for cell, width in zip(line[1:4], widths[1:4], strict=True)]
        padded = [line[0].ljust(widths[0]), *numbers, line[4].ljust(widths[4]), line[5]]
        text.append("  ".join(padded).rstrip())
    text.insert(1, "─" * max(len(line) for line in text[:1]))
    return "\n".join(text)
