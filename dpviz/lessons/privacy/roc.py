"""The best test of one world against the other: false alarms against power, under the limit of (ε, δ) (DP-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_column
from dpviz.draw.marks import QUARTERS
from dpviz.draw.style import BLUE, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Choice
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.privacy.shared import DELTA, PEOPLE, in_percent, noisy, title_of
from dpviz.privacy import LaplacePair, posterior, power_ceiling

noise = Choice("laplace", options={"laplace": "Laplace noise", "gaussian": "Gaussian noise, δ = 10⁻⁵"}, label="Noise")
epsilon = common.epsilon()


def attacked(worlds: Any, epsilon: Any, delta: Any) -> Any:
    steps = np.linspace(-14, 14, 281)
    alarms = np.concatenate([[0], posterior(0.5, steps), [1]])  # close together at both ends, where the corners are
    power, ceiling = worlds.power(alarms), power_ceiling(alarms, epsilon, delta)
    advantage = worlds.delta(0)
    return alarms, power, ceiling, advantage


def draw(at: Frames) -> Picture:
    pure = at.noise == "laplace"
    made, delta = noisy(at, pure=pure), 0.0 if pure else DELTA
    alarms, power, ceiling, apart = attacked(made.worlds, at.epsilon[:, None], delta)
    # The total variation distance: the most by which power can exceed false alarms. There both errors are fewest.
    advantage = apart[:, 0]
    right = (1 + advantage) / 2
    corner = (1 - delta) * posterior(0.5, -at.epsilon)
    limit = power_ceiling(corner, at.epsilon, delta) - corner
    return Picture(
        panel(
            curve(alarms, moving(ceiling), PURPLE, "the limit of (ε, δ)", dash="dot"),
            curve(alarms, moving(power), BLUE, "best test (ROC)", width=4),
            curve([0, 1], [0, 1], GREY, "a coin", width=2, dash="dash"),
            points(moving(1 - right), moving(right), ORANGE, "fewest errors", size=15),
            x=axis("false alarms: says “neighbour”, and is wrong", -0.01, 1.01, constrain="domain", **QUARTERS),
            y=axis("power", -0.01, 1.02, scaleanchor="x", constrain="domain", **QUARTERS),
        ),
        title="How good can an attack be? · {asked}",
        values={
            "asked": title_of(at, at.question),
            "n": min(PEOPLE, made.statistic.n),
            "delta": num(delta, "small"),
            "right": num(right, in_percent),
            "best": num(0.5 + limit / 2, in_percent),
            "advantage": num(advantage, "probability"),
            "limit": num(limit, "probability"),
            "words": [_in_words(value) for value in right],
        },
        sentence="With ε = {epsilon:nats} the best test tells the two worlds apart correctly {right} of the time, "
        "where a coin is right half of the time: {words}. No mechanism with this promise lets any test be right more "
        "often than {best} of the time.",
        table=table_by_column(
            ("false alarms", alarms[1::20], "probability"),
            ("power of the best test", moving(power[:, 1::20])),
            ("limit", moving(ceiling[:, 1::20])),
        ),
        code=(*made.code, attacked),
    )


def _in_words(right: float) -> str:
    """Both ends of ε in words."""
    if right < 0.55:
        return "hardly better than guessing"
    if right < 0.7:
        return "a hint, no more"
    if right < 0.9:
        return "a serious clue"
    return "as good as knowing, mostly" if right < 0.99 else "the secret is out"


def _power() -> dict[str, float]:
    alarm, epsilon = 0.05, 0.5
    most = float(power_ceiling(alarm, epsilon))
    return {"answer": 100 * most, "added": 100 * (alarm + epsilon), "flat": 100 * (1 - np.exp(-epsilon) * (1 - alarm))}


def _verdicts() -> dict[str, float]:
    apart = float(LaplacePair(here=1, there=0, scale=2).delta(0))
    strong = float(LaplacePair(here=1, there=0, scale=0.2).delta(0))
    return {"right": 50 * (1 + apart), "strong": 50 * (1 + strong), "factor": float(np.exp(0.5))}


SECTION = Section(draw, axes=(epsilon,), controls=(noise, epsilon))
