"""Checks of labelled examples, shared by the package (CONV-6): what privacy rests on is refused, never mended."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.erm.losses import Floats, HuberLoss, LogisticLoss, Loss

SLACK = 1e-9  # what rounding may add to a norm


def matrix(name: str, value: ArrayLike) -> Floats:
    """Finite numbers of shape (n, d), both >= 1."""
    found = check.finite(name, value)
    if found.ndim != 2 or not found.size:
        raise ValueError(f"{name} must have shape (n, d) with n >= 1 and d >= 1; got {found.shape}")
    return found


def bounded(name: str, value: ArrayLike, bound: float = 1.0) -> Floats:
    """Rows of Euclidean norm at most `bound`."""
    found = matrix(name, value)
    squares = np.einsum("ij,ij->i", found, found)
    if not squares.max() <= (bound * (1.0 + SLACK)) ** 2:
        row = int(np.argmax(squares > (bound * (1.0 + SLACK)) ** 2))
        raise ValueError(
            f"{name} must have rows of Euclidean norm <= {bound:g}; got {np.sqrt(squares[row]):.6g} in row {row}. "
            f"Divide all of {name} by a bound on the norm that is public, known without looking at the data; "
            "never by the largest norm in the data, which would tell of the one who has it"
        )
    return found


def signs(y: ArrayLike, n: int) -> Floats:
    """Labels -1 and +1, n of them."""
    labels = check.array("y", y)
    if labels.shape != (n,):
        raise ValueError(f"y must have shape ({n},), one label for each row of X; got {labels.shape}")
    if labels.dtype.kind not in "iuf":
        raise TypeError(f"y must be an array of the numbers -1 and +1; got dtype {labels.dtype}")
    bad = ~((labels == 1) | (labels == -1))
    if bad.any():
        row = int(np.argmax(bad))
        raise ValueError(f"y must hold the labels -1 and +1; got {labels[row].item()!r} in row {row}")
    return labels.astype(np.float64)


def examples(X: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
    """Features with rows of norm at most 1, and labels -1 and +1."""
    features = bounded("X", X)
    return features, signs(y, len(features))


def pair(name: str, value: object) -> tuple[Floats, Floats]:
    """Both of these together, as (X, y)."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise check.wrong_type(name, "a tuple (X, y)", value)
    try:
        return examples(*value)
    except (TypeError, ValueError) as error:
        raise type(error)(f"in {name}, {error}") from None


def weights(value: ArrayLike, dim: int) -> Floats:
    """Weight vectors, shape (..., dim)."""
    found = check.finite("weights", value)
    if not found.ndim or found.shape[-1] != dim:
        raise ValueError(f"weights must have shape (..., {dim}), as X has {dim} features; got {found.shape}")
    return found


def a_loss(loss: Any) -> Loss:
    """A loss of this package, or one that offers the same."""
    if isinstance(loss, (LogisticLoss, HuberLoss)):
        return loss
    if all(hasattr(loss, name) for name in ("value", "slope", "curvature", "derivatives", "curvature_bound")):
        return loss
    raise TypeError(
        f"loss must be LogisticLoss(), HuberLoss(width) or the like; got {loss!r} of type {type(loss).__name__}"
    )


def chosen(loss: Loss | None) -> Loss:
    """The logistic loss, if none was named."""
    return LogisticLoss() if loss is None else a_loss(loss)
