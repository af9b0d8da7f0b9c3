"""Exercise 8, anonymity and why it fails: two measures, bands of ages, two tables, exact counts, noisy counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np

from dpviz.exercises import Exercise, Given, Task, Verdict, almost, correct, require, working
from dpviz.exercises.probes import draws, fits_cdf, keeps_promise, laplace_noise, number, short, vector, whole

Generator = np.random.Generator
Table = list[tuple[str, ...]]

ILLNESSES = (
    "asthma",
    "cold",
    "cough",
    "eczema",
    "fever",
    "flu",
    "gout",
    "measles",
    "migraine",
    "mumps",
    "rash",
    "ulcer",
)
TOWNS = ("Ashby", "Barton", "Corby", "Derby", "Epsom")
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")

# 1. Two measures ----------------------------------------------------------------------------------------------

#: Four classes of 3 to 5 people. The smallest is not the one with the fewest illnesses.
CLINIC: Table = [
    *[("20–29", "North", illness) for illness in ("flu", "cold", "gout")],
    *[("20–29", "South", illness) for illness in ("flu", "flu", "cold", "cold", "flu")],
    *[("30–39", "North", illness) for illness in ("cold", "rash", "flu", "gout")],
    *[("30–39", "South", illness) for illness in ("rash", "cold", "mumps", "cold", "rash")],
]


def _random_table(rng: Generator, rows: int) -> Table:
    bands, regions = ("20–29", "30–39", "40–49"), ("North", "South")
    made: Table = [
        (str(rng.choice(bands)), str(rng.choice(regions)), str(rng.choice(ILLNESSES[:5]))) for _ in range(rows)
    ]
    return made


def _classes(table: Table) -> list[list[str]]:
    found: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for *known, illness in table:
        found[tuple(known)].append(illness)
    return list(found.values())


def _measure_numbers(rng: Generator) -> dict[str, Any]:
    return {"table": _random_table(rng, 18)}


def _check_measure(measure: Any, given: Given, rng: Generator) -> Verdict:
    def answer(table: Table) -> tuple[int, int]:
        found = vector(measure(table), "What `measure` returns", shape=(2,))
        return whole(found[0], "Your k"), whole(found[1], "Your l")

    found = answer(CLINIC)
    k, l_diverse = found
    people = [len(group) for group in _classes(CLINIC)]
    seen = [("people in the classes", *people), ("your k and l", *found)]
    require(found != (2, 3), working("It seems you return l first, then k.", seen))
    require(k != 1, working("You find a class of one person. Does the attacker know the illness beforehand?", seen))
    require(k != 4 or l_diverse == 2, working("Do you count classes, or the people in them?", seen))
    require(
        found != (2, 2),
        working("You count equal rows once. Two people with the same illness are still two people.", seen),
    )
    require(k != max(people), working("That is the largest class. Who is in most danger?", seen))
    require(
        k < max(people),
        working("Your classes are too large: people are alike if they agree in **every** known column.", seen),
    )
    require(k == 3, working("Look for the class with the fewest people.", seen))
    require(
        l_diverse != 3,
        working(
            "That is right of the smallest class. Is no other class worse off, having fewer **different** illnesses?",
            seen,
        ),
    )
    require(l_diverse != 4, working("That is the most diverse class. About whom does the attacker learn most?", seen))
    require(
        l_diverse != len({row[-1] for row in CLINIC}),
        working("So many illnesses there are in the whole table. How many in a class?", seen),
    )
    require(l_diverse == 2, working("In each class, count the **different** illnesses; then take the least.", seen))
    for table in (
        [("20–29", "North", "flu")] * 3,
        [("20–29", "flu"), ("20–29", "cold"), ("30–39", "flu")],
        [("1", "2", "3", "flu"), ("1", "2", "4", "flu"), ("1", "2", "3", "cold"), ("1", "2", "4", "gout")],
        *(_random_table(rng, 30) for _ in range(20)),
        given.table,
    ):
        groups = _classes(table)
        found = answer(table)
        rows = [("columns that are known", len(table[0]) - 1), ("classes", short(groups)), ("your k and l", *found)]
        require(
            found[0] == min(map(len, groups)),
            working("For this table your k is wrong: how few people are in a class?", rows),
        )
        require(
            found[1] == min(len(set(group)) for group in groups),
            working("For this table your l is wrong: how few different illnesses are in a class?", rows),
        )
    return correct("The weakest class counts, for k and for l, and these need not be the same class.", seen)


# 2. Bands of ages ---------------------------------------------------------------------------------------------


def _best_loss(ages: list[int], k: int) -> int:
    """Least loss of bands with at least k people each; people of one age stay together."""
    ordered = sorted(ages)
    n = len(ordered)
    best = [0] + [10**9] * n
    for end in range(1, n + 1):
        if end < n and ordered[end] == ordered[end - 1]:
            continue
        for begin in range(end - k + 1):
            if begin == 0 or ordered[begin] != ordered[begin - 1]:
                cost = best[begin] + (end - begin) * (ordered[end - 1] - ordered[begin])
                best[end] = min(best[end], cost)
    return best[n]


def _bands_numbers(rng: Generator) -> dict[str, Any]:
    centres = rng.choice(np.arange(20, 90, 10), size=4, replace=False)
    ages = [int(age) for centre in centres for age in centre + rng.integers(0, 8, size=3)]
    return {"ages": [ages[i] for i in rng.permutation(len(ages))], "k": 2}


def _check_bands(bands: Any, given: Given, rng: Generator) -> Verdict:
    cases: list[tuple[list[int], int]] = [
        ([52, 20, 50, 22, 21, 51], 2),
        ([40, 30, 20, 30, 30, 41], 2),
        ([25, 70, 31, 64, 30, 66, 26, 71], 2),
        (given.ages, given.k),
        *((rng.integers(18, 90, size=14).tolist(), 3) for _ in range(8)),
        (rng.integers(18, 90, size=60).tolist(), 5),
    ]
    alone, worse = 0, None
    for ages, k in cases:
        answer = bands(ages, k)
        answer = list(answer) if isinstance(answer, (set, frozenset)) else answer
        starts = vector(answer, "What `bands` returns")
        require(starts.ndim == 1 and len(starts), working("`bands` should return a list of ages at which bands begin."))
        starts = np.unique(starts)
        require(
            starts[0] <= min(ages),
            working(
                "Somebody is in no band: the first must begin at the lowest age, or before.",
                {"ages": short(sorted(ages)), "your bands begin at": short(starts)},
            ),
        )
        require(
            len(starts) == 1 or starts.max() >= min(ages),
            working(
                "Nobody is so young. Do you return places in the list? Return the ages that stand there.",
                {"ages": short(sorted(ages)), "your bands begin at": short(starts)},
            ),
        )
        where = np.searchsorted(starts, ages, side="right")
        groups = [sorted(age for age, w in zip(ages, where, strict=True) if w == band) for band in sorted(set(where))]
        loss = sum(len(group) * (group[-1] - group[0]) for group in groups)
        rows = [
            ("ages", short(sorted(ages))),
            ("k", k),
            ("your bands begin at", short(starts)),
            ("your classes", short(groups, 90)),
            ("your loss", loss),
        ]
        small = [group for group in groups if len(group) < k]
        require(
            not small,
            working("One of your bands holds too few people. Those of equal age fall into the same band.", rows),
        )
        alone += len(groups) == 1
        least = _best_loss(ages, k)
        if loss > least and worse is None:
            worse = [*rows, ("the least loss", least)]
    require(
        alone < len(cases),
        working(
            "You always make one single band. It is as anonymous as can be, and nothing is left of the ages.", worse
        ),
    )
    if worse is not None:
        return almost(
            "Every band is large enough. But for these ages another cut loses less: each person of a band loses its "
            "whole width. Must a band be as small as it may?",
            worse,
        )
    return correct(
        "The least that k-anonymity costs in one column. With more columns it becomes hard to find; and what it buys, "
        "the next task shows."
    )


# 3. Two tables ------------------------------------------------------------------------------------------------


def _tables_numbers(rng: Generator) -> dict[str, Any]:
    towns = [str(town) for town in rng.permutation(TOWNS)]
    decades = [int(decade) for decade in rng.permutation([20, 30, 40, 50, 60])]
    sure = set(rng.choice(5, size=int(rng.integers(2, 4)), replace=False).tolist())
    hospital, insurer, people = [], [], []
    for i, name in enumerate(NAMES):
        truth, *rest = (str(illness) for illness in rng.permutation(ILLNESSES))
        first = [truth, *rest[:3]]
        again = 0 if i in sure else int(rng.integers(1, 3))
        # One who is sure stands at the upper end of a class: "below" instead of "at most" loses them.
        age = decades[i] + (9 if i == min(sure) else int(rng.integers(10)))
        second = [truth, *rest[:again], *rest[3 : 6 - again]]
        people.append((name, age, towns[i]))
        hospital += [(decades[i], decades[i] + 9, illness) for illness in first]
        insurer += [(towns[i], illness) for illness in second]
    return {"hospital": sorted(hospital), "insurer": sorted(insurer), "people": people}


def _left(given: Given) -> dict[str, set[str]]:
    """For each person, the illnesses that both classes hold."""
    found = {}
    for name, age, town in given.people:
        first = {illness for low, high, illness in given.hospital if low <= age <= high}
        found[name] = first & {illness for where, illness in given.insurer if where == town}
    return found


def _check_tables(told: Any, given: Given, rng: Generator) -> Verdict:
    require(
        isinstance(told, dict),
        working(f"`told` should be a dictionary, such as {{'Ada': 'flu'}}; it is {short(told)}."),
    )
    left = _left(given)
    require(len(told), working("At least one of the five is given away. Begin with Ada: which lines may be hers?"))
    unknown = [name for name in told if name not in left]
    require(not unknown, working(f"Nobody of the five is called {short(unknown[0]) if unknown else ''}."))
    for name, illness in told.items():
        illness = (
            next(iter(illness)) if isinstance(illness, (set, frozenset, list, tuple)) and len(illness) == 1 else illness
        )
        require(
            isinstance(illness, str) and illness in ILLNESSES,
            working(f"What you say of {name} is no illness of the tables: {short(illness)}."),
        )
        require(
            illness in left[name],
            working(
                f"{name} cannot have that: one of the two tables does not hold it in {name}’s class.", {name: illness}
            ),
        )
        require(
            len(left[name]) == 1,
            working(
                f"About {name} nobody can be sure: another illness is in both of {name}’s classes too.",
                {"illnesses in both": len(left[name])},
            ),
        )
    if len(told) < sum(len(values) == 1 for values in left.values()):
        return almost("All you say is true. But these are not all who are given away.", {"you found": len(told)})
    return correct(
        "Each table is 4-anonymous, with four different illnesses in every class. Together they tell. Neither "
        "hospital nor insurer could have known.",
        told,
    )


# 4. Exact counts ----------------------------------------------------------------------------------------------


class Server:
    """Answers exact counts, but not for small groups, nor for two groups that are nearly the same."""

    def __init__(self, secret: dict[int, int], least: int) -> None:
        self._secret, self._least = secret, least
        self.asked: list[set[int]] = []

    def __call__(self, group: Iterable[int]) -> int:
        members = {int(person) for person in group}
        if not members <= set(self._secret):
            raise ValueError("a group is a list of people, of those in `people`")
        if len(members) < self._least:
            raise PermissionError(f"the server refuses a group of {len(members)}; it asks for at least {self._least}")
        for before in self.asked:
            if 0 < len(before ^ members) < self._least:
                raise PermissionError(
                    f"the server refuses, for an earlier group differs from this one in {len(before ^ members)} only"
                )
        self.asked.append(members)
        return sum(self._secret[person] for person in members)


def _attack_numbers(rng: Generator) -> dict[str, Any]:
    size = int(rng.integers(28, 45))
    return {"people": list(range(1, size + 1)), "victim": int(rng.integers(2, size)), "least": int(rng.integers(6, 11))}


def _check_attack(attack: Any, given: Given, rng: Generator) -> Verdict:
    people, least = given.people, given.least
    victims = [given.victim, people[0], people[-1], *rng.choice(people, size=13).tolist()]
    truths = rng.permutation([0, 1] * 8).tolist()
    said, server = [], None
    for victim, truth in zip(victims, truths, strict=True):
        secret = dict(zip(people, rng.integers(0, 2, size=len(people)).tolist(), strict=True))
        secret[victim] = truth
        server = Server(secret, least)
        answer = attack(server, people, victim, least)
        answer = int(answer) if isinstance(answer, (bool, np.bool_)) else number(answer, "What `attack` returns")
        rows = [
            ("groups asked, by size", short([len(group) for group in server.asked])),
            ("with the victim", short([victim in group for group in server.asked])),
            ("you return", answer),
        ]
        require(len(server.asked) > 0, working("You have not asked the server anything, so you can only guess."))
        require(
            min(abs(answer), abs(answer - 1)) < 1e-6,  # solved for, it may be off by as much as floats are
            working(
                "`attack` should return 0 or 1: whether the victim has the illness. Nothing else may be left.", rows
            ),
        )
        said.append(round(answer))
    right = sum(a == b for a, b in zip(said, truths, strict=True))
    require(right > 0, working("You are wrong each time. So you know it: turn it around.", rows))
    require(
        right == len(truths),
        working(
            "That is a guess. Which sums and differences of your counts hold nobody but the victim?",
            [*rows, ("right", f"{right} of {len(truths)}")],
        ),
    )
    return correct(
        "The server refused what looks dangerous, and told you all the same. Exact answers add up to an exact secret, "
        "whichever single questions are forbidden.",
        rows[:2],
    )


# 5. Noisy counts ----------------------------------------------------------------------------------------------


def _counts_numbers(rng: Generator) -> dict[str, Any]:
    return {
        "epsilon": round(float(rng.uniform(0.9, 1.5)), 2),
        "table": (rng.random((40, 2)) < rng.uniform(0.2, 0.6, size=2)).astype(int),
    }


def _true_counts(table: np.ndarray) -> np.ndarray:
    woman, ill = table[:, 0], table[:, 1]
    return np.array([(woman * ill).sum(), ((1 - woman) * ill).sum(), ill.sum()], dtype=float)


def _consistent_levels(noise: np.ndarray, scale: float, rng: Generator) -> np.ndarray:
    """Where draws lie in the distribution of one of three counts made consistent, each with Laplace's noise before.

    A third of what women and men exceed all by goes off the two and onto the third: (2X - Y + Z) ÷ 3 is left. By
    partial fractions of its characteristic function, 1 ÷ ((1 + 4s²)(1 + s²)²) at a scale of 3.
    """

    def below(x: np.ndarray) -> np.ndarray:
        z = 3 * np.abs(x) / scale
        tail = 8 / 9 * np.exp(-z / 2) - 2 / 9 * np.exp(-z) - (2 + z) * np.exp(-z) / 12
        return np.where(x < 0, tail, 1 - tail)

    if (noise != np.round(noise)).any():
        return below(noise)
    low, high = below(noise - 0.5), below(noise + 0.5)
    return low + rng.random(len(noise)) * (high - low)


#: All four sorts of people, so many that noise hardly reaches 0: a count that is cut off there is as good.
_CROWD = np.repeat([[1, 1], [1, 0], [0, 1], [0, 0]], 60, axis=0)


def _check_counts(counts: Any, given: Given, rng: Generator) -> Verdict:
    epsilon = float(given.epsilon)

    def noisy(table: np.ndarray, draw: Generator) -> np.ndarray:
        return vector(counts(table, epsilon, draw), "What `counts` returns", shape=(3,))

    here = np.array([[1, 1], [0, 1], [1, 0], [0, 0], [1, 1], [0, 1]])
    cured, other = here.copy(), here.copy()
    cured[0] = [1, 0]
    other[0] = [0, 1]
    noisy(here, np.random.default_rng(5))
    keeps_promise(
        noisy,
        [(here, cured), (here, other)],
        epsilon=epsilon,
        rng=rng,
        trials=3_000,
        sentence="One person is given away: the event below is far likelier in one table than in its neighbour. Each "
        "count alone keeps its promise. How many of them does this person move?",
    )
    truth = _true_counts(_CROWD)
    noise = np.array(draws(noisy, _CROWD, size=12_000, rng=rng)) - truth
    middles = np.median(noise, axis=0)
    scales = np.abs(noise).mean(axis=0)
    names = ("women", "men", "all")
    require(
        bool((np.abs(middles) <= scales / 3).all()) and bool(scales.all()),
        working(
            "It is private now, but the counts do not lie around the true ones.",
            [("", *names), ("true", *truth), ("middle of yours", *(truth + middles))],
        ),
    )
    # Whoever computes one of the three from the other two has looked twice, not three times.
    apart = np.abs(noise[:, 0] + noise[:, 1] - noise[:, 2])
    derived = bool((apart < (1.5 if (noise == np.round(noise)).all() else 1e-6)).all())
    consistent = derived and all(
        fits_cdf(_consistent_levels(column, 2 / epsilon, rng), lambda level: level).ok for column in noise.T
    )
    looked = np.sort(np.argsort(scales)[:2]) if derived else np.arange(3)
    found = laplace_noise(noise[:, looked], rng)
    cost = epsilon if consistent else float(np.sum(np.sort(1 / found.scales)[-2:]))
    rows = [
        ("", *names),
        ("mean size of your noise", *(short(round(float(scale), 1)) for scale in scales)),
        ("what the worst person pays, about", short(round(cost, 2))),
        ("promised", epsilon),
    ]
    require(
        cost < 1.05 * epsilon,
        working(
            "In these draws the auditor caught nobody, but somebody can be given away. Add up what one moves.", rows
        ),
    )
    require(
        cost > 0.95 * epsilon,
        almost(
            "It is private now, but noisier than it has to be. Try out one person’s changes: how many of the three "
            "counts move, at most?",
            rows,
        ),
    )
    require(
        consistent or found.ok,
        almost(
            "Your noise has about the right size, but not the shape of Laplace’s. Privacy hangs on its tails.",
            [
                ("", "your draws", "Laplace’s, about"),
                ("farthest from the truth, in scales", *_farthest(noise[:, looked] / found.scales)),
            ],
        ),
    )
    return correct(
        "Whatever sums and differences somebody takes of these counts, nobody’s loss is above ε. That is what the "
        "exact server could not promise.",
        rows,
    )


def _farthest(noise: np.ndarray) -> tuple[str, str]:
    """The largest of some noise, and about how large it would be if it were Laplace's."""
    return f"{np.abs(noise).max():.1f}", f"{np.log(noise.size):.0f}"


