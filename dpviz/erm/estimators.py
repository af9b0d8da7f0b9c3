"""The two methods as classifiers in scikit-learn's manner: ``fit``, ``predict``, ``score``, ``get_params``, ….

scikit-learn is not needed. Where it is loaded, pipelines, grid searches and ``clone`` work as with its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.erm._classifier import Floats, Method, PrivateClassifier
from dpviz.erm.features import RandomFourierFeatures
from dpviz.erm.losses import HuberLoss, LogisticLoss, Loss

MOST_COMPONENTS = 10_000
"""The most random features: the solver's tables hold their square."""


@dataclass(eq=False, repr=False, kw_only=True)
class PrivateLogisticRegression(PrivateClassifier):
    """Logistic regression under ε-differential privacy, one record being replaced (LR-1, LR-4, LR-5).

    For teaching, not for protecting people: floating-point noise leaks in theory.

    Parameters
    ----------
    epsilon : float
        ε in nats, finite and > 0.
    regularization : float
        λ, finite and > 0, for features divided by `norm_bound`. Choosing it by looking at the data costs privacy.
    norm_bound : float
        A public bound on the Euclidean norm of a row. Rows above it are refused; nothing is clipped.
    method : {"corrected", "tight", "printed", "output"}
        Objective perturbation in one of its modes, or output perturbation.
    fit_intercept : bool
        Whether to append a constant feature. It shares the norm with the others: all are divided by √2.
    random_state : int, numpy.random.Generator, numpy.random.RandomState or None
        The source of randomness. None: fresh randomness at each fit.

    Attributes
    ----------
    coef_, intercept_ : ndarray, shapes (1, d) and (1,)
        In the unit of the features as they came.
    classes_ : ndarray, shape (2,)
    epsilon_ : float
        The ε that is proved for what was released.
    n_features_in_ : int
    features_ : None

    Examples
    --------
    >>> from dpviz.erm import Uniform
    >>> X, y = Uniform().draw(2000, np.random.default_rng(1))
    >>> model = PrivateLogisticRegression(epsilon=1.0, random_state=1).fit(X, y)
    >>> bool(model.score(X, y) > 0.9), round(model.epsilon_, 4)
    (True, 0.9876)
    """

    epsilon: float = 1.0
    regularization: float = 0.01
    norm_bound: float = 1.0
    method: Method = "corrected"
    fit_intercept: bool = False
    random_state: Any = None

    def _loss(self) -> Loss:
        return LogisticLoss()

    def predict_proba(self, X: ArrayLike) -> Floats:
        """Probability of each class by the model, 1 / (1 + exp(-score)): shape (n, 2), columns as in ``classes_``."""
        positive = -LogisticLoss().slope(-self.decision_function(X))
        return np.column_stack([1.0 - positive, positive])


@dataclass(eq=False, repr=False, kw_only=True)
class PrivateSVM(PrivateClassifier):
    """A support vector machine with Huber's loss under ε-differential privacy, one record being replaced.

    Source: SVM-1, SVM-2, SVM-3. For teaching, not for protecting people: floating-point noise leaks in theory.

    Parameters
    ----------
    epsilon, regularization : float
        As in `PrivateLogisticRegression`.
    width : float
        h of Huber's loss, finite and > 0.
    kernel : {"linear", "gaussian"}
        ``"gaussian"`` uses random Fourier features; then rows may have any norm.
    bandwidth : float
        g of the kernel exp(-g ||x - x'||²), > 0; used with ``"gaussian"``. Choose it without looking at the data.
    components : int
        Number of random features, >= 1; used with ``"gaussian"``.
    norm_bound : float
        A public bound on the Euclidean norm of a row; used with ``"linear"``. Rows above it are refused.
    method, fit_intercept, random_state
        As in `PrivateLogisticRegression`.

    Attributes
    ----------
    coef_, intercept_ : ndarray, shapes (1, d) and (1,)
        Weights of the features, or of the random features.
    features_ : RandomFourierFeatures or None
        Released with the weights; no support vector is, which would be somebody's record.
    classes_, epsilon_, n_features_in_
        As in `PrivateLogisticRegression`.

    Examples
    --------
    >>> from dpviz.erm import Rings
    >>> X, y = Rings().draw(4000, np.random.default_rng(1))
    >>> model = PrivateSVM(epsilon=1.0, kernel="gaussian", bandwidth=4.0, random_state=1).fit(X, y)
    >>> bool(model.score(X, y) > 0.98)
    True
    """

    epsilon: float = 1.0
    regularization: float = 0.01
    width: float = 0.5
    kernel: Literal["linear", "gaussian"] = "linear"
    bandwidth: float = 1.0
    components: int = 100
    norm_bound: float = 1.0
    method: Method = "corrected"
    fit_intercept: bool = False
    random_state: Any = None

    def _loss(self) -> Loss:
        return HuberLoss(self.width)

    def _features(self, dim: int, rng: np.random.Generator) -> RandomFourierFeatures | None:
        if check.one_of("kernel", self.kernel, ("linear", "gaussian")) == "linear":
            return None
        components = check.count("components", self.components, cap=MOST_COMPONENTS)
        return RandomFourierFeatures.sample(dim, components, self.bandwidth, rng)
