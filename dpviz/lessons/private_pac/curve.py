"""Probability to err by more than α, with and without privacy, as the sample grows (PP-3, PP-5, PAC-7)."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, band, curve, level, moving, num, panel, table_by_column, upright, when
from dpviz.draw.style import BLUE, CLEAR, GREY, ORANGE
from dpviz.frame.section import Frames, Section
from dpviz.learning import (
    ExponentialLearner,
    LearningCurve,
    Thresholds,
    learning_curve,
    occam_size,
    private_failure_bound,
    private_pac_terms,
)
from dpviz.learning.bounds import occam_failure
from dpviz.lessons import common
from dpviz.lessons.private_pac.shared import MOST, SIZES, error, other_samples, records, with_bands

BITS = 5
SIZE = Thresholds(BITS).size
REPETITIONS = 1000
BETA = 0.05  # the probability at which both learners are compared

epsilon, n, alpha, seed = common.epsilon(0.5, steps=41), records(), error(), other_samples()


def shown(n: int, epsilon: float, alpha: float, seed: int) -> Any:
    line = Thresholds(BITS)
    curve = learning_curve(
        line,
        ["erm", ExponentialLearner(line, epsilon)],
        np.full(line.universe, 1 / line.universe),  # all equally likely
        line.universe // 2,  # the middle threshold labels
        sorted({n, MOST}),  # shorter samples are the beginnings of the longest
        repetitions=REPETITIONS,
        rng=np.random.default_rng(seed),
    )
    (free, share), (_, low), (_, high) = (part[:, 0] for part in curve.failure(alpha))
    bound = private_failure_bound(n, line.size, alpha, epsilon)
    return free, share, low, high, bound


@lru_cache(maxsize=8)
def _curves(sizes: tuple[int, ...], epsilons: tuple[float, ...], seed: int) -> LearningCurve:
    """The consistent learner in row 0, then the exponential learner at each ε."""
    line = Thresholds(BITS)
    return learning_curve(
        line,
        ["erm", *(ExponentialLearner(line, epsilon) for epsilon in epsilons)],
        np.full(line.universe, 1 / line.universe),
        line.universe // 2,
        sizes,
        repetitions=REPETITIONS,
        rng=np.random.default_rng(seed),
    )


def _reached(n: Any, failure: Any) -> Any:
    """The n, of shape (F,), at which a falling curve comes down to β, interpolated; infinite if it stays above."""
    below = failure <= BETA
    k = below.argmax(axis=1)
    rows, last = np.arange(len(k)), np.maximum(k - 1, 0)
    high, low = failure[rows, last], failure[rows, k]
    part = np.where(high > low, (high - BETA) / np.where(high > low, high - low, 1), 1)
    found = n[last] * (n[k] / n[last]) ** part
    return np.where(below.any(axis=1), found, np.inf)


def _records(n: float) -> str:
    if math.isinf(n):
        return f"more than {MOST:,}"
    return f"about {n:,.0f}" if n > SIZES[0] else f"at most {n:,.0f}"


def draw(at: Frames) -> Picture:
    n, frames = np.union1d(SIZES, at.n), np.arange(at.frames)
    now, some = (frames, np.searchsorted(n, at.n)), np.searchsorted(n, SIZES[::5])  # some: in the table
    (epsilons, row), (alphas, which) = (np.unique(v, return_inverse=True) for v in (at.epsilon, at.alpha))
    found = _curves(tuple(n.tolist()), tuple(epsilons.tolist()), at.seed)
    parts = [part[which] for part in found.failure(alphas)]
    free, (share, low, high) = parts[0][:, 0], (part[frames, 1 + row] for part in parts)
    a, e = at.alpha[:, None], at.epsilon[:, None]
    bound, occam = private_failure_bound(n, SIZE, a, e), np.asarray(occam_failure(SIZE, n, a, exponential=False))
    bounds = np.minimum(bound, 1), np.minimum(occam, 1)
    measured = with_bands(share, low, high)
    enough, plainly = _reached(n, share), _reached(n, free)
    cost = np.where(np.isfinite(enough) & (plainly > n[0]), enough / plainly, np.nan)
    return Picture(
        panel(
            band(n, moving(low), moving(high), CLEAR, width=0),
            curve(n, moving(share), BLUE, "private", width=4),
            curve(n, moving(bounds[0]), BLUE, "dashed: the bounds", dash="dash", width=2),
            curve(n, moving(free), ORANGE, "not private", width=4),
            curve(n, moving(bounds[1]), ORANGE, dash="dash", width=2),
            level(BETA, GREY, reach=(n[0], n[-1]), width=1, dash="dot"),
            upright(moving(at.n), GREY, reach=(0, 1.05), width=2, dash="dot"),
            x=axis("records n", math.log10(n[0]), math.log10(n[-1]), type="log", tickvals=[10, 30, 100, 300, 1000],
                   ticktext=["10", "30", "100", "300", "1,000"]),
            y=axis("probability to err by more than α", 0, 1.05),
        ),
        title=f"The learning curve: thresholds on {2**BITS} instances",
        values={
            "share": share[now],
            "low": low[now],
            "high": high[now],
            "free": num(free[now], ".3f"),
            "occam": num(occam[now], "probability"),
            "bound": num(bound[now], "probability"),
            "enough": num(enough, _records),
            "plainly": num(plainly, _records),
            "cost": num(cost, lambda ratio: "–" if math.isnan(ratio) else f"{ratio:.2g}"),
            "measured": [texts[k] for texts, k in zip(measured, now[1], strict=True)],
            "size": SIZE,
        },
        sentence=[
            f"With n = {{n:,}} and ε = {{epsilon:nats}} the private learner erred by more than {{alpha:percent}} in "
            f"{{share:percent}} of {REPETITIONS:,} runs (95 % band {{low:percent}} to {{high:percent}}), "
            "the consistent learner in ",
            when(free[now] > 0, "{free:percent}. ", "none. "),
            "Keeping such errors to 5 % of the runs takes {enough} records with privacy and {plainly} without it",
            when(np.isfinite(cost), ": here this learner pays a factor of about {cost}.", "."),
        ],
        table=table_by_column(
            ("n", n[some]),
            ("private (± 95 %)", moving([[texts[k] for k in some] for texts in measured])),
            ("private, bound", moving(bounds[0][:, some]), ".3f"),
            ("not private", moving(free[:, some]), ".3f"),
            ("not private, bound", moving(bounds[1][:, some]), ".3f"),
        ),
        code=shown,
    )  # fmt: skip


def _cost() -> dict[str, float]:
    bounds = private_pac_terms(17, 0.1, 0.05, 0.1, form="realizable").privacy, occam_size(17, 0.1, 0.05)
    ratio = -1 / math.expm1(-0.1 / 2)
    return {
        "answer": ratio,
        "whole": -1 / math.expm1(-0.1),
        "share": -math.expm1(-0.1 / 2),
        "private": float(bounds[0]),
        "free": float(bounds[1]),
    }


def _times() -> dict[str, float]:
    return {"factor": math.exp(0.25), "worth": -math.expm1(-0.25), "ratio": -1 / math.expm1(-0.25)}


SECTION = Section(draw, axes=(epsilon, n, alpha), controls=(epsilon, n, alpha, seed))
