"""Values as bytes and back: plain data, bounded in size, read without running anything.

The bytes are JSON. Numbers, text, lists, truth values and None stand for themselves. Anything else is an object with
one name, which says what is made of the list behind it: ``{"tuple":[1,2]}``.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import math
import numbers
import re
from binascii import a2b_base64, b2a_base64
from collections.abc import Callable, Collection, Iterable, Iterator, KeysView, ValuesView
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from dpviz.exercises.contain import OutOfTime

CONTENT = 24 << 20  # bytes of texts and arrays in a value
LARGEST = CONTENT // 3 * 4  # bytes of one message, which holds arrays in base 64
ITEMS = 1_000_000  # entries in a value, all containers together
OTHER = 10  # entries that an `Other` counts for: it costs more than a number
MARKS = 2 * ITEMS  # brackets and commas in one message: each may become a container in memory
DEPTH = 60
BITS = 1 << 13  # of one whole number: Python still writes it in digits
COLLIDING = 100_000_000  # comparisons that sets and dictionaries may take, if all their keys collide
KINDS = "biufcU"  # of arrays

_DTYPE = re.compile(rf"[<>|]?[{KINDS}][1-9][0-9]{{0,6}}")
_JSON = json.JSONEncoder(check_circular=False, ensure_ascii=False, separators=(",", ":"))


class TooMuch(ValueError):
    """The value is larger than what is passed on; the message says in what."""


class Broken(ValueError):
    """The bytes are nothing that `encode` wrote."""


@dataclass(frozen=True)
class Seed:
    """Stands for a random generator: each side makes its own from the number."""

    value: int


@dataclass(frozen=True)
class Place:
    """Stands for a random generator at a place that the check has chosen."""

    state: int
    increment: int


@dataclass(frozen=True)
class Handle:
    """Stands for a function of the other side."""

    number: int
    name: str


@dataclass(frozen=True)
class Lowered:
    """A value taken down to what JSON has: nothing changes it any more."""

    tree: Any


class Other:
    """Stands for a thing of a type that is not passed on: a class of that name, written the same way."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


@functools.lru_cache(256)
def _named(name: str) -> type[Other]:
    return type(name or "object", (Other,), {})


def other(value: object) -> Other:
    """Its stand-in; never an error, whatever the value's own methods do."""
    try:
        text = repr(value)[:200]
    except (OutOfTime, KeyboardInterrupt):
        raise
    except BaseException:
        text = f"<{type(value).__name__}>"
    return _named(type(value).__name__[:60])(str(text))


def listed(value: Any) -> Any:
    """An iterator or a view of a dictionary as a list; anything else as it is."""
    if isinstance(value, (Iterator, KeysView, ValuesView)):
        return list(itertools.islice(value, ITEMS))
    return value


def _size(tree: Any) -> int:
    """How many comparisons a key may take, with all that is in it."""
    if type(tree) is dict:
        return sum(map(_size, tree.values()))
    return 1 + sum(map(_size, tree)) if type(tree) is list else 1


class _Bounded:
    """Refuses sets and dictionaries that might take too long to build."""

    _compared = 0

    def compare(self, tree: dict[str, list[Any]]) -> Any:
        ((tag, keys),) = tree.items()
        keys = keys[::2] if tag == "dict" else keys
        self._compared += len(keys) * sum(map(_size, keys))
        if self._compared > COLLIDING:
            raise TooMuch("too large a set or dictionary")
        return tree


# Writing ------------------------------------------------------------------------------------------------------


