"""A careful server."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import number, short

say = Says(__file__)

MOST = 1_000  # people in a group, some of them perhaps twice


class Server:
    """Answers exact counts, but not for small groups, nor for two groups that are nearly the same."""

    def __init__(self, secret: dict[int, int], least: int) -> None:
        self._secret, self._least = secret, least
        self.asked: list[set[int]] = []

    def __call__(self, group: Iterable[int]) -> int:
        listed = list(islice(group, MOST + 1))
        if len(listed) > MOST:
            raise ValueError(f"a group is a list of at most {MOST:,} people")
        members = {int(person) for person in listed}
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


def instance(rng: Generator) -> dict[str, Any]:
    size = int(rng.integers(28, 45))
    return {"people": list(range(1, size + 1)), "victim": int(rng.integers(2, size)), "least": int(rng.integers(6, 11))}


def check(attack: Any, given: Given, rng: Generator) -> Verdict:
    # The student's own people, then others and another least.
    own, more = (given.people, given.least), ([10 * person for person in (*given.people, 99)], given.least + 1)
    worlds = [(victim, *own) for victim in (given.victim, *own[0][:: len(own[0]) - 1], *rng.choice(own[0], 9).tolist())]
    worlds += [(victim, *more) for victim in rng.choice(more[0], 4).tolist()]
    truths = rng.permutation([0, 1] * 8).tolist()
    said, server = [], None
    for (victim, people, least), truth in zip(worlds, truths, strict=True):
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
        say.unless(len(server.asked) > 0, "nothing asked")
        say.unless(min(abs(answer), abs(answer - 1)) < 1e-6, "not 0 or 1", rows)
        said.append(round(answer))
    right = sum(a == b for a, b in zip(said, truths, strict=True))
    say.unless(right > 0, "turned around", rows)
    say.unless(right == len(truths), "guesses", [*rows, ("right", f"{right} of {len(truths)}")])
    return say("correct", rows[:2])
