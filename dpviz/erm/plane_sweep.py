"""Many private releases of two weights along any axis: where they land, and what each costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.erm import _examples
from dpviz.erm._axes import settings
from dpviz.erm.losses import LogisticLoss
from dpviz.erm.newton import Problem
from dpviz.erm.noise import GammaNoise
from dpviz.erm.planning import Mode, Plan, objective_plan, output_plan
from dpviz.mechanisms._arguments import positives

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class Plane:
    """Releases of both methods, a frame at a time; every frame has the same luck.

    Parameters
    ----------
    epsilon, n, regularization : ndarray of shape (F,)
    answer, question : Plan
        Arrays of shape (F,): output perturbation, objective perturbation.
    best : ndarray of shape (F, d)
        The minimiser w* of J without noise, on the first n records.
    least : ndarray of shape (F,)
        J(w*).
    output, objective : ndarray of shape (F, m, d)
        Released weights: noise on the answer, noise on the question.
    """

    epsilon: Floats
    n: NDArray[np.int64]
    regularization: Floats
    answer: Plan
    question: Plan
    best: Floats
    least: Floats
    output: Floats
    objective: Floats


def plane_sweep(
    X: ArrayLike,
    y: ArrayLike,
    epsilon: ArrayLike,
    n: ArrayLike,
    regularization: ArrayLike,
    *,
    size: int,
    rng: np.random.Generator,
    mode: Mode = "corrected",
) -> Plane:
    """Release weights `size` times by either method along any axis; the three arguments broadcast to (F,).

    Parameters
    ----------
    X : array_like, shape (N, d)
        Rows of Euclidean norm at most 1.
    y : array_like, shape (N,)
        Labels -1 and +1.
    epsilon : array_like of shape (F,)
        ε in nats, finite and > 0.
    n : array_like of int, shape (F,)
        How many of the records are used, the first ones, 1 to N.
    regularization : array_like of shape (F,)
        λ, finite and > 0.
    size : int
        Releases of each method a frame, >= 1.
    rng : numpy.random.Generator
        The source of randomness; first the noise of all outputs is drawn, then that of all objectives.
    mode : {"corrected", "tight", "printed"}
        See `objective_plan`.

    Returns
    -------
    Plane

    Notes
    -----
    Source: LR-4, LR-5. Each release alone costs its ε; the many of a picture are for looking, not for publishing.
    """
    features, labels = _examples.examples(X, y)
    eps, people, reg = settings(epsilon, n, regularization)
    if people.max() > len(labels):
        raise ValueError(f"n must be a whole number from 1 to {len(labels)}; got {people.max()}")
    many, dim = _check.count("size", size), features.shape[1]
    unit = GammaNoise(dim=dim, scale=1.0)
    on_answer, on_question = unit.draw(rng, many), unit.draw(rng, many)
    answer, question = output_plan(eps, people, reg), objective_plan(eps, people, reg, mode=mode)
    signed = features * labels[:, None]
    frames = len(eps)
    best, least = np.empty((frames, dim)), np.empty(frames)
    objective = np.empty((frames, many, dim))
    none = np.zeros((1, dim))
    scale = np.asarray(question.scale)
    for k, strength in {*zip(people.tolist(), reg.tolist(), strict=True)}:
        problem = Problem(signed[:k], LogisticLoss(), strength)
        here = (people == k) & (reg == strength)
        best[here] = problem.solve(none)[0][0]
        least[here] = problem.value(problem.solve(none)[0], none)[0]
    total = reg + question.extra
    for k, strength in {*zip(people.tolist(), total.tolist(), strict=True)}:
        here = np.flatnonzero((people == k) & (total == strength))
        problem = Problem(signed[:k], LogisticLoss(), strength)
        terms = (scale[here, None, None] * on_question).reshape(-1, dim)
        objective[here] = problem.solve(terms)[0].reshape(len(here), many, dim)
    return Plane(
        epsilon=eps,
        n=people,
        regularization=reg,
        answer=answer,
        question=question,
        best=best,
        least=least,
        output=best[:, None, :] + np.asarray(answer.scale)[:, None, None] * on_answer,
        objective=objective,
    )


def gaps(plane: Plane, X: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
    """How far above its least value J is at every release, for either method.

    Parameters
    ----------
    plane : Plane
    X, y : array_like
        The records it was made with.

    Returns
    -------
    tuple of two ndarray of shape (F, m)
        ``J(released) - J(w*)`` in nats, with λ as asked for (without Δ).

    Notes
    -----
    Source: LR-9.
    """
    features, labels = _examples.examples(X, y)
    signed = features * labels[:, None]
    found = []
    for released in (plane.output, plane.objective):
        gap = np.empty(released.shape[:2])
        for k, strength in {*zip(plane.n.tolist(), plane.regularization.tolist(), strict=True)}:
            here = np.flatnonzero((plane.n == k) & (plane.regularization == strength))
            at = released[here].reshape(-1, released.shape[2])
            problem = Problem(signed[:k], LogisticLoss(), strength)
            gap[here] = problem.value(at, np.zeros_like(at)).reshape(len(here), -1)
        found.append(np.maximum(gap - plane.least[:, None], 0.0))  # rounding alone can go below
    return found[0], found[1]


def surface(
    X: ArrayLike, y: ArrayLike, regularization: float, places: ArrayLike, *, cell: float | None = None
) -> Floats:
    """J at every place.

    Parameters
    ----------
    X, y : array_like
        Records and labels.
    regularization : float
        λ, finite and > 0.
    places : array_like of shape (..., d)
        Weights.
    cell : float, optional
        Round the features to multiples of this and count equal records, for a picture of many places: J is then off
        by at most ``cell √d ||w|| / 2``, and mostly by far less. By default J is exact.

    Returns
    -------
    ndarray of shape (...)
        In nats.

    Notes
    -----
    Source: LR-1.

    Examples
    --------
    >>> surface([[1, 0], [0, 1], [0.6, 0.8]], [1, -1, 1], 0.1, [1.39766344, -0.37503243]).round(9).tolist()
    0.50593189
    """
    problem = _rounded(X, y, regularization, cell)
    at = _examples.weights(places, problem.dim)
    flat = at.reshape(-1, problem.dim)
    return problem.value(flat, np.zeros_like(flat)).reshape(at.shape[:-1])


def level_lines(
    X: ArrayLike,
    y: ArrayLike,
    regularization: float,
    centre: ArrayLike,
    levels: ArrayLike,
    *,
    angles: int = 49,
    cell: float | None = None,
) -> Floats:
    """The closed lines around the minimiser of two weights on which J is some levels above its least value.

    Parameters
    ----------
    X : array_like, shape (n, 2)
    y : array_like, shape (n,)
        Records and labels.
    regularization : float
        λ, finite and > 0.
    centre : array_like of shape (2,)
        The minimiser.
    levels : array_like of shape (k,)
        Heights above J(centre), > 0.
    angles : int, default 49
        Points a line; the last is the first again.
    cell : float, optional
        As for `surface`.

    Returns
    -------
    ndarray of shape (k, angles, 2)

    Notes
    -----
    Source: LR-1. J is λ-strongly convex: along a ray it rises, and a level is reached within sqrt(2 level / λ). Found
    there to about 1 part in 1,000.
    """
    problem = _rounded(X, y, regularization, cell)
    heights = positives("levels", levels)
    middle = _examples.weights(centre, 2)
    turn = np.linspace(0, 2 * np.pi, _check.count("angles", angles, least=4))
    rays = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    least = problem.value(middle[None, :], np.zeros((1, 2)))[0]
    wanted = np.sqrt(heights)[:, None]

    def above(radius: Floats) -> Floats:
        flat = (middle + radius[..., None] * rays).reshape(-1, 2)
        risen = problem.value(flat, np.zeros_like(flat)).reshape(radius.shape) - least
        return np.sqrt(np.maximum(risen, 0.0)) - wanted

    # The root of what J has risen by is nearly straight in the radius: regula falsi, with the Illinois remedy, is
    # there after four values; bisection would take ten, and J over all records is dear.
    low, high = np.zeros((len(heights), len(turn))), np.sqrt(2 * heights / problem.regularization)[:, None]
    high = high + low
    below, over = np.repeat(-wanted, len(turn), axis=1), above(high)
    last = np.zeros_like(low)
    half = high
    for _ in range(4):
        half = high - over * (high - low) / (over - below)
        value = above(half)
        up = value > 0
        below = np.where(up & (last > 0), 0.5 * below, np.where(up, below, value))
        over = np.where(up, value, np.where(last < 0, 0.5 * over, over))
        high, low = np.where(up, half, high), np.where(up, low, half)
        last = np.where(up, 1.0, -1.0)
    return np.asarray(middle + half[..., None] * rays)


def _rounded(X: ArrayLike, y: ArrayLike, regularization: float, cell: float | None) -> Problem:
    features, labels = _examples.examples(X, y)
    strength = _check.positive("regularization", regularization)
    signed, copies = features * labels[:, None], None
    if cell is not None:
        whole = np.rint(signed / _check.positive("cell", cell))
        kept, copies = np.unique(whole, axis=0, return_counts=True)
        signed = kept * cell
    return Problem(signed, LogisticLoss(), strength, copies)