class _Writer(_Bounded):
    def __init__(self, strict: bool) -> None:
        self._strict = strict
        self._items = self._size = 0

    def lower(self, value: Any, depth: int = 0) -> Any:
        kind = type(value)
        if kind in _THEMSELVES:
            return value
        if (write := _WRITERS.get(kind)) is not None:
            return write(self, value, depth)
        if self._strict and not isinstance(value, (np.ndarray, np.generic)):
            raise TypeError(f"a {kind.__name__} cannot be handed to a student's function")
        # Taken down to a plain type once, so that it cannot change later.
        try:
            plain = _plain(value)
        except (OutOfTime, KeyboardInterrupt):
            raise
        except BaseException:
            plain = other(value)
        if isinstance(plain, Other):
            self._count(OTHER)
            return {"other": [type(plain).__name__, repr(plain)]}
        if isinstance(plain, np.generic):
            return {"scalar": [plain.dtype.str, _base64(plain.tobytes())]}
        return self.lower(plain if type(plain) in (*_THEMSELVES, *_WRITERS) else other(value), depth)

    def _count(self, items: int) -> None:
        self._items += items
        if self._items > ITEMS:
            raise TooMuch(f"more than {ITEMS:,} entries")

    def _all(self, values: Collection[Any], depth: int) -> list[Any]:
        self._count(len(values))
        if depth > DEPTH:
            raise TooMuch(f"more than {DEPTH} containers inside one another")
        return [item if type(item) in _THEMSELVES else self.lower(item, depth + 1) for item in values]

    def _hashed(self, value: Any, depth: int) -> Any:
        parts = itertools.chain.from_iterable(value.items()) if type(value) is dict else value
        return self.compare({type(value).__name__: self._all([*parts], depth)})

    def _fits(self, size: int) -> None:
        self._size += size
        if self._size > CONTENT:
            raise TooMuch(f"more than {CONTENT >> 20} MB")

    def _text(self, value: str, _depth: int) -> str:
        self._fits(len(value))
        return value

    def _bytes(self, value: bytes, _depth: int) -> Any:
        self._fits(len(value))
        return {"bytes": [_base64(value)]}

    def _int(self, value: int, depth: int) -> Any:
        if value.bit_length() > BITS:
            return self.lower(_named("int")(f"<a whole number of {value.bit_length():,} bits>"), depth)
        return value if value.bit_length() < 64 else {"int": [hex(value)]}

    def _range(self, value: range, depth: int) -> Any:
        # Entry by entry: else a few bytes were millions of entries on the other side.
        with contextlib.suppress(OverflowError):
            if len(value) <= ITEMS:
                return {"tuple": self._all(value, depth)}
        return self.lower(other(value), depth)

    def _array(self, value: np.ndarray, depth: int) -> Any:
        if _lists(value.shape) > max(value.size, ITEMS):
            raise TooMuch("too large an array")
        if value.dtype.kind == "O":
            return {"objects": [list(value.shape), self._all(value.ravel().tolist(), depth)]}
        if value.dtype.kind not in KINDS or not value.dtype.itemsize:
            return self.lower(other(value), depth)
        self._fits(value.nbytes)
        return {"array": [value.dtype.str, list(value.shape), _base64(value.tobytes())]}


def _lists(shape: Iterable[int]) -> int:
    """How many lists an array is, written as lists: one that holds nothing may be many."""
    return math.prod(max(1, size) for size in shape)


def _base64(content: bytes) -> str:
    return b2a_base64(content, newline=False).decode()


_THEMSELVES = (float, bool, type(None))
_WRITERS: dict[type, Callable[[_Writer, Any, int], Any]] = {
    int: _Writer._int,
    str: _Writer._text,
    bytes: _Writer._bytes,
    complex: lambda _, value, __: {"complex": [value.real, value.imag]},
    list: _Writer._all,
    tuple: lambda writer, value, depth: {"tuple": writer._all(value, depth)},
    set: _Writer._hashed,
    frozenset: _Writer._hashed,
    dict: _Writer._hashed,
    range: _Writer._range,
    type(Ellipsis): lambda *_: {"...": []},
    np.ndarray: _Writer._array,
    np.float64: lambda _, value, __: {"float64": [float(value)]},
    np.int64: lambda _, value, __: {"int64": [int(value)]},
    Seed: lambda writer, value, depth: {"seed": [writer._int(value.value, depth)]},
    Place: lambda writer, value, depth: {
        "place": [writer._int(each, depth) for each in (value.state, value.increment)]
    },
    Handle: lambda _, value, __: {"handle": [value.number, value.name]},
    Lowered: lambda _, value, __: value.tree,
}


def _plain(value: Any) -> Any:
    """The exactly plain value that something stands for: its own content, where it extends a plain type."""
    if isinstance(value, np.ndarray):
        return value.view(np.ndarray)
    if isinstance(value, np.generic):
        # Of the exact type that numpy makes: a student's subclass of float64 is none.
        return np.asarray(value)[()] if value.dtype.kind in KINDS and value.dtype.itemsize else other(value)
    kinds: tuple[Any, ...] = (int, float, complex, str, bytes, list, tuple, set, frozenset, dict)
    for kind in kinds:
        if isinstance(value, kind):
            return kind(value)
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, (numbers.Rational, Decimal)):
        # Whole numbers beyond the floats stay exact.
        whole = math.trunc(value)
        return whole if value == whole else float(value)
    if isinstance(value, numbers.Real):
        return float(value)
    if hasattr(value, "__array__") and not isinstance(value, type):
        return np.array(value).view(np.ndarray)
    return other(value)


