"""Noise on a number, along one axis: two neighbouring worlds, what each output tells, and what an attacker can do.

Every array holds one entry a frame: along ε the table stays the same, along n it grows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz._stats import normal_quantile
from dpviz.mechanisms.gaussian_curve import gaussian_scale
from dpviz.mechanisms.statistics import Statistic
from dpviz.privacy.attacker import power_ceiling
from dpviz.privacy.pairs import GaussianPair, LaplacePair

Floats = NDArray[np.float64]

NOISES = ("laplace", "gaussian")


@dataclass(frozen=True)
class NoiseSweep:
    """Two neighbouring tables' answers and the noise put on them, a frame at a time.

    Attributes
    ----------
    noise : {"laplace", "gaussian"}
    epsilon : ndarray of shape (F,)
        In nats.
    delta : ndarray of shape (F,)
        What the noise was made for; 0 for Laplace.
    n : ndarray of shape (F,)
        How many people.
    here, there : ndarray of shape (F,)
        The true answer of the table and of the neighbour that moves it most.
    sensitivity : ndarray of shape (F,)
        In the l1 norm for Laplace noise, in the l2 norm for Gaussian noise.
    scale : ndarray of shape (F,)
        Laplace's b, or Gauss's σ.
    neighbouring : {"replace", "add_remove"}
    """

    noise: str
    epsilon: Floats
    delta: Floats
    n: NDArray[np.int64]
    here: Floats
    there: Floats
    sensitivity: Floats
    scale: Floats
    neighbouring: str

    @cached_property
    def pairs(self) -> tuple[LaplacePair | GaussianPair, ...]:
        """The two worlds of each frame."""
        pair = LaplacePair if self.noise == "laplace" else GaussianPair
        return tuple(
            pair(here=float(here), there=float(there), scale=float(scale))
            for here, there, scale in zip(self.here, self.there, self.scale, strict=True)
        )

    def densities(self, outputs: Floats) -> tuple[Floats, Floats]:
        """Density of each output on the table and on its neighbour; outputs and results of shape (F, m)."""
        both = np.array([pair.densities(row) for pair, row in zip(self.pairs, outputs, strict=True)])
        return both[:, 0], both[:, 1]

    @property
    def peak(self) -> Floats:
        """The density at the true answer, shape (F,)."""
        return np.array([pair.densities(pair.here)[0] for pair in self.pairs], dtype=np.float64)

    def loss(self, outputs: Floats) -> Floats:
        """Log of how much likelier each output is on this table than on its neighbour, in nats; shapes (F, m)."""
        return np.array([pair.loss(row) for pair, row in zip(self.pairs, outputs, strict=True)])

    @property
    def largest_loss(self) -> Floats:
        """The largest loss any output has, shape (F,); infinite for Gaussian noise."""
        return np.array([pair.worst_loss for pair in self.pairs])

    @property
    def delta_paid(self) -> Floats:
        """The least δ with which ε holds between these two tables, shape (F,); 0 for Laplace noise."""
        # A loss of exactly ε must not be told from ε by its last digit.
        return np.array(
            [pair.delta(e * (1 + 1e-12)) for pair, e in zip(self.pairs, self.epsilon, strict=True)]
        )

    def reaches(self) -> Floats:
        """Probability, on this table, of an output whose loss is ε or more in size, shape (F,)."""
        up = np.array(
            [pair.loss_tail(e * (1 - 1e-12)) for pair, e in zip(self.pairs, self.epsilon, strict=True)]
        )
        down = np.array(
            [1 - pair.loss_tail(-e * (1 - 1e-12)) for pair, e in zip(self.pairs, self.epsilon, strict=True)]
        )
        return up + down

    def at_quantile(self, q: ArrayLike) -> Floats:
        """The output of the table's own world below which the noise falls with probability `q`, one a frame."""
        q = np.broadcast_to(np.asarray(q, dtype=np.float64), self.scale.shape)
        if self.noise == "laplace":
            # The inverse of the law's distribution function, written so that neither tail loses digits.
            noise = np.where(q < 0.5, np.log(2 * np.minimum(q, 0.5)), -np.log(2 * np.minimum(1 - q, 0.5)))
        else:
            noise = normal_quantile(q)
        return self.here + self.scale * noise


