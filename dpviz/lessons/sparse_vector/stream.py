"""One run of AboveThreshold over a stream of counts, and where it stops with which probability (SVT-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, level, moving, num, panel, points, table_by_frame, text
from dpviz.draw.style import BLUE, GREY, ORANGE, PALE, PURPLE
from dpviz.draw.words import probability
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.sparse_vector.shared import COUNTS, OUTBREAK, THRESHOLD, WEEKS, outcomes
from dpviz.mechanisms.sparse import AboveThreshold, above_threshold_probabilities

epsilon = common.epsilon(1.0, low=0.05, steps=41)
threshold = Number(THRESHOLD, low=20, high=80, steps=61, whole=True, label="T, the threshold", ends=("low", "high"))
seed = Seed(5, button="Draw again", help="The same counts, other noise.")


def shown(epsilon: float, threshold: float, seed: int) -> Any:
    mechanism = AboveThreshold(epsilon=epsilon, sensitivity=1)
    rng = np.random.default_rng(seed)
    noisy_threshold = threshold + rng.laplace(scale=mechanism.scales.threshold)
    noisy_answers = COUNTS + rng.laplace(scale=mechanism.scales.queries, size=len(COUNTS))
    above = noisy_answers >= noisy_threshold
    week = int(above.argmax()) + 1 if above.any() else 0  # where it stops
    return mechanism, noisy_threshold, noisy_answers, week


def exactly(mechanism: AboveThreshold, threshold: float) -> Any:
    probabilities = mechanism.probabilities(COUNTS, threshold)
    return probabilities


def draw(at: Frames) -> Picture:
    runs = [shown(*one, at.seed) for one in zip(at.epsilon.tolist(), at.threshold.tolist(), strict=True)]
    heights, answers, stops = (np.array([run[part] for run in runs]) for part in (1, 2, 3))
    p = above_threshold_probabilities(COUNTS, at.threshold, at.epsilon)
    weeks, true = np.arange(1, WEEKS + 1), np.array(COUNTS, dtype=float)
    last = np.where(stops > 0, stops, WEEKS)[:, None]  # the last week that is looked at
    noisy = np.where(weeks <= last, answers, np.nan)
    stopping = np.where(weeks == stops[:, None], answers, np.nan)
    below = np.where(weeks == stops[:, None], np.nan, noisy)
    seen = np.concatenate([noisy, np.broadcast_to(true, noisy.shape), heights[:, None], at.threshold[:, None]], axis=1)
    low, high = np.nanmin(seen, axis=1), np.nanmax(seen, axis=1)
    pad = 0.12 * (high - low)
    reach = 0.3, WEEKS + 2.7
    # The name of the higher threshold stands above it, that of the lower one below.
    noisy_side, t_side = (["top left" if up else "bottom left" for up in higher]
                          for higher in (heights >= at.threshold, heights < at.threshold))  # fmt: skip
    return Picture(
        panel(
            level(moving(at.threshold), GREY, reach=reach, width=2),
            level(moving(heights), PURPLE, reach=reach, dash="dash"),
            points(weeks, true, moving([[ORANGE if week <= end else PALE for week in weeks] for end in last[:, 0]]),
                   "true (hidden)", symbol="line-ew-open", size=15),
            points(weeks, moving(below), BLUE, "noisy (hidden)", size=9),
            points(weeks, moving(stopping), BLUE, "“above”: stop", symbol="star", size=18),
            text(reach[1], moving(at.threshold), ["threshold T"], GREY, moving(t_side)),
            text(reach[1], moving(heights), ["noisy threshold (hidden)"], PURPLE, moving(noisy_side)),
            x=axis("", *reach, showticklabels=False, **outcomes(WEEKS)),
            y=axis("patients", range=moving(np.stack([low - pad, high + pad], axis=1)), nticks=6), share=2,
        ),
        panel(
            bars([*weeks, WEEKS + 2], moving(p), BLUE, hovertemplate="%{y:.1%}<extra></extra>"),
            x=axis("week", *reach, **outcomes(WEEKS)),
            y=axis("probability", 0, 1.05, tickformat=".0%", nticks=3),
            heading="first “above” here: exact probability",
        ),
        title="AboveThreshold, week by week",
        height=500,
        values={
            "threshold_scale": num(2 / at.epsilon, ".3g"),
            "query_scale": num(4 / at.epsilon, ".3g"),
            "week": num(stops),
            "outbreak": p[:, OUTBREAK - 1],
            "never": p[:, -1],
            "early": p[:, : OUTBREAK - 1].sum(axis=1),
        },
        sentence=[
            [_published(int(stop)) for stop in stops],
            f" It stops in week {OUTBREAK} with probability {{outbreak:percent}}, before that with {{early:percent}}, "
            "and never with {never:percent}.",
        ],
        table=table_by_frame(
            ("week", "true count", "published in this run", "first “above” here with probability"),
            *(_lines(int(stop), row) for stop, row in zip(stops, p, strict=True)),
        ),
        code=(shown, exactly),
    )  # fmt: skip


def _published(stop: int) -> str:
    if not stop:
        return f"Published: “below” {WEEKS} times; every week has been looked at."
    if stop == 1:
        return "Published: “above” in week 1, and the run ends."
    return (
        f"Published: “below” {'once' if stop == 2 else f'{stop - 1} times'}, “above” in week {stop}, and the run ends."
    )


def _lines(stop: int, row: Any) -> list[tuple[str, ...]]:
    said = ["–" if 0 < stop < week else "above" if week == stop else "below" for week in range(1, WEEKS + 1)]
    return [
        *((str(i + 1), str(COUNTS[i]), said[i], probability(float(row[i]))) for i in range(WEEKS)),
        ("never", "", "", probability(float(row[-1]))),
    ]


def _at(epsilon: float) -> Any:
    return above_threshold_probabilities(COUNTS, THRESHOLD, epsilon)


def _little() -> dict[str, float]:
    p = _at(0.05)
    return {"first": 100 * p[0], "outbreak": 100 * p[OUTBREAK - 1], "never": 100 * p[-1]}


SECTION = Section(draw, axes=(epsilon, threshold), controls=(epsilon, threshold, seed))
