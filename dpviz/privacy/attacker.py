"""The attacker's seat: what one output makes of a belief, and how well the best attack can do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.privacy.distributions import as_distribution
from dpviz.privacy.loss import check_epsilon

Floats = float | NDArray[np.float64]


def posterior(prior: ArrayLike, loss: ArrayLike) -> Floats:
    """Belief in the first of two worlds after an output was seen.

    Source: DP-1, by Bayes: the odds are multiplied by e^loss (`posterior_odds`).

    Parameters
    ----------
    prior : array_like
        Belief before, in (0, 1).
    loss : array_like
        ln(probability of the output in the first world / in the second), in nats; may be infinite.

    Returns
    -------
    float or ndarray
        Belief after, in [0, 1].

    Examples
    --------
    >>> round(posterior(0.5, 1.0), 6)
    0.731059
    """
    before, told = _belief(prior, loss)
    with np.errstate(over="ignore"):
        return check.plain(1.0 / (1.0 + np.exp(-told) * (1.0 - before) / before))


def posterior_odds(prior: ArrayLike, loss: ArrayLike) -> Floats:
    """Odds of the first of two worlds after an output was seen: ``prior / (1 - prior) * e^loss`` (DP-1).

    Parameters
    ----------
    prior, loss : array_like
        As in `posterior`.

    Returns
    -------
    float or ndarray
        In [0, inf].
    """
    before, told = _belief(prior, loss)
    with np.errstate(over="ignore"):
        return check.plain(before / (1.0 - before) * np.exp(told))


def posterior_range(prior: ArrayLike, epsilon: ArrayLike) -> tuple[Floats, Floats]:
    """Between what the belief must stay, whatever output an ε-private mechanism shows (DP-1).

    With δ > 0 there is no such range: with probability up to δ an output may tell all.

    Parameters
    ----------
    prior, epsilon : array_like
        Belief before, in (0, 1), and ε in nats, finite and >= 0; they broadcast.

    Returns
    -------
    tuple
        (least, most) belief after.
    """
    eps = check_epsilon(epsilon)
    return posterior(prior, -eps), posterior(prior, eps)


def _belief(prior: ArrayLike, loss: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    before, told = check.finite("prior", prior), np.asarray(loss)
    bad = ~((before > 0) & (before < 1))
    if bad.any():
        raise ValueError(f"prior must be in (0, 1); got {float(before[bad].flat[0])!r}")
    if told.dtype.kind not in "iuf":
        raise TypeError(f"loss must be a number of nats; got {loss!r} of dtype {told.dtype}")
    told = told.astype(np.float64, copy=False)
    if np.isnan(told).any():
        raise ValueError("loss must be a number of nats, or infinite; got nan")
    check.broadcast(prior=before, loss=told)
    return before, told


@dataclass(frozen=True)
class Roc:
    """The best attack's curve between two finite distributions: corners joined by straight lines.

    Attributes
    ----------
    false_alarm : ndarray of shape (c,)
        Chance to say "q" when p is true, from 0 to 1.
    power : ndarray of shape (c,)
        Chance to say "q" when q is true, from 0 to 1; no test does better at that false alarm.
    """

    false_alarm: NDArray[np.float64]
    power: NDArray[np.float64]

    @property
    def advantage(self) -> float:
        """The largest power minus false alarm: the total variation distance of the two distributions."""
        return float(np.max(self.power - self.false_alarm))

    def at(self, false_alarm: ArrayLike) -> Floats:
        """The power, in [0, 1], at any false alarm in [0, 1]."""
        levels = check.shares("false_alarm", false_alarm)
        # The last of equal corners: with no false alarm at all, everything impossible under p is power.
        right = np.minimum(self.false_alarm.searchsorted(levels, side="right"), self.power.size - 1)
        left = right - 1
        run = self.false_alarm[right] - self.false_alarm[left]
        share = np.where(run > 0, (levels - self.false_alarm[left]) / np.where(run > 0, run, 1.0), 1.0)
        return check.plain(self.power[left] + np.minimum(share, 1.0) * (self.power[right] - self.power[left]))


def roc(p: ArrayLike, q: ArrayLike) -> Roc:
    """The best attack on two finite distributions: say "q" for the outcomes that q makes most more probable.

    Source: DP-1, with the lemma of Neyman and Pearson.

    Parameters
    ----------
    p, q : array_like, shape (m,)
        Probabilities of the m outcomes in the two worlds.

    Returns
    -------
    Roc
        From (0, 0) to (1, 1), concave. For continuous outputs see `LaplacePair.power` and `GaussianPair.power`.

    Examples
    --------
    >>> roc([0.75, 0.25], [0.25, 0.75]).power.tolist()
    [0.0, 0.75, 1.0]
    """
    here, there = as_distribution("p", p), as_distribution("q", q)
    if here.ndim != 1 or here.shape != there.shape:
        raise ValueError(f"p and q must have one shape (m,); got {here.shape} and {there.shape}")
    alive = (here > 0) | (there > 0)
    here, there = here[alive], there[alive]
    with np.errstate(divide="ignore", over="ignore"):
        order = np.argsort(-(np.log(there) - np.log(here)), kind="stable")
    alarm, power = (np.append(0.0, np.cumsum(distribution[order])) for distribution in (here, there))
    # Sums of floats end at 1 only nearly.
    return Roc(alarm / alarm[-1], power / power[-1])


def power_ceiling(false_alarm: ArrayLike, epsilon: ArrayLike, delta: ArrayLike = 0.0) -> Floats:
    """The most power that any attack on an (ε, δ)-private mechanism can have at a false alarm (DP-1).

    ``min(1, e^ε a + δ, 1 - e^-ε (1 - δ - a))``: the definition for the event "says q", and for its complement.

    Parameters
    ----------
    false_alarm : array_like
        a in [0, 1].
    epsilon, delta : array_like
        ε in nats, finite and >= 0, and δ in [0, 1], by default 0; all three broadcast.

    Returns
    -------
    float or ndarray
        In [0, 1].

    Examples
    --------
    >>> round(power_ceiling(0.1, 1.0), 6)
    0.271828
    """
    alarm, slack, eps = check.shares("false_alarm", false_alarm), check.shares("delta", delta), check_epsilon(epsilon)
    with np.errstate(over="ignore", divide="ignore"):
        rising = np.exp(eps + np.log(alarm)) + slack
    flat = 1.0 - np.exp(-eps) * np.maximum(1.0 - slack - alarm, 0.0)
    return check.plain(np.minimum(1.0, np.minimum(rising, flat)))
