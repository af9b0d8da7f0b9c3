"""The theorem's budget and hardness, beside how often the best arm is really lost."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import percent, plain, rounded
from dpviz.tuning import hardness, sufficient_budget

Floats = NDArray[np.float64]
FLOOR = 1e-6
MEMORY = (
    "The constants 3 and 8 are remembered, not re-read; the shape of the bound is that of the lecture notes."
)


def hardness_scene(
    *, means: Floats, beta: float, axis: str, values: Floats, start: int, code: str = ""
) -> Scene:
    """How much each arm adds to the hardness of the problem (SH-2).

    Parameters
    ----------
    means : ndarray of shape (F, n)
        True means, the best first, a frame at a time.
    beta : float
    axis, values, start, code
        See `Scene`.
    """
    n = means.shape[1]
    order = np.arange(2, n + 1)
    each = order / np.square(means[:, :1] - means[:, 1:])
    h2 = [hardness(row) for row in means]
    top = each.argmax(axis=1)
    colours = [[style.ORANGE if i == t else style.GREY for i in range(n - 1)] for t in top]
    enough = [sufficient_budget(row, beta=beta) for row in means]
    figure = style.figure(
        {"type": "bar", "x": order, "y": each[start], "marker": {"color": colours[start]}, "hoverinfo": "skip",
         "showlegend": False},
        height=360,
        xaxis=style.axis("arm i, in order of its mean", range=[1.3, n + 0.7], nticks=min(n, 16)),
        yaxis=style.axis("i ÷ gap²", type="log", dtick=1,
                         range=[0, math.log10(float(each.max())) + 0.2]),
    )  # fmt: skip
    return Scene(
        title="What makes it hard",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={("data", 0, "y"): each, ("data", 0, "marker", "color"): colours},
        sentences=[
            f"The second best arm is {means[f, 0] - means[f, 1]:.3g} below the best. Arm {top[f] + 2} is hardest to "
            f"be rid of: H₂ = {rounded(h2[f])}, and the theorem asks for {enough[f]:,} pulls at β = {percent(beta)}."
            for f in range(len(values))
        ],
        table=Table(
            columns=("arm", "mean", "gap", "i ÷ gap²"),
            rows=tuple(
                tuple(
                    (str(i + 2), f"{row[i + 1]:.4f}", f"{row[0] - row[i + 1]:.4f}", rounded(float(e[i])))
                    for i in range(n - 1)
                )
                for row, e in zip(means, each, strict=True)
            ),
        ),
        slots={
            "means": [str([round(float(m), 12) for m in row]) for row in means],
            "beta": [plain(beta)],
            "h2": [rounded(h) for h in h2],
            "enough": [f"{e:,}" for e in enough],
            "n": [str(n)],
            "hardest": [str(t + 2) for t in top],
        },
        card=Card(
            title="One number for how hard it is",
            source="SH-2",
            formula=formula(
                r"H_2=\max_{i\ge 2}\frac{i}{(v_1-v_i)^2},\qquad "
                r"B\ge 8\,H_2\log_2 n\,\ln\frac{3\log_2 n}{\beta}"
            ),
            filled=formula(
                r"H_2=\text{@h2}\;(i=\text{@hardest}),\qquad n=\text{@n},\ \beta=\text{@beta}:\quad "
                r"B\ge\text{@enough}"
            ),
            rows=(
                ("hardness H₂", "h2"),
                ("arm that attains it", "hardest"),
                ("the theorem’s budget for β", "enough"),
            ),
            assumptions=(Assumption("the arms are in order of their means v, and one is best"),),
            note=f"From memory. {MEMORY} The truth needs far less: see the next picture.",
        ),
        code=code,
    )  # fmt: skip
