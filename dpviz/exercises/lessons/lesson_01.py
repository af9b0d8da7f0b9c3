"""Exercise 1, what privacy means: noise for a number, an estimate, enough people, a bug, an attack."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Exercise, Given, Task, Verdict, almost, correct, require, working
from dpviz.exercises.probes import count, fits_cdf, keeps_promise, laplace_cdf, number, samples, short, vector, whole

Generator = np.random.Generator

# 1. Laplace's mechanism ---------------------------------------------------------------------------------------


def _laplace_numbers(rng: Generator) -> dict[str, Any]:
    return {
        "value": int(rng.integers(20, 200)),
        "sensitivity": int(rng.integers(2, 9)),
        "epsilon": round(float(rng.uniform(0.2, 0.8)), 2),
    }


def _step(found: np.ndarray) -> float:
    """The power of ten that all numbers are multiples of; 0 if they have more than six decimals."""
    for step in (1.0, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6):
        if np.abs(found / step - np.round(found / step)).max() < 1e-6:
            return step
    return 0.0


def _misfit(noise: np.ndarray, rows: Any) -> Verdict:
    """What is wrong with noise, in scales, that is not Laplace's of scale 1."""
    far, wide = float(np.abs(noise).max()), float(np.abs(noise).mean())
    again = np.unique(noise, return_counts=True)[1].max()
    if again > len(noise) / 1_000:
        return almost("One and the same noise comes again and again. Laplace’s never comes twice.", rows)
    if fits_cdf(noise, laplace_cdf(0.0, wide)).ok:
        return almost(
            f"This is Laplace’s noise, but a little too {'wide' if wide > 1 else 'narrow'}: "
            f"{'the loss stays below ε, and the noise could be smaller' if wide > 1 else 'its loss can exceed ε'}.",
            rows,
        )
    expected = len(noise) * math.exp(-far)
    if expected > 25:
        return almost(
            f"None of {len(noise):,} draws lies farther than {far:.1f} scales from the truth; of Laplace’s noise about "
            f"{expected:.0f} would. Privacy hangs on the tails: an output that one value makes, another must make too.",
            rows,
        )
    return almost(
        "Your noise has about the right size, but not the shape of Laplace’s. Privacy hangs on its tails.", rows
    )


