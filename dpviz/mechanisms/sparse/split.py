"""How the sparse vector technique splits ε between threshold, queries and numeric answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import flag, plain


@dataclass(frozen=True, kw_only=True)
class Scales:
    """Scales of the Laplace noise, in the unit of the answers.

    Attributes
    ----------
    threshold : float or ndarray
        On the threshold.
    queries : float or ndarray
        On each answer that is compared with it.
    answers : float or ndarray or None
        On each numeric answer that is published; None where there is none.
    """

    threshold: Any
    queries: Any
    answers: Any = None


def sparse_scales(
    epsilon: ArrayLike,
    *,
    count: ArrayLike = 1,
    sensitivity: ArrayLike = 1.0,
    threshold_share: ArrayLike = 0.5,
    numeric_share: ArrayLike = 0.0,
    monotonic: bool = False,
    resample: bool = False,
) -> Scales:
    """Scales with which the sparse vector technique is ε-private: ε = ε₁ + ε₂ + ε₃ (SVT-1, SVT-2).

    Parameters
    ----------
    epsilon, count, sensitivity, threshold_share, numeric_share : array_like
        As in `SparseVector`.
    monotonic, resample : bool, default False
        As in `SparseVector`.

    Returns
    -------
    Scales
        Δ/ε₁ (cΔ/ε₁ if drawn anew), 2cΔ/ε₂ (cΔ/ε₂ if monotonic), cΔ/ε₃.
    """
    budget, share = check.positives("epsilon", epsilon), check.fractions("threshold_share", threshold_share)
    delta, times = check.positives("sensitivity", sensitivity), check.counts("count", count)
    numeric = check.slacks("numeric_share", numeric_share)
    if ((numeric > 0) & (numeric < 1e-15)).any():
        raise check.wrong_value("numeric_share", "0, or at least 1e-15", numeric_share)
    some = bool((numeric > 0).any())
    if some and not (numeric > 0).all():
        raise check.wrong_value("numeric_share", "all 0, or all > 0", numeric_share)
    rest = budget * (1.0 - numeric)
    factor = 1.0 if flag("monotonic", monotonic) else 2.0
    wide = delta * (times if flag("resample", resample) else np.ones_like(times)) / (rest * share)
    narrow = factor * times * delta / (rest * (1.0 - share))
    wide, narrow = np.broadcast_arrays(wide, narrow)
    return Scales(
        threshold=plain(wide.copy()),
        queries=plain(narrow.copy()),
        answers=plain(np.asarray(times * delta / (budget * numeric))) if some else None,
    )


def optimal_share(
    count: ArrayLike = 1, *, monotonic: bool = False, resample: bool = False
) -> float | NDArray[np.float64]:
    """The share ε₁/(ε₁ + ε₂) with which a noisy answer less the noisy threshold has the least variance (SVT-4).

    Parameters
    ----------
    count, monotonic, resample : array_like, bool
        As in `sparse_scales`.

    Returns
    -------
    float or ndarray
        ε₁ : ε₂ = 1 : (2c)^(2/3), monotonic 1 : c^(2/3); drawn anew 1 : 2^(2/3), monotonic 1 : 1.

    Examples
    --------
    >>> round(optimal_share(4), 6), optimal_share(8, monotonic=True)
    (0.2, 0.2)
    """
    # With scales a/ε₁ and b/ε₂ the variance is 2a²/ε₁² + 2b²/ε₂²; its derivative is 0 at (ε₂/ε₁)³ = (b/a)².
    times = check.counts("count", count)
    ratio = (1.0 if flag("monotonic", monotonic) else 2.0) * (
        np.ones_like(times) if flag("resample", resample) else times
    )
    return plain(np.asarray(1.0 / (1.0 + ratio ** (2.0 / 3.0))))
