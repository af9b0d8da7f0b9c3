"""How many people, by two protocols."""

from __future__ import annotations

import math
from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import count, recognised
from dpviz.local import frequency_variance

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        k, epsilon = int(rng.integers(20, 200)), round(float(rng.uniform(0.6, 1.6)), 2)
        error = float(rng.choice([0.005, 0.01, 0.02]))
        # Rounding up and to the nearest should differ.
        if all(
            0.02 < _exact(form, epsilon=epsilon, categories=k, error=error) % 1 < 0.48 for form in ("kary", "optimised")
        ):
            return {"categories": k, "epsilon": epsilon, "error": error}


def _exact(form: str, *, epsilon: float, categories: int, error: float) -> float:
    return float(frequency_variance(form, epsilon=epsilon, categories=categories, n=1)) / error**2


def check(kary: Any, encoding: Any, given: Given, rng: Generator) -> Verdict:
    eps, k, error = float(given.epsilon), int(given.categories), float(given.error)
    wanted = {form: _exact(form, epsilon=eps, categories=k, error=error) for form in ("kary", "optimised")}
    given_ns = {"kary": count(kary, "`kary`", "people"), "optimised": count(encoding, "`encoding`", "people")}
    say.when(given_ns["kary"] == math.ceil(wanted["optimised"]) != math.ceil(wanted["kary"]), "exchanged")
    c = math.exp(eps)
    for form, found in given_ns.items():
        exact = wanted[form]
        name = "kary" if form == "kary" else "encoding"
        rows = {"`" + name + "`": f"{found:,}", "standard error with so many": math.sqrt(exact / found) * error}
        if found == math.ceil(exact):
            continue
        say.when(found == math.floor(exact), "rounded down", rows, name=name)
        ways = {
            "not squared": exact * error,
            "a curator": math.sqrt(2) / (eps * error),
            "of all people": exact * error**2,
        }
        ways |= {"half the error": exact * 4, "the other variance": wanted["optimised" if form == "kary" else "kary"]}
        ways |= {"e^ε + k": (c + k) / (c - 1) ** 2 / error**2} if form == "kary" else {}
        ways |= {"plain encoding": math.sqrt(c) / (math.sqrt(c) - 1) ** 2 / error**2} if form == "optimised" else {}
        key = recognised(found, {key: [math.ceil(n), math.floor(n)] for key, n in ways.items()})
        say.when(key, key, rows, name=name)
        say.end("too few" if found < exact else "too many", rows, name=name)
    return say("correct", {"people by k-ary response": f"{given_ns['kary']:,}",
                           "by optimised encoding": f"{given_ns['optimised']:,}"})  # fmt: skip
