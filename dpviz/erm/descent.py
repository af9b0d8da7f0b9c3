"""One step of private gradient descent, formula by formula: gradients, clipping, the sample, the noise, the step.

A record's gradient is its slope times y x. What the loop of `dpviz.erm.dpsgd` calls checks nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.erm import _examples
from dpviz.erm.losses import Floats, LogisticLoss, Loss
from dpviz.erm.newton import Problem

Bools = NDArray[np.bool_]


def slopes(weights: Floats, signed: Floats, loss: Loss) -> Floats:
    """The loss's slope at each record's margin: weights (..., m, d), records y x (..., n, d), slopes (..., m, n)."""
    return loss.derivatives(weights @ np.swapaxes(signed, -1, -2), False)[0]


def clip_factors(norms: Floats, clip: float | Floats) -> Floats:
    """min(1, C / norm): what a vector is multiplied by to be no longer than C."""
    with np.errstate(divide="ignore", over="ignore"):
        return np.minimum(1.0, clip / norms)


def poisson_sample(n: int, rate: float, rng: np.random.Generator, size: int) -> Bools:
    """Who is sampled, shape (size, n): everyone with probability `rate`, independently of all others.

    With the same generator a larger rate samples the same records and more.
    """
    return rng.random((size, n)) < rate


def batches(sampled: Bools) -> NDArray[np.intp]:
    """The rows that were sampled in each of several samples (s, n), filled up with n to the size of the largest."""
    runs, rows = np.nonzero(sampled)
    sizes = sampled.sum(axis=1)
    place = np.arange(len(rows)) - np.repeat((np.cumsum(sizes) - sizes).astype(np.intp), sizes.astype(np.intp))
    found = np.full((len(sampled), int(sizes.max())), sampled.shape[1], dtype=np.intp)
    found[runs, place] = rows
    return found


def step(
    weights: Floats, total: Floats, noise: Floats, *, batch: float, learning_rate: float | Floats, regularization: float
) -> Floats:
    """Where the weights go: the noisy sum of clipped gradients is divided by the *expected* size of the sample.

    The size that it truly has would tell who was sampled. The regularisation's λ w depends on no record: it is exact.
    """
    return weights - learning_rate * ((total + noise) / batch + regularization * weights)


def example_gradients(weights: ArrayLike, X: ArrayLike, y: ArrayLike) -> Floats:
    """Each record's own gradient of the logistic loss, ``-σ(-y w · x) y x``, no longer than its row of X (SGD-1).

    At weights of shape (..., d), for rows (n, d) of any norm and labels -1 and +1: shape (..., n, d).

    Examples
    --------
    >>> example_gradients([0.0, 0.0], [[1, 0], [0.6, 0.8]], [1, -1]).tolist()
    [[-0.5, -0.0], [0.3, 0.4]]
    """
    signed = signed_examples(X, y)
    at = _examples.weights(weights, signed.shape[1])
    with np.errstate(over="ignore"):
        found = slopes(at[..., None, :], signed, LogisticLoss())
    return found[..., 0, :, None] * signed


def clip_gradients(gradients: ArrayLike, clip: float) -> Floats:
    """Vectors of shape (..., d) longer than C > 0, shortened to C; their directions stay (SGD-1).

    One record more or less moves the sum of clipped gradients by at most C.

    Examples
    --------
    >>> clip_gradients([[3.0, 4.0], [0.3, 0.4]], 1.0).round(6).tolist()
    [[0.6, 0.8], [0.3, 0.4]]
    """
    vectors = check.finite("gradients", gradients)
    if not vectors.ndim:
        raise ValueError(f"gradients must have shape (..., d); got {gradients!r}")
    return vectors * clip_factors(np.linalg.norm(vectors, axis=-1, keepdims=True), check.positive("clip", clip))


def objective(weights: ArrayLike, X: ArrayLike, y: ArrayLike, *, regularization: float) -> float | Floats:
    """``(λ/2) ||w||² + (1/n) Σ ln(1 + exp(-y_i w · x_i))``, what `fit` minimises, at many weights: a surface to draw.

    Source: LR-1. `weights` have shape (..., d), the result (...); rows (n, d) have norm at most 1, labels are -1 and
    +1, λ >= 0.

    Examples
    --------
    >>> first, second = np.meshgrid([-1.0, 0.0, 1.0], [-1.0, 1.0])
    >>> objective(np.stack([first, second], axis=-1), [[1, 0], [0, 1]], [1, -1], regularization=0.1).shape
    (2, 3)
    """
    features, labels = _examples.examples(X, y)
    at = _examples.weights(weights, features.shape[1])
    strength = check.nonnegative("regularization", regularization)
    flat = at.reshape(-1, features.shape[1])
    found = Problem(features * labels[:, None], LogisticLoss(), strength).value(flat, np.zeros_like(flat))
    return plain(found.reshape(at.shape[:-1]))


def signed_examples(X: ArrayLike, y: ArrayLike) -> Floats:
    """Each row times its label; rows of any norm."""
    features = _examples.matrix("X", X)
    return features * _examples.signs(y, len(features))[:, None]
