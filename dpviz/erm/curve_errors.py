"""Test errors of several methods along an axis, and how sure they are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class LearningCurve:
    """Test errors at k points of an axis, and how sure they are.

    Parameters
    ----------
    methods : tuple of str
        M of them: ``"standard"`` is without privacy, ``"output"`` is output perturbation, ``"corrected"``, ``"tight"``
        and ``"printed"`` are objective perturbation in these modes.
    n : ndarray of int, shape (k,)
        Training records.
    epsilon, regularization : ndarray, shape (k,)
        ε in nats, and λ.
    guarantee : ndarray, shape (M, k)
        The ε that is proved, in nats: above `epsilon` for ``"printed"``, infinite for ``"standard"``.
    errors : ndarray, shape (M, k, folds, draws)
        Fraction of a fold's test records that one release gets wrong; NaN where it is not computed yet.
    """

    methods: tuple[str, ...]
    n: NDArray[np.int64]
    epsilon: Floats
    regularization: Floats
    guarantee: Floats
    errors: Floats

    @property
    def fold_means(self) -> Floats:
        """Mean error over a fold's draws, shape (M, k, folds)."""
        return _nan_mean(self.errors)

    @property
    def mean(self) -> Floats:
        """Mean error over folds and draws, shape (M, k)."""
        return _nan_mean(self.fold_means)

    @property
    def standard_error(self) -> Floats:
        """Standard error of `mean`, shape (M, k): from the fold means, or from the draws where there is one fold only.

        Folds share training records, so that this is a guide and not an exact interval.
        """
        folds = self.fold_means
        have = np.isfinite(folds).sum(-1)
        return np.where(
            have > 1,
            _nan_deviation(folds) / np.sqrt(np.maximum(have, 1)),
            self.spread / np.sqrt(np.maximum(self.draws_done, 1)),
        )

    @property
    def spread(self) -> Floats:
        """Standard deviation of one release's error about its fold's mean, shape (M, k).

        What a single release can look like. 0 for ``"standard"``, which does not draw anything.
        """
        centred = self.errors - self.fold_means[..., None]
        freedom = self.draws_done - np.isfinite(self.fold_means).sum(-1)
        return np.sqrt(np.nansum(centred**2, axis=(-2, -1)) / np.maximum(freedom, 1))

    @property
    def draws_done(self) -> NDArray[np.int64]:
        """Releases computed so far, shape (M, k)."""
        return np.isfinite(self.errors).sum((-2, -1))


def _nan_mean(values: Floats) -> Floats:
    have = np.isfinite(values).sum(-1)
    return np.where(have, np.nansum(values, -1) / np.maximum(have, 1), np.nan)


def _nan_deviation(values: Floats) -> Floats:
    freedom = np.isfinite(values).sum(-1) - 1
    return np.sqrt(np.nansum((values - _nan_mean(values)[..., None]) ** 2, -1) / np.maximum(freedom, 1))
