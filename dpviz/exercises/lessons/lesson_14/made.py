"""Any private answer about a bit, made from a randomised response."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.probes import short, vector
from dpviz.privacy import privacy_loss

say = Says(__file__)


def _private(rng: Generator, m: int) -> tuple[Floats, Floats, float]:
    """Two distributions over m outputs, and a bound on their loss: the loss itself, or a little more."""
    zero = rng.dirichlet(np.full(m, 2.0)) * 0.9 + 0.1 / m
    one = zero * np.exp(rng.uniform(-0.7, 0.7, size=m))
    one /= one.sum()
    return zero, one, float(privacy_loss(zero, one)) * float(rng.choice([1.0, 1.3]))


def instance(rng: Generator) -> dict[str, Any]:
    zero, one, epsilon = _private(rng, 4)
    return {"zero": zero.round(6).tolist(), "one": one.round(6).tolist(), "epsilon": round(epsilon + 1e-4, 4)}


def check(made: Any, given: Given, rng: Generator) -> Verdict:
    cases = [(np.array([0.5, 0.25, 0.25]), np.array([0.25, 0.25, 0.5]), float(np.log(2)))]
    cases += [(np.array([0.5, 0.5]), np.array([0.5, 0.5]), 1.0)]
    cases += [_private(rng, m) for m in (2, 3, 6, 9)]
    for zero, one, epsilon in cases:
        answer = made(zero.tolist(), one.tolist(), epsilon)
        held = isinstance(answer, (list, tuple, np.ndarray)) and len(answer) == 2
        say.unless(held, "not two rows", {"you return": short(answer)})
        rows = np.stack([vector(row, f"List {bit} of `made`", shape=zero.shape) for bit, row in enumerate(answer)])
        keep = 1 / (1 + np.exp(-epsilon))
        mixed = np.array([[keep, 1 - keep], [1 - keep, keep]]) @ rows
        shown = [("answer of bit 0", short(zero.round(4))), ("of bit 1", short(one.round(4))), ("ε", round(epsilon, 4)),
                 ("your row 0", short(rows[0].round(4))), ("your row 1", short(rows[1].round(4)))]  # fmt: skip
        same, wanted = np.allclose(zero, one), np.stack([zero, one])
        if np.allclose(mixed, wanted, atol=1e-6):
            say.unless((rows >= -1e-6).all(), "negative", shown)
            continue
        say.when(not same and np.allclose(rows, wanted, atol=1e-9), "as they are", shown)
        say.when(np.allclose(mixed[::-1], wanted, atol=1e-6), "exchanged", shown)
        say.unless(
            np.allclose(rows.sum(axis=1), 1, atol=1e-6), "no probabilities", [*shown, ("sums", *rows.sum(axis=1))]
        )
        say.unless((rows >= -1e-9).all(), "negative", shown)
        say.end("another answer", [*shown, ("so a person of bit 0 answers", short(mixed[0].round(4)))])
    return say("correct", {"the answers of both bits come out of one coin": "so no answer tells more than it"})