def lower(value: Any) -> Lowered:
    """What `encode` writes of a value, as it is at this moment."""
    return Lowered(_Writer(strict=False).lower(value))


def encode(value: Any, *, strict: bool = False) -> bytes:
    """A value as bytes for `decode`; what is not plain data becomes an `Other`, or is refused if `strict`."""
    data = _JSON.encode(_Writer(strict).lower(value)).encode("utf-8", "surrogatepass")
    if _too_large(data):
        raise TooMuch(f"more than {CONTENT >> 20} MB or {ITEMS:,} entries")
    return data


def _too_large(data: bytes) -> bool:
    return len(data) > LARGEST or sum(map(data.count, (b",", b"[", b"{"))) > MARKS


# Reading ------------------------------------------------------------------------------------------------------


class _Reader(_Bounded):
    _others = 0

    def lift(self, tree: Any, depth: int = 0) -> Any:
        if depth > DEPTH + 4:  # the message's own containers
            raise Broken("it is nested too deeply")
        if type(tree) is dict:
            ((tag, items),) = tree.items()
            if type(items) is not list:
                raise Broken("a list is missing")
            if tag in ("set", "frozenset", "dict"):
                self.compare(tree)
            self._others += tag == "other"
            if self._others * OTHER > ITEMS:
                raise Broken("too many things of unknown types")
            return _READERS[tag](*self.lift(items, depth))
        if type(tree) is list:
            return [self.lift(item, depth + 1) if type(item) in (list, dict) else item for item in tree]
        return tree


def _int(text: str) -> int:
    if (found := int(text, 16)).bit_length() > BITS:
        raise Broken("too large a whole number")
    return found


def _bytes(text: str) -> bytes:
    return a2b_base64(text, strict_mode=True)


def _shaped(items: np.ndarray, shape: list[int]) -> np.ndarray:
    if _lists(shape) > max(items.size, ITEMS):
        raise Broken("too large an array")
    return items.reshape(shape)


def _array(name: str, shape: list[int], text: str) -> np.ndarray:
    if not _DTYPE.fullmatch(name) or (dtype := np.dtype(name)).kind not in KINDS:
        raise Broken("an array of an unknown kind")
    data = bytearray(_bytes(text))
    if dtype.kind == "b":  # any byte but 0 is true
        return _shaped(np.frombuffer(data, np.uint8) != 0, shape)
    if dtype.kind == "U" and (np.frombuffer(data, np.dtype("u4").newbyteorder(dtype.byteorder)) > 0x10FFFF).any():
        raise Broken("a letter that there is not")
    return _shaped(np.frombuffer(data, dtype), shape)


_READERS: dict[str, Callable[..., Any]] = {
    "int": _int,
    "bytes": _bytes,
    "complex": lambda real, imag: complex(float(real), float(imag)),
    "tuple": lambda *items: items,
    "set": lambda *items: set(items),
    "frozenset": lambda *items: frozenset(items),
    "dict": lambda *parts: dict(zip(parts[::2], parts[1::2], strict=True)),
    "...": lambda: ...,
    "array": _array,
    "scalar": lambda name, text: _array(name, [], text)[()],
    "float64": lambda value: np.float64(float(value)),
    "int64": lambda value: np.int64(int(value)),
    "objects": lambda shape, items: _shaped(np.fromiter(items, object, len(items)), shape),
    "other": lambda name, text: _named(str(name)[:60])(str(text)[:200]),
    "seed": lambda value: Seed(int(value)),
    "place": lambda state, increment: Place(int(state), int(increment)),
    "handle": lambda number, name: Handle(int(number), str(name)),
}


def decode(data: bytes) -> Any:
    """A value again, made of plain data and `Other`; nothing in the bytes is run. `Broken` if they are not ours."""
    if _too_large(data):
        raise Broken("it is larger than a message can be")
    try:
        return _Reader().lift(json.loads(data.decode("utf-8", "surrogatepass")))
    except Broken:
        raise
    except (ValueError, TypeError, LookupError, OverflowError, MemoryError, RecursionError) as error:
        raise Broken(f"it cannot be read ({type(error).__name__})") from None


def plain(value: Any) -> Any:
    """What would arrive on the other side."""
    return value if type(value) in (bool, int, float, str) else decode(encode(value))
