"""Exercise 6, private multiplicative weights: a step, how far a record moves all answers, rounds, a bug."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

from dpviz._numeric.counts import bincount
from dpviz.exercises import Exercise, Given, Task, Verdict, almost, correct, require, working
from dpviz.exercises.probes import distribution, draws, fits_distribution, keeps_promise, number, short, vector, whole

Generator = np.random.Generator

# 1. A step ----------------------------------------------------------------------------------------------------


def _step_numbers(rng: Generator) -> dict[str, Any]:
    truth = rng.multinomial(20, [0.5, 0.1, 0.1, 0.2, 0.1]) / 20
    return {"truth": truth, "estimate": np.full(5, 0.2), "query": np.array([1, 0, 0, 1, 0])}


def _divergence(truth: np.ndarray, estimate: np.ndarray) -> float:
    some = truth > 0
    with np.errstate(divide="ignore"):
        return float(truth[some] @ np.log(truth[some] / estimate[some]))


def _weighted(estimate: np.ndarray, exponents: np.ndarray) -> np.ndarray:
    weights = estimate * np.exp(exponents - exponents.max())
    return weights / weights.sum()


def _check_step(step: Any, given: Given, rng: Generator) -> Verdict:
    def found(estimate: np.ndarray, query: np.ndarray, answer: float, eta: float) -> np.ndarray:
        return distribution(step(estimate, query, answer, eta), "What `step` returns", size=len(estimate))

    estimate = np.array([0.4, 0.3, 0.2, 0.1])
    query = np.array([1.0, 1.0, 0.0, 0.0])

    def rows(answer: float, eta: float, new: np.ndarray) -> list[tuple[str, object]]:
        return [
            ("estimate", short(estimate)),
            ("query", short(query.astype(int))),
            ("its answer on the estimate", float(query @ estimate)),
            ("the answer measured", answer),
            ("η", eta),
            ("your new estimate", short(new.round(4))),
            ("answer on it", float(query @ new)),
        ]

    high, low = found(estimate, query, 0.2, 0.5), found(estimate, query, 0.9, 0.5)
    above, below = float(query @ high) > 0.7 + 1e-6, float(query @ low) > 0.7 + 1e-6
    require(
        not (np.allclose(high, estimate) or np.allclose(low, estimate)),
        working(
            "Here the estimate answers the query wrongly, yet your step leaves it as it is.",
            rows(0.2, 0.5, high) if np.allclose(high, estimate) else rows(0.9, 0.5, low),
        ),
    )
    for new, answer in ((high, 0.2), (low, 0.9)):
        require(
            bool((new > 0).all()) and abs(new[0] / new[1] - 4 / 3) < 1e-4 and abs(new[2] / new[3] - 2) < 1e-4,
            working(
                "The query does not tell the first two cells apart, nor the last two. So their proportions should "
                "stay as they are; yours do not. By what is each weight **multiplied**?",
                rows(answer, 0.5, new),
            ),
        )
    require(
        not (above and not below),
        working(
            "Your step goes away from what was measured: too high becomes higher. Which sign?", rows(0.2, 0.5, high)
        ),
    )
    require(
        not above,
        working("Here the estimate answers too high. Afterwards it answers higher still.", rows(0.2, 0.5, high)),
    )
    require(
        below,
        working(
            "Here the estimate answers too low. Afterwards it answers lower still: in which direction must the "
            "weight go?",
            rows(0.9, 0.5, low),
        ),
    )
    # The exponent, as a multiple of η: how the odds of a counted cell to one not counted change.
    down, up = (math.log(new[0] / new[2] / 2) / 0.5 for new in (high, low))
    moved = [
        ("the answer measured, where the estimate’s is 0.7", "0.2", "0.9"),
        ("η", "0.5", "0.5"),
        (
            "a counted weight is multiplied by (against the others)",
            f"{high[0] / high[2] / 2:.4f}",
            f"{low[0] / low[2] / 2:.4f}",
        ),
    ]
    require(
        abs(down / up + 2.5) > 1e-3,
        almost(
            "The direction is right, but your step grows with the gap: that is the update of MWEM (Hardt, Ligett and "
            "McSherry). Here the gap decides the direction only, and η the length; the bound η × gap − η²/8 is for "
            "such steps.",
            moved,
        ),
    )
    twice, once = found(high, query, 0.2, 0.5), found(estimate, query, 0.2, 1.0)
    require(
        np.allclose(twice, once, rtol=1e-4),
        working(
            "Two steps at η = 0.5 should do as much as one at η = 1. Yours do not: does the weight change by e to "
            "the power of something?",
            [("two steps at η = 0.5", short(twice.round(5))), ("one step at η = 1", short(once.round(5)))],
        ),
    )
    require(
        abs(down + up) < 1e-3,
        almost("Up and down your steps are not equally long. Does the gap decide the direction only?", moved),
    )
    require(
        abs(up - 1) < 1e-3,
        almost(
            f"The direction and the form are right, but your step is {'longer' if up > 1 else 'shorter'} than η.", moved
        ),
    )
    # Values between 0 and 1, any truth: the exact distribution, and the potential's drop.
    for _ in range(6):
        truth, start = rng.dirichlet(np.ones(6)), rng.dirichlet(np.ones(6))
        asked = rng.random(6).round(2)
        exact, eta = float(asked @ truth), round(float(rng.uniform(0.1, 0.6)), 2)
        gap = float(asked @ start) - exact
        if abs(gap) < 1e-3:
            continue
        new = found(start, asked, exact, eta)
        drop = _divergence(truth, start) - _divergence(truth, new)
        shown = [
            ("query", short(asked)),
            ("gap", abs(gap)),
            ("η", eta),
            ("the potential falls by", drop),
            ("promised: at least", eta * abs(gap) - eta**2 / 8),
        ]
        require(
            np.allclose(new, _weighted(start, -math.copysign(eta, gap) * asked), rtol=1e-4, atol=1e-6),
            working(
                "A query may also take values between 0 and 1. There your step is not the right one: a value of ½ "
                "moves its weight as well, but less.",
                shown,
            ),
        )
    with np.errstate(all="ignore"):
        for asked, answer in ((np.ones(4), 0.5), (np.array([1.0, 1.0, 0.9995, 0.9995]), 2.0), (query, 0.9)):
            values = vector_or_nothing(step(estimate, asked, answer, 5_000.0))
            wanted = _weighted(estimate, math.copysign(5_000.0, answer - asked @ estimate) * asked)
            require(
                values is not None and values.shape == (4,) and np.allclose(values, wanted, rtol=1e-2, atol=1e-6),
                almost(
                    "Right, until η gets large. What does `np.exp` say to 5,000, and to −5,000? To cut such exponents "
                    "off would make unequal ones equal; to add the same to all of them changes nothing in the end.",
                    [("query", short(asked)), ("measured", answer), ("η", 5000), ("your estimate", short(values))],
                ),
            )
    before = _divergence(given.truth, given.estimate)
    new = found(given.estimate, given.query, float(given.query @ given.truth), 0.3)
    return correct(
        "Every step takes at least η × gap − η²/8 from the potential, and there is only so much of it. So the "
        "mistakes come to an end.",
        {"your table’s potential before, after": f"{before:.4f}, {_divergence(given.truth, new):.4f}"},
    )


def vector_or_nothing(value: Any) -> np.ndarray | None:
    """The array, or None if not every entry is a finite number."""
    found = np.asarray(value)
    return found.astype(float) if found.dtype.kind in "biuf" and np.isfinite(found).all() else None


# 2. How far a record moves all answers ------------------------------------------------------------------------


def _workload_numbers(rng: Generator) -> dict[str, Any]:
    # So many groups as no other count of features, groups or patterns gives.
    bits, order = ((6, 3), (8, 3), (8, 4), (9, 3))[int(rng.integers(4))]
    return {
        "bits": bits,
        "order": order,
        "people": int(rng.integers(5, 50)) * 10,
        "epsilon": round(float(rng.uniform(0.3, 1.5)), 1),
    }


def _record(value: Any, name: str, bits: int) -> tuple[int, ...]:
    found = vector(value, f"`{name}`")
    require(
        found.ndim == 1 and len(found) == bits and bool(np.isin(found, (0, 1)).all()),
        working(f"`{name}` should be a list of {bits} zeros and ones; it is {short(value)}."),
    )
    return tuple(int(x) for x in found)


def _check_workload(old: Any, new: Any, scale: Any, given: Given, rng: Generator) -> Verdict:
    before, after = _record(old, "old", given.bits), _record(new, "new", given.bits)
    width = number(scale, "`scale`")
    require(width > 0, working(f"`scale` must be positive; it is {width:g}."))
    groups = list(combinations(range(given.bits), given.order))

    moved = 2 * sum(any(before[j] != after[j] for j in group) for group in groups)
    most = 2 * len(groups)
    queries = len(groups) * 2**given.order
    loss = moved / given.people / width
    rows = [
        ("queries", queries),
        ("answers that your replacement changes", moved),
        ("each by", f"1/{given.people}"),
        ("its loss at your scale", loss),
        ("promised ε", given.epsilon),
    ]
    require(moved > 0, working("The two records are the same: nothing changes.", rows))
    require(
        moved == most,
        working(
            "There are records that change more answers. Which queries count the old one, and which the new one?", rows
        ),
    )
    if math.isclose(loss, given.epsilon, rel_tol=1e-6):
        return correct(
            "A record is counted by one query of every group of features and by no other: so the noise follows the "
            "number of groups, not that of queries.",
            rows,
        )
    if math.isclose(width, most / given.epsilon, rel_tol=1e-6):
        return almost(
            "This is the scale for counts. The answers are shares of the people: by how much does one move?", rows
        )
    require(
        not math.isclose(loss, 2 * given.epsilon, rel_tol=1e-6),
        working(
            "Your replacement is the worst there is. At your scale its loss is twice the promise: do you count both "
            "the answers that go down and those that go up?",
            rows,
        ),
    )
    require(
        loss <= given.epsilon,
        working(
            "Your replacement is the worst there is. At your scale its loss is above the promise: do you add up all "
            "that one person moves?",
            rows,
        ),
    )
    require(
        loss < 0.97 * given.epsilon,
        almost("Very near, and on the safe side. Give `scale` more digits, or as a formula.", rows),
    )
    return (almost if loss > given.epsilon / 10 else working)(
        "Your replacement is the worst there is. At your scale its loss stays below ε: the noise could be smaller. "
        "Not every query notices a record.",
        rows,
    )


# 3. Rounds ----------------------------------------------------------------------------------------------------


def _rounds_numbers(rng: Generator) -> dict[str, Any]:
    while True:
        bits, alpha = int(rng.integers(6, 21)), float(rng.choice([0.04, 0.05, 0.06, 0.07, 0.08]))
        # Rounding up and rounding to the nearest should differ.
        if 0.02 < bits * math.log(2) / (2 * alpha**2) % 1 < 0.48:
            return {"bits": bits, "alpha": alpha, "epsilon": float(rng.choice([0.5, 1.0, 2.0]))}


def _check_rounds(eta: Any, rounds: Any, each: Any, given: Given, rng: Generator) -> Verdict:
    rate, found, share = number(eta, "`eta`"), whole(rounds, "`rounds`"), number(each, "`each`")
    require(rate > 0, working(f"`eta` must be positive; it is {rate:g}."))
    require(found >= 1, working(f"`rounds` must be at least 1; it is {found}."))
    require(share > 0, working(f"`each` must be positive; it is {share:g}."))
    top, alpha = given.bits * math.log(2), given.alpha

    def needed(at: float) -> float:
        drop = at * alpha - at**2 / 8
        return top / drop if drop > 0 else math.inf

    grid = [alpha, 2 * alpha, rate, 10 * alpha]
    rows: list[tuple[object, ...]] = [
        ("η", "drop in an update, at least", "rounds that are enough"),
        *(
            (f"{at:.4g}", f"{at * alpha - at**2 / 8:.6f}", "no number" if math.isinf(m) else f"{math.ceil(m):,}")
            for at in sorted(set(grid))
            for m in [needed(at)]
        ),
    ]
    require(
        math.isfinite(needed(rate)),
        working("At your η the promised drop is not above 0: the estimate may jump to and fro without end.", rows),
    )
    enough = math.ceil(needed(rate) - 1e-9)
    if found != enough:
        start = [("the potential at the beginning, at most", top), ("your rounds", f"{found:,}"), *rows[:1], *rows[1:4]]
        if found == enough - 1:
            return almost(
                "That many updates there can be. But one round more may be needed, to find that nothing is left to "
                "mend. Which way must one round?",
                start,
            )
        if found == math.ceil(given.bits / (rate * alpha - rate**2 / 8)):
            return almost("More than it takes: the potential is counted in nats, not in bits.", start)
        require(
            found > enough,
            working("With so few rounds the potential need not be used up: how large is it at first?", start),
        )
        return working("That many are enough, but fewer are too at your η. Find the smallest number.", start)
    require(
        enough == math.ceil(needed(4 * alpha) - 1e-9),
        working(
            "At your η the number of rounds is right. Another η needs fewer: for which one is the drop largest?", rows
        ),
    )
    spent = 2 * found * share
    picture = [("rounds", f"{found:,}"), ("spent at most, by your `each`", spent), ("promised ε", given.epsilon)]
    if math.isclose(spent, given.epsilon, rel_tol=1e-6):
        return correct(
            "Few rounds, and the whole of ε shared among them; all of it fixed before anybody looks at the data.",
            picture,
        )
    if math.isclose(spent, 2 * given.epsilon, rel_tol=1e-6):
        return almost("The rounds are right. How often does **one** round look at the data?", picture)
    if 0.97 * given.epsilon < spent < given.epsilon:
        return almost("Very near, and on the safe side. Give `each` more digits, or as a formula.", picture)
    return almost(
        "The rounds are right. But by basic composition all your looks together cost "
        + ("more than ε." if spent > given.epsilon else "less than ε: some of it is left."),
        picture,
    )


# 4. Find the bug ----------------------------------------------------------------------------------------------

_QUERIES = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]], dtype=float)


def _bug_numbers(rng: Generator) -> dict[str, Any]:
    return {"epsilon": round(float(rng.uniform(0.8, 1.6)), 1), "alpha": 0.125, "queries": _QUERIES.astype(int)}


def _above(far: np.ndarray, rate: float, whole_numbers: bool) -> np.ndarray:
    """Chance that noise is above `far`: Laplace's of scale 1 ÷ `rate`, or the geometric one on the whole numbers."""
    if whole_numbers:
        step, base = np.floor(far) + 1, math.exp(-rate)
        tail = np.exp(-rate * np.where(step > 0, step, 1 - step)) / (1 + base)
        return np.where(step > 0, tail, 1 - tail)
    tail = np.exp(-rate * np.abs(far)) / 2
    return np.where(far > 0, tail, 1 - tail)


