"""Records that theory asks for, for all marginals of an order: against l, or against d."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Path, Scene, Table
from dpviz.draw.words import percent, plain, small
from dpviz.queries.size_sweep import WAYS, SizeSweep
from dpviz.scenes.marks import line

Floats = NDArray[np.float64]

LOOKS = {
    "laplace_naive": ("Laplace, naive", style.ORANGE, "dash", 3),
    "laplace_exact": ("Laplace, exact", style.ORANGE, "solid", 3),
    "gaussian_naive": ("Gaussian, naive", style.PURPLE, "dash", 3),
    "gaussian_exact": ("Gaussian, exact", style.PURPLE, "solid", 3),
    "slide": ("weights, slide’s L", style.GREEN, "dash", 2),
    "tight": ("weights, tight L", style.GREEN, "solid", 4),
    "slide_delta": ("weights with δ, slide’s L", style.BLUE, "dash", 2),
    "tight_delta": ("weights with δ, tight L", style.BLUE, "solid", 4),
}


def many(count: float) -> str:
    """A number of records; past a billion in powers of ten."""
    if count < 1e9:
        return f"{math.ceil(count):,}"
    mantissa, power = f"{count:.1e}".split("e+")
    return f"{mantissa} × 10{raised(int(power))}"


def raised(power: int) -> str:
    """A whole number as an exponent."""
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(power))


def sizes_scene(
    *,
    lines: Floats,
    now: SizeSweep,
    grid: NDArray[np.int64],
    here: NDArray[np.int64],
    against: str,
    alpha: Floats,
    epsilon: Floats,
    beta: float,
    delta: float,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """Records needed, by noise on every answer and by weights (QR-4, QR-5, PMW-10).

    Parameters
    ----------
    lines : ndarray of shape (F or 1, 8, G)
        One line a way, at each value of the grid; the same in every frame where the first axis has length 1.
    now : SizeSweep
        At each frame.
    grid : ndarray of shape (G,)
        Values of l or d.
    here : ndarray of shape (F,)
        Where the frame stands on it.
    against : {"l", "d"}
    alpha, epsilon : ndarray of shape (F,)
    beta, delta : float
    axis, values, start, code
        See `Scene`.
    """
    low = math.floor(math.log10(lines.min()))
    high = min(math.ceil(math.log10(lines.max())), low + 14)
    where = np.repeat(np.asarray(here, dtype=float)[:, None], 2, axis=1)
    first = start if len(lines) > 1 else 0
    figure = style.figure(
        *(
            line(grid, lines[first, at], colour, name, dash=dash, width=width)
            for at, (name, colour, dash, width) in enumerate(LOOKS.values())
        ),
        line(where[start], [10.0**low, 10.0**high], style.INK, width=2, dash="dot"),
        height=560,
        margin={"l": 70, "r": 16, "t": 130, "b": 56},
        xaxis=style.axis(
            "attributes l in a query" if against == "l" else "attributes d",
            range=[float(grid[0]) - 0.3, float(grid[-1]) + 0.3],
        ),
        yaxis=style.axis("records n", type="log", range=[low, high], dtick=2, exponentformat="power"),
    )
    moving: dict[Path, Any] = {("data", len(WAYS), "x"): where}
    if len(lines) > 1:
        moving |= {("data", at, "y"): lines[:, at] for at in range(len(WAYS))}
    n = {name: now.sizes[at] for at, name in enumerate(WAYS)}
    frames = range(len(values))
    return Scene(
        title=f"Records for all marginals · against {against}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=moving,
        sentences=[_sentence(now, n, f, float(alpha[f]), float(epsilon[f])) for f in frames],
        table=Table(
            columns=("", "records needed"),
            rows=tuple(
                tuple((look[0], many(n[name][f])) for name, look in LOOKS.items()) for f in frames
            ),
        ),
        slots={
            "d": [str(int(v)) for v in now.bits],
            "l": [str(int(v)) for v in now.order],
            "k": [many(float(v)) for v in now.num_queries],
            "alpha": [plain(float(v)) for v in alpha],
            "epsilon": [plain(float(v)) for v in epsilon],
            "weights": [many(v) for v in n["tight"]],
            "weights_delta": [many(v) for v in n["tight_delta"]],
            "laplace": [many(v) for v in n["laplace_exact"]],
            "gaussian": [many(v) for v in n["gaussian_exact"]],
            "pure": [_ratio(n["laplace_naive"][f], n["laplace_exact"][f], n["tight"][f]) for f in frames],
            "slack": [
                _ratio(n["gaussian_naive"][f], n["gaussian_exact"][f], n["tight_delta"][f]) for f in frames
            ],
        },
        card=Card(
            title="Enough records for an error of α in every answer",
            source="QR-3, QR-4, QR-5, PMW-8, PMW-10",
            formula=formula(
                r"\text{weights: }\frac{16L\ln(4kL/\beta)}{\varepsilon\alpha},\;L=\frac{8\ln|U|}{\alpha^{2}}\qquad"
                r"\text{Laplace: }\frac{2\binom{d}{l}\ln(k/\beta)}{\varepsilon\alpha}"
            ),
            filled=formula(
                r"k=\text{@k}:\quad\text{weights }\text{@weights}\;,\quad\text{Laplace }\text{@laplace}"
            ),
            rows=(
                ("weights, ε alone", "weights"),
                ("Laplace noise over that: naive, exact", "pure"),
                ("weights with δ", "weights_delta"),
                ("Gaussian noise over that: naive, exact", "slack"),
            ),
            assumptions=(
                Assumption("n is public: one person is replaced"),
                Assumption(f"β = {beta:g}; δ = {small(delta)} where there is one"),
            ),
            note="Naive: the sensitivity is counted as k (or √k), as if one person could move every answer. Exact: "
            "2C(d, l) (or its root), since a record says yes to one query of each set. The constants of the "
            "weights are reconstructed; σ is the least of the exact curve.",
        ),
        code=code,
    )  # fmt: skip


def _ratio(naive: float, exact: float, ours: float) -> str:
    return f"{_times(naive / ours)} and {_times(exact / ours)} times"


def _times(ratio: float) -> str:
    if ratio >= 1e9:
        return many(ratio)
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2g}"


def _sentence(now: SizeSweep, n: dict[str, Floats], f: int, alpha: float, epsilon: float) -> str:
    said = (
        f"{many(float(now.num_queries[f]))} queries over 2{raised(int(now.bits[f]))} cells, error {percent(alpha)}, "
        f"ε = {epsilon:g}. "
    )
    for ours, rival, name, word in (
        ("tight", "laplace", "Laplace", "The weights need"),
        ("tight_delta", "gaussian", "Gaussian", "With δ they need"),
    ):
        mine, naive, exact = (float(n[key][f]) for key in (ours, f"{rival}_naive", f"{rival}_exact"))
        if mine < exact:
            said += (
                f"{word} {many(mine)} records and beat {name} noise ({many(exact)}), even fitted exactly. "
            )
        elif mine < naive:
            said += (
                f"{word} {many(mine)} records: fewer than {name} noise by counting ({many(naive)}), but "
                f"{_times(mine / exact)} times as many as {name} noise fitted exactly ({many(exact)}). "
            )
        else:
            said += (
                f"{word} {many(mine)} records, {_times(mine / exact)} times as many as {name} noise "
                f"({many(exact)}). "
            )
    return said.strip()
