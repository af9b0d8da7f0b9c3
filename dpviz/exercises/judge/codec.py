"""Values as bytes and back: plain data, bounded in size, read without running anything."""

from __future__ import annotations

import functools
import itertools
import math
import numbers
import re
import struct
from collections.abc import Callable, Iterator, KeysView, ValuesView
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from dpviz.exercises.contain import OutOfTime

LARGEST = 32 << 20  # bytes of one message
ITEMS = 1_000_000  # entries in it, all containers together
DEPTH = 60
BITS = 1 << 16  # of one whole number
COLLIDING = 100_000_000  # comparisons that sets and dictionaries may take, if all their keys collide
KINDS = "biufcU"  # of arrays

_DTYPE = re.compile(rf"[<>|]?[{KINDS}][1-9][0-9]{{0,6}}")
_COUNT, _FLOAT, _SHORT, _INT64 = (struct.Struct(form) for form in ("<I", "<d", "<H", "<q"))


class TooMuch(ValueError):
    """The value is larger than what is passed on; the message says in what."""


class Broken(ValueError):
    """The bytes are nothing that `encode` wrote."""


@dataclass(frozen=True)
class Seed:
    """Stands for a random generator: each side makes its own from the number."""

    value: int


@dataclass(frozen=True)
class Handle:
    """Stands for a function of the other side."""

    number: int
    name: str


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


# Writing ------------------------------------------------------------------------------------------------------


class _Writer:
    def __init__(self, strict: bool) -> None:
        self.out = bytearray()
        self._strict = strict
        self._items = 0
        self._colliding = 0

    def _sized(self, tag: bytes, content: bytes) -> None:
        if len(content) > LARGEST:
            raise TooMuch(f"more than {LARGEST >> 20} MB")
        self.out += tag + _COUNT.pack(len(content)) + content

    def put(self, value: Any, depth: int = 0) -> None:
        self._items += 1
        if self._items > ITEMS:
            raise TooMuch(f"more than {ITEMS:,} entries")
        if len(self.out) > LARGEST:
            raise TooMuch(f"more than {LARGEST >> 20} MB")
        if depth > DEPTH:
            raise TooMuch(f"more than {DEPTH} containers inside one another")
        kind = type(value)
        if kind is float:
            self.out += b"f" + _FLOAT.pack(value)
        elif kind is np.float64:
            self.out += b"n" + _FLOAT.pack(value)
        elif kind is np.int64:
            self.out += b"m" + _INT64.pack(int(value))
        elif (write := _WRITERS.get(kind)) is not None:
            write(self, value, depth)
        elif self._strict and not isinstance(value, (np.ndarray, np.generic)):
            raise TypeError(f"a {kind.__name__} cannot be handed to a student's function")
        else:
            self._put_odd(value, depth)

    def _put_odd(self, value: Any, depth: int) -> None:
        """Anything that is not exactly of a plain type: taken down to one once, so that it cannot change later."""
        try:
            plain = _plain(value)
        except (OutOfTime, KeyboardInterrupt):
            raise
        except BaseException:
            plain = other(value)
        if isinstance(plain, np.ndarray):
            self._array(plain, depth)
        elif isinstance(plain, np.generic):
            self._scalar(plain)
        elif isinstance(plain, Other):
            self._other(plain, depth)
        elif (write := _WRITERS.get(type(plain))) is not None:
            write(self, plain, depth)
        else:
            self._other(other(value), depth)

    def _other(self, value: Other, depth: int) -> None:
        self._items += 10  # they cost more than a number
        self._sized(b"o", type(value).__name__.encode("utf-8", "surrogatepass"))
        self._text(repr(value), depth)

    def _int(self, value: int, depth: int) -> None:
        if value.bit_length() > BITS:
            self._other(_named("int")(f"<a whole number of {value.bit_length():,} bits>"), depth)
            return
        content = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
        self.out += b"i" + _SHORT.pack(len(content)) + content

    def _complex(self, value: complex, _depth: int) -> None:
        self.out += b"c" + _FLOAT.pack(value.real) + _FLOAT.pack(value.imag)

    def _text(self, value: str, _depth: int) -> None:
        self._sized(b"s", value.encode("utf-8", "surrogatepass"))

    def _bytes(self, value: bytes, _depth: int) -> None:
        self._sized(b"b", value)

    def _sequence(self, value: Any, depth: int) -> None:
        self.out += _TAGS[type(value)] + _COUNT.pack(len(value))
        for item in value:
            self.put(item, depth + 1)

    def _set(self, value: Any, depth: int) -> None:
        self._collide(len(value))
        self._sequence(value, depth)

    def _dict(self, value: dict[Any, Any], depth: int) -> None:
        self._collide(len(value))
        self.out += b"d" + _COUNT.pack(len(value))
        for key, item in value.items():
            self.put(key, depth + 1)
            self.put(item, depth + 1)

    def _collide(self, count: int) -> None:
        self._colliding += count * count
        if self._colliding > COLLIDING:
            raise TooMuch("too large a set or dictionary")

    def _range(self, value: range, depth: int) -> None:
        try:
            short = len(value) <= ITEMS
        except OverflowError:
            short = False
        if not short:
            self._other(other(value), depth)
            return
        self.out += b"r"
        for part in (value.start, value.stop, value.step):
            self._int(part, depth)

    def _array(self, value: np.ndarray, depth: int) -> None:
        if value.dtype.kind == "O":
            self.out += b"O" + bytes([value.ndim])
            self._shape(value.shape)
            for item in value.ravel().tolist():
                self.put(item, depth + 1)
            return
        if value.dtype.kind not in KINDS or not value.dtype.itemsize:
            self._other(other(value), depth)
            return
        if value.nbytes > LARGEST:
            raise TooMuch(f"more than {LARGEST >> 20} MB")
        name = value.dtype.str.encode()
        self.out += b"a" + bytes([len(name)]) + name + bytes([value.ndim])
        self._shape(value.shape)
        self.out += value.tobytes()

    def _shape(self, shape: tuple[int, ...]) -> None:
        for length in shape:
            if length > LARGEST:
                raise TooMuch("too large an array")
            self.out += _COUNT.pack(length)

    def _scalar(self, value: np.generic) -> None:
        name = value.dtype.str.encode()
        self.out += b"g" + bytes([len(name)]) + name + value.tobytes()

    def _seed(self, value: Seed, depth: int) -> None:
        self.out += b"R"
        self._int(value.value, depth)

    def _handle(self, value: Handle, depth: int) -> None:
        self.out += b"H"
        self._int(value.number, depth)
        self._text(value.name, depth)


