"""Choosing λ: by looking, which is a release, and privately, each candidate with people of its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import positives
from dpviz.erm import _examples
from dpviz.erm.perturbation import METHODS, perturbation
from dpviz.mechanisms import ExponentialMechanism

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class LambdaChoice:
    """What the private choice led to, run by run.

    Parameters
    ----------
    regularizations : ndarray, shape (k,)
        The candidates λ.
    each : int
        People a candidate is trained on, n // (k + 1); as many and the rest choose.
    chosen : ndarray of int, shape (runs,)
        Which was chosen.
    errors : ndarray, shape (runs,)
        Test error of the chosen release.
    """

    regularizations: Floats
    each: int
    chosen: NDArray[np.int64]
    errors: Floats


def private_choice(
    X: ArrayLike,
    y: ArrayLike,
    test: tuple[ArrayLike, ArrayLike],
    regularizations: ArrayLike,
    *,
    epsilon: float,
    method: str = "corrected",
    runs: int = 1,
    rng: np.random.Generator,
) -> LambdaChoice:
    """Train each candidate on a part of the people, and choose with the exponential mechanism on the last part.

    Each person is in one part, so each pays ε once: the whole is ε-private, one record being replaced. Source: LR-4,
    LR-5 for each candidate, EXP-1 for the choice: the score is the number of people of the last part who are classified
    right, which one person changes by at most 1. Parts are disjoint.

    Parameters
    ----------
    X, y : array_like, shapes (n, d) and (n,)
        Rows of norm at most 1, labels -1 and +1.
    test : tuple (X, y)
        Further examples, for the error of what was chosen; they are not part of the release.
    regularizations : array_like, shape (k,)
        λ, finite and > 0; k + 1 <= n.
    epsilon : float
        ε in nats, finite and > 0.
    method : {"output", "corrected", "tight", "printed"}
        How a candidate is trained.
    runs : int
        Independent repetitions, each with a new random partition, >= 1.
    rng : numpy.random.Generator

    Examples
    --------
    >>> from dpviz.erm import Uniform
    >>> X, y = Uniform().draw(6000, np.random.default_rng(1))
    >>> found = private_choice(X[:5000], y[:5000], (X[5000:], y[5000:]), [0.001, 0.01, 0.1], epsilon=1.0,
    ...                        rng=np.random.default_rng(1))
    >>> found.each, bool(found.errors[0] < 0.2)
    (1250, True)
    """
    features, labels = _examples.examples(X, y)
    tested, truth = _examples.pair("test", test)
    candidates = np.atleast_1d(positives("regularizations", regularizations))
    if candidates.ndim > 1:
        raise ValueError(f"regularizations must be a number or numbers in a row; got shape {candidates.shape}")
    eps = check.positive("epsilon", epsilon)
    check.one_of("method", method, METHODS)
    k, generator = len(candidates), check.generator(rng)
    each = len(labels) // (k + 1)
    if not each:
        raise ValueError(f"X must have at least {k + 1} rows, one a part; got {len(labels)}")
    chooser = ExponentialMechanism(epsilon=eps, sensitivity=1.0)
    chosen, errors = np.empty(check.count("runs", runs, cap=check.MOST_STEPS), dtype=np.int64), np.empty(runs)
    for run in range(runs):
        order = generator.permutation(len(labels))
        weights = np.empty((k, features.shape[1]))
        for j, strength in enumerate(candidates.tolist()):
            part = order[j * each : (j + 1) * each]
            learner = perturbation(method, epsilon=eps, regularization=strength)
            weights[j] = learner.release(features[part], labels[part], generator)
        last = order[k * each :]
        right = ((features[last] @ weights.T >= 0) == (labels[last] > 0)[:, None]).sum(0)
        chosen[run] = chooser.select(right.astype(float), generator)
        scores = tested @ weights[chosen[run]]
        errors[run] = np.mean((scores >= 0) != (truth > 0))
    return LambdaChoice(regularizations=candidates, each=each, chosen=chosen, errors=errors)
