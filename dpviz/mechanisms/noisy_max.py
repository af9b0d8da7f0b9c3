"""Report noisy max: add noise to every score and tell only which one came out highest."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.mechanisms._arguments import as_scores
from dpviz.mechanisms._chooser import Chooser
from dpviz.mechanisms.exponential import exponential_distributions

NOISES = ("laplace", "exponential", "gumbel")
CHUNK = 1 << 20
# Gauss-Legendre nodes on a stretch of at most one noise scale: enough for full double precision, by the tests.
NODES, WEIGHTS = np.polynomial.legendre.leggauss(16)
LOWEST = -745.0  # exp of less is 0 as a float


@dataclass(frozen=True, kw_only=True)
@check.fields(noise=check.word(NOISES))
class ReportNoisyMax(Chooser):
    """Add independent noise to every score and report the index of the largest sum, ε-privately.

    With Gumbel noise this is the exponential mechanism, exactly. With exponential noise it has the distribution of
    permute-and-flip, which is never less accurate. Laplace noise is the form best known from textbooks. Source: EXP-6
    (Laplace noise), EXP-1 (Gumbel noise). That exponential noise gives permute-and-flip is from Ding et al., "The
    permute-and-flip mechanism is identical to report-noisy-max with exponential noise" (2021).

    Parameters
    ----------
    epsilon, sensitivity, monotonic : float, bool
        As in `ExponentialMechanism`.
    noise : {"laplace", "exponential", "gumbel"}, default "laplace"
        What is added, each with scale `scale`.

    Examples
    --------
    >>> mechanism = ReportNoisyMax(epsilon=1.0, sensitivity=1.0)
    >>> mechanism.probabilities([-2, -1, 0, -1, -2]).round(4)
    array([0.1153, 0.2039, 0.3615, 0.2039, 0.1153])
    """

    noise: str = "laplace"

    def probabilities(self, scores: ArrayLike) -> NDArray[np.float64]:
        """Probability that each candidate is reported; arguments and result as for `ExponentialMechanism`.

        Closed form for Gumbel noise; for the others a one-dimensional integral whose relative error is below 1e-10 for
        every probability above 1e-290. The time grows with the square of the number of distinct scores for Laplace
        noise.
        """
        checked = as_scores(scores).astype(np.float64)
        if self.noise == "gumbel":
            return exponential_distributions(
                checked, self.epsilon, sensitivity=self.sensitivity, monotonic=self.monotonic
            )
        distribution = _laplace_distribution if self.noise == "laplace" else _permute_and_flip_distribution
        rows = checked.reshape(-1, checked.shape[-1])
        return np.stack([_by_value(distribution, row, self.scale) for row in rows]).reshape(checked.shape)

    def select(self, scores: ArrayLike, rng: np.random.Generator, size: int | None = None) -> int | NDArray[np.intp]:
        draw = getattr(check.generator(rng), self.noise)
        return drawn_in_parts(
            lambda rows, times: (draw(scale=self.scale, size=(times, *rows.shape)) + rows).argmax(axis=-1), scores, size
        )


def drawn_in_parts(
    winners: Callable[[NDArray[np.float64], int], NDArray[np.intp]], scores: ArrayLike, size: int | None
) -> int | NDArray[np.intp]:
    """`select` of a mechanism whose `winners(rows, times)` are (times, rows) indices; rows are scores minus their best.

    As many at once as memory is right for.
    """
    checked = as_scores(scores).astype(np.float64)
    repeats = 1 if size is None else check.entries("size", size)
    rows = checked.reshape(-1, checked.shape[-1])
    rows = rows - rows.max(axis=-1, keepdims=True)
    drawn = np.empty((repeats, len(rows)), dtype=np.intp)
    step = max(1, CHUNK // rows.size)
    for begin in range(0, repeats, step):
        part = drawn[begin : begin + step]
        part[:] = winners(rows, len(part))
    shaped = drawn.reshape(repeats, *checked.shape[:-1])
    if size is not None:
        return shaped
    return int(shaped[0]) if checked.ndim == 1 else shaped[0]


Distribution = Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]


def _by_value(distribution: Distribution, scores: NDArray[np.float64], scale: float) -> NDArray[np.float64]:
    """Candidates with equal scores have equal probabilities: integrate once for each distinct score."""
    values, where, ties = np.unique(scores, return_inverse=True, return_counts=True)
    with np.errstate(over="ignore"):
        below = (values - values[-1]) / scale
    return distribution(below, ties.astype(np.float64))[where.ravel()]


def _panels(edges: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Nodes and weights of Gauss-Legendre quadrature on each stretch between neighbouring edges."""
    half = np.diff(edges)[:, None] / 2
    middle = (edges[1:, None] + edges[:-1, None]) / 2
    return (middle + half * NODES).ravel(), (half * WEIGHTS).ravel()


def _laplace_distribution(below: NDArray[np.float64], ties: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pr[candidate i has the largest sum] = integral of f(x - a_i) prod_{j != i} F(x - a_j) dx, in units of scale.

    `below` holds the distinct scores minus the best, rising, and `ties` how many candidates have each. The integrand
    is smooth between the scores, so the line is cut at each of them and then into stretches of at most 1.
    """
    number = ties.sum()
    if number == 1:
        return np.ones(1)
    # What lies outside weighs less than e^-40 of the smallest probability.
    low, high = max(below[0] - 40.0, LOWEST), math.log(number) + 45.0
    marks = np.unique(np.concatenate([[low, high], below[below > low]]))
    pieces = [np.linspace(a, b, math.ceil(b - a) + 1)[:-1] for a, b in pairwise(marks)]
    nodes, weights = _panels(np.append(np.concatenate(pieces), high))
    distribution = np.zeros(below.size)
    step = max(1, CHUNK // (4 * below.size))
    for begin in range(0, nodes.size, step):
        above = nodes[begin : begin + step, None] - below
        decay = np.exp(-np.abs(above))
        # ln F(y) = y - ln 2 below 0 and ln(1 - e^-y / 2) above; f/F is 1 below 0.
        log_cdf = np.where(above < 0, above - math.log(2.0), np.log1p(-0.5 * decay))
        hazard = np.where(above < 0, 1.0, 0.5 * decay / (1.0 - 0.5 * decay))
        distribution += (weights[begin : begin + step] * np.exp(log_cdf @ ties)) @ hazard
    return distribution


def _permute_and_flip_distribution(below: NDArray[np.float64], ties: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pr[candidate i] = p_i times the integral over t in (0, 1) of prod_{j != i} (1 - p_j t), with p = e^below.

    Permute-and-flip visits the candidates in a random order, say at uniform times, and stops at the first whose coin
    of bias p shows heads: at time t, each other one has come up heads already with probability p_j t.
    """
    chances = np.exp(below)
    # The product falls within 1/m of 0 when many scores are tied: halve the stretches towards 0.
    halvings = math.ceil(math.log2(ties.sum())) + 2
    nodes, weights = _panels(np.concatenate([[0.0], 0.5 ** np.arange(halvings, -1.0, -1.0)]))
    distribution = np.zeros(below.size)
    step = max(1, CHUNK // (4 * below.size))
    for begin in range(0, nodes.size, step):
        misses = 1.0 - nodes[begin : begin + step, None] * chances
        product = np.exp(np.log(misses) @ ties)
        distribution += (weights[begin : begin + step] * product) @ (1.0 / misses)
    return chances * distribution
