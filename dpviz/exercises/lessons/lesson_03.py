"""Exercise 3, PAC learning: a learner among 2⁶⁰ thresholds, enough examples, shattering, an honest estimate."""

from __future__ import annotations

import math
from itertools import count as count_from
from itertools import product
from typing import Any

import numpy as np

from dpviz.exercises import Exercise, Given, Task, Verdict, almost, correct, require, working
from dpviz.exercises.probes import count, number, short, vector, whole

Generator = np.random.Generator

# 1. A learner -------------------------------------------------------------------------------------------------

LARGEST = 2**60


def _learner_numbers(rng: Generator) -> dict[str, Any]:
    threshold = int(rng.integers(LARGEST // 4, LARGEST // 2))
    points = [int(rng.integers(LARGEST)) for _ in range(8)]
    return {"points": points, "labels": [int(x < threshold) for x in points]}


def _clashes(points: list[int], labels: list[int]) -> bool:
    """Whether a 0 lies at or left of a 1, so that no threshold fits."""
    ones = [x for x, y in zip(points, labels, strict=True) if y]
    return any(y == 0 and ones and x <= max(ones) for x, y in zip(points, labels, strict=True))


def _check_learner(learn: Any, given: Given, rng: Generator) -> Verdict:
    def case(points: list[int], labels: list[int]) -> Verdict | None:
        found = learn(list(points), list(labels))
        rows: list[tuple[str, object]] = [("points", short(points)), ("labels", short(labels)), ("yours", short(found))]
        none = isinstance(found, str) and found.strip().lower() == "none"
        if _clashes(points, labels):
            if none:
                return None
            return almost(
                "No threshold fits these examples, yet your learner names one. A learner that cannot be right must say "
                'so: return "none".',
                rows,
            )
        require(not none, working('Here you answer "none", but there is a threshold that fits all examples.', rows))
        t = whole(found, "What `learn` returns")
        require(0 <= t <= LARGEST, working(f"A threshold is a whole number from 0 to 2⁶⁰; yours is {t:,}.", rows))
        wrong = [(x, y) for x, y in zip(points, labels, strict=True) if int(x < t) != y]
        if not wrong:
            return None
        x, y = wrong[0]
        rows.append(("an example it gets wrong", f"x = {x:,}, label {y}"))
        if max(points) > 2**53:
            return almost(
                "Right for small numbers, wrong for large ones. A `float` holds 53 bits; these numbers have 60.", rows
            )
        if x == t:
            return working("The rule says 1 for x **below** t. What does it say at t itself?", rows)
        return working("Your rule gets one of its own examples wrong.", rows)

    small = [
        ([3, 4, 6, 9], [1, 1, 0, 0]),
        ([5, 1, 3, 8], [0, 1, 1, 0]),
        ([4, 5], [1, 0]),
        ([3, 7], [1, 1]),
        ([3, 7], [0, 0]),
        ([0], [0]),
        ([2, 2, 3], [1, 1, 0]),
    ]
    base = 2**60 - 4
    large = [([base, base + 1], [1, 0]), ([base + 2, base + 3], [1, 0]), ([LARGEST - 1], [1])]
    broken = [([1, 2, 3], [0, 1, 0]), ([5, 5], [1, 0])]
    for points, labels in [*small, (given.points, given.labels), *large, *broken]:
        verdict = case([int(x) for x in points], [int(y) for y in labels])
        if verdict is not None:
            return verdict
    return correct(
        "Among 2⁶⁰ thresholds yours finds one without a mistake, or says that there is none; and it never looked at "
        "2⁶⁰ of anything."
    )


# 2. Enough examples -------------------------------------------------------------------------------------------


def _least(rules: float, alpha: float, beta: float) -> int:
    """The smallest number of examples after which so many bad rules survive with probability at most β."""
    return next(n for n in count_from(1) if rules * (1 - alpha) ** n <= beta)


def _enough_numbers(rng: Generator) -> dict[str, Any]:
    while True:
        rules = int(rng.integers(8, 40))
        alpha, beta = float(rng.choice([0.01, 0.02, 0.03])), float(rng.choice([0.01, 0.03, 0.06]))
        n = _least(rules, alpha, beta)
        # Whoever leaves one rule out, or takes e^(-αn), must not be right by rounding, nor look as if they had rounded.
        if _least(rules - 1, alpha, beta) < n - 1 and n < math.ceil(math.log(rules / beta) / alpha):
            return {"rules": rules, "alpha": alpha, "beta": beta}


def _check_enough(n: Any, given: Given, rng: Generator) -> Verdict:
    found = count(n, "`n`", "examples")

    def bound(examples: int) -> float:
        return given.rules * (1 - given.alpha) ** examples

    rows = [
        ("examples", "all bad rules together, at most"),
        *((f"{m:,}", f"{bound(m):.3%}") for m in sorted({max(1, found // 2), found, 2 * found})),
        ("allowed", f"{given.beta:.0%}"),
    ]
    if bound(found) > given.beta:
        if found == _least(given.rules - 1, given.alpha, given.beta):
            return almost("You take one rule for good. That is one promise more than you have: count them all.", rows)
        if bound(found + 1) <= given.beta:
            return almost("So close: one example more. Which way must one round?", rows)
        if (1 - given.alpha) ** found <= given.beta:
            return working("That many are enough against **one** bad rule. There may be many of them.", rows)
        return working("With so few examples a bad rule looks right too often.", rows)
    if found > 1 and bound(found - 1) <= given.beta:
        if found == math.ceil(math.log(given.rules / given.beta) / given.alpha):
            return almost(
                "This is what one gets from (1 − α)^n ≤ e^(−αn). A little more than it takes: leave the power as it "
                "is.",
                rows,
            )
        return working(f"{found:,} are enough, but fewer would do. Find the smallest number.", rows)
    return correct("One example fewer, and the argument would not close.", rows)


# 3. Shattering ------------------------------------------------------------------------------------------------


def _shatter_numbers(rng: Generator) -> dict[str, Any]:
    return {"intervals": int(rng.integers(2, 4))}


def _runs(labels: tuple[int, ...]) -> int:
    return sum(1 for i, y in enumerate(labels) if y and (i == 0 or not labels[i - 1]))


def _check_shatter(points: Any, labels: Any, given: Given, rng: Generator) -> Verdict:
    points = list(points) if isinstance(points, (set, frozenset)) else points
    xs, ys = vector(points, "`points`"), vector(labels, "`labels`")
    require(xs.ndim == 1 and 1 <= len(xs) <= 10, working("`points` should be a list of one to ten numbers."))
    require(len(set(xs.tolist())) == len(xs), working("Two of your points are the same; no rule tells them apart."))
    require(ys.ndim == 1 and np.isin(ys, (0, 1)).all(), working("`labels` should be a list of zeros and ones."))
    most = int(given.intervals)
    bad = next((y for y in product((0, 1), repeat=len(xs)) if _runs(y) > most), None)
    if bad is not None:
        return working(
            f"Your points are too many: this labelling of them, from left to right, is not made by {most} intervals.",
            {"points": short(np.sort(xs)), "labels": short(list(bad))},
        )
    if any(_runs(y) > most for y in product((0, 1), repeat=len(xs) + 1)):
        require(
            len(ys) == len(xs) + 1,
            almost(
                "Your points are shattered, and one point more would be too many. `labels` is to show that: one label "
                "for each of that many points, from left to right.",
                {"points": len(xs), "labels": len(ys)},
            ),
        )
        require(
            _runs(tuple(int(y) for y in ys)) > most,
            almost(
                f"Your points are shattered. But the labelling that you say cannot be made can: {most} intervals do.",
                {"labels": short(ys.astype(int)), "intervals it takes": _runs(tuple(int(y) for y in ys))},
            ),
        )
        return correct(
            "Every labelling of your points can be made; of one point more, yours cannot, wherever the points are. So "
            "that many points is the dimension.",
            {"shattered": len(xs)},
        )
    return working("Your points are shattered, but so would be one more. Go on.", {"points": len(xs)})


# 4. An honest estimate ----------------------------------------------------------------------------------------


def _honest_numbers(rng: Generator) -> dict[str, Any]:
    truth = rng.uniform(0.3, 0.5, size=50)
    return {"mistakes": (rng.random((50, 200)) < truth[:, None]).astype(int)}


def _check_honest(choose: Any, given: Given, rng: Generator) -> Verdict:
    worlds = 1_000

    def run(low: float, high: float) -> tuple[float, float, float, float]:
        """Mean of what was reported, of the truth of the rule chosen, of a rule taken blindly; what chance may add."""
        said, true, blind = [], [], []
        for _ in range(worlds):
            truth = rng.uniform(low, high, size=40) if high > low else np.full(40, low)
            mistakes = (rng.random((40, 120)) < truth[:, None]).astype(int)
            found = choose(mistakes)
            require(
                isinstance(found, (tuple, list, np.ndarray)) and len(found) == 2,
                working(f"`choose` should return two things, a rule and its error; it returned {short(found)}."),
            )
            rule, error = whole(found[0], "The rule"), number(found[1], "The error")
            require(
                0 <= rule < 40,
                working("The rule should be the number of a row of `mistakes`, counted from 0.", {"it is": rule}),
            )
            require(
                -1e-9 <= error <= 1 + 1e-9, working("The error should be a share, between 0 and 1.", {"it is": error})
            )
            said.append(error)
            true.append(float(truth[rule]))
            blind.append(float(truth.mean()))
        # Few judges make an estimate uncertain, and no less honest.
        noise = 5 * float(np.std(np.subtract(said, true))) / math.sqrt(worlds)
        return float(np.mean(said)), float(np.mean(true)), float(np.mean(blind)), noise

    said, true, _, noise = run(0.5, 0.5)
    rows = [("true error of every rule", 0.5), ("your estimate, on average", said), ("tables tried", worlds)]
    require(
        said > 0.5 - max(0.015, noise),
        working(
            "Here every rule is a coin: its true error is one half. You promise less. The best of 40 looks good "
            "on the very examples that made it the best.",
            rows,
        ),
    )
    require(
        said < 0.5 + max(0.015, noise), working("Here every rule is a coin, and you report more than one half.", rows)
    )
    said, true, blind, noise = run(0.1, 0.5)
    rows = [("a rule taken blindly", blind), ("the rule you take: its true error", true), ("your estimate of it", said)]
    require(
        true < 0.17,
        (almost if true < 0.25 else working)(
            "Your estimate is honest, but you do not choose well: the examples say which rules are good.", rows
        ),
    )
    require(
        abs(said - true) < max(0.008, noise),
        almost("Among coins your estimate is honest; among better rules it is off on average.", rows),
    )
    return correct(
        "The examples that chose are not the examples that judge: so the estimate is right on average, however many "
        "rules there were.",
        rows,
    )


EXERCISE = Exercise(
    lesson=3,
    title="PAC learning",
    tasks=(
        Task(
            id="learner",
            title="A rule among 2⁶⁰",
            goal="A rule says 1 for x below its threshold t, else 0; t is a whole number from 0 to 2⁶⁰. Write "
            "`learn(points, labels)`: a threshold that is right on every example, or the word "
            '`"none"` if there is none.',
            parts=("learn()",),
            instance=_learner_numbers,
            check=_check_learner,
            hints=(
                "Only two of the examples matter: which?",
                "Which thresholds does one point labelled 1 rule out? And one labelled 0? What if all have the same "
                "label?",
                "Python's own whole numbers are as long as they need be: `max` and `min` of a list keep them exact, "
                "an array with fractions does not.",
            ),
        ),
        Task(
            id="enough",
            title="Enough examples",
            goal="There are `rules` rules. One that is wrong on more than a share α of all cases survives n examples "
            "with probability at most (1 − α)^n. How many examples `n` are needed **at least**, so that by the union "
            "bound, with every rule counted as bad, one survives with probability at most β?",
            parts=("n",),
            instance=_enough_numbers,
            check=_check_enough,
            hints=(
                "In the worst case, how many of the rules are bad? (The theorem counts all of them.)",
                "The chance that one of many things happens is at most the sum of their chances.",
                "Try n = 1, 2, 3, … and stop at the first that is good enough.",
            ),
        ),
        Task(
            id="shatter",
            title="Shattered",
            goal="A rule says 1 inside at most k intervals of the line (your k: `intervals`), else 0. Give as many "
            "`points` as such rules can shatter, and a list of `labels` for **one point more**, from left to right, "
            "that no such rule makes.",
            parts=("points", "labels"),
            instance=_shatter_numbers,
            check=_check_shatter,
            hints=(
                "Begin with one interval. Two points: can you make all four labellings? Three points?",
                "Each group of neighbouring ones needs an interval of its own. Which labelling of m points has the "
                "most groups?",
                "How many groups of ones can m points have, at most? Compare that with your k.",
            ),
        ),
        Task(
            id="honest",
            title="An honest estimate",
            goal="`mistakes` has a row for each rule and a column for each example: 1 where the rule is wrong. Write "
            "`choose(mistakes)`: the number of a good rule, and an estimate of its true error that is right on "
            "average.",
            parts=("choose()",),
            instance=_honest_numbers,
            check=_check_honest,
            hints=(
                "Run the check with the code as it stands. Why is the best of forty coins better than a coin?",
                "The estimate must come from examples that had no say in the choice.",
                "The more examples choose, the better the choice; the more judge, the better the estimate.",
            ),
        ),
    ),
)
