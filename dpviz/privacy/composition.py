"""What several releases cost together: basic, parallel and advanced composition, and a budget that is spent."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check

DRIFTS = ("tanh", "classic")


def basic_composition(epsilons: Iterable[float], deltas: Iterable[float] | float = 0.0) -> tuple[float, float]:
    """Releases from the same data: their ε and their δ add up (DP-6).

    Parameters
    ----------
    epsilons : iterable of float
        ε of each release in nats, finite and > 0; at least one. Each may be chosen after seeing those before.
    deltas : iterable of float, or float, default 0
        δ of each release, in [0, 1); one number stands for all.

    Returns
    -------
    tuple of float
        (sum of ε, sum of δ). A δ of 1 or more says nothing.

    Examples
    --------
    >>> basic_composition([0.5, 0.25, 0.25])
    (1.0, 0.0)
    """
    each, slacks = _releases(epsilons, deltas)
    return math.fsum(each), math.fsum(slacks)


def parallel_composition(
    epsilons: Iterable[float],
    deltas: Iterable[float] | float = 0.0,
    *,
    neighbouring: str,
    assignment: Literal["fixed", "by_record"] = "fixed",
) -> tuple[float, float]:
    """Releases from disjoint blocks of the data: the dearest counts, since one person is in one block (DP-6).

    Parameters
    ----------
    epsilons, deltas : iterable of float
        Of each block's release under `neighbouring`, as for `basic_composition`.
    neighbouring : {"replace", "add_remove"}
        The relation of the blocks' guarantees and of the result.
    assignment : {"fixed", "by_record"}
        Who says which block a record is in: something public (``"fixed"``: its place in the table), or the record
        itself (``"by_record"``: the bins of a histogram). It matters under ``"replace"``: a new record may then land
        in another block, two blocks change, and their sizes too. No guarantee for blocks of a fixed size covers that.

    Returns
    -------
    tuple of float
        (largest ε, largest δ).

    Examples
    --------
    >>> parallel_composition([0.1, 0.4, 0.2], neighbouring="replace")
    (0.4, 0.0)
    """
    each, slacks = _releases(epsilons, deltas)
    check.one_of("assignment", assignment, ("fixed", "by_record"))
    if check.relation(neighbouring) == "replace" and assignment == "by_record":
        raise ValueError(
            'neighbouring must be "add_remove" with assignment="by_record"; got "replace": a replaced record may leave '
            "one block and enter another; compose under add_remove and use convert_relation"
        )
    return max(each), max(slacks)


def advanced_composition(
    epsilon: ArrayLike,
    k: ArrayLike,
    slack: ArrayLike,
    *,
    delta: ArrayLike = 0.0,
    drift: Literal["tanh", "classic"] = "tanh",
) -> tuple[float | NDArray[np.float64], float | NDArray[np.float64]]:
    """Many releases of the same (ε, δ), with a slack δ' on top: ε grows with the square root of k (DP-6).

    ``ε sqrt(2k ln(1/δ')) + k ε drift`` with drift ``tanh(ε/2)``, or ``e^ε - 1`` in the older form.
    For few releases this is more than `basic_composition` says; take the smaller (`composition_crossing` tells where).

    Parameters
    ----------
    epsilon : array_like
        ε of each release in nats, finite and > 0.
    k : array_like of int
        Releases, >= 1.
    slack, delta : array_like
        δ' in (0, 1), and δ of each release, in [0, 1), by default 0; all four broadcast.
    drift : {"tanh", "classic"}
        ``"tanh"`` is the sharper of the two, and always below.

    Returns
    -------
    tuple
        (ε of all together, k δ + δ'), two floats, or arrays of one shape. A δ of 1 or more says nothing.

    Examples
    --------
    >>> epsilon, delta = advanced_composition(0.1, 100, 1e-5, drift="classic")
    >>> round(epsilon, 6), delta
    (5.850235, 1e-05)
    """
    each, times = check.positives("epsilon", epsilon), check.counts("k", k)
    slacks, deltas = check.fractions("slack", slack), check.slacks("delta", delta)
    check.one_of("drift", drift, DRIFTS)
    check.broadcast(epsilon=each, k=times, slack=slacks, delta=deltas)
    each, times, slacks, deltas = np.broadcast_arrays(each, times, slacks, deltas)
    with np.errstate(over="ignore"):
        total = check.held("the ε of all releases", np.asarray(advanced_total(each, times, slacks, drift)))
    return check.plain(total), check.plain(np.asarray(times * deltas + slacks))


def advanced_total(epsilon: Any, k: Any, slack: Any, drift: str = "tanh") -> Any:
    """ε by `advanced_composition`, where nothing is checked: numbers or arrays, which broadcast."""
    if drift == "classic":
        return epsilon * (np.sqrt(-2.0 * k * np.log(slack)) + k * np.expm1(epsilon))
    # Of plain numbers the standard library takes a tenth of the time.
    of: Any = math if type(epsilon) is type(slack) is float and type(k) is int else np
    return epsilon * (of.sqrt(-2.0 * k * of.log(slack)) + k * of.tanh(epsilon / 2.0))


def composition_crossing(
    epsilon: ArrayLike, slack: ArrayLike, *, drift: Literal["tanh", "classic"] = "tanh"
) -> int | NDArray[np.float64] | None:
    """The least number of releases for which advanced composition gives a smaller ε than basic composition (DP-6).

    Advanced is below where ``k > 2 ln(1/δ') / (1 - drift)²``.

    Parameters
    ----------
    epsilon, slack, drift : array_like, str
        As in `advanced_composition`.

    Returns
    -------
    int or None, or ndarray
        k; from it on advanced stays below. None (in an array: inf) if it never is: in the classic form for ε >= ln 2,
        and where k would be past 2^62.

    Examples
    --------
    >>> composition_crossing(0.1, 1e-5), composition_crossing(0.1, 1e-5, drift="classic")
    (26, 29)
    """
    each, slacks = check.positives("epsilon", epsilon), check.fractions("slack", slack)
    check.one_of("drift", drift, DRIFTS)
    check.broadcast(epsilon=each, slack=slacks)
    with np.errstate(over="ignore", divide="ignore"):
        grown = np.expm1(each)
        # 1 - tanh(ε/2) = 2 / (e^ε + 1) keeps its digits for large ε.
        room = 2.0 / (grown + 2.0) if drift == "tanh" else 1.0 - grown
        least = np.floor(-2.0 * np.log(slacks) / room / room) + 1
    least = np.where((room > 0) & (least < 2.0**62), least, np.inf)
    if least.ndim:
        return least
    return int(least) if np.isfinite(least) else None


def _releases(epsilons: Iterable[float], deltas: Iterable[float] | float) -> tuple[list[float], list[float]]:
    listed = check.items("epsilons", epsilons, "finite numbers > 0, one a release")
    each = [check.positive(f"epsilons[{i}]", epsilon) for i, epsilon in enumerate(listed)]
    if not each:
        raise ValueError("epsilons must hold at least 1 release; got 0")
    if not isinstance(deltas, Iterable) or isinstance(deltas, str):
        return each, [check.slack("deltas", deltas)] * len(each)
    listed = check.items("deltas", deltas, "numbers in [0, 1)")
    slacks = [check.slack(f"deltas[{i}]", delta) for i, delta in enumerate(listed)]
    if len(slacks) != len(each):
        raise ValueError(f"deltas must be one number, or one for each of the {len(each)} epsilons; got {len(slacks)}")
    return each, slacks


def _pairs(spent: object) -> list[tuple[float, float]]:
    pairs = check.items("spent", spent, "(ε, δ) pairs, one a release")
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(f"spent must hold (ε, δ) pairs, one a release; got {check.shown(pair)}")
    return pairs


EXACT = Context(prec=800)  # any two floats, as the decimals they are written as, are apart by fewer digits


class BudgetExceeded(ValueError):
    """A release was refused: it costs more than is left."""


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.positive, delta=check.slack)
class Budget:
    """A budget of ε (and δ), spent release by release under basic composition (DP-6).

    Nothing changes in place: `spend` returns the budget with one release more, or refuses. Costs are added as the
    decimals they are written as, so that three times 0.1 is 0.3.

    Parameters
    ----------
    epsilon, delta : float
        All there is: ε in nats, finite and > 0, and δ in [0, 1), by default 0.
    spent : tuple of (float, float)
        What each release so far has cost: (ε, δ).

    Examples
    --------
    >>> budget = Budget(epsilon=0.3).spend(0.1).spend(0.1)
    >>> budget.left
    (0.1, 0.0)
    >>> budget.spend(0.2)
    Traceback (most recent call last):
        ...
    dpviz.privacy.composition.BudgetExceeded: epsilon must be at most 0.1, what is left of 0.3; got 0.2
    """

    epsilon: float
    delta: float = 0.0
    spent: tuple[tuple[float, float], ...] = ()

    def __post_init__(self) -> None:
        costs = tuple(
            (check.positive(f"spent[{i}][0]", epsilon), check.slack(f"spent[{i}][1]", delta))
            for i, (epsilon, delta) in enumerate(_pairs(self.spent))
        )
        object.__setattr__(self, "spent", costs)
        for name, whole, left in zip(("epsilon", "delta"), (self.epsilon, self.delta), self._exactly_left, strict=True):
            if left < 0:
                raise BudgetExceeded(f"spent must cost at most {name} = {whole!r}; got {float(-left)!r} more")

    @property
    def left(self) -> tuple[float, float]:
        """(ε, δ) that can still be spent, rounded down where no float is exactly that."""
        epsilon, delta = self._exactly_left
        return _rounded_down(epsilon), _rounded_down(delta)

    @property
    def _exactly_left(self) -> tuple[Decimal, Decimal]:
        epsilon, delta = _decimal(self.epsilon), _decimal(self.delta)
        for cost in self.spent:
            epsilon, delta = EXACT.subtract(epsilon, _decimal(cost[0])), EXACT.subtract(delta, _decimal(cost[1]))
        return epsilon, delta

    def allows(self, epsilon: float, delta: float = 0.0) -> bool:
        """Whether `spend` accepts a release of this cost, ε > 0 in nats and δ in [0, 1)."""
        costs, left = self._costs(epsilon, delta), self._exactly_left
        return all(_decimal(cost) <= rest for cost, rest in zip(costs, left, strict=True))

    def affords(self, epsilon: float) -> int:
        """How many releases of this ε each, without δ, can still be paid."""
        return int(EXACT.divide_int(self._exactly_left[0], _decimal(check.positive("epsilon", epsilon))))

    def spend(self, epsilon: float, delta: float = 0.0) -> Budget:
        """The budget after one more release, which is among `spent` then; ε > 0 in nats, δ in [0, 1)."""
        costs = self._costs(epsilon, delta)
        wholes = self.epsilon, self.delta
        for name, cost, left, whole in zip(("epsilon", "delta"), costs, self._exactly_left, wholes, strict=True):
            if _decimal(cost) > left:
                shown = _rounded_down(left)
                raise BudgetExceeded(f"{name} must be at most {shown:g}, what is left of {whole:g}; got {cost!r}")
        return Budget(epsilon=self.epsilon, delta=self.delta, spent=(*self.spent, costs))

    @staticmethod
    def _costs(epsilon: float, delta: float) -> tuple[float, float]:
        return check.positive("epsilon", epsilon), check.slack("delta", delta)


def _decimal(number: float) -> Decimal:
    """The decimal that a float is written as, exactly."""
    return Decimal(repr(number))


def _rounded_down(number: Decimal) -> float:
    """The largest float whose decimal is at most a number >= 0."""
    found = float(number)
    return found if _decimal(found) <= number else math.nextafter(found, 0.0)
