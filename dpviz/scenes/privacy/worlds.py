"""Two neighbouring worlds: the outputs of both, and what each output tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, percent, plain, probability, small
from dpviz.mechanisms.noise_sweep import NoiseSweep
from dpviz.scenes.marks import heading, label, line

POINTS = 241  # outputs drawn; an even share of them on either side of the answers
REACH = 8.0  # how far the picture goes on either side, in what one person can move
LOWEST = 1e-4  # the bottom of the logarithmic picture


@dataclass(frozen=True)
class Told:
    """How a number is spoken of.

    Parameters
    ----------
    name, unit : str
    here, there : str
        The two worlds, as they stand in a sentence.
    elsewhere : bool
        Whether the person also moves a number that is published and not drawn.
    """

    name: str
    unit: str
    here: str
    there: str
    elsewhere: bool = False


def outputs_around(sweep: NoiseSweep, reach: float = REACH) -> NDArray[np.float64]:
    """The outputs each frame's picture is drawn at, shape (F, m)."""
    move = np.abs(sweep.there - sweep.here)
    middle = (sweep.here + sweep.there) / 2
    grid = np.linspace(-reach - 0.5, reach + 0.5, POINTS)
    return middle[:, None] + grid[None, :] * move[:, None]


def _reach(sweep: NoiseSweep, start: int) -> float:
    """How far to draw: far enough that Gauss's loss, which grows with the distance, is seen to pass ε."""
    if sweep.noise == "laplace":
        return REACH
    size = float(sweep.scale[start] / abs(sweep.there[start] - sweep.here[start]))
    return float(np.clip(1.3 * sweep.epsilon[start] * size**2, REACH, 10 * REACH))


def worlds_scene(
    *,
    told: Told,
    sweep: NoiseSweep,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    logarithmic: bool = False,
    code: str = "",
) -> Scene:
    """The output densities of two neighbouring tables, and the loss at each output (DP-1, LAP-2, GAU-1).

    Parameters
    ----------
    told : Told
    sweep : NoiseSweep
    axis, values, start, code
        See `Scene`.
    logarithmic : bool
        Draw the densities on a log scale, where the distance of the two curves is the loss.
    """
    outputs = outputs_around(sweep, _reach(sweep, start))
    density = sweep.densities(outputs)
    here, there = (side / sweep.peak[:, None] for side in density)
    loss = sweep.loss(outputs)
    share = np.clip(loss / sweep.epsilon[:, None], -3, 3)
    reached = np.where(np.abs(loss) >= sweep.epsilon[:, None] * (1 - 1e-9), share, np.nan)
    chance = sweep.reaches()
    largest, paid = sweep.largest_loss, sweep.delta_paid
    if logarithmic:
        here, there = np.maximum(here, LOWEST / 10), np.maximum(there, LOWEST / 10)
    vertical: dict[str, Any] = (
        {
            "type": "log",
            "range": [np.log10(LOWEST), 0.05],
            "tickvals": [1e-4, 1e-2, 1],
            "ticktext": ["10⁻⁴", "0.01", "1"],
        }
        if logarithmic
        else {"range": [0, 1.06], "tickvals": [0, 0.5, 1], "ticktext": ["0", "½", "1"]}
    )
    figure = style.figure(
        line(outputs[start], here[start], style.BLUE, told.here, fill=None if logarithmic else "tozeroy",
             fillcolor=style.FAINT_BLUE),
        line(outputs[start], there[start], style.ORANGE, told.there, dash="dash",
             fill=None if logarithmic else "tozeroy", fillcolor=style.FAINT_ORANGE),
        line(outputs[start], share[start], style.GREY, xaxis="x2", yaxis="y2"),
        line(outputs[start], reached[start], style.PURPLE, "loss reaches ε", width=6, xaxis="x2", yaxis="y2"),
        height=560,
        xaxis=style.axis("", anchor="y", range=_ends(outputs[start]), showticklabels=False),
        xaxis2=style.axis(f"the number that is published ({told.unit})", anchor="y2", range=_ends(outputs[start]),
                          nticks=7),
        yaxis=style.axis("density ÷ its peak", domain=[0.54, 1], **vertical),
        yaxis2=style.axis("loss ÷ ε", domain=[0, 0.4], range=[-1.9, 1.9],
                          tickvals=[-1, 0, 1], ticktext=["−1", "0", "1"]),
        shapes=[_promise(1.0), _promise(-1.0)],
        annotations=[
            heading("loss at each output: which world does it point to, and how strongly?", 0.41),
            label("ε", 1, style.PURPLE, yref="y2"),
            label("−ε", -1, style.PURPLE, yref="y2", anchor="top"),
        ],
    )  # fmt: skip
    motion: dict[tuple[str | int, ...], Any] = {
        ("data", 0, "y"): here,
        ("data", 1, "y"): there,
        ("data", 2, "y"): share,
        ("data", 3, "y"): reached,
    }
    if np.ptp(outputs[:, 0]) > 0 or np.ptp(outputs[:, -1]) > 0:
        motion |= {("data", k, "x"): outputs for k in range(4)}
        edges = [tuple(_ends(row)) for row in outputs]
        motion |= {("layout", "xaxis", "range"): edges, ("layout", "xaxis2", "range"): edges}
    laplace = sweep.noise == "laplace"
    return Scene(
        title=f"Two worlds that differ in one person · {told.name}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            _sentence(laplace, float(e), float(a), float(b), float(s), float(m), float(c), float(d), told)
            for e, a, b, s, m, c, d in zip(
                sweep.epsilon, sweep.here, sweep.there, sweep.scale, largest, chance, paid, strict=True
            )
        ],
        table=Table(
            columns=("published", f"density, {told.here}", f"density, {told.there}", "loss (nats)"),
            rows=tuple(_rows(x, h, t, w) for x, h, t, w in zip(outputs, *density, loss, strict=True)),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in sweep.epsilon],
            "delta": [small(float(d)) for d in sweep.delta],
            "n": [str(int(k)) for k in sweep.n],
            "sensitivity": [f"{d:.4g}" for d in sweep.sensitivity],
            "move": [f"{m:.4g}" for m in np.abs(sweep.there - sweep.here)],
            "scale": [f"{s:.4g}" for s in sweep.scale],
            "largest": [nats(float(m)) for m in largest],
            "chance": [percent(float(c)) for c in chance],
            "paid": [probability(float(d)) for d in paid],
        },
        card=_laplace_card(sweep) if laplace else _gaussian_card(sweep),
        code=code,
    )


