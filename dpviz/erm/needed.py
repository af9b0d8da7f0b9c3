"""How many records the noise alone takes, measured: the truth beside the theorem on learning sizes."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz._numeric.counts import bincount
from dpviz._numeric.solve import safe_ends
from dpviz.erm.clouds import Clouds
from dpviz.erm.losses import Floats, LogisticLoss
from dpviz.erm.newton import Problem
from dpviz.erm.noise import GammaNoise

CURVATURE = LogisticLoss().curvature_bound
CELL = 0.05  # the distribution of the examples is put into cells of this width
# Scales of the noise that are tried, in units of ||w0|| on the answer: the best rule may be far longer than w0.
SCALES = 1e-3 * 30_000 ** (np.arange(27) / 17)
SHIFTS = np.array([0.0, -2.0, 2.0])  # standard errors: the estimate, and the ends of its band

MOST_SIZE = 10_000
"""The most releases to average over: each costs a fit."""


@dataclass(frozen=True, eq=False, kw_only=True)
class RecordsNeeded:
    """Records at which the mean excess loss is as allowed, of the shape S to which the arguments broadcast.

    Parameters
    ----------
    answer, question : float or ndarray of shape S
        For output perturbation, and for objective perturbation (corrected, λ not raised).
    answer_band, question_band : ndarray of shape S + (2,)
        The same where the mean excess is two standard errors smaller, and larger.
    bias : float or ndarray of shape S
        Excess loss without noise: at most g/2, and negative where w0 is short and a longer rule is better.
    """

    answer: float | Floats
    question: float | Floats
    answer_band: Floats
    question_band: Floats
    bias: float | Floats


def records_needed(
    norm: ArrayLike, excess: ArrayLike, epsilon: ArrayLike, *, size: int, rng: np.random.Generator
) -> RecordsNeeded:
    """Records that make the noise small enough, if the distribution of the examples, `Clouds`, were known.

    Source: LR-8, for which it is a measured counterpart: λ = g / ||w0||² as in the theorem, J with the expected loss in
    place of the sample's (as if n were large), so that only the noise is paid for. The mean excess is found on a grid
    of noise scales and interpolated.

    Parameters
    ----------
    norm : array_like
        ||w0||, from 0.001 to 1000; w0 is the best rule of that length.
    excess : array_like
        g, from 1e-6 to 1000: how far above w0's expected loss that of the releases may be on average.
    epsilon : array_like
        ε in nats, at most 1000. These three broadcast.
    size : int
        Releases a scale of the noise, >= 2.
    rng : numpy.random.Generator
        The source of randomness; all scales and entries share their noise.

    Examples
    --------
    >>> needed = records_needed(2.0, 0.04, [0.1, 0.2], size=20, rng=np.random.default_rng(1))
    >>> round(float(needed.answer[0] / needed.answer[1]), 9)
    2.0
    """
    lengths, gaps, eps = np.broadcast_arrays(
        check.between("norm", norm, 1e-3, 1e3),
        check.between("excess", excess, 1e-6, 1e3),
        check.between("epsilon", epsilon, 1e-90, 1e3),
    )
    many = check.count("size", size, least=2, cap=MOST_SIZE)
    unit = GammaNoise(dim=2, scale=1.0)
    noise = unit.draw(rng, many), unit.draw(rng, many)
    cells = _cells()
    found = {
        pair: _largest_scales(cells, *pair, *noise)
        for pair in {*zip(lengths.ravel().tolist(), gaps.ravel().tolist(), strict=True)}
    }
    each = [found[pair] for pair in zip(lengths.ravel().tolist(), gaps.ravel().tolist(), strict=True)]
    t, s = (np.array([one[k] for one in each]).reshape(*eps.shape, len(SHIFTS)) for k in (0, 1))
    strength = (gaps / lengths**2)[..., None]
    answer = 2 / (strength * eps[..., None] * t)
    question = _records(2 / s, eps[..., None], strength)
    return RecordsNeeded(
        answer=plain(answer[..., 0]),
        question=plain(question[..., 0]),
        answer_band=answer[..., 1:],
        question_band=question[..., 1:],
        bias=plain(np.array([one[2] for one in each]).reshape(eps.shape)),
    )


@cache
def _cells() -> tuple[Floats, Floats]:
    """The distribution of ``y x`` on a net, shares summing to 1."""
    points, share = Clouds().nodes()
    whole = np.rint(points / CELL).astype(np.int64)
    least, wide = whole.min(axis=0), int(np.ptp(whole[:, 1])) + 1
    mass = bincount((whole - least) @ np.array([wide, 1]), weights=share)
    kept = np.flatnonzero(mass > 1e-7)
    return (np.stack(divmod(kept, wide), axis=1) + least) * CELL, mass[kept] / mass[kept].sum()


def _largest_scales(
    cells: tuple[Floats, Floats], length: float, gap: float, on_answer: Floats, on_question: Floats
) -> tuple[Floats, Floats, float]:
    """The scales of noise, on the answer and on the slope, at which the mean excess is the gap; each with its band."""
    points, share = cells
    strength = gap / length**2
    problem = Problem(points, LogisticLoss(), strength, share)

    def loss(weights: Floats) -> Floats:
        flat = weights.reshape(-1, 2)
        pull = 0.5 * strength * np.einsum("md,md->m", flat, flat)
        return np.asarray((problem.value(flat, np.zeros_like(flat)) - pull).reshape(weights.shape[:-1]))

    def around(half_degrees: Floats) -> Floats:
        turn = half_degrees * (np.pi / 360)
        return loss(length * np.stack([np.cos(turn), np.sin(turn)], axis=1))

    rough = np.arange(0.0, 720.0, 15.0)  # the best direction: first roughly, then to half a degree
    wanted = around(rough[around(rough).argmin()] + np.arange(-15, 16)).min() + gap
    best = problem.solve(np.zeros((1, 2)))[0][0]
    bias = float(loss(best[None, :])[0] - wanted + gap)

    def on_answer_by(scale: float) -> Floats:
        return loss(best + scale * length * on_answer) - wanted

    def on_question_by(scale: float) -> Floats:
        return loss(problem.solve(scale * strength * length * on_question)[0]) - wanted

    return _crossing(on_answer_by) * length, _crossing(on_question_by) * strength * length, bias


def _crossing(above: Callable[[float], Floats]) -> Floats:
    """Where the mean over releases crosses 0, on the grid of scales; and where it does 2 standard errors off.

    The mean rises with the scale, so that few scales need be tried.
    """

    @cache
    def tried(place: int) -> tuple[float, float]:
        values = above(SCALES[place])
        return float(values.mean()), float(values.std(ddof=1)) / len(values) ** 0.5

    found = []
    for shift in SHIFTS:
        curve = lambda place, shift=shift: tried(place)[0] + shift * tried(place)[1]  # noqa: E731
        first = bisect(range(len(SCALES) - 1), 0, key=curve)
        if first == 0:
            found.append(SCALES[0])
            continue
        low, high = curve(first - 1), curve(first)
        share = np.clip(-low / (high - low), 0, 1)
        found.append(SCALES[first - 1] * (SCALES[first] / SCALES[first - 1]) ** share)
    return np.array(found)


def _records(product: Floats, epsilon: Floats, strength: Floats) -> Floats:
    """The n with ``n ε'(n)`` equal to the product, where ε' is the corrected one."""
    bend = CURVATURE / strength
    none = bend / np.expm1(0.5 * epsilon)  # where ε' is 0
    high = none + product / epsilon + 2 * bend / epsilon
    return safe_ends(lambda n: n * (epsilon - 2 * np.log1p(bend / n)) >= product, high, none)
