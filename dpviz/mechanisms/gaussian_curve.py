"""The exact (ε, δ) curve of normal noise, and what it says when solved for σ or for ε."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.solve import doubled_until, safe_ends
from dpviz.privacy.loss import check_epsilon
from dpviz.privacy.pairs import Floats, distance_delta, distance_epsilon

# What is solved for stays on the safe side by some roundings, so that δ is not above what was asked for: of the curve
# itself only that many digits are known.
_SAFE = 1.0 - 2.0**-46


def gaussian_delta(epsilon: ArrayLike, scale: ArrayLike, *, sensitivity: float = 1.0) -> Floats:
    """Least δ of normal noise at each ε, exactly (GAU-1).

    ``δ(ε) = Φ(Δ/(2σ) - εσ/Δ) - e^ε Φ(-Δ/(2σ) - εσ/Δ)``, for neighbours whose answers are Δ apart. It is right to 12
    digits while δ > 1e-300 and ε < 1000, and written so that e^ε never overflows.

    Parameters
    ----------
    epsilon : array_like
        ε in nats, finite and >= 0; at 0 the answer is the total variation distance.
    scale : array_like
        The standard deviation σ, finite and > 0, broadcast against `epsilon`.
    sensitivity : float, default 1
        Δ > 0 in the Euclidean norm, in the unit of σ.

    Returns
    -------
    float or ndarray
        δ in [0, 1].

    Examples
    --------
    >>> f"{gaussian_delta(10.0, 0.484481):.3e}"
    '2.265e-05'
    """
    eps = check_epsilon(epsilon)
    sigma = check.positives("scale", scale)
    check.broadcast(epsilon=eps, scale=sigma)
    distance = check.positive("sensitivity", sensitivity) / sigma
    return check.plain(distance_delta(distance, eps))


def gaussian_scale(epsilon: ArrayLike, delta: ArrayLike, *, sensitivity: float = 1.0) -> Floats:
    """The least σ with which normal noise is (ε, δ)-private: the exact curve solved for σ (GAU-1).

    Parameters
    ----------
    epsilon, delta : array_like
        ε in nats, finite and > 0 without an upper limit, and δ in (0, 1); they broadcast.
    sensitivity : float, default 1
        As in `gaussian_delta`.

    Returns
    -------
    float or ndarray
        σ in the unit of `sensitivity`, rounded to the safe side.

    Examples
    --------
    >>> round(gaussian_scale(0.5, 1e-5), 6)
    7.031827
    """
    eps = check.positives("epsilon", epsilon)
    goal = _slacks(delta)
    check.broadcast(epsilon=eps, delta=goal)
    eps, goal = np.broadcast_arrays(eps, goal * _SAFE)
    width, root = np.sqrt(-2.0 * np.log(goal)), math.sqrt(2.0) * np.sqrt(eps)
    # Where m/2 - ε/m = -width, the first term of the curve alone is below δ; and the curve is below m/sqrt(2π).
    private = np.maximum(root * (root / (width + np.hypot(width, root))), math.sqrt(2.0 * math.pi) * goal)
    leaking = doubled_until(lambda distance: distance_delta(distance, eps) > goal, 2.0 * private)
    private = _SAFE * safe_ends(lambda distance: distance_delta(distance, eps) <= goal, private, leaking)
    with np.errstate(over="ignore"):
        scale = check.positive("sensitivity", sensitivity) / private
    if not (np.isfinite(scale) & (scale > 0)).all():
        raise ValueError(
            f"sensitivity / epsilon must be a number that a float can hold; got {sensitivity!r} and {epsilon!r}"
        )
    return check.plain(scale)


def gaussian_epsilon(scale: ArrayLike, delta: ArrayLike, *, sensitivity: float = 1.0) -> Floats:
    """The least ε with which normal noise of a given σ is (ε, δ)-private: the exact curve solved for ε (GAU-1).

    Parameters
    ----------
    scale, delta : array_like
        The standard deviation σ, finite and > 0, and δ in (0, 1); they broadcast.
    sensitivity : float, default 1
        As in `gaussian_delta`.

    Returns
    -------
    float or ndarray
        ε in nats, rounded to the safe side; 0 where δ is at least the total variation distance.

    Examples
    --------
    >>> round(gaussian_epsilon(7.031827, 1e-5), 6)
    0.5
    """
    sigma = check.positives("scale", scale)
    goal = _slacks(delta)
    check.broadcast(scale=sigma, delta=goal)
    with np.errstate(over="ignore"):
        distance = check.positive("sensitivity", sensitivity) / sigma
    distance, goal = np.broadcast_arrays(distance, goal)
    nothing = distance_delta(distance, np.zeros_like(goal)) <= goal
    if not np.isfinite(np.square(distance)).all():
        raise ValueError("sensitivity / scale must be small enough for ε to be a float; got an ε of inf")
    return check.plain(np.where(nothing, 0.0, distance_epsilon(distance, goal * _SAFE) / _SAFE))


def _slacks(delta: ArrayLike) -> NDArray[np.float64]:
    found = check.finite("delta", delta)
    bad = ~((found > 0) & (found < 1))
    if bad.any():
        came = float(found[bad].flat[0])
        hint = ": normal noise is never private with delta = 0, Laplace noise is" if came == 0 else ""
        raise ValueError(f"delta must be in (0, 1); got {came!r}{hint}")
    return found


def classical_scale(epsilon: float, delta: float, *, sensitivity: float = 1.0) -> float:
    """The textbook's σ = sqrt(2 ln(1.25/δ)) Δ/ε, without its range: private for ε < 1 only (GAU-1).

    At ε >= 1, which `GaussianMechanism` refuses in its classical mode, the theorem is silent, and from about 8 to 10 on
    the noise is too small: this is the formula alone, to be compared with the exact curve.

    Parameters
    ----------
    epsilon, delta, sensitivity : float
        As in `gaussian_scale`.

    Returns
    -------
    float
        σ in the unit of `sensitivity`.

    Examples
    --------
    >>> round(classical_scale(0.5, 1e-5), 5)
    9.68961
    """
    epsilon = check.positive("epsilon", epsilon)
    slack = float(_slacks(check.slack("delta", delta)))
    return math.sqrt(2.0 * (math.log(1.25) - math.log(slack))) * check.positive("sensitivity", sensitivity) / epsilon
