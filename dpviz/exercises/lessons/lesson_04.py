"""Exercise 4, learning privately: who is in a rule, 2⁶⁰ rules at once, enough people, a second try."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz._counts import bincount
from dpviz.exercises import Exercise, Given, Task, Verdict, almost, correct, require, working
from dpviz.exercises.probes import count, draws, fits_distribution, keeps_promise, short, vector, whole

Generator = np.random.Generator

# 1. Who is in a rule ------------------------------------------------------------------------------------------


def _rule_numbers(rng: Generator) -> dict[str, Any]:
    return {"points": int(rng.integers(12, 40)), "people": int(rng.integers(4, 8))}


def _table(value: Any, name: str, given: Given) -> list[tuple[int, int]]:
    found = vector(value, f"`{name}`")
    require(
        found.ndim == 2 and found.shape[1] == 2,
        working(f"`{name}` should be a list of pairs (x, label), such as [(3, 1), (5, 0)]; it is {short(value)}."),
    )
    require(len(found) == given.people, working(f"`{name}` should hold {given.people} people; it holds {len(found)}."))
    require(
        bool((found == found.astype(int)).all())
        and bool(((found[:, 0] >= 0) & (found[:, 0] < given.points)).all())
        and bool(np.isin(found[:, 1], (0, 1)).all()),
        working(f"In `{name}`, every x is a whole number from 0 to {given.points - 1} and every label 0 or 1."),
    )
    return [(int(x), int(y)) for x, y in found]


def _usual(table: list[tuple[int, int]]) -> int:
    return max((x for x, y in table if y), default=-1) + 1


def _check_rule(here: Any, there: Any, given: Given, rng: Generator) -> Verdict:
    ours, theirs = _table(here, "here", given), _table(there, "there", given)
    differ = sum(a != b for a, b in zip(ours, theirs, strict=True))
    require(differ == 1, working(f"Neighbours differ in exactly one person; yours differ in {differ}."))
    t, s = _usual(ours), _usual(theirs)
    rows = [("threshold learnt here", t), ("threshold learnt there", s)]
    require(t != s, working("From both tables the learner learns the same rule: nobody is given away.", rows))
    for name, table, learnt in (("here", ours, t), ("there", theirs, s)):
        if any(int(x < learnt) != y for x, y in table):
            return almost(
                f"The two differ, but no rule fits all the labels of `{name}`. Can you do it with labels that are "
                "right?",
                rows,
            )
    gap = abs(t - s)
    most = given.points - 1
    require(
        gap >= most,
        almost(
            "One person moves the rule; the promise is broken for any ε. How far can one person move it, at most?",
            [*rows, ("moved by", gap)],
        ),
    )
    return correct(
        "The rule tells where one person is, to the digit. A rule without chance in it cannot be private, unless it "
        "says nothing.",
        rows,
    )


# 2. A private rule among 2⁶⁰ ---------------------------------------------------------------------------------

LARGEST = 2**60


def _learner_numbers(rng: Generator) -> dict[str, Any]:
    threshold = int(rng.integers(LARGEST // 4, LARGEST // 2))
    points = sorted(int(rng.integers(LARGEST)) for _ in range(8))
    return {"points": points, "labels": [int(x < threshold) for x in points], "epsilon": 1.0}


def _blocks(
    points: list[int], labels: list[int], largest: int, epsilon: float, *, cost: float = 0.5, by_size: bool = True
) -> tuple[list[int], np.ndarray]:
    """Left ends of the blocks of thresholds that make the same mistakes, and the distribution of the block.

    `cost` is what a mistake takes from a rule's logarithm, in ε; a block counts as one rule unless `by_size`.
    """
    starts = [0, *(x + 1 for x in sorted(set(points)))]
    ends = [*starts[1:], largest + 1]
    errors = [sum(int(x < t) != y for x, y in zip(points, labels, strict=True)) for t in starts]
    logs = np.array(
        [by_size * math.log(b - a) - epsilon * e * cost for a, b, e in zip(starts, ends, errors, strict=True)]
    )
    distribution = np.exp(logs - logs.max())
    return starts, distribution / distribution.sum()


def _check_learner(learn: Any, given: Given, rng: Generator) -> Verdict:
    def drawn(points: list[int], labels: list[int], largest: int, epsilon: float, size: int) -> list[int]:
        found = [
            whole(t, "What `learn` returns")
            for t in draws(learn, list(points), list(labels), largest, epsilon, size=size, rng=rng)
        ]
        require(
            all(0 <= t <= largest for t in found),
            working(
                "A threshold is a whole number from 0 to `largest`.", {"largest": largest, "one of yours": max(found)}
            ),
        )
        return found

    def like(counts: np.ndarray, distribution: np.ndarray) -> bool:
        """Whether a mistake explains the draws: a guess, which may miss one in a thousand."""
        return fits_distribution(counts, distribution, false_alarm=1e-3).ok

    cases = [
        ([2, 2, 5, 6], [1, 1, 0, 0], 8, 1.0),
        ([1, 9, 40], [1, 0, 0], 99, 2.0),
        ([3, 3, 3, 3], [0, 0, 1, 1], 7, 1.5),
    ]
    for points, labels, largest, epsilon in cases:
        found = np.array(drawn(points, labels, largest, epsilon, 3_000))
        starts, distribution = _blocks(points, labels, largest, epsilon)
        block = np.searchsorted(starts, found, side="right") - 1
        counts = bincount(block, minlength=len(starts))
        sizes = np.diff([*starts, largest + 1])
        errors = [sum(int(x < t) != y for x, y in zip(points, labels, strict=True)) for t in starts]
        rows: list[tuple[object, ...]] = [
            ("thresholds from", *starts),
            ("how many", *sizes),
            ("mistakes of each", *errors),
            ("you drew, of 3,000", *counts),
        ]
        if not fits_distribution(counts, distribution).ok:
            if points == [3, 3, 3, 3]:
                return working(
                    "Here every rule makes two mistakes, so every rule should be as likely as any other.", rows
                )
            if like(counts, _blocks(points, labels, largest, epsilon, by_size=False)[1]):
                return working(
                    "You draw a block as if each held one rule. A block of many rules is chosen as often as all of "
                    "them together.",
                    rows,
                )
            for cost, sentence in (
                (-0.5, "The rules with the most mistakes are the likeliest. Which sign?"),
                (
                    1.0,
                    "Each mistake costs twice too much. One person can turn a mistake of one rule into a mistake of "
                    "another, so each may move by half of ε.",
                ),
                (0.25, "Each mistake costs half of what it may: the rules could be told apart better at the same ε."),
                (0.0, "The mistakes make no difference: every rule comes as often as any other."),
            ):
                if like(counts, _blocks(points, labels, largest, epsilon, cost=cost)[1]):
                    return working(sentence, rows)
            if like(counts, _blocks(points, labels, largest - 1, epsilon)[1]):
                return almost("The last block is one rule too short: `largest` is a threshold too.", rows)
            return working("The blocks do not come as often as the exponential mechanism says.", rows)
        for start, size, times in zip(starts, sizes, counts, strict=True):
            inside = bincount(found[(found >= start) & (found < start + size)] - start, minlength=size)
            if times > 200 and not fits_distribution(inside, np.full(size, 1 / size)).ok:
                return almost(
                    "The blocks come as often as they should. But within a block all rules are equal, and yours are "
                    "not.",
                    [
                        ("the block's first rules", *range(start, start + size)[:5]),
                        ("you drew", *inside[:5]),
                        ("its last rules", *range(start, start + size)[-3:]),
                        ("you drew", *inside[-3:]),
                    ],
                )
    many = drawn(given.points, given.labels, LARGEST, float(given.epsilon), 1_000)
    starts, distribution = _blocks(given.points, given.labels, LARGEST, float(given.epsilon))
    where = np.searchsorted(np.array(starts, dtype=object), np.array(many, dtype=object), side="right") - 1
    counts = bincount(where.astype(int), minlength=len(starts))
    require(
        fits_distribution(counts, distribution).ok,
        almost("Right for small classes, wrong for 2⁶⁰ rules. Are the sizes of the blocks exact?"),
    )
    # Where a float carried them, all thresholds of a wide block are even, or all are odd.
    commonest, most = int(counts.argmax()), int(counts.max())
    even = sum(t % 2 == 0 for t, place in zip(many, where, strict=True) if place == commonest)
    require(
        fits_distribution([even, most - even], [0.5, 0.5]).ok,
        almost(
            "Among 2⁶⁰ rules yours come from a coarse grid: does a `float` carry them, or their distances? It holds 53 "
            "bits.",
            [("thresholds that you drew in the block that comes most often", most), ("even", even)],
        ),
    )
    return correct(
        "The exact distribution over 2⁶⁰ rules, from eight examples: nothing was listed, nothing was left out.",
        {"blocks": len(starts)},
    )


# 3. Enough people ---------------------------------------------------------------------------------------------


def _least(rules: float, rate: float, beta: float) -> int:
    """The smallest n at which so many rules, each lighter by e^(-rate × n), come to at most β."""
    return max(1, math.ceil(math.log(rules / beta) / rate))


def _enough_numbers(rng: Generator) -> dict[str, Any]:
    while True:
        rules, epsilon = int(rng.integers(10, 80)), round(float(rng.uniform(0.2, 1.0)), 2)
        alpha, beta = float(rng.choice([0.03, 0.05, 0.1])), float(rng.choice([0.01, 0.02, 0.06]))
        rate = epsilon * alpha / 2
        # Whoever takes one rule for good must not be right by rounding, nor look as if they had rounded.
        if _least(rules - 1, rate, beta) < _least(rules, rate, beta) - 1:
            return {"rules": rules, "epsilon": epsilon, "alpha": alpha, "beta": beta}


def _check_enough(n: Any, given: Given, rng: Generator) -> Verdict:
    found = count(n, "`n`", "people")
    rate = given.epsilon * given.alpha / 2

    def bound(people: int) -> float:
        return given.rules * math.exp(-rate * people)

    rows = [
        ("people", "all bad rules together, at most"),
        *((f"{m:,}", f"{bound(m):.3%}") for m in sorted({max(1, found // 2), found, 2 * found})),
        ("allowed", f"{given.beta:.0%}"),
    ]
    if bound(found) > given.beta:
        if found == _least(given.rules - 1, rate, given.beta):
            return almost("You leave the right rule out. That is true; here every rule is counted.", rows)
        if bound(found + 1) <= given.beta:
            return almost("So close: one person more. Which way must one round?", rows)
        if found == _least(given.rules, 2 * rate, given.beta):
            return working("Half of what it takes: by how much does one mistake lower a rule's weight?", rows)
        if found == _least(1, rate, given.beta):
            return working("That many are enough against **one** bad rule. There may be many of them.", rows)
        if given.rules * math.exp(-given.epsilon * (math.floor(given.alpha * found) + 1) / 2) <= given.beta:
            return almost("You round the mistakes up to whole ones. That is true; reckon with α × n itself.", rows)
        return working("With so few people a bad rule is chosen too often.", rows)
    if found > 1 and bound(found - 1) <= given.beta:
        return working(f"{found:,} are enough, but fewer would do. Find the smallest number.", rows)
    return correct(
        "One person fewer, and the argument would not close. Compare with the learner that is not private.", rows
    )


# 4. A second try ----------------------------------------------------------------------------------------------


def _retry_numbers(rng: Generator) -> dict[str, Any]:
    return {"epsilon": round(float(rng.uniform(0.8, 1.4)), 2)}


def _check_retry(learn: Any, given: Given, rng: Generator) -> Verdict:
    epsilon, rules = float(given.epsilon), 6

    def read(value: Any) -> int:
        t = whole(value, "What `learn` returns")
        require(0 <= t < rules, working("`learn` should return a threshold from 0 to 5.", {"it returned": t}))
        return t

    def chosen(table: np.ndarray, draw: Generator) -> int:
        return read(learn(table, epsilon, draw))

    def errors(table: np.ndarray) -> np.ndarray:
        return np.array([sum(int(x < t) != y for x, y in table) for t in range(rules)])

    first = np.array([[0, 1], [1, 1], [3, 0], [4, 0]])
    chosen(first, np.random.default_rng(3))

    def fits(counts: np.ndarray, table: np.ndarray, times: float, false_alarm: float = 1e-3) -> bool:
        """Whether the draws may be the exponential mechanism's at so many ε."""
        weights = np.exp(-times * epsilon * errors(table) / 2)
        return fits_distribution(counts, weights / weights.sum(), false_alarm=false_alarm).ok

    other = first.copy()
    other[3] = [4, 1]
    third = first.copy()
    third[1] = [3, 1]
    crowd = np.repeat(first, 3, axis=0)
    keeps_promise(
        chosen,
        [(first, other), (first, third)],
        epsilon=epsilon,
        rng=rng,
        trials=4_000,
        sentence="One person is given away: the event below is far likelier in one table than in its neighbour. Each "
        "draw alone keeps its promise. What decides whether there is another?",
    )
    for table in (first, crowd):
        found = [read(value) for value in draws(learn, table, epsilon, size=2_000, rng=rng)]
        counts = bincount(found, minlength=rules)
        rows = [("examples", short(table)), ("how often each rule was learnt", short(counts)), ("of", 2_000)]
        if fits(counts, table, 1.0, false_alarm=1e-9):
            continue
        require(
            not fits(counts, table, -1.0),
            working("The rules with the most mistakes are the likeliest. Which sign?", rows),
        )
        require(
            not fits(counts, table, 2.0),
            working("Each mistake costs twice what it may: the loss can be above ε.", rows),
        )
        require(
            counts.max() > counts.mean() * 1.2,
            working("No leak was found, but it hardly learns: all rules are about as likely.", rows),
        )
        require(
            not fits(counts, table, 0.5),
            almost("Private, but only half of ε is spent: all of it may be spent on one draw.", rows),
        )
        return almost(
            "In these two tables no leak was found. But these are not the exponential mechanism's probabilities at "
            "this ε: does anything still look at the mistakes after the draw?",
            rows,
        )
    return correct("One draw, and what it gives is what there is. A look at the data is a look, whoever takes it.")