def _round_distribution(
    counts: np.ndarray, alpha: float, choose: float, measure: float, threshold: float, whole_numbers: bool
) -> np.ndarray:
    """Chances of (query, mend) and of (query, stop), in turn; `choose` and `measure` are what the steps spend."""
    gaps = counts.sum() / 2 - _QUERIES @ counts  # in people
    weights = np.exp(choose * (gaps - gaps.max()) / 2)
    weights /= weights.sum()
    mend = _above(threshold * alpha * counts.sum() - gaps, measure, whole_numbers)
    return np.column_stack([weights * mend, weights * (1 - mend)]).ravel()


def _is_yes_or_no(value: object) -> bool:
    return isinstance(value, (bool, np.bool_, int, np.integer)) and value in (0, 1)


#: Here the first query is chosen for certain: its gap is ½, the others' 0 and less.
_CLEAR = np.array([0, 60, 0, 60])


def _check_bug(one_round: Any, given: Given, rng: Generator) -> Verdict:
    epsilon, alpha = float(given.epsilon), float(given.alpha)
    even = np.full(4, 0.25)

    def outcome(counts: np.ndarray, draw: Generator, alpha: float = alpha) -> tuple[int, bool]:
        found = one_round(counts, even, _QUERIES, alpha, epsilon, draw)
        pair = found.tolist() if isinstance(found, np.ndarray) else found
        if not (isinstance(pair, (tuple, list)) and len(pair) == 2 and _is_yes_or_no(pair[1])):
            require(
                False,
                working(
                    "`one_round` should return the number of a query, and `True` or `False`; it returned "
                    f"{short(found)}."
                ),
            )
        chosen = whole(pair[0], "The number of the query")
        if not 0 <= chosen < 3:
            require(False, working("There are queries 0, 1 and 2.", {"it returned": chosen}))
        return chosen, bool(pair[1])

    def in_words(counts: np.ndarray, draw: Generator) -> str:
        chosen, mend = outcome(counts, draw)
        # In letters: a figure would be read as a number, and the event be about that.
        return f"query {('zero', 'one', 'two')[chosen]}: {'mend it' if mend else 'leave it'}"

    # Both the largest gap and the decision at 2α change from one to the other.
    here, there = np.array([1, 2, 1, 6]), np.array([1, 1, 2, 6])
    keeps_promise(
        in_words,
        [(here, there)],
        epsilon=epsilon,
        rng=rng,
        trials=3_000,
        sentence="One person is given away: look at the event. Which lines look at the data, and is each of these "
        "looks paid for?",
    )
    trials = 1_500
    for counts in (4 * here, here, np.array([30, 20, 30, 20])):
        n = int(counts.sum())
        drawn = draws(outcome, counts, size=trials, rng=rng)
        seen = bincount([2 * j + (not mend) for j, mend in drawn], minlength=6)

        def fits(choose: float, measure: float, threshold: float) -> bool:
            return any(
                fits_distribution(seen, _round_distribution(counts, alpha, choose, measure, threshold, kind)).ok  # noqa: B023
                for kind in (False, True)
            )

        if fits(epsilon / 2, epsilon / 2, 2):
            continue
        gaps = _QUERIES @ (even - counts / n)
        rows = [
            ("people in each cell", short(counts)),
            ("gap of each query", short(gaps.round(3))),
            ("you chose each", short(seen.reshape(3, 2).sum(axis=1))),
            ("and then said: mend it", short(seen.reshape(3, 2)[:, 0])),
        ]
        mends = int(seen.reshape(3, 2)[:, 0].sum())
        require(
            0 < mends < trials,
            working(
                f"It is private now, but it always says {'mend it' if mends else 'stop'}: then nothing was measured.",
                rows,
            ),
        )
        require(
            not (fits(epsilon / 2, epsilon / (2 * n), 2)),
            working(
                "It is private now, but the noise drowns everything. How far can one of n people move an answer? And "
                "is that what you use as the `scale` of the noise (`rng.laplace(a)` alone moves its middle)?",
                rows,
            ),
        )
        require(
            not fits(epsilon / 2, epsilon / 2, 1),
            almost(
                "Private, but with noise on it a gap of α means little: an estimate that is good would be mended. "
                "Leave the threshold as it was.",
                rows,
            ),
        )
        require(
            not (fits(epsilon / 2, epsilon, 2) or fits(epsilon, epsilon / 2, 2) or fits(epsilon, epsilon, 2)),
            almost(
                "The auditor found no leak with these two tables, but your two steps together spend more than ε. "
                "How much is left for the second?",
                rows,
            ),
        )
        choice = seen.reshape(3, 2).sum(axis=1)
        right = _round_distribution(counts, alpha, epsilon / 2, epsilon / 2, 2, False).reshape(3, 2)
        require(
            fits_distribution(choice, right.sum(axis=1)).ok,
            almost("No leak was found, but the choice is not what it was, and it was right.", rows),
        )
        return almost(
            "No leak was found, and the choice is right. But what is measured is not what Laplace’s noise at half of "
            "ε gives.",
            [*rows, ("with Laplace’s noise, about", short((trials * right[:, 0]).round().astype(int)))],
        )

    def yeses(at: float, size: int) -> int:
        found = draws(lambda counts, draw: outcome(counts, draw, at), _CLEAR, size=size, rng=rng)
        return sum(mend for _, mend in found)

    _shape_of_noise(yeses, epsilon)
    return correct(
        "The choice, the answer and the decision: each now follows from noise that was paid for. A comparison with "
        "the data is a question, too."
    )


