"""False alarms against hits of the best attack, under the ceiling of (ε, δ) (DP-1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, grid, moving, num, panel, points
from dpviz.draw.marks import QUARTERS
from dpviz.draw.style import BLUE, GREY, ORANGE, PURPLE
from dpviz.lessons import common
from dpviz.lessons.kinds import Choice
from dpviz.lessons.privacy.shared import NOISES, TITLES, noisy
from dpviz.lessons.section import At, Section
from dpviz.privacy import power_ceiling

noise = Choice("laplace", options=NOISES, label="Noise")
epsilon = common.epsilon()
delta = common.delta(label="δ, only for Gauss")
PEOPLE = 200  # how many makes no difference: the noise grows with what one of them can move


def attacked(worlds: Any, epsilon: Any, delta: Any) -> Any:
    alarms = np.linspace(0, 1, 201)
    hits, ceiling = worlds.power(alarms), power_ceiling(alarms, epsilon, delta)
    advantage, limit = worlds.delta(0), (ceiling - alarms).max(axis=-1)
    return alarms, hits, ceiling, advantage, limit


def draw(at: At) -> Picture:
    made = noisy(at, PEOPLE)
    alarms, hits, ceiling, apart, limit = attacked(made.worlds, made.epsilon[:, None], made.delta[:, None])
    # The total variation distance: the most by which hits can exceed false alarms. There both mistakes are least.
    advantage = apart[:, 0]
    hit = (1 + advantage) / 2
    return Picture(
        panel(
            curve(alarms, moving(ceiling), PURPLE, "ceiling of (ε, δ)", dash="dot"),
            curve(alarms, moving(hits), BLUE, "best attack", width=4),
            curve([0, 1], [0, 1], GREY, "a coin", width=2, dash="dash"),
            points(moving(1 - hit), moving(hit), ORANGE, "fewest mistakes", size=15),
            x=axis("false alarms: says “here”, and is wrong", -0.01, 1.01, **QUARTERS),
            y=axis("hits: says “here”, and is right", -0.01, 1.02, **QUARTERS),
        ),
        title=f"How good can an attack be? · {TITLES[at.question]}",
        height=440,
        values={
            "n": PEOPLE,
            "delta": num(made.delta, "small"),
            "hit": hit,
            "best": 0.5 + limit / 2,
            "advantage": num(advantage, "probability"),
            "limit": num(limit, "probability"),
            "words": [_in_words(value) for value in hit],
        },
        sentence="With ε = {epsilon:nats} the best attack there is tells the two worlds apart correctly {hit:percent} "
        "of the time, where a coin is right half of the time: {words}. No mechanism with this promise lets anybody do "
        "better than {best:percent}.",
        table=grid(
            ("false alarms", alarms[::20], ".2f"),
            ("hits of the best attack", moving(hits[:, ::20])),
            ("ceiling", moving(ceiling[:, ::20])),
            form=".4f",
        ),
        card=card(
            "A ceiling on every attack",
            "DP-1",
            r"\text{hits}\;\le\;\min\left(e^{\varepsilon}a+\delta,\;1-e^{-\varepsilon}(1-\delta-a)\right),"
            r"\quad a=\text{false alarms}",
            rows={
                "hits less false alarms of the best attack": "advantage",
                "the most that the promise allows": "limit",
            },
            given=("the attacker sees one output, and knows the mechanism and both worlds",),
            note="The event “the attacker says here” is an event like any other: the definition bounds its probability "
            "in one world by that in the other. The lower right half is the same picture for who says the opposite.",
        ),
        code=(*made.code, attacked),
    )


def _in_words(hit: float) -> str:
    """Both ends of ε in words."""
    if hit < 0.55:
        return "hardly better than guessing"
    if hit < 0.7:
        return "a hint, no more"
    if hit < 0.9:
        return "a serious clue"
    return "as good as knowing, mostly" if hit < 0.99 else "the secret is out"


SECTION = Section(draw, axes=(epsilon, delta), controls=(noise, epsilon, delta))
