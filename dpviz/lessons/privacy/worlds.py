"""Two neighbouring worlds: the outputs of both, and what each output tells (DP-1, LAP-2, GAU-1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, grid, moving, num, panel, varying, where
from dpviz.draw.marks import heading, label
from dpviz.draw.scene import Card
from dpviz.draw.style import BLUE, FAINT_BLUE, FAINT_ORANGE, GREY, ORANGE, PURPLE
from dpviz.lessons import common
from dpviz.lessons.kinds import Choice
from dpviz.lessons.privacy.shared import (
    HERE,
    MARGIN,
    NOISES,
    THERE,
    TITLES,
    Noisy,
    asked,
    neighbouring,
    noisy,
    question,
    relations,
)
from dpviz.lessons.questions import Mistake, NumericQuestion, State
from dpviz.lessons.section import At, Section
from dpviz.mechanisms import LaplaceMechanism

REACH = 8.0  # how far the picture goes on either side, in what one person can move
LOWEST = 1e-4  # the bottom of the logarithmic picture
SCALES: dict[str, dict[str, Any]] = {
    "linear": {"range": [0, 1.06], "tickvals": [0, 0.5, 1], "ticktext": ["0", "½", "1"]},
    "log": {"type": "log", "range": [np.log10(LOWEST), 0.05], "tickvals": [1e-4, 1e-2, 1],
            "ticktext": ["10⁻⁴", "0.01", "1"]},
}  # fmt: skip
RELATION = {"replace": "one person is replaced by another, n is public", "add_remove": "one person is added or removed"}

noise = Choice("laplace", options=NOISES, label="Noise")
scale = Choice("linear", options={"linear": "linear", "log": "logarithmic"}, label="Scale of the densities")
epsilon = common.epsilon()
delta = common.delta(label="δ, only for Gauss")
n = common.people()


def told(mechanism: Any, worlds: Any) -> Any:
    outputs = worlds.here + mechanism.scale * np.linspace(-3, 3, 7)
    densities = worlds.densities(outputs)
    losses = worlds.loss(outputs)
    return densities, losses


def reached(worlds: Any, epsilon: Any) -> Any:
    largest, paid = worlds.worst_loss, worlds.delta(epsilon)
    close = epsilon * (1 - 1e-12)  # a loss of exactly ε counts, whatever its last digit
    chance = worlds.loss_tail(close) + 1 - worlds.loss_tail(-close)
    return largest, paid, chance


def draw(at: At) -> Picture:
    made, pure, logarithmic = noisy(at), at.noise == "laplace", at.scale == "log"
    unit = made.statistic.unit
    outputs = made.around(_reach(made, at.start, pure))
    density, loss = made.worlds.densities(outputs), np.asarray(made.worlds.loss(outputs))
    peak = made.worlds.densities(made.here[:, None])[0]
    curves = [np.maximum(side / peak, LOWEST / 10) if logarithmic else side / peak for side in density]
    share = np.clip(loss / at.epsilon[:, None], -3, 3)
    limit = np.where(np.abs(loss) >= at.epsilon[:, None] * (1 - 1e-9), share, np.nan)
    largest, paid, chance = (value[:, 0] for value in reached(made.worlds, at.epsilon[:, None]))
    x, ends, fill = varying(outputs), varying(outputs[:, [0, -1]]), None if logarithmic else "tozeroy"
    picked = np.linspace(0, outputs.shape[1] - 1, 9).astype(int)
    published = f"the number that is published ({unit})"
    promise = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "yref": "y2",
               "line": {"color": PURPLE, "width": 2, "dash": "dot"}}  # fmt: skip
    elsewhere = made.statistic.kind == "bin" and at.neighbouring == "replace"
    return Picture(
        panel(
            curve(x, moving(curves[0]), BLUE, HERE, fill=fill, fillcolor=FAINT_BLUE),
            curve(x, moving(curves[1]), ORANGE, THERE, dash="dash", fill=fill, fillcolor=FAINT_ORANGE),
            x=axis("", range=ends, showticklabels=False), y=axis("density ÷ its peak", **SCALES[at.scale]),
            span=(0.54, 1),
        ),
        panel(
            curve(x, moving(share), GREY),
            curve(x, moving(limit), PURPLE, "loss reaches ε", width=6),
            x=axis(published, range=ends, nticks=7),
            y=axis("loss ÷ ε", -1.9, 1.9, tickvals=[-1, 0, 1], ticktext=["−1", "0", "1"]),
            span=(0, 0.4),
        ),
        shapes=[{**promise, "y0": level, "y1": level} for level in (1.0, -1.0)],
        annotations=[
            heading("loss: which world each output points to", 0.41),
            label("ε", 1, PURPLE, yref="y2"),
            label("−ε", -1, PURPLE, yref="y2", anchor="top"),
        ],
        title=f"Two worlds that differ in one person · {TITLES[at.question]}",
        height=560,
        margin=MARGIN,
        values={
            "here": made.here,
            "there": made.there,
            "delta": num(made.delta, "small"),
            "sensitivity": num(made.sensitivity, ".4g"),
            "move": num(made.move, ".4g"),
            "scale": num(made.scale, ".4g"),
            "largest": num(largest, "nats"),
            "part": largest / at.epsilon,
            "chance": num(chance, "percent"),
            "paid": num(paid, "probability"),
            "ratio": num(np.exp(at.epsilon), lambda e: f"{e:.3g} times" if e < 1e6 else f"{e:.1e} times"),
        },
        sentence=[
            f"The true answer is {{here:,.4g}} {unit}; with one person changed it is {{there:,.4g}}. ",
            where(
                pure,
                "With ε = {epsilon:nats} the noise has scale {scale:.3g}. ",
                "With ε = {epsilon:nats} Gauss's noise has σ = {scale:.3g}. The chance of an output whose loss reaches "
                "ε is {chance:percent}; the δ paid for it is {paid:probability}.",
            ),
            where(
                pure & (chance == 0),
                "No output of these two tables tells more than {largest:nats} nats, {part:percent} of what ε allows"
                + (": the rest is for the bin that the person moves to." if elsewhere else "."),
            ),
            where(
                pure & (chance > 0),
                "In {chance:percent} of all releases the loss is at its limit ε: such an output is {ratio} as likely "
                "in one world as in the other, and never more.",
            ),
        ],
        table=grid(
            ("published", moving(outputs[:, picked]), ",.4g"),
            (f"density, {HERE}", moving(density[0][:, picked]), ".3g"),
            (f"density, {THERE}", moving(density[1][:, picked]), ".3g"),
            ("loss (nats)", moving(loss[:, picked]), ".4g"),
        ),
        card=_laplace(at) if pure else _gaussian(at),
        code=(*made.code, told, reached),
    )  # fmt: skip


def _reach(made: Noisy, start: int, pure: bool) -> float:
    """How far to draw: far enough that Gauss's loss, which grows with the distance, is seen to pass ε."""
    if pure:
        return REACH
    size = made.scale[start] / made.move[start]
    return float(np.clip(1.3 * made.epsilon[start] * size**2, REACH, 10 * REACH))


