"""What a private classifier is in scikit-learn's manner: its parameters, its fit, its predictions."""

from __future__ import annotations

import inspect
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.erm import _conventions, _examples
from dpviz.erm.features import RandomFourierFeatures
from dpviz.erm.losses import Floats, Loss
from dpviz.erm.perturbation import METHODS, perturbation

Method = Literal["output", "corrected", "tight", "printed"]


class PrivateClassifier:
    """What the classifiers share. Their parameters are the arguments of ``__init__``, kept as they came."""

    _estimator_type = "classifier"
    epsilon: float
    regularization: float
    norm_bound: float
    method: Method
    fit_intercept: bool
    random_state: Any
    features_: RandomFourierFeatures | None

    def _loss(self) -> Loss:
        raise NotImplementedError

    def _features(self, dim: int, rng: np.random.Generator) -> RandomFourierFeatures | None:  # noqa: ARG002
        return None

    @classmethod
    def _names(cls) -> list[str]:
        return sorted(name for name in inspect.signature(cls).parameters)

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: ARG002
        """The parameters, by name; there is nothing deeper, but scikit-learn passes `deep`."""
        return {name: getattr(self, name) for name in self._names()}

    def set_params(self, **params: Any) -> PrivateClassifier:
        """Set parameters by name, as in `get_params`; return the estimator."""
        names = self._names()
        for name, value in params.items():
            if name not in names:
                raise ValueError(f"parameters must be among {', '.join(names)}; got {name!r}")
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        defaults = inspect.signature(type(self)).parameters
        changed = [
            f"{name}={getattr(self, name)!r}"
            for name in self._names()
            if repr(getattr(self, name)) != repr(defaults[name].default)
        ]
        return f"{type(self).__name__}({', '.join(changed)})"

    def __sklearn_tags__(self) -> Any:
        # Called by scikit-learn only, which is therefore there.
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(multi_class=False),
            input_tags=InputTags(),
        )

    def fit(self, X: ArrayLike, y: ArrayLike) -> PrivateClassifier:
        """Learn private weights from rows of shape (n, d), of Euclidean norm at most `norm_bound` where there is one.

        `y` holds two different labels, of any kind. That there are two classes, and which, is taken to be public, as
        the number of records is.
        """
        self._check_parameters()
        points = _conventions.points(X)
        self.n_features_in_ = points.shape[1]
        names = _conventions.column_names(X)
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        labels = _conventions.labels(y, len(points))
        try:
            classes, coded = np.unique(labels, return_inverse=True)
        except TypeError as error:
            raise TypeError(f"y must hold labels of one kind: {error}") from error
        if len(classes) != 2:
            kind = "Only binary classification is supported. " if len(classes) > 2 else ""
            raise ValueError(
                f"{kind}y must hold 2 classes; got {len(classes)} {'class' if len(classes) == 1 else 'classes'}"
            )
        rng = _conventions.generator(self.random_state)
        self.features_ = self._features(points.shape[1], rng)
        inputs = self._inputs(points)
        weights, self.epsilon_ = self._release(inputs, 2.0 * coded - 1.0, rng)
        self.classes_ = classes
        self.n_iter_ = 1
        unit = self._unit()
        self.intercept_ = np.array([weights[-1] / unit if self.fit_intercept else 0.0])
        kept = weights[:-1] if self.fit_intercept else weights
        self.coef_ = (kept / unit / (1.0 if self.features_ is not None else self.norm_bound))[None, :]
        return self

    def _release(self, inputs: Floats, labels: NDArray[Any], rng: np.random.Generator) -> tuple[Floats, float]:
        """Private weights, and the ε that is proved for them."""
        mechanism = perturbation(
            self.method, epsilon=self.epsilon, regularization=self.regularization, loss=self._loss()
        )
        return mechanism.release(inputs, labels, rng), mechanism.guarantee(len(labels))

    def _check_parameters(self) -> None:
        check.positive("epsilon", self.epsilon)
        check.positive("regularization", self.regularization)
        check.positive("norm_bound", self.norm_bound)
        check.one_of("method", self.method, METHODS)
        check.flag("fit_intercept", self.fit_intercept)

    def _unit(self) -> float:
        """What divides the features: with a constant beside them their norm would be √2."""
        return float(np.sqrt(2.0)) if self.fit_intercept else 1.0

    def _inputs(self, points: Floats) -> Floats:
        """What the mechanism sees: rows of norm at most 1."""
        if self.features_ is not None:
            scaled = self.features_.transform(points)
        else:
            scaled = _examples.bounded("X", points, self.norm_bound) / self.norm_bound
        if self.fit_intercept:
            scaled = np.column_stack([scaled, np.ones(len(scaled))])
        return scaled / self._unit()

    def decision_function(self, X: ArrayLike) -> Floats:
        """Signed score of each row, shape (n,): positive for ``classes_[1]``; a `NotFittedError` before `fit`.

        Rows may have any norm: the weights are private already.
        """
        if not hasattr(self, "coef_"):
            raise _conventions.not_fitted(
                f"This {type(self).__name__} instance is not fitted yet. Call 'fit' with appropriate arguments before "
                "using this estimator."
            )
        _conventions.same_names(self, X)
        points = _conventions.points(X)
        if points.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X has {points.shape[1]} features, but {type(self).__name__} is expecting {self.n_features_in_} "
                "features as input"
            )
        if self.features_ is not None:
            points = self.features_.transform(points)
        return np.asarray(points @ self.coef_[0] + self.intercept_[0])

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The likelier class of each row, shape (n,); ``classes_[1]`` where the score is 0."""
        right = self.decision_function(X) >= 0
        return np.asarray(self.classes_[right.astype(int)])

    def score(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """Fraction of rows predicted right, in [0, 1]; `sample_weight` is >= 0, one a row."""
        predicted = self.predict(X)
        right = predicted == _conventions.labels(y, len(predicted))
        if sample_weight is None:
            return float(np.mean(right))
        weights = check.nonnegatives("sample_weight", sample_weight)
        if weights.shape != right.shape or not weights.any():
            raise ValueError(f"sample_weight must have shape {right.shape} and not be all 0; got shape {weights.shape}")
        return float(np.average(right, weights=weights))
