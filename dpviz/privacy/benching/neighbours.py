"""Pairs of neighbouring data sets to try, made of one data set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from numbers import Integral, Real
from typing import Any

import numpy as np

from dpviz._numeric import check

MOST_PAIRS = 16
MOST_VALUES = 4
#: The data set that is tried where none is given: ten people, of whom six say yes.
PEOPLE = (1, 0, 1, 1, 0, 1, 0, 0, 1, 1)

Records = list[Any]


def neighbours_of(data: Any, *, neighbouring: str, values: Any = None) -> list[tuple[Any, Any]]:
    """At most 16 pairs of neighbours like a data set: one record replaced, or added and removed, by extremes first.

    Records lie along its first axis; a number is an answer that one record changes by 1 at most, and has that move.
    `values` are what a record may be; without, what occurs in the data and, of rows of numbers, the smallest and the
    largest entries. Pairs lie around the data, then around data sets whose records are all equal.
    """
    replace = check.relation(neighbouring) == "replace"
    if isinstance(data, (bool, np.bool_)):
        return [(data, not data)]
    if isinstance(data, Real):
        data = int(data) if isinstance(data, Integral) else data  # of numpy's, one below 0 may be the largest
        return [(data, data + 1), (data, data - 1)]
    records, made = _taken_apart(data)
    if not records:
        raise ValueError("data must hold at least one record; got none")
    known = _values(records, values)
    found: dict[frozenset[str], tuple[Any, Any]] = {}
    for one, other in islice(_pairs(records, known, replace), 50 * MOST_PAIRS):
        texts = frozenset((repr(one), repr(other)))
        if len(texts) == 2 and len(found) < MOST_PAIRS:
            found.setdefault(texts, (made(one), made(other)))
    if not found:
        raise ValueError(f"values must hold a record other than those of data, to put in their place; got {known}")
    return list(found.values())


def _pairs(records: Records, values: Records, replace: bool) -> Iterator[tuple[Records, Records]]:
    ends = values[:2]
    bases = [records, *([end] * len(records) for end in ends)]
    if not replace:  # who is one of few is seen best
        bases += [[end] for end in ends]
    for base in bases:
        places = _places(base)
        for place in places:
            rest = base[:place] + base[place + 1 :]
            if replace:
                yield from ((base, [*base[:place], value, *base[place + 1 :]]) for value in values)
            elif rest:
                yield base, rest
        if not replace:
            yield from ((base, [*base, value]) for value in values)


def _places(records: Records) -> list[int]:
    """Of the smallest and the largest record, where they have an order, and of the first and the last."""
    order = sorted(range(len(records)), key=records.__getitem__) if _numbers(records) else [0]
    return list(dict.fromkeys([order[0], order[-1], 0, len(records) - 1]))


def _values(records: Records, given: Any) -> Records:
    """What a record may be, the two extremes first."""
    known = check.items("values", given) if given is not None else records
    distinct = list({repr(one): one for one in known}.values())
    if _numbers(distinct):
        distinct.sort()
        distinct = [distinct[0], distinct[-1], *distinct[1:-1]] if len(distinct) > 1 else distinct
    elif given is None and _rows(distinct):
        columns = list(zip(*distinct, strict=True))
        extremes = [type(distinct[0])(map(end, columns)) for end in (min, max)]
        distinct = list({repr(one): one for one in [*extremes, *distinct]}.values())
    return distinct[:MOST_VALUES]


def _numbers(values: Records) -> bool:
    return bool(values) and all(isinstance(one, (Real, np.bool_)) and one == one for one in values)


def _rows(values: Records) -> bool:
    rows = all(isinstance(one, (tuple, list)) and _numbers(list(one)) for one in values)
    return rows and len({len(one) for one in values}) == 1


def _taken_apart(data: Any) -> tuple[Records, Callable[[Records], Any]]:
    """The records, and what puts some together again."""
    if isinstance(data, np.ndarray) and data.ndim:
        return data.tolist(), lambda records: np.array(records)
    whole = not isinstance(data, (list, tuple)) or not any(isinstance(one, np.ndarray) for one in data)
    if isinstance(data, (list, tuple)) and whole:
        kind = list if isinstance(data, list) else tuple
        return list(data), lambda records: kind(records)
    if hasattr(data, "itertuples") and hasattr(data, "dtypes"):
        rows = list(data.itertuples(index=False, name=None))
        return rows, lambda records: type(data)(records, columns=data.columns).astype(data.dtypes)
    accepted = "a number, a list, a tuple, an array or a data frame, of records, where no neighbour is given"
    raise check.wrong_type("data", accepted, data)
