"""Learning from noisy running totals of gradients: DP-FTRL, without momentum, in one pass."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.stats import sigmoid
from dpviz.counting.counter import StreamCounter
from dpviz.counting.variances import Method, stream_sensitivity

Floats = NDArray[np.float64]


def train_online(
    X: ArrayLike,
    y: ArrayLike,
    *,
    method: Method,
    noise_multiplier: float,
    clip: float,
    learning_rate: float,
    steps: int,
    rng: np.random.Generator,
    size: int = 1,
) -> Floats:
    """Weights of logistic regression after one pass over the data, T batches in the order of the rows (CNT-9).

    After t batches ``w_t = -(η/batch) (Σ clipped gradients so far + noise)``, where the noise is that of a running
    total of T, wide enough that one record is hidden as by one number with noise of zC.

    Parameters
    ----------
    X, y : array_like, shapes (n, d) and (n,)
        Examples, and their labels -1 and +1.
    method : {"each_step", "each_total", "tree", "refined", "square_root"}
        As in `prefix_variances`; ``"each_step"`` is DP-SGD without sampling.
    noise_multiplier : float
        z > 0, as of one release: the loss of all T is that of one number moved by 1 with noise of σ = z.
    clip : float
        C > 0: longer gradients are shortened to it.
    learning_rate : float
        η > 0.
    steps : int
        T, the batches, from 1 to n; rows that fill no batch are left out.
    rng : numpy.random.Generator
        The source of randomness.
    size : int, default 1
        How many runs, with other noise each.

    Returns
    -------
    ndarray, shape (size, d)
    """
    rows, labels = check.finite("X", X), check.finite("y", y)
    if rows.ndim != 2:
        raise ValueError(f"X must have shape (n, d); got {rows.shape}")
    if labels.shape != rows.shape[:1] or not (np.abs(labels) == 1.0).all():
        raise ValueError(f"y must be {len(rows)} labels -1 and +1; got shape {labels.shape}")
    last, many = check.count("steps", steps, most=len(rows)), check.entries("size", size, each=2 * rows.shape[1])
    rate, reach = check.positive("learning_rate", learning_rate), check.positive("clip", clip)
    z = check.positive("noise_multiplier", noise_multiplier)
    batch, dim = len(rows) // last, rows.shape[1]
    scale = z * reach * float(stream_sensitivity(method, last))
    counter = StreamCounter(method=method, steps=last, scale=scale)
    noise = counter.errors(rng, size=many * dim).reshape(many, dim, last)
    examples = (rows * labels[:, None])[: batch * last].reshape(last, batch, dim)
    lengths = np.linalg.norm(examples, axis=-1)
    total, weights = np.zeros((many, dim)), np.zeros((many, dim))
    for step in range(last):
        slopes = sigmoid(-(weights @ examples[step].T))  # of the loss, downhill along each example
        cut = reach / np.maximum(slopes * lengths[step], reach)
        total += (slopes * cut) @ examples[step]
        weights = rate / batch * (total + noise[:, :, step])
    return weights
