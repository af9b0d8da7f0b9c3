"""Draws of a student's function, and whether they may come from a distribution.

Each test has a stated chance to accuse a right answer, and its bounds hold for every number of draws; with the seeds
fixed, a right answer is accused always or never.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dpviz.exercises.judge import together
from dpviz.exercises.probes.reading import Floats, number, short
from dpviz.exercises.verdict import require, working
from dpviz.mechanisms import LaplaceMechanism


def draws(function: Callable[..., Any], *arguments: Any, size: int, rng: np.random.Generator) -> list[Any]:
    """Call the student's ``function(*arguments, rng)`` `size` times; the check ends if its chance is not that of `rng`.

    Returns
    -------
    list
        What it returned.
    """
    name = getattr(function, "name", "your function")
    seed = int(rng.integers(2**32))
    first, second = (function(*arguments, np.random.default_rng(seed)) for _ in range(2))
    require(
        repr(first) == repr(second),
        working(
            f"Called twice with the same seed, `{name}` gives {short(first)} and {short(second)}: "
            "all its chance should come from `rng`."
        ),
    )
    return list(together(function, [(*arguments, rng)], [0] * size))


def samples(
    function: Callable[..., Any], *arguments: Any, size: int, rng: np.random.Generator, random: bool = True
) -> Floats:
    """`draws` of single finite numbers; if they have to be `random`, the check ends if all are the same.

    Returns
    -------
    ndarray of shape (size,)
    """
    name = f"`{getattr(function, 'name', 'your function')}`"
    found = np.array(
        [number(value, f"What {name} returns") for value in draws(function, *arguments, size=size, rng=rng)]
    )
    require(
        not random or len(np.unique(found)) > 1,
        working(f"{name} returned {short(float(found[0]))} {size} times in a row: there is no chance in it."),
    )
    return found


@dataclass(frozen=True)
class Fit:
    """Whether draws may come from a distribution.

    Parameters
    ----------
    ok : bool
        False if they cannot, but for the stated chance of a false alarm.
    distance : float
        How far from the distribution they are. For `fits_cdf` the largest difference of distribution functions; for
        `fits_distribution` the largest divergence of an outcome, in nats a draw.
    """

    ok: bool
    distance: float


#: Chance to reject draws that do come from the distribution.
_FALSE_ALARM = 1e-9
#: Shares of a distribution's tails that are counted by themselves: Kolmogorov and Smirnov hardly see them.
_TAILS = np.array([0.0004, 0.0005, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3])


def _divergence(share: Floats, p: Floats) -> Floats:
    """Divergence of a coin of chance `share` from one of chance `p`, in nats: Chernoff's exponent."""
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = [np.where(x > 0, x * np.log(x / y), 0.0) for x, y in ((share, p), (1 - share, 1 - p))]
    return parts[0] + parts[1]


def fits_cdf(found: ArrayLike, cdf: Callable[[Floats], Floats]) -> Fit:
    """Whether draws may come from a continuous distribution.

    Three tests, each with a bound that holds for every number of draws: Kolmogorov and Smirnov's with Massart's
    bound; the shares in the lower tail, the upper and both, with Chernoff's; and the mean of -ln(2 min(F, 1 - F)),
    exponentially distributed with mean 1 where F is right, with Chernoff's: it sees a scale a few per cent off.
    At 36,000 draws Laplace noise cut at 7 scales is found, and a scale 5 % too small or too large.

    Parameters
    ----------
    found : array_like of shape (k,)
        Draws. Those at several arguments may be pooled once they are brought to one distribution.
    cdf : callable
        The distribution's distribution function, on an array.

    Returns
    -------
    Fit
        Whether they may; those that do are rejected with a chance of `_FALSE_ALARM`.
    """
    ordered = np.sort(np.asarray(found, dtype=np.float64))
    size, surprise = len(ordered), math.log(6 / _FALSE_ALARM)
    exact = np.asarray(cdf(ordered), dtype=np.float64)
    steps = np.arange(size + 1) / size
    gaps = np.maximum(steps[1:] - exact, exact - steps[:-1])
    low, high = np.searchsorted(exact, _TAILS) / size, 1 - np.searchsorted(exact, 1 - _TAILS) / size
    shares, wanted = np.concatenate([low, high, low + high]), np.concatenate([_TAILS, _TAILS, 2 * _TAILS])
    depth = float(-np.log(np.maximum(2 * np.minimum(exact, 1 - exact), 1e-300)).mean())
    ok = (
        gaps.max() <= math.sqrt(surprise / (2 * size))
        and (_divergence(shares, wanted) <= (surprise + math.log(len(wanted))) / size).all()
        and depth - 1 - math.log(max(depth, 1e-300)) <= surprise / size
    )
    return Fit(bool(ok), float(gaps.max()))


def fits_distribution(counts: ArrayLike, probabilities: ArrayLike, *, false_alarm: float = _FALSE_ALARM) -> Fit:
    """Whether counts of finitely many outcomes may come from a distribution; Chernoff's bound on each, at any size.

    Counts and probabilities have the shape (m,); those that do come from it are rejected with chance `false_alarm`.

    Returns
    -------
    Fit
    """
    k, p = np.asarray(counts, dtype=np.float64), np.asarray(probabilities, dtype=np.float64)
    divergence = _divergence(k / k.sum(), p)
    limit = math.log(2 * len(p) / false_alarm) / float(k.sum())
    return Fit(bool((divergence <= limit).all()), float(divergence.max()))


def laplace_cdf(centre: float, scale: float) -> Callable[[Floats], Floats]:
    """Distribution function of Laplace's distribution of that middle and scale > 0.

    Returns
    -------
    callable
        From an array to probabilities.
    """
    mechanism = LaplaceMechanism(epsilon=1.0, sensitivity=scale)
    return lambda x: np.asarray(mechanism.cdf(x, centre))
