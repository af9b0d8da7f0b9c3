"""Draws from 10^6 candidates: ours against plain numpy and against OpenDP, in one run, as ratios.

Run ``python -m benchmarks.draws``. The ways take turns, and medians are compared, so that what else the machine is
doing touches them alike. OpenDP draws with exact arithmetic and a secure source of randomness, and dpviz with
floats and a seeded generator, which is for teaching only: the ratio tells what a slider can afford, not who is better.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import Any

import numpy as np

from benchmarks.table import Row, render
from dpviz.mechanisms import ExponentialMechanism, neighbour_losses

CANDIDATES = 10**6
EPSILON = 0.02
MANY = 1000


def rows(repetitions: int = 15) -> list[Row]:
    """One row a comparison, in milliseconds."""
    rng = np.random.default_rng(20)
    scores = rng.integers(-1000, 1001, CANDIDATES).astype(np.float64)
    ours = ExponentialMechanism(epsilon=EPSILON, sensitivity=1.0)
    rate = 1.0 / ours.scale

    single = _interleaved(
        {
            "ours": lambda: ours.select(scores, rng),
            "inverse cdf": lambda: _inverse_cdf(scores, rate, rng),
            "inverse cdf, in place": lambda: _inverse_cdf_in_place(scores, rate, rng),
            "-log Exp race": lambda: _race(scores, rate, rng),
            **_opendp(scores, ours.scale),
        },
        repetitions,
    )
    batch = _interleaved(
        {
            "ours": lambda: ours.select(scores, rng, size=MANY),
            "inverse cdf": lambda: _inverse_cdf(scores, rate, rng, MANY),
            "inverse cdf, in place": lambda: _inverse_cdf_in_place(scores, rate, rng, MANY),
        },
        repetitions,
    )
    return [
        _against_numpy("1 draw of 10^6 candidates", single, 1.3),
        _against_numpy(f"{MANY} draws of 10^6 candidates", batch, 1.3),
        _against_opendp(single, 8.0),
        _losses(rng, repetitions),
    ]


def _interleaved(ways: dict[str, Callable[[], object]], repetitions: int) -> dict[str, float]:
    times: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(repetitions + 2):
        for name, way in ways.items():
            begin = time.perf_counter()
            way()
            if turn >= 2:  # the first two turns warm caches and allocators
                times[name].append(1e3 * (time.perf_counter() - begin))
    return {name: median(taken) for name, taken in times.items()}


def _inverse_cdf(scores: Any, rate: float, rng: np.random.Generator, size: int | None = None) -> Any:
    cumulative = np.cumsum(np.exp((scores - scores.max()) * rate))
    return np.searchsorted(cumulative, rng.random(size) * cumulative[-1], side="right")


def _inverse_cdf_in_place(scores: Any, rate: float, rng: np.random.Generator, size: int | None = None) -> Any:
    weights = scores - scores.max()
    weights *= rate
    np.exp(weights, out=weights)
    cumulative = np.cumsum(weights, out=weights)
    return np.searchsorted(cumulative, rng.random(size) * cumulative[-1], side="right")


def _race(scores: Any, rate: float, rng: np.random.Generator) -> Any:
    finish = rng.standard_exponential(scores.size)
    np.log(finish, out=finish)
    finish -= scores * rate
    return finish.argmin()


def _opendp(scores: Any, scale: float) -> dict[str, Callable[[], object]]:
    """OpenDP's ways to choose: its two noises, from floats and from 32-bit integers, given as numpy arrays."""
    try:
        import opendp.prelude as dp
    except ImportError:
        return {}
    dp.enable_features("contrib")
    ways: dict[str, Callable[[], object]] = {}
    floats = (dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float), scores)
    whole = (dp.vector_domain(dp.atom_domain(T="i32")), dp.linf_distance(T="i32"), scores.astype(np.int32))
    for kind, (domain, metric, values) in (("floats", floats), ("integers", whole)):
        for measure in (dp.max_divergence(), dp.zero_concentrated_divergence()):
            choose = dp.m.make_noisy_max(domain, metric, measure, scale=scale)
            ways[f"OpenDP {measure} {kind}"] = lambda choose=choose, values=values: choose(values)
    return ways


def _against_numpy(what: str, times: dict[str, float], most: float) -> Row:
    plain = {name: taken for name, taken in times.items() if name != "ours" and "OpenDP" not in name}
    best = min(plain, key=plain.__getitem__)
    return Row(
        what=f"{what}; against numpy's fastest ({best})",
        ours=times["ours"],
        theirs=plain[best],
        unit="ms",
        most_ratio=most,
        why="the draw's own checks and bookkeeping come on top of numpy's passes over the scores",
    )


def _against_opendp(times: dict[str, float], least: float) -> Row:
    theirs = {name: taken for name, taken in times.items() if "OpenDP" in name}
    best = min(theirs, key=theirs.__getitem__, default="")
    return Row(
        what=f"1 draw of 10^6 candidates; against OpenDP {_version('opendp')} make_noisy_max",
        ours=times["ours"],
        theirs=theirs.get(best),
        unit="ms",
        most_ratio=1 / least,
        why=f"OpenDP has become faster (its fastest way here: {best[7:]})",
        note=f"its fastest way: {best[7:]}" if best else "OpenDP is not installed: pip install 'dpviz[bench]'",
    )


def _losses(rng: np.random.Generator, repetitions: int) -> Row:
    """The losses to 6320 neighbours of 80 candidates at 101 values of ε, against building each distribution."""
    scores = -rng.integers(0, 300, 80) / 2
    records = rng.choice([-0.5, 0.0, 0.5], size=(80, 80))
    pairs = [(a, b) for a in range(80) for b in range(80) if a != b]
    changes = np.array([records[b] - records[a] for a, b in pairs])
    epsilons = np.geomspace(0.01, 10, 101)

    def every_distribution() -> None:
        for epsilon in epsilons:
            distribution = scores * (epsilon / 2)
            distribution = distribution - np.log(np.exp(distribution - distribution.max()).sum()) - distribution.max()
            moved = (scores + changes) * (epsilon / 2)
            top = moved.max(axis=1, keepdims=True)
            moved = moved - top - np.log(np.exp(moved - top).sum(axis=1, keepdims=True))
            np.abs(moved - distribution).max(axis=1)

    times = _interleaved(
        {"ours": lambda: neighbour_losses(scores, changes, epsilons, sensitivity=1.0), "theirs": every_distribution},
        max(3, repetitions // 5),
    )
    return Row(
        what="losses to 6320 neighbours at 101 values of ε; against numpy building every distribution",
        ours=times["ours"],
        theirs=times["theirs"],
        unit="ms",
        most_ratio=0.2,
        why="fewer candidates share a record's change than the shortcut counts on",
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


if __name__ == "__main__":
    print(render(rows()))
