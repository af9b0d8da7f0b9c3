"""Huber's loss along its width: what is left of ε for the noise, and the test error it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz.erm.curves import LearningStudy
from dpviz.erm.generators import Source
from dpviz.erm.losses import HuberLoss
from dpviz.erm.planning import Plan, objective_plan
from dpviz.mechanisms._arguments import positives

Floats = NDArray[np.float64]
METHODS = ("standard", "output", "corrected")


@dataclass(frozen=True, eq=False, kw_only=True)
class WidthSweep:
    """Along F widths.

    Parameters
    ----------
    width : ndarray, shape (F,)
    plans : tuple of Plan, length F
        Of the corrected objective perturbation.
    closely, left : ndarray
        Widths close together, and ε' there.
    mean, standard_error : ndarray, shape (3, F)
        Test error without privacy, by output and by objective perturbation.
    releases : ndarray of int, shape (F,)
        Private releases so far, of each method.
    wanted : int
        And in the end.
    """

    width: Floats
    plans: tuple[Plan, ...]
    closely: Floats
    left: Floats
    mean: Floats
    standard_error: Floats
    releases: NDArray[np.int64]
    wanted: int


def width_stages(
    width: ArrayLike,
    *,
    source: Source,
    n: int,
    epsilon: float,
    regularization: float,
    records: int,
    folds: int = 5,
    draws: int = 20,
    seed: int = 0,
) -> Iterator[tuple[float, WidthSweep]]:
    """Cross-validated error of the smoothed support vector machine at each width, fold by fold.

    Parameters
    ----------
    width : array_like, shape (F,)
        h of Huber's loss, finite and > 0.
    source, n, epsilon, regularization, records, folds, draws, seed
        See `LearningStudy`.

    Yields
    ------
    tuple of float and WidthSweep
        The fraction done, 1.0 at last, and the result so far: first the first fold's, at every width.

    Notes
    -----
    Source: SVM-1, SVM-3. All widths have the same data and the same luck.
    """
    widths = np.atleast_1d(positives("width", width))
    studies = [
        LearningStudy(
            source=source,
            n=n,
            epsilon=epsilon,
            regularization=regularization,
            methods=METHODS,
            loss=HuberLoss(h),
            records=records,
            folds=folds,
            draws=draws,
            seed=seed,
        )
        for h in widths.tolist()
    ]
    plans = tuple(
        objective_plan(epsilon, n, regularization, curvature=study.loss.curvature_bound) for study in studies
    )
    closely = np.geomspace(widths.min(), widths.max(), 301)
    left = np.array(
        [
            objective_plan(epsilon, n, regularization, curvature=0.5 / h).noise_epsilon
            for h in closely.tolist()
        ]
    )
    curves = [study.empty() for study in studies]
    work = [(fold, i) for fold in range(folds) for i in range(len(studies))]
    for done, (fold, i) in enumerate(work, 1):
        curves[i].errors[:, 0, fold] = studies[i].cell(0, fold)
        if (done >= len(studies) and done % 7 == 0) or done in (len(studies), len(work)):
            yield (
                done / len(work),
                WidthSweep(
                    width=widths,
                    plans=plans,
                    closely=closely,
                    left=left,
                    mean=np.array([curve.mean[:, 0] for curve in curves]).T,
                    standard_error=np.array([curve.standard_error[:, 0] for curve in curves]).T,
                    releases=np.array([int(curve.draws_done[1, 0]) for curve in curves]),
                    wanted=folds * draws,
                ),
            )
