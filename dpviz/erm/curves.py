"""Learning curves: the test error of each method along n, ε or λ, by cross-validation and many private fits.

The work is cut into cells, one for each fold and each point of the axis. A cell depends on its own description and
the seed only, so cells may run anywhere, in any order.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dpviz._extras import needs
from dpviz._numeric import check
from dpviz._numeric.check import counts, positives
from dpviz.erm import _examples
from dpviz.erm.curve_errors import Floats, LearningCurve
from dpviz.erm.generators import Source
from dpviz.erm.losses import LogisticLoss, Loss
from dpviz.erm.newton import Problem
from dpviz.erm.noise import GammaNoise
from dpviz.erm.perturbation import released
from dpviz.erm.planning import MODES, method_plan

METHODS = ("standard", "output", *MODES)
Examples = tuple[Floats, Floats]
COARSE = 8  # draws of the first, coarse pass
MOST_FOLDS = 1000
MOST_JOBS = 4096  # more side by side than any machine has cores for


@dataclass(frozen=True, eq=False, kw_only=True)
@check.fields(
    folds=check.whole(least=2, cap=MOST_FOLDS), draws=check.whole(cap=check.MOST_STEPS), seed=check.whole(least=0)
)
class LearningStudy:
    """What `learning_curve` computes, as a description (LR-11, LR-12).

    Each fold is the test set once; training uses the first n of the other folds' records.

    Parameters
    ----------
    source : Source or tuple of two arrays
        ``Uniform()``, ``Unseparable()`` or the like, from which `records` are drawn; or data ``(X, y)``, rows of norm
        at most 1 and labels -1 and +1, which are put into a random order.
    n : array_like of int
        Training records.
    epsilon, regularization : array_like
        ε in nats and λ, finite and > 0. The three broadcast to the k points of the axis.
    methods : sequence of str
        Of ``"standard"``, ``"output"``, ``"corrected"``, ``"tight"``, ``"printed"``.
    loss : LogisticLoss or HuberLoss, optional
        Logistic by default.
    records : int, optional
        Records in all, of which each fold tests 1/folds: a source draws them (17,500 by default, as published);
        data are cut to their first `records` after shuffling (all by default).
    folds : int
        >= 2.
    draws : int
        Releases a fold and point, >= 1.
    seed : int
        >= 0. Every n, ε, λ and method uses the same random numbers: what moves is the setting.
    """

    source: Source | tuple[ArrayLike, ArrayLike]
    n: ArrayLike
    epsilon: ArrayLike = 0.1
    regularization: ArrayLike = 0.01
    methods: Sequence[str] = ("standard", "output", "corrected")
    loss: Loss = field(default_factory=LogisticLoss)
    records: int | None = None
    folds: int = 5
    draws: int = 200
    seed: int = 0
    _kept: dict[int, Any] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        points = np.broadcast_arrays(
            counts("n", self.n), positives("epsilon", self.epsilon), positives("regularization", self.regularization)
        )
        for name, value in zip(("n", "epsilon", "regularization"), points, strict=True):
            if value.ndim > 1:
                raise ValueError(f"{name} must be a number or numbers in a row; got shape {value.shape}")
            object.__setattr__(self, name, np.atleast_1d(value).astype(np.int64 if name == "n" else float))
        methods = (self.methods,) if isinstance(self.methods, str) else tuple(check.items("methods", self.methods))
        for method in methods:
            check.one_of("methods", method, METHODS)
        if not methods or len(set(methods)) < len(methods):
            raise ValueError(f"methods must be different and at least one; got {methods}")
        object.__setattr__(self, "methods", methods)
        _examples.a_loss(self.loss)
        if isinstance(self.source, tuple):
            X, y = _examples.pair("source", self.source)
            object.__setattr__(self, "source", (X, y))
            records = len(y) if self.records is None else check.count("records", self.records, most=len(y))
        elif not callable(getattr(self.source, "draw", None)) or type(self.source).__hash__ is None:
            raise TypeError(
                "source must be Uniform(), Unseparable() or the like, with a method draw(n, rng) and hashable, or a "
                f"tuple (X, y); got {self.source!r}"
            )
        else:
            records = 17_500 if self.records is None else check.entries("records", self.records)
        if records < self.folds:
            raise ValueError(f"records must be at least folds = {self.folds}, one to test in each; got {records}")
        object.__setattr__(self, "records", records)
        most = records - -(-records // self.folds)
        if not points[0].max() <= most:
            raise ValueError(
                f"n must be at most {most}, what {records} records leave for training in {self.folds} folds; "
                f"got {points[0].max():.0f}"
            )

    @property
    def cells(self) -> list[tuple[int, int]]:
        """(point, fold) of each piece of work."""
        return [(point, fold) for fold in range(self.folds) for point in range(np.size(self.n))]

    def data(self) -> tuple[Floats, Floats]:
        """All records, drawn or shuffled by the seed."""
        if isinstance(self.source, tuple):
            X, y = (np.asarray(values) for values in self.source)
            order = np.random.default_rng([self.seed, 0]).permutation(len(y))[: self.records]
            return X[order], y[order]
        return _drawn(self.source, self.records or 0, self.seed)  # type: ignore[arg-type]

    def split(self, fold: int) -> tuple[Examples, Examples]:
        """The records that may train in a fold, of which the first n do, and those that test: features and labels."""
        fold = check.count("fold", fold, least=0, most=self.folds - 1)
        X, y = self.data()
        edges = np.linspace(0, len(y), self.folds + 1).round().astype(int)
        first, last = edges[fold], edges[fold + 1]
        rest = np.r_[0:first, last : len(y)]
        return (X[rest], y[rest]), (X[first:last], y[first:last])

    def _prepared(self, fold: int) -> tuple[tuple[Problem, Floats, Floats, Floats], dict[tuple[int, float], Problem]]:
        """What all points of a fold share: the records that train, those that test, their labels, unit noise.

        And the problems that came up so far, by n and λ: each knows its minimiser.
        """
        found = self._kept.get(fold)
        if found is None:
            (X, y), (test, labels) = self.split(fold)
            rng = np.random.default_rng([self.seed, 1, fold])
            noise = GammaNoise(dim=X.shape[1], scale=1.0).draw(rng, self.draws)
            found = (Problem(X * y[:, None], self.loss, 1.0), test * labels[:, None], labels, noise), {}
            self._kept.clear()  # of one fold at a time
            self._kept[fold] = found
        return found

    def cell(self, point: int, fold: int, draws: slice = slice(None)) -> Floats:
        """Errors of each method at a point of the axis for a fold, shape (M, draws): of all draws or of a slice."""
        point = check.count("point", point, least=0, most=np.size(self.n) - 1)
        fold = check.count("fold", fold, least=0, most=self.folds - 1)
        if not isinstance(draws, slice):
            raise check.wrong_type("draws", "a slice", draws)
        n, epsilon, strength = (
            np.asarray(values)[point].item() for values in (self.n, self.epsilon, self.regularization)
        )
        (trained, tested, labels, noise), problems = self._prepared(fold)
        noise = noise[draws]
        base = problems.setdefault((n, strength), trained.part(n, strength))
        found = np.empty((len(self.methods), len(noise)))
        for index, method in enumerate(self.methods):
            if method == "standard":
                weights = base.centre[None]
            else:
                plan = method_plan(method, epsilon, n, strength, curvature=self.loss.curvature_bound)
                problem = base if plan.extra == 0 else trained.part(n, strength + float(plan.extra))
                weights = released(problem, method, float(plan.scale) * noise)
            found[index] = _errors(tested, labels, weights)
        return found

    def empty(self) -> LearningCurve:
        """The result before anything is computed."""
        n, epsilon, strength = (np.asarray(v) for v in (self.n, self.epsilon, self.regularization))
        guarantee = np.full((len(self.methods), len(n)), np.inf)
        for row, method in zip(guarantee, self.methods, strict=True):
            if method != "standard":
                row[:] = method_plan(method, epsilon, n, strength, curvature=self.loss.curvature_bound).guarantee
        return LearningCurve(
            methods=tuple(self.methods),
            n=n,
            epsilon=epsilon,
            regularization=strength,
            guarantee=guarantee,
            errors=np.full((len(self.methods), len(n), self.folds, self.draws), np.nan),
        )

    def stages(self) -> Iterator[tuple[float, LearningCurve]]:
        """The fraction done, 1.0 at last, and the result so far: first a few draws of the first fold at every point.

        Later pieces fill in the same arrays.
        """
        curve = self.empty()
        first = min(COARSE, self.draws)
        work = [(point, 0, slice(0, first)) for point in range(len(curve.n))]
        step = 100
        for fold in range(self.folds):
            # From every other point to all: the curve's shape is there before its details.
            order = sorted(range(len(curve.n)), key=lambda point: (point % 2, point))
            for begin in range(0, self.draws, step):
                part = slice(max(begin, first) if fold == 0 else begin, min(begin + step, self.draws))
                work += [(point, fold, part) for point in order if part.start < part.stop]
        total = sum(curve.n[point] * (part.stop - part.start) for point, _, part in work)
        done = 0
        for index, (point, fold, part) in enumerate(work):
            curve.errors[:, point, fold, part] = self.cell(point, fold, part)
            done += curve.n[point] * (part.stop - part.start)
            if index >= len(curve.n) - 1:
                yield (1.0 if index == len(work) - 1 else float(done / total)), curve


def _errors(signed: Floats, labels: Floats, weights: Floats) -> Floats:
    """Fraction of records on the wrong side, for each weight vector; sign(0) is +1."""
    scores = signed @ weights.T
    wrong = np.count_nonzero(scores < 0, axis=0)
    if (zero := scores == 0).any():
        wrong = wrong + np.count_nonzero(zero & (labels < 0)[:, None], axis=0)
    return wrong / len(labels)


@lru_cache(maxsize=4)
def _drawn(source: Source, records: int, seed: int) -> tuple[Floats, Floats]:
    """Examples from a source; kept, since all cells of a study use the same."""
    X, y = source.draw(records, np.random.default_rng([seed, 0]))
    return _examples.examples(X, y)


def learning_curve(
    source: Source | tuple[ArrayLike, ArrayLike],
    *,
    n: ArrayLike,
    epsilon: ArrayLike = 0.1,
    regularization: ArrayLike = 0.01,
    methods: Sequence[str] = ("standard", "output", "corrected"),
    loss: Loss | None = None,
    records: int | None = None,
    folds: int = 5,
    draws: int = 200,
    seed: int = 0,
    jobs: int | None = None,
) -> LearningCurve:
    """Cross-validated test error of each method, along n, ε or λ (or all three at once).

    Runs through joblib where that is installed (``pip install "dpviz[cluster]"``): within
    ``joblib.parallel_config(backend="dask")`` the same call uses a cluster, and gives the same numbers. Source: LR-11,
    LR-12.

    Parameters
    ----------
    source, n, epsilon, regularization, methods, loss, records, folds, draws, seed
        See `LearningStudy`.
    jobs : int, optional
        Pieces to run side by side, as joblib's ``n_jobs``: -1 for all cores. None for what ``parallel_config`` says,
        else 1.

    Examples
    --------
    >>> from dpviz.erm import Uniform
    >>> curve = learning_curve(Uniform(), n=[200, 800], epsilon=1.0, records=1000, draws=20, seed=1)
    >>> curve.mean.shape, bool((curve.mean[:, 1] < curve.mean[:, 0]).all())
    ((3, 2), True)
    """
    study = LearningStudy(
        source=source,
        n=n,
        epsilon=epsilon,
        regularization=regularization,
        methods=methods,
        loss=LogisticLoss() if loss is None else loss,
        records=records,
        folds=folds,
        draws=draws,
        seed=seed,
    )
    curve = study.empty()
    work = study.cells
    if jobs is not None and not check.count("jobs", jobs, least=-MOST_JOBS, most=MOST_JOBS):
        raise ValueError("jobs must be a whole number but 0; got 0")
    if jobs == 1 or (jobs is None and importlib.util.find_spec("joblib") is None):
        found: Any = (study.cell(*cell) for cell in work)
    else:  # late: importing the package brings numpy only
        joblib = needs("joblib", extra="cluster", purpose="learning_curve with jobs other than 1")
        found = joblib.Parallel(n_jobs=jobs)(joblib.delayed(study.cell)(*cell) for cell in work)
    for (point, fold), errors in zip(work, found, strict=True):
        curve.errors[:, point, fold] = errors
    return curve
