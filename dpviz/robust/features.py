"""Examples with one strong feature and many weak ones, whose best weights and accuracies are known exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz._numeric.stats import normal_cdf
from dpviz.robust._arguments import NORMS, Floats
from dpviz.robust.linear import dual_norm


@dataclass(frozen=True, kw_only=True)
@check.fields(strong=check.positive, weak=check.positive, count=check.entries)
class SignalFeatures:
    """Labels -1 and +1, equally likely; each feature is the label times its mean, plus normal noise of size 1 (ADV-3).

    Parameters
    ----------
    strong, weak : float, default 1 and 0.1
        Mean of the first feature, and of each other one; > 0.
    count : int, default 20
        How many weak features, at least 1.

    Examples
    --------
    >>> SignalFeatures(count=2).best_weights(radius=0.2, norm="linf")
    array([1.6, 0. , 0. ])
    """

    strong: float = 1.0
    weak: float = 0.1
    count: int = 20

    @property
    def means(self) -> Floats:
        """Mean of each feature for label +1, shape (1 + count,)."""
        return np.concatenate([[self.strong], np.full(self.count, self.weak)])

    def sample(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Draw n >= 1 examples, shape (n, 1 + count), and their labels -1.0 or +1.0."""
        n, rng = check.entries("n", n, each=1 + self.count), check.generator(rng)
        y = rng.choice([-1.0, 1.0], size=n)
        return y[:, None] * self.means + rng.standard_normal((n, 1 + self.count)), y

    def best_weights(self, *, radius: ArrayLike, norm: str) -> Floats:
        """The weights with the least expected adversarial logistic loss, exactly, shape (..., 1 + count) (ADV-3).

        ℓ∞: twice each mean less r, or 0 where r >= 0 is larger. ℓ2: twice the means, all shrunk by the same factor ``1
        - r / ||means||``, or 0. The closed form is derived here. For weights of the means' signs the attacked margin is
        that of features with means ``mean - r``, of which twice the means is the best rule; a feature with r above its
        mean has a kink at weight 0 that no slope outweighs. For ℓ2 the attack takes ``r ||w||`` along w.
        """
        r, means = check.nonnegatives("radius", radius)[..., None], self.means
        if check.one_of("norm", norm, NORMS) == "linf":
            return 2 * np.maximum(means - r, 0.0)
        return 2 * means * np.maximum(1 - r / np.linalg.norm(means), 0.0)

    def accuracy(self, w: ArrayLike, *, radius: ArrayLike = 0.0, norm: str = "linf") -> float | Floats:
        """Probability that a new example is classified right, whatever an adversary of radius r >= 0 does, shape (...).

        ``Φ((w·means - r ||w||) / ||w||₂)``, with the adversary's dual norm above, for weights of shape (..., 1 +
        count); exact. All weights 0: one half, since every score is then 0 and read as +1.
        """
        weights, r = check.finite("w", w), check.nonnegatives("radius", radius)
        if weights.ndim == 0 or weights.shape[-1] != 1 + self.count:
            raise ValueError(f"w must have shape ({1 + self.count},); got {weights.shape}")
        length = np.asarray(dual_norm(weights, norm="l2"))  # whose squares do not vanish
        margin = weights @ self.means - r * np.asarray(dual_norm(weights, norm=norm))
        found = np.where(length > 0, normal_cdf(margin / np.where(length > 0, length, 1.0)), 0.5)
        return float(found) if found.ndim == 0 else found
