"""A walk through answers of any type: what stands at which of their places."""

from __future__ import annotations

import dataclasses
import datetime
import enum
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice, pairwise
from numbers import Complex, Real
from typing import Any

import numpy as np

from dpviz.privacy.auditing.texts import from_json, numbers_in, says_more, without_addresses

TOP = "the answer"
# Wider answers are cut: the search keeps the columns that tell most (see `features`).
MOST_COLUMNS = 20_000
MOST_ITEMS = 1000  # taken from an iterator, which may have no end
DEEPEST = 8  # what is nested deeper is known by its text alone
EXACT = 2**53  # from here on a float does not know the last bit of a whole number
LONGEST_MEMBER = 200


class Kind(str):
    """What sort of thing stands at a place, said in words; never equal to a returned string by accident."""

    __slots__ = ()


@dataclass(frozen=True)
class Raised:
    """An exception as an answer."""

    error: str
    message: str


@dataclass
class Cells:
    """One column of many answers: what is in which row."""

    rows: list[int] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)

    def put(self, row: int, value: Any) -> None:
        """Fill one row."""
        self.rows.append(row)
        self.values.append(value)


def _columns() -> defaultdict[str, Cells]:
    return defaultdict(Cells)


@dataclass
class Reading:
    """Many answers, place by place.

    `numbers` and `flags` are by the place's name, `labels` too; `sizes` of containers by the container's; `kinds` say
    what sort of thing is there; `members` are sentences that hold in some rows ("the answer contains 3", "3 comes
    right before 4 in the answer").
    """

    runs: int
    numbers: dict[str, Cells] = field(default_factory=_columns)
    flags: dict[str, Cells] = field(default_factory=_columns)
    labels: dict[str, Cells] = field(default_factory=_columns)
    sizes: dict[str, Cells] = field(default_factory=_columns)
    kinds: dict[str, Cells] = field(default_factory=_columns)
    members: dict[str, Cells] = field(default_factory=_columns)


def read(answers: Iterable[Any], runs: int) -> Reading:
    """Walk through all answers."""
    found = Reading(runs)
    for row, answer in enumerate(answers):
        _walk(found, row, answer, TOP, 0)
    return found


def _walk(found: Reading, row: int, value: Any, name: str, depth: int) -> None:
    kind = type(value)
    if kind is float or kind is int:
        _number(found, row, value, name)
    elif kind is bool or kind is np.bool_:
        found.flags[name].put(row, float(value))
        found.kinds[name].put(row, "a truth value")
    elif kind is str:
        _text(found, row, value, name, depth)
    elif value is None:
        found.labels[name].put(row, None)
        found.kinds[name].put(row, "None")
    else:
        try:
            _other(found, row, value, name, depth)
        except Exception:
            # Objects may do anything when they are looked at.
            _unknown(found, row, value, name)


def _other(found: Reading, row: int, value: Any, name: str, depth: int) -> None:
    if isinstance(value, enum.Enum):
        found.labels[name].put(row, value)
        found.kinds[name].put(row, f"a {type(value).__name__}")
    elif isinstance(value, (Real, Decimal)):
        _number(found, row, value, name)
    elif isinstance(value, Complex):
        _number(found, row, value.real, f"{stem(name)}.real")
        _number(found, row, value.imag, f"{stem(name)}.imag")
    elif isinstance(value, str):  # numpy's own strings are strings
        _text(found, row, str(value), name, depth)
    elif isinstance(value, (bytes, bytearray, memoryview)):
        found.labels[name].put(row, bytes(value))
        found.kinds[name].put(row, "bytes")
    elif isinstance(value, (datetime.date, datetime.timedelta, np.datetime64, np.timedelta64)):
        _moment(found, row, value, name)
    elif isinstance(value, Raised):
        found.kinds[name].put(row, f"an exception, {value.error}")
        _text(found, row, value.message, f"the message of {name}", depth)
    elif depth >= DEEPEST:
        _unknown(found, row, value, name)
    elif isinstance(value, np.ma.MaskedArray):
        _walk(found, row, value.tolist(), name, depth)  # None for what is masked
    elif isinstance(value, np.ndarray) or (hasattr(value, "__array__") and not isinstance(value, type)):
        _array(found, row, np.asarray(value), name, depth)
    elif isinstance(value, Mapping):
        _fields(found, row, value.items(), len(value), name, depth, "a mapping")
    elif isinstance(value, Set):
        found.kinds[name].put(row, "a set")
        found.sizes[name].put(row, len(value))
        for member in value:
            _member(found, row, f"{name} contains {_said(member)}")
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        found.kinds[name].put(row, f"a {type(value).__name__}")
        for entry in dataclasses.fields(value):
            _walk(found, row, getattr(value, entry.name), f"{stem(name)}.{entry.name}", depth + 1)
    elif isinstance(value, (Sequence, Iterator)):
        _sequence(found, row, value, name, depth)
    elif _says_nothing(value):
        found.kinds[name].put(row, f"a {type(value).__name__}")
        for key, inner in vars(value).items():
            _walk(found, row, inner, f"{stem(name)}.{key}", depth + 1)
    else:
        _unknown(found, row, value, name)


