"""Noise, but too little."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.probes import vector

say = Says(__file__)


def _asked(n: int, per: int, noise: float, rng: Generator) -> tuple[np.ndarray, np.ndarray, Floats]:
    """A secret column, random subsets of its people, and noisy counts over them."""
    secret = (rng.random(n) < rng.uniform(0.3, 0.7)).astype(int)
    subsets = rng.integers(0, 2, (per * n, n))
    return secret, subsets, (subsets @ secret + rng.normal(scale=noise, size=per * n)).round(2)


def instance(rng: Generator) -> dict[str, Any]:
    secret, subsets, answers = _asked(int(rng.integers(24, 37)), 5, 1.0, rng)
    return {"subsets": subsets, "answers": answers, "_secret": secret}


def _least_squares(subsets: np.ndarray, answers: Floats) -> Floats:
    solved: Floats = np.linalg.lstsq(subsets, answers, rcond=None)[0]
    return solved


def _one_by_one(subsets: np.ndarray, answers: Floats) -> Floats:
    """What is answered with each person in the subset, less what is answered without, in the mean."""
    inside = subsets.sum(axis=0)
    found: Floats = answers @ subsets / inside - answers @ (1 - subsets) / (len(subsets) - inside)
    return found


#: How each mistake would answer, in the order in which they are tried.
MISTAKES = {
    "cut at 0": lambda subsets, answers: _least_squares(subsets, answers) > 0,
    "cut at 1": lambda subsets, answers: _least_squares(subsets, answers) >= 1,
    "few answers": lambda subsets, answers: (
        _least_squares(*(part[: subsets.shape[1]] for part in (subsets, answers))) > 0.5
    ),
    "one by one": lambda subsets, answers: _one_by_one(subsets, answers) > 0.5,
}


def check(column: Any, given: Given, rng: Generator) -> Verdict:
    # In each of these least squares has hardly one value in a thousand wrong.
    cases = [(given._secret, given.subsets, given.answers)]
    cases += [_asked(n, per, noise, rng) for n, per, noise in ((60, 4, 1.0), (50, 6, 1.0), (60, 4, 0.8)) * 2]
    right = people = 0
    alike = dict.fromkeys(MISTAKES, 0)
    for secret, subsets, answers in cases:
        n = len(secret)
        said = vector(column(subsets, answers), "What `column` returns", shape=(n,))
        rows = [("people", n), ("questions", len(subsets)), ("you return", f"{said.min():.2f} to {said.max():.2f}")]
        say.unless(np.isin(said, (0, 1)).all(), "not rounded", rows)
        right += int((said == secret).sum())
        people += n
        for name, mistake in MISTAKES.items():
            alike[name] += int((said == mistake(subsets, answers)).sum())
    rows = [("people, in all", people), ("found", right)]
    if right < 0.98 * people:
        say.when(right < 0.1 * people, "turned around", rows)
        likeliest = max(alike, key=lambda name: alike[name])
        say.when(alike[likeliest] > 0.98 * people, likeliest, rows)
        say.unless(right > 0.7 * people, "guesses", rows)
        say.end("too many wrong", rows)
    secret, subsets, _ = cases[1]
    private = subsets @ secret + rng.laplace(scale=len(subsets), size=len(subsets))
    kept = int((vector(column(subsets, private), "What `column` returns", shape=(len(secret),)) == secret).sum())
    return say("correct", [*rows, ("of 60, if all answers together are 1-private", kept)])
