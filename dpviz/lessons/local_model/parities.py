"""What one question says about all parities at once: little about nearly all (LOC-5)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, curve, level, moving, num, panel, text
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.local_model.shared import people, powers
from dpviz.local import mean_variance, walsh_hadamard

MOST = 14
RULES = {"majority": "are most bits 1?", "random": "a rule drawn by lot", "parity": "is one parity right?"}

rule = Choice("majority", options=RULES, label="Asked of each example")
bits = Number(10, low=2, high=MOST, steps=MOST - 1, whole=True, label="d, the bits", ends=("few", "many"))
n = people(10_000, low=100, steps=25)
epsilon = common.epsilon(1.0, low=0.1, high=5, steps=25)


def shown(bits: int, rule: str, n: int, epsilon: float) -> Any:
    rows = np.arange(2**bits)
    ones = np.array([row.bit_count() for row in rows.tolist()])
    if rule == "majority":
        asked = np.where(2 * ones > bits, 1.0, -1.0)
    elif rule == "parity":
        asked = np.where(ones % 2, 1.0, -1.0)
    else:
        asked = np.random.default_rng(0).choice([-1.0, 1.0], len(rows))
    # the share of examples where label and rule agree, less the share where they do not, for each parity
    correlations = np.abs(walsh_hadamard(asked)) / len(rows)
    noise = 2 * np.sqrt(mean_variance("one_bit", epsilon=epsilon) / n)  # two standard errors
    standing = np.sum(correlations > noise)
    return correlations, noise, standing


def draw(at: Frames) -> Picture:
    every = zip(at.bits.tolist(), at.n.tolist(), at.epsilon.tolist(), strict=True)
    made = [shown(int(d), at.rule, int(k), eps) for d, k, eps in every]
    ranks = np.unique(np.geomspace(1, 2**MOST, 128).round().astype(np.int64))
    lines = np.full((at.frames, len(ranks)), np.nan)
    for line, (correlations, *_) in zip(lines, made, strict=True):
        here = ranks[ranks <= len(correlations)]
        line[: len(here)] = np.maximum(np.sort(correlations)[::-1][here - 1], 1e-9)
    noise, standing = np.array([one[1:] for one in made]).T
    many = 2**at.bits
    cap = np.minimum(np.floor(1 / noise**2), many)
    return Picture(
        panel(
            curve(ranks, 1 / np.sqrt(ranks), GREY, "no question can be above", width=2, dash="dash"),
            curve(ranks, moving(lines), BLUE, "this question", width=4),
            level(moving(noise), ORANGE, reach=(0.5, 2 * 2**MOST), width=3),
            text([19_000], moving(noise), ["noise of the local answers"], ORANGE, "top left"),
            x=powers("parities, the best agreeing first", 0.8, 20_000, [1, 10, 100, 1000, 10_000]),
            y=powers("agreement less disagreement", 6e-5, 2.5, [1e-4, 0.001, 0.01, 0.1, 1]),
        ),
        title="One question, all parities",
        values={
            "noise": num(noise, ".2g"), "standing": num(standing, ",.0f"), "cap": num(cap, ",.0f"),
            "many": num(many, ",d"), "share": standing / many,
            "squares": num(np.array([float(np.sum(one[0] ** 2)) for one in made]), ".3g"),
        },
        sentence="{n:,} people answer with ε = {epsilon:.3g}: off by up to {noise} (two standard errors). This "
        "question tells {standing} of the {many} parities from a fair coin; no question tells more than {cap}.",
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(bits, n, epsilon), controls=(rule, bits, n, epsilon))
