"""Noise on a node."""

from __future__ import annotations

import math
from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import number, recognised

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        steps = int(rng.integers(600, 4000))
        # Neither a power of two, nor so near one that rounding does not matter.
        if 0.2 < math.log2(steps) % 1 < 0.8:
            return {
                "steps": steps,
                "epsilon": round(float(rng.uniform(0.3, 0.9)), 2),
                "sigma_one": round(float(rng.uniform(3.0, 8.0)), 2),
            }


def check(laplace: Any, normal: Any, given: Given, rng: Generator) -> Verdict:
    steps, epsilon, one = int(given.steps), float(given.epsilon), float(given.sigma_one)
    levels = steps.bit_length()
    counted: dict[str, Any] = {"every day": steps, "without leaves": levels - 1,
               "not whole": [math.log2(steps), math.log2(steps) + 1],
               "natural logarithm": [math.log(steps), math.log(steps) + 1], "padded": levels + 1,
               "one node": 1}  # fmt: skip
    many = {key: value if isinstance(value, list) else [value] for key, value in counted.items()}
    tables: dict[str, dict[str, Any]] = {
        "laplace": {"root for Laplace": math.sqrt(levels) / epsilon, "multiplied": levels * epsilon,
                    **{key: [n / epsilon for n in ns] for key, ns in many.items()}},
        "normal": {"no root": levels * one, "divided": one / math.sqrt(levels), "variance": levels * one**2,
                   **{key: [math.sqrt(n) * one for n in ns] for key, ns in many.items()}},
    }  # fmt: skip
    rows: list[tuple[object, ...]] = []
    for name, value, best in (("laplace", laplace, levels / epsilon), ("normal", normal, math.sqrt(levels) * one)):
        found = number(value, f"`{name}`")
        if abs(found / best - 1) > 1e-3:
            cost = levels / found if name == "laplace" and found > 0 else 0.0
            mine = (
                [(f"{levels} numbers of one person, your noise: ε", f"{cost:.3g}"), ("wanted", epsilon)] if cost else []
            )
            key = recognised(found, tables[name], relative=1e-3) or ("too little" if found < best else "too much")
            say.end(key, mine, name=name, kind="almost" if key == "padded" else "working")
        rows.append((f"`{name}`", found))
    return say("correct", [*rows, ("nodes that count one person", levels)])