def _shape_of_noise(mends: Callable[[float, int], int], epsilon: float) -> None:
    """How often noise is beyond 2 and 4.5 times its scale; `mends` counts the yeses at a threshold."""
    n, gap, rate = int(_CLEAR.sum()), 60, epsilon / 2
    rows: list[tuple[object, ...]] = [("noise beyond", "share of your draws", "Laplace’s")]
    for scales, each in ((2, 6_000), (4.5, 6_000)):
        # Beside a whole number of people, on either side: noise of whole numbers then has the same share in its tails.
        up, down = (round(scales / rate) + shift for shift in (0.25, -0.25))
        beyond = mends((gap + up) / (2 * n), each) + each - mends((gap - down) / (2 * n), each)
        laplace, geometric = (
            float(_above(np.array(up), rate, kind) + 1 - _above(np.array(-down), rate, kind)) / 2
            for kind in (False, True)
        )
        rows.append((f"{round(scales / rate)} people", f"{beyond / (2 * each):.2%}", f"{laplace:.2%}"))
        require(
            any(fits_distribution([beyond, 2 * each - beyond], [p, 1 - p]).ok for p in (laplace, geometric)),
            almost(
                "The auditor found no leak, and the amount of noise is about right. But it is not Laplace’s at half of "
                "ε: look how often it is large. Privacy hangs on the tails.",
                rows,
            ),
        )


