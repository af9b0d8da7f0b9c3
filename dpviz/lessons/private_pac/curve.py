"""Probability to err by more than α, with and without privacy, as the sample grows (PP-3, PP-5, PAC-7)."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, band, card, curve, grid, moving, num, panel, upright, where
from dpviz.draw.style import BLUE, CLEAR, GREY, ORANGE
from dpviz.learning import ExponentialLearner, LearningCurve, Thresholds, learning_curve, private_failure_bound
from dpviz.learning.bounds import occam_failure
from dpviz.lessons import common
from dpviz.lessons.private_pac.shared import MOST, SIZES, error, other_samples, records, with_bands
from dpviz.lessons.section import At, Section

BITS = 5
SIZE = Thresholds(BITS).size
REPETITIONS = 1000

epsilon, n, alpha, seed = common.epsilon(0.5, steps=41), records(), error(), other_samples()


def shown(n: int, epsilon: float, alpha: float, seed: int) -> Any:
    line = Thresholds(BITS)
    curve = learning_curve(
        line,
        ["erm", ExponentialLearner(line, epsilon)],
        np.full(line.universe, 1 / line.universe),  # all equally likely
        line.universe // 2,  # the middle cut labels
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


def draw(at: At) -> Picture:
    n, frames = np.union1d(SIZES, at.n), np.arange(at.frames)
    now, some = (frames, np.searchsorted(n, at.n)), np.searchsorted(n, SIZES[::5])  # some: in the table
    (epsilons, row), (alphas, which) = (np.unique(v, return_inverse=True) for v in (at.epsilon, at.alpha))
    found = _curves(tuple(n.tolist()), tuple(epsilons.tolist()), at.seed)
    parts = [part[which] for part in found.failure(alphas)]
    free, (share, low, high) = parts[0][:, 0], (part[frames, 1 + row] for part in parts)
    a, e = at.alpha[:, None], at.epsilon[:, None]
    bound, occam = private_failure_bound(n, SIZE, a, e), occam_failure(SIZE, n, a, exponential=False)
    bounds = np.minimum(bound, 1), np.minimum(occam, 1)
    measured = with_bands(share, low, high)
    return Picture(
        panel(
            band(n, moving(low), moving(high), CLEAR, width=0),
            curve(n, moving(share), BLUE, "private, simulated", width=4),
            curve(n, moving(bounds[0]), BLUE, "its bound", dash="dash", width=2),
            curve(n, moving(free), ORANGE, "not private", width=4),
            curve(n, moving(bounds[1]), ORANGE, "its bound", dash="dash", width=2),
            upright(moving(at.n), GREY, reach=(0, 1.05), width=2, dash="dot"),
            x=axis("records n", math.log10(n[0]), math.log10(n[-1]), type="log", tickvals=[10, 30, 100, 300, 1000],
                   ticktext=["10", "30", "100", "300", "1,000"]),
            y=axis("chance to err by more than α", 0, 1.05),
        ),
        title=f"Learning a threshold on {2**BITS} instances",
        height=440,
        margin={"l": 64, "r": 16, "t": 60, "b": 56},
        values={
            "share": share[now],
            "low": low[now],
            "high": high[now],
            "free": num(free[now], ".3f"),
            "bound": num(bound[now], "probability"),
            "measured": [texts[k] for texts, k in zip(measured, now[1], strict=True)],
        },
        sentence=[
            f"At n = {{n}}, ε = {{epsilon:nats}}: in {{share:percent}} of {REPETITIONS:,} runs ",
            "(95 % band {low:percent} to {high:percent}) the private learner erred by more than {alpha:percent}; "
            "the learner that is not private in ",
            where(free[now] > 0, "{free:percent}.", "none."),
        ],
        table=grid(
            ("n", n[some]),
            ("private (± 95 %)", moving([[texts[k] for k in some] for texts in measured])),
            ("bound", moving(bounds[0][:, some]), ".3f"),
            ("not private", moving(free[:, some]), ".3f"),
            ("bound", moving(bounds[1][:, some]), ".3f"),
        ),
        card=card(
            "The learning curve, bounded",
            "PP-5, PAC-7, PP-1",
            r"\Pr[L_D>\alpha]\;\le\;|C|\left(1-\alpha\left(1-e^{-\varepsilon/2}\right)\right)^{n}"
            r",\qquad\text{not private:}\quad|C|(1-\alpha)^{n}",
            rf"{SIZE}\left(1-@alpha\left(1-e^{{-@epsilon/2}}\right)\right)^{{@n}}=@bound",
            rows={
                "private, bound": "bound",
                "private, simulated, with its 95 % band": "measured",
                "not private, simulated": "free",
            },
            given=("the data are realizable, and records are drawn independently",),
            note="All ε meet the same samples and the same random numbers. The private bound is derived for this "
            "package.",
        ),
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(epsilon, n, alpha), controls=(epsilon, n, alpha, seed))
