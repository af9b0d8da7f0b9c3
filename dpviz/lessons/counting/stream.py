"""A total is published every day: true and noisy, and how far each day's is off (CNT-1, CNT-2)."""

from typing import Any

import numpy as np

from dpviz.counting import StreamCounter, error_factor, prefix_variances, stream_sensitivity
from dpviz.draw import Picture, axis, band, curve, moving, num, panel, table_by_row, text
from dpviz.draw.style import BLUE, CLEAR, GREY
from dpviz.frame.kinds import Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.counting.shared import DELTA, LOOKS, NAMES, SIMPLE, line, noise_on
from dpviz.mechanisms import gaussian_scale

T = 256
epsilon = common.epsilon(1.0, low=0.1, high=10, steps=9)
method = noise_on("tree", "refined", "square_root")
seed = Seed(2, button="Draw again", help="The same stream, other noise.")


def shown(epsilon: float, method: Any, seed: int) -> Any:
    ill = np.random.default_rng(7).binomial(1, 0.4, size=256)  # one person a day: 1 if ill
    sigma = float(gaussian_scale(epsilon, 1e-5, sensitivity=stream_sensitivity(method, 256)))
    counter = StreamCounter(method=method, steps=256, scale=sigma)
    published = counter.release(ill, np.random.default_rng(seed))
    off = counter.deviations
    last, worst = off[-1], off.max()
    return ill, published, off, sigma, last, worst


def _units(which: Any) -> Any:
    """The standard deviation of each total, that of one count with the same ε being 1."""
    return stream_sensitivity(which, T) * np.sqrt(prefix_variances(which, T))


def draw(at: Frames) -> Picture:
    runs = [shown(e, at.method, at.seed) for e in at.epsilon.tolist()]
    published, off = (np.stack([run[part] for run in runs]) for part in (1, 2))
    sigma, last, worst = (np.array([run[part] for run in runs]) for part in (3, 4, 5))
    true, days = np.cumsum(runs[0][0]), np.arange(1, T + 1)
    seen = np.concatenate([published, true - 2 * off, true + 2 * off], axis=1)
    ends = np.stack([seen.min(axis=1), seen.max(axis=1)], axis=1)
    return Picture(
        panel(
            band(days, moving(true - 2 * off), moving(true + 2 * off), CLEAR),
            curve(days, true, GREY, "true total", width=3, dash="dash"),
            curve(days, moving(published), BLUE, "published", width=2),
            x=axis("", 0, T + 2, showticklabels=False), y=axis("people ill so far", range=moving(ends), nticks=6),
            share=1.6,
        ),
        panel(
            *(line(days, _units(kind), kind, width=4 if kind == at.method else 2) for kind in SIMPLE),
            text([120, 4, 236], [12.2, 17.6, 2.6], ["each day", "each total", "tree"],
                 [LOOKS[kind][0] for kind in SIMPLE], ["top left", "middle right", "bottom center"]),
            x=axis("day", 0, T + 2), y=axis("× one count’s", 0, 20, nticks=5),
            heading="standard deviation, beside that of one count",
        ),
        title="A total every day",
        height=540,
        values={
            "sigma": num(sigma, ".3g"), "last": num(last, ".3g"), "worst": num(worst, ".3g"),
            "one": num(gaussian_scale(at.epsilon, DELTA), ".3g"), "where": NAMES[at.method],
            "true": int(true[-1]), "said": [f"{x:.0f}".replace("-", "−") for x in published[:, -1]],
            "moved": num(float(stream_sensitivity(at.method, T)), ".3g"),
            "factor": num(float(error_factor(at.method, T)), ".3g"),
        },
        sentence="Noise on {where}: the last total published is {said}; the true one is {true}. That day’s noise has a "
        "standard deviation of {last}; the worst day’s has {worst}. One single count would need {one}.",
        table=table_by_row(
            ("", "people"),
            ("σ of the noise on each number", "{sigma}"),
            ("standard deviation of the last day; of the worst", "{last}; {worst}"),
        ),
        code=shown,
    )  # fmt: skip


def _last() -> dict[str, float]:
    return {"step": float(_units("each_step")[-1]), "total": float(_units("each_total")[-1])}


SECTION = Section(draw, axes=(epsilon,), controls=(method, epsilon, seed))
