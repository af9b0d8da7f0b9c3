"""The chance that the threshold learner errs by more than α: simulated, exact, and bounded twice (PAC-7, PAC-9)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, band, level, moving, num, panel, points, table_by_frame, text, when
from dpviz.draw import curve as drawn
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Seed
from dpviz.frame.section import Frames, Section
from dpviz.learning import (
    LearningCurve,
    occam_size,
    region_size,
    threshold_curve,
    threshold_failure,
    threshold_size,
    vc_size,
)
from dpviz.learning.bounds import occam_failure, region_failure
from dpviz.lessons import common
from dpviz.lessons.common import percent
from dpviz.lessons.pac.shared import SIZES, chance, cut_of, records, rules

REPETITIONS = 1000
FLOOR = 1e-5  # nothing is drawn below it
HEIGHTS = {"tickvals": [1e-4, 1e-3, 1e-2, 0.1, 1], "ticktext": ["10⁻⁴", "0.001", "0.01", "0.1", "1"]}

n, alpha, beta = records(30), common.alpha(0.1, low=0.01, steps=61, show=percent), common.beta()
bits = rules(2)  # of the fewest hypotheses: the text says to make the scale finer
seed = Seed(8, button="Other runs", help="The same learner, other patients.")


def solved(bits: Any, cut: Any, n: Any, alpha: Any, beta: Any) -> Any:
    doses, size = 2**bits, 2**bits + 1
    truth = threshold_failure(n, alpha, universe=doses, target=cut)
    bound = occam_failure(size, n, alpha)
    exactly = threshold_size(alpha, beta, universe=doses, target=cut)
    meets, region = region_size(alpha, beta, exact=True), region_size(alpha, beta)
    occam, vc = occam_size(size, alpha, beta), vc_size(1, alpha, beta)
    return size, truth, bound, exactly, meets, region, occam, vc


def simulated(doses: int, cut: int, alpha: float, seed: int) -> Any:
    sizes = np.unique(np.geomspace(1, 2000, 60).round()).astype(int)
    rng = np.random.default_rng(seed)
    runs = threshold_curve(sizes, universe=doses, target=cut, repetitions=REPETITIONS, rng=rng)
    share, low, high = runs.failure(alpha)
    return share, low, high


@lru_cache(maxsize=16)
def runs(bits: int, seed: int) -> LearningCurve:
    rng = np.random.default_rng(seed)
    return threshold_curve(SIZES, universe=2**bits, target=int(cut_of(bits)), repetitions=REPETITIONS, rng=rng)


def draw(at: Frames) -> Picture:
    n, a, b, bits, cut = at.n, at.alpha, at.beta, at.bits, cut_of(at.bits)
    size, truth, bound, exactly, meets, region, occam, vc = solved(bits, cut, n, a, b)
    failed = [runs(int(d), at.seed).failure(one) for d, one in zip(bits, a, strict=True)]
    share, low, high = (np.concatenate(part) for part in zip(*failed, strict=True))
    along = {
        "exact": threshold_failure(SIZES, a[:, None], universe=2 ** bits[:, None], target=cut[:, None]),
        "region": region_failure(SIZES, a[:, None]),
        "occam": occam_failure(size[:, None], SIZES, a[:, None]),
    }
    exact, missed, union = (moving(np.clip(one, FLOOR, 1)) for one in along.values())
    asked = np.stack([exactly, meets, occam], axis=1)
    spots = np.where((asked >= SIZES[0]) & (asked <= SIZES[-1]), asked, np.nan)
    # On its own line, which at a whole n is at β or just below it.
    solutions = (
        threshold_failure(exactly, a, universe=2**bits, target=cut),
        region_failure(meets, a),
        occam_failure(size, occam, a),
    )
    heights = np.maximum(np.stack(solutions, axis=1), FLOOR)
    # Where no run failed there is nothing to show of them.
    low, high = (np.where(share > 0, np.maximum(edge, FLOOR), np.nan) for edge in (low, high))
    now = np.clip(np.stack([truth, bound], axis=1), FLOOR, 1)
    ends = SIZES[0], SIZES[-1]
    return Picture(
        panel(
            band(SIZES, moving(low), moving(high), PURPLE, width=1),
            points(SIZES, moving(np.where(share > 0, share, np.nan)), PURPLE, f"{REPETITIONS:,} runs", size=7),
            drawn(SIZES, exact, BLUE, width=4),
            drawn(SIZES, missed, GREEN, dash="dot"),
            drawn(SIZES, union, ORANGE, dash="dash"),
            level(moving(b), GREY, reach=ends, width=2),
            points(moving(spots), moving(heights), [BLUE, GREEN, ORANGE], "solved for n",
                   symbol="diamond", size=14),
            points(moving(np.stack([n, n], axis=1)), moving(now), [BLUE, ORANGE], "now", symbol="circle-open", size=14),
            _named(along["exact"], 3e-4, "exact", BLUE, "middle left"),
            _named(along["region"], 0.02, "(1 − α)ⁿ", GREEN, "middle left"),
            _named(along["occam"], 0.3, "Occam", ORANGE, "middle right"),
            text([ends[0]], moving(b), ["β"], GREY, "bottom right"),
            x=axis("patients n", *np.log10(ends), type="log", dtick=1),
            y=axis("chance that the true error is above α", -4, 0.15, type="log", **HEIGHTS),
        ),
        title="Learning curves: bound, truth and trial",
        height=480,
        values={
            "cut": cut,
            "size": size,
            "truth": num(truth, "probability"),
            "bound": num(bound, "probability"),
            "exactly": exactly,
            "meets": meets,
            "region": region,
            "occam": occam,
            "vc": vc,
            "bound_said": [chance(p) for p in bound],
        },
        sentence=[
            when(n == 1, "With 1 patient", "With {n:,} patients"),
            " the learner’s true error is above {alpha:percent} with probability {truth:percent}; the Occam bound is "
            "{bound_said}. To bring the chance down to {beta:percent}: Occam asks for {occam:,} patients, the argument "
            "made for thresholds alone for {meets:,}, and on these doses {exactly:,} ",
            when(exactly == 1, "is enough.", "are enough."),
        ],
        table=table_by_frame(
            ("solved for n", "patients"),
            *(
                [("exactly, for these doses", f"{e:,}"), ("(1 − α)ⁿ, for thresholds and points", f"{m:,}"),
                 ("Occam, for any class of this size", f"{o:,}")]
                for e, m, o in zip(exactly, meets, occam, strict=True)
            ),
        ),
        code=(solved, simulated),
    )  # fmt: skip


def _named(lines: Any, height: float, word: str, colour: str, at: str) -> Any:
    """The name of lines that fall, where each of them falls below a height."""
    last = np.maximum((lines < height).argmax(axis=1) - 1, 0)
    place = np.where(lines[:, -1] < height, SIZES[last], np.nan)
    return text(moving(place), moving(lines[np.arange(len(lines)), last]), [word], colour, at)


def _scale() -> dict[str, float]:
    return {"enough": float(region_size(0.1, 0.05, exact=True))}


SECTION = Section(draw, axes=(n, alpha, beta, bits), controls=(n, alpha, beta, bits, seed))
