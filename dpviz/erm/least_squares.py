"""Private least squares: noisy sufficient statistics, and output perturbation of ridge regression."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import counts, plain, positives
from dpviz.erm import _examples
from dpviz.erm.descent import clip_gradients
from dpviz.mechanisms.gaussian_curve import gaussian_scale

Floats = NDArray[np.float64]


def statistics_sensitivity(norm_bound: ArrayLike = 1.0, label_bound: ArrayLike = 1.0) -> float | Floats:
    """How far one record moves (XᵀX, Xᵀy) in Euclidean norm: (2R² + B²)/√2, or 2RB where B² > 2R² (LR-15).

    R is the most that the norm of a row is, B the most that a label is away from 0; they broadcast. One record is
    replaced. All d² entries of XᵀX count; were each pair of equal ones counted once, the sensitivity would be the same.
    It is attained for d >= 2.

    Examples
    --------
    >>> round(statistics_sensitivity(), 4)
    2.1213
    """
    rows, labels = positives("norm_bound", norm_bound), positives("label_bound", label_bound)
    # At the worst pair the rows have the inner product min(B²/2, R²), and the labels opposite signs.
    found = np.where(labels**2 > 2.0 * rows**2, 2.0 * rows * labels, (2.0 * rows**2 + labels**2) / math.sqrt(2.0))
    return plain(found)


def ridge_norm(regularization: ArrayLike, norm_bound: ArrayLike = 1.0, label_bound: ArrayLike = 1.0) -> float | Floats:
    """How long the weights of ridge regression can be: B/(2√λ), or RB/(R² + λ) where λ > R² (LR-16).

    λ, R and B as in `SufficientStatistics`; they broadcast. In each direction the data have a singular value s ≤ R√n,
    and the weights are at most s/(s² + nλ) times the length B√n of the labels.

    Examples
    --------
    >>> round(ridge_norm(0.01), 6)
    5.0
    """
    strength, rows = positives("regularization", regularization), positives("norm_bound", norm_bound)
    worst = np.minimum(np.sqrt(strength), rows)
    return plain(np.asarray(positives("label_bound", label_bound) * worst / (worst**2 + strength)))


def ridge_sensitivity(
    n: ArrayLike, regularization: ArrayLike, norm_bound: ArrayLike = 1.0, label_bound: ArrayLike = 1.0
) -> float | Floats:
    """How far one record can move the weights of ridge regression: at most R(2B + RW)/(nλ), with W = `ridge_norm`.

    Source: LR-16. n >= 1, λ, R and B broadcast. The argument of LR-2: one record's gradient is xxᵀw − yx. Replacing it
    changes xxᵀ by at most R² in each direction, and yx by at most 2RB.

    Examples
    --------
    >>> round(ridge_sensitivity(1000, 0.01), 6)
    0.7
    """
    longest = ridge_norm(regularization, norm_bound, label_bound)
    rows, labels = positives("norm_bound", norm_bound), positives("label_bound", label_bound)
    with np.errstate(over="ignore"):
        gradient = rows * (2.0 * labels + rows * longest)
    found = gradient / (counts("n", n) * positives("regularization", regularization))
    return plain(np.asarray(check.held("the sensitivity", found)))


def prediction_error(weights: ArrayLike, X: ArrayLike, y: ArrayLike, label_bound: float = 1.0) -> float | Floats:
    """Root mean squared error of the predictions w·x, each cut at ±B, which a label never exceeds.

    For weights of shape (..., d), rows (n, d) and labels (n,): shape (...).

    Examples
    --------
    >>> prediction_error([[0.5], [5.0]], [[1.0], [-1.0]], [0.5, -0.5]).tolist()
    [0.0, 0.5]
    """
    rows, labels = _records(X, y)
    bound = check.positive("label_bound", label_bound)
    off = np.clip(_examples.weights(weights, rows.shape[1]) @ rows.T, -bound, bound) - labels
    return plain(np.sqrt(np.mean(off**2, axis=-1)))


def _records(X: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
    rows, labels = _examples.matrix("X", X), check.finite("y", y)
    if labels.shape != rows.shape[:1]:
        raise ValueError(f"y must have shape ({len(rows)},), one number for each row of X; got {labels.shape}")
    return rows, labels


def _longest_noise(dim: int, chance: float) -> float:
    """What the norm of `dim` standard normal numbers exceeds with a chance of at most `chance`."""
    return math.sqrt(dim) + math.sqrt(2.0 * math.log(1.0 / chance))


@lru_cache(maxsize=64)
def _calibrated(epsilon: float, delta: float) -> float:
    """σ for sensitivity 1, which takes longer to find than all else here."""
    return float(gaussian_scale(epsilon, delta))


@dataclass(frozen=True, kw_only=True)
@check.fields(
    epsilon=check.positive,
    delta=check.fraction,
    regularization=check.positive,
    norm_bound=check.positive,
    label_bound=check.positive,
    beta=check.fraction,
)
class _LeastSquares:
    epsilon: float
    delta: float
    regularization: float
    norm_bound: float = 1.0
    label_bound: float = 1.0
    beta: float = 0.05

    def sensitivity(self, n: int) -> float:
        """How far one record of n can move what gets the noise, in Euclidean norm."""
        raise NotImplementedError

    def scale(self, n: int) -> float:
        """σ, the standard deviation of the noise on each number, for n records."""
        return _calibrated(self.epsilon, self.delta) * self.sensitivity(n)

    def reach(self, n: int, dim: int) -> float:
        """How far, in Euclidean norm, a release is from the weights without noise, whatever the n records are.

        At most, but for a chance β.
        """
        raise NotImplementedError

    def clipped(self, X: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
        """The records that are fitted: rows shortened to R, labels cut at ±B, each by itself."""
        rows, labels = _records(X, y)
        return clip_gradients(rows, self.norm_bound), np.clip(labels, -self.label_bound, self.label_bound)

    def centre(self, X: ArrayLike, y: ArrayLike) -> Floats:
        """The weights of ridge regression, shape (d,), which are not private: XᵀX + nλI solved for Xᵀy."""
        rows, labels = self.clipped(X, y)
        # By the eigenvalues of XᵀX, to which no λ is too small to be added: the sum of matrices may be singular.
        values, axes = np.linalg.eigh(rows.T @ rows)
        return np.asarray(
            axes @ ((rows.T @ labels) @ axes / (np.maximum(values, 0.0) + len(rows) * self.regularization))
        )

    def release(self, X: ArrayLike, y: ArrayLike, rng: np.random.Generator, size: int | None = None) -> Floats:
        """Private weights, shape (d,) or (size, d). Each vector alone is (ε, δ)-private; k of them cost k times that.

        Rows that are longer than R are clipped, labels beyond ±B cut. The same seed gives the same noise, longer by as
        much as σ is larger.
        """
        rows, labels = self.clipped(X, y)
        d = rows.shape[1]
        number = 1 if size is None else check.entries("size", size, each=d * (d + 1))
        found = self._released(rows, labels, check.generator(rng), number)
        return found[0] if size is None else found

    def _released(self, rows: Floats, labels: Floats, rng: np.random.Generator, number: int) -> Floats:
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class SufficientStatistics(_LeastSquares):
    """Least squares from XᵀX and Xᵀy with normal noise on every entry; what is computed of these costs nothing more.

    Source: LR-15, LR-17. XᵀX gets a square of independent noise, averaged with its transpose. So that it stays positive
    definite whatever the records, `ridge` is added to its diagonal beside nλ; what remains below nλ is raised to it.

    Parameters
    ----------
    epsilon, delta : float
        ε in nats, finite and > 0, and δ in (0, 1); one record being replaced.
    regularization : float
        λ of the objective (1/(2n)) Σ (y − w·x)² + (λ/2) ‖w‖², finite and > 0.
    norm_bound, label_bound : float
        R and B, public bounds on the norm of a row and on a label, to which each is clipped.
    beta : float
        β in (0, 1), the chance that `reach` is exceeded.

    Examples
    --------
    >>> method = SufficientStatistics(epsilon=1.0, delta=1e-6, regularization=0.01)
    >>> round(method.scale(1000), 3)
    8.962
    >>> X, y = [[1, 0], [0, 1], [0.6, 0.8]], [1.0, -1.0, 0.2]
    >>> method.release(X, y, np.random.default_rng(1), size=5).shape
    (5, 2)
    """

    def sensitivity(self, n: int) -> float:
        """The same for every n: `statistics_sensitivity`."""
        check.count("n", n)
        return float(statistics_sensitivity(self.norm_bound, self.label_bound))

    def ridge(self, dim: int) -> float:
        """What is added to the diagonal: noise has an eigenvalue below minus that with a chance of at most β/2."""
        return self.scale(1) * _longest_noise(2 * check.entries("dim", dim), self.beta / 2.0)

    def reach(self, n: int, dim: int) -> float:
        """(σ √(1 + W²) (√d + √(2 ln(2/β))) + ridge W)/(nλ), with W = `ridge_norm`; see the base's."""
        longest = float(ridge_norm(self.regularization, self.norm_bound, self.label_bound))
        noise = self.scale(n) * math.hypot(1.0, longest) * _longest_noise(check.entries("dim", dim), self.beta / 2.0)
        return (noise + self.ridge(dim) * longest) / (n * self.regularization)

    def _released(self, rows: Floats, labels: Floats, rng: np.random.Generator, number: int) -> Floats:
        n, d = rows.shape
        noise = self.scale(n) * rng.standard_normal((number, d, d + 1))
        square, moment = noise[..., :d], rows.T @ labels + noise[..., d]
        values, vectors = np.linalg.eigh(rows.T @ rows + 0.5 * (square + np.swapaxes(square, 1, 2)))
        values = np.maximum(values + self.ridge(d), 0.0) + n * self.regularization
        turned = np.einsum("mji,mj->mi", vectors, moment) / values
        return np.asarray(np.einsum("mij,mj->mi", vectors, turned))


@dataclass(frozen=True, kw_only=True)
class RidgeOutputPerturbation(_LeastSquares):
    """Ridge regression with normal noise on its weights; parameters as for `SufficientStatistics` (LR-16).

    Examples
    --------
    >>> method = RidgeOutputPerturbation(epsilon=1.0, delta=1e-6, regularization=0.01)
    >>> round(method.scale(1000), 3)
    2.957
    """

    def sensitivity(self, n: int) -> float:
        """How far one record can move the weights: `ridge_sensitivity`."""
        size = check.count("n", n)
        return float(ridge_sensitivity(size, self.regularization, self.norm_bound, self.label_bound))

    def reach(self, n: int, dim: int) -> float:
        """σ (√d + √(2 ln(1/β))); see the base's."""
        return self.scale(n) * _longest_noise(check.entries("dim", dim), self.beta)

    def _released(self, rows: Floats, labels: Floats, rng: np.random.Generator, number: int) -> Floats:
        noise = rng.standard_normal((number, rows.shape[1]))
        return self.centre(rows, labels) + self.scale(len(rows)) * noise