def _laplace(at: At) -> Card:
    return card(
        "Laplace noise of scale Δ/ε keeps ε-differential privacy",
        "LAP-1, LAP-2, DP-1",
        r"\frac{p_X(z)}{p_{X'}(z)}=e^{(|z-f(X')|-|z-f(X)|)\,/\,b}\;\le\;e^{|f(X)-f(X')|/b}\;\le\;e^{\varepsilon},"
        r"\quad b=\frac{\Delta}{\varepsilon}",
        r"b=\frac{@sensitivity}{@epsilon}=@scale,\qquad\text{largest loss}=\frac{@move}{@scale}=@largest",
        rows={
            "ε, promised": "epsilon",
            "largest loss between these two tables": "largest",
            "chance of an output whose loss reaches ε": "chance",
        },
        given=(
            "the noise is drawn anew for every release, and the table is fixed before it",
            "Δ bounds what any one person can move, in any table",
        ),
        note=f"Neighbours: {RELATION[at.neighbouring]}. One source speaks of Gaussian noise here and leaves a constant "
        "out of the density; this is the corrected statement.",
    )


def _gaussian(at: At) -> Card:
    return card(
        "Gaussian noise pays a δ",
        "GAU-1, DP-1",
        r"\delta(\varepsilon)=\Phi\!\left(\frac{\Delta}{2\sigma}-\frac{\varepsilon\sigma}{\Delta}\right)"
        r"-e^{\varepsilon}\,\Phi\!\left(-\frac{\Delta}{2\sigma}-\frac{\varepsilon\sigma}{\Delta}\right)",
        r"\Delta=@sensitivity,\quad\sigma=@scale,\quad\varepsilon=@epsilon\;:\quad\delta=@paid\;\le\;@delta",
        rows={
            "δ, promised": "delta",
            "δ paid between these two tables": "paid",
            "chance of an output whose loss reaches ε": "chance",
        },
        given=(
            "σ is the least for which δ(ε) is at most the δ promised",
            ("δ is far below 1/n: or the promise would allow to publish a person at random", at.delta * at.n < 0.1),
        ),
        note=f"Neighbours: {RELATION[at.neighbouring]}. No finite ε bounds the loss of Gaussian noise: it grows with "
        "the distance. What lies beyond ε is rare, and δ says how rare. The well-known formula σ = √(2 ln(1.25/δ)) Δ/ε "
        "is proved only for ε below 1; the exact curve needs no such condition.",
    )


def _width(state: State) -> dict[str, float]:
    statistic = asked("mean").head(500)
    moved, whole = statistic.sensitivity("replace"), statistic.high - statistic.low
    answer, undivided = (LaplaceMechanism(epsilon=state["epsilon"], sensitivity=size).scale for size in (moved, whole))
    return {"answer": answer, "moved": moved, "undivided": undivided, "upside_down": moved * state["epsilon"]}


WIDTH = NumericQuestion(
    "ε is set to {epsilon} just now. The mean age of 500 people is published, and ages go from 0 to 65. One person may "
    "be replaced. How wide must Laplace’s noise be? Give its scale.",
    _width,
    unit="years",
    right="One person moves the mean by at most {moved:.3g} years, and that divided by ε is {answer:.3g}.",
    small="Noise as narrow as that lets the loss exceed ε. The scale is Δ ÷ ε; what is the most that one person can "
    "move the mean of 500?",
    large="That would be private, but it is more noise than needed. The scale is Δ ÷ ε; what is the most that one "
    "person can move the mean of 500?",
    mistakes=(
        Mistake(
            "undivided", "That is right for the *sum* of the ages. In the mean each person counts for a 500th only."
        ),
        Mistake(
            "upside_down", "You multiplied by ε. A stricter promise, a smaller ε, needs more noise: so divide by it."
        ),
        Mistake("moved", "That is Δ, the most that one person moves the mean. It still has to be divided by ε."),
    ),
    needs=("epsilon",),
)
SECTION = Section(
    draw,
    axes=(epsilon, n, delta),
    controls=(question, neighbouring, noise, scale, epsilon, delta, n),
    limits=relations,
    questions={"scale": WIDTH},
)
