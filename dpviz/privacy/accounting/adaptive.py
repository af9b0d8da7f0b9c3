"""Releases whose noise is chosen after the answers before: a filter that stops in time, an odometer that runs on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.privacy.accounting.zcdp import zcdp_epsilon, zcdp_rho
from dpviz.privacy.composition import EXACT, BudgetExceeded, _decimal, _rounded_down

Floats = float | NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
@check.fields(rho=check.positive)
class PrivacyFilter:
    """A limit on ρ, fixed beforehand. Each release may choose its ρ after the answers before; the limit holds for all.

    Nothing changes in place: `spend` returns the filter with one release more, or refuses. The ρ of a release is that
    of `gaussian_zcdp`, `laplace_zcdp`, `pure_zcdp` or `bounded_range_zcdp`. Source: ACC-11. Costs are added as the
    decimals they are written as, like those of a `Budget`.

    Parameters
    ----------
    rho : float
        All the ρ there is, in nats, finite and > 0.
    spent : tuple of float
        The ρ of each release so far.

    Examples
    --------
    >>> stops = PrivacyFilter.at(epsilon=1.0, delta=1e-5).spend(0.02)
    >>> round(stops.left, 6), stops.allows(0.01), stops.allows(0.011)
    (0.010557, True, False)
    """

    rho: float
    spent: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        listed: Iterable[object] = check.items("spent", self.spent, "numbers > 0, one a release")
        costs = tuple(check.positive(f"spent[{i}]", one) for i, one in enumerate(listed))
        object.__setattr__(self, "spent", costs)
        if self._exactly_left < 0:
            over = -float(self._exactly_left)
            raise BudgetExceeded(f"spent must cost at most rho = {self.rho!r}; got {over!r} more")

    @classmethod
    def at(cls, *, epsilon: float, delta: float) -> PrivacyFilter:
        """The filter that is (ε, δ)-private, whatever is chosen: with the largest ρ that guarantees it."""
        return cls(rho=float(zcdp_rho(check.positive("epsilon", epsilon), check.fraction("delta", delta))))

    @property
    def left(self) -> float:
        """The ρ that can still be spent."""
        return _rounded_down(self._exactly_left)

    @property
    def _exactly_left(self) -> Decimal:
        left = _decimal(self.rho)
        for cost in self.spent:
            left = EXACT.subtract(left, _decimal(cost))
        return left

    def allows(self, rho: float) -> bool:
        """Whether a release of this ρ > 0 can still be paid."""
        return _decimal(check.positive("rho", rho)) <= self._exactly_left

    def spend(self, rho: float) -> PrivacyFilter:
        """The filter after one more release, of this ρ > 0."""
        if not self.allows(rho):
            raise BudgetExceeded(f"rho must be at most {self.left:g}, what is left of {self.rho:g}; got {rho!r}")
        return PrivacyFilter(rho=self.rho, spent=(*self.spent, rho))


def odometer(spent: ArrayLike, delta: float, *, first: float) -> Floats:
    """What has been lost so far, at all times at once: a bound for those who do not know beforehand when to stop.

    Limits ``first``, 2 ``first``, 4 ``first``, … have shares δ/2, δ/6, δ/12, … of δ; the least limit that holds what is
    spent says the ε. Source: ACC-11.

    Parameters
    ----------
    spent : array_like
        The sum of the ρ of all releases so far, at one time or at several; finite and > 0.
    delta : float
        δ in (0, 1): with probability 1 - δ no loss is ever above its bound.
    first : float
        The least limit, > 0, fixed beforehand.

    Returns
    -------
    float or ndarray
        ε in nats at each time.

    Examples
    --------
    >>> odometer([0.01, 0.03, 0.2], 1e-5, first=0.01).round(3)
    array([0.709, 1.537, 4.738])
    """
    total, slack = check.positives("spent", spent), check.fraction("delta", delta)
    least = check.positive("first", first)
    with np.errstate(over="ignore", under="ignore"):
        place = np.ceil(np.maximum(np.log2(total) - np.log2(least), 0.0))
        # The logarithm may be wrong in its last digit.
        place += np.ldexp(least, place.astype(np.int32)) < total
        limits = check.held("the limit on ρ", np.ldexp(least, place.astype(np.int32)))
    shares = slack / ((place + 1.0) * (place + 2.0))
    return zcdp_epsilon(limits, check.fractions("delta", shares), form="classic")
