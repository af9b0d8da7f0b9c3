"""10^6 noisy numbers: ours against every plain numpy way, in one run, as ratios.

Run ``python -m benchmarks.noise``. The ways take turns, and medians are compared, so that what else the machine is
doing touches them alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.draws import _interleaved
from benchmarks.table import Row, render
from dpviz.mechanisms import GaussianMechanism, LaplaceMechanism, LatticeLaplace, gaussian_scale

DRAWS = 10**6


def rows(repetitions: int = 15) -> list[Row]:
    """One row a comparison, in milliseconds."""
    rng = np.random.default_rng(30)
    values = rng.normal(size=DRAWS)
    laplace = LaplaceMechanism(epsilon=0.5, sensitivity=1.0)
    normal = GaussianMechanism(epsilon=0.5, delta=1e-5, sensitivity=1.0)
    lattice = LatticeLaplace(epsilon=0.5, sensitivity=1.0)
    steps = np.rint(values * 1000) * lattice.grid
    b, sigma = laplace.scale, normal.scale
    return [
        _against(
            "10^6 Laplace releases",
            {
                "ours": lambda: laplace.release(values, rng),
                "rng.laplace": lambda: _added(values, rng.laplace(0.0, b, DRAWS)),
                "rng.laplace(values)": lambda: rng.laplace(values, b),
                "inverse cdf": lambda: _inverse(values, b, rng),
                "inverse cdf, in place": lambda: _inverse_in_place(values, b, rng),
                "two exponentials": lambda: _exponentials(values, b, rng),
            },
            repetitions,
            1.3,
        ),
        _against(
            "10^6 normal releases",
            {
                "ours": lambda: normal.release(values, rng),
                "rng.normal": lambda: _added(values, rng.normal(0.0, sigma, DRAWS)),
                "rng.standard_normal": lambda: values + sigma * rng.standard_normal(DRAWS),
            },
            repetitions,
            1.3,
        ),
        _against(
            "10^6 lattice releases",
            {
                "ours": lambda: lattice.release(steps, rng),
                "rng.laplace": lambda: _added(values, rng.laplace(0.0, b, DRAWS)),
            },
            repetitions,
            None,
        ),
        _against(
            "the least σ at 101 values of ε",
            {
                "ours": lambda: gaussian_scale(np.geomspace(0.01, 10, 101), 1e-5),
                **_accounting(np.geomspace(0.01, 10, 101), 1e-5),
            },
            max(3, repetitions // 3),
            None,
        ),
    ]


def _against(what: str, ways: dict[str, Callable[[], object]], repetitions: int, most: float | None) -> Row:
    times = _interleaved(ways, repetitions)
    rivals = {name: taken for name, taken in times.items() if name != "ours"}
    best = min(rivals, key=rivals.__getitem__, default="")
    return Row(
        what=f"{what}; against the fastest of {len(rivals)} other ways ({best})" if best else what,
        ours=times["ours"],
        theirs=rivals.get(best),
        unit="ms",
        most_ratio=most,
        why="the check that all values are finite comes on top of numpy's passes",
    )


def _added(values: Any, noise: Any) -> Any:
    noise += values
    return noise


def _inverse(values: Any, b: float, rng: np.random.Generator) -> Any:
    u = rng.random(values.size) - 0.5
    return values - b * np.sign(u) * np.log1p(-2.0 * np.abs(u))


def _inverse_in_place(values: Any, b: float, rng: np.random.Generator) -> Any:
    u = rng.random(values.size)
    u -= 0.5
    noise = np.abs(u)
    noise *= -2.0
    np.log1p(noise, out=noise)
    noise *= -b
    np.copysign(noise, u, out=noise)
    noise += values
    return noise


def _exponentials(values: Any, b: float, rng: np.random.Generator) -> Any:
    noise = rng.standard_exponential(values.size)
    noise -= rng.standard_exponential(values.size)
    noise *= b
    noise += values
    return noise


def _accounting(epsilons: Any, delta: float) -> dict[str, Callable[[], object]]:
    try:
        from dp_accounting.pld.common import DifferentialPrivacyParameters
        from dp_accounting.pld.privacy_loss_mechanism import GaussianPrivacyLoss
    except ImportError:
        return {}
    solve = GaussianPrivacyLoss.from_privacy_guarantee
    return {"dp-accounting": lambda: [solve(DifferentialPrivacyParameters(float(e), delta)) for e in epsilons]}


if __name__ == "__main__":
    print(render(rows()))
