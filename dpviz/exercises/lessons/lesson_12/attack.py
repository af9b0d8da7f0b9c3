"""What an attacker can do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import number
from dpviz.privacy import power_ceiling

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        epsilon = round(float(rng.uniform(0.5, 2.0)), 1)
        delta = float(rng.choice([0.002, 0.003, 0.004]))
        turn = (1 - delta) / (1 + math.exp(epsilon))
        many = round(turn + float(rng.uniform(0.2, 0.6)) * (1 - turn), 2)
        given = {
            "epsilon": epsilon,
            "delta": delta,
            "few": float(rng.choice([0.005, 0.01, 0.02])),
            "many": many,
            "members": float(rng.choice([0.05, 0.1, 0.2])),
        }
        if epsilon != 1 and many < 0.9:
            return given


def _require_share(name: str, found: float, exact: float, mistakes: Sequence[tuple[float, str]], last: str) -> None:
    """Ends the check unless a share is right to four decimals."""

    def is_(wanted: float) -> bool:
        return abs(found - wanted) <= 6e-5

    if is_(exact):
        return
    say.unless(0 <= found <= 1, "no share", name=name, found=found)
    for value, key in mistakes:
        say.when(is_(value), key, name=name)
    say.unless(abs(found - exact) > 6e-4, "too few digits", name=name)
    say.end(last, name=name)


def check(strict: Any, loose: Any, right: Any, given: Given, rng: Generator) -> Verdict:
    few, many, prior, delta = given.few, given.many, given.members, given.delta
    factor = math.exp(given.epsilon)
    first, second = (float(power_ceiling(part, given.epsilon, delta)) for part in (few, many))

    def members(caught: float, alarms: float, part: float = prior) -> float:
        return part * caught / (part * caught + (1 - part) * alarms)

    _require_share(
        "strict",
        number(strict, "`strict`"),
        first,
        (
            (few, "blind guessing"),
            (factor * few, "without δ"),
            ((1 + given.epsilon) * few + delta, "1 + ε"),
            (2**given.epsilon * few + delta, "another base"),
            (second, "answers exchanged"),
            (few + delta, "without ε"),
            (factor * (few + delta), "δ multiplied"),
            (1 - few, "shares exchanged"),
            ((few - delta) / factor, "the least"),
            (few / factor, "the least"),
        ),
        "wrong when accused",
    )
    _require_share(
        "loose",
        number(loose, "`loose`"),
        second,
        (
            (many, "blind guessing"),
            (1.0, "one event only"),
            (1 - (1 - many - delta) / (1 + given.epsilon), "1 + ε"),
            (factor * many + delta, "one event only"),
            (factor * many, "one event only"),
            (1 - (1 - many) / factor, "not accused without δ"),
            (1 - (1 - many) / factor + delta, "δ not subtracted"),
            (1 - (1 - many - delta) * factor, "multiplied in place of divided"),
        ),
        "wrong when not accused",
    )
    found, exact = number(right, "`right`"), members(first, few)
    odds = factor * prior / (1 - prior)
    _require_share(
        "right",
        found,
        exact,
        (
            (prior, "before the attack"),
            (members(first, few, 0.5), "members as many as others"),
            (odds / (1 + odds), "by ε alone"),
            (prior * first / (prior * first + few), "others not counted"),
            (first, "accused of the members"),
            (prior * first, "of all records"),
            (members(second, many), "at many"),
            (members(first, few, 1 - prior), "members exchanged"),
            (1 - exact, "not members"),
        ),
        "wrong among the accused",
    )
    return say(
        "correct",
        [
            ("share of the others accused", "share of members accused, at most"),
            (f"{few:g}", f"{first:.4f}"),
            (f"{many:g}", f"{second:.4f}"),
            ("members among all, and among the accused", f"{prior:g}, {found:.4f}"),
        ],
    )