def _check_laplace(laplace: Any, given: Given, rng: Generator) -> Verdict:
    rounded = 0.0

    def spread(value: float, sensitivity: float, epsilon: float) -> float:
        nonlocal rounded
        found = samples(laplace, value, sensitivity, epsilon, size=3_000, rng=rng)
        step, rounded = _step(found - value), _step(found)
        require(
            not step,
            working(
                f"Your noise is always a multiple of {step:g}, so the digits below it are the true value’s own. Whole "
                "noise is good for whole values; this value may be any number.",
                {"true value": repr(value), "five of your outputs": ", ".join(map(repr, found[:5].tolist()))},
            ),
        )
        found += rng.uniform(-rounded / 2, rounded / 2, size=len(found)) - value
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

    plain = spread(math.pi, 1.0, 1.0)
    tight = spread(math.pi, 1.0, 0.25)
    coarse = spread(math.pi, 4.0, 1.0)
    distant = spread(100 * math.pi, 1.0, 1.0)
    sizes = [
        ("median size of the noise", ""),
        ("at Δ = 1, ε = 1", plain),
        ("at Δ = 1, ε = 0.25", tight),
        ("at Δ = 4, ε = 1", coarse),
    ]
    require(
        0.7 < distant / plain < 1.4,
        working(
            "The size of your noise depends on the true value: so it tells something of it.",
            {"median size at a true value of 3.14": plain, "at a true value of 314": distant},
        ),
    )
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
    for ratio, change in ((tight / plain, "a quarter of ε"), (coarse / plain, "four times the Δ")):
        require(
            3.2 < ratio < 5,
            working(
                f"With {change} your noise is {ratio:.2g} times as large. How large must it be, for a loss of ε?", sizes
            ),
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
    require(
        rounded < 1e-4,
        almost(
            "You round what you return. That keeps the promise: whatever is made of a private output is private. But "
            "the task asks for the noisy value itself; whoever reads it may round.",
            {"your outputs are multiples of": rounded},
        ),
    )
    cases = [(-7.3, 1.0, 1.0), (5.1, 2.0, 0.25), (given.value, given.sensitivity, given.epsilon)]
    pooled = []
    for value, sensitivity, epsilon in cases:
        noise = (samples(laplace, value, sensitivity, epsilon, size=12_000, rng=rng) - value) * epsilon / sensitivity
        pooled.append(noise)
        if not fits_cdf(noise, laplace_cdf(0.0, 1.0)).ok:
            return _misfit(noise, {"at": f"value {value:g}, Δ = {sensitivity:g}, ε = {epsilon:g}"})
    noise = np.concatenate(pooled)
    if not fits_cdf(noise, laplace_cdf(0.0, 1.0)).ok:
        return _misfit(noise, {"draws, at three values of Δ and ε": f"{len(noise):,}"})
    return correct("Your draws are Laplace’s at every Δ and ε we tried, so the loss never exceeds ε.", sizes)


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
        working("A share lies between 0 and 1. Do you return a number of people?", {"your largest": max(shares)}),
    )
    require(
        not all(abs(found - (1 - wanted)) < near for *_, found, wanted in inside),
        working("You estimate the share of those who do **not** have the property."),
    )
    wrong = [item for item in inside if abs(item[2] - item[3]) >= near]
    if wrong:
        share, epsilon, found, _ = wrong[0]
        where = [("share of ones among the reports", share), ("ε", epsilon), ("your estimate", found)]
        require(
            not all(abs(item[2] - item[3]) < near for item in inside if item[1] == float(given.epsilon)),
            working("Right at your own ε, wrong at any other: `estimate` is handed the ε to reckon with.", where),
        )
        require(
            not all(abs(found - truth(share * 200 / 400, epsilon)) < near for share, epsilon, found, _ in inside),
            working("You divide by 400. There may be more or fewer reports: count those that you are handed.", where),
        )
        require(
            max(abs(item[2] - item[3]) for item in inside) > 0.02,
            almost("Very near, but not the number itself: do you round, or add something?", where),
        )
        half = [item for item in inside if item[0] == 0.5 and abs(item[2] - 0.5) < near]
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
    alpha = float(rng.choice([0.005, 0.01, 0.015, 0.02, 0.025]))
    return {
        "epsilon": round(float(rng.uniform(0.2, 0.9)), 2),
        "alpha": alpha,
        # Never the same, or who swaps them is right.
        "beta": float(rng.choice([share for share in (0.005, 0.01, 0.02, 0.04) if share != alpha])),
    }


