"""The exact standard error of four protocols, along ε and along k: which is best where (LOC-2, LOC-3)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, curve, moving, num, panel, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.local_model.shared import FORMS, errors, people, powers
from dpviz.local import FrequencyOracle, frequency_variance

ALONG = np.geomspace(0.1, 8, 41)
SIZES = np.unique(np.geomspace(2, 10_000, 41).round().astype(np.int64))
LOOKS = (ORANGE, "circle", "solid"), (GREY, "x", "dot"), (BLUE, "square", "solid"), (GREEN, "diamond-open", "dash")

epsilon = common.epsilon(1.0, low=0.1, high=8, steps=41)
categories = Number(16, low=2, high=10_000, scale="log", steps=41, whole=True, label="k, the values",
                    ends=("yes or no", "every word"))  # fmt: skip
n = people(10_000, low=100, steps=25)


def shown(epsilon: Any, categories: Any, n: Any) -> Any:
    forms = "kary", "unary", "optimised", "hadamard"
    variances = [frequency_variance(form, epsilon=epsilon, categories=categories, n=n) for form in forms]
    kary, unary, optimised, hadamard = map(np.sqrt, variances)
    return kary, unary, optimised, hadamard


def draw(at: Frames) -> Picture:
    now = np.array(shown(at.epsilon, at.categories, at.n))
    along = shown(ALONG, at.categories[:, None], at.n[:, None])
    across = shown(at.epsilon[:, None], SIZES, at.n[:, None])
    border = 3 * np.exp(at.epsilon) + 2
    bits = [FrequencyOracle(form="hadamard", epsilon=1.0, categories=int(k)).bits for k in at.categories.tolist()]
    ends = np.log10(np.stack([now.min(axis=0) / 20, 8 * now.max(axis=0)], axis=1))
    up = powers("", 1, 10, [1e-4, 0.001, 0.01, 0.1, 1, 10], common.percent) | {"range": moving(ends)}
    return Picture(
        panel(*errors(ALONG, along, at.epsilon, now, LOOKS, [name.split()[0] for name in FORMS.values()]),
              y=up, heading="along ε", x=powers("ε", 0.09, 9, [0.1, 0.3, 1, 3, 8])),
        panel(*errors(SIZES, across, at.categories, now, LOOKS),
              curve(moving(np.stack([border, border], axis=1)), [1e-9, 1e9], GREY, width=2, dash="longdashdot"),
              y=up, heading="along k; grey: the border",
              x=powers("k, the values", 1.6, 11_000, [2, 10, 100, 1000, 10_000])),
        title="Standard error of a rare value’s share",
        values={
            **{form: num(row, common.percent) for form, row in zip(FORMS, now, strict=True)},
            "border": num(border, ".3g"), "best": num(now.min(axis=0), common.percent), "bits": num(bits, ",d"),
        },
        sentence=[
            "At k = {categories:,} and ε = {epsilon:.3g}, ",
            when(at.categories < border, "k-ary response", "optimised unary encoding"),
            " is best, off by {best}. Hadamard response is off by {hadamard}, and sends {bits} bits instead of "
            "{categories:,}.",
        ],
        code=shown,
    )  # fmt: skip


def _border() -> dict[str, float]:
    return {"answer": 3 * np.e**2 + 2, "alike": float(np.e**2 + 2), "grows": float(np.e**2)}


SECTION = Section(draw, axes=(epsilon, categories, n))
