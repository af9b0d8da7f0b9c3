"""Errors measured and promised: weights beside Laplace and Gaussian noise, along any axis."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import plain, small
from dpviz.queries.error_sweep import MECHANISMS, ErrorSweep
from dpviz.scenes.marks import heading, line

Floats = NDArray[np.float64]

LOOKS = {
    "laplace_naive": ("Laplace, naive", style.ORANGE, "dash", "circle-open"),
    "laplace_exact": ("Laplace, exact", style.ORANGE, "solid", "circle"),
    "gaussian_naive": ("Gaussian, naive", style.PURPLE, "dash", "square-open"),
    "gaussian_exact": ("Gaussian, exact", style.PURPLE, "solid", "square"),
    "practical": ("weights, in practice", style.BLUE, "solid", "diamond"),
    "theorem": ("weights, the theorem’s run", style.GREEN, "solid", "triangle-up"),
}
FLOOR = 1e-4  # errors below are never drawn
TOP = 1.25
ORDER = [1, 3, 4, 5, 0, 2]  # of the legend: what is fair to compare first


@dataclass(frozen=True)
class Asked:
    """What is compared, in words.

    Parameters
    ----------
    title : str
        Of the table and its queries.
    ticks : mapping
        The x axis: its title, ``"log"`` or ``"linear"``, tick values and texts.
    people : str
        What the records are of.
    note : str
        What to know about this table, for the card.
    """

    title: str
    ticks: dict[str, Any]
    people: str
    note: str


def error_text(value: float) -> str:
    """An error of a query, as a fraction."""
    if math.isnan(value):
        return "–"
    return f"{value:.3f}" if value >= 0.01 else f"{value:.2g}"


def errors_scene(
    *,
    found: ErrorSweep,
    asked: Asked,
    rounds: NDArray[np.int64],
    delta: float,
    beta: float,
    seed: int,
    axis: str,
    values: Floats,
    start: int,
    slots: Mapping[str, Sequence[str]] | None = None,
    code: str = "",
) -> Scene:
    """The largest error of six mechanisms: measured, and what theory promises (QR-4, QR-5, PMW-9).

    Parameters
    ----------
    found : ErrorSweep
        One table a frame.
    asked : Asked
    rounds : ndarray of shape (F,)
        T of practical mode.
    delta, beta : float
    seed : int
    slots : mapping, optional
        What the code needs besides.
    axis, values, start, code
        See `Scene`.
    """
    # By what the first stage knows already, so that the axis does not jump while the weights come in.
    floor = max(FLOOR, 10.0 ** math.floor(math.log10(max(float(np.nanmin(found.mean[:4])), FLOOR))))
    traces = []
    for at in ORDER:
        name, colour, dash, symbol = LOOKS[MECHANISMS[at]]
        half = np.nan_to_num(found.mean[at] - found.low[at])
        traces.append(
            {"type": "scatter", "mode": "lines+markers", "x": values, "y": _drawn(found.mean[at]), "name": name,
             "hoverinfo": "skip", "line": {"color": colour, "width": 3, "dash": dash},
             "marker": {"color": colour, "size": 9, "symbol": symbol},
             "error_y": {"type": "data", "array": half, "arrayminus": np.minimum(half, found.mean[at] * 0.9),
                         "symmetric": False, "color": colour, "thickness": 2, "width": 5}}
        )  # fmt: skip
    traces.append(line(values, _drawn(found.uniform), style.GREY, "knowing nothing", dash="dot", width=2))
    for at in ORDER:
        if at == MECHANISMS.index("practical"):
            continue
        _, colour, dash, _ = LOOKS[MECHANISMS[at]]
        traces.append(
            line(values, _drawn(found.promised[at], cut=False), colour, dash=dash, width=3, yaxis="y2")
        )
    where = np.repeat(np.asarray(values)[:, None], 2, axis=1)
    here = len(traces)
    traces += [
        line(where[start], [floor, TOP], style.INK, width=2, dash="dot"),
        line(where[start], [floor, 100], style.INK, width=2, dash="dot", yaxis="y2"),
    ]
    marks = {"tickvals": [1e-4, 1e-3, 0.01, 0.1, 1], "ticktext": ["0.0001", "0.001", "0.01", "0.1", "1"]}
    figure = style.figure(
        *traces,
        height=760,
        margin={"l": 70, "r": 16, "t": 130, "b": 56},
        xaxis=style.axis(anchor="y2", **asked.ticks),
        yaxis=style.axis("largest error", type="log", domain=[0.5, 1], range=[math.log10(floor), math.log10(TOP)],
                         **marks),
        yaxis2=style.axis("largest error", type="log", domain=[0, 0.4], range=[math.log10(floor), math.log10(TOP)],
                          **marks),
        annotations=[
            heading("measured", 1.005),
            heading(f"promised, with probability {100 * (1 - beta):g} %", 0.41),
        ],
    )  # fmt: skip
    figure["layout"]["legend"] |= {"y": 1.05}
    frames = range(len(values))
    best = MECHANISMS.index("practical")
    return Scene(
        title=asked.title,
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={("data", here, "x"): where, ("data", here + 1, "x"): where},
        sentences=[sentence(found, f, people=asked.people, rounds=int(rounds[f])) for f in frames],
        table=Table(
            columns=("", "largest error, measured", "promised", "mean error, measured"),
            rows=tuple(_rows(found, f) for f in frames),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in found.epsilon],
            "n": [str(int(n)) for n in found.n],
            "people": [f"{int(n):,}" for n in found.n],
            "k": [str(int(k)) for k in found.num_queries],
            "universe": [str(int(u)) for u in found.universe],
            "rounds": [str(int(t)) for t in rounds],
            "seed": [str(seed)],
            "repetitions": [str(max(int(found.repetitions[best]), 1))],
            "laplace": [error_text(v) for v in found.promised[1]],
            "gaussian": [error_text(v) for v in found.promised[3]],
            "alpha": [error_text(v) for v in found.alpha],
            "theorem": [_promise(found, f) for f in frames],
            "laplace_true": [measured(found, 1, f) for f in frames],
            "gaussian_true": [measured(found, 3, f) for f in frames],
            "practical_true": [measured(found, best, f) for f in frames],
            "theorem_true": [_theorem(found, f) for f in frames],
            "ratios": [_naive(found, f) for f in frames],
            **(slots or {}),
        },
        card=Card(
            title="What each promises from n records",
            source="QR-4, QR-5, PMW-9",
            formula=formula(
                r"\frac{\Delta_1\ln(k/\beta)}{\varepsilon n}\qquad\frac{\Delta_2\,\sigma\sqrt{2\ln(2k/\beta)}}{n}"
                r"\qquad 4\alpha:\;n\ge\frac{2\ln(2|Q|L/\beta)}{\varepsilon_0\,\alpha}"
            ),
            filled=formula(
                r"\text{Laplace: }\text{@laplace}\qquad\text{Gaussian: }\text{@gaussian}"
                r"\qquad\text{weights: }\text{@theorem}"
            ),
            rows=(
                ("Laplace, exact: measured", "laplace_true"),
                ("Gaussian, exact: measured", "gaussian_true"),
                ("weights in practice: measured (nothing is promised)", "practical_true"),
                ("weights, the theorem’s run: measured", "theorem_true"),
                ("sensitivity by counting queries, over the exact one", "ratios"),
            ),
            assumptions=(
                Assumption("n is public: one person is replaced"),
                Assumption("n is enough for the theorem to promise an error below 1",
                           tuple(bool(v) for v in ~np.isnan(found.alpha))),
                Assumption("the weights in practice do better than knowing nothing",
                           tuple(not found.mean[best, f] >= found.uniform[f] for f in frames)),
            ),
            note=f"{asked.note} Gaussian noise and the theorem’s run have δ = {small(delta)}; Laplace noise and the "
            "weights in practice need none. σ is the least of the exact curve. Every noisy answer is cut to "
            "[0, 1]. The theorem’s constants are reconstructed.",
        ),
        code=code,
    )  # fmt: skip


def _drawn(values: Floats, *, cut: bool = True) -> Floats:
    """What has a place on a logarithmic axis; past its ends nothing is drawn."""
    shown = np.where(values >= FLOOR, values, np.nan)
    return np.minimum(shown, 1.0) if cut else np.where(shown <= TOP * 40, shown, np.nan)


def measured(found: ErrorSweep, at: int, f: int) -> str:
    """A measured error and two standard errors."""
    value = float(found.mean[at, f])
    if math.isnan(value):
        return "not yet" if found.repetitions[at] == 0 else "–"
    if found.repetitions[at] < 2:
        return error_text(value)
    half = float(found.mean[at, f] - found.low[at, f])
    return f"{error_text(value)} ± {half:.1g}"


def _promise(found: ErrorSweep, f: int) -> str:
    return "nothing" if math.isnan(found.alpha[f]) else error_text(float(found.promised[-1, f]))


def _theorem(found: ErrorSweep, f: int) -> str:
    return "not run" if math.isnan(found.alpha[f]) else measured(found, -1, f)


def _naive(found: ErrorSweep, f: int) -> str:
    l1 = found.promised[0, f] / found.promised[1, f]
    l2 = found.promised[2, f] / found.promised[3, f]
    return f"{l1:.3g} times (Laplace), {l2:.3g} times (Gaussian)"


def _rows(found: ErrorSweep, f: int) -> tuple[tuple[str, ...], ...]:
    rows = []
    for at in ORDER:
        name = MECHANISMS[at]
        last = name == "theorem"
        promise = "none" if name == "practical" else error_text(float(found.promised[at, f]))
        rows.append(
            (
                LOOKS[name][0],
                _theorem(found, f) if last else measured(found, at, f),
                _promise(found, f) if last else promise,
                error_text(float(found.average[at, f])),
            )
        )
    return (
        *rows,
        ("knowing nothing (the uniform distribution)", error_text(float(found.uniform[f])), "", ""),
    )


def sentence(found: ErrorSweep, f: int, *, people: str, rounds: int) -> str:
    """Who wins here, and by how much."""
    at = {name: float(found.mean[MECHANISMS.index(name), f]) for name in MECHANISMS}
    k, n = int(found.num_queries[f]), int(found.n[f])
    said = f"{k:,} queries to {n:,} {people}, ε = {found.epsilon[f]:g}: "
    ours = at["practical"]
    if math.isnan(ours):
        return f"{said}the weights are being measured."
    turns = "1 round" if rounds == 1 else f"{rounds} rounds"
    said += f"the largest error of the weights in practice ({turns}) is {measured(found, 4, f)}. "
    if ours >= found.uniform[f]:
        said += f"Knowing nothing gives {error_text(float(found.uniform[f]))}: they are no use here. "
    said += " ".join(
        _verdict(ours, at[name], word)
        for name, word in (("laplace_exact", "Laplace noise"), ("gaussian_exact", "Gaussian noise"))
    )
    if math.isnan(found.alpha[f]):
        return f"{said} The theorem promises nothing below {int(found.needed[f]):,} people."
    return (
        f"{said} The theorem’s run promises {error_text(float(found.promised[-1, f]))} and reaches "
        f"{error_text(at['theorem'])}."
    )


def _verdict(ours: float, rival: float, word: str) -> str:
    ratio = rival / ours
    if 0.95 < ratio < 1.05:
        return f"{word} does as well."
    if ratio > 1:
        return f"They beat {word} ({error_text(rival)}) {_times(ratio)}."
    return f"They lose to {word} ({error_text(rival)}) {_times(1 / ratio)}."


def _times(ratio: float) -> str:
    return f"{ratio:.2g} times over" if ratio < 100 else f"{ratio:,.0f} times over"


def ticks(title: str, values: Sequence[float], *, log: bool) -> dict[str, Any]:
    """The x axis of values that a slider stops at."""
    low, high = float(values[0]), float(values[-1])
    if not log:
        shown = values if len(values) < 20 else values[::5]
        return {"title": title, "range": [low - 0.3, high + 0.3], "tickvals": list(shown)}
    a, b = math.log10(low), math.log10(high)
    pad = 0.03 * (b - a)
    shown = list(values)
    if len(shown) > 6:  # a phone has no room for more
        shown = shown[::-1][::2][::-1]
    return {
        "title": title,
        "type": "log",
        "range": [a - pad, b + pad],
        "tickvals": shown,
        "ticktext": [_tick(v) for v in shown],
    }


def _tick(value: float) -> str:
    if value >= 1e6:
        return f"{value / 1e6:g} M"
    return f"{value / 1000:g} k" if value >= 10_000 else f"{value:g}"
