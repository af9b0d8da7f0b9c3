"""What each private method does at given public parameters: its noise, and the ε it truly keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import counts, plain, positives

Mode = Literal["corrected", "tight", "printed"]
MODES = ("corrected", "tight", "printed")
Number = float | NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class Plan:
    """The parameters of one method, all public: numbers, or arrays where several were asked for.

    Parameters
    ----------
    epsilon : float or ndarray
        ε that was asked for, in nats.
    noise_epsilon : float or ndarray
        ε', the part of it that the noise is made for.
    extra : float or ndarray
        Δ >= 0, added to the regularisation λ.
    scale : float or ndarray
        t of the Gamma-norm noise: in the unit of the weights for output perturbation, of the linear term b for
        objective perturbation.
    determinant : float or ndarray
        What the change of variables from b to w can add to the loss, in nats: at most ln(1 + c / (n (λ + Δ))).
    guarantee : float or ndarray
        The ε that is proved, ``noise_epsilon + determinant``. Below `epsilon` when the method is careful; above it
        when the method promises what it does not keep.
    """

    epsilon: Number
    noise_epsilon: Number
    extra: Number
    scale: Number
    determinant: Number
    guarantee: Number


def _plan(*values: NDArray[np.float64]) -> Plan:
    names = ("epsilon", "noise_epsilon", "extra", "scale", "determinant", "guarantee")
    shaped = np.broadcast_arrays(*values)
    return Plan(**{name: plain(np.array(value)) for name, value in zip(names, shaped, strict=True)})


def output_plan(epsilon: ArrayLike, n: ArrayLike, regularization: ArrayLike) -> Plan:
    """Output perturbation: noise of scale 2 / (n λ ε) on the minimiser (LR-4).

    ε in nats, the public n >= 1 and λ > 0 broadcast. Neighbours have one record replaced. ``noise_epsilon`` and
    ``guarantee`` are ε itself; nothing is lost.

    Examples
    --------
    >>> round(output_plan(0.1, 14_000, 0.01).scale, 6)
    0.142857
    """
    eps, size, strength = (positives("epsilon", epsilon), counts("n", n), positives("regularization", regularization))
    zero = np.zeros(())
    return _plan(eps, eps, zero, 2.0 / (size * strength * eps), zero, eps)


def method_plan(
    method: str, epsilon: ArrayLike, n: ArrayLike, regularization: ArrayLike, *, curvature: ArrayLike = 0.25
) -> Plan:
    """The plan of ``"output"`` perturbation, or of objective perturbation in the mode of that name."""
    if method == "output":
        return output_plan(epsilon, n, regularization)
    mode = check.one_of("method", method, MODES)
    return objective_plan(epsilon, n, regularization, curvature=curvature, mode=mode)  # type: ignore[arg-type]


def objective_plan(
    epsilon: ArrayLike,
    n: ArrayLike,
    regularization: ArrayLike,
    *,
    curvature: ArrayLike = 0.25,
    mode: Mode = "corrected",
) -> Plan:
    """Objective perturbation: noise of scale 2 / ε' in the linear term. All arguments broadcast (LR-5, LR-6).

    Neighbours have one record replaced.

    Parameters
    ----------
    epsilon, n, regularization : array_like
        As in `output_plan`.
    curvature : array_like, default 1/4
        c, the largest second derivative of the loss, finite and > 0: 1/4 for the logistic loss, 1/(2h) for Huber's.
    mode : {"corrected", "tight", "printed"}
        ``"corrected"``: ε' = ε - 2 ln(1 + c/(nλ)); if that is not above 0, ε' = ε/2 and
        Δ = c / (n (e^{ε/4} - 1)) - λ. ``"tight"``: ε' = ε - ln(1 + c/(nλ)), else ε' = ε/2 and
        Δ = c / (n (e^{ε/2} - 1)) - λ. ``"printed"``: ε' = ε, as first published; its guarantee is larger than ε.

    Examples
    --------
    >>> plan = objective_plan(0.1, [1000, 400], 0.01)
    >>> plan.noise_epsilon.round(6).tolist(), plan.extra.round(6).tolist()
    ([0.050615, 0.05], [0.0, 0.014689])
    >>> round(objective_plan(0.1, 1000, 0.01, mode="printed").guarantee, 6)
    0.124693
    """
    eps, size, strength = (positives("epsilon", epsilon), counts("n", n), positives("regularization", regularization))
    bend = positives("curvature", curvature)
    check.one_of("mode", mode, MODES)
    once = np.log1p(bend / (size * strength))
    extra = np.zeros(np.broadcast(eps, once).shape)
    noise = eps + extra
    if mode != "printed":
        times = 2.0 if mode == "corrected" else 1.0
        with np.errstate(over="ignore"):
            fallback = bend / (size * np.expm1(0.5 * eps / times)) - strength
        reduced = eps - times * once
        enough = reduced > 0
        noise = np.where(enough, reduced, 0.5 * eps)
        extra = np.where(enough, 0.0, fallback)
    added = np.log1p(bend / (size * (strength + extra)))
    return _plan(eps, noise, extra, 2.0 / noise, added, noise + added)
