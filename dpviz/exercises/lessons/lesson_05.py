"""Exercise 5, learning parities privately: a step, what is left, enough people, a coin forgotten, another try."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np

from dpviz.exercises import Exercise, Given, Task, Verdict, almost, correct, require, working
from dpviz.exercises.probes import count, draws, fits_distribution, keeps_promise, short, vector, whole
from dpviz.learning.parity import PrivateParityLearner, solve

Generator = np.random.Generator

# 1. One step of elimination -----------------------------------------------------------------------------------


def _step_numbers(rng: Generator) -> dict[str, Any]:
    table = rng.integers(0, 2, size=(4, 5))
    column = int(rng.integers(0, 4))
    table[[1, 3], column] = 1
    return {"table": table, "column": column}


def _fitting(table: np.ndarray) -> list[tuple[int, ...]]:
    """All parities that fit a table whose last column holds the labels."""
    bits = table.shape[1] - 1
    return [r for r in product((0, 1), repeat=bits) if ((table[:, :-1] @ r) % 2 == table[:, -1]).all()]


def _rules(table: np.ndarray) -> str:
    return ", ".join("".join(map(str, r)) for r in _fitting(table)) or "none"


def _check_step(eliminate: Any, given: Given, rng: Generator) -> Verdict:
    cases = [
        (np.array([[1, 1, 0, 1], [1, 0, 1, 0]]), 0),
        (np.array([[0, 1, 1, 1], [1, 1, 0, 1], [1, 0, 0, 0], [0, 1, 0, 1]]), 1),
        (np.asarray(given.table), int(given.column)),
        (np.array([[1, 0, 0, 1], [0, 0, 1, 1]]), 1),
        (np.array([[1, 0, 1], [1, 0, 0]]), 0),
    ]
    cases += [(rng.integers(0, 2, size=(5, 5)), int(rng.integers(0, 4))) for _ in range(12)]
    for table, column in cases:
        found = vector(eliminate(table, column), "What `eliminate` returns", shape=table.shape)
        rows = [("table", short(table, 200)), ("column", column), ("yours", short(found.astype(int), 200))]
        require(
            bool(np.isin(found, (0, 1)).all()),
            working("Your table holds something else than zeros and ones. Here 1 + 1 is 0: what does `^` do?", rows),
        )
        new = found.astype(int)
        before, after = int(table[:, column].sum()), int(new[:, column].sum())
        require(
            after or not before,
            working(
                "No row of yours holds the column any more: the row you add with seems to be added to itself. What it "
                "said is lost.",
                rows,
            ),
        )
        emptied = [i for i in range(len(table)) if table[i].any() and not new[i].any()]
        kept = all(np.array_equal(new[i], table[i]) for i in range(len(table)) if i not in emptied)
        told = [*rows, ("parities that fit the table", _rules(table)), ("parities that fit yours", _rules(new))]
        same = _fitting(table) == _fitting(new)
        require(
            same or not emptied or not kept,
            working(
                "You empty the other rows of the column. An empty row says nothing: what these examples said is lost, "
                "and more parities fit.",
                told,
            ),
        )
        if after <= 1 and not same:
            first = int(table[:, column].argmax())
            plain = table.copy()
            plain[:, column] = 0
            plain[first, column] = 1
            require(
                not np.array_equal(plain, new),
                working(
                    "You strike out the ones of the column. But a row is an equation: change one bit of it, and it "
                    "says something else.",
                    told,
                ),
            )
            rest = np.array_equal(new[:, -1], table[:, -1]) and before > 1
            require(
                not rest,
                working(
                    "The examples are added, their labels are not. If two examples are added, what is the label of "
                    "the sum?",
                    told,
                ),
            )
        require(after <= 1, working("More than one row holds the column still: others need the step as well.", rows))
        require(same, working("Your step changes which parities fit. Each row must stay an equation that holds.", told))
    return correct(
        "One row holds the column, and the same parities fit as before. Do this for every column, and you can read "
        "them off.",
        {"parities that fit your table": len(_fitting(np.asarray(given.table)))},
    )


# 2. What is left ----------------------------------------------------------------------------------------------

BITS = 40


def _ones_numbers(rng: Generator) -> dict[str, Any]:
    examples = rng.integers(0, 2, size=(30, BITS))
    examples[29] = (examples[0] + examples[1]) % 2
    secret = rng.integers(0, 2, size=BITS)
    return {"examples": examples, "labels": (examples @ secret) % 2, "x": rng.integers(0, 2, size=BITS)}


def _check_ones(ones: Any, given: Given, rng: Generator) -> Verdict:
    def case(examples: Any, labels: Any, x: Any) -> Verdict | None:
        table, y, new = np.asarray(examples), np.asarray(labels, dtype=int), np.asarray(x)
        found = whole(ones(table, y, new), "What `ones` returns")
        fit = solve(table, y).size
        zeros = solve(np.vstack([table, new]), np.append(y, 0)).size
        wanted = fit - zeros
        if found == wanted:
            return None
        small = len(new) < 10
        told = ", ".join(f"{''.join(map(str, row))} has label {label}" for row, label in zip(table, y, strict=True))
        rows = [
            ("examples", (told or "none yet") if small else f"{len(table)} of {len(new)} bits, labels of one parity"),
            ("x", "".join(map(str, new)) if small else "a new one"),
            *([("parities that fit the examples", _rules(np.column_stack([table, y])))] if small else []),
            ("you say", f"{found:,}"),
        ]
        if not fit:
            return working("Here no parity fits all the examples: two of them together contradict a third.", rows)
        if found == fit and not wanted:
            return working(
                "All that fit say 0 to this x: it follows from the examples. The label of a sum of examples is the "
                "sum of their labels.",
                rows,
            )
        if wanted in (0, fit):
            return working(
                "What the examples say of this x is certain: it is a sum of some of them. How many parities are left "
                "that say otherwise?",
                rows,
            )
        if found == fit:
            return working("That many parities fit the examples. But how many of **them** say 1 to x?", rows)
        if np.linalg.matrix_rank(table) > solve(table, y).rank and found < wanted:
            return working(
                "You count too few. Mod 2 an example may follow from others, although no fractions of them add up to "
                "it: 110 + 011 = 101.",
                rows,
            )
        return working("That is not the number. Each example halves what fits, unless it says nothing new.", rows)

    none = np.zeros((0, 3), dtype=int)
    triple = [[1, 1, 0], [0, 1, 1], [1, 0, 1]]
    cases: list[tuple[Any, Any, Any]] = [
        ([[1, 0, 0]], [1], [0, 1, 0]),
        ([[1, 0, 0], [1, 0, 0]], [1, 1], [0, 0, 1]),
        ([[1, 0, 0], [0, 1, 0]], [1, 0], [1, 1, 0]),
        ([[1, 0, 0], [0, 1, 0]], [1, 1], [1, 1, 0]),
        (triple, [1, 1, 0], [1, 0, 0]),
        (triple, [1, 1, 1], [0, 1, 0]),
        ([[0, 0, 0]], [1], [1, 0, 0]),
        (none, [], [1, 0, 1]),
        (none, [], [0, 0, 0]),
    ]
    for _ in range(12):
        m, d = int(rng.integers(1, 6)), int(rng.integers(2, 6))
        cases.append((rng.integers(0, 2, size=(m, d)), rng.integers(0, 2, size=m), rng.integers(0, 2, size=d)))
    cases.append((given.examples, given.labels, given.x))
    cases.append((given.examples, given.labels, (given.examples[2] + given.examples[3]) % 2))
    for examples, labels, x in cases:
        verdict = case(examples, labels, x)
        if verdict is not None:
            return verdict
    return correct(
        "All of them, half of them or none: there is nothing in between. And nobody listed the 2⁴⁰.",
        {"parities that fit your examples": f"{solve(given.examples, given.labels).size:,}"},
    )


# 3. Enough people ---------------------------------------------------------------------------------------------


def _least(parities: float, chance: float, beta: float) -> int:
    """The smallest n at which so many parities, each ruled out with that chance by a person, survive at most β."""
    return max(1, math.ceil(math.log(parities / beta) / -math.log1p(-chance)))


def _enough_numbers(rng: Generator) -> dict[str, Any]:
    while True:
        bits, epsilon = int(rng.integers(6, 15)), round(float(rng.uniform(0.5, 1.8)), 2)
        beta = float(rng.choice([0.01, 0.02, 0.05]))
        # Whoever takes e^(-x) for 1 - x, or takes log₂ and forgets β, must not be right by rounding; and to leave the
        # right parity out must make no difference.
        n = _least(2**bits, epsilon / 8, beta)
        near = {math.ceil(8 * x / epsilon) for x in (math.log(2**bits / beta), bits)}
        if n not in near and n == _least(2**bits - 1, epsilon / 8, beta):
            return {"bits": bits, "epsilon": epsilon, "beta": beta}


def _check_enough(n: Any, given: Given, rng: Generator) -> Verdict:
    found = count(n, "`n`", "people")
    keep, beta, all_of_them = given.epsilon / 4, given.beta, 2**given.bits

    def bound(people: int) -> float:
        return all_of_them * (1 - keep / 2) ** people

    def few(chance: float) -> str:
        return f"{chance:.3%}" if chance <= 1 else f"{chance:,.1f}"

    rows = [
        ("people", "kept, on average", "wrong parities that survive, at most"),
        *((f"{m:,}", f"{keep * m:.1f}", few(bound(m))) for m in sorted({max(1, found // 2), found, 2 * found})),
        ("allowed", "", f"{beta:.0%}"),
    ]
    if bound(found) > beta:
        if bound(found + 1) <= beta:
            return almost("So close: one person more. Which way must one round?", rows)
        named = {
            _least(
                given.bits, keep / 2, beta
            ): "That many would do against as many parities as there are **bits**. How many parities are there?",
            _least(1, keep / 2, beta): "That many would do against **one** wrong parity. How many are there?",
            _least(
                all_of_them, keep, beta
            ): "An example that is kept contradicts a wrong parity only half of the time: "
            "for the other half of all x, both say the same.",
            _least(all_of_them, 0.5, beta): "That many would do if every example were kept. The learner keeps few of "
            "them.",
        }
        return working(named.get(found, "With so few people, too many wrong parities fit all that is kept."), rows)
    if found > 1 and bound(found - 1) <= beta:
        if found == math.ceil(2 * math.log(all_of_them / beta) / keep):
            return almost(
                "This is what one gets from 1 − x ≤ e^(−x). A little more than it takes: leave the power as it is.",
                rows,
            )
        return working(f"{found:,} are enough, but fewer would do. Find the smallest number.", rows)
    return correct(
        "The private learner needs many people, for it looks at few of them. And then the coin may still say: fail.",
        rows,
    )


# 4. A coin forgotten ------------------------------------------------------------------------------------------

_OUTCOMES = ("fail", (0, 0), (0, 1), (1, 0), (1, 1))


def _coin_numbers(rng: Generator) -> dict[str, Any]:
    return {"epsilon": round(float(rng.uniform(0.7, 1.3)), 2)}


def _learner_distribution(table: np.ndarray, epsilon: float, keep: float) -> np.ndarray:
    """Exact chance of each of `_OUTCOMES`, with the fair coin."""
    found = PrivateParityLearner(epsilon, keep=keep).distribution(table[:, :2], table[:, 2])
    return found[[4, 0, 2, 1, 3]]


def _check_coin(learn: Any, given: Given, rng: Generator) -> Verdict:
    epsilon = float(given.epsilon)

    def outcome(table: np.ndarray, draw: Generator) -> Any:
        found = learn(table, epsilon, draw)
        if isinstance(found, str) and found.strip().lower() == "fail":
            return "fail"
        bits = tuple(whole(bit, "Each bit of a parity") for bit in vector(found, "What `learn` returns", shape=(2,)))
        require(bits in _OUTCOMES, working("A parity is made of zeros and ones.", {"it returned": short(bits)}))
        return bits

    silent = np.array([[0, 0, 0], [1, 0, 1], [0, 1, 1]])
    contradicted = silent.copy()
    contradicted[0, 2] = 1
    agreed = np.tile([1, 0, 1], (40, 1))
    dissent = agreed.copy()
    dissent[39, 2] = 0
    keeps_promise(
        outcome,
        [(silent, contradicted), (agreed, dissent)],
        epsilon=epsilon,
        rng=rng,
        trials=3_500,
        sentence="One person is given away: look at the event. In which of the two tables can it happen, and how "
        "often? What must one do so that it happens in both?",
    )
    for table in (np.repeat([[1, 0, 1], [0, 1, 1]], 12, axis=0), contradicted, dissent[32:]):
        found = draws(outcome_of(learn, outcome), table, size=3_000, rng=rng)
        seen = np.array([found.count(result) for result in _OUTCOMES])
        distinct = zip(*np.unique(table, axis=0, return_counts=True), strict=True)
        rows = [
            ("table", ", ".join(f"{times} × {short(row)}" for row, times in distinct)),
            ("you said fail", int(seen[0])),
            ("00, 01, 10, 11", short(seen[1:])),
            ("of", 3_000),
        ]
        distributions = [_learner_distribution(table, epsilon, keep) for keep in (epsilon / 4, math.tanh(epsilon / 2))]
        if any(fits_distribution(seen, exact).ok for exact in distributions):
            continue
        require(
            seen[0] > 0,
            working("Your learner never fails. What it says where nothing fits gives away that nothing fitted.", rows),
        )
        require(
            seen[0] < 2_800,
            working("It is private now, and says nearly nothing but fail: nobody learns a parity.", rows),
        )
        even = np.array([seen[0] / 3_000, *([(1 - seen[0] / 3_000) / 4] * 4)])
        require(
            not (fits_distribution(seen, even).ok and np.ptp(distributions[0][1:]) > 0.05),
            working("It is private now, but all parities are equally likely: does it look at the examples?", rows),
        )
        # In the first table all examples agree: there only the coin says fail.
        require(
            len(table) < 24 or fits_distribution([seen[0], 3_000 - seen[0]], [0.5, 0.5]).ok,
            almost(
                "No leak was found, but here, where all examples agree, you fail too often or too rarely. How fair is "
                "your coin?",
                rows,
            ),
        )
        return almost(
            "No leak was found, and the coin is fair. But these are not the chances of the lesson’s learner: is each "
            "row kept with probability ε ÷ 4, and one of all the parities that fit drawn at random?",
            rows,
        )
    return correct(
        "To fail is now nothing special. Whoever sees it cannot tell whether it was the examples or the coin.",
        {"exact loss at your ε": f"{2 * math.atanh(epsilon / 4):.4f}", "promised": f"{epsilon:g}"},
    )


def outcome_of(learn: Any, read: Any) -> Any:
    """A function of table and generator that keeps the student's name."""

    def draw(table: np.ndarray, rng: Generator) -> Any:
        return read(table, rng)

    draw.name = learn.name  # type: ignore[attr-defined]
    return draw