def _says_nothing(value: Any) -> bool:
    """Whether an object writes only where it is, and has attributes to be read instead."""
    own = any("__repr__" in vars(kind) for kind in type(value).__mro__[:-1])
    return not own and bool(vars(value))


def _number(found: Reading, row: int, value: Any, name: str) -> None:
    try:
        number = float(value)
    except OverflowError:
        number = math.inf if value > 0 else -math.inf
    except ValueError:  # a signalling nan of `decimal`
        number = math.nan
    if number != number:
        found.kinds[name].put(row, "not a number")
        return
    found.numbers[name].put(row, number)
    found.kinds[name].put(row, "a number")
    if abs(number) >= EXACT and isinstance(value, (int, np.integer)):
        last = int(value) & 63
        found.numbers[f"{name} modulo 64"].put(row, float(last))
        if last & 1:
            _member(found, row, f"{name} is odd")


def _text(found: Reading, row: int, text: str, name: str, depth: int) -> None:
    found.labels[name].put(row, text)
    found.kinds[name].put(row, "a string")
    if not says_more(text):
        return
    inner = from_json(text) if depth < DEEPEST else None
    if isinstance(inner, dict):
        _fields(found, row, inner.items(), len(inner), name, depth, "text of an object")
    elif isinstance(inner, list):
        _sequence(found, row, inner, name, depth)
    else:
        numbers, wording = numbers_in(text)
        for place, number in enumerate(numbers):
            found.numbers[f"the {ordinal(place + 1)} number in {name}"].put(row, number)
        if numbers:
            found.labels[f"the wording of {name}"].put(row, wording)


def _moment(found: Reading, row: int, value: Any, name: str) -> None:
    found.labels[name].put(row, str(value))
    found.kinds[name].put(row, f"a {type(value).__name__}")
    if isinstance(value, (datetime.timedelta, np.timedelta64)):
        seconds = float(np.timedelta64(value) / np.timedelta64(1, "s"))
        name += " in seconds"
    else:
        plain = value.replace(tzinfo=None) if isinstance(value, datetime.datetime) else value
        seconds = float((np.datetime64(plain) - np.datetime64(0, "s")) / np.timedelta64(1, "s"))
        name += " in seconds since 1970"
    if seconds == seconds:
        found.numbers[name].put(row, seconds)


def _array(found: Reading, row: int, array: Any, name: str, depth: int) -> None:
    if not array.ndim:
        _walk(found, row, array.item() if array.dtype.kind != "V" else array.tolist(), name, depth + 1)
        return
    found.kinds[name].put(row, "an array" if array.ndim == 1 else f"an array of shape {array.shape}")
    if array.ndim == 1:
        found.sizes[name].put(row, len(array))
    places = islice(np.ndindex(array.shape), MOST_COLUMNS)
    for place in places:
        _walk(found, row, array[place], f"{stem(name)}[{', '.join(map(str, place))}]", depth + 1)


def _fields(found: Reading, row: int, items: Any, size: int, name: str, depth: int, kind: str) -> None:
    found.kinds[name].put(row, kind)
    found.sizes[name].put(row, size)
    keys = []
    for key, inner in islice(items, MOST_COLUMNS):
        keys.append(_said(key))
        _member(found, row, f"{name} contains {keys[-1]}")
        _walk(found, row, inner, field_name(name, key), depth + 1)
    # Who loops over a mapping, or prints it, sees its order.
    for key, following in pairwise(keys):
        _member(found, row, f"{key} comes right before {following} in {name}")


def _sequence(found: Reading, row: int, value: Any, name: str, depth: int) -> None:
    items = list(islice(value, MOST_ITEMS if isinstance(value, Iterator) else MOST_COLUMNS))
    found.kinds[name].put(row, f"a {'list' if isinstance(value, Iterator) else type(value).__name__}")
    found.sizes[name].put(row, len(items))
    begin = stem(name)
    for index, inner in enumerate(items):
        _walk(found, row, inner, f"{begin}[{index}]", depth + 1)
    for member in {inner for inner in items if type(inner) is int or isinstance(inner, str)}:
        _member(found, row, f"{name} contains {_said(member)}")


def _member(found: Reading, row: int, sentence: str) -> None:
    found.members[sentence].put(row, 1.0)


def _said(member: Any) -> str:
    return without_addresses(member.item() if isinstance(member, np.generic) else member)[:LONGEST_MEMBER]


def _unknown(found: Reading, row: int, value: Any, name: str) -> None:
    text = without_addresses(value)
    found.kinds[name].put(row, f"a {type(value).__name__}")
    found.labels[name].put(row, text)
    numbers, _ = numbers_in(text)
    for place, number in enumerate(numbers):
        found.numbers[f"the {ordinal(place + 1)} number in {name}"].put(row, number)


# --- names ---------------------------------------------------------------------------------------------------------


def stem(name: str) -> str:
    """A place's name, to be followed by an index."""
    return "answer" if name == TOP else name


def field_name(name: str, key: object) -> str:
    """The place of a field of a mapping."""
    said = f"field `{key}`" if isinstance(key, str) else f"field {key!r}"
    return said if name == TOP else f"{said} of {name}"


def ordinal(place: int) -> str:
    """First, second, and so on."""
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    if place <= len(words):
        return words[place - 1]
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"
