"""The strongest attack on a linear model, in closed form.

The adversary may add to an example x any perturbation of norm at most r. Against the score w·x with label y it gains
``r ||w||``, in the dual norm: the sum of the sizes of the weights for ℓ∞, their Euclidean length for ℓ2.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz._numeric.stats import sigmoid
from dpviz.robust._arguments import NORMS, Floats, as_examples, as_labels, as_vector


def dual_norm(w: ArrayLike, *, norm: str) -> float | Floats:
    """How much the score can be moved by a perturbation of norm 1: shape (...) for weights (..., d) (ADV-1).

    ``sum |w_j|`` for an adversary in ``"linf"``, the Euclidean length in ``"l2"``.

    Examples
    --------
    >>> dual_norm([1, -2], norm="linf")
    3.0
    """
    weights = check.finite("w", w)
    if weights.ndim == 0:
        raise ValueError(f"w must have shape (..., d); got one number, {w!r}")
    if check.one_of("norm", norm, NORMS) == "linf":
        found = np.abs(weights).sum(axis=-1)
    else:
        # Measured in units of the largest, whose square is a float.
        top = np.maximum(np.abs(weights).max(axis=-1, initial=0.0), 1e-300)
        found = top * np.sqrt(np.square(weights / top[..., None]).sum(axis=-1))
    return float(found) if found.ndim == 0 else found


def worst_perturbation(w: ArrayLike, y: ArrayLike, *, radius: float, norm: str) -> Floats:
    """The perturbation that hurts a linear model most; it depends on the label alone, not on the example (ADV-1).

    ``-y r sign(w)`` for ``"linf"``, ``-y r w / ||w||`` for ``"l2"``, one for each label -1 or +1, shape (n, d); r >= 0
    is in the unit of the features. Where it is not unique (a weight of 0 for ℓ∞, no weights at all for ℓ2), the entries
    that do not matter are 0.

    Examples
    --------
    >>> worst_perturbation([1, -2], [1], radius=0.5, norm="linf")
    array([[-0.5,  0.5]])
    """
    weights, labels, r = as_vector("w", w), as_labels(y), check.nonnegative("radius", radius)
    if check.one_of("norm", norm, NORMS) == "linf":
        direction = np.sign(weights)
    else:
        # The largest weight is divided out first, so that no square overflows or vanishes.
        largest = np.abs(weights).max()
        unit = weights / largest if largest > 0 else weights
        direction = unit / np.sqrt(np.square(unit).sum()) if largest > 0 else unit
    # + 0.0 turns a negative zero into zero.
    return -r * labels[:, None] * direction + 0.0


def worst_margins(w: ArrayLike, X: ArrayLike, y: ArrayLike, *, radius: float, norm: str) -> Floats:
    """Each example's margin y w·x after the strongest attack, shape (n,): ``y w·x - r ||w||`` in the dual norm (ADV-1).

    `w` has shape (d,), `X` (n, d); labels are -1 or +1, r >= 0.

    Examples
    --------
    >>> worst_margins([1, -2], [[1, 1]], [1], radius=0.5, norm="linf")
    array([-2.5])
    """
    weights = as_vector("w", w)
    points, labels = as_examples(X, y, weights.size)
    return np.asarray(labels * (points @ weights) - check.nonnegative("radius", radius) * dual_norm(weights, norm=norm))


def logistic(margins: ArrayLike) -> Floats:
    """The logistic loss ``ln(1 + exp(-m))`` of each margin, without overflow."""
    return np.logaddexp(0.0, -np.asarray(margins, dtype=np.float64))


def pull(margins: ArrayLike) -> Floats:
    """Minus the slope of the logistic loss, ``1 / (1 + exp(m))``: how much an example still pulls."""
    return sigmoid(-np.asarray(margins, dtype=np.float64))


def adversarial_losses(w: ArrayLike, X: ArrayLike, y: ArrayLike, *, radius: float, norm: str) -> Floats:
    """Each example's logistic loss in nats, shape (n,), after the strongest attack; as `worst_margins` (ADV-1).

    The loss falls as the margin grows, so the least margin has the largest loss.

    Examples
    --------
    >>> adversarial_losses([1, -2], [[1, 1]], [1], radius=0.5, norm="linf").round(9)
    array([2.57888973])
    """
    return logistic(worst_margins(w, X, y, radius=radius, norm=norm))


def robust_accuracy(w: ArrayLike, X: ArrayLike, y: ArrayLike, *, radius: float, norm: str) -> float:
    """Share of the examples that are classified right whatever the adversary does; as `worst_margins` (ADV-1).

    A score of 0 is read as label +1, as everywhere in dpviz; so is the score that an attack brings to exactly 0.

    Examples
    --------
    >>> robust_accuracy([1, 0], [[1, 0], [-0.2, 0]], [1, -1], radius=0.5, norm="linf")
    0.5
    """
    margins = worst_margins(w, X, y, radius=radius, norm=norm)
    positive = np.asarray(y) == 1
    return float(np.mean((margins > 0) | ((margins == 0) & positive)))


def accuracy(w: ArrayLike, X: ArrayLike, y: ArrayLike) -> float:
    """Share of the examples that are classified right when nobody attacks; a score of 0 is read as +1 (LR-1)."""
    return robust_accuracy(w, X, y, radius=0.0, norm="linf")