# 5. Another try -----------------------------------------------------------------------------------------------


def _again_numbers(rng: Generator) -> dict[str, Any]:
    return {"runs": int(rng.integers(4, 9)), "epsilon": round(float(rng.uniform(0.5, 1.5)), 1)}


class _Spy:
    """A learner that answers as it is told, and writes down whom it saw and what it spent."""

    def __init__(self, results: list[Any]) -> None:
        self.results, self.calls = results, list[tuple[Any, Any]]()

    def __call__(self, table: Any, epsilon: Any, _rng: Any) -> Any:
        self.calls.append((np.array(table), epsilon))
        return self.results[min(len(self.calls), len(self.results)) - 1]

    def spent(self, people: np.ndarray) -> np.ndarray:
        """What was spent on each person, known by their bits."""
        total = np.zeros(len(people))
        for table, epsilon in self.calls:
            require(
                table.ndim == 2 and table.shape[1] == people.shape[1],
                working("`learn` should be handed a part of the table: rows with all their columns."),
            )
            for place, person in enumerate(people):
                total[place] += float(epsilon) * int((table[:, :-1] == person[:-1]).all(axis=1).sum())
        return total

    def order(self) -> str:
        """Who was seen when, without the labels."""
        return repr([table[:, :-1].tolist() for table, _ in self.calls])