EXERCISE = Exercise(
    lesson=8,
    title="Anonymity, and why it fails",
    tasks=(
        Task(
            id="measure",
            title="Two measures",
            goal="Write `measure(table)`: a pair (k, l). `table` is a list of rows; the last entry of a row is the "
            "illness, the others are what an attacker may know. k is the largest number for which the table is "
            "k-anonymous; l is the largest for which every class holds at least l **different** illnesses.",
            parts=("measure()",),
            instance=_measure_numbers,
            check=_check_measure,
            hints=(
                "Collect the rows of each class: a dictionary from what is known (all of a row but its end) to a list "
                "of illnesses.",
                "A tuple can be a dictionary’s key: `tuple(row[:-1])`.",
                "k: how many are in the smallest of these lists? l: how many **different** ones are in the least "
                "diverse? A set keeps each once.",
            ),
        ),
        Task(
            id="bands",
            title="As coarse as it must be",
            goal="Write `bands(ages, k)`: the list of the ages at which bands begin, so that everybody’s band holds "
            "at least k people, and as little as possible is lost. A band of m people loses m × (its oldest − its "
            "youngest). It must work for 60 people, in any order.",
            parts=("bands()",),
            instance=_bands_numbers,
            check=_check_bands,
            hints=(
                "Sort the ages. To take k at a time is a beginning; try it on 20, 21, 22, 50, 51, 52 with k = 2.",
                "Suppose you knew the least loss for each group of the youngest: the first 1, the first 2, and so on. "
                "The last band then begins somewhere: try each place.",
                "Keep a list of least losses by number of people, and beside it the starts that reach it. Two of "
                "equal age cannot be parted: do not begin a band between them.",
            ),
        ),
        Task(
            id="tables",
            title="Two tables, each of them anonymous",
            goal="A `hospital` publishes (age from, age to, illness), an `insurer` publishes (town, illness). You "
            "know the names, ages and towns of five `people`, and that each is in both tables. Give `told`: a "
            "dictionary from the names of **all** those whose illness is certain to that illness.",
            parts=("told",),
            instance=_tables_numbers,
            check=_check_tables,
            hints=(
                "Whose lines could be Ada’s, in the first table? Which illnesses are there?",
                "And in the second table? Her illness must be in both lists.",
                "Python’s sets have `&`: what is in both. Do it for all five, and keep those with one illness left.",
            ),
        ),
        Task(
            id="attack",
            title="A careful server",
            goal="A server tells how many of a group are ill, exactly: `ask(group)`. It refuses groups of fewer than "
            "`least` people; and it refuses a group that differs from an earlier one in fewer than `least` people. "
            "Write `attack(ask, people, victim, least)`: find out whether the victim is ill, and return 1 or 0.",
            parts=("attack()",),
            instance=_attack_numbers,
            check=_check_attack,
            hints=(
                "With two groups that differ in the victim alone, the difference of the counts would be the answer. "
                "That is refused. But who says it must be two groups?",
                "Three groups: one of them is made of the two others, and one person more.",
                "The two others share nobody. How far is each of them from the third?",
            ),
        ),
        Task(
            id="counts",
            title="A noisy server",
            goal="`counts(table, epsilon, rng)` publishes how many are ill: of the women, of the men, of all. `table` "
            "has two columns, woman and ill, each 0 or 1. It should be ε-differentially private when one person is "
            "replaced by anybody else, with noise as small as that allows. It is not. Let the check attack it, and "
            "mend it.",
            parts=("counts()",),
            instance=_counts_numbers,
            check=_check_counts,
            hints=(
                "Run the check on the code as it stands. What moved between the two tables?",
                "Three counts share one ε. But does one person move all three?",
                "List what can happen: a woman is cured; an ill woman is replaced by an ill man; and so on. Add up by "
                "how much the counts move, at worst.",
            ),
        ),
    ),
)
