"""Zero-concentrated differential privacy: a Rényi divergence of at most ρ α at every order α, told by one number."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.solve import doubled_until, safe_ends
from dpviz.privacy.accounting.conversion import renyi_delta, renyi_epsilon
from dpviz.privacy.accounting.renyi import _beyond_line
from dpviz.privacy.loss import check_epsilon

Floats = float | NDArray[np.float64]

FORMS = ("tight", "classic")


def gaussian_zcdp(scale: ArrayLike, *, sensitivity: float = 1.0) -> Floats:
    """The ρ of normal noise: ``Δ² / (2 σ²)``, exactly. Several releases: the sum of their ρ (ACC-2).

    Parameters
    ----------
    scale, sensitivity : array_like
        The standard deviation σ and Δ, as for `renyi_gaussian`.

    Returns
    -------
    float or ndarray
        ρ in nats.

    Examples
    --------
    >>> gaussian_zcdp(2.0)
    0.125
    """
    apart = check.positive("sensitivity", sensitivity) / check.positives("scale", scale)
    with np.errstate(over="ignore"):
        return check.plain(np.asarray(check.held("ρ", 0.5 * np.square(apart))))


def laplace_zcdp(scale: ArrayLike, *, sensitivity: float = 1.0) -> Floats:
    """The least ρ of Laplace noise on one number: ``ε - 1 + e^-ε`` with ε = Δ/b (ACC-2).

    The divergence over the order is largest at order 1.

    Parameters
    ----------
    scale, sensitivity : array_like
        The noise's scale b and Δ, as for `renyi_laplace`.

    Returns
    -------
    float or ndarray
        ρ in nats.

    Examples
    --------
    >>> round(laplace_zcdp(1.0), 6)
    0.367879
    """
    epsilon = check.positive("sensitivity", sensitivity) / check.positives("scale", scale)
    return check.plain(np.asarray(_beyond_line(-epsilon)))


def pure_zcdp(epsilon: ArrayLike, *, form: Literal["tight", "classic"] = "tight") -> Floats:
    """The ρ of any ε-private mechanism: ``ε tanh(ε/2)``, which randomised response has, or the textbook's ``ε²/2``.

    Source: ACC-2.

    Parameters
    ----------
    epsilon : array_like
        ε in nats, finite and > 0.
    form : {"tight", "classic"}
        ``"tight"`` is always below ``"classic"``.

    Returns
    -------
    float or ndarray
        ρ in nats.

    Examples
    --------
    >>> round(pure_zcdp(1.0), 6), pure_zcdp(1.0, form="classic")
    (0.462117, 0.5)
    """
    each = check.positives("epsilon", epsilon)
    tight = check.one_of("form", form, FORMS) == "tight"
    return check.plain(np.asarray(each * np.tanh(0.5 * each) if tight else 0.5 * np.square(each)))


def zcdp_epsilon(rho: ArrayLike, delta: ArrayLike, *, form: Literal["tight", "classic"] = "tight") -> Floats:
    """The ε that ρ-zCDP guarantees at δ: by the best order, or the textbook's ``ρ + 2 sqrt(ρ ln(1/δ))`` (ACC-2, ACC-4).

    Parameters
    ----------
    rho, delta : array_like
        ρ in nats, finite and > 0, and δ in (0, 1); they broadcast.
    form : {"tight", "classic"}
        ``"tight"`` is always below ``"classic"``.

    Returns
    -------
    float or ndarray
        ε in nats.

    Examples
    --------
    >>> round(zcdp_epsilon(0.02, 1e-5), 4), round(zcdp_epsilon(0.02, 1e-5, form="classic"), 4)
    (0.7943, 0.9797)
    """
    each, slack = check.positives("rho", rho), check.fractions("delta", delta)
    check.broadcast(rho=each, delta=slack)
    if check.one_of("form", form, FORMS) == "tight":
        return renyi_epsilon(lambda order: order * each, slack).epsilon
    return check.plain(np.asarray(each + 2.0 * np.sqrt(each * -np.log(slack))))


def zcdp_delta(rho: ArrayLike, epsilon: ArrayLike) -> Floats:
    """The δ that ρ-zCDP guarantees at ε, by the best order (ACC-2, ACC-4).

    Parameters
    ----------
    rho, epsilon : array_like
        In nats, ρ finite and > 0, ε finite and >= 0; they broadcast.

    Returns
    -------
    float or ndarray
        δ in [0, 1].

    Examples
    --------
    >>> f"{zcdp_delta(0.02, 0.7943147742740684):.3e}"
    '1.000e-05'
    """
    each, eps = check.positives("rho", rho), check_epsilon(epsilon)
    check.broadcast(rho=each, epsilon=eps)
    return renyi_delta(lambda order: order * each, eps).delta


def zcdp_rho(epsilon: ArrayLike, delta: ArrayLike, *, form: Literal["tight", "classic"] = "tight") -> Floats:
    """The largest ρ that guarantees (ε, δ): `zcdp_epsilon` solved for ρ (ACC-2, ACC-4).

    Parameters
    ----------
    epsilon, delta : array_like
        ε in nats, finite and > 0, and δ in (0, 1); they broadcast.
    form : {"tight", "classic"}
        As in `zcdp_epsilon`.

    Returns
    -------
    float or ndarray
        ρ in nats, rounded to the safe side.

    Examples
    --------
    >>> round(zcdp_rho(1.0, 1e-5), 6), round(zcdp_rho(1.0, 1e-5, form="classic"), 6)
    (0.030557, 0.02082)
    """
    eps, slack = check.positives("epsilon", epsilon), check.fractions("delta", delta)
    check.broadcast(epsilon=eps, delta=slack)
    check.one_of("form", form, FORMS)
    eps, slack = np.broadcast_arrays(eps, slack)
    # (sqrt(ln(1/δ) + ε) - sqrt(ln(1/δ)))², written so that no digits are lost for a small ε.
    width = np.sqrt(-np.log(slack))
    classic = np.square(eps / (np.hypot(width, np.sqrt(eps)) + width)) * (1.0 - 2.0**-46)
    if form == "classic":
        return check.plain(classic)
    allowed = eps * (1.0 - 2.0**-46)

    def leaks(rho: NDArray[np.float64]) -> NDArray[np.bool_]:
        return np.asarray(renyi_epsilon(lambda order: order * rho, slack).epsilon) > allowed

    unsafe = doubled_until(leaks, 2.0 * classic)
    return check.plain(safe_ends(lambda rho: ~leaks(rho), classic, unsafe))


def zcdp_scale(epsilon: ArrayLike, delta: ArrayLike, *, releases: ArrayLike = 1, sensitivity: float = 1.0) -> Floats:
    """The σ of normal noise with which so many releases are (ε, δ)-private together, accounted by zCDP (ACC-2, ACC-4).

    Parameters
    ----------
    epsilon, delta : array_like
        Of all releases: ε in nats, finite and > 0, and δ in (0, 1).
    releases : array_like of int, default 1
        How many; all three broadcast.
    sensitivity : float, default 1
        Δ > 0 of each release, in the Euclidean norm.

    Returns
    -------
    float or ndarray
        σ of each release, in the unit of `sensitivity`; a little above the exact one of `gaussian_scale`.

    Examples
    --------
    >>> round(zcdp_scale(1.0, 1e-5, releases=100), 4)
    40.4513
    """
    eps, slack = check.positives("epsilon", epsilon), check.fractions("delta", delta)
    times = check.counts("releases", releases)
    check.broadcast(epsilon=eps, delta=slack, releases=times)
    apart = check.positive("sensitivity", sensitivity)
    return check.plain(np.asarray(apart * np.sqrt(0.5 * times / zcdp_rho(eps, slack))))
