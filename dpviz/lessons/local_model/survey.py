"""A survey of the health table under three trust models with the same ε (LOC-1, SHUF-2)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.data import teaching_table
from dpviz.draw import Picture, axis, moving, num, panel, upright
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE
from dpviz.frame.kinds import Choice, Seed
from dpviz.frame.section import Frames, Limits, Section, Snapshot
from dpviz.lessons import common
from dpviz.lessons.local_model.shared import RUNS, by_curator, by_response, data, errors, powers, repeated
from dpviz.lessons.tables import called, used
from dpviz.local import frequency_variance, local_epsilon_for

DELTA = 1e-6
NAMES = ["female", "over 30", "saw a doctor", "low income", "chronic disease", "poor health", "in hospital",
         "large family"]  # fmt: skip
LOOKS = (BLUE, "circle", "solid"), (GREEN, "square", "dash"), (ORANGE, "diamond", "solid")
TRUSTED = ["curator", "shuffler", "nobody"]

question = Choice("4", options={str(i): name for i, name in enumerate(NAMES)}, label="Asked: are you, or have you")
epsilon = common.epsilon(0.5, low=0.05, high=5, steps=17)
EPSILONS = epsilon.grid(0.05, 5)
seed = Seed(button="Ask again", help="The same people, other coins.")


def asked(data: str, question: str) -> Any:
    made = teaching_table(data)
    answers = made.attributes[int(question)].values(made.table)
    return len(answers), int(answers.sum())


def shown(epsilon: float, n: int) -> Any:
    hidden = local_epsilon_for(epsilon, delta=DELTA, n=n)  # ε₀ of each answer, if they are shuffled
    curator = np.sqrt(2) / (n * epsilon)
    shuffler = np.sqrt(frequency_variance("kary", epsilon=hidden, categories=2, n=n))
    nobody = np.sqrt(frequency_variance("kary", epsilon=epsilon, categories=2, n=n))
    return hidden, curator, shuffler, nobody


_known = lru_cache(maxsize=200)(shown)


def draw(at: Frames) -> Picture:
    made = used(at, "attributes")
    n, yes = asked(made.key, at.question)
    true = yes / n
    hidden, *now = np.array([_known(eps, n) for eps in at.epsilon.tolist()]).T
    lines = np.array([_known(eps, n)[1:] for eps in EPSILONS.tolist()]).T
    draws = [np.array([by_curator(yes, n, eps, at.seed) for eps in at.epsilon.tolist()]),
             *(np.array([by_response(yes, n, eps, at.seed) for eps in row.tolist()])
               for row in (hidden, at.epsilon))]  # fmt: skip
    reach = true + 3 * now[2][:, None] * [-1, 1]
    return Picture(
        panel(
            *(mark for i in range(3) for mark in repeated(2 - i, draws[i], true, now[i], LOOKS[i])),
            upright(true, GREY, reach=(-1, 3), width=2),
            x=axis("estimated share of yes", range=moving(reach), tickformat=".1%", nticks=5),
            y=axis("", -0.5, 2.5, tickvals=[2, 1, 0], ticktext=TRUSTED),
            heading=f"{RUNS} surveys; bars: ± two errors", share=1.2,
        ),
        panel(
            *errors(EPSILONS, lines[:, None], at.epsilon, now, LOOKS, TRUSTED),
            x=powers("ε", 0.045, 5.6, [0.05, 0.1, 0.3, 1, 3]),
            y=powers("", 6e-6, 2, [1e-4, 0.001, 0.01, 0.1, 1], common.percent), heading="standard error of the share",
        ),
        title=f"Three trust models, {called(made.key)}",
        values={
            "n": n, "true": num(true, "tenths"), "name": made.attributes[int(at.question)].name, "yes": yes,
            "hidden": num(hidden, ".3g"), "small_delta": num(DELTA, "small"),
            **{name: num(error, common.percent) for name, error in zip(TRUSTED, now, strict=True)},
        },
        sentence="“{name}”: truly {true} of {n:,}. At ε = {epsilon:.3g} the share is off by {curator} with a curator, "
        "by {shuffler} with a shuffler (ε₀ = {hidden}, δ = {small_delta}), and by {nobody} with nobody to trust.",
        code=(asked, shown),
    )  # fmt: skip


def limits(now: Snapshot) -> Limits:
    return {question: {str(i): one.name for i, one in enumerate(used(now, "attributes").attributes[:8])}}


SECTION = Section(draw, axes=(epsilon,), controls=(data, question, epsilon, seed), limits=limits)
