"""Several anonymous releases with the same person in them, beside as many private answers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.anonymity.intersection_sweep import IntersectionSweep
from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, percent, plain, probability
from dpviz.scenes.marks import SHARES, heading, line, points


def intersection_scene(
    *,
    sweep: IntersectionSweep,
    size: NDArray[np.int64],
    sensitive: NDArray[np.int64],
    epsilon: NDArray[np.float64],
    releases: NDArray[np.int64],
    trials: int,
    seed: int,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """The chance that the intersection leaves one value, and what private answers leave to believe (LEG-4).

    Parameters
    ----------
    sweep : IntersectionSweep
    size, sensitive, releases : ndarray of int, shape (F,)
        k, m and r of each frame.
    epsilon : ndarray, shape (F,)
    trials, seed : int
        Of the simulation.
    axis, values, start, code
        See `Scene`.
    """
    count = sweep.certain.shape[1]
    steps = np.arange(1, count + 1)
    rows, at = np.arange(len(values)), releases - 1
    most = np.array([[answer.most for answer in row] for row in sweep.private])
    mean = np.array([[answer.expected for answer in row] for row in sweep.private])
    loss = np.array([row[i].loss for row, i in zip(sweep.private, at, strict=True)])
    prior = np.array([row[0].prior for row in sweep.private])
    above, below = sweep.high - sweep.simulated, sweep.simulated - sweep.low
    now = releases[:, None].astype(float)
    figure = style.figure(
        line(steps, sweep.certain[start], style.BLUE, "certain: classes intersected, exact"),
        points(steps, sweep.simulated[start], style.BLUE, "simulated, ± two standard errors", symbol="circle-open",
               size=9, error_y={"type": "data", "symmetric": False, "array": above[start],
                                "arrayminus": below[start], "color": style.BLUE, "thickness": 2, "width": 5}),
        line(steps, np.zeros(count), style.GREEN, "certain: private answers", dash="dash"),
        points(now[start], sweep.certain[start, at[start : start + 1]], style.PURPLE, "now", size=14),
        line(steps, most[start], style.GREEN, "belief at most", xaxis="x2", yaxis="y2"),
        line(steps, mean[start], style.GREEN, "belief on average", dash="dot", xaxis="x2", yaxis="y2"),
        points(now[start], most[start, at[start : start + 1]], style.PURPLE, xaxis="x2", yaxis="y2", size=14),
        height=580,
        xaxis=style.axis("", anchor="y", range=[0.5, count + 0.5], dtick=1),
        xaxis2=style.axis("releases, or answers", anchor="y2", range=[0.5, count + 0.5], dtick=1),
        yaxis=style.axis("chance", domain=[0.56, 0.93], **SHARES),
        yaxis2=style.axis("belief", domain=[0.02, 0.4], **SHARES),
        annotations=[
            heading("chance that one value only is left", 0.935),
            heading("belief in the truth after private answers", 0.41),
        ],
    )  # fmt: skip
    figure["layout"]["legend"] |= {"y": 1.02}
    motion: dict[tuple[str | int, ...], Any] = {
        ("data", 0, "y"): sweep.certain,
        ("data", 1, "y"): sweep.simulated,
        ("data", 1, "error_y", "array"): above,
        ("data", 1, "error_y", "arrayminus"): below,
        ("data", 3, "x"): now,
        ("data", 3, "y"): sweep.certain[rows, at][:, None],
        ("data", 4, "y"): most,
        ("data", 5, "y"): mean,
        ("data", 6, "x"): now,
        ("data", 6, "y"): most[rows, at][:, None],
    }
    shown = list(zip(rows, at, strict=True))
    return Scene(
        title="The same person in several releases",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            f"{_times(int(releases[f]))}, {int(size[f])}-anonymous each, {int(sensitive[f])} values: one value only "
            f"is left with chance {percent(float(sweep.certain[f, i]))} "
            f"(simulated {percent(float(sweep.simulated[f, i]))}, "
            f"band {percent(float(sweep.low[f, i]))} to {percent(float(sweep.high[f, i]))}), "
            f"and {sweep.left[f, i]:.3g} values on average. "
            f"As many private answers with ε = {nats(float(epsilon[f]))} lose {nats(float(loss[f]))} together: a "
            f"belief of {percent(float(prior[f]))} rises to at most {percent(float(most[f, i]))}, and nothing is ever "
            "certain."
            for f, i in shown
        ],
        table=Table(
            columns=("releases", "certain, exactly", "simulated", "values left, mean", "private: belief at most",
                     "private: loss"),
            rows=tuple(
                tuple(
                    (str(j + 1), probability(float(sweep.certain[f, j])), probability(float(sweep.simulated[f, j])),
                     f"{sweep.left[f, j]:.3g}", probability(float(most[f, j])), nats(sweep.private[f][j].loss))
                    for j in range(count)
                )
                for f in rows
            ),
        ),
        slots={
            "size": [str(int(k)) for k in size],
            "values": [str(int(m)) for m in sensitive],
            "releases": [str(int(r)) for r in releases],
            "epsilon": [plain(float(e)) for e in epsilon],
            "trials": [str(trials)],
            "seed": [str(seed)],
            "certain": [probability(float(sweep.certain[f, i])) for f, i in shown],
            "simulated": [probability(float(sweep.simulated[f, i])) for f, i in shown],
            "left": [f"{sweep.left[f, i]:.4g}" for f, i in shown],
            "loss": [nats(float(x)) for x in loss],
            "most": [probability(float(most[f, i])) for f, i in shown],
            "expected": [probability(float(mean[f, i])) for f, i in shown],
        },
        card=Card(
            title="Anonymity keeps no account of several tables; private answers do",
            source="LEG-4, DP-6",
            formula=formula(
                r"\Pr[A\cap B=\{v\}]=E\Big[\Big(\frac{m-|A|+1}{m}\Big)^{k-1}\Big]"
                r"\qquad\text{beside}\qquad \text{loss}\le r\,\varepsilon"
            ),
            filled=formula(
                r"k=\text{@size},\ m=\text{@values},\ r=\text{@releases}:\ \Pr=\text{@certain};\qquad"
                r"\text{@releases}\cdot\text{@epsilon}=\text{@loss}"
            ),
            rows=(
                ("chance of certainty, exactly", "certain"),
                ("simulated", "simulated"),
                ("values left, on average", "left"),
                ("loss of all private answers together", "loss"),
                ("belief in the truth after them, at most", "most"),
                ("on average", "expected"),
            ),
            assumptions=(
                Assumption("the releases are independent, and the other people’s values uniform: a model"),
                Assumption("the private question is: does the person have this value? Randomized response"),
            ),
            note="A, B: the values that the two classes hold. "
            "The formula shown is for two releases; the same argument repeated gives any number. Neighbours: one "
            "person’s value is replaced.",
        ),
        code=code,
    )  # fmt: skip


def _times(count: int) -> str:
    return "One release" if count == 1 else f"{count} releases"