def _constant(tag: bytes) -> Callable[[_Writer, Any, int], None]:
    def write(writer: _Writer, _value: Any, _depth: int) -> None:
        writer.out += tag

    return write


def _bool(writer: _Writer, value: bool, _depth: int) -> None:
    writer.out += b"T" if value else b"F"


_TAGS: dict[type, bytes] = {list: b"l", tuple: b"t", set: b"S", frozenset: b"Z"}
_WRITERS: dict[type, Callable[[_Writer, Any, int], None]] = {
    type(None): _constant(b"N"),
    type(Ellipsis): _constant(b"E"),
    bool: _bool,
    int: _Writer._int,
    complex: _Writer._complex,
    str: _Writer._text,
    bytes: _Writer._bytes,
    list: _Writer._sequence,
    tuple: _Writer._sequence,
    set: _Writer._set,
    frozenset: _Writer._set,
    dict: _Writer._dict,
    range: _Writer._range,
    Seed: _Writer._seed,
    Handle: _Writer._handle,
}
_WRITERS[float] = lambda writer, value, depth: writer.put(value, depth)


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


def encode(value: Any, *, strict: bool = False) -> bytes:
    """A value as bytes.

    Parameters
    ----------
    value : object
        Of any type; what is not plain data becomes an `Other`.
    strict : bool, default False
        Refuse what is not plain data.

    Returns
    -------
    bytes
        For `decode`.
    """
    if type(value) is float:
        return b"f" + _FLOAT.pack(value)
    writer = _Writer(strict)
    writer.put(value)
    if len(writer.out) > LARGEST:
        raise TooMuch(f"more than {LARGEST >> 20} MB")
    return bytes(writer.out)


# Reading ------------------------------------------------------------------------------------------------------


@functools.lru_cache(256)
def _dtype(name: bytes) -> np.dtype[Any]:
    if not _DTYPE.fullmatch(text := name.decode("ascii")) or (found := np.dtype(text)).kind not in KINDS:
        raise Broken("an array of an unknown kind")
    return found


