"""The privacy loss of one release as a random variable: its distribution, and the part of it that is δ (ACC-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, curve, moving, num, panel, points, table_by_row, upright, when
from dpviz.draw.style import BLUE, GREY, ORANGE, PALE
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.accounting.shared import mechanism as mechanisms
from dpviz.lessons.accounting.shared import named, reached
from dpviz.lessons.accounting.shared import noise as amount_of_noise
from dpviz.mechanisms import RandomizedResponse
from dpviz.privacy import GaussianPair, LaplacePair, smallest_delta

WIDTH = 0.1  # of a bar, in nats
MIDDLES = np.linspace(-4, 6, 101)
EPSILONS = np.linspace(0, 6, 241)
FLOOR = 1e-6

mechanism = mechanisms()
epsilon = common.epsilon(
    1.0, low=0.0, high=4, steps=81, scale="linear", label="ε, where the tail begins", ends=("", "")
)
noise = amount_of_noise()


def gaussian(noise: Any, epsilon: Any) -> Any:
    worlds = GaussianPair(here=0, there=1, scale=noise)
    tail, delta = worlds.loss_tail(epsilon), worlds.delta(epsilon)
    return tail, delta


def laplace(noise: Any, epsilon: Any) -> Any:
    worlds = LaplacePair(here=0, there=1, scale=noise)
    tail, delta = worlds.loss_tail(epsilon), worlds.delta(epsilon)
    return tail, delta


def response(noise: float, epsilon: float) -> Any:
    answers = RandomizedResponse(epsilon=1 / noise)
    this, other = answers.distribution()
    tail = this[np.log(this / other) >= epsilon - 1e-12].sum()
    delta = smallest_delta(this, other, epsilon)
    return tail, delta


SHOWN: dict[str, Any] = {"gaussian": gaussian, "laplace": laplace, "response": response}


def tail_and_delta(mechanism: str, noise: Any, epsilon: Any) -> Any:
    """Pr[L ≥ ε] and δ(ε) = Pr[L ≥ ε] - e^ε Pr[L' ≥ ε], where L' = -L is the loss in the other world."""
    tail = reached(mechanism, noise, epsilon)
    other = 1 - reached(mechanism, noise, np.nextafter(-epsilon, np.inf))
    delta = tail - np.exp(epsilon) * other
    return tail, np.where(delta > 1e-15, delta, 0.0)  # what is less is round-off


def weighted(mechanism: str, noise: Any, epsilon: Any) -> Any:
    """For each bar: its probability, the part of it at ε or above, and that part weighted by 1 - e^(ε-L)."""
    ends = np.append(MIDDLES - WIDTH / 2, MIDDLES[-1] + WIDTH / 2)
    here = reached(mechanism, noise, ends)
    beyond = np.maximum(ends, epsilon)
    tail, excess = tail_and_delta(mechanism, noise, beyond)
    # E[(1 - e^(ε-L))+ from a on] = Pr[L ≥ a] - e^ε Pr[L' ≥ a], of which tail_and_delta knows both parts.
    kept = tail - np.exp(epsilon - beyond) * (tail - excess)
    return tuple(-np.diff(part, axis=-1) for part in (here, tail, kept))


def draw(at: Frames) -> Picture:
    one, scale = at.epsilon[:, None], at.noise[:, None]
    tail, delta = (part[:, 0] for part in tail_and_delta(at.mechanism, scale, one))
    probability, beyond, kept = weighted(at.mechanism, scale, one)
    tails, deltas = tail_and_delta(at.mechanism, scale, EPSILONS)
    top = np.stack([np.zeros(at.frames), 1.15 * probability.max(axis=-1)], axis=1)
    shown = [np.where(part > FLOOR / 10, part, np.nan) for part in (tails, deltas)]
    return Picture(
        panel(
            bars(MIDDLES, moving(probability), PALE, "all losses", width=WIDTH),
            bars(MIDDLES, moving(beyond), BLUE, "the tail", width=WIDTH,
                 marker={"color": BLUE, "pattern": {"shape": "/"}}),
            bars(MIDDLES, moving(kept), ORANGE, "what counts: δ", width=WIDTH),
            upright(moving(at.epsilon), GREY, reach=(0, 2), width=2),
            x=axis("privacy loss L of the output (nats)", -4.05, 6.05, dtick=1),
            y=axis("probability", range=moving(top), nticks=4),
            share=1.5,
        ),
        panel(
            curve(EPSILONS, moving(shown[0]), BLUE, dash="dash"),
            curve(EPSILONS, moving(shown[1]), ORANGE, width=4),
            points(moving(at.epsilon), moving(np.maximum(tail, FLOOR / 9)), BLUE, symbol="square", size=12),
            points(moving(at.epsilon), moving(np.maximum(delta, FLOOR / 9)), ORANGE, size=13),
            x=axis("ε", -4.05, 6.05, dtick=1),
            y=axis("", np.log10(FLOOR), 0.15, type="log", tickvals=[1e-6, 1e-4, 1e-2, 1],
                   ticktext=["10⁻⁶", "10⁻⁴", "0.01", "1"]),
            heading="at each ε: the tail, Pr[L ≥ ε] (dashed), and the δ that is needed",
        ),
        title="The privacy loss of one release",
        barmode="overlay",
        bargap=0,
        values={
            "tail": num(tail, "probability"),
            "delta": num(delta, "probability"),
            "share": np.where(tail > 0, delta / np.where(tail > 0, tail, 1), 0),
        },
        sentence=[
            "The loss is {epsilon:small} or more with probability {tail:percent}. ",
            when(delta > 0, "Weighted by 1 − e^(ε − L), that tail is δ = {delta:probability}."),
            when((delta <= 0) & (tail > 0),
                 "It is never more than that, so the weights are 0, and so is δ."),
            when(tail <= 0, "So δ is 0: the release is ε-differentially private at this ε."),
        ],
        table=table_by_row(
            ("", ""),
            ("Pr[L ≥ ε], the tail", "{tail}"),
            ("δ(ε), the weighted tail", "{delta}"),
            ("δ ÷ tail", "{share:percent}"),
        ),
        code=SHOWN[at.mechanism],
    )  # fmt: skip


def _hint() -> dict[str, float]:
    this, other = RandomizedResponse(keep=0.75).distribution()
    return {"answer": float(smallest_delta(this, other, np.log(2))), "tail": 0.75, "ratio": 0.5}


SECTION = Section(draw, axes=(epsilon, noise), controls=(mechanism, epsilon, noise), limits=named(noise))
