"""Private gradient descent as a classifier in scikit-learn's manner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz.erm import _examples
from dpviz.erm._classifier import PrivateClassifier
from dpviz.erm.dpsgd import DPSGD, a_rate
from dpviz.erm.losses import Floats, Loss
from dpviz.privacy.accounting import dpsgd_epsilon, dpsgd_noise


@dataclass(eq=False, repr=False, kw_only=True)
class DPSGDClassifier(PrivateClassifier):
    """A linear classifier learnt by private gradient descent, (ε, δ)-private; `DPSGD` says what is public (SGD-1).

    For teaching, not for protecting people: floating-point noise leaks in theory.

    Parameters
    ----------
    epsilon, delta : float
        ε in nats, from 0.01 to 100; δ in (0, 1).
    clip, rate, steps, learning_rate : float
        C > 0, q from 1e-6 to 1, T >= 1 and η > 0, as in `DPSGD`; gradients are clipped, so that rows may have any norm.
        Choosing one of these by looking at the data costs privacy.
    noise_multiplier : float, optional
        z from 0.01 to 10^6: the noise's standard deviation in units of C. None: the least that keeps (ε, δ), found in
        about a second; otherwise `epsilon` is not used.
    regularization, loss : float, Loss
        λ >= 0, to which the constant feature's weight counts too; logistic by default.
    records : int, optional
        The public number of records, for (ε, δ) to hold for one more or less. None for the number of rows, and an empty
        record in the place of one.
    fit_intercept, random_state
        As in `PrivateLogisticRegression`; here nothing is divided by √2.

    Attributes
    ----------
    coef_, intercept_ : ndarray, shapes (1, d) and (1,)
        After the last step.
    classes_ : ndarray, shape (2,)
    epsilon_, delta_ : float
        The ε that is proved for what was released, and its δ.
    noise_multiplier_ : float
        The z that was used.
    n_features_in_ : int
    features_ : None

    Examples
    --------
    >>> from dpviz.erm import Clouds
    >>> X, y = Clouds().draw(2000, np.random.default_rng(1))
    >>> model = DPSGDClassifier(epsilon=1.0, random_state=1).fit(X, y)
    >>> bool(model.score(X, y) > 0.95), bool(0.99 < model.epsilon_ <= 1.0)
    (True, True)
    """

    epsilon: float = 1.0
    delta: float = 1e-5
    clip: float = 0.5
    rate: float = 0.1
    steps: int = 100
    learning_rate: float = 2.0
    noise_multiplier: float | None = None
    regularization: float = 0.0
    loss: Loss | None = None
    records: int | None = None
    fit_intercept: bool = False
    random_state: Any = None
    norm_bound = 1.0  # no parameter: what the base divides by; nothing here depends on a norm

    def _check_parameters(self) -> None:
        check.positive("epsilon", self.epsilon)
        check.fraction("delta", self.delta)
        check.positive("clip", self.clip)
        a_rate(self.rate)
        check.count("steps", self.steps, cap=check.MOST_STEPS)
        check.positive("learning_rate", self.learning_rate)
        check.nonnegative("regularization", self.regularization)
        check.optional(check.count)("records", self.records)
        check.optional(check.positive)("noise_multiplier", self.noise_multiplier)
        _examples.chosen(self.loss)
        check.flag("fit_intercept", self.fit_intercept)

    def _unit(self) -> float:
        return 1.0

    def _inputs(self, points: Floats) -> Floats:
        return np.column_stack([points, np.ones(len(points))]) if self.fit_intercept else points

    def _release(self, inputs: Floats, labels: NDArray[Any], rng: np.random.Generator) -> tuple[Floats, float]:
        delta, rate, steps = float(self.delta), float(self.rate), int(self.steps)
        z = self.noise_multiplier
        z = dpsgd_noise(float(self.epsilon), delta, rate=rate, steps=steps) if z is None else float(z)
        method = DPSGD(
            noise_multiplier=z,
            clip=self.clip,
            rate=rate,
            steps=steps,
            learning_rate=self.learning_rate,
            regularization=self.regularization,
            loss=_examples.chosen(self.loss),
            records=self.records,
        )
        self.noise_multiplier_, self.delta_ = z, delta
        return method.run(inputs, labels, rng).last, dpsgd_epsilon(z, rate, steps, delta)[1]
