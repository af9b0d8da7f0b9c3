"""What is looked at in an answer: its entries, their sums, differences and order, its size, its last bits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from dpviz.privacy.auditing.outcomes import Layout, Table

Floats = NDArray[np.float64]

# So many columns are looked at one by one, and so many in pairs: those that tell the two worlds apart best.
SINGLE, PAIRED = 40, 8


@dataclass(frozen=True)
class Feature:
    """One value of an answer.

    `of` gives it for every answer of a table, nan where an answer does not have it. `label` says that the values are
    codes of a vocabulary, without an order; `power` that they are exponents of 2. `plain` features are preferred where
    others tell hardly more.
    """

    name: str
    of: Callable[[Table], Floats]
    label: bool = False
    boolean: bool = False
    whole: bool = False
    power: bool = False
    plain: bool = False


def features_of(layout: Layout, here: Table, there: Table, *, bits: bool) -> list[Feature]:
    """The features worth a look, from the draws with which the search may do as it likes."""
    ranked = _ranked(here, there)
    found = [_column(layout, place, (here, there)) for place in ranked[:SINGLE]]
    found += [_label(layout, place) for place in range(min(len(layout.labels), SINGLE))]
    names = layout.numbers
    for one, other in combinations(sorted(ranked[:PAIRED]), 2):
        found += _pair(names, one, other)
    if len(names) > 1:
        found += _totals(len(names))
        found += [_order(kth, len(names)) for kth in range(1, len(names) - 1) if len(names) <= 12]
    if bits:
        for place in ranked[:PAIRED]:
            found += _bits(names[place], place)
    return found


def _ranked(here: Table, there: Table) -> list[int]:
    """Columns, those that differ most between the worlds first; constant ones left out."""
    with np.errstate(all="ignore"):
        both = np.concatenate([here.numbers, there.numbers])
        kept = [place for place in range(both.shape[1]) if _varies(both[:, place])]
        if len(kept) <= PAIRED:
            return kept
        # By ranks, so that no tail decides.
        step = max(1, len(both) // 4000)
        scores = [_contrast(here.numbers[::step, place], there.numbers[::step, place]) for place in kept]
    return [kept[i] for i in np.argsort(scores, kind="stable")[::-1]]


def _varies(column: Floats) -> bool:
    return bool((column[1:] != column[:-1]).any()) if not np.isnan(column).all() else False


def _contrast(here: Floats, there: Floats) -> float:
    """Kolmogorov and Smirnov's distance."""
    values = np.sort(np.concatenate([here, there]))
    one, other = np.sort(here), np.sort(there)
    shares = [np.searchsorted(world, values, side="right") / len(world) for world in (one, other)]
    return float(np.abs(shares[0] - shares[1]).max())


def _column(layout: Layout, place: int, worlds: tuple[Table, Table]) -> Feature:
    name = layout.numbers[place]
    return Feature(
        name,
        lambda table: table.numbers[:, place],
        boolean=name in layout.booleans,
        whole=all(_whole(table.numbers[:, place]) for table in worlds),
        plain=True,
    )


def _whole(values: Floats) -> bool:
    known = values[~np.isnan(values)]
    return bool((np.abs(known) < 2.0**53).all() and (known == np.round(known)).all())


def _label(layout: Layout, place: int) -> Feature:
    return Feature(layout.labels[place], lambda table: table.labels[:, place], label=True, plain=True)


def _pair(names: tuple[str, ...], one: int, other: int) -> list[Feature]:
    a, b = names[one], names[other]

    def with_both(join: Callable[[Floats, Floats], Floats]) -> Callable[[Table], Floats]:
        return lambda table: join(table.numbers[:, one], table.numbers[:, other])

    return [
        Feature(f"{a} + {b}", with_both(np.add)),
        Feature(f"{a} - {b}", with_both(np.subtract)),
        Feature(f"the smaller of {a} and {b}", with_both(np.minimum)),
        Feature(f"the larger of {a} and {b}", with_both(np.maximum)),
    ]


def _totals(columns: int) -> list[Feature]:
    def over(reduce: Callable[..., Floats]) -> Callable[[Table], Floats]:
        return lambda table: reduce(table.numbers, axis=1)

    found = [
        Feature("the sum of the answer's entries", over(np.nansum)),
        Feature("the Euclidean length of the answer", lambda table: np.sqrt(np.nansum(table.numbers**2, axis=1))),
        Feature("the largest entry of the answer", over(_largest)),
        Feature("the smallest entry of the answer", over(_smallest)),
        Feature(
            "the position of the answer's largest entry",
            lambda table: np.argmax(np.nan_to_num(table.numbers, nan=-np.inf), axis=1).astype(float),
            whole=True,
        ),
    ]
    if columns > 2:
        found += [
            Feature("the largest absolute entry of the answer", lambda table: _largest(np.abs(table.numbers), axis=1)),
            Feature(
                "the number of zeros in the answer",
                lambda table: np.count_nonzero(table.numbers == 0, axis=1).astype(float),
                whole=True,
            ),
        ]
    return found


def _largest(numbers: Floats, axis: int) -> Floats:
    return np.max(np.where(np.isnan(numbers), -np.inf, numbers), axis=axis)


def _smallest(numbers: Floats, axis: int) -> Floats:
    return np.min(np.where(np.isnan(numbers), np.inf, numbers), axis=axis)


def _order(kth: int, columns: int) -> Feature:
    suffix = {1: "nd", 2: "rd"}.get(kth, "th")
    return Feature(
        f"the {kth + 1}{suffix} smallest of the answer's {columns} entries",
        lambda table: np.sort(table.numbers, axis=1)[:, kth],
    )


def _bits(name: str, place: int) -> list[Feature]:
    return [
        Feature(
            f"the worth of {name}'s last bit", lambda table: last_bit(table.numbers[:, place]), whole=True, power=True
        ),
        Feature(
            f"the number made of the last three bits of {name}",
            lambda table: _last_three(table.numbers[:, place]),
            whole=True,
        ),
    ]


def last_bit(values: Floats) -> Floats:
    """The exponent of the lowest bit that is set: -2 for 0.75, 3 for 8; nan for 0 and what is not finite.

    Parameters
    ----------
    values : ndarray of float64
        Any shape.

    Returns
    -------
    ndarray of float64
        Of that shape; every value is a whole multiple of 2 to this power, and of no greater power of 2.
    """
    fine = np.isfinite(values) & (values != 0)
    share, exponent = np.frexp(np.where(fine, values, 1.0))
    whole = np.abs(np.ldexp(share, 53)).astype(np.int64)
    lowest = whole & -whole
    return np.where(fine, np.log2(lowest.astype(np.float64)) + exponent - 53, np.nan)


def _last_three(values: Floats) -> Floats:
    fine = np.isfinite(values)
    share, _ = np.frexp(np.where(fine, values, 0.0))
    return np.where(fine, (np.abs(np.ldexp(share, 53)).astype(np.int64) & 7).astype(np.float64), np.nan)