def _laplace_card(sweep: NoiseSweep) -> Card:
    return Card(
        title="Laplace noise of scale Δ/ε keeps ε-differential privacy",
        source="LAP-1, LAP-2, DP-1",
        formula=formula(
            r"\frac{p_X(z)}{p_{X'}(z)}=e^{(|z-f(X')|-|z-f(X)|)\,/\,b}\;\le\;e^{|f(X)-f(X')|/b}\;\le\;e^{\varepsilon},"
            r"\quad b=\frac{\Delta}{\varepsilon}"
        ),
        filled=formula(
            r"b=\frac{\text{@sensitivity}}{\text{@epsilon}}=\text{@scale},\qquad\text{largest loss}="
            r"\frac{\text{@move}}{\text{@scale}}=\text{@largest}"
        ),
        rows=(
            ("ε, promised", "epsilon"),
            ("largest loss between these two tables", "largest"),
            ("chance of an output whose loss reaches ε", "chance"),
        ),
        assumptions=(
            Assumption("the noise is drawn anew for every release, and the table is fixed before it"),
            Assumption("Δ bounds what any one person can move, in any table"),
        ),
        note=f"Neighbours: {_RELATION[sweep.neighbouring]}. One source speaks of Gaussian noise here and leaves a "
        "constant out of the density; this is the corrected statement.",
    )


def _gaussian_card(sweep: NoiseSweep) -> Card:
    return Card(
        title="Gaussian noise pays a δ",
        source="GAU-1, DP-1",
        formula=formula(
            r"\delta(\varepsilon)=\Phi\!\left(\frac{\Delta}{2\sigma}-\frac{\varepsilon\sigma}{\Delta}\right)"
            r"-e^{\varepsilon}\,\Phi\!\left(-\frac{\Delta}{2\sigma}-\frac{\varepsilon\sigma}{\Delta}\right)"
        ),
        filled=formula(
            r"\Delta=\text{@sensitivity},\quad\sigma=\text{@scale},\quad\varepsilon=\text{@epsilon}\;:\quad"
            r"\delta=\text{@paid}\;\le\;\text{@delta}"
        ),
        rows=(
            ("δ, promised", "delta"),
            ("δ paid between these two tables", "paid"),
            ("chance of an output whose loss reaches ε", "chance"),
        ),
        assumptions=(
            Assumption("σ is the least for which δ(ε) is at most the δ promised"),
            Assumption("δ is far below 1/n: or the promise would allow to publish a person at random",
                       tuple(bool(d * k < 0.1) for d, k in zip(sweep.delta, sweep.n, strict=True))),
        ),
        note=f"Neighbours: {_RELATION[sweep.neighbouring]}. No finite ε bounds the loss of Gaussian noise: it grows "
        "with the distance. What lies beyond ε is rare, and δ says how rare. The well-known formula "
        "σ = √(2 ln(1.25/δ)) Δ/ε is proved only for ε below 1; the exact curve needs no such condition.",
    )  # fmt: skip


_RELATION = {"replace": "one person is replaced by another, n is public",
             "add_remove": "one person is added or removed"}  # fmt: skip


def _sentence(
    laplace: bool,
    epsilon: float,
    here: float,
    there: float,
    scale: float,
    largest: float,
    chance: float,
    paid: float,
    told: Told,
) -> str:
    said = f"The true answer is {here:,.4g} {told.unit}; with one person changed it is {there:,.4g}. "
    if not laplace:
        return said + (
            f"With ε = {nats(epsilon)} Gauss's noise has σ = {scale:.3g}. The chance of an output whose loss "
            f"reaches ε is {percent(chance)}; the δ paid for it is {probability(paid)}."
        )
    said += f"With ε = {nats(epsilon)} the noise has scale {scale:.3g}. "
    if chance == 0:
        return said + (
            f"No output of these two tables tells more than {nats(largest)} nats, "
            f"{percent(largest / epsilon)} of what ε allows"
            + (": the rest is for the bin that the person moves to." if told.elsewhere else ".")
        )
    return said + (
        f"In {percent(chance)} of all releases the loss is at its limit ε: such an output is "
        f"{_times(np.exp(epsilon))} as likely in one world as in the other, and never more."
    )


def _times(ratio: float) -> str:
    return f"{ratio:.3g} times" if ratio < 1e6 else f"{ratio:.1e} times"


def _rows(x: Any, here: Any, there: Any, loss: Any) -> tuple[tuple[str, ...], ...]:
    picked = np.linspace(0, len(x) - 1, 9).astype(int)
    return tuple((f"{x[i]:,.4g}", f"{here[i]:.3g}", f"{there[i]:.3g}", f"{loss[i]:.4g}") for i in picked)


def _ends(row: NDArray[np.float64]) -> list[float]:
    return [float(row[0]), float(row[-1])]


def _promise(level: float) -> dict[str, Any]:
    return {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "yref": "y2", "y0": level, "y1": level,
            "line": {"color": style.PURPLE, "width": 2, "dash": "dot"}}  # fmt: skip
