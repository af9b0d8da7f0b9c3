"""Optimal composition of mechanisms of which nothing but (ε, δ) is known, each with its own."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from dpviz._numeric import check
from dpviz.privacy.accounting.losses import LossDistribution, composed
from dpviz.privacy.composition import _releases

_FINE = 2**11  # grid points in the largest ε, where the ε have no common part that is larger


def optimal_composition(
    epsilons: Iterable[float], deltas: Iterable[float] | float = 0.0, *, step: float | None = None
) -> LossDistribution:
    """The largest loss that releases with these (ε, δ) can have together: no bound can be less (ACC-9).

    Parameters
    ----------
    epsilons, deltas : iterable of float
        As for `basic_composition`, but fixed beforehand, ε from 1e-6 to 1000.
    step : float, optional
        Distance of grid points in nats. By default the largest number of which all ε, as the decimals they are written
        as, are multiples, where that is not too small: δ is then exact.

    Returns
    -------
    LossDistribution
        Its `epsilon` and `delta` bound the optimum from both sides.

    Examples
    --------
    >>> three = optimal_composition([0.5] * 20 + [0.1] * 100, [1e-7] * 20 + [0.0] * 100)
    >>> low, high = three.epsilon(1e-5)
    >>> f"{low:.4f} {high:.4f}"  # the ε add up to 20
    '11.6375 11.6375'
    """
    each, slacks = _releases(epsilons, deltas)
    for at, one in enumerate(each):
        check.within(f"epsilons[{at}]", one, 1e-6, 1e3)
    width = _common(each) if step is None else step
    counted = Counter(zip(each, slacks, strict=True))
    return composed(
        [(LossDistribution.randomized_response(e, delta=d, step=width), k) for (e, d), k in counted.items()]
    )


def _common(epsilons: list[float]) -> float:
    whole = {Fraction(repr(epsilon)) for epsilon in epsilons}
    below = math.lcm(*(one.denominator for one in whole))
    common = Fraction(math.gcd(*(int(one * below) for one in whole)), below)
    return max(float(common), max(epsilons) / _FINE)
