"""Exercise 10, successive halving: one round, a survivor's budget, a crowd of rivals, looks nobody paid for."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz._numeric.solve import least_integer
from dpviz.exercises import Exercise, Given, Task, Verdict, almost, correct, require, working
from dpviz.exercises.probes import draws, fits_distribution, keeps_promise, laplace_noise, number, short, vector, whole
from dpviz.tuning import schedule

Generator = np.random.Generator

# 1. One round -------------------------------------------------------------------------------------------------


def _keep_numbers(rng: Generator) -> dict[str, Any]:
    means = [round(float(value), 1) for value in rng.uniform(0.2, 0.8, size=7)]
    means[int(rng.integers(1, 7))] = means[0]
    return {"means": np.array(means)}


def _arms(answer: Any, count: int) -> list[int]:
    what = "What `keep` returns"
    answer = list(answer) if isinstance(answer, (set, frozenset)) else answer
    require(
        not _is_mask(answer),
        working("Return the numbers of the arms that stay, such as `[0, 3]`, not a yes or no for each."),
    )
    found = vector(answer, what)
    require(found.ndim == 1, working(f"{what} should be a list of arms; it is {short(answer)}."))
    require(
        bool((found == np.floor(found)).all()) and bool(((found >= 0) & (found < count)).all()),
        working(
            f"{what} should be arms, by their places from 0 to {count - 1}; it is {short(found)}. "
            "Did you return their means?"
        ),
    )
    require(len(set(found.tolist())) == len(found), working("One arm stays twice.", {"you return": short(found)}))
    return sorted(int(arm) for arm in found)


def _is_mask(answer: Any) -> bool:
    return isinstance(answer, (list, tuple, np.ndarray)) and len(answer) > 0 and isinstance(answer[0], (bool, np.bool_))


def _check_keep(keep: Any, given: Given, rng: Generator) -> Verdict:
    def stay(means: list[float], seed: int = 3) -> list[int]:
        return _arms(keep(np.array(means), np.random.default_rng(seed)), len(means))

    even = [0.2, 0.9, 0.4, 0.7]
    found = stay(even)
    seen: dict[str, object] = {"means": short(even), "who stays": short(found)}
    require(found != [0, 2], working("You keep the worse half.", seen))
    require(len(found) == 2, working("Of four arms, how many should stay?", seen))
    for means in (even, [0.1, 0.2, 0.6, 0.5, 0.4, 0.9], *[[0.5, 0.5 + 1e-9, 0.2, 0.5 + 2e-9]] * 20):
        found = stay(means, int(rng.integers(2**32)))
        left = [mean for arm, mean in enumerate(means) if arm not in found]
        shown = {"means": str(means), "who stays": short(found)}
        require(len(found) == len(means) // 2, working("Half of them should stay.", shown))
        require(
            min(means[arm] for arm in found) >= max(left),
            working(
                "An arm has to go although its mean is higher than that of one that stays."
                + (" Chance is for equal means only." if means[0] == 0.5 else ""),
                shown,
            ),
        )
    odd = [0.3, 0.8, 0.5, 0.1, 0.6]
    found = stay(odd)
    require(
        len(found) == 3,
        almost(
            f"Of five arms {len(found)} stay with you. The better half, and nobody dropped who need not be: which way "
            "must one round?",
            {"means": short(odd), "who stays": short(found)},
        ),
    )
    require(
        found == [1, 2, 4], working("These are not the best three.", {"means": short(odd), "who stays": short(found)})
    )
    # The best stays, one or two of the others; of three that tie, one may, of four two.
    for tied, places, sure in (([0.5, 0.9, 0.5, 0.5], 1, 1), ([0.5, 0.1, 0.5, 0.9, 0.5, 0.5], 2, 3)):
        ties = [arm for arm, mean in enumerate(tied) if mean == 0.5]
        counts = np.zeros(len(tied), dtype=int)
        for answer in draws(keep, np.array(tied), size=900, rng=rng):
            found = _arms(answer, len(tied))
            if len(found) != len(tied) // 2:
                return working(
                    f"{len(ties)} arms tie for {places} place{'s' if places > 1 else ''}, and {len(found)} arms stay "
                    f"in all; it should be {len(tied) // 2}, whatever the means are.",
                    {"means": short(tied), "who stays": short(found)},
                )
            counts[found] += 1
        rows = [("mean", *tied), ("stays, of 900 times", *counts)]
        require(counts[sure] == 900, working("The best arm does not always stay.", rows))
        require(
            all(
                fits_distribution([counts[arm], 900 - counts[arm]], [p, 1 - p]).ok
                for arm in ties
                for p in [places / len(ties)]
            ),
            almost(
                f"{len(ties)} arms tie for {places} place{'s' if places > 1 else ''}, and they are not equally likely "
                "to get it: the numbering decides. Which of them should stay?",
                rows,
            ),
        )
    return correct("The better half stays, and where the means cannot tell, chance does, not the numbering.", rows)


# 2. The budget of a survivor ----------------------------------------------------------------------------------


def _survivor(arms: int, budget: int) -> int:
    """Pulls of the arm that goes through all rounds."""
    return sum(one.pulls for one in schedule(arms, budget))


def _least(pulls: Any, wanted: int, high: int) -> int:
    """Least budget up to `high` for which ``pulls(budget) >= wanted``."""
    return least_integer(lambda budget: pulls(budget) >= wanted, most=high) or high


def _sizes(arms: int, *, up: bool) -> list[int]:
    found = []
    while arms > 1:
        found.append(arms)
        arms = (arms + up) // 2
    return found


def _unrounded(arms: int, wanted: int) -> int:
    sizes = _sizes(arms, up=True)
    return math.ceil(wanted * len(sizes) / sum(1 / size for size in sizes))


def _spread_over(sizes: list[int], parts: int, wanted: int) -> int:
    """Least budget for `wanted` pulls, if rounds of these sizes get an equal part each, of so many parts."""
    return _least(lambda b: sum(b // (size * parts) for size in sizes), wanted, 2 * len(sizes) * sizes[0] * wanted)


def _mistaken(arms: int, wanted: int) -> dict[str, set[int]]:
    """Budgets of those who round or count in another way, by what is to be looked at."""
    up, down = _sizes(arms, up=True), _sizes(arms, up=False)
    return {
        "odd": {_spread_over(down, parts, wanted) for parts in (len(down), len(up))},
        "parts": {_spread_over(up, parts, wanted) for parts in {len(down), 1} - {len(up)}}
        | {_spread_over(up[:-1], len(up) - 1, wanted)},
        "last": {_spread_over([*up, 1], len(up) + 1, wanted), _spread_over(up, len(up) + 1, wanted)},
        "whole": {_unrounded(arms, wanted)},
    }


def _budget_numbers(rng: Generator) -> dict[str, Any]:
    while True:
        arms = int(rng.choice([11, 13, 19, 21, 22, 25, 27, 37, 41, 43, 45]))
        wanted = int(rng.integers(4 * arms, 8 * arms))
        best = _spread_over(up := _sizes(arms, up=True), len(up), wanted)
        if best - 1 > _unrounded(arms, wanted) and not any(best in found for found in _mistaken(arms, wanted).values()):
            return {"arms": arms, "wanted": wanted}


def _check_budget(budget: Any, given: Given, rng: Generator) -> Verdict:
    n, wanted = given.arms, given.wanted
    found = whole(budget, "`budget`")
    rounds = len(_sizes(n, up=True))
    require(
        found >= n * rounds,
        working(f"With {found:,} pulls in all there is a round in which an arm is not pulled even once."),
    )
    pulls = _survivor(n, found)
    rows = [("your budget", f"{found:,}"), ("pulls the survivor gets", f"{pulls:,}"), ("wanted", f"{wanted:,}")]
    require(
        found != n * wanted,
        working("So many it takes if all arms are pulled equally often. Halving does with fewer.", rows),
    )

    best = _spread_over(_sizes(n, up=True), rounds, wanted)
    for kind, sentence in (
        ("odd", "Of an odd number of arms, how many stay? Write down who is in, round by round."),
        ("parts", "Into how many equal parts is the budget divided? Count the rounds until one arm is left."),
        ("last", "You count one round too many. When one arm is left, it is over: nothing is divided any more."),
    ):
        require(found == best or found not in _mistaken(n, wanted)[kind], working(sentence, rows))
    if pulls < wanted:
        require(
            found != _unrounded(n, wanted),
            almost(
                "Nearly. But an arm is pulled a whole number of times in each round; what is left over is lost.", rows
            ),
        )
        return working("The survivor gets fewer pulls than wanted. Compute what each round gives it.", rows)
    if found > best:
        return (almost if found <= 1.01 * best else working)(
            "That is enough, but fewer would do. Find the smallest number.", rows
        )
    return correct(
        "One pull fewer, and a round would give less. Equal pulls for everybody would have taken many times as much.",
        [*rows, ("with equal pulls for all", f"{n * wanted:,}")],
    )


# 3. A crowd of rivals -----------------------------------------------------------------------------------------


def _crowd_numbers(rng: Generator) -> dict[str, Any]:
    while True:
        arms, gap = int(rng.integers(12, 60)), round(float(rng.uniform(0.03, 0.1)), 3)
        # Where half the arms are a square number, four digits are exact, and nothing is to be rounded.
        if math.isqrt(2 * arms) ** 2 != 2 * arms:
            return {"arms": arms, "gap": gap, "best": 0.9}


def _check_crowd(crowd: Any, given: Given, rng: Generator) -> Verdict:
    found = number(crowd, "`crowd`")
    n, gap = given.arms, given.gap
    require(found > 0, working(f"`crowd` is a distance, so above 0; it is {found:.4g}."))
    require(
        found >= gap,
        working(
            "Then the crowd would be nearer to the best arm than the second, and would itself be second.", {"gap": gap}
        ),
    )
    wanted = gap * math.sqrt(n / 2)
    rows: list[tuple[object, ...]] = [
        ("place", "i ÷ gap²"),
        ("2, alone", f"{2 / gap**2:.6g}"),
        (f"{n}, the last of the crowd, at your {found:.7g}", f"{n / found**2:.6g}"),
    ]

    def near(value: float) -> bool:
        return abs(found - value) <= 1e-3 * value

    require(
        not any(near(gap * (n - k) / 2) for k in (0, 1, 2)),
        working("You compare i ÷ gap. In the hardness the gap is squared.", rows),
    )
    require(
        found <= given.best,
        working("So far behind, the crowd’s mean would be below 0.", {"best": given.best, "your `crowd`": found}),
    )
    # As a float may be off, in double precision or in single.
    if near(wanted) and found >= wanted * (1 - 1e-7):
        return correct(
            "There the two are equally hard. A crowd counts by its number, but a distance counts twice: that is why "
            "a few close rivals cost most.",
            rows,
        )
    require(
        not near(wanted),
        almost(
            "Very near, but a little too close: the crowd is still the harder. **At least**: which way must one round?",
            rows,
        ),
    )
    require(
        not any(near(gap * math.sqrt((n - k) / 2)) for k in (1, 2)),
        almost("Nearly. At which place does the last arm of the crowd stand? The best one stands at place 1.", rows),
    )
    require(
        not near(gap * math.sqrt(n)) and not any(near(gap * math.sqrt(n - k)) for k in (1, 2)),
        almost("Nearly. The crowd you count rightly. At which place does the second arm stand?", rows),
    )
    require(abs(found - wanted) > 0.01 * wanted, almost("Very near. Give more digits.", rows))
    if found < wanted:
        return working("So near, the crowd is harder to be rid of than the second arm. It must be further away.", rows)
    return working(
        "So far away, the second arm has long been the harder. At which distance did that begin? Mind that the gap is "
        "squared.",
        rows,
    )


# 4. Looks that nobody paid for --------------------------------------------------------------------------------

ARMS, LOOKS = 4, 6


def _tune_numbers(rng: Generator) -> dict[str, Any]:
    chances = rng.uniform(0.3, 0.9, size=ARMS)
    right = (rng.random((50, ARMS)) < chances).astype(int)
    return {"epsilon": round(float(rng.uniform(1.4, 2.2)), 2), "right": right}


def _check_tune(tune: Any, given: Given, rng: Generator) -> Verdict:
    epsilon = float(given.epsilon)

    def log(right: np.ndarray, draw: Generator) -> np.ndarray:
        found = vector(tune(right, epsilon, draw), "What `tune` returns", shape=(LOOKS + 1,))
        require(
            found[-1] in range(ARMS),
            working("The last thing in the list should be the winner, an arm from 0 to 3.", {"it is": found[-1]}),
        )
        return found

    def with_first(row: list[int], others: list[list[int]]) -> np.ndarray:
        return np.array([row, *others])

    # Columns with 4, 4, 1 and 0 people right, before the first person comes; and with 4, 2, 2 and 0, where the first
    # person decides who comes second.
    clear_two = [[1, 1, 1, 0], [1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0]]
    tied_second = [[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 1, 0], [0, 0, 0, 0]]
    log(with_first([1, 0, 0, 0], clear_two), np.random.default_rng(5))
    # Scores and winner apart: a sum of a score and an arm's number says nothing.
    first, second = with_first([1, 0, 0, 0], clear_two), with_first([0, 1, 0, 0], clear_two)
    for published, pairs in (
        (
            lambda right, draw: log(right, draw)[:-1],
            [(first, second), (with_first([1, 1, 1, 1], clear_two), with_first([0, 0, 0, 0], clear_two))],
        ),
        (
            lambda right, draw: f"arm {log(right, draw)[-1]:.0f}, as the winner",
            [(first, second), (with_first([0, 1, 0, 0], tied_second), with_first([0, 0, 1, 0], tied_second))],
        ),
    ):
        keeps_promise(
            published,
            pairs,
            epsilon=epsilon,
            rng=rng,
            trials=3_000,
            sentence="One validation person is given away: the event below is far likelier in one table than in its "
            "neighbour. What is computed from the scores, and how many times are they looked at?",
        )
    clear = np.zeros((300, ARMS), dtype=int)
    for arm, right in enumerate((120, 270, 60, 90)):
        clear[:right, arm] = 1
    winners = [int(value[-1]) for value in draws(log, clear, size=150, rng=rng)]
    require(
        winners.count(1) >= 140,
        working(
            "It is private now, but it hardly finds the best arm. How far can one person of 300 move a score?",
            [("scores", 0.4, 0.9, 0.2, 0.3), ("wins, of 150", *(winners.count(arm) for arm in range(ARMS)))],
        ),
    )
    equal = np.tile(np.arange(300)[:, None] % 2, ARMS)
    # In people, of 300: there noise of whole numbers is seen as such.
    noise = 300 * (np.array([value[:-1] for value in draws(log, equal, size=4_000, rng=rng)]) - 0.5)
    # Whoever looks once at each arm and repeats what was seen has paid for four numbers, not for six.
    repeated = all(np.isin(row[ARMS:], row[:ARMS]).all() for row in noise)
    noise = noise[:, :ARMS] if repeated else noise
    require(bool(noise.any(axis=0).all()), working("Some scores are published without noise: somebody is given away."))
    found = laplace_noise(noise, rng)
    total = float(np.sum(1 / found.scales))
    rows = [
        ("scores that are looked at", noise.shape[1]),
        ("mean size of their noise, 300 people", short(float(np.abs(noise).mean() / 300))),
        ("what they cost together, about", short(round(total, 2))),
        ("promised", epsilon),
    ]
    require(
        total < 1.05 * epsilon,
        working(
            "In these draws the auditor caught nobody, but somebody can be given away: one person moves **every** "
            "score. Add up what all the looks cost.",
            rows,
        ),
    )
    require(
        total > 0.95 * epsilon,
        almost("It is private now, but noisier than it has to be. How many looks are there in all?", rows),
    )
    require(
        found.ok,
        almost(
            "Your noise has about the right size, but not the shape of Laplace’s. Privacy hangs on its tails.",
            [
                ("", "your draws", "Laplace’s, about"),
                (
                    "farthest from the truth, in scales",
                    f"{np.abs(noise / found.scales).max():.1f}",
                    f"{math.log(noise.size):.0f}",
                ),
            ],
        ),
    )
    return correct(
        "Every look is paid for, and the choice is made from what was paid for. So the whole log may be published.",
        rows,
    )


EXERCISE = Exercise(
    lesson=10,
    title="Successive halving",
    tasks=(
        Task(
            id="keep",
            title="One round",
            goal="Write `keep(means, rng)`: the list of the arms (their places, from 0) that stay after one round, if "
            "these are the means that were seen. The better half stays; of an odd number, one more than half. Arms "
            "that tie for a place get it with equal chances.",
            parts=("keep()",),
            instance=_keep_numbers,
            check=_check_keep,
            hints=(
                "`np.argsort` gives the places in order of the means, the lowest first.",
                "It leaves equal means in the order in which they stand. What if you shuffle the arms before you sort?",
                "`rng.permutation(len(means))` is a shuffled list of all the arms. Sort that list by its means, and "
                "take the end of it.",
            ),
        ),
        Task(
            id="budget",
            title="What a survivor gets",
            goal="Halving divides its budget equally among the rounds, and a round’s part equally among the arms that "
            "are in; rounded down to whole pulls. The arm that is left in the end has been pulled in every round. "
            "You have `arms` arms. What is the smallest `budget` with which the survivor gets at least `wanted` pulls "
            "in all?",
            parts=("budget",),
            instance=_budget_numbers,
            check=_check_budget,
            hints=(
                "Write down how many arms are in, round by round, until one is left. Of 11 stay 6, of 6 stay 3.",
                "With R rounds, an arm in a round of s arms gets B ÷ (s × R) pulls, rounded down. Add up its rounds.",
                "Begin where it is too little, and raise the budget one pull at a time; a loop does that at once.",
            ),
        ),
        Task(
            id="crowd",
            title="One strong rival or many weak ones",
            goal="There are `arms` arms. The second is `gap` behind the best; all the others are equally good, and "
            "further behind. The hardness H₂ is the largest of i ÷ gap², over the places i = 2, 3, …; there gap is "
            "how far the arm at place i is behind. How far behind, `crowd`, must the others be **at least**, "
            "so that no other arm’s i ÷ gap² is above the second’s? Four digits, rounded so that it holds.",
            parts=("crowd",),
            instance=_crowd_numbers,
            check=_check_crowd,
            hints=(
                "Compute i ÷ gap² for the second arm. Then for the others, if they are twice as far behind.",
                "All the others have the same gap. So which of them has the largest i ÷ gap²?",
                "Set the two numbers equal, and solve for the distance.",
            ),
        ),
        Task(
            id="tune",
            title="Looks that nobody paid for",
            goal="`tune(right, epsilon, rng)` chooses among four settings by halving. `right` has a row for each "
            "validation person and a column for each setting: 1 where it was right. All six scores it looks at are "
            "published, then the winner; ε in all, when one person is replaced. It breaks its promise, in more than "
            "one way. Let the check attack it, and mend it.",
            parts=("tune()",),
            instance=_tune_numbers,
            check=_check_tune,
            hints=(
                "Run the check on the code as it stands. Does the event speak of the winner, or of the scores?",
                "Whatever decides who stays is a look. Is it made at a noisy score?",
                "One person may be right, or wrong, with every setting. So one person moves all the scores that are "
                "looked at, in both rounds. Their costs add up.",
            ),
        ),
    ),
)