def _entries(data: bytes, dtype: np.dtype[Any]) -> np.ndarray:
    if dtype.kind == "b":  # any byte but 0 is true
        return np.frombuffer(data, np.uint8) != 0
    if dtype.kind == "U" and (np.frombuffer(data, np.dtype("u4").newbyteorder(dtype.byteorder)) > 0x10FFFF).any():
        raise Broken("a letter that there is not")
    return np.frombuffer(bytearray(data), dtype)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._items = 0
        self._colliding = 0

    def done(self) -> bool:
        return self._at == len(self._data)

    def _take(self, count: int) -> bytes:
        end = self._at + count
        if end > len(self._data):
            raise Broken("it ends too early")
        found = self._data[self._at : end]
        self._at = end
        return found

    def _count(self) -> int:
        found: int = _COUNT.unpack(self._take(4))[0]
        return found

    def get(self, depth: int = 0) -> Any:
        self._items += 1
        if self._items > ITEMS or depth > DEPTH + 2:
            raise Broken("it is larger than a message can be")
        at = self._at
        tag = self._data[at : at + 1]
        if tag in (b"f", b"n"):  # most answers are numbers: the quick way
            self._at = at + 9
            found = _FLOAT.unpack_from(self._data, at + 1)[0]
            return found if tag == b"f" else np.float64(found)
        self._at = at + 1
        read = _READERS.get(tag)
        if read is None:
            raise Broken("it holds an unknown mark")
        return read(self, depth)

    def _int(self, _depth: int) -> int:
        size: int = _SHORT.unpack(self._take(2))[0]
        if size > BITS // 8 + 1:
            raise Broken("too large a whole number")
        return int.from_bytes(self._take(size), "little", signed=True)

    def _tagged_int(self, depth: int) -> int:
        if self._take(1) != b"i":
            raise Broken("a whole number is missing")
        return self._int(depth)

    def _complex(self, _depth: int) -> complex:
        return complex(*struct.unpack("<dd", self._take(16)))

    def _text(self, _depth: int) -> str:
        return self._take(self._count()).decode("utf-8", "surrogatepass")

    def _tagged_text(self, depth: int) -> str:
        if self._take(1) != b"s":
            raise Broken("a text is missing")
        return self._text(depth)

    def _bytes(self, _depth: int) -> bytes:
        return self._take(self._count())

    def _list(self, depth: int) -> list[Any]:
        return [self.get(depth + 1) for _ in range(self._count())]

    def _hashed(self, depth: int) -> Iterator[Any]:
        count = self._count()
        self._colliding += count * count
        if self._colliding > COLLIDING:
            raise Broken("too large a set or dictionary")
        return (self.get(depth + 1) for _ in range(count))

    def _dict(self, depth: int) -> dict[Any, Any]:
        return {key: self.get(depth + 1) for key in self._hashed(depth)}

    def _range(self, depth: int) -> range:
        found = range(*(self._tagged_int(depth) for _ in range(3)))
        if len(found) > ITEMS:
            raise Broken("too long a range")
        return found

    def _dtype(self) -> np.dtype[Any]:
        return _dtype(self._take(self._take(1)[0]))

    def _shape(self) -> tuple[int, ...]:
        return tuple(self._count() for _ in range(self._take(1)[0]))

    def _array(self, _depth: int) -> np.ndarray:
        dtype, shape = self._dtype(), self._shape()
        data = self._take(math.prod(shape) * dtype.itemsize)
        return _entries(data, dtype).reshape(shape)

    def _objects(self, depth: int) -> np.ndarray:
        shape = self._shape()
        count = math.prod(shape)
        if count > ITEMS:
            raise Broken("too large an array")
        found = np.empty(count, dtype=object)
        for place in range(count):
            found[place] = self.get(depth + 1)
        return found.reshape(shape)

    def _scalar(self, _depth: int) -> Any:
        dtype = self._dtype()
        return _entries(self._take(dtype.itemsize), dtype)[0]

    def _other(self, depth: int) -> Other:
        self._items += 10
        return _named(self._text(depth)[:60])(self._tagged_text(depth)[:200])

    def _handle(self, depth: int) -> Handle:
        return Handle(self._tagged_int(depth), self._tagged_text(depth))


_READERS: dict[bytes, Callable[[_Reader, int], Any]] = {
    b"N": lambda *_: None,
    b"E": lambda *_: ...,
    b"T": lambda *_: True,
    b"F": lambda *_: False,
    b"i": _Reader._int,
    b"m": lambda reader, _: np.int64(_INT64.unpack(reader._take(8))[0]),
    b"c": _Reader._complex,
    b"s": _Reader._text,
    b"b": _Reader._bytes,
    b"l": _Reader._list,
    b"t": lambda reader, depth: tuple(reader._list(depth)),
    b"S": lambda reader, depth: set(reader._hashed(depth)),
    b"Z": lambda reader, depth: frozenset(reader._hashed(depth)),
    b"d": _Reader._dict,
    b"r": _Reader._range,
    b"a": _Reader._array,
    b"O": _Reader._objects,
    b"g": _Reader._scalar,
    b"o": _Reader._other,
    b"R": lambda reader, depth: Seed(reader._tagged_int(depth)),
    b"H": _Reader._handle,
}


def decode(data: bytes) -> Any:
    """A value again, made of plain data and `Other`; nothing in the bytes is run.

    Parameters
    ----------
    data : bytes
        From `encode`, or from anywhere.

    Returns
    -------
    object
        The value.

    Raises
    ------
    Broken
        If they are not what `encode` writes.
    """
    reader = _Reader(data)
    try:
        value = reader.get()
    except Broken:
        raise
    except (ValueError, TypeError, OverflowError, MemoryError, struct.error) as error:
        raise Broken(f"it cannot be read ({type(error).__name__})") from None
    if not reader.done():
        raise Broken("something follows its end")
    return value


_AS_THEY_ARE = (bool, int, float, str)


def plain(value: Any) -> Any:
    """What would arrive on the other side."""
    return value if type(value) in _AS_THEY_ARE else decode(encode(value))
