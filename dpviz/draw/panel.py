"""Panels: marks on a pair of axes; a few of them make a figure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from dpviz.draw import style
from dpviz.draw.marks import Mark, heading
from dpviz.draw.moving import Moving

#: In pixels: the numbers of an axis (a line of them), its title, a heading, and what is free between two panels.
NUMBERS, TITLE, HEADING, AIR = 20, 26, 24, 10
#: In pixels: what is free above a figure without a legend, for what stands at the top of its first panel.
TOP = 20
#: In pixels: a figure of one panel, and of several.
ONE, SEVERAL = 440, 520
#: In pixels: a letter, of words that stand upright.
LETTER = 11
#: Letters of an axis's words that have no room beside each other on a phone: there they stand upright.
CROWDED = 40


@dataclass(frozen=True)
class Panel:
    """Marks on a pair of axes, a heading above them, and what of the height and of the width they take."""

    marks: tuple[Mark, ...]
    x: dict[str, Any]
    y: dict[str, Any]
    heading: str | Moving
    share: float
    across: tuple[float, float] | None

    @property
    def below(self) -> float:
        """Pixels that its horizontal axis takes below it."""
        if not self.x.get("visible", True):
            return 0
        words = [str(word) for word in self.x.get("ticktext", [""])] if self.x.get("showticklabels", True) else []
        title = str(self.x.get("title", {}).get("text", ""))
        lines = max((1 + word.count("<br>") for word in words), default=0) + (sum(map(len, words)) > CROWDED)
        if self.x.get("tickangle"):
            lines = -(-LETTER * max(map(len, words)) // NUMBERS)
        return NUMBERS * (lines + title.count("<br>")) + TITLE * bool(title)


def axis(title: str, low: float | None = None, high: float | None = None, **options: Any) -> dict[str, Any]:
    """A quiet axis from `low` to `high`, with a faint grid and no zooming by accident; `options` are plotly's."""
    return {
        "title": {"text": title, "standoff": 8, "font": {"size": 15}},
        "gridcolor": style.GRID,
        "linecolor": style.GRID,
        "zeroline": False,
        "automargin": True,
        "fixedrange": True,
        **({} if low is None else {"range": [low, high]}),
        **options,
    }


def panel(
    *marks: Mark,
    x: str | dict[str, Any],
    y: str | dict[str, Any],
    heading: str | Moving = "",
    share: float = 1,
    across: tuple[float, float] | None = None,
) -> Panel:
    """Put marks on a pair of axes.

    Parameters
    ----------
    *marks : dict
        From back to front.
    x, y : str or dict
        An axis' title, or the axis itself (`axis`).
    heading : str or Moving
        Words above the panel, where there are several.
    share : float
        How high it is, beside the others of the figure.
    across : tuple of float, optional
        What part of the width it takes, from 0 (left) to 1; all by default. One that begins where the panel before it
        ends, or later, stands beside that.

    Returns
    -------
    Panel
    """
    below, up = (axis(one) if isinstance(one, str) else one for one in (x, y))
    return Panel(marks, below, up, heading, share, across)


def figure(panels: tuple[Panel, ...], *, height: int | None = None, **layout: Any) -> dict[str, Any]:
    """A figure of panels, the first one on top."""
    height, legend = height or (ONE if len(panels) == 1 else SEVERAL), _has_legend(panels, layout)
    foot = AIR + max(one.below for one in _rows(panels)[-1])
    room = {"bottom": min(style.BOTTOM, foot)} | ({} if legend else {"top": HEADING + 8 if panels[0].heading else TOP})
    made = style.layout(height, **{"margin": style.margin(**room), **layout})
    data: list[Mark] = []
    words = list(made.get("annotations", ()))
    inside = height - made["margin"]["t"] - made["margin"]["b"]
    spans = _spans(panels, inside, legend)
    for number, (one, (low, high)) in enumerate(zip(panels, spans, strict=True)):
        k = str(number + 1) if number else ""
        x, y = dict(one.x), dict(one.y)
        if len(panels) > 1:
            x.setdefault("anchor", f"y{k}")
            y.setdefault("domain", [low, high])
            if one.across:
                x.setdefault("domain", list(one.across))
            if number:
                y.setdefault("anchor", f"x{k}")
        made |= {f"xaxis{k}": x, f"yaxis{k}": y}
        data += [{**mark, "xaxis": f"x{k}", "yaxis": f"y{k}"} if number else mark for mark in one.marks]
        if one.heading:
            left = one.across[0] if one.across else 0
            words.append({**heading(one.heading, round(high + 4 / inside, 10)), "x": left})
    if words:
        made["annotations"] = words
    return {"data": data, "layout": made}


def _rows(panels: Iterable[Panel]) -> list[list[Panel]]:
    """Panels that stand side by side, the highest ones first."""
    rows: list[list[Panel]] = []
    for one in panels:
        beside = rows and one.across and rows[-1][-1].across and one.across[0] >= rows[-1][-1].across[1]
        rows[-1].append(one) if beside else rows.append([one])
    return rows


def _spans(panels: Sequence[Panel], inside: float, legend: bool) -> list[tuple[float, float]]:
    """What part of the height each panel takes, from 0 (foot) to 1, with room for what is written between them.

    `inside` are the pixels between the figure's margins; a legend stands above the first panel.
    """
    rows = _rows(panels)
    above = [HEADING * any(bool(one.heading) for one in row) for row in rows]
    gaps: list[float] = [above[0] * legend]
    gaps += [AIR + max(one.below for one in row) + word for row, word in zip(rows[:-1], above[1:], strict=True)]
    heights = [max(one.share for one in row) for row in rows]
    each = (inside - sum(gaps)) / sum(heights)
    spans, top = [], inside
    for row, gap, share in zip(rows, gaps, heights, strict=True):
        high = top - gap
        top = high - each * share
        spans += [(round(max(top, 0) / inside, 4), round(high / inside, 4))] * len(row)
    return spans


def _has_legend(panels: Iterable[Panel], layout: dict[str, Any]) -> bool:
    marks = [mark for one in panels for mark in one.marks]
    named = any(mark.get("name") and mark.get("showlegend", True) for mark in marks)
    return len(marks) > 1 and named and bool(layout.get("showlegend", True))
