"""Two tables, each of them anonymous."""

from __future__ import annotations

from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_08.shared import ILLNESSES
from dpviz.exercises.probes import short

say = Says(__file__)

TOWNS = ("Ashby", "Barton", "Corby", "Derby", "Epsom")
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def instance(rng: Generator) -> dict[str, Any]:
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


def check(told: Any, given: Given, rng: Generator) -> Verdict:
    say.unless(isinstance(told, dict), "no dictionary", told=short(told))
    left = _left(given)
    say.unless(len(told), "nobody named")
    unknown = [name for name in told if name not in left]
    say.when(unknown, "unknown name", name=short(unknown[0]) if unknown else "")
    for name, illness in told.items():
        illness = (
            next(iter(illness)) if isinstance(illness, (set, frozenset, list, tuple)) and len(illness) == 1 else illness
        )
        say.unless(isinstance(illness, str) and illness in ILLNESSES, "no illness", name=name, illness=short(illness))
        say.unless(illness in left[name], "impossible", {name: illness}, name=name)
        say.unless(len(left[name]) == 1, "not sure", {"illnesses in both": len(left[name])}, name=name)
    if len(told) < sum(len(values) == 1 for values in left.values()):
        return say("not all", {"you found": len(told)})
    return say("correct", told)
