"""Real people, whom no rule fits: mean errors with and without privacy (PP-3, PP-4)."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz._numeric.counts import bincount
from dpviz._text import number_text
from dpviz.data import TeachingTable, teaching_table
from dpviz.draw import Picture, axis, band, curve, level, moving, num, panel, table_by_column, upright
from dpviz.draw.marks import label
from dpviz.draw.style import BLUE, CLEAR, GREEN, GREY, ORANGE
from dpviz.frame.kinds import Choice, log_steps
from dpviz.frame.section import Frames, Section
from dpviz.learning import Conjunctions, ExponentialLearner, LearningCurve, Thresholds, guaranteed_error, learning_curve
from dpviz.learning.concepts import ConceptClass
from dpviz.lessons import common
from dpviz.lessons.private_pac.shared import data, other_samples, records, with_bands
from dpviz.lessons.tables import HEALTH, used

MOST = 10_000
SIZES = np.unique(np.round(log_steps(10, MOST, 31))).astype(int)
REPETITIONS = 300
BITS = 7  # of the thresholds
WORDS = {
    "threshold": "index of chronic diseases below a threshold",
    "conjunction": "a conjunction of plan, sex, age, chronic diseases",
}

known = Choice("threshold", options={"threshold": "thresholds", "conjunction": "conjunctions"}, label="The class")
epsilon, n, seed = common.epsilon(0.1, steps=41), records(100, SIZES, "people"), other_samples()


def problem(data: str, known: str) -> Any:
    made = teaching_table(data)
    yes = made.accepts.values(made.table) == 1
    if known == "threshold":
        concepts: ConceptClass = Thresholds(BITS)
        line = made.table.column(made.number)
        x = ((line.values - line.low) / made.step(concepts.universe)).astype(int)
    else:
        concepts = Conjunctions({test.column: test.words for test in made.tests})
        values = [test.values(made.table) for test in made.tests]
        x = np.ravel_multi_index(values, [len(test.words) for test in made.tests])
    people = bincount(x, minlength=concepts.universe)
    weights = people / len(x)  # share of the table at each instance, and of them who are to be accepted
    accepted = bincount(x[yes], minlength=concepts.universe) / np.maximum(people, 1)
    return concepts, weights, accepted


def shown(concepts: Any, weights: Any, accepted: Any, n: int, epsilon: float, seed: int) -> Any:
    curve = learning_curve(
        concepts,
        ["erm", ExponentialLearner(concepts, epsilon)],
        weights,
        accepted,
        sorted({n, MOST}),  # shorter samples are the beginnings of the longest
        repetitions=REPETITIONS,
        rng=np.random.default_rng(seed),
    )
    (free, mean), (_, low), (_, high) = (part[:, 0] for part in curve.mean())
    best = curve.best
    ceiling = best + guaranteed_error(n, concepts.size, 0.05, epsilon, form="agnostic")
    return free, mean, low, high, best, ceiling


@lru_cache(maxsize=8)
def _curves(data: str, known: str, sizes: tuple[int, ...], epsilons: tuple[float, ...], seed: int) -> LearningCurve:
    """The learner with the fewest errors in row 0, then the private one at each ε."""
    concepts, weights, accepted = problem(data, known)
    return learning_curve(
        concepts,
        ["erm", *(ExponentialLearner(concepts, epsilon) for epsilon in epsilons)],
        weights,
        accepted,
        sizes,
        repetitions=REPETITIONS,
        rng=np.random.default_rng(seed),
    )


def in_words(made: TeachingTable, known: str, rule: str, cut: int) -> tuple[str, str, tuple[float, float]]:
    """What is asked, the best rule, and what errors the picture shows."""
    if made.key == HEALTH:
        return f"Who feels excellent? · {WORDS[known]}", rule.replace("x <", "index below"), (0.35, 0.6)
    line = made.table.column(made.number)
    if known == "threshold":
        below = float(line.low or 0) + cut * made.step(2**BITS)
        rule, kind = f"{line.label} below {number_text(round(below, 6))}", f"{line.label} below a threshold"
    else:
        kind = f"a conjunction of {', '.join(test.column for test in made.tests)}"
    return f"{made.accepts.name} · {kind}", rule, (0.0, 0.6)


def _bound(error: float) -> str:
    return f"{error:.4f}" if error < 1 else "above 1"


def draw(at: Frames) -> Picture:
    made = used(at, "number")
    concepts, weights, accepted = problem(made.key, at.known)
    best = int(concepts.population_errors(weights, accepted).argmin())
    asked, rule, reach = in_words(made, at.known, concepts.name(best), best)
    n, frames = np.union1d(SIZES, at.n), np.arange(at.frames)
    now, some = (frames, np.searchsorted(n, at.n)), np.searchsorted(n, SIZES[::3])  # some: in the table
    epsilons, row = np.unique(at.epsilon, return_inverse=True)
    found = _curves(made.key, at.known, tuple(n.tolist()), tuple(epsilons.tolist()), at.seed)
    free, (mean, low, high) = found.mean()[0][0], (part[1 + row] for part in found.mean())
    ceiling = found.best + guaranteed_error(n, concepts.size, 0.05, at.epsilon[:, None], form="agnostic")
    measured = with_bands(mean, low, high, digits=4)
    return Picture(
        panel(
            band(n, moving(low), moving(high), CLEAR, width=0),
            curve(n, moving(mean), BLUE, "private", width=4),
            curve(n, moving(ceiling), BLUE, "guaranteed with 95 %", dash="dash", width=2),
            curve(n, free, ORANGE, "not private", width=4),
            level(found.best, GREEN, reach=(n[0], n[-1]), width=2, dash="dot"),
            upright(moving(at.n), GREY, reach=(0.3, 0.62), width=2, dash="dot"),
            x=axis("people n", math.log10(n[0]), math.log10(n[-1]), type="log", tickvals=[10, 100, 1000, 10_000],
                   ticktext=["10", "100", "1,000", "10,000"]),
            y=axis("mean population error", *reach),
        ),
        title="{asked}",
        annotations=[label("best in the class, min L(c)", float(found.best), GREEN, anchor="top")],
        values={
            "asked": asked,
            "size": concepts.size,
            "rule": rule,
            "best": num(found.best, ".4f"),
            "mean": mean[now],
            "low": low[now],
            "high": high[now],
            "free": num(free[now[1]], ".4f"),
            "ceiling": num(ceiling[now], _bound),
            "measured": [texts[k] for texts, k in zip(measured, now[1], strict=True)],
        },
        sentence="The best of {size} concepts, “{rule}”, is wrong on {best:tenths} of the people. Learned from {n:,} "
        "people with ε = {epsilon:nats}, the private learner’s hypothesis is wrong on {mean:tenths} on average (95 % "
        "band {low:tenths} to {high:tenths}), the one with the fewest errors on the sample on {free:tenths}.",
        table=table_by_column(
            ("n", n[some], ","),
            ("private (± 95 %)", moving([[texts[k] for k in some] for texts in measured])),
            ("not private", free[some], ".4f"),
            ("private, guaranteed with 95 %", moving(ceiling[:, some]), _bound),
        ),
        code=(problem, shown),
    )  # fmt: skip


def _people() -> dict[str, float]:
    concepts, weights, accepted = problem(HEALTH, "threshold")
    errors = 100 * concepts.population_errors(weights, accepted)
    return {"best": errors.min(), "random": errors.mean()}


SECTION = Section(draw, axes=(epsilon, n), controls=(data, known, epsilon, n, seed))
