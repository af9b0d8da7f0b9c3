"""A round that tells."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from dpviz._numeric.counts import bincount
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_06.bug_noise import CLEAR, require_shape
from dpviz.exercises.lessons.lesson_06.chances import OTHERS, QUERIES, is_yes_or_no, round_distribution
from dpviz.exercises.probes import LAPLACE, cut_off, draws, fits_distribution, keeps_promise, short, whole

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {"epsilon": round(float(rng.uniform(0.8, 1.6)), 1), "alpha": 0.125, "no such query": QUERIES.astype(int)}


def check(one_round: Any, given: Given, rng: Generator) -> Verdict:
    epsilon, alpha = float(given.epsilon), float(given.alpha)
    even = np.full(4, 0.25)

    def outcome(
        counts: np.ndarray,
        draw: Generator,
        alpha: float = alpha,
        estimate: np.ndarray = even,
        eps: float = epsilon,
        queries: np.ndarray = QUERIES,
    ) -> tuple[int, bool]:
        found = one_round(counts, estimate, queries.copy(), alpha, eps, draw)
        pair = found.tolist() if isinstance(found, np.ndarray) else found
        if not (isinstance(pair, (tuple, list)) and len(pair) == 2 and is_yes_or_no(pair[1])):
            say.end("not two things", found=short(found))
        chosen = whole(pair[0], "The number of the query")
        if not 0 <= chosen < len(queries):
            say.end("no such query", {"it returned": chosen}, last=len(queries) - 1)
        return chosen, bool(pair[1])

    def in_words(counts: np.ndarray, draw: Generator) -> str:
        chosen, mend = outcome(counts, draw)
        # In letters: a figure would be read as a number, and the event be about that.
        return f"query {('zero', 'one', 'two')[chosen]}: {'update it' if mend else 'leave it'}"

    # Both the largest gap and the decision at 2α change from one to the other.
    here, there = np.array([1, 2, 1, 6]), np.array([1, 1, 2, 6])
    keeps_promise(in_words, [(here, there)], epsilon=epsilon, rng=rng, trials=3_000, sentence=say.text("given away"))
    # The third has another estimate, α and ε than the student's own; the last other queries, several of them near the
    # best: how often each is chosen tells what the choice spends.
    crowd = np.array([10, 10 + round(38 / epsilon), 10, 10])
    for trials, counts, estimate, level, eps, queries in (
        (1_500, 4 * here, even, alpha, epsilon, QUERIES),
        (1_500, here, even, alpha, epsilon, QUERIES),
        (1_500, np.array([6, 4, 6, 4]), np.array([0.1, 0.4, 0.2, 0.3]), 0.1375, 2 * epsilon, QUERIES),
        (8_000, crowd, even, alpha, epsilon, OTHERS),
    ):
        n, many = int(counts.sum()), len(queries)
        of = (level, estimate, eps, queries)
        drawn = draws(lambda counts, draw: outcome(counts, draw, *of), counts, size=trials, rng=rng)  # noqa: B023
        seen = bincount([2 * j + (not mend) for j, mend in drawn], minlength=2 * many)

        def law(
            choose: float,
            measure: float,
            threshold: float,
            kind: bool = False,
            estimate: np.ndarray = estimate,
            queries: np.ndarray = queries,
        ) -> np.ndarray:
            found = round_distribution(queries, counts, estimate, level, choose, measure, threshold, kind)  # noqa: B023
            return np.pad(found, (0, 2 * many - len(found)))  # noqa: B023

        def fits(choose: float, measure: float, threshold: float) -> bool:
            laws = (law(choose, measure, threshold, kind) for kind in (False, True))
            return any(fits_distribution(seen, p).ok for p in laws)  # noqa: B023

        choice, right = seen.reshape(-1, 2).sum(axis=1), law(eps / 2, eps / 2, 2).reshape(-1, 2)
        chosen = fits_distribution(choice, right.sum(axis=1)).ok
        if chosen and fits(eps / 2, eps / 2, 2):
            continue
        gaps = queries @ (estimate - counts / n)
        rows = [
            ("people in each cell", short(counts)),
            ("ε", eps),
            ("gap of each query", short(gaps.round(3))),
            ("you chose each", short(choice)),
            ("and then said: update it", short(seen.reshape(-1, 2)[:, 0])),
        ]
        own = [
            law(e / 2, e / 2, 2, False, p, q)
            for e, p, q in product((epsilon, eps), (estimate, even), (queries, QUERIES))
        ]
        others = eps != epsilon or many != 3
        say.when(others and any(fits_distribution(seen, p).ok for p in own), "own numbers only", rows)
        mends = int(seen.reshape(-1, 2)[:, 0].sum())
        say.unless(0 < mends < trials, "always the same", rows, how="update it" if mends else "stop")
        say.when(fits(eps / 2, eps / (2 * n), 2), "noise drowns all", rows)
        say.when(fits(eps / 2, eps / 2, 1), "gap too noisy", rows)
        say.when(fits(eps / 2, eps, 2) or fits(eps, eps / 2, 2) or fits(eps, eps, 2), "spends too much", rows)
        say.unless(chosen, "another choice", rows)
        return say(
            "another measurement",
            [*rows, ("with Laplace’s noise, about", short((trials * right[:, 0]).round().astype(int)))],
        )

    def count_above(at: float, size: int) -> int:
        found = draws(lambda counts, draw: outcome(counts, draw, at), CLEAR, size=size, rng=rng)
        return sum(mend for _, mend in found)

    require_shape(count_above, epsilon)

    # Whether noise makes up for a gap that is so many of its scales below 2α.
    ends = cut_off(lambda far, draw: outcome(CLEAR, draw, 0.25 + far / epsilon / 120)[1], LAPLACE, rng, draws=3)
    say.when(ends, "noise ends", far=LAPLACE.shown_far)
    return say("correct")
