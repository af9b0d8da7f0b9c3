"""The hyper-parameter λ of private logistic regression as arms: one private model each, judged on people held back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Arms:
    """Private models, one for each λ, with their scores.

    Attributes
    ----------
    regularizations : ndarray of shape (n,)
        λ of each.
    weights : ndarray of shape (n, d)
    validation : ndarray of shape (n,)
        Share of the validation people each classifies right: exact, and not private.
    test : ndarray of shape (n,)
        The same on fresh people, who stand for everybody.
    records : int
        Validation people.
    epsilon_each, epsilon_training : float
        What one model costs a training person, and all of them together (basic composition), in nats, under
        ``"replace"``.
    """

    regularizations: Floats
    weights: Floats
    validation: Floats
    test: Floats
    records: int
    epsilon_each: float
    epsilon_training: float


def score(weights: ArrayLike, X: ArrayLike, y: ArrayLike) -> Floats:
    """Share of the examples that each row of weights classifies right; a score of 0 is read as +1."""
    models, points = check.finite("weights", weights), check.finite("X", X)
    labels = check.finite("y", y)
    said = np.where(points @ models.T >= 0, 1.0, -1.0)
    return np.asarray((said == labels[:, None]).mean(axis=0))


def train_arms(
    training: tuple[ArrayLike, ArrayLike],
    validation: tuple[ArrayLike, ArrayLike],
    test: tuple[ArrayLike, ArrayLike],
    regularizations: ArrayLike,
    *,
    epsilon: float,
    rng: np.random.Generator,
) -> Arms:
    """Train one private logistic regression (output perturbation) for each λ, and score it (SH-3, LR-4).

    All models are made from the same training people, so their ε add up, whichever is kept. The validation people pay
    separately: they are others, and a person is in one set only.

    Parameters
    ----------
    training, validation, test : tuple of (X, y)
        X of shape (n, d) with every row of length at most 1, y of -1 and +1. The three sets share nobody, and who is
        in which does not depend on the people.
    regularizations : array_like of shape (a,)
        λ of each arm, > 0; at least 2.
    epsilon : float
        ε of each model, in nats, > 0.
    rng : numpy.random.Generator
    """
    # Late: the solver of the regression package is not needed to halve anything.
    from dpviz.erm._examples import pair
    from dpviz.erm.perturbation import OutputPerturbation

    lambdas = check.positives("regularizations", regularizations)
    if lambdas.ndim != 1 or lambdas.size < 2:
        raise ValueError(f"regularizations must be at least 2 numbers > 0 in a row; got {regularizations!r}")
    each, rng = check.positive("epsilon", epsilon), check.generator(rng)
    learnt, chosen, fresh = pair("training", training), pair("validation", validation), pair("test", test)
    features = learnt[0].shape[1]
    for name, (points, _) in (("validation", chosen), ("test", fresh)):
        if points.shape[1] != features:
            raise ValueError(f"in {name}, X must have {features} columns, as in training; got shape {points.shape}")
    models = np.concatenate(
        [
            np.atleast_2d(OutputPerturbation(epsilon=each, regularization=float(one)).release(*learnt, rng))
            for one in lambdas
        ]
    )
    return Arms(
        regularizations=lambdas,
        weights=models,
        validation=score(models, *chosen),
        test=score(models, *fresh),
        records=len(chosen[1]),
        epsilon_each=each,
        epsilon_training=each * lambdas.size,
    )
