"""Exercise 1, what privacy means: noise for a number, an estimate, enough people, a bug, an attack."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Exercise, Given, Task, Verdict, almost, correct, require, working
from dpviz.exercises.probes import fits_cdf, keeps_promise, laplace_cdf, number, samples, short, vector, whole

Generator = np.random.Generator

# 1. Laplace's mechanism ---------------------------------------------------------------------------------------


def _laplace_numbers(rng: Generator) -> dict[str, Any]:
    return {
        "value": int(rng.integers(20, 200)),
        "sensitivity": int(rng.integers(2, 9)),
        "epsilon": round(float(rng.uniform(0.2, 0.8)), 2),
    }


def _check_laplace(laplace: Any, given: Given, rng: Generator) -> Verdict:
    def spread(value: float, sensitivity: float, epsilon: float) -> float:
        found = samples(laplace, value, sensitivity, epsilon, size=1_000, rng=rng) - value
        middle, size = float(np.median(found)), float(np.median(np.abs(found - np.median(found))))
        require(
            not (found.min() >= 0 or found.max() <= 0),
            working("Your noise always goes the same way. An output above the truth must be as likely as one below."),
        )
        require(
            abs(middle) < size / 2,
            working(
                "The middle of your outputs is not the true value: is the noise added to it?",
                {"true value": value, "middle of your outputs": middle + value},
            ),
        )
        return float(np.median(np.abs(found)))

    plain = spread(3.0, 1.0, 1.0)
    tight = spread(3.0, 1.0, 0.25)
    coarse = spread(3.0, 4.0, 1.0)
    sizes = [
        ("median size of the noise", ""),
        ("at Δ = 1, ε = 1", plain),
        ("at Δ = 1, ε = 0.25", tight),
        ("at Δ = 4, ε = 1", coarse),
    ]
    require(
        tight > 0.7 * plain,
        working("At a smaller ε your noise gets smaller. Which end of ε is the private one?", sizes),
    )
    require(
        tight > 1.5 * plain,
        working("Your noise is about as large at ε = 0.25 as at ε = 1. How should it depend on ε?", sizes),
    )
    require(
        coarse > 1.5 * plain,
        working("If one person can move the value four times as far, your noise does not grow with it.", sizes),
    )
    # Nothing is said of the factor but that there is one.
    wide = plain / math.log(2)
    require(
        0.8 < wide < 1.25,
        almost(
            f"Your noise reacts rightly to Δ and ε, but it is too {'wide' if wide > 1 else 'narrow'} throughout. "
            "Look at what numpy calls `scale`.",
            sizes,
        ),
    )
    cases = [(0.0, 1.0, 1.0), (5.0, 2.0, 0.25), (given.value, given.sensitivity, given.epsilon)]
    for value, sensitivity, epsilon in cases:
        found = samples(laplace, value, sensitivity, epsilon, size=4_000, rng=rng)
        require(
            fits_cdf(found, laplace_cdf(value, sensitivity / epsilon)).ok,
            almost(
                "Your noise has about the right size, but not the shape of Laplace’s. Privacy hangs on its tails.",
                {"at": f"value {value:g}, Δ = {sensitivity:g}, ε = {epsilon:g}"},
            ),
        )
    return correct("Your draws follow the right law at every Δ and ε we tried, so the loss never exceeds ε.", sizes)


# 2. What the answers of a coin tell ---------------------------------------------------------------------------


def _estimate_numbers(rng: Generator) -> dict[str, Any]:
    epsilon = round(float(rng.uniform(0.6, 1.6)), 2)
    keep = 1 / (1 + math.exp(-epsilon))
    truth = rng.random(400) < rng.uniform(0.1, 0.4)
    reports = np.where(rng.random(400) < keep, truth, ~truth).astype(int)
    return {"epsilon": epsilon, "reports": reports}


def _check_estimate(estimate: Any, given: Given, rng: Generator) -> Verdict:
    def answer(share: float, epsilon: float) -> float:
        reports = rng.permutation(np.arange(200) < round(200 * share)).astype(int)
        return number(estimate(reports, epsilon), "What `estimate` returns")

    def truth(share: float, epsilon: float) -> float:
        flip = 1 / (1 + math.exp(epsilon))
        return (share - flip) / (1 - 2 * flip)

    near = 1e-6
    inside: list[tuple[float, float, float, float]] = []
    outside: list[tuple[float, float, float, float]] = []
    for epsilon in (1.0, 2.0, float(given.epsilon)):
        for share in (0.0, 0.1, 0.35, 0.5, 0.7, 0.95, 1.0):
            wanted = truth(share, epsilon)
            (inside if 0 <= wanted <= 1 else outside).append((share, epsilon, answer(share, epsilon), wanted))
    shares = [found for *_, found, _ in inside]
    require(
        not all(abs(found - share) < near for share, _, found, _ in inside),
        working(
            "This is the share of ones among the reports. But liars are among them: if nobody has the property, some "
            "reports are still ones. Which share of them?"
        ),
    )
    require(
        max(map(abs, shares)) <= 3,
        working("What you return is far from a share. Divide by the number of people?", {"the largest": max(shares)}),
    )
    require(
        not all(abs(found - (1 - wanted)) < near for *_, found, wanted in inside),
        working("You estimate the share of those who do **not** have the property."),
    )
    wrong = [item for item in inside if abs(item[2] - item[3]) >= near]
    if wrong:
        share, epsilon, found, _ = wrong[0]
        half = [item for item in inside if item[0] == 0.5 and abs(item[2] - 0.5) < near]
        where = [("share of ones among the reports", share), ("ε", epsilon), ("your estimate", found)]
        require(
            not half,
            working(
                "At a share of one half you are right; away from it you are not. By how much does the coin pull every "
                "share towards one half?",
                where,
            ),
        )
        return working(
            "Write down the share of ones you expect among the reports, if the true share is t. Then solve for t.",
            where,
        )
    off = [item for item in outside if abs(item[2] - item[3]) >= near]
    if off:
        share, epsilon, found, _ = off[0]
        return almost(
            "Between 0 and 1 you are right. Outside you cut off. But if you cut off only the estimates that are too "
            "small, what becomes of their average?",
            [("share of ones among the reports", share), ("ε", epsilon), ("your estimate", found)],
        )
    return correct(
        "On average over the coins your estimate is exactly the true share, whatever it is. It may fall below 0 or "
        "above 1; that is the price.",
        {"your 400 reports say": number(estimate(given.reports, given.epsilon), "What `estimate` returns")},
    )


# 3. Enough people ---------------------------------------------------------------------------------------------


def _people_numbers(rng: Generator) -> dict[str, Any]:
    return {
        "epsilon": round(float(rng.uniform(0.2, 0.9)), 2),
        "alpha": float(rng.choice([0.005, 0.01, 0.015, 0.02, 0.025])),
        "beta": float(rng.choice([0.005, 0.01, 0.02, 0.04])),
    }


def _check_people(n: Any, given: Given, rng: Generator) -> Verdict:
    found = whole(n, "`n`")
    require(found >= 1, working(f"`n` is a number of people, so at least 1; it is {found}."))

    def chance(people: int) -> float:
        return math.exp(-given.epsilon * given.alpha * people)

    picture = [
        ("people", "chance that the error exceeds α"),
        *((f"{people:,}", f"{chance(people):.3%}") for people in sorted({max(1, found // 2), found, 2 * found})),
        ("allowed", f"{given.beta:.1%}"),
    ]
    if chance(found) > given.beta:
        close = chance(found + 1) <= given.beta
        return (almost if close else working)(
            "So close: one person more. Which way must one round?"
            if close
            else f"With {found:,} people the share is off by more than α in {chance(found):.2%} of all releases.",
            picture,
        )
    if found > 1 and chance(found - 1) <= given.beta:
        far = chance(found) < given.beta**3
        return (working if far else almost)(
            f"{found:,} people are enough, but {'far ' if far else ''}more than it takes. Find the smallest number.",
            picture,
        )
    return correct("One person fewer, and the promise would not hold.", picture)


# 4. Find the bug ----------------------------------------------------------------------------------------------


def _bug_numbers(rng: Generator) -> dict[str, Any]:
    return {"highest": int(rng.integers(80, 110)), "epsilon": round(float(rng.uniform(0.4, 1.2)), 1)}


def _check_bug(mean_age: Any, given: Given, rng: Generator) -> Verdict:
    highest, epsilon = given.highest, given.epsilon
    young, mixed = np.zeros(5), np.array([0.0, 18.0, 30.0, 41.0, 66.0])
    pairs = []
    for ages in (young, mixed):
        other = ages.copy()
        other[0] = highest
        pairs.append((ages, other))
    number(mean_age(mixed, highest, epsilon, np.random.default_rng(0)), "What `mean_age` returns")
    keeps_promise(
        lambda ages, draw: mean_age(ages, highest, epsilon, draw),
        pairs,
        epsilon=epsilon,
        rng=rng,
        trials=4_000,
        sentence="One person is given away: the event below is far likelier in one data set than in its neighbour. "
        "What, besides the mean, differs between the two?",
    )
    for ages in (mixed, np.full(40, 30.0)):
        found = samples(mean_age, ages, highest, epsilon, size=2_500, rng=rng)
        scale = highest / len(ages) / epsilon
        size = float(np.median(np.abs(found - np.median(found)))) / math.log(2)
        require(
            abs(np.median(found) - ages.mean()) < size / 4,
            working(
                "It is private now, but its outputs do not lie around the mean any more.",
                [("ages", short(ages)), ("their mean", ages.mean()), ("middle of your outputs", np.median(found))],
            ),
        )
        require(
            size < 1.25 * scale,
            almost(
                "It is private now, but noisier than it has to be. How far can **one** person move the mean of this "
                "many?",
                [("people", len(ages)), ("median size of your noise", size * math.log(2))],
            ),
        )
        require(
            fits_cdf(found, laplace_cdf(float(ages.mean()), scale)).ok,
            almost(
                "The auditor found no leak, but with this noise the loss is not at most ε for every pair of "
                "neighbours.",
                [("people", len(ages))],
            ),
        )
    return correct("Now nothing but the mean depends on the data: the noise is as wide whoever is in the table.")


# 5. Break this mechanism --------------------------------------------------------------------------------------


def _attack_numbers(rng: Generator) -> dict[str, Any]:
    return {"reach": int(rng.integers(4, 10)), "epsilon": round(float(rng.uniform(0.3, 0.9)), 1)}


def _people(value: Any, name: str) -> np.ndarray:
    found = vector(value, f"`{name}`")
    require(
        found.ndim == 1 and 1 <= len(found) <= 1_000 and np.isin(found, (0, 1)).all(),
        working(f"`{name}` should be a list of people, 0 or 1 each; it is {short(value)}."),
    )
    return found


def _check_attack(here: Any, there: Any, event: Any, given: Given, rng: Generator) -> Verdict:
    ours, theirs = _people(here, "here"), _people(there, "there")
    require(
        len(ours) == len(theirs),
        working(f"Neighbours have equally many people; yours have {len(ours)} and {len(theirs)}."),
    )
    differ = int((ours != theirs).sum())
    require(differ == 1, working(f"Neighbours differ in exactly one person; yours differ in {differ}."))
    require(
        isinstance(event, (set, frozenset, list, tuple, range, np.ndarray)) and len(event),
        working(f"`event` should be a set of outputs, such as {{3, 4}}; it is {short(event)}."),
    )
    outputs = {whole(output, "Each output in `event`") for output in event}
    noise = np.arange(-given.reach, given.reach + 1)
    weights = np.exp(-given.epsilon * np.abs(noise))
    weights /= weights.sum()

    def probability(people: np.ndarray) -> float:
        return float(weights[np.isin(noise + int(people.sum()), list(outputs))].sum())

    p, q = probability(ours), probability(theirs)
    seen = [
        ("ones in here, there", f"{int(ours.sum())}, {int(theirs.sum())}"),
        ("P(event | here)", p),
        ("P(event | there)", q),
    ]
    require(p or q, working("Your event cannot happen in either of the two: which outputs can?", seen))
    loss = abs(math.log(p / q)) if p and q else math.inf
    shown = [*seen, ("loss", loss), ("promised ε", given.epsilon)]
    if math.isinf(loss):
        return correct("Whoever sees this event knows which of the two it was. The promise is broken for any ε.", shown)
    if loss > given.epsilon + 1e-9:
        return almost(
            "This breaks the promise: its loss is above ε. Now find an event that tells **for certain**.", shown
        )
    return working("For this pair and event the promise holds. Where does the noise behave unlike Laplace’s?", shown)


EXERCISE = Exercise(
    lesson=1,
    title="What privacy means",
    tasks=(
        Task(
            id="laplace",
            title="Laplace’s mechanism",
            goal="Write `laplace(value, sensitivity, epsilon, rng)`: return the value with noise that makes it "
            "ε-differentially private, if one person can move the value by at most `sensitivity`.",
            parts=("laplace()",),
            instance=_laplace_numbers,
            check=_check_laplace,
            hints=(
                "The generator `rng` can draw from many laws. Look at what `rng.laplace` takes: `help(rng.laplace)`.",
                "The loss between two outputs’ densities is the distance of the two true values, measured in scales. "
                "It may be at most ε, also when the two values are as far apart as they can be.",
                "So: distance Δ, divided by the scale, should be ε. Solve for the scale.",
            ),
        ),
        Task(
            id="estimate",
            title="What the coins tell",
            goal="Each person has the property (1) or not (0), and reports the truth with probability "
            "e^ε ÷ (1 + e^ε), else the opposite. Write `estimate(reports, epsilon)`: an estimate of the true share of "
            "ones that is right on average.",
            parts=("estimate()",),
            instance=_estimate_numbers,
            check=_check_estimate,
            hints=(
                "Suppose nobody has the property. Which share of the reports is 1, on average? And if everybody "
                "has it?",
                "Call these two shares a and b. If the true share is t, you expect a share of a + t × (b − a) among "
                "the reports.",
                "You know the share among the reports. Solve that line for t. There is no need to keep t between 0 "
                "and 1.",
            ),
        ),
        Task(
            id="people",
            title="How many people?",
            goal="You publish a count of n people with Laplace’s noise at your ε, and divide it by n. How large "
            "must `n` be **at least**, so that this share is off by more than α with probability at most β?",
            parts=("n",),
            instance=_people_numbers,
            check=_check_people,
            hints=(
                "The share is off by more than α when the noise on the count exceeds α × n. One person moves a count "
                "by at most 1.",
                "Laplace’s noise of scale b exceeds t, up or down, with probability e^(−t ÷ b).",
                "Draw that probability against n, or solve it for n with a logarithm. Then round: which way?",
            ),
        ),
        Task(
            id="bug",
            title="Find the bug",
            goal="`mean_age` should publish the mean of the ages (each between 0 and `highest`) ε-differentially "
            "privately, when one person is replaced. It does not. Let the check attack it, look at what gives people "
            "away, and mend it.",
            parts=("mean_age()",),
            instance=_bug_numbers,
            check=_check_bug,
            hints=(
                "Run the check on the code as it stands. Look at the two data sets: what would the code compute, line "
                "by line, for one and for the other?",
                "Everything that is computed from the ages may give them away, also what only chooses the noise.",
                "Which of the function’s arguments is public, and says how far one age can be from another?",
            ),
        ),
        Task(
            id="attack",
            title="Break this mechanism",
            goal="Somebody found Laplace’s long tails ugly. Their mechanism publishes the number of ones plus a whole "
            "number z from −`reach` to `reach`, with probability proportional to e^(−ε × |z|). They promise ε. "
            "Prove them wrong: give two neighbouring lists of zeros and ones (`here`, `there`; one person replaced), "
            "and an `event`, a set of outputs, that tells the two apart for certain.",
            parts=("here", "there", "event"),
            instance=_attack_numbers,
            check=_check_attack,
            hints=(
                "Take two short lists. Write down the outputs that are possible for the one and for the other.",
                "Is there an output that is possible for one only?",
                "Look at the very end of what can come out.",
            ),
        ),
    ),
)
