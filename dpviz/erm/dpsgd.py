"""Differentially private stochastic gradient descent: the path of the weights, many runs at once."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.erm import _examples, descent
from dpviz.erm.losses import Floats, LogisticLoss, Loss


@dataclass(frozen=True, eq=False, kw_only=True)
class Trajectory:
    """What happened in the T steps of a run, or of many: r... are their axes, the runs first, then the levels.

    Parameters
    ----------
    weights : ndarray, shape (r..., T + 1, d)
        Before the first step and after each.
    sampled : ndarray of bool, shape (T, n), or (runs, T, n)
        Who was sampled; the same for all levels.
    noise : ndarray, shape (r..., T, d)
        What was added to the sum of clipped gradients.
    clipped_share : ndarray, shape (r..., T)
        The part of the sample whose gradients were longer than C; 0 where nobody was sampled.
    method : DPSGD
        The method that was run.
    examples : ndarray, shape (n, d)
        Each row of the data times its label.
    """

    weights: Floats
    sampled: NDArray[np.bool_]
    noise: Floats
    clipped_share: Floats
    method: DPSGD
    examples: Floats

    @property
    def last(self) -> Floats:
        """The weights after the last step, shape (r..., d)."""
        return np.asarray(self.weights[..., -1, :])

    def norms(self, step: int) -> Floats:
        """Lengths of all gradients, not clipped, before a step from 0 to T (after the last), shape (r..., n)."""
        at = self.weights[..., check.count("step", step, least=0, most=self.method.steps), :]
        slopes = descent.slopes(at[..., None, :], self.examples, self.method.loss)[..., 0, :]
        return np.abs(slopes) * np.linalg.norm(self.examples, axis=1)

    def accuracy(self, X: ArrayLike, y: ArrayLike) -> float | Floats:
        """Which part of the k examples, rows (k, d) and labels -1 and +1, the last weights label rightly, shape (r...).

        A score of 0 counts as +1.
        """
        features = _examples.matrix("X", X)
        labels = _examples.signs(y, len(features))
        if features.shape[1] != self.examples.shape[1]:
            raise ValueError(f"X must have {self.examples.shape[1]} columns; got {features.shape[1]}")
        with np.errstate(over="ignore", invalid="ignore"):
            right = (self.last @ features.T >= 0) == (labels > 0)
        return plain(right.mean(axis=-1))

    def mean_accuracy(self, X: ArrayLike, y: ArrayLike) -> tuple[float | Floats, float | Floats, float | Floats]:
        """(mean, low, high) of `accuracy` over runs, two or more, one a level: two standard errors to each side."""
        seen = np.asarray(self.accuracy(X, y))
        if self.sampled.ndim == 2 or len(seen) < 2:
            raise ValueError("size must be at least 2, in DPSGD.run, for runs to differ; got a single run")
        mean, reach = seen.mean(axis=0), 2.0 * seen.std(axis=0, ddof=1) / math.sqrt(len(seen))
        return plain(mean), plain(np.maximum(mean - reach, 0.0)), plain(np.minimum(mean + reach, 1.0))


@dataclass(frozen=True, eq=False, kw_only=True)
@check.fields(
    rate=lambda _, value: a_rate(value),
    steps=check.whole(cap=check.MOST_STEPS),
    regularization=check.nonnegative,
    records=check.optional(check.count),
)
class DPSGD:
    """Steps along noisy sums of clipped gradients: ``w - η ((Σ clip(g_i, C) + N(0, (zC)² I)) / (qn) + λ w)``.

    Parameters
    ----------
    noise_multiplier : float or ndarray
        z >= 0: the noise's standard deviation, in units of C. 0 is not private.
    clip : float or ndarray
        C > 0: longer gradients are shortened to it.
    rate : float
        q in (0, 1]: each record is in a step's sample with this probability, independently.
    steps : int
        T >= 1.
    learning_rate : float or ndarray
        η > 0.
    regularization : float, default 0
        λ >= 0. Its term depends on no record, and is neither clipped nor sampled.
    loss : LogisticLoss or HuberLoss, optional
        Logistic by default.
    records : int, optional
        The public n of the divisor qn; None for the number of rows, which then is public.

    Notes
    -----
    Source: SGD-1. Several z, C and η broadcast: levels, which are run on the same samples and the same standard
    normal noise. All weights may be published.

    What is public: all parameters, and the n of the divisor. With `records`, chosen without a look at the data, the ε
    of `dpsgd_epsilon` holds for one record more or less. Without, the noise tells how many rows there are; then that
    ε holds for a record in whose place there is an empty one, whose gradient is 0. For one in whose place there is
    any other, `dpsgd_replaced` holds, with `records` and without.

    Examples
    --------
    >>> method = DPSGD(noise_multiplier=np.array([0.0, 1.0]), clip=0.5, rate=0.5, steps=10, learning_rate=1.0)
    >>> path = method.run([[1, 0], [0, 1], [0.6, 0.8]], [1, -1, 1], np.random.default_rng(1))
    >>> path.weights.shape, path.sampled.shape
    ((2, 11, 2), (10, 3))
    """

    noise_multiplier: float | Floats
    clip: float | Floats
    rate: float
    steps: int
    learning_rate: float | Floats
    regularization: float = 0.0
    loss: Loss = field(default_factory=LogisticLoss)
    records: int | None = None

    def __post_init__(self) -> None:
        levels = {
            "noise_multiplier": check.nonnegatives("noise_multiplier", self.noise_multiplier),
            "clip": check.positives("clip", self.clip),
            "learning_rate": check.positives("learning_rate", self.learning_rate),
        }
        check.broadcast(**levels)
        for name, value in levels.items():
            object.__setattr__(self, name, plain(value))
        _examples.a_loss(self.loss)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the levels; () for one."""
        return np.broadcast_shapes(*(np.shape(x) for x in (self.noise_multiplier, self.clip, self.learning_rate)))

    def run(
        self,
        X: ArrayLike,
        y: ArrayLike,
        rng: np.random.Generator,
        size: int | None = None,
        start: ArrayLike | None = None,
    ) -> Trajectory:
        """All steps, from `start` on, of shape (d,) and 0 by default, which must not depend on the data.

        Rows of `X`, shape (n, d), may have any norm; labels are -1 and +1. `size` runs are independent. With the same
        `rng`, fewer steps are the first of more, and a larger rate samples the same records and others besides.
        """
        signed = descent.signed_examples(X, y)
        n, dim = signed.shape
        rng = check.generator(rng)
        each = n + 2 * dim * math.prod(self.shape)
        total = check.count("steps", self.steps, cap=check.MOST_ENTRIES // each)
        runs = 1 if size is None else check.entries("size", size, each=each * total)
        z, clip, rates = (
            np.broadcast_to(np.asarray(x, dtype=np.float64), self.shape).reshape(-1, 1)
            for x in (self.noise_multiplier, self.clip, self.learning_rate)
        )
        path = np.empty((total + 1, runs, len(z), dim))
        path[0] = 0.0 if start is None else _start(start, dim)
        sampled = np.empty((total, runs, n), dtype=np.bool_)
        noise = np.empty((total, runs, len(z), dim))
        share = np.empty((total, runs, len(z)))
        filled = np.vstack([signed, np.zeros(dim)])  # what fills up the smaller samples
        lengths = np.linalg.norm(filled, axis=1)
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):
            for t in range(total):
                noise[t] = z * clip * rng.standard_normal((runs, 1, dim))
                sampled[t] = descent.poisson_sample(n, self.rate, rng, runs)
                rows = descent.batches(sampled[t])
                batch = filled[rows]
                slopes = descent.slopes(path[t], batch, self.loss)
                norms = np.abs(slopes) * lengths[rows][:, None]
                summed = (slopes * descent.clip_factors(norms, clip)) @ batch
                share[t] = (norms > clip).sum(axis=-1) / np.maximum(sampled[t].sum(axis=1), 1)[:, None]
                path[t + 1] = descent.step(
                    path[t],
                    summed,
                    noise[t],
                    batch=self.rate * (self.records or n),
                    learning_rate=rates,
                    regularization=self.regularization,
                )
        if not np.abs(path).max() <= check.LARGEST:
            raise ValueError(
                f"learning_rate must be small enough for the weights to stay below {check.LARGEST:g}; "
                f"got {self.learning_rate!r} with regularization = {self.regularization!r}"
            )
        of = () if size is None else (runs,)
        return Trajectory(
            weights=np.moveaxis(path, 0, 2).reshape(*of, *self.shape, total + 1, dim),
            sampled=np.moveaxis(sampled, 0, 1).reshape(*of, total, n),
            noise=np.moveaxis(noise, 0, 2).reshape(*of, *self.shape, total, dim),
            clipped_share=np.moveaxis(share, 0, 2).reshape(*of, *self.shape, total),
            method=self,
            examples=signed,
        )


def a_rate(value: float) -> float:
    """A sampling rate, in (0, 1]."""
    found = check.positive("rate", value)
    if found > 1:
        raise check.wrong_value("rate", "a number in (0, 1]", value)
    return found


def _start(start: ArrayLike, dim: int) -> Floats:
    found = check.finite("start", start)
    if found.shape != (dim,):
        raise ValueError(f"start must have shape ({dim},), as X has {dim} features; got {found.shape}")
    return found