def noise_sweep(
    statistic: Statistic,
    n: ArrayLike,
    epsilon: ArrayLike,
    delta: ArrayLike,
    *,
    noise: str,
    neighbouring: str,
) -> NoiseSweep:
    """Noise fitted to ε (and δ) on a table and on the neighbour that moves the answer most.

    Parameters
    ----------
    statistic : Statistic
    n : array_like of int, shape (F,)
        How many of its people are asked.
    epsilon : array_like, shape (F,)
        In nats, > 0.
    delta : array_like, shape (F,)
        In (0, 1); used for Gaussian noise alone.
    noise : {"laplace", "gaussian"}
    neighbouring : {"replace", "add_remove"}

    Returns
    -------
    NoiseSweep

    Notes
    -----
    Source: LAP-2, GAU-1 (the exact curve, so that no ε is out of range).
    """
    _check.one_of("noise", noise, NOISES)
    n = np.asarray(n, dtype=np.int64)
    epsilon = np.asarray(epsilon, dtype=np.float64)
    delta = np.asarray(delta, dtype=np.float64)
    sensitivity = statistic.sensitivity(neighbouring, n, norm=1 if noise == "laplace" else 2)
    if noise == "laplace":
        scale = sensitivity / epsilon
        delta = np.zeros(len(epsilon))
    else:
        # The noise grows in proportion to the sensitivity.
        scale = sensitivity * gaussian_scale(epsilon, delta)
    here = statistic.values_of(n)
    return NoiseSweep(
        noise=noise,
        epsilon=epsilon,
        delta=delta,
        n=n,
        here=here,
        there=here + statistic.worst_move(n),
        sensitivity=sensitivity,
        scale=scale,
        neighbouring=neighbouring,
    )


@dataclass(frozen=True)
class Attack:
    """The attacker who must say from one output which of two neighbouring worlds it came from, a frame at a time.

    Attributes
    ----------
    alarms : ndarray of shape (m,)
        Probability of crying wolf: saying "this table" when it was the neighbour.
    caught : ndarray of shape (F, m)
        Probability of saying "this table" when it was: the best any attacker can do.
    ceiling : ndarray of shape (F, m)
        What (ε, δ)-privacy allows.
    best : ndarray of shape (F, 2)
        Where the two kinds of mistake together are least: its false alarms and its hits.
    advantage : ndarray of shape (F,)
        Hits less false alarms there.
    """

    alarms: Floats
    caught: Floats
    ceiling: Floats
    best: Floats
    advantage: Floats


def attack_sweep(sweep: NoiseSweep, *, points: int = 201) -> Attack:
    """The best attack on each frame's two worlds, and the ceiling on it.

    Both kinds of noise make the loss fall or rise along the outputs, so the best attacks say "this table" on one
    side of a threshold (the lemma of Neyman and Pearson).

    Parameters
    ----------
    sweep : NoiseSweep
    points : int
        How finely the false alarms are drawn.

    Returns
    -------
    Attack

    Notes
    -----
    Source: DP-1, written for the event "the attacker says yes" and for its complement.
    """
    alarms = np.linspace(0.0, 1.0, points)
    caught = np.array([pair.power(alarms) for pair in sweep.pairs])
    # The total variation distance: the most by which hits can exceed false alarms.
    advantage = np.array([pair.delta(0.0) for pair in sweep.pairs])
    ceiling = np.asarray(power_ceiling(alarms, sweep.epsilon[:, None], sweep.delta[:, None]))
    best = np.stack([(1 - advantage) / 2, (1 + advantage) / 2], axis=1)
    return Attack(alarms, caught, ceiling, best, advantage)
