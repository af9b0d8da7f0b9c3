"""What the first lesson draws, at the level of the engine: exact numbers, and promises over whole sweeps."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.mechanisms.error_sweep import (
    error_sweep,
    needed,
    sensitivity_of,
    worst_error_quantile,
    worst_error_tail,
)


def test_lap3_acceptance():
    """k = 10, β = 0.05, Δ = 1, ε = 0.5: threshold 10.596635, exact probability 0.04888987."""
    _, bound = worst_error_quantile(0.05, 10, 2.0)
    assert bound == pytest.approx(10.596635, abs=1e-6)
    exact, by_bound = worst_error_tail(bound, 10, 2.0)
    assert exact == pytest.approx(0.04888987, abs=1e-8)
    assert by_bound == pytest.approx(0.05)


def test_the_worst_of_k_errors_by_simulation():
    rng = np.random.default_rng(5)
    trials, k, scale, t = 20_000, 7, 3.0, 12.0
    beyond = (np.abs(rng.laplace(0, scale, (trials, k))).max(axis=1) >= t).mean()
    exact = float(worst_error_tail(t, k, scale)[0])
    assert abs(beyond - exact) <= 5 * np.sqrt(exact * (1 - exact) / trials)


@pytest.mark.parametrize(
    ("kind", "relation", "expected"),
    [
        ("histogram", "replace", [1, 2, 2]),
        ("histogram", "add_remove", [1, 1, 1]),
        ("separate", "replace", [1, 2, 50]),
        ("separate", "add_remove", [1, 2, 50]),
    ],
)
def test_sensitivity_of_k_counts(kind, relation, expected):
    assert sensitivity_of(kind, [1, 2, 50], relation).tolist() == expected


@pytest.mark.parametrize("kind", ["histogram", "separate"])
def test_the_bound_is_never_below_the_truth(kind):
    sweep = error_sweep(
        np.linspace(0, 200, 41),
        np.array([0.1, 1.0, 3.0]),
        np.array([1, 10, 100]),
        np.array([0.05, 0.01, 0.3]),
        kind=kind,
        neighbouring="replace",
    )
    assert (sweep.exact <= sweep.bound * (1 + 1e-12)).all()
    assert (sweep.within[:, 0] <= sweep.within[:, 1] * (1 + 1e-12)).all()
    assert (sweep.at_bound <= sweep.beta * (1 + 1e-12)).all()


@pytest.mark.parametrize("unknown", ["n", "epsilon", "alpha"])
def test_what_is_needed_is_just_enough(unknown):
    given = {"n": 500.0, "epsilon": 0.4, "alpha": 0.03}
    arguments = {name: np.array([value]) for name, value in given.items()}
    found = needed(
        unknown,
        np.array([0.1, 0.2]),
        **arguments,
        beta=np.array([0.05]),
        k=np.array([10]),
        kind="histogram",
        neighbouring="replace",
    )

    def misses(value, side):
        here = given | {unknown: value}
        return worst_error_tail(here["alpha"] * here["n"], 10, 2 / here["epsilon"])[side]

    for side, value in enumerate([found.by_exact[0], found.by_bound[0]]):
        assert misses(value, side) <= 0.05 * (1 + 1e-9)
        less = value - 1 if unknown == "n" else 0.999 * value
        assert misses(less, side) > 0.05
