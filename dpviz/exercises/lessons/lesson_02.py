"""Exercise 2, the exponential mechanism: its distribution, a score, a lead, all errors at once, a bug."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz._counts import bincount
from dpviz.exercises import Exercise, Given, Task, Verdict, almost, correct, require, working
from dpviz.exercises.probes import (
    distribution,
    draws,
    fits_distribution,
    keeps_promise,
    number,
    short,
    vector,
    whole,
    worst_pair,
)
from dpviz.mechanisms import ExponentialMechanism

Generator = np.random.Generator

# 1. The distribution
# ---------------------------------------------------------------------------------------------------


def _distribution_numbers(rng: Generator) -> dict[str, Any]:
    return {
        "scores": rng.integers(5, 40, size=5),
        "sensitivity": int(rng.integers(2, 5)),
        "epsilon": round(float(rng.uniform(0.5, 1.5)), 2),
    }


def _check_distribution(probabilities: Any, given: Given, rng: Generator) -> Verdict:
    what = "What `probabilities` returns"

    def found(scores: Any, sensitivity: float, epsilon: float) -> np.ndarray:
        scores = np.asarray(scores, dtype=float)
        return distribution(probabilities(scores, sensitivity, epsilon), what, size=len(scores))

    even = found([7, 7, 7, 7], 1, 1)
    require(
        np.allclose(even, 0.25),
        working("Four candidates with the same score do not get the same probability.", {"yours": short(even)}),
    )
    plain = found([3, 2, 0], 1, 1)
    rows = [("scores", "3, 2, 0"), ("your probabilities", short(plain.round(4)))]
    require(plain[0] > plain[2], working("The worst score gets the most. Which sign belongs in the exponent?", rows))
    moved = found([103, 102, 100], 1, 1)
    require(
        np.allclose(moved, plain, rtol=1e-6),
        working(
            "Add 100 to every score: no candidate is better than before, but your probabilities change.",
            [*rows, ("scores", "103, 102, 100"), ("your probabilities", short(moved.round(4)))],
        ),
    )
    private = found([3, 2, 0], 1, 0.25)
    require(
        private.max() < plain.max() - 1e-6,
        working(
            "At ε = 0.25 the best candidate is as sure of being chosen as at ε = 1, or surer. Which end is private?",
            [("largest probability at ε = 1", plain.max()), ("at ε = 0.25", private.max())],
        ),
    )
    coarse = found([3, 2, 0], 4, 1)
    require(
        coarse.max() < plain.max() - 1e-6,
        working(
            "If one person can move every score by 4 instead of by 1, your probabilities do not become more careful.",
            [("largest probability at Δ = 1", plain.max()), ("at Δ = 4", coarse.max())],
        ),
    )
    # One candidate's score up by Δ, all others' down by Δ: the worst that a neighbour may do.
    size, epsilon = 30, 1.0
    here, there = np.full(size, 10.0), np.full(size, 12.0)
    here[0], there[0] = 12.0, 10.0
    worst = worst_pair(lambda scores: found(scores, 2, epsilon), [(here, there)])
    require(
        worst.loss <= epsilon * (1 + 1e-9),
        working(
            "These are the scores of two neighbours, for 30 candidates and Δ = 2. The first candidate gives away which "
            "it was: what did its score do, and what did all the others do at the same time?",
            [
                ("scores here", "12, 10, 10, 10, …"),
                ("scores there", "10, 12, 12, 12, …"),
                ("exact loss of “the first is chosen”", worst.loss),
                ("promised ε", epsilon),
            ],
        ),
    )
    wanted = ExponentialMechanism(epsilon=1.0, sensitivity=1.0).probabilities([3.0, 2.0, 0.0])
    slope = math.log(plain[0] / plain[1]) / math.log(wanted[0] / wanted[1])
    require(
        slope > 0.999,
        almost(
            "This keeps the promise, but it is more careful than it has to be: the loss stays well below ε.",
            {"the worst loss at ε = 1": worst.loss},
        ),
    )
    cases = [([3.0, 2.0, 0.0], 1, 1.0), (given.scores, given.sensitivity, given.epsilon)]
    for scores, sensitivity, eps in cases:
        exact = ExponentialMechanism(epsilon=eps, sensitivity=sensitivity).probabilities(scores)
        require(
            np.allclose(found(scores, sensitivity, eps), exact, rtol=1e-9, atol=1e-12),
            working(
                "The order is right, but the probabilities do not fall exponentially with the score.",
                [("scores", short(np.asarray(scores))), ("Δ, ε", f"{sensitivity}, {eps}")],
            ),
        )
    with np.errstate(all="ignore"):
        for scores in ([100_000.0, 99_999.0], [-100_000.0, -100_001.0]):
            values = np.asarray(probabilities(np.array(scores), 1, 1.0), dtype=float)
            require(
                values.shape == (2,) and np.isfinite(values).all() and np.isclose(values.sum(), 1),
                almost(
                    "Right, until the scores get large. What does `np.exp` say to 50,000, and to −50,000? Remember "
                    "what adding the same to every score does.",
                    {"scores": short(scores), "your probabilities": short(values)},
                ),
            )
    return correct(
        "The right law, for scores of any size, and its loss is at most ε whatever one person does.",
        {"the worst loss at ε = 1": worst.loss},
    )


# 2. A score ---------------------------------------------------------------------------------------------------


def _score_numbers(rng: Generator) -> dict[str, Any]:
    return {"ages": np.sort(rng.integers(18, 90, size=11)), "candidates": np.arange(0, 101, 5)}


def _check_score(score: Any, given: Given, rng: Generator) -> Verdict:
    grid = np.arange(0, 101)

    def found(ages: np.ndarray, candidates: np.ndarray = grid) -> np.ndarray:
        return vector(score(ages, candidates), "What `score` returns", shape=(len(candidates),))

    require(
        len(set(found(np.array([10, 20, 30])).round(9))) > 1,
        working("All candidates get the same score, whatever the ages are."),
    )
    for _ in range(5):
        ages = np.sort(rng.choice(np.arange(5, 96), size=9, replace=False))
        scores = found(rng.permutation(ages))
        median = int(ages[4])
        rows = [("ages", short(ages)), ("their median", median), ("your best candidate", int(grid[scores.argmax()]))]
        far = np.concatenate([grid[grid < ages[2]], grid[grid > ages[6]]])
        require(
            scores[median] >= scores.max() - 1e-9, working("The median itself does not get the highest score.", rows)
        )
        require(
            scores[far].max() < scores[median] - 1e-9,
            working(
                "Candidates far from the middle get as high a score as the median.",
                [*rows, ("also as high", int(far[scores[far].argmax()]))],
            ),
        )
    # The largest change that replacing one person makes: search, with the nastiest replacements among them.
    most, shown = 0.0, (np.zeros(0), np.zeros(0), 0)
    tables = [np.array([0, 0, 0, 100, 100]), np.array([0, 50, 100]), np.array([40, 50, 60, 70])]
    tables += [rng.integers(0, 101, size=int(rng.integers(1, 9))) for _ in range(12)]
    for ages in tables:
        base = found(ages)
        for place in range(len(ages)):
            for new in (0, 100, int(rng.integers(0, 101))):
                other = ages.copy()
                other[place] = new
                change = np.abs(found(other) - base)
                if change.max() > most + 1e-9:
                    most, shown = float(change.max()), (ages, other, int(grid[change.argmax()]))
    rows = [
        ("ages", short(shown[0])),
        ("one person replaced", short(shown[1])),
        ("the candidate whose score moves most", shown[2]),
        ("by", most),
    ]
    require(
        most <= 2 + 1e-9,
        working(
            "One person can move a score a long way. Do not ask how far a candidate is from the median in years: count "
            "people.",
            rows,
        ),
    )
    require(
        most <= 1 + 1e-9,
        almost(
            "You count people, good. But a person who changes sides counts twice: one fewer here, one more there.", rows
        ),
    )
    require(
        most > 0.75,
        almost(
            "One person never moves a score by more than this: you could let the scores differ more, and the mechanism "
            "would choose better at the same ε.",
            rows,
        ),
    )
    best = given.candidates[found(given.ages, given.candidates).argmax()]
    return correct(
        "Highest in the middle, and nobody moves it by more than 1: now Δ = 1, whatever the ages are.",
        {"for your ages, the best candidate is": int(best)},
    )


# 3. A lead ----------------------------------------------------------------------------------------------------


def _lead_numbers(rng: Generator) -> dict[str, Any]:
    return {
        "candidates": int(rng.integers(8, 60)),
        "epsilon": round(float(rng.uniform(0.1, 0.6)), 2),
        "beta": float(rng.choice([0.01, 0.02, 0.05])),
    }


def _check_lead(lead: Any, given: Given, rng: Generator) -> Verdict:
    found = whole(lead, "`lead`")
    require(found >= 0, working(f"`lead` is a number of votes, at least 0; it is {found}."))

    def wrong(votes: int) -> float:
        odds = (given.candidates - 1) * math.exp(-given.epsilon * votes / 2)
        return odds / (1 + odds)

    rows = [
        ("lead", "chance that another wins"),
        *((f"{v:,}", f"{wrong(v):.4%}") for v in sorted({found // 2, found, 2 * found})),
        ("allowed", f"{given.beta:.0%}"),
    ]
    if wrong(found) > given.beta:
        if wrong(found + 1) <= given.beta:
            return almost("So close: one vote more. Which way must one round?", rows)
        if math.exp(-given.epsilon * found / 2) / (1 + math.exp(-given.epsilon * found / 2)) <= given.beta:
            return working("Against a single rival this lead would do. How many rivals are there?", rows)
        return working(f"With a lead of {found:,} another candidate wins too often.", rows)
    if found and wrong(found - 1) <= given.beta:
        bound = math.ceil(2 / given.epsilon * math.log(given.candidates / given.beta))
        if found == bound:
            return almost(
                "This is what the general theorem asks for. Here everything is known: compute the chance itself.", rows
            )
        return working(f"A lead of {found:,} is enough, but a smaller one would do. Find the smallest.", rows)
    return correct("One vote fewer, and the wrong candidate would win too often.", rows)


# 4. All errors at once ----------------------------------------------------------------------------------------


def _errors_numbers(rng: Generator) -> dict[str, Any]:
    return {"points": int(rng.integers(6, 14)), "epsilon": round(float(rng.uniform(0.3, 0.9)), 1)}


def _errors(data: list[tuple[int, int]], points: int) -> np.ndarray:
    """How many of the examples each rule “1 up to x < t” gets wrong, t = 0 … points."""
    rules = np.arange(points + 1)
    return sum((((x < rules) != bool(y)).astype(int) for x, y in data), start=np.zeros(points + 1, dtype=int))


def _examples(value: Any, name: str, points: int) -> list[tuple[int, int]]:
    found = vector(value, f"`{name}`")
    require(
        found.ndim == 2 and found.shape[1] == 2 and 1 <= len(found) <= 50,
        working(f"`{name}` should be a list of pairs (x, label), such as [(3, 1), (5, 0)]; it is {short(value)}."),
    )
    require(
        (found == found.astype(int)).all()
        and ((found[:, 0] >= 0) & (found[:, 0] < points)).all()
        and np.isin(found[:, 1], (0, 1)).all(),
        working(f"In `{name}`, every x is a whole number from 0 to {points - 1} and every label 0 or 1."),
    )
    return [(int(x), int(y)) for x, y in found]


def _check_errors(here: Any, there: Any, scale: Any, given: Given, rng: Generator) -> Verdict:
    ours, theirs = _examples(here, "here", given.points), _examples(there, "there", given.points)
    width = number(scale, "`scale`")
    require(width > 0, working(f"`scale` must be positive; it is {width:g}."))
    require(
        len(ours) == len(theirs),
        working(f"Neighbours have equally many examples; yours have {len(ours)} and {len(theirs)}."),
    )
    differ = sum(a != b for a, b in zip(ours, theirs, strict=True))
    require(differ == 1, working(f"Neighbours differ in exactly one example; yours differ in {differ}."))
    moved = int(np.abs(_errors(ours, given.points) - _errors(theirs, given.points)).sum())
    most = max(
        int(np.abs(_errors([a], given.points) - _errors([b], given.points)).sum())
        for a in np.ndindex(given.points, 2)
        for b in np.ndindex(given.points, 2)
    )
    rows = [
        ("rules", given.points + 1),
        ("counts that your pair changes, in all", moved),
        ("loss of your pair at your scale", moved / width),
        ("promised ε", given.epsilon),
    ]
    require(
        moved == most,
        working(
            "There are neighbours that differ in more of the counts. Which single change of an example makes a rule "
            "that was right wrong, for as many rules as possible?",
            rows,
        ),
    )
    require(
        moved / width <= given.epsilon * (1 + 1e-9),
        working("Your pair is the worst there is. At your scale its loss is above the promise.", rows),
    )
    require(
        math.isclose(moved / width, given.epsilon, rel_tol=1e-6),
        almost(
            "Your pair is the worst there is. At your scale its loss stays below ε: the noise could be smaller.", rows
        ),
    )
    return correct(
        "Every count moves at once, so the noise on each grows with the number of rules. The exponential mechanism "
        "names the best rule without publishing the counts, and pays for two only.",
        rows,
    )


# 5. Find the bug ----------------------------------------------------------------------------------------------


def _bug_numbers(rng: Generator) -> dict[str, Any]:
    return {"votes": rng.integers(1, 12, size=4), "epsilon": round(float(rng.uniform(0.6, 1.4)), 1)}


def _check_bug(pick: Any, given: Given, rng: Generator) -> Verdict:
    epsilon = float(given.epsilon)

    def chosen(votes: np.ndarray, draw: Generator) -> int:
        return whole(pick(votes, epsilon, draw), "What `pick` returns")

    pairs = [(np.array([2, 1, 0]), np.array([3, 0, 0])), (np.array([4, 3, 3]), np.array([3, 4, 3]))]
    for votes in (pairs[0][0], np.asarray(given.votes)):
        found = chosen(votes, np.random.default_rng(1))
        require(
            0 <= found < len(votes),
            working("`pick` should return the number of a candidate, counted from 0.", {"it returned": found}),
        )
    keeps_promise(
        chosen,
        pairs,
        epsilon=epsilon,
        rng=rng,
        trials=6_000,
        sentence="One voter is given away: one person voted differently, and the event below is far likelier in one "
        "of the two. Who may win at all?",
    )
    for votes in (np.array([4, 1, 0]), np.asarray(given.votes)):
        counts = bincount(draws(pick, votes, epsilon, size=2_000, rng=rng), minlength=len(votes))
        exact = ExponentialMechanism(epsilon=epsilon, sensitivity=1.0).probabilities(votes.astype(float))
        monotonic = ExponentialMechanism(epsilon=2 * epsilon, sensitivity=1.0).probabilities(votes.astype(float))
        rows = [("votes", short(votes)), ("how often each was picked", short(counts)), ("of", 2_000)]
        if fits_distribution(counts, exact).ok:
            continue
        require(
            not fits_distribution(counts, monotonic).ok,
            working(
                "The dead are no longer silent, but now the exponent is twice too steep. When one person changes their "
                "vote, one candidate loses a vote and another gains one.",
                rows,
            ),
        )
        return working(
            "The auditor found no leak, but this is not the law of the exponential mechanism any more.", rows
        )
    return correct("Everybody may win, also those without a vote: nobody's vote opens or closes a door.")


EXERCISE = Exercise(
    lesson=2,
    title="The exponential mechanism",
    tasks=(
        Task(
            id="law",
            title="The law",
            goal="Write `probabilities(scores, sensitivity, epsilon)`: the probability with which the exponential "
            "mechanism chooses each candidate. It must work for scores of any size.",
            parts=("probabilities()",),
            instance=_distribution_numbers,
            check=_check_distribution,
            hints=(
                "Each candidate gets a weight, exponential in its score; then divide by the sum of the weights.",
                "When one person changes, a candidate's weight may change, and the sum of the weights too, the other "
                "way. Each may cost half of ε.",
                "Only differences of scores matter. So you may subtract the largest score from all of them before "
                "anything is exponentiated.",
            ),
        ),
        Task(
            id="score",
            title="A score for the median",
            goal="Write `score(ages, candidates)`: a score for each candidate, highest at the median of the ages, such "
            "that replacing one person moves no score by more than 1.",
            parts=("score()",),
            instance=_score_numbers,
            check=_check_score,
            hints=(
                "How far a candidate is from the median, in years, can change by decades when one person is replaced. "
                "What changes by at most one?",
                "Count how many people are at or below a candidate. Where would that number be, if the candidate were "
                "in the middle?",
                "The score is minus the distance of that number from half the number of people.",
            ),
        ),
        Task(
            id="lead",
            title="How long a lead?",
            goal="One candidate leads, and all the others have equally many votes. The exponential mechanism picks the "
            "winner, its scores the votes, Δ = 1. How many votes must the `lead` be **at least**, so that another "
            "candidate wins with probability at most β?",
            parts=("lead",),
            instance=_lead_numbers,
            check=_check_lead,
            hints=(
                "Give the leader the weight 1. Which weight does each of the others have?",
                "The chance that another wins is the weight of all the others, divided by the weight of all.",
                "Compute it for leads 0, 1, 2, … and stop at the first that is good enough.",
            ),
        ),
        Task(
            id="errors",
            title="Laplace on all errors",
            goal="A rule says 1 below its threshold t and 0 from there on; there is one for each t from 0 to `points`. "
            "Somebody wants to publish how many examples **every** rule gets wrong, each count with Laplace noise of "
            "the same `scale`. Give two neighbouring lists of examples (`here`, `there`; one example replaced) for "
            "which that gives away the most, and the smallest `scale` that still keeps ε.",
            parts=("here", "there", "scale"),
            instance=_errors_numbers,
            check=_check_errors,
            hints=(
                "The loss of independent Laplace noises adds up: all the changes of the counts together, divided by "
                "the scale.",
                "Take a list of one example. For which rules is it wrong? Now replace it, and look how many counts "
                "moved. The label may be replaced too.",
                "There is a change of one example that turns every rule that was right wrong, and the other way round.",
            ),
        ),
        Task(
            id="bug",
            title="Find the bug",
            goal="`pick` should choose a candidate by the exponential mechanism, its scores the votes, ε-privately "
            "when one person votes differently. It does not. Let the check attack it, look at what gives people away, "
            "and mend it.",
            parts=("pick()",),
            instance=_bug_numbers,
            check=_check_bug,
            hints=(
                "Run the check on the code as it stands. Which of the candidates can win here, and which there?",
                "A candidate whom one person's vote brings into the race tells that the vote was cast.",
                "The list of candidates must not depend on the votes.",
            ),
        ),
    ),
)
