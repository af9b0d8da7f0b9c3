"""Error against the number of days: exactly for each total, and simulated for the worst of them (CNT-3)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.counting import StreamCounter, largest_error_bound, stream_sensitivity
from dpviz.draw import Picture, axis, band, curve, moving, num, panel, points, table_by_row, text, upright, when
from dpviz.draw.style import BLUE, CLEAR, GREY, ORANGE
from dpviz.frame.kinds import Choice
from dpviz.frame.section import Frames, Section
from dpviz.lessons.counting.shared import DAYS, LOOKS, NAMES, POWERS, SIMPLE, length, line, noise_on
from dpviz.mechanisms import gaussian_scale

RUNS, FAR = 100, 4096
steps = length(1024)
method = noise_on("tree", "square_root")
noise = Choice("normal", options={"normal": "normal, δ = 10⁻⁵", "laplace": "Laplace, δ = 0"}, label="Noise, at ε = 1")


def shown(method: Any, noise: Any, steps: int) -> Any:
    norm = "l1" if noise == "laplace" else "l2"
    moved = stream_sensitivity(method, steps, norm=norm)
    scale = moved if noise == "laplace" else float(gaussian_scale(1.0, 1e-5, sensitivity=moved))
    counter = StreamCounter(method=method, steps=steps, scale=scale, noise=noise)
    worst = counter.deviations.max()
    bound = largest_error_bound(counter.deviations, 0.05)  # for normal noise
    return counter, scale, worst, bound


@lru_cache(maxsize=16)
def _along(method: str, noise: str) -> Any:
    """Along `POWERS`: scale, worst deviation, bound, and the mean of the largest error with two standard errors."""
    rows, rng = [], np.random.default_rng(0)
    for steps in POWERS:
        counter, scale, worst, bound = shown(method, noise, steps)
        tops = np.abs(counter.errors(rng, size=RUNS)).max(axis=1) if steps <= FAR else np.full(RUNS, np.nan)
        reach = 2 * tops.std(ddof=1) / RUNS**0.5
        rows.append((scale, worst, bound, tops.mean(), reach))
    return np.array(rows).T


def draw(at: Frames) -> Picture:
    scale, worst, bound, mean, reach = _along(at.method, at.noise)
    place = np.searchsorted(POWERS, at.steps)
    known, normal = np.array(POWERS) <= FAR, at.noise == "normal"
    high_end = 5.3 if normal else 7.8
    words = ["each day, each total" if normal else "each day", "" if normal else "each total", "tree"]
    others = [_along(kind, at.noise)[1] for kind in SIMPLE]
    return Picture(
        panel(
            *(line(POWERS, one, kind, width=2) for one, kind in zip(others, SIMPLE, strict=True)),
            *([curve(POWERS, bound, ORANGE, dash="dashdot")] if normal else []),
            curve(POWERS, worst, BLUE, width=4),
            band(np.array(POWERS)[known], (mean - reach)[known], (mean + reach)[known], CLEAR),
            points(np.array(POWERS)[known], mean[known], ORANGE, size=7),
            text([POWERS[-1]] * 3, [one[-1] for one in others],
                 ["" if kind == at.method else word for kind, word in zip(SIMPLE, words, strict=True)],
                 [LOOKS[kind][0] for kind in SIMPLE], ["top left", "top left", "bottom left"]),
            text([2.5] * 3, [10 ** (high_end - part) for part in (0.3, 0.8, 1.3)],
                 [f"thick: {NAMES[at.method]}, worst day", "dots: largest of T errors, simulated",
                  "dash-dot: not exceeded in 95 %" if normal else ""], [BLUE, ORANGE, ORANGE]),
            upright(moving(at.steps), GREY, reach=(1e-3, 1e9), width=2),
            points(moving(at.steps), moving(worst[place]), BLUE, size=13),
            x=axis("T, the days", 0.2, 6.1, **DAYS), y=axis("people", 0, high_end, type="log", dtick=1),
        ),
        title="How far off is the worst day?",
        values={
            "scale": num(scale[place], ".4g"), "worst": num(worst[place], ".4g"), "bound": num(bound[place], ".4g"),
            "mean": num(mean[place], ".3g"), "low": num((mean - reach)[place], ".3g"), "normal": normal,
            "high": num((mean + reach)[place], ".3g"), "days": num(at.steps, ",.0f"),
            "naive": num(others[0][place], ".4g"), "where": NAMES[at.method],
        },
        sentence=[
            "Noise on {where}, T = {days}: the worst total has a standard deviation of {worst}; with noise on each day "
            "it is {naive}.",
            when(at.steps <= FAR, f" The largest of all T errors is {{mean}} on average ({{low}} to {{high}}, {RUNS} "
                 "runs)."),
            when(np.full(at.frames, normal), " With probability 95 % no error exceeds {bound}."),
        ],
        table=table_by_row(
            ("", "people"),
            ("scale of the noise on each number", "{scale}"),
            ("standard deviation of the worst total", "{worst}"),
        ),
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(steps,), controls=(method, noise, steps))
