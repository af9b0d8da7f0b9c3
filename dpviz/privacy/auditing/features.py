"""What is looked at in an answer: its entries, their sums, differences and order, its size, its last bits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from dpviz.privacy.auditing.outcomes import KIND, SIZE, Layout, Table
from dpviz.privacy.auditing.reading import EXACT, TOP, Kind, ordinal

Floats = NDArray[np.float64]

# So many columns are looked at one by one, and so many in pairs: those that tell the two worlds apart best.
SINGLE, PAIRED = 40, 8
# An answer is one value as well if it has at most so many entries, and all of them together at most so many values.
MOST_WHOLE, MOST_VALUES = 60, 1000
# Names of what was read out of an answer and is not itself a part of it.
DERIVED = ("the first number", "the second number", "the third number", "the message", "the wording")


@dataclass(frozen=True)
class Feature:
    """One value of an answer.

    `of` gives it for every answer of a table, nan where an answer does not have it. `label` says that the values are
    codes of a vocabulary, without an order; `boolean` that they are 0 or 1, of a truth value or, as a `sentence`, of
    what the name says; `size` that they count a container's entries; `power` that they are exponents of 2. `plain`
    features are preferred where others tell hardly more.
    """

    name: str
    of: Callable[[Table], Floats]
    label: bool = False
    boolean: bool = False
    sentence: bool = False
    size: bool = False
    whole: bool = False
    power: bool = False
    plain: bool = False
    price: float = 0.03  # in nats: what events about plain features may look worse by and still be kept


def features_of(layout: Layout, ranked: list[int], here: Table, there: Table, *, bits: bool) -> list[Feature]:
    """The features worth a look, from the draws with which the search may do as it likes."""
    columns = {place: _column(layout, place, (here, there)) for place in ranked[:SINGLE]}
    found = list(columns.values())
    found += [_label(layout, place) for place in range(min(len(layout.labels), SINGLE))]
    found += _whole_answer(layout, here, there)
    numbers = [place for place in ranked[:PAIRED] if layout.names_a_number(place)]
    for one, other in combinations(sorted(numbers), 2):
        # A position and a score have no sum.
        if columns[one].whole == columns[other].whole:
            found += _pair(layout.numbers, one, other)
    found += _totals_of(layout, here, there)
    for place in numbers:
        if bits or _short_floats(here, there, place):
            found += _bits(layout.numbers[place], place)
        if columns[place].whole and _wide(here, there, place):
            found.append(_parity(layout.numbers[place], place))
    return found


def ranked_columns(here: Table, there: Table) -> list[int]:
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
    name, sort = layout.numbers[place], layout.sorts.get(layout.numbers[place])
    return Feature(
        name.removeprefix(SIZE) if sort == "size" else name,
        lambda table: table.numbers[:, place],
        boolean=sort in ("flag", "member"),
        sentence=sort == "member",
        size=sort == "size",
        whole=all(_whole(table.numbers[:, place]) for table in worlds),
        plain=not name.startswith(DERIVED),
    )


def _whole(values: Floats) -> bool:
    known = values[~np.isnan(values)]
    return bool((np.abs(known) < EXACT).all() and (known == np.round(known)).all())


def _label(layout: Layout, place: int) -> Feature:
    name = layout.labels[place]
    name = name.removeprefix(KIND) if name in layout.kinds else name
    return Feature(name, lambda table: table.labels[:, place], label=True, plain=not name.startswith(DERIVED))


# --- the answer as one value ---------------------------------------------------------------------------------------


def _whole_answer(layout: Layout, here: Table, there: Table) -> Iterator[Feature]:
    """Answers of several entries that have few values between them: each value of the whole is one."""
    numbers = [place for place, name in enumerate(layout.numbers) if layout.sorts.get(name) not in ("size", "member")]
    labels = [place for place, name in enumerate(layout.labels) if name not in layout.kinds]
    width = len(numbers) + len(labels)
    if not 2 <= width <= MOST_WHOLE:
        return

    def rows(table: Table) -> NDArray[np.void]:
        parts = np.concatenate([table.numbers[:, numbers] + 0.0, table.labels[:, labels]], axis=1)
        return np.ascontiguousarray(parts).view(np.dtype((np.void, 8 * width))).ravel()

    for size in (200, len(here)):
        few = max(len(np.unique(rows(table.first(size)))) for table in (here, there))
        if few > min(size / 4, MOST_VALUES):
            return

    def words(row: NDArray[np.void]) -> Kind:
        values = np.frombuffer(row.tobytes())
        said = [
            "" if value != value else str(bool(value)) if layout.sorts.get(layout.numbers[place]) else f"{value:.9g}"
            for place, value in zip(numbers, values, strict=False)
        ]
        said += [layout.vocabulary.words(code) if code == code else "" for code in values[len(numbers) :]]
        # Between labels a gap is shown.
        shown = [one or "–" for one in said] if labels else filter(None, said)
        return Kind(f"({', '.join(shown)})")

    def codes(table: Table) -> Floats:
        values, inverse = np.unique(rows(table), return_inverse=True)
        known = np.array([layout.vocabulary.code(words(value)) for value in values], dtype=np.float64)
        return known[inverse.ravel()]

    yield Feature(TOP, codes, label=True)


# --- of two and of all ---------------------------------------------------------------------------------------------


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


def _totals_of(layout: Layout, here: Table, there: Table) -> list[Feature]:
    """Of all numbers if they are of one sort, and of all truth values."""
    numbers = alike(layout, here, there)
    found: list[Feature] = []
    if len(numbers) > 1:
        found += [_within(one, numbers, len(layout.numbers)) for one in _totals(len(numbers))]
        if len(numbers) <= 12:
            orders = [_order(kth, len(numbers)) for kth in range(1, len(numbers) - 1)]
            found += [_within(one, numbers, len(layout.numbers)) for one in orders]
    flags = [place for place, name in enumerate(layout.numbers) if layout.sorts.get(name) == "flag"]
    if len(flags) > 1:
        found += [_within(one, flags, len(layout.numbers)) for one in _counts()]
    return found


def alike(layout: Layout, here: Table, there: Table) -> list[int]:
    """The columns that may be added up: all numbers, if all are whole or none is."""
    numbers = [place for place in range(len(layout.numbers)) if layout.names_a_number(place)]
    if len(numbers) < 2:
        return numbers
    sample = np.concatenate([table.numbers[:500][:, numbers] for table in (here, there)])
    with np.errstate(all="ignore"):
        whole = ((sample == np.round(sample)) | np.isnan(sample)).all(axis=0)
    return numbers if whole.all() or not whole.any() else []


def _within(feature: Feature, places: list[int], columns: int) -> Feature:
    """The same of some columns only."""
    if len(places) == columns:
        return feature
    return replace(feature, of=lambda table: feature.of(replace(table, numbers=table.numbers[:, places])))


def _counts() -> list[Feature]:
    def first(table: Table) -> Floats:
        true = table.numbers == 1
        return np.where(true.any(axis=1), np.argmax(true, axis=1), np.nan)

    return [
        Feature("the number of True in the answer", lambda table: np.nansum(table.numbers, axis=1), whole=True),
        Feature("the position of the first True", first, whole=True),
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
    return Feature(
        f"the {ordinal(kth + 1)} smallest of the answer's {columns} entries",
        lambda table: np.sort(table.numbers, axis=1)[:, kth],
    )


def _short_floats(here: Table, there: Table, place: int) -> bool:
    """Whether all numbers fit in 32 bits: then their last bits are among the digits that are looked at anyhow."""
    with np.errstate(all="ignore"):
        for table in (here, there):
            known = table.numbers[:, place]
            known = known[np.isfinite(known)]
            if not (known.astype(np.float32) == known).all():
                return False
    return not _whole(here.numbers[:, place])


def _wide(here: Table, there: Table, place: int) -> bool:
    """Whether whole numbers are too many to be asked about one by one."""
    both = np.concatenate([here.numbers[:, place], there.numbers[:, place]])
    return bool(np.nanmax(both) - np.nanmin(both) > 10)


def _parity(name: str, place: int) -> Feature:
    return Feature(f"{name} is odd", lambda table: table.numbers[:, place] % 2, boolean=True, sentence=True)


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
    """The exponent of the lowest bit that is set: -2 for 0.75, 3 for 8; nan for 0 and what is not finite."""
    fine = np.isfinite(values) & (values != 0)
    share, exponent = np.frexp(np.where(fine, values, 1.0))
    whole = np.abs(np.ldexp(share, 53)).astype(np.int64)
    lowest = whole & -whole
    return np.where(fine, np.log2(lowest.astype(np.float64)) + exponent - 53, np.nan)


def _last_three(values: Floats) -> Floats:
    fine = np.isfinite(values)
    share, _ = np.frexp(np.where(fine, values, 0.0))
    return np.where(fine, (np.abs(np.ldexp(share, 53)).astype(np.int64) & 7).astype(np.float64), np.nan)
