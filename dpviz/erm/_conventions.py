"""scikit-learn's conventions for what comes in and what is raised, without scikit-learn."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.erm import _examples

Floats = NDArray[np.float64]


class NotFittedError(ValueError, AttributeError):
    """``fit`` was not called yet."""


def points(X: ArrayLike) -> Floats:
    """Features of shape (n, d). The messages hold the words that scikit-learn's checks look for."""
    if type(X).__module__.startswith("scipy.sparse"):
        raise TypeError("Sparse data was passed for X, but dense data is required. Use '.toarray()'.")
    found = check.array("X", X)
    if found.dtype.kind == "c":
        raise ValueError("Complex data not supported: X must be an array of real numbers")
    if found.dtype.kind == "O":
        try:
            found = found.astype(np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            wrong = TypeError if isinstance(error, TypeError) else ValueError
            raise wrong(f"X must be an array of numbers: {error}") from error
    if found.dtype.kind in "US":
        raise ValueError(f"X must be an array of numbers; got dtype {found.dtype}")
    if found.ndim < 2:
        raise ValueError(
            f"Expected 2D array, got {found.ndim}D array instead: X must have shape (n, d); got {found.shape}. "
            "Reshape your data either using X.reshape(-1, 1) or X.reshape(1, -1)."
        )
    if found.ndim == 2 and 0 in found.shape:
        kind = "sample" if not len(found) else "feature"
        raise ValueError(f"Found array with 0 {kind}(s) (shape={found.shape}) while a minimum of 1 is required for X.")
    if found.dtype.kind == "f" and not np.isfinite(found).all():
        row = int(np.argwhere(~np.isfinite(found))[0][0])
        raise ValueError(f"X must be finite; Input X contains NaN or infinity in row {row}")
    return _examples.matrix("X", found)


def labels(y: Any, n: int) -> NDArray[Any]:
    if y is None:
        raise ValueError("requires y to be passed, but the target y is None: y must have shape (n,)")
    found = check.array("y", y)
    if found.ndim == 2 and found.shape[1] == 1:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected; it is taken as one.",
            _loaded("sklearn.exceptions", "DataConversionWarning", UserWarning),
            stacklevel=3,
        )
        found = found[:, 0]
    if found.shape != (n,):
        raise ValueError(f"y must have shape ({n},), one label for each row of X; got {found.shape}")
    if found.dtype.kind == "c":
        raise ValueError("Complex data not supported: y must hold labels, two of them")
    if found.dtype.kind == "f":
        if not np.isfinite(found).all():
            raise ValueError("y must be finite; Input y contains NaN or infinity")
        if (found != np.floor(found)).any():
            raise ValueError("y must hold labels, two of them; Unknown label type: continuous")
    return found


def generator(random_state: Any) -> np.random.Generator:
    if isinstance(random_state, np.random.Generator):
        return random_state
    if isinstance(random_state, np.random.RandomState):
        return np.random.default_rng(random_state.randint(2**32, size=4, dtype=np.uint64))
    if random_state is None:
        return np.random.default_rng()
    return np.random.default_rng(check.count("random_state", random_state, least=0))


def column_names(X: Any) -> NDArray[Any] | None:
    columns = getattr(X, "columns", None)
    if columns is None or not all(isinstance(name, str) for name in columns):
        return None
    return np.asarray(list(columns), dtype=object)


def same_names(model: Any, X: Any) -> None:
    names, known = column_names(X), getattr(model, "feature_names_in_", None)
    if names is None and known is None:
        return
    if known is None:
        warnings.warn(f"X has feature names, but {type(model).__name__} was fitted without feature names", stacklevel=3)
    elif names is None:
        if not hasattr(X, "columns"):
            warnings.warn(
                f"X does not have valid feature names, but {type(model).__name__} was fitted with feature names",
                stacklevel=3,
            )
    elif list(names) != list(known):
        unseen, missing = [n for n in names if n not in known], [n for n in known if n not in names]
        complaint = "The feature names should match those that were passed during fit.\n"
        if unseen:
            complaint += "Feature names unseen at fit time:\n" + "".join(f"- {name}\n" for name in sorted(unseen)[:5])
        if missing:
            complaint += "Feature names seen at fit time, yet now missing:\n"
            complaint += "".join(f"- {name}\n" for name in sorted(missing)[:5])
        if not unseen and not missing:
            complaint += "Feature names must be in the same order as they were in fit.\n"
        raise ValueError(complaint)


def _loaded(module: str, name: str, otherwise: type) -> type:
    """scikit-learn's own class where it is loaded, so that its users can catch what they expect."""
    return getattr(sys.modules.get(module), name, otherwise)


def not_fitted(message: str) -> Exception:
    return _loaded("sklearn.exceptions", "NotFittedError", NotFittedError)(message)
