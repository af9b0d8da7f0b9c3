"""The private learner's law in two worlds, and what it loses at worst."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, percent, plain, probability, small
from dpviz.learning.parity import exact_loss
from dpviz.learning.parity.sweeps import Sample
from dpviz.scenes.marks import heading, label, line, points
from dpviz.scenes.parity.board import word

HIGHEST = 4.0  # losses drawn


def law_scene(
    *,
    bits: int,
    laws: tuple[NDArray[np.float64], NDArray[np.float64]],
    told: str,
    samples: tuple[Sample, Sample],
    epsilon: NDArray[np.float64],
    keep: NDArray[np.float64],
    coin: NDArray[np.float64],
    neighbouring: str,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """The output's law in two worlds, and the exact worst loss against the keep-probability (PAR-5).

    Parameters
    ----------
    bits : int
    laws : tuple of two ndarrays of shape (F, 2**d + 1)
    told : str
        How the two worlds differ, in words.
    samples : tuple of Sample
        The two worlds, for the code.
    epsilon, keep, coin : ndarray of shape (F,)
    neighbouring : {"replace", "add_remove"}
    axis, values, start, code
        See `Scene`.
    """
    here, there = laws
    names = [word(i, bits) for i in range(1 << bits)] + ["FAIL"]
    grid = np.linspace(0, 0.999, 200)
    hypotheses, fail = (np.empty((len(values), len(grid))) for _ in range(2))
    for f, c in enumerate(coin):
        hypotheses[f], fail[f] = exact_loss(grid, c, neighbouring=neighbouring)
    h_now, f_now = exact_loss(keep, coin, neighbouring=neighbouring)
    total = np.maximum(h_now, f_now)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where((here > 0) | (there > 0), np.abs(np.log(here) - np.log(there)), 0.0)
    pair = ratio.max(axis=1)
    drawn = np.minimum(total, HIGHEST * 0.985)
    figure = style.figure(
        {"type": "bar", "x": names, "y": here[start], "name": "this sample", "marker": {"color": style.BLUE},
         "hoverinfo": "skip"},
        {"type": "bar", "x": names, "y": there[start], "name": "its neighbour", "marker": {"color": style.ORANGE},
         "hoverinfo": "skip"},
        line(grid, _cut(hypotheses[start]), style.BLUE, "worst loss of a parity", xaxis="x2", yaxis="y2"),
        line(grid, _cut(fail[start]), style.ORANGE, "of FAIL", dash="dash", xaxis="x2", yaxis="y2"),
        line([0, 1], [epsilon[start]] * 2, style.PURPLE, dash="dot", width=2, xaxis="x2", yaxis="y2"),
        points([keep[start]], [drawn[start]], style.INK, symbol="diamond", size=14, xaxis="x2", yaxis="y2"),
        height=640,
        barmode="group",
        xaxis=style.axis("published", anchor="y", type="category"),
        yaxis=style.axis("probability", domain=[0.6, 1], range=[0, 1], nticks=6),
        xaxis2=style.axis("p, the keep-probability", domain=[0, 1], anchor="y2", range=[0, 1.01]),
        yaxis2=style.axis("worst loss (nats)", domain=[0, 0.4], anchor="x2", range=[0, HIGHEST]),
        annotations=[
            heading("over all samples and all neighbours, exactly", 0.41),
            label("ε promised", float(epsilon[start]), style.PURPLE, yref="y2") | {"xref": "x2"},
        ],
    )  # fmt: skip
    figure["layout"]["legend"] |= {"y": 1.02}
    return Scene(
        title="What is published in two worlds, and the exact loss against the promise",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): here,
            ("data", 1, "y"): there,
            ("data", 2, "y"): _cut(hypotheses),
            ("data", 3, "y"): _cut(fail),
            ("data", 4, "y"): np.repeat(epsilon[:, None], 2, axis=1),
            ("data", 5, "x"): keep[:, None],
            ("data", 5, "y"): drawn[:, None],
            ("layout", "annotations", 1, "y"): epsilon,
        },
        sentences=[
            _law_sentence(told, *row)
            for row in zip(epsilon, keep, coin, h_now, f_now, here[:, -1], there[:, -1], strict=True)
        ],
        table=Table(
            columns=("published", "probability here", "probability there", "loss (nats)"),
            rows=tuple(
                tuple(
                    (name, probability(float(a)), probability(float(b)), nats(float(c)))
                    for name, a, b, c in zip(names, *row, strict=True)
                )
                for row in zip(here, there, ratio, strict=True)
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in epsilon],
            "keep": [plain(float(p)) for p in keep],
            "coin": [plain(float(c)) for c in coin],
            "bits": [str(bits)],
            "hyp": [nats(float(v)) for v in h_now],
            "fail": [nats(float(v)) for v in f_now],
            "total": [nats(float(v)) for v in total],
            "pair": [nats(float(v)) for v in pair],
            "here": [repr((samples[0].X.tolist(), samples[0].y.tolist()))],
            "there": [repr((samples[1].X.tolist(), samples[1].y.tolist()))],
        },
        card=_law_card(epsilon, keep, coin, total, neighbouring),
        code=code,
    )


def _cut(loss: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(loss <= HIGHEST * 1.2, loss, np.nan)


def _law_card(epsilon: Any, keep: Any, coin: Any, total: Any, neighbouring: str) -> Card:
    replace = neighbouring == "replace"
    whole = r"\ln\frac{1+p}{1-p}=2\,\text{artanh}(p)" if replace else r"\ln\frac{1}{1-p}"
    return Card(
        title="The exact loss of the private learner",
        source="PAR-4, PAR-5",
        formula=formula(
            whole + r"\ \text{for a parity},\qquad\ln\!\left(1+p\,\frac{1-\kappa}{\kappa}\right)\ \text{for FAIL}"
        ),
        filled=formula(
            r"p=\text{@keep},\ \kappa=\text{@coin}:\quad\max(\text{@hyp},\ \text{@fail})=\text{@total}"
            r"\quad\text{against}\quad\varepsilon=\text{@epsilon}"
        ),
        rows=(
            ("ε, promised", "epsilon"),
            ("exact worst loss of a parity", "hyp"),
            ("exact worst loss of FAIL", "fail"),
            ("largest loss between these two samples", "pair"),
        ),
        assumptions=(
            Assumption("the exact loss is at most the ε promised",
                       tuple(bool(t <= e * (1 + 1e-12)) for t, e in zip(total, epsilon, strict=True))),
            Assumption("there is a coin (κ above 0)", tuple(bool(c > 0) for c in coin)),
            Assumption("p is below 1", tuple(bool(p < 1) for p in keep)),
        ),
        note=("Neighbours: one example is replaced, n is public. " if replace
              else "Neighbours: one example is added or removed. ")
        + "The published rule p = ε/4 keeps its promise up to ε of about 3.83 (replaced) or 3.92 (added or removed), "
        "and wastes half of it or more. One source has FAIL rise to 1/2 + ε/4; it rises to 1/2 + ε/8 at most.",
    )  # fmt: skip


def _law_sentence(
    told: str,
    epsilon: float,
    keep: float,
    coin: float,
    hyp: float,
    fail: float,
    f1: float,
    f2: float,
) -> str:
    said = f"{told} The chance of FAIL is {percent(f1)} here and {percent(f2)} there. "
    worst = max(hyp, fail)
    if math.isinf(worst):
        why = "without a coin FAIL betrays that examples clash" if coin == 0 else "every example is kept"
        return said + f"The worst loss is infinite: {why}, and no ε is kept."
    who = "FAIL" if fail > hyp else "a parity"
    said += f"With p = {small(keep)} the worst loss over all samples is {nats(worst)} nats, reached by {who}"
    if worst > epsilon * (1 + 1e-12):
        return said + f": more than the ε = {small(epsilon)} promised."
    return said + f": {percent(worst / epsilon)} of the ε = {small(epsilon)} promised."
