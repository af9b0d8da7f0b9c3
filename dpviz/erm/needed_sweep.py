"""How many records the noise alone takes, measured: the truth beside the theorem on learning sizes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz._solve import safe_end
from dpviz.erm.clouds import Clouds
from dpviz.erm.losses import LogisticLoss
from dpviz.erm.newton import Problem
from dpviz.erm.noise import GammaNoise
from dpviz.mechanisms._arguments import positives

Floats = NDArray[np.float64]
CURVATURE = 0.25
CELL = 0.05  # the law of the examples is put into cells of this width
SCALES = np.geomspace(1e-3, 30, 18)  # of the noise that are tried, in units of ||w0|| on the answer


@dataclass(frozen=True, eq=False, kw_only=True)
class Needed:
    """Records at which the mean excess loss is as allowed, a frame at a time.

    Parameters
    ----------
    answer, question : ndarray of shape (F,)
        For output perturbation, and for objective perturbation (corrected, λ not raised).
    answer_band, question_band : ndarray of shape (F, 2)
        The same where the mean excess is two standard errors smaller, and larger.
    bias : ndarray of shape (F,)
        Excess loss without noise: at most g/2, and negative where w0 is short and a longer rule is better.
    """

    answer: Floats
    question: Floats
    answer_band: Floats
    question_band: Floats
    bias: Floats


def needed_sweep(
    norm: ArrayLike,
    excess: ArrayLike,
    epsilon: ArrayLike,
    *,
    clouds: Clouds | None = None,
    size: int,
    rng: np.random.Generator,
) -> Needed:
    """Records that make the noise small enough, if the law of the examples were known; arguments broadcast to (F,).

    Parameters
    ----------
    norm : array_like of shape (F,)
        ||w0||, finite and > 0; w0 is the best rule of that length.
    excess : array_like of shape (F,)
        g, finite and > 0: how far above w0's expected loss that of the releases may be on average.
    epsilon : array_like of shape (F,)
        ε in nats, finite and > 0.
    clouds : Clouds, optional
        The law of the examples.
    size : int
        Releases a scale of the noise, >= 2.
    rng : numpy.random.Generator
        The source of randomness; all scales and frames share their luck.

    Returns
    -------
    Needed

    Notes
    -----
    Source: LR-8, for which it is a measured counterpart: λ = g / ||w0||² as in the theorem, J with the expected loss in
    place of the sample's (as if n were large), so that only the noise is paid for. The mean excess is found on a grid
    of noise scales and interpolated.
    """
    lengths, gaps, eps = np.broadcast_arrays(
        np.atleast_1d(positives("norm", norm)),
        np.atleast_1d(positives("excess", excess)),
        np.atleast_1d(positives("epsilon", epsilon)),
    )
    many = _check.count("size", size, least=2)
    unit = GammaNoise(dim=2, scale=1.0)
    on_answer, on_question = unit.draw(rng, many), unit.draw(rng, many)
    law = _cells(Clouds() if clouds is None else clouds)
    scales: dict[tuple[float, float], tuple[Floats, Floats, float]] = {}
    answer, question = np.empty((3, len(eps))), np.empty((3, len(eps)))
    bias = np.empty(len(eps))
    for frame, (length, gap, e) in enumerate(zip(lengths.tolist(), gaps.tolist(), eps.tolist(), strict=True)):
        if (length, gap) not in scales:
            scales[length, gap] = _largest_scales(law, length, gap, on_answer, on_question)
        t, s, bias[frame] = scales[length, gap]
        strength = gap / length**2
        answer[:, frame] = 2 / (strength * e * t)
        question[:, frame] = [_records(2 / value, e, strength) for value in s]
    return Needed(
        answer=answer[0],
        question=question[0],
        answer_band=answer[1:].T,
        question_band=question[1:].T,
        bias=bias,
    )


def _cells(clouds: Clouds) -> tuple[Floats, Floats]:
    """The law of ``y x`` on a net, shares summing to 1."""
    points, share = clouds.nodes()
    cells, which = np.unique(np.rint(points / CELL).astype(int), axis=0, return_inverse=True)
    mass = np.bincount(which.reshape(-1), weights=share)
    kept = mass > 1e-7
    return cells[kept] * CELL, mass[kept] / mass[kept].sum()


def _largest_scales(
    law: tuple[Floats, Floats], length: float, gap: float, on_answer: Floats, on_question: Floats
) -> tuple[Floats, Floats, float]:
    """The scales of noise, on the answer and on the slope, at which the mean excess is the gap; each with its band."""
    points, share = law
    strength = gap / length**2
    problem = Problem(points, LogisticLoss(), strength, share)  # type: ignore[arg-type]  # shares for counts

    def loss(weights: Floats) -> Floats:
        flat = weights.reshape(-1, 2)
        pull = 0.5 * strength * np.einsum("md,md->m", flat, flat)
        return np.asarray((problem.value(flat, np.zeros_like(flat)) - pull).reshape(weights.shape[:-1]))

    turn = np.linspace(0, 2 * np.pi, 720, endpoint=False)
    wanted = loss(length * np.stack([np.cos(turn), np.sin(turn)], axis=1)).min() + gap
    best = problem.solve(np.zeros((1, 2)))[0][0]
    bias = float(loss(best[None, :])[0] - wanted + gap)
    answers = best + (SCALES * length)[:, None, None] * on_answer
    tilts = (SCALES * strength * length)[:, None, None] * on_question
    questions = problem.solve(tilts.reshape(-1, 2))[0].reshape(tilts.shape)
    t = _crossing(loss(answers) - wanted) * length
    s = _crossing(loss(questions) - wanted) * strength * length
    return t, s, bias


def _crossing(above: Floats) -> Floats:
    """Where the mean over releases crosses 0, on the grid of scales; and where it does 2 standard errors off."""
    mean, error = above.mean(axis=1), above.std(axis=1, ddof=1) / above.shape[1] ** 0.5
    found = []
    for shift in (0.0, -2.0, 2.0):
        curve = mean + shift * error
        first = int(np.argmax(curve > 0)) if (curve > 0).any() else len(SCALES) - 1
        if first == 0:
            found.append(SCALES[0])
            continue
        share = -curve[first - 1] / (curve[first] - curve[first - 1])
        found.append(float(SCALES[first - 1] * (SCALES[first] / SCALES[first - 1]) ** np.clip(share, 0, 1)))
    return np.array(found)


def _records(product: float, epsilon: float, strength: float) -> float:
    """The n with ``n ε'(n)`` equal to the product, where ε' is the corrected one."""
    low = CURVATURE / (strength * math.expm1(0.5 * epsilon))  # where ε' is 0
    high = low + product / epsilon + 2 * CURVATURE / (strength * epsilon)
    return safe_end(
        lambda n: n * (epsilon - 2 * math.log1p(CURVATURE / (n * strength))) >= product, high, low
    )
