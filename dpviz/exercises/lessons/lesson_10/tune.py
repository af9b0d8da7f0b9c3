"""Looks that were not paid for."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_10.log import ARMS, LOOKS, chosen_from_it
from dpviz.exercises.probes import draws, keeps_promise, laplace_noise, short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    chances = rng.uniform(0.3, 0.9, size=ARMS)
    right = (rng.random((50, ARMS)) < chances).astype(int)
    return {"epsilon": round(float(rng.uniform(1.4, 2.2)), 2), "right": right}


def people_with_equal_scores(rng: Generator) -> np.ndarray:
    """Half of 300 people are right with each setting, but not of those whom settings get unlike, nor of a half."""
    unlike = (np.arange(180)[:, None] + 45 * np.arange(ARMS)) % 180 < 60
    people = np.concatenate([np.ones((90, ARMS)), unlike, np.zeros((30, ARMS))]).astype(int)
    while True:
        people = rng.permutation(people)
        parts = people[:150], people[::2]
        if all((np.abs(part.mean(axis=0) - 0.5) > 0.012).all() for part in parts):
            return people


def check(tune: Any, given: Given, rng: Generator) -> Verdict:
    epsilon = float(given.epsilon)

    def log(right: np.ndarray, draw: Generator) -> np.ndarray:
        found = vector(tune(right, epsilon, draw), "What `tune` returns", shape=(LOOKS + 1,))
        say.unless(found[-1] in range(ARMS), "no winner", {"it is": found[-1]})
        return found

    def said(log: np.ndarray) -> str:
        # With who looked best, as a winner may be chosen by exact scores among those whom noisy ones have left.
        best = sorted(np.argsort(-log[:ARMS])[:2])
        return f"arm {log[-1]:.0f}, as the winner, where {best[0]} and {best[1]} look best of the first {ARMS} scores"

    def with_first(row: list[int], others: list[list[int]]) -> np.ndarray:
        return np.array([row, *others])

    # Columns with 4, 4, 1 and 0 people right, before the first person comes; and with 4, 2, 2 and 0, where the first
    # person decides who comes second.
    clear_two = [[1, 1, 1, 0], [1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0]]
    tied_second = [[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 1, 0], [0, 0, 0, 0]]
    # Where all the others are right with one setting, and none with another, these scores need their noise as well.
    perfect = [*clear_two[:-1], [1, 0, 0, 0]]
    log(with_first([1, 0, 0, 0], clear_two), np.random.default_rng(5))
    # Scores and winner apart: a sum of a score and an arm's number says nothing.
    apart = [(with_first([1] * ARMS, rest), with_first([0] * ARMS, rest)) for rest in (clear_two, perfect)]
    first, second = with_first([1, 0, 0, 0], clear_two), with_first([0, 1, 0, 0], clear_two)
    for published, pairs in (
        (lambda right, draw: log(right, draw)[:-1], [(first, second), *apart]),
        (
            lambda right, draw: said(log(right, draw)),
            [(first, second), (with_first([0, 1, 0, 0], tied_second), with_first([0, 0, 1, 0], tied_second))],
        ),
    ):
        keeps_promise(published, pairs, epsilon=epsilon, rng=rng, trials=3_000, sentence=say.text("given away"))
    few = np.array(draws(log, first, size=1_500, rng=rng))
    say.unless(chosen_from_it(few), "not from the log", {"the last of 1,500 logs": short(few[-1].round(3))})
    clear = np.zeros((300, ARMS), dtype=int)
    for arm, right in enumerate((120, 270, 60, 90)):
        clear[:right, arm] = 1
    winners = [int(value[-1]) for value in draws(log, clear, size=150, rng=rng)]
    say.unless(
        winners.count(1) >= 140,
        "hardly finds the best",
        [("scores", 0.4, 0.9, 0.2, 0.3), ("wins, of 150", *(winners.count(arm) for arm in range(ARMS)))],
    )
    equal = people_with_equal_scores(rng)
    # From here on at another ε than the student's own; `log` hands it on.
    own, epsilon = epsilon, 0.55 * epsilon  # by a factor that no mistake is known to spend
    # In people, of 300: there noise of whole numbers is seen as such.
    logs = np.array(draws(log, equal, size=4_000, rng=rng))
    say.unless(chosen_from_it(logs), "not from the log", {"the last of 4,000 logs": short(logs[-1].round(3))})
    noise = 300 * (logs[:, :-1] - 0.5)
    # Whoever looks once at each arm and repeats what was seen has paid for four numbers, not for six.
    repeated = all(np.isin(row[ARMS:], row[:ARMS]).all() for row in noise)
    noise = noise[:, :ARMS] if repeated else noise
    say.unless(bool(noise.any(axis=0).all()), "scores without noise")
    middle = noise.mean(axis=0)
    worst = float(middle[np.abs(middle).argmax()])
    honest = abs(worst) < max(2.0, 10 * float(noise.std()) / math.sqrt(len(noise)))
    say.unless(honest, "not the shares", {"a score is off, on average over the noise, by (of 300 people)": worst})
    found = laplace_noise(noise, rng)
    total = float(np.sum(1 / found.scales))
    rows = [
        ("scores that are looked at", noise.shape[1]),
        ("mean size of their noise, 300 people", short(float(np.abs(noise).mean() / 300))),
        ("what they cost together, about", short(round(total, 2))),
        ("promised", epsilon),
    ]
    say.when(math.isclose(total, own, rel_tol=0.05) and found.ok, "own ε only", rows)
    reach = (
        "farthest from the truth, in scales",
        f"{np.abs(noise / found.scales).max():.1f}",
        f"{math.log(noise.size):.0f}",
    )
    shape = [("", "your draws", "Laplace’s, about"), reach]
    say.unless(
        found.ok or total > 1.5 * epsilon,
        "another shape",
        shape,
        kind="almost" if 0.95 < total / epsilon < 1.05 else "working",
    )
    say.unless(total < 1.05 * epsilon, "too narrow", rows)
    say.unless(total > 0.95 * epsilon, "too wide", rows)
    return say("correct", rows)
