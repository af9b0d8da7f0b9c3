"""Regularised fits by Newton's method, many linear terms against one data set at once.

The objective is ``J(w) + b · w / n`` with ``J(w) = (λ/2) ||w||² + (1/n) Σ loss(y_i w · x_i)``: strongly convex, so
there is one minimiser. Private fits differ in b alone; their margins, gradients and Hessians are then three matrix
products for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.erm import _examples
from dpviz.erm.losses import Floats, Loss

TOLERANCE = 1e-9  # of the gradient's norm
STEPS = 200
BLOCK = 1 << 16  # margins worked on at once: they stay in the cache
COLUMNS = 256  # linear terms worked on at once
PACKED = 32  # up to this many features, Hessians come from one product with all pairs of features
COARSE = 8  # the first guess comes from every eighth record


@dataclass(frozen=True, eq=False, kw_only=True)
class Fit:
    """Minimisers, and how well they were found.

    Parameters
    ----------
    weights : ndarray, shape (d,) or (m, d)
        The minimiser for each linear term.
    gradient_norm : float or ndarray of shape (m,)
        Euclidean norm of the objective's gradient there: at most 1e-9, or 1e-15 ||b|| / n where that is more.
    steps : int
        Newton steps taken on the whole data set.
    """

    weights: Floats
    gradient_norm: float | Floats
    steps: int


def fit(
    X: ArrayLike, y: ArrayLike, *, loss: Loss | None = None, regularization: float, linear: ArrayLike | None = None
) -> Fit:
    """Minimise ``(λ/2) ||w||² + (1/n) Σ loss(y_i w · x_i) + (1/n) b · w``, for one b or for many (LR-1).

    Not private in itself. A `RuntimeError` says that no gradient norm of 1e-9 was reached, nor of 1e-15 ||b|| / n.

    Parameters
    ----------
    X : array_like, shape (n, d)
        One record a row, each of Euclidean norm at most 1. There is no intercept: append a constant feature for one.
    y : array_like, shape (n,)
        Labels, -1 or +1.
    loss : LogisticLoss or HuberLoss, optional
        Logistic by default.
    regularization : float
        λ, finite and > 0.
    linear : array_like, shape (d,) or (m, d), optional
        b, finite; 0 by default. The weights have its shape.

    Examples
    --------
    >>> found = fit([[1, 0], [0, 1], [0.6, 0.8]], [1, -1, 1], regularization=0.1)
    >>> found.weights.round(8).tolist()
    [1.39766344, -0.37503243]
    """
    features, labels = _examples.examples(X, y)
    chosen = _examples.chosen(loss)
    strength = check.positive("regularization", regularization)
    dim = features.shape[1]
    terms = np.zeros(dim) if linear is None else check.finite("linear", linear)
    if terms.ndim not in (1, 2) or terms.shape[-1] != dim or not terms.size:
        raise ValueError(f"linear must have shape ({dim},) or (m, {dim}); got {terms.shape}")
    found, norms, steps = Problem(features * labels[:, None], chosen, strength).solve(np.atleast_2d(terms))
    if terms.ndim == 1:
        return Fit(weights=found[0], gradient_norm=float(norms[0]), steps=steps)
    return Fit(weights=found, gradient_norm=norms, steps=steps)


class Problem:
    """One data set, prepared for many linear terms: features times label, shape (n, d). Nothing is checked here.

    `counts`, shape (n,), is what each record counts for, 1 by default; n is then their sum.
    """

    def __init__(self, signed: Floats, loss: Loss, regularization: float, counts: Floats | None = None):
        self.signed = signed
        self.loss = loss
        self.regularization = regularization
        self.counts = counts
        self.total = float(len(signed) if counts is None else counts.sum())
        self.dim = signed.shape[1]
        self._upper = np.triu_indices(self.dim)
        self._pairs: Floats | None = None

    def part(self, n: int, regularization: float) -> Problem:
        """The first n records with another λ; what has been worked out about features is shared."""
        made = Problem(self.signed[:n], self.loss, regularization)
        pairs = self._stored()
        made._pairs = None if pairs is None else pairs[:n]
        return made

    def solve(self, linear: Floats, start: Floats | None = None) -> tuple[Floats, Floats, int]:
        """Minimisers (m, d), gradient norms (m,) and the number of steps, for linear terms of shape (m, d)."""
        found = np.empty((len(linear), self.dim))
        norms = np.empty(len(linear))
        steps = 0
        for begin in range(0, len(linear), COLUMNS):
            part = slice(begin, begin + COLUMNS)
            terms = linear[part] / self.total
            guess = self._guess(terms) if start is None else start[part]
            # Where a linear term is very large, its own rounding is.
            goal = TOLERANCE * np.maximum(1.0, 1e-6 * _norms(terms))
            found[part], norms[part], taken = self._newton(terms, guess, goal)
            steps = max(steps, taken)
            if not (norms[part] <= goal).all():
                worst = np.argmax(norms[part] / goal)
                raise RuntimeError(
                    f"the fit must reach a gradient norm <= {goal[worst]:g}; "
                    f"got {norms[part][worst]:.3g} after {steps} steps"
                )
        return found, norms, steps

    @cached_property
    def centre(self) -> Floats:
        """The minimiser without a linear term, shape (d,)."""
        return self.solve(np.zeros((1, self.dim)))[0][0]

    def _guess(self, terms: Floats) -> Floats:
        """The minimisers for every eighth record, roughly: most of Newton's steps are taken where they are cheap."""
        if len(self.signed) < 64 * COARSE or self.counts is not None:
            return np.zeros_like(terms)
        smaller = Problem(self.signed[::COARSE], self.loss, self.regularization)
        smaller._pairs = None if self._pairs is None else self._pairs[::COARSE]
        return smaller._newton(terms, smaller._guess(terms), np.full(len(terms), 1e-4))[0]

    def _newton(self, terms: Floats, start: Floats, goals: Floats) -> tuple[Floats, Floats, int]:
        """Newton's method with step halving, on all columns that have not arrived yet.

        A step is taken when it halves the smallest gradient norm so far (this can happen only so often), else when it
        lowers the objective enough (Armijo's rule, which alone would converge too); else it is halved.
        """
        found = start.copy()
        gradient, hessian = self._derivatives(found, terms, True)
        norms = _norms(gradient)
        least = norms.copy()
        expected = np.full(len(terms), np.inf)  # the next gradient norm, as quadratic convergence foretells it
        active = np.flatnonzero(norms > goals)
        gradient, hessian = gradient[active], hessian[active]
        steps = 0
        while active.size and steps < STEPS:
            steps += 1
            tolerance = goals[active]
            step = np.linalg.solve(hessian, gradient[:, :, None])[:, :, 0]
            # Where the Hessian of this point would finish the next step too, the next one is not computed.
            ahead = expected[active] ** 2 / norms[active]
            fresh = not (ahead <= 0.1 * tolerance).all()
            trial = found[active] - step
            new, curved = self._derivatives(trial, terms[active], fresh)
            size = _norms(new)
            tried = ~(size <= np.maximum(0.5 * least[active], tolerance))
            if tried.any():
                rows = np.flatnonzero(tried)
                accepted = self._halve(found[active[rows]], terms[active[rows]], step[rows], gradient[rows])
                moved = (accepted != trial[rows]).any(axis=1)
                if moved.any():
                    again = rows[moved]
                    trial[again] = accepted[moved]
                    new[again], part = self._derivatives(trial[again], terms[active[again]], fresh)
                    size[again] = _norms(new[again])
                    if fresh:
                        curved[again] = part
            with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
                ratio = size / norms[active] ** 2
                expected[active] = np.where(tried, np.inf, ratio * size**2)
            finishing = size**2 / norms[active] <= tolerance  # by another step with the same Hessian
            found[active], norms[active] = trial, size
            least[active] = np.minimum(least[active], size)
            left = size > tolerance
            active, gradient = active[left], new[left]
            hessian = curved[left] if fresh else hessian[left]
            if active.size and not fresh and not finishing[left].all():
                # That was not the last step but one after all.
                gradient, hessian = self._derivatives(found[active], terms[active], True)
        return found, norms, steps

    def _halve(self, at: Floats, terms: Floats, step: NDArray[Any], gradient: Floats) -> Floats:
        """The first of the steps 1, 1/2, 1/4, … that lowers the objective enough, for each column."""
        here = self.value(at, terms)
        slope = np.einsum("md,md->m", step, gradient)
        length = np.ones(len(at))
        waiting = np.arange(len(at))
        for _ in range(60):
            there = self.value(at[waiting] - length[waiting, None] * step[waiting], terms[waiting])
            # Rounding: near the minimum the objective no longer tells two points apart.
            spare = 1e-14 * np.abs(here[waiting])
            enough = there <= here[waiting] - 1e-4 * length[waiting] * slope[waiting] + spare
            waiting = waiting[~enough]
            if not waiting.size:
                break
            length[waiting] *= 0.5
        return at - length[:, None] * step

    def value(self, at: Floats, terms: Floats) -> Floats:
        """The objective at points (m, d), with linear terms (m, d) already divided by n."""
        total = 0.5 * self.regularization * np.einsum("md,md->m", at, at) + np.einsum("md,md->m", at, terms)
        for rows in self._blocks(len(at)):
            losses = self.loss.value(self.signed[rows] @ at.T)
            total += (losses.sum(0) if self.counts is None else self.counts[rows] @ losses) / self.total
        return np.asarray(total)

    def _blocks(self, columns: int) -> list[slice]:
        size = max(64, BLOCK // max(columns, 1))
        return [slice(begin, begin + size) for begin in range(0, len(self.signed), size)]

    def _derivatives(self, at: Floats, terms: Floats, second: bool) -> tuple[Floats, Floats]:
        """Gradients (m, d) of the objective at points (m, d); and Hessians (m, d, d), if asked for."""
        columns = len(at)
        slopes = np.zeros((self.dim, columns))
        packed = self.dim <= PACKED
        curved = np.zeros((len(self._upper[0]), columns) if packed else (columns, self.dim, self.dim))
        across = np.ascontiguousarray(at.T)
        for rows in self._blocks(columns):
            signed = self.signed[rows]
            slope, curvature = self.loss.derivatives(signed @ across, second)
            if self.counts is not None:
                slope = slope * self.counts[rows, None]
            slopes += signed.T @ slope
            if curvature is None:
                continue
            if self.counts is not None:
                curvature = curvature * self.counts[rows, None]
            if packed:
                curved += self._products(rows).T @ curvature
            else:
                for column in range(columns):
                    # Huber's loss is straight for many records, often for all.
                    bent = curvature[:, column] != 0
                    part = signed if bent.all() else signed[bent]
                    curved[column] += (part * curvature[bent, column, None]).T @ part
        gradient = slopes.T / self.total + self.regularization * at + terms
        if not second:
            return gradient, np.empty((0, self.dim, self.dim))
        if packed:
            square = np.empty((columns, self.dim, self.dim))
            square[:, self._upper[0], self._upper[1]] = curved.T
            square[:, self._upper[1], self._upper[0]] = curved.T
            curved = square
        curved /= self.total
        curved[:, np.arange(self.dim), np.arange(self.dim)] += self.regularization
        return gradient, curved

    def _products(self, rows: slice) -> Floats:
        """All pairs of features of some records, multiplied."""
        one, other = self._upper
        pairs = self._stored()
        return self.signed[rows, one] * self.signed[rows, other] if pairs is None else pairs[rows]

    def _stored(self) -> Floats | None:
        """These for all records; None where they would take more than 16 MB, and are made as they are needed."""
        one, other = self._upper
        if self._pairs is None and self.dim <= PACKED and len(self.signed) * len(one) <= 1 << 21:
            self._pairs = self.signed[:, one] * self.signed[:, other]
        return self._pairs


def _norms(vectors: NDArray[Any]) -> Floats:
    return np.sqrt(np.einsum("md,md->m", vectors, vectors))
