"""What the reader of the lesson on privacy can turn."""

from __future__ import annotations

from dpviz.draw.words import small
from dpviz.lessons import common
from dpviz.lessons.common import percent
from dpviz.lessons.parameters import Choice, Number, Parameters
from dpviz.lessons.privacy.asked import QUESTIONS

WIDTHS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 500, 1000, 2500]
RELEASES = [*range(1, 21), *range(25, 101, 5), *range(110, 201, 10), *range(250, 1001, 50)]

MOST = 40  # questions that the picture of the budget has room for


class PrivacyParameters(Parameters):
    """The question, the noise, the people, and what each further section adds."""

    question = Choice("count", options=QUESTIONS, label="Question")
    neighbouring = common.neighbouring()
    noise = Choice(
        "laplace", options={"laplace": "Laplace: ε alone", "gaussian": "Gauss: ε and a δ"}, label="Noise"
    )
    scale = Choice(
        "linear", options={"linear": "linear", "log": "logarithmic"}, label="Scale of the densities"
    )
    epsilon = common.epsilon()
    delta = common.delta()
    n = common.people()
    prior = Number(
        0.5,
        low=0.01,
        high=0.99,
        steps=99,
        label="Belief before",
        ends=("surely not", "surely"),
        show=percent,
    )
    luck = Number(
        0.3,
        low=0.001,
        high=0.999,
        values=[0.001, 0.002, 0.005, *(k / 100 for k in range(1, 100)), 0.995, 0.998, 0.999],
        label="Luck of the draw",
        ends=("a low output", "a high output"),
        show=lambda value: f"{percent(value)} of draws are lower",
    )
    width = Number(
        1,
        low=1,
        high=2500,
        values=WIDTHS,
        whole=True,
        label="Rounded to a multiple of",
        ends=("exact", "coarse"),
    )
    kind = Choice(
        "histogram",
        options={"histogram": "k bins of one histogram", "separate": "k separate questions"},
        label="Published are",
    )
    k = Number(10, low=1, high=1000, values=RELEASES, whole=True, label="k, the counts", ends=("one", "many"))
    beta = common.beta()
    alpha = common.alpha()
    unknown = Choice(
        "n",
        options={
            "n": "n, the people",
            "epsilon": "ε, the privacy loss",
            "alpha": "α, the error",
            "beta": "β, the chance to fail",
        },
        label="Solve for",
    )
    each = common.epsilon(0.1, high=2, steps=61, label="ε of each release")
    releases = Number(
        100, low=1, high=1000, values=RELEASES, whole=True, label="k, the releases", ends=("one", "many")
    )
    slack = common.delta(steps=25, label="δ′, the slack accepted")
    budget = Number(
        1,
        low=0.1,
        high=3,
        steps=30,
        label="The whole budget, in ε",
        ends=("strict", "generous"),
        show=small,
    )
    asked = Number(
        4, low=0, high=MOST, values=range(MOST + 1), whole=True, label="Questions answered", play=True
    )
    map = Choice(
        "round",
        options={"round": "round it", "clamp": "clamp it", "random": "send it through a random matrix"},
        label="Afterwards",
    )
    step = Number(
        5,
        low=1,
        high=15,
        steps=15,
        whole=True,
        label="How coarse (not for the matrix)",
        ends=("nothing happens", "coarse"),
    )
    worth = Number(
        0.0, low=-1, high=1, steps=81, label="Worth of outcome B", ends=("hated", "as good as A"), show=small
    )
    size = Number(4, low=1, high=14, steps=14, whole=True, label="g, people in the group")
    seed = common.seed()