def _check_again(again: Any, given: Given, rng: Generator) -> Verdict:
    def play(results: list[Any], table: np.ndarray, epsilon: float, runs: int, seed: int = 1) -> tuple[Any, _Spy]:
        spy = _Spy(results)
        found = again(spy, table, epsilon, runs, np.random.default_rng(seed))
        return found, spy

    def people(n: int, secret: np.ndarray) -> np.ndarray:
        bits = np.array([[int(b) for b in f"{k:06b}"] for k in rng.permutation(64)[:n]])
        return np.column_stack([bits, (bits @ secret) % 2])

    secret = np.array([1, 0, 1, 1, 0, 1])
    other = 1 - secret
    for n, runs, epsilon in ((24, 4, 1.0), (int(given.runs) * 5 + 1, int(given.runs), float(given.epsilon))):
        table = people(n, secret)
        found, spy = play(["fail"] * runs, table, epsilon, runs)
        rows: list[tuple[str, object]] = [("runs", runs), ("calls", len(spy.calls))]
        require(
            isinstance(found, str) and found.strip().lower() == "fail",
            working('When every run fails, the answer is "fail". Yours is another.', [*rows, ("yours", short(found))]),
        )
        require(
            len(spy.calls) > 1,
            working("The first run failed, and there was no other. One run in two fails by its coin alone.", rows),
        )
        require(len(spy.calls) <= runs, working("You run the learner more often than `runs`.", rows))
        require(len(spy.calls) == runs, working("You give up before the last of the runs.", rows))
        spent = spy.spent(table)
        rows = [
            ("people", n),
            ("people in each run", short([len(part) for part, _ in spy.calls])),
            ("ε in each run", short([round(float(e), 4) for _, e in spy.calls])),
            ("spent on one person, at most", float(spent.max())),
            ("promised ε", epsilon),
        ]
        require(
            spent.max() <= epsilon * (1 + 1e-9),
            working(
                "When all runs are needed, more than ε is spent on one person. Who takes part in which runs, and what "
                "do these spend together?",
                rows,
            ),
        )
        moved = table.copy()
        moved[: n // 2, -1] ^= 1
        require(
            play(["fail"] * runs, moved, epsilon, runs)[1].order() == spy.order(),
            working(
                "Who takes part in which run depends on the labels. One person with another label moves all the "
                "others about.",
                rows,
            ),
        )
        for place in (0, runs - 1):
            results: list[Any] = ["fail"] * place + [tuple(other), *[tuple(secret)] * runs][: runs - place]
            swapped: list[Any] = ["fail"] * place + [tuple(secret), *[tuple(other)] * runs][: runs - place]
            answers = [play(which, table, epsilon, runs)[0] for which in (results, swapped)]
            for answer in answers:
                require(
                    not isinstance(answer, str),
                    working(f"Run number {place + 1} learnt a parity, and you answer: fail.", rows[:2]),
                )
            one, two = (vector(answer, "What `again` returns", shape=(6,)).astype(int) for answer in answers)
            require(
                {tuple(one), tuple(two)} <= {tuple(secret), tuple(other)},
                working(
                    "The answer should be a parity that one of the runs learnt.",
                    {"yours": short(one), "learnt": f"{short(secret)}, {short(other)}"},
                ),
            )
            require(
                not np.array_equal(one, two),
                working(
                    "Of the parities that the runs learnt you choose the one that fits the table best. That is one "
                    "more look at everybody, and nobody paid for it.",
                    rows[:2],
                ),
            )
        require(
            spent.min() > 0,
            almost(
                "Private, but some people are in no run at all. They came for nothing.",
                [*rows, ("people in no run", int((spent == 0).sum()))],
            ),
        )
        require(
            spent.min() > epsilon * (1 - 1e-6),
            almost(
                "Private, but on nobody all of ε is spent. If nobody takes part in two runs, what may each run spend?",
                rows,
            ),
        )
    return correct(
        "Every person pays ε, not more, however many runs it takes. And with each run the chance that all fail is "
        "halved.",
        {"chance that all of your runs fail": f"{0.5**given.runs:.2%}"},
    )


EXERCISE = Exercise(
    lesson=5,
    title="Learning parities, privately",
    tasks=(
        Task(
            id="step",
            title="One step of elimination",
            goal="Each row of `table` is an example and, in its last column, its label, all mod 2. Write "
            "`eliminate(table, column)`: a table of the same shape that the same parities fit, in which at most one "
            "row has a 1 in that column.",
            parts=("eliminate()",),
            instance=_step_numbers,
            check=_check_step,
            hints=(
                "A row says: the sum of some bits of the parity is the label. Two rows that hold can be added, and "
                "their sum holds.",
                "Take one row that has a 1 in the column. Which other rows need it added?",
                "Mod 2, adding is `^`. It is done to whole rows, with their labels. And if no row has a 1 there?",
            ),
        ),
        Task(
            id="ones",
            title="What is left",
            goal="Write `ones(examples, labels, x)`: how many of the parities that fit all the examples say 1 to the "
            "new `x`? It must work for 40 bits, and say 0 if no parity fits.",
            parts=("ones()",),
            instance=_ones_numbers,
            check=_check_ones,
            hints=(
                "How many parities fit, if m examples say something new each? And if an example follows from others?",
                "Eliminate column by column, with the labels. A row of zeros with the label 1 is a contradiction.",
                "What is it that you say of a parity, if you say that x has the label 1?",
            ),
        ),
        Task(
            id="enough",
            title="Enough people",
            goal="The private learner keeps each example with probability ε ÷ 4. The examples are uniform, so each "
            "wrong parity is contradicted by half of them. How many people `n` are needed **at least**, so that by "
            "the union bound over all 2^`bits` parities a wrong one fits all that is kept with probability at most β?",
            parts=("n",),
            instance=_enough_numbers,
            check=_check_enough,
            hints=(
                "Take one wrong parity and one person. What is the chance that this person rules it out?",
                "It must be kept, and it must contradict. Everybody is independent of everybody else.",
                "Multiply by the number of parities. Try n = 1, 2, 3, …, or use a logarithm.",
            ),
        ),
        Task(
            id="coin",
            title="A coin forgotten",
            goal="`learn(table, epsilon, rng)` keeps each row with probability ε ÷ 4 and returns a random parity that "
            'fits all it kept (two bits), or `"fail"` if there is none. One line of the lesson’s learner was '
            "forgotten. Let the check attack it, and mend it.",
            parts=("learn()",),
            instance=_coin_numbers,
            check=_check_coin,
            hints=(
                "Look at the event: how often does it come in the one table, and how often in the other?",
                "An output that some table never gives tells for certain that it was not that table.",
                'So `"fail"` must happen often enough, whatever the table is. The lesson has a coin for it.',
            ),
        ),
        Task(
            id="again",
            title="Another try",
            goal='`learn(table, epsilon, rng)` is private, but half of the time it says `"fail"`. Write '
            "`again(learn, table, epsilon, runs, rng)`: run it up to `runs` times, and return a parity that one of the "
            'runs learnt, or `"fail"` if all of them fail. On no person more than ε may be spent, and less would be '
            "wasteful.",
            parts=("again()",),
            instance=_again_numbers,
            check=_check_again,
            hints=(
                "How many of the runs does one person take part in, and what does each of them spend?",
                "One way is to share out ε among the runs. What else could be shared out?",
                "`np.array_split` parts a table into blocks that hold everybody, also if the number does not divide.",
            ),
        ),
    ),
)
