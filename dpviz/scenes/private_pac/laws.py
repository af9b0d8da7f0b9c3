"""What learners return: on two neighbouring samples, and on a growing one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, percent, plain, probability
from dpviz.learning.private_sweep import Giveaway, LawSweep
from dpviz.scenes.marks import line, points

Values = NDArray[np.float64]


def bars(x: Any, y: Any, colour: str, name: str = "", **options: Any) -> dict[str, Any]:
    """Bars; those without a name are not in the legend."""
    return {"type": "bar", "x": x, "y": y, "name": name, "showlegend": bool(name), "hoverinfo": "skip",
            "marker": {"color": colour}, **options}  # fmt: skip


def giveaway_scene(
    *,
    found: Giveaway,
    moved: NDArray[np.int64],
    epsilon: Values,
    axis: str,
    values: Values,
    start: int,
    code: str = "",
) -> Scene:
    """Two neighbouring samples: the consistent learner's cuts, and the exponential learner's laws (PP-2, EXP-2)."""
    cuts = [f"c{j}" for j in range(found.here.shape[1])]
    names = np.array(cuts)[found.cuts]
    same = found.cuts[:, 0] == found.cuts[:, 1]
    figure = style.figure(
        bars(cuts, found.here[start], style.BLUE, "private, sample A"),
        bars(cuts, found.there[start], style.ORANGE, "private, sample B"),
        points([names[start, 0]], [1.0], style.BLUE, "consistent, A", symbol="circle", size=18),
        points([names[start, 1]], [1.0], style.ORANGE, "consistent, B", symbol="diamond-open", size=22),
        height=430,
        margin={"l": 64, "r": 16, "t": 60, "b": 56},
        xaxis=style.axis("the cut returned (label 1 below it)", type="category", categoryorder="array",
                         categoryarray=cuts),
        yaxis=style.axis("probability to return it", range=[0, 1.1]),
    )  # fmt: skip
    sentences = []
    for x, cut, e, loss, equal in zip(moved, found.cuts, epsilon, found.loss, same, strict=True):
        told = (
            f"The consistent learner says c{cut[0]} on both samples: here nothing shows. "
            if equal
            else f"One person moves from 2 to {x}. The consistent learner says c{cut[0]} on sample A and c{cut[1]} "
            "on B: whoever sees the answer knows which sample it was. Its loss is ∞. "
        )
        sentences.append(
            told + f"The private learner at ε = {nats(float(e))} can return every cut on both; its loss is "
            f"{nats(float(loss))} nats."
        )
    return Scene(
        title="Two samples, one person apart",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): found.here,
            ("data", 1, "y"): found.there,
            ("data", 2, "x"): [[a] for a in names[:, 0].tolist()],
            ("data", 3, "x"): [[b] for b in names[:, 1].tolist()],
        },
        sentences=sentences,
        table=Table(
            columns=("cut", "consistent, A", "consistent, B", "private, A", "private, B"),
            rows=tuple(
                tuple(
                    (name, str(int(a == j)), str(int(b == j)), probability(float(p)), probability(float(q)))
                    for j, (name, p, q) in enumerate(zip(cuts, here, there, strict=True))
                )
                for (a, b), here, there in zip(found.cuts, found.here, found.there, strict=True)
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in epsilon],
            "moved": [str(int(x)) for x in moved],
            "loss": [nats(float(x)) for x in found.loss],
            "consistent": ["0 (same answer)" if s else "∞" for s in same],
            "delta": ["0" if s else "1" for s in same],
        },
        card=Card(
            title="A learner without luck gives someone away; the exponential learner is ε-private",
            source="PP-2, EXP-2, EXP-4",
            formula=formula(
                r"\Pr[\text{return }c]\propto e^{-\frac{\varepsilon}{2}\,\#\text{errors}(c)},\qquad"
                r"\left|\ln\frac{\Pr[c\mid A]}{\Pr[c\mid B]}\right|\le\varepsilon"
            ),
            filled=formula(r"\text{largest loss}=\text{@loss}\;\le\;\text{@epsilon}"),
            rows=(
                ("loss of the consistent learner between A and B", "consistent"),
                ("least δ with which it would be private, at any ε", "delta"),
                ("loss of the private learner, exact", "loss"),
                ("ε, promised", "epsilon"),
            ),
            assumptions=(
                Assumption("any two samples of the same size that differ in one record, with any labels"),
            ),
            note="Neighbours: one person is replaced by another, n is public.",
        ),
        code=code,
    )


def law_scene(
    *,
    sweep: LawSweep,
    n: NDArray[np.int64],
    epsilon: Values,
    alpha: Values,
    bound: Values,
    seed: int,
    axis: str,
    values: Values,
    start: int,
    code: str = "",
) -> Scene:
    """The exponential learner's law over 17 cuts, and the cuts' errors on the sample (EXP-4, EXP-3)."""
    cuts = np.arange(sweep.law.shape[1])
    good = sweep.population[None, :] <= alpha[:, None] + 1e-12
    inside, outside = np.where(good, sweep.law, 0.0), np.where(good, 0.0, sweep.law)
    level = np.repeat(alpha[:, None], 2, axis=1)
    figure = style.figure(
        bars(cuts, inside[start], style.BLUE, "errs by at most α"),
        bars(cuts, outside[start], style.ORANGE, "errs by more"),
        line(cuts, sweep.errors[start], style.GREY, "error on the sample", xaxis="x2", yaxis="y2"),
        line(cuts, sweep.population, style.GREEN, "error on the distribution", dash="dash", xaxis="x2", yaxis="y2"),
        line([-0.5, 16.5], level[start], style.PURPLE, "α", width=2, dash="dot", xaxis="x2", yaxis="y2"),
        height=560,
        barmode="stack",
        legend={"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom", "bgcolor": style.CLEAR,
                "traceorder": "normal"},
        margin={"l": 64, "r": 16, "t": 60, "b": 56},
        xaxis=style.axis("", range=[-0.6, 16.6], showticklabels=False, anchor="y"),
        yaxis=style.axis("probability", range=[0, 1], domain=[0.5, 1]),
        xaxis2=style.axis("cut j", range=[-0.6, 16.6], anchor="y2", dtick=2),
        yaxis2=style.axis("error", range=[0, 0.75], domain=[0, 0.4]),
    )  # fmt: skip
    return Scene(
        title="The private learner’s law",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): inside,
            ("data", 1, "y"): outside,
            ("data", 2, "y"): sweep.errors,
            ("data", 4, "y"): level,
        },
        sentences=[
            f"{int(k):,} records, ε = {nats(float(e))}. The true cut is 8. The learner errs by more than "
            f"{percent(float(a))} with probability {percent(float(b))}; its expected error is {percent(float(m))}."
            for k, e, a, b, m in zip(n, epsilon, alpha, sweep.bad, sweep.expected, strict=True)
        ],
        table=Table(
            columns=("cut", "error on the sample", "error on the distribution", "probability"),
            rows=tuple(
                tuple(
                    (str(j), f"{x:.3f}", f"{d:.3f}", probability(float(p)))
                    for j, (x, d, p) in enumerate(zip(errors, sweep.population, law, strict=True))
                )
                for errors, law in zip(sweep.errors, sweep.law, strict=True)
            ),
        ),
        slots={
            "n": [str(int(k)) for k in n],
            "epsilon": [plain(float(e)) for e in epsilon],
            "alpha": [plain(float(a)) for a in alpha],
            "seed": [str(seed)],
            "bad": [probability(float(b)) for b in sweep.bad],
            "expected": [f"{m:.4f}" for m in sweep.expected],
            "bound": [probability(float(b)) for b in bound],
        },
        card=Card(
            title="How likely is a cut that errs by more than α?",
            source="EXP-4, PP-5",
            formula=formula(
                r"\Pr[L_D>\alpha]\;\le\;|C|\left(1-\alpha\left(1-e^{-\varepsilon/2}\right)\right)^{n}"
            ),
            filled=formula(
                r"17\left(1-\text{@alpha}\left(1-e^{-\text{@epsilon}/2}\right)\right)^{\text{@n}}=\text{@bound}"
            ),
            rows=(
                ("bound, over sample and coins", "bound"),
                ("truth on this sample, over coins", "bad"),
                ("expected error on this sample", "expected"),
            ),
            assumptions=(Assumption("the data are realizable: some cut makes no error"),),
            note="The bound is derived for this package; it is sharper than the course’s. It averages over samples, "
            "the truth beside it is this one sample’s. The privacy promise needs no assumption about the data.",
        ),
        code=code,
    )
