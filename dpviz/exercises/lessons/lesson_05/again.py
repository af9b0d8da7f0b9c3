"""Another try."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import number, short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
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
            say.unless(table.ndim == 2 and table.shape[1] == people.shape[1], "no table handed on")
            paid = number(epsilon, "The ε that you hand to `learn`")
            say.unless(paid > 0, "no ε", {"ε handed on": paid})
            # Which person each row is: who is changed on the way is still somebody.
            is_one = (table[None, :, :-1] == people[:, None, :-1]).all(axis=2)
            say.unless(is_one.any(axis=0).all(), "no table handed on")
            total += paid * is_one.sum(axis=1)
        return total

    def most(self, people: np.ndarray, rows: list[tuple[str, object]], epsilon: float) -> np.ndarray:
        """As `spent`; the check ends if that is too much for anybody."""
        spent = self.spent(people)
        rows += [
            ("people", len(people)),
            ("people in each run", short([len(part) for part, _ in self.calls])),
            ("ε in each run", short([round(float(e), 4) for _, e in self.calls])),
            ("spent on one person, at most", float(spent.max())),
            ("promised ε", epsilon),
        ]
        say.unless(spent.max() <= epsilon * (1 + 1e-9), "too much ε", rows)
        return spent

    def seen(self, without: list[list[int]]) -> list[list[list[int]]]:
        """Who was seen in each call, but for some."""
        return [sorted(row for row in table.tolist() if row not in without) for table, _ in self.calls]


def check(again: Any, given: Given, rng: Generator) -> Verdict:
    def play(results: list[Any], table: np.ndarray, epsilon: float, runs: int, seed: int = 1) -> tuple[Any, _Spy]:
        spy = _Spy(results)
        found = again(spy, table, epsilon, runs, np.random.default_rng(seed))
        return found, spy

    def people(n: int, secret: np.ndarray) -> np.ndarray:
        bits = np.array([[int(b) for b in f"{k:06b}"] for k in rng.permutation(64)[:n]])
        return np.column_stack([bits, (bits @ secret) % 2])

    secret = np.array([1, 0, 1, 1, 0, 1])
    other = 1 - secret
    # Last the student's own; ε and runs of the first are nobody's.
    for n, runs, epsilon in ((24, 10, 2.0), (int(given.runs) * 5 + 1, int(given.runs), float(given.epsilon))):
        table = people(n, secret)
        found, spy = play(["fail"] * runs, table, epsilon, runs)
        rows: list[tuple[str, object]] = [("runs", runs), ("calls", len(spy.calls))]
        say.unless(
            isinstance(found, str) and found.strip().lower() == "fail", "no fail", [*rows, ("yours", short(found))]
        )
        say.unless(len(spy.calls) > 1, "one run only", rows)
        say.unless(len(spy.calls) <= runs, "too many runs", rows)
        say.unless(len(spy.calls) == runs, "gives up early", rows)
        spent = spy.most(table, rows, epsilon)
        # Whoever is replaced, by another label or another person, leaves everybody else where they were.
        known = {tuple(bits) for bits in table[:, :-1].tolist()}
        new = [bits for bits in product((0, 1), repeat=6) if bits not in known]
        for place in range(0, n, 3):
            same = [*table[place, :-1], 1 - table[place, -1]]
            others = (((*bits, 0), "parts by features") for bits in new[:: len(new) - 1])
            for person, key in ((same, "parts by label"), *others):
                moved = table.copy()
                moved[place] = person
                pair = [table[place].tolist(), moved[place].tolist()]
                after = play(["fail"] * runs, moved, epsilon, runs)[1]
                say.unless(after.seen(pair) == spy.seen(pair), key, rows)
                sizes = [[len(part) for part, _ in played.calls] for played in (spy, after)]
                say.unless(sizes[0] == sizes[1], "parts by one’s own row", rows)
        for place in range(runs):
            alone: list[Any] = ["fail"] * place + [tuple(secret)] + ["fail"] * (runs - place - 1)
            answer, spy = play(alone, table, epsilon, runs)
            say.when(isinstance(answer, str), "fails in spite of a parity", rows[:2], place=place + 1)
            spy.most(table, [("run that learnt a parity", place + 1)], epsilon)
        for place in (0, runs - 1):
            results: list[Any] = ["fail"] * place + [tuple(other), *[tuple(secret)] * runs][: runs - place]
            swapped: list[Any] = ["fail"] * place + [tuple(secret), *[tuple(other)] * runs][: runs - place]
            answers = [play(which, table, epsilon, runs)[0] for which in (results, swapped)]
            for answer in answers:
                say.when(isinstance(answer, str), "fails in spite of a parity", rows[:2], place=place + 1)
            one, two = (vector(answer, "What `again` returns", shape=(6,)).astype(int) for answer in answers)
            say.unless(
                {tuple(one), tuple(two)} <= {tuple(secret), tuple(other)},
                "parity of no run",
                {"yours": short(one), "learnt": f"{short(secret)}, {short(other)}"},
            )
            say.when(np.array_equal(one, two), "best of the runs", rows[:2])
        say.unless(spent.min() > 0, "people left out", [*rows, ("people in no run", int((spent == 0).sum()))])
        say.unless(spent.min() > epsilon * (1 - 1e-6), "ε left", rows)
    return say("correct", {"chance that all of your runs fail": f"{0.5**given.runs:.2%}"})