def _check_people(n: Any, given: Given, rng: Generator) -> Verdict:
    found = count(n, "`n`", "people")

    def chance(people: int) -> float:
        return math.exp(-given.epsilon * given.alpha * people)

    picture = [
        ("people", "chance that the error exceeds α"),
        *((f"{people:,}", f"{chance(people):.3%}") for people in sorted({max(1, found // 2), found, 2 * found})),
        ("allowed", f"{given.beta:.1%}"),
    ]
    if chance(found) > given.beta:
        close = chance(found + 1) <= given.beta
        above = chance(found) / 2 <= given.beta < chance(found - 1) / 2
        require(
            not above,
            working("That many would do if only noise **above** α counted. The share may also be too small.", picture),
        )
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


def _skewed(highest: float, rng: Generator) -> np.ndarray:
    """About 2,000 ages whose mean is neither whole nor near their median."""
    while True:
        ages = np.floor(highest * rng.beta(1.2, 3.5, size=int(rng.integers(1_900, 2_100))))
        if abs(ages.mean() - round(ages.mean())) > 0.3 and ages.mean() - np.median(ages) > 2:
            return ages


def _check_bug(mean_age: Any, given: Given, rng: Generator) -> Verdict:
    highest, epsilon = float(given.highest), float(given.epsilon)
    young, mixed = np.zeros(5), np.array([0.0, 18.0, 30.0, 41.0, 66.0])
    pairs = []
    for ages in (young, mixed, np.array([0.0, 0.0, 0.0, highest, highest])):
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
    for ages, size in ((mixed, 12_000), (np.full(40, 30.0), 12_000), (_skewed(highest, rng), 4_000)):
        found = samples(mean_age, ages, highest, epsilon, size=size, rng=rng, random=False)
        mean, scale, step = float(ages.mean()), highest / len(ages) / epsilon, _step(found)
        rows: list[tuple[str, object]] = [("people", len(ages)), ("their mean", mean)]
        require(
            step <= scale,
            almost(
                "You round what you publish. That gives nobody away; but the noise on a mean of this many is far "
                "smaller than what you round off.",
                [*rows, ("your outputs are multiples of", step)],
            ),
        )
        require(len(np.unique(found)) > 1, working("There is no chance in what you publish.", rows))
        outside = (math.exp(-mean / scale) + math.exp((mean - highest) / scale)) / 2
        require(
            found.min() <= 0 or found.max() >= highest or size * outside < 25,
            working(
                f"Your outputs never reach 0 or {highest:g}. If you draw again until one lies between, how often you "
                "must depends on the mean, and the promise is not kept. (To cut an output off would cost nothing.)",
                rows,
            ),
        )
        # Rounded, and cut off at the ends of the range, it is as private as before: undone by chance, as Laplace's.
        found += rng.uniform(-step / 2, step / 2, size=size) * ((found > 0) & (found < highest))
        low, high = found <= 0, found >= highest
        for border, beyond, sign in ((0.0, low, -1), (highest, high, 1)):
            if np.count_nonzero(found == border) > 1:
                found[beyond] = border + sign * rng.exponential(scale, size=int(beyond.sum()))
        middle = float(np.median(found))
        wide = float(np.median(np.abs(found - middle))) / math.log(2)
        rows.append(("middle of your outputs", middle))
        if abs(middle - mean) > wide / 10:
            near = {
                "That is the mean, rounded **before** the noise: where one person makes it round the other way it "
                "jumps by more than your noise is made for.": round(mean),
                "That is the median. One person can move it by much more than the mean.": float(np.median(ages)),
            }
            for sentence, place in near.items():
                if abs(place - mean) > 4 * wide / 10 and abs(middle - place) < wide / 10:
                    return working(sentence, rows)
            return working("No leak was found, but your outputs do not lie around the mean.", rows)
        require(
            wide < 1.2 * scale,
            almost(
                "It is private now, but noisier than it has to be. How far can **one** person move the mean of this "
                "many?",
                [("people", len(ages)), ("median size of your noise", wide * math.log(2))],
            ),
        )
        noise = (found - mean) / scale
        if not fits_cdf(noise, laplace_cdf(0.0, 1.0)).ok:
            return _misfit(noise, rows)
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
            goal="Write `laplace(value, sensitivity, epsilon, rng)`: the value (any number), with Laplace’s noise that "
            "makes it ε-differentially private if one person can move it by at most `sensitivity`. Do not round.",
            parts=("laplace()",),
            instance=_laplace_numbers,
            check=_check_laplace,
            hints=(
                "The generator `rng` can draw from many laws. Look at what `rng.laplace` takes: `help(rng.laplace)`.",
                "The loss between two outputs’ densities is the distance of the two true values, measured in scales. "
                "It may be at most ε, also when the two values are as far apart as they can be.",
                "At which distance is the loss largest, and how large may it be there? That leaves one scale.",
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