EXERCISE = Exercise(
    lesson=4,
    title="Learning, then learning privately",
    tasks=(
        Task(
            id="rule",
            title="Who is in a rule?",
            goal="Every x is a whole number from 0 to `points` − 1. The usual learner takes the smallest threshold "
            "that is right on every example: one more than the largest x labelled 1 (or 0, if there is none). Give two "
            "neighbouring tables of people (`here`, `there`; pairs (x, label), one person replaced, all labels right "
            "for some threshold) between which its rule moves as far as it can.",
            parts=("here", "there"),
            instance=_rule_numbers,
            check=_check_rule,
            hints=(
                "Who decides about the threshold? One person only.",
                "Replace that person by somebody far away.",
                "Where must all the others be, so that they say as little as possible about the threshold?",
            ),
        ),
        Task(
            id="learner",
            title="A private rule among 2⁶⁰",
            goal="Write `learn(points, labels, largest, epsilon, rng)`: a threshold t from 0 to `largest`, drawn by "
            "the exponential mechanism with Δ = 1 and the number of mistakes as the (negative) score. The rule says 1 "
            "for x below t. It must work for `largest` = 2⁶⁰.",
            parts=("learn()",),
            instance=_learner_numbers,
            check=_check_learner,
            hints=(
                "Between two neighbouring points all thresholds make the same mistakes. So there are only a few "
                "blocks of equal rules.",
                "How likely is a block? Its rules are equally likely, so multiply the weight of one by their number. "
                "First draw the block, then a rule within it.",
                "At which thresholds does the number of mistakes change? `rng.integers(a, b)` draws whole numbers from "
                "a to b − 1, also large ones.",
            ),
        ),
        Task(
            id="enough",
            title="Enough people",
            goal="Some rule is right on all n people. The exponential mechanism picks among `rules` rules by their "
            "number of mistakes (Δ = 1). A rule is bad if it makes α × n mistakes or more (whole or not). How many "
            "people `n` are needed **at least**, so that by the union bound, with every rule counted as bad and each "
            "weighed against the right one, a bad one is picked with probability at most β?",
            parts=("n",),
            instance=_enough_numbers,
            check=_check_enough,
            hints=(
                "Take one bad rule and the right one. How much less does the bad one weigh, and what does that say of "
                "its probability?",
                "The chance that one of many things happens is at most the sum of their chances.",
                "Solve for n with a logarithm, and round up; or try one n after the other.",
            ),
        ),
        Task(
            id="retry",
            title="A second try",
            goal="`learn(table, epsilon, rng)` draws one of six thresholds by the exponential mechanism. Then its "
            "author added: if the rule makes more than one mistake, draw again. It is not private any more. Let the "
            "check attack it, and mend it.",
            parts=("learn()",),
            instance=_retry_numbers,
            check=_check_retry,
            hints=(
                "Which rules can come out at all, for the one table and for the other?",
                "To see whether a rule makes many mistakes is a question to the data as well.",
                "What was private before the second try was added?",
            ),
        ),
    ),
)
