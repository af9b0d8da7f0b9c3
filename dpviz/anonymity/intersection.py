"""Several anonymous releases that contain the same person: what is left when their classes are intersected.

The model: m sensitive values. In each release the target's class holds the target's value v and k - 1 others, drawn
independently and uniformly from all m. The attacker keeps the values that every one of the classes holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.stats import log_binomial, sigmoid, wilson
from dpviz.privacy.attacker import posterior

Floats = NDArray[np.float64]

# What is added up grows with all of these, and with the square of the values.
MOST_PEOPLE, MOST_VALUES, MOST_RELEASES = 10_000, 1000, 10_000


def _model(k_anon: object, values: object) -> tuple[int, int]:
    k = check.count("k_anon", k_anon, cap=MOST_PEOPLE)
    return k, check.count("values", values, least=2, cap=MOST_VALUES)


def _hits(draws: int, size: int) -> Floats:
    """Distribution of how many of s given values (row s, 0 to size - 1) are hit by some draws, uniform on `size`.

    All terms are positive, so nothing cancels.
    """
    distribution = np.zeros((size, size))
    distribution[:, 0] = 1.0
    given, hit = np.arange(size)[:, None], np.arange(size)[None, :]
    new = np.maximum(given - hit, 0) / size
    for _ in range(draws):
        arriving = np.zeros_like(distribution)
        arriving[:, 1:] = (distribution * new)[:, :-1]
        distribution = distribution * (1.0 - new) + arriving
    return distribution


def candidates_distribution(*, k_anon: int, values: int, releases: ArrayLike) -> Floats:
    """Probability that 0, 1, ..., m - 1 *wrong* values cannot be ruled out, exactly, shape (..., m) (LEG-4).

    Entry 0 is certainty. The source has two releases; the same argument repeated gives any number. Wrong values left
    after one release are those its class holds; each further class keeps those of them that it hits again.

    Parameters
    ----------
    k_anon, values : int
        Size of the target's class in each release, >= 1, and how many sensitive values there are, m >= 2.
    releases : array_like of int, shape (...)
        Independent releases that contain the target, >= 1.

    Examples
    --------
    >>> candidates_distribution(k_anon=2, values=5, releases=1).round(4).tolist()
    [0.2, 0.8, 0.0, 0.0, 0.0]
    """
    k, m = _model(k_anon, values)
    count = check.counts("releases", releases, cap=MOST_RELEASES).astype(np.int64)
    step = _hits(k - 1, m)
    distributions = [np.eye(m)[m - 1]]  # before any release every wrong value is possible
    for _ in range(count.max()):
        distributions.append(distributions[-1] @ step)
    return np.stack(distributions)[count]


def certainty(*, k_anon: int, values: int, releases: ArrayLike = 2) -> Floats:
    r"""Probability that the intersection is the target's value alone, in (0, 1]; as `candidates_distribution` (LEG-4).

    For two releases this is ``E[((m - |A \ v|) / m)^(k - 1)]``, with A the values of the first class.

    Examples
    --------
    >>> round(certainty(k_anon=2, values=5), 12), round(certainty(k_anon=4, values=10), 6)
    (0.84, 0.440983)
    """
    distribution = candidates_distribution(k_anon=k_anon, values=values, releases=releases)
    return check.plain(np.minimum(1.0, distribution[..., 0]))


@dataclass(frozen=True, eq=False)
class Simulated:
    """How often the simulated attack ended in certainty.

    In `certain`, shape (releases,), of the `trials` one value was left after 1, 2, ... releases.
    """

    certain: NDArray[np.int64]
    trials: int

    @property
    def share(self) -> Floats:
        """Share of certain trials after each release."""
        return self.certain / self.trials

    @property
    def error(self) -> Floats:
        """How far Wilson's 95 % band reaches from `share`, on its wider side: above 0 also where all trials agree."""
        low, high = wilson(self.certain, self.trials)
        return np.maximum(high - self.share, self.share - low)


def simulate(*, k_anon: int, values: int, releases: int, trials: int, rng: np.random.Generator) -> Simulated:
    """Draw the classes of the model for so many targets and intersect them; as `candidates_distribution` (LEG-4).

    The target's value is value 0: by symmetry it does not matter which.
    """
    k, m = _model(k_anon, values)
    count = check.count("releases", releases, cap=MOST_RELEASES)
    runs = check.entries("trials", trials, each=max(k, m))
    draw = check.generator(rng)
    left = np.ones((runs, m), dtype=bool)
    certain = np.empty(count, dtype=np.int64)
    for release in range(count):
        held = np.zeros((runs, m), dtype=bool)
        held[:, 0] = True
        if k > 1:
            others = draw.integers(0, m, (runs, k - 1))
            held[np.arange(runs)[:, None], others] = True
        left &= held
        certain[release] = np.count_nonzero(left.sum(axis=1) == 1)
    return Simulated(certain, runs)


@dataclass(frozen=True, eq=False)
class PrivateAnswers:
    """The same question answered several times, each answer ε-private; floats, or arrays of one shape.

    `loss` is the exact largest one of all answers together, in nats: releases times ε. `prior` and `most` are the
    belief in the target's value before, and the most that any answers can make of it; `expected` is the mean belief in
    the truth after the answers, exactly.
    """

    loss: float | Floats
    prior: float | Floats
    most: float | Floats
    expected: float | Floats


def private_answers(*, values: ArrayLike, releases: ArrayLike, epsilon: ArrayLike) -> PrivateAnswers:
    """The contrast: in place of a class, a private answer each time (LEG-4, DP-6, DP-1).

    "Does the target have this value?" is answered by randomised response with ε: truthfully with probability
    ``e^ε / (1 + e^ε)``. The attacker believes it with 1/m before. The losses of randomised response really add up, so
    the ceiling is reached: when all answers say yes. Neighbours: one person's value is replaced.

    Parameters
    ----------
    values, releases : array_like of int
        How many sensitive values there are, m >= 2, and how many answers, >= 1.
    epsilon : array_like
        ε of each answer in nats, > 0. All broadcast.

    Examples
    --------
    >>> found = private_answers(values=5, releases=2, epsilon=0.5)
    >>> round(found.loss, 12), round(found.most, 6)
    (1.0, 0.40461)
    """
    m, count = check.counts("values", values, least=2), check.counts("releases", releases, cap=MOST_RELEASES)
    each = check.positives("epsilon", epsilon)
    check.broadcast(values=m, releases=count, epsilon=each)
    m, count, each = np.broadcast_arrays(m, count, each)
    loss = count * each
    # How many answers were "yes", of somebody who has the value: which of them were tells no more.
    yes = np.arange(int(count.max()) + 1)
    m_, count_, each_ = m[..., None], count[..., None], each[..., None]
    has = np.exp(log_binomial(yes, count_, sigmoid(each_), miss=sigmoid(-each_)))
    belief = posterior(1.0 / m_, (2 * yes - count_) * each_)
    return PrivateAnswers(
        loss=check.plain(loss),
        prior=check.plain(1.0 / m),
        most=posterior(1.0 / m, loss),
        expected=check.plain(np.asarray((has * belief).sum(axis=-1))),
    )