EXERCISE = Exercise(
    lesson=6,
    title="Private multiplicative weights",
    tasks=(
        Task(
            id="step",
            title="One step",
            goal="Write `step(estimate, query, answer, eta)`: the new estimate after one step of multiplicative "
            "weights at rate η. `answer` is what was measured; the estimate’s own answer may lie above it **or "
            "below**.",
            parts=("step()",),
            instance=_step_numbers,
            check=_check_step,
            hints=(
                "The estimate’s own answer is the sum of query × estimate. Is it too high or too low?",
                "Too high: the cells that the query counts must lose weight; too low: they must gain it. Each weight "
                "is **multiplied**, by e to some power. What may stand in the exponent? And is it a distribution "
                "afterwards?",
                "For large η `np.exp` overflows. What happens in the end if the same number is subtracted from all "
                "exponents? Choose it such that none is above 0.",
            ),
        ),
        Task(
            id="workload",
            title="All answers at once",
            goal="Each person is a record of `bits` zeros and ones. For every group of `order` features and every "
            "pattern of them, a query asks for the share of people with that pattern. All answers are published with "
            "Laplace’s noise. Give two records, `old` and `new`, such that replacing one by the other moves the "
            "answers as far as possible in sum, and the smallest `scale` of the noise that keeps your ε.",
            parts=("old", "new", "scale"),
            instance=_workload_numbers,
            check=_check_workload,
            hints=(
                "Take one group of features. How many of its patterns does one record have?",
                "When the record is replaced, one answer of the group goes down and one goes up; unless old and new "
                "look the same there.",
                "In how many groups do they differ, at most? Each change is one person’s share, 1 ÷ `people`.",
            ),
        ),
        Task(
            id="rounds",
            title="The number of rounds",
            goal="There are 2^`bits` cells. The potential is at most the (natural) logarithm of their number, at the "
            "beginning, and never negative. An update is made only at a gap above α, and takes at least "
            "η × gap − η²/8 from it. Choose `eta` such that as few rounds as possible are enough. Give that number of "
            "`rounds` (the last, which finds nothing to mend, counts), and `each`: what each of the **two** looks at "
            "the data in a round may spend, if all rounds together have ε, by basic composition.",
            parts=("eta", "rounds", "each"),
            instance=_rounds_numbers,
            check=_check_rounds,
            hints=(
                "At a gap of α the drop is η × α − η²/8. Draw it against η: where is it highest?",
                "The updates together cannot take more than the whole potential.",
                "How many looks at the data are there, in all rounds? They share ε equally.",
            ),
        ),
        Task(
            id="bug",
            title="A round that tells",
            goal="`one_round` chooses a query that the estimate answers too high, spending half of ε. Then it decides "
            "whether to mend the estimate: if the query’s gap is above 2α. It returns the number of the query and "
            "that decision. Let the check attack it, and mend it with the other half of ε.",
            parts=("one_round()",),
            instance=_bug_numbers,
            check=_check_bug,
            hints=(
                "Look at the event: a query, and a decision. What would each table say about this query?",
                "The choice is private. Whether `gaps[chosen] > 2 * alpha` is a fact about the data.",
                "Measure the gap with noise first. One of n people moves it by at most 1 ÷ n.",
            ),
        ),
    ),
)
