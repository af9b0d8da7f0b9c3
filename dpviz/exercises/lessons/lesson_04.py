"""Exercise 4, learning privately: who is in a rule, 2^60 rules at once, enough people, a second try."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz._counts import bincount
from dpviz.exercises import Exercise, Given, Task, Verdict, almost, correct, require, working
from dpviz.exercises.probes import draws, fits_distribution, keeps_promise, short, vector, whole

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


# 2. A private rule among 2^60 ---------------------------------------------------------------------------------

LARGEST = 2**60


def _learner_numbers(rng: Generator) -> dict[str, Any]:
    threshold = int(rng.integers(LARGEST // 4, LARGEST // 2))
    points = sorted(int(rng.integers(LARGEST)) for _ in range(30))
    return {"points": points, "labels": [int(x < threshold) for x in points], "epsilon": 1.0}


def _blocks(points: list[int], labels: list[int], largest: int, epsilon: float) -> tuple[list[int], np.ndarray]:
    """Left ends of the blocks of thresholds that make the same mistakes, and the distribution of the block."""
    starts = [0, *(x + 1 for x in sorted(set(points)))]
    ends = [*starts[1:], largest + 1]
    errors = [sum(int(x < t) != y for x, y in zip(points, labels, strict=True)) for t in starts]
    logs = np.array(
        [math.log(b - a) - epsilon * e / 2 for a, b, e in zip(starts, ends, errors, strict=True)], dtype=float
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

    cases = [
        ([2, 2, 5, 6], [1, 1, 0, 0], 8, 1.0),
        ([1, 9, 40], [1, 0, 0], 99, 2.0),
        ([3, 3, 3, 3], [0, 0, 1, 1], 7, 1.5),
    ]
    for points, labels, largest, epsilon in cases:
        found = np.array(drawn(points, labels, largest, epsilon, 1_500))
        starts, distribution = _blocks(points, labels, largest, epsilon)
        block = np.searchsorted(starts, found, side="right") - 1
        counts = bincount(block, minlength=len(starts))
        sizes = np.diff([*starts, largest + 1])
        errors = [sum(int(x < t) != y for x, y in zip(points, labels, strict=True)) for t in starts]
        rows: list[tuple[object, ...]] = [
            ("thresholds from", *starts),
            ("how many", *sizes),
            ("mistakes of each", *errors),
            ("you drew, of 1,500", *counts),
        ]
        if not fits_distribution(counts, distribution).ok:
            if points == [3, 3, 3, 3]:
                return working(
                    "Here every rule makes two mistakes, so every rule should be as likely as any other.", rows
                )
            forgot = np.array([math.exp(-epsilon * e / 2) for e in errors])
            steep = sizes * np.exp(-epsilon * np.array(errors))
            wrong = sizes * np.exp(epsilon * np.array(errors) / 2)
            require(
                not fits_distribution(counts, forgot / forgot.sum()).ok,
                working(
                    "You draw a block as if each held one rule. A block of many rules is chosen as often as all of "
                    "them together.",
                    rows,
                ),
            )
            require(
                not fits_distribution(counts, wrong / wrong.sum()).ok,
                working("The rules with the most mistakes are the likeliest. Which sign?", rows),
            )
            require(
                not fits_distribution(counts, steep / steep.sum()).ok,
                working(
                    "Each mistake costs twice too much. One person can turn a mistake of one rule into a mistake of "
                    "another.",
                    rows,
                ),
            )
            return working("The blocks do not come as often as the exponential mechanism says.", rows)
        inside = np.array([np.count_nonzero(found == t) for t in range(starts[-1], largest + 1)])
        if inside.sum() > 200 and not fits_distribution(inside, np.full(len(inside), 1 / len(inside))).ok:
            return almost(
                "The blocks come as often as they should. But within a block all rules are equal, and yours are not.",
                [("the last block's first rules", *range(starts[-1], starts[-1] + 5)), ("you drew", *inside[:5])],
            )
    many = drawn(given.points, given.labels, LARGEST, float(given.epsilon), 200)
    starts, distribution = _blocks(given.points, given.labels, LARGEST, float(given.epsilon))
    where = np.searchsorted(np.array(starts, dtype=object), np.array(many, dtype=object), side="right") - 1
    require(
        fits_distribution(bincount(where.astype(int), minlength=len(starts)), distribution).ok,
        almost("Right for small classes, wrong for 2^60 rules. Are the sizes of the blocks exact?"),
    )
    require(
        len(set(many)) > 100 and any(t % 2 for t in many),
        almost("Among 2^60 rules yours come from a coarse grid: does a `float` carry them? It holds 53 bits."),
    )
    return correct(
        "The exact law over 2^60 rules, from thirty examples: nothing was listed, nothing was left out.",
        {"blocks": len(starts)},
    )


# 3. Enough people ---------------------------------------------------------------------------------------------


def _enough_numbers(rng: Generator) -> dict[str, Any]:
    return {
        "rules": int(rng.integers(50, 2000)),
        "epsilon": round(float(rng.uniform(0.2, 1.0)), 2),
        "alpha": float(rng.choice([0.05, 0.1])),
        "beta": float(rng.choice([0.01, 0.05])),
    }


def _check_enough(n: Any, given: Given, rng: Generator) -> Verdict:
    found = whole(n, "`n`")
    require(found >= 1, working(f"`n` is a number of people, so at least 1; it is {found}."))

    def bound(people: int) -> float:
        return given.rules * math.exp(-given.epsilon * given.alpha * people / 2)

    rows = [
        ("people", "all bad rules together, at most"),
        *((f"{m:,}", f"{bound(m):.3%}") for m in sorted({max(1, found // 2), found, 2 * found})),
        ("allowed", f"{given.beta:.0%}"),
    ]
    if bound(found) > given.beta:
        if bound(found + 1) <= given.beta:
            return almost("So close: one person more. Which way must one round?", rows)
        if bound(2 * found + 2) <= given.beta:
            return working("Half of what it takes: by how much does one mistake lower a rule's weight?", rows)
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

    def chosen(table: np.ndarray, draw: Generator) -> int:
        return whole(learn(table, epsilon, draw), "What `learn` returns")

    def errors(table: np.ndarray) -> np.ndarray:
        return np.array([sum(int(x < t) != y for x, y in table) for t in range(rules)])

    first = np.array([[0, 1], [1, 1], [3, 0], [4, 0]])
    t = chosen(first, np.random.default_rng(3))
    require(0 <= t < rules, working("`learn` should return a threshold from 0 to 5.", {"it returned": t}))
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
        counts = bincount(draws(learn, table, epsilon, size=1_500, rng=rng), minlength=rules)
        weights = np.exp(-epsilon * errors(table) / 2)
        rows = [("examples", short(table)), ("how often each rule was learnt", short(counts)), ("of", 1_500)]
        if fits_distribution(counts, weights / weights.sum()).ok:
            continue
        require(
            counts.max() > counts.mean() * 1.2,
            working("It is private now, but it hardly learns: all rules are about as likely.", rows),
        )
        return almost(
            "No leak was found, but this is not the exponential mechanism's law at this ε. Can you spend all of ε, "
            "and not more?",
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
            goal="The usual learner takes the smallest threshold that is right on every example: one more than the "
            "largest x labelled 1 (or 0, if there is none). Give two neighbouring tables of people (`here`, `there`; "
            "pairs (x, label), one person replaced, all labels right for some threshold) between which its rule moves "
            "as far as it can.",
            parts=("here", "there"),
            instance=_rule_numbers,
            check=_check_rule,
            hints=(
                "Who decides about the threshold? One person only.",
                "Replace that person by somebody far away.",
                "Let everybody else be at the place that says least: x = 0, labelled 1.",
            ),
        ),
        Task(
            id="learner",
            title="A private rule among 2^60",
            goal="Write `learn(points, labels, largest, epsilon, rng)`: a threshold t from 0 to `largest`, drawn by "
            "the exponential mechanism with Δ = 1 and the number of mistakes as the (negative) score. The rule says 1 "
            "for x below t. It must work for `largest` = 2^60.",
            parts=("learn()",),
            instance=_learner_numbers,
            check=_check_learner,
            hints=(
                "Between two neighbouring points all thresholds make the same mistakes. So there are only a few "
                "blocks of equal rules.",
                "How likely is a block? Its rules are equally likely, so multiply the weight of one by their number. "
                "First draw the block, then a rule within it.",
                "The blocks begin at 0 and at each x + 1. `rng.integers(a, b)` draws whole numbers from a to b − 1, "
                "also large ones.",
            ),
        ),
        Task(
            id="enough",
            title="Enough people",
            goal="Some rule is right on all n people. The exponential mechanism picks among `rules` rules by their "
            "number of mistakes (Δ = 1). A rule wrong on more than αn people then has at most e^(−ε α n ÷ 2) times "
            "the weight of the right one. How many people `n` are needed **at least**, so that by the union bound "
            "such a rule is picked with probability at most β?",
            parts=("n",),
            instance=_enough_numbers,
            check=_check_enough,
            hints=(
                "In the worst case, how many rules are bad? (The theorem counts all of them.)",
                "So the chance is at most the number of rules, times that power.",
                "Solve for n with a logarithm, and round up; or try one n after the other.",
            ),
        ),
        Task(
            id="retry",
            title="A second try",
            goal="`learn(table, epsilon, rng)` draws one of six thresholds, ε-privately. Then its author added: if "
            "the rule makes more than one mistake, draw again. It is not private any more. Let the check attack it, "
            "and mend it.",
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
