"""Learning rate, mistake bound, and how ε (and δ) are split over the rounds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz._numeric.check import counts, fractions, plain, positives, slacks
from dpviz._numeric.solve import safe_end, safe_ends
from dpviz.privacy.composition import advanced_total
from dpviz.queries.base import Floats
from dpviz.queries.update import least_drop

Mode = Literal["standard", "optimal"]
Composition = Literal["better", "basic", "solved", "closed"]

MODES = ("standard", "optimal")
COMPOSITIONS = ("better", "basic", "solved", "closed")
MOST_ROUNDS = 10**7


def learning_rate(alpha: ArrayLike, mode: Mode) -> Any:
    """η of a mode: α in ``"standard"``, 4α in ``"optimal"``, for α in (0, 1) (PMW-5).

    A mode fixes the learning rate and the mistake bound together: one of each would prove nothing.
    """
    found = fractions("alpha", alpha)
    return plain(found if check.one_of("mode", mode, MODES) == "standard" else 4.0 * found)


def mistake_bound(universe: int, alpha: ArrayLike, mode: Mode | Literal["hoeffding"]) -> Any:
    """L: no sequence of mistakes, each with a gap above α, is this long; not rounded: ``ceil(L)`` rounds always suffice
    (PMW-5).

    ``4 ln|U| / α²`` in ``"standard"``, ``ln|U| / (2α²)`` in ``"optimal"``, for |U| >= 1 cells and α in (0, 1).
    ``"hoeffding"`` is what Hoeffding's inequality says of the standard learning rate, ``(8/7) ln|U| / α²``.

    Examples
    --------
    >>> [round(mistake_bound(2**10, 0.1, mode), 1) for mode in ("standard", "optimal")]
    [2772.6, 346.6]
    """
    mode = check.one_of("mode", mode, ("standard", "hoeffding", "optimal"))
    eta = learning_rate(alpha, "optimal" if mode == "optimal" else "standard")
    start = math.log(check.count("universe", universe))
    return plain(mistakes_bound(start, alpha=alpha, eta=eta, form="standard" if mode == "standard" else "hoeffding"))


def mistakes_bound(divergence: float, *, alpha: ArrayLike, eta: ArrayLike, form: str = "hoeffding") -> Floats:
    """No more mistakes than this, for any learning rate: the potential over what each mistake surely takes off it.

    ``divergence / (η α - η²/8)`` by Hoeffding's inequality, ``divergence / (η α / 2 - η²/4)`` by the standard one;
    infinite where it promises no drop at all: from η = 8α or 2α on. `divergence` is KL(p || estimate) at the start, or
    ln|U|, which is at least that; α in (0, 1) and η > 0 broadcast. Source: PMW-4, PMW-5.

    Examples
    --------
    >>> mistakes_bound(np.log(1024), alpha=0.1, eta=[0.1, 0.4, 0.9]).round(1)
    array([792.2, 346.6,   inf])
    """
    start = check.finite("divergence", divergence)
    if (start < -1e-9).any():
        raise ValueError(f"divergence must be >= 0, up to rounding; got {float(start.min())!r}")
    tolerance, rate = fractions("alpha", alpha), check.positives("eta", eta)
    check.broadcast(divergence=start, alpha=tolerance, eta=rate)
    with np.errstate(all="ignore"):
        hoeffding, standard = least_drop(tolerance, rate)
        form = check.one_of("form", form, ("hoeffding", "standard"))
        drop = hoeffding if form == "hoeffding" else standard
        return np.asarray(np.where(drop > 0, start / drop, math.inf))


def epsilon_per_round(
    epsilon: ArrayLike, rounds: ArrayLike, *, delta: ArrayLike = 0.0, composition: Composition = "better"
) -> Any:
    """ε₀: what each of the two steps of a round may spend, so that all rounds together keep (ε, δ), in nats.

    A round chooses a query and measures it: 2L steps of ε₀ in L rounds. Source: PMW-7, PMW-8, DP-6.

    Parameters
    ----------
    epsilon : array_like
        ε of the whole run in nats, finite and > 0.
    rounds : array_like of int
        L >= 1.
    delta : array_like, default 0
        δ of the whole run, in [0, 1). The three broadcast.
    composition : {"better", "basic", "solved", "closed"}
        ``"basic"``: ε/(2L), needs no δ. ``"solved"``: advanced composition with the drift tanh(ε₀/2), solved for ε₀.
        ``"closed"``: the closed form ``ε / (4 sqrt(L ln(1/δ)))``, for ε <= 1 and ln(1/δ) >= ε/8; it spends about
        half of ε. ``"better"``: the larger of basic and solved; basic where δ = 0.

    Examples
    --------
    >>> round(epsilon_per_round(1.0, 1664), 9)
    0.000300481
    >>> [epsilon_per_round(1.0, [347, 2773], delta=1e-6, composition=form).round(8).tolist() for form in
    ...     ("closed", "solved")]
    [[0.0036107, 0.00127727], [0.00709526, 0.00250991]]
    """
    eps, many, slack = positives("epsilon", epsilon), counts("rounds", rounds), slacks("delta", delta)
    check.one_of("composition", composition, COMPOSITIONS)
    check.broadcast(epsilon=eps, rounds=many, delta=slack)
    eps, many, slack = np.broadcast_arrays(eps, many, slack)
    basic = eps / (2 * many)
    if composition == "basic" or (composition == "better" and not slack.any()):
        return plain(basic)
    if composition != "better" and not slack.all():
        raise ValueError(
            f'delta must be in (0, 1) with composition="{composition}"; got 0.0: advanced composition needs a slack'
        )
    if composition == "closed":
        if (eps > 1).any():
            raise ValueError(
                f'epsilon must be in (0, 1] with composition="closed"; got {float(eps.max())!r}: the closed form is '
                'proved there only; "solved" takes any epsilon'
            )
        near = -np.log(slack) < eps / 8.0
        if near.any():
            raise ValueError(
                f'delta must be at most e^(-epsilon/8) with composition="closed"; got {float(slack[near][0])!r}: '
                'nearer to 1 the closed form spends more than epsilon; "solved" takes any delta'
            )
        return plain(eps / (4.0 * np.sqrt(-many * np.log(slack))))
    solved = _solve(eps, many, np.where(slack > 0, slack, 0.5))
    return plain(np.where(slack > 0, np.maximum(basic, solved), basic) if composition == "better" else solved)


def _solve(epsilon: Floats, rounds: Floats, slack: Floats) -> Floats:
    """The largest ε₀ that advanced composition allows, rounded to the safe side."""
    most = epsilon / np.sqrt(-4.0 * rounds * np.log(slack))
    if most.ndim == 0:
        whole, twice, left = float(epsilon), 2 * int(rounds), float(slack)
        return np.asarray(safe_end(lambda each: advanced_total(each, twice, left) <= whole, 0.0, float(most)))
    return safe_ends(lambda each: advanced_total(each, 2 * rounds, slack) <= epsilon, np.zeros_like(most), most)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a run will do, before any data is seen.

    Attributes
    ----------
    eta : float
        Learning rate η.
    mistake_bound : float
        L, not rounded.
    rounds : int
        ceil(L), the most rounds there can be (at least 1).
    epsilon, delta : float
        The guarantee of the whole run under ``"replace"``; stopping early does not lower it.
    epsilon_round : float
        ε₀ of each of the two steps of a round, in nats.
    composition : str
        How `epsilon_round` was found: ``"basic"``, ``"solved"`` or ``"closed"``.
    """

    eta: float
    mistake_bound: float
    rounds: int
    epsilon: float
    delta: float
    epsilon_round: float
    composition: str


def make_plan(universe: int, alpha: float, epsilon: float, delta: float, mode: Mode, composition: Composition) -> Plan:
    """The plan of a run, with errors for what no run can do."""
    bound = mistake_bound(universe, alpha, mode)
    if not bound <= MOST_ROUNDS:
        raise ValueError(f"alpha must give at most {MOST_ROUNDS} rounds; got {alpha!r}, which gives {bound:.3g}")
    rounds = max(1, math.ceil(bound))
    each = epsilon_per_round(epsilon, rounds, delta=delta, composition=composition)
    if composition == "better":
        basic = epsilon_per_round(epsilon, rounds, composition="basic")
        composition = "solved" if each > basic else "basic"
    return Plan(
        eta=learning_rate(alpha, mode),
        mistake_bound=bound,
        rounds=rounds,
        epsilon=epsilon,
        delta=0.0 if composition == "basic" else delta,
        epsilon_round=each,
        composition=composition,
    )
