"""The memoriser: right on every record it has seen, and a coin everywhere else."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz._check import counts, plain
from dpviz._counts import bincount
from dpviz.learning.clashes import NotRealizableError


@dataclass(frozen=True)
class Memoriser:
    """Learns a sample by heart.

    Parameters
    ----------
    universe : int
        N >= 1; instances are 0, …, N - 1.

    Notes
    -----
    Source: PAC-12.
    """

    universe: int

    def __post_init__(self) -> None:
        _check.count("universe", self.universe, most=10_000_000)

    def learn(self, X: ArrayLike, y: ArrayLike, rng: np.random.Generator) -> NDArray[np.bool_]:
        """The hypothesis: the sample's labels where there are any, independent fair coins elsewhere.

        Parameters
        ----------
        X : array_like of int, shape (n,)
            Instances, n >= 1.
        y : array_like of bool or of 0 and 1, shape (n,)
            Their labels.
        rng : numpy.random.Generator

        Returns
        -------
        ndarray of bool, shape (N,)
            The label it gives to each instance.

        Raises
        ------
        NotRealizableError
            If an instance has both labels; the message names the records.
        """
        coins = _check.generator(rng).integers(0, 2, size=self.universe, dtype=np.int8).astype(np.bool_)
        instances, truth = np.asarray(X), np.asarray(y)
        if instances.ndim != 1 or instances.size == 0 or truth.shape != instances.shape:
            raise ValueError(f"X and y must have one shape (n,), n >= 1; got {instances.shape} and {truth.shape}")
        if instances.dtype.kind not in "iu" or truth.dtype.kind not in "biu":
            raise TypeError(f"X and y must hold whole numbers; got {instances.dtype} and {truth.dtype}")
        if instances.min() < 0 or instances.max() >= self.universe:
            raise ValueError(f"X must hold instances from 0 to {self.universe - 1}; got {instances!r}")
        if ((truth != 0) & (truth != 1)).any():
            raise ValueError(f"y must hold labels 0 and 1; got {truth!r}")
        yes = bincount(instances[truth == 1], minlength=self.universe)
        no = bincount(instances[truth == 0], minlength=self.universe)
        both = np.flatnonzero((yes > 0) & (no > 0))
        if both.size:
            pair = tuple(int(np.flatnonzero((instances == both[0]) & (truth == bit))[0]) for bit in (0, 1))
            least = int(np.minimum(yes, no).sum())
            raise NotRealizableError("no function", X=instances, y=truth, records=pair, least_errors=least)
        coins[instances] = truth
        return coins


def memoriser_error(n: ArrayLike, *, universe: ArrayLike | None = None, weights: ArrayLike | None = None) -> float:
    """The memoriser's expected error on the distribution, over the sample and its coins, exactly.

    ``(1/2) sum_x D(x) (1 - D(x))^n``; on N equally likely instances ``(1/2) (1 - 1/N)^n``.

    Parameters
    ----------
    n : array_like of int, any shape
        Records, >= 1.
    universe : array_like of int, optional
        N, for the uniform distribution; broadcast with `n`.
    weights : array_like, shape (N,), optional
        Probability of each instance. Exactly one of the two.

    Returns
    -------
    float or ndarray
        Fractions, in the shape of `n` and `universe` broadcast.

    Notes
    -----
    Source: PAC-12.

    Examples
    --------
    >>> round(memoriser_error(100, universe=1024), 6)
    0.453459
    """
    records = counts("n", n)
    if (universe is None) == (weights is None):
        raise ValueError("give exactly one of universe and weights")
    if universe is not None:
        # log1p keeps the digits when 1/N is small; N = 1 has seen everything after one record.
        with np.errstate(divide="ignore"):
            return plain(np.asarray(0.5 * np.exp(records * np.log1p(-1 / counts("universe", universe)))))
    distribution = _check.finite("weights", weights if weights is not None else [])
    if distribution.ndim != 1 or (distribution < 0).any() or abs(distribution.sum() - 1) > 1e-9:
        raise ValueError("weights must be probabilities of shape (N,) that sum to 1")
    return plain(np.asarray(0.5 * ((1 - distribution) ** records[..., None] @ distribution)))
