"""The best order."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_12.shared import Mistake, recognised
from dpviz.exercises.probes import number
from dpviz.privacy.accounting import renyi_epsilon, renyi_epsilon_at, renyi_gaussian
from dpviz.privacy.pairs import distance_delta

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {
        "sigma": round(float(rng.uniform(5.0, 30.0)), 1),
        "k": int(rng.integers(5, 60)) * 10,
        "delta": float(rng.choice([1e-4, 1e-5, 1e-6])),
    }


def _tight(sigma: float, k: int, delta: float) -> float:
    return float(renyi_epsilon(lambda order: k * renyi_gaussian(order, sigma), delta).epsilon)


def _whole_orders(sigma: float, k: int, delta: float) -> float:
    alpha = np.arange(2.0, 5_000.0)
    return float(np.min(renyi_epsilon_at(alpha, k * renyi_gaussian(alpha, sigma), delta)))


def _with_a_term_missing(sigma: float, k: int, delta: float) -> list[float]:
    """The least ε without ln(1 − 1/α), and without ln α."""
    excess = np.geomspace(1e-4, 1e5, 20_000)
    alpha = 1 + excess
    found = k * renyi_gaussian(alpha, sigma) - math.log(delta) / excess
    return [float((found + left).min()) for left in (-np.log(alpha) / excess, np.log(excess / alpha))]


def _markov(sigma: float, k: int, delta: float) -> float:
    rho = k / (2 * sigma**2)
    return rho + 2 * math.sqrt(rho * math.log(1 / delta))


def _exact(sigma: float, k: int, epsilon: float) -> float:
    """The exact δ."""
    return float(distance_delta(np.asarray(math.sqrt(k) / sigma), np.asarray(max(epsilon, 0.0))))


def _markov_by_alpha(sigma: float, k: int, delta: float) -> float:
    rho, slack = k / (2 * sigma**2), math.log(1 / delta)
    return 2 * math.sqrt(rho * slack) if slack >= rho else rho + slack


def check(total_epsilon: Any, given: Given, rng: Generator) -> Verdict:
    def found(sigma: float, k: int, delta: float) -> float:
        return number(total_epsilon(sigma, k, delta), "What `total_epsilon` returns")

    def shown(sigma: float, k: int, delta: float, answer: float) -> list[tuple[str, object]]:
        return [("σ, k, δ", f"{sigma:g}, {k:,}, {delta:g}"), ("your ε", f"{answer:.6g}")]

    first = [(10.0, 100, 1e-5), (10.0, 200, 1e-5), (10.0, 300, 1e-5), (10.0, 100, 1e-3), (20.0, 100, 1e-5)]
    plain, many, more, likely, wide = seen = [found(*case) for case in first]
    rows: list[tuple[str, object]] = [("σ, k, δ", "your ε")]
    rows += [(f"{sigma:g}, {k}, {delta:g}", f"{at:.6g}") for (sigma, k, delta), at in zip(first, seen, strict=True)]
    say.unless(likely < plain, "wrong in δ", rows)
    say.unless(plain > 0, "negative", rows, plain=plain)
    say.unless(abs(many - plain) > 1e-9, "without k", rows)
    say.unless(many > plain > wide, "wrong in k or σ", rows)
    say.unless(abs(many - 2 * plain) > 1e-6 * many, "ε added up", rows)
    say.unless(abs(more - 2 * many + plain) > 1e-6 * plain, "one order for all", rows)
    cases = [first[0], (5.0, 10, 1e-6), (20.0, 2_000, 1e-4), (10.0, 1_000, 1e-5)]
    cases += [(round(float(rng.uniform(4.0, 40.0)), 1), int(rng.integers(10, 900)), 1e-5) for _ in range(3)]
    cases += [(float(given.sigma), given.k, float(given.delta))]
    answers = [found(*case) for case in cases]
    mistakes: tuple[Mistake, ...] = (
        (_markov, "by Markov’s inequality"),
        (_markov_by_alpha, "wrong conversion"),
        (lambda sigma, k, delta: _tight(sigma / math.sqrt(2), k, delta), "divergence twice"),
        (lambda sigma, k, delta: _tight(math.sqrt(sigma), k, delta), "σ not squared"),
        (lambda sigma, k, delta: _tight(sigma, k * k, delta), "k squared"),
        (lambda sigma, k, delta: k * _tight(sigma, 1, delta / k), "δ shared"),
        (lambda *case: _with_a_term_missing(*case)[0], "a term missing"),
        (lambda *case: _with_a_term_missing(*case)[1], "a term missing"),
    )
    key = recognised(answers, cases, mistakes, within=1e-3)  # orders may have been tried one by one
    rows = shown(*cases[0], answers[0])
    say.when(key, key, rows)
    # Few releases with much noise, and many with little.
    cases += [(100.0, 1, 1e-5), (1.0, 1_000, 1e-6)]
    answers += [found(*case) for case in cases[-2:]]
    for case, answer in zip(cases, answers, strict=True):
        exact, nearby = (_exact(*case[:2], answer * share) for share in (1, 0.99))
        rows = [*shown(*case, answer), ("exact δ at your ε", f"{exact:.3g}")]
        say.unless(answer > 0 and exact <= case[2] * (1 + 1e-3), "promises too much", rows)
        # By another conversion, or at no order at all, it may be less: then it is the exact one.
        say.unless(answer > 0.998 * _tight(*case) or nearby > case[2], "below every order", rows)
    ratios = [answer / _tight(*case) for case, answer in zip(cases, answers, strict=True)]
    loose = [at for at, ratio in enumerate(ratios) if ratio > 1.002]
    if loose:
        rows = shown(*cases[loose[0]], answers[loose[0]])
        say.when(recognised(answers, cases, ((_whole_orders, "whole"),), within=1e-3), "whole orders only", rows)
        if loose[0]:  # not the first, whose best order is in every list
            return say("orders missing", rows)
        return say("too large", rows)
    own = cases[7]
    return say(
        "correct",
        [
            ("your own numbers", "ε"),
            ("yours", f"{answers[7]:.4g}"),
            ("by ρ-zCDP and Markov’s inequality", f"{_markov(*own):.4g}"),
        ],
    )
