"""What passes between a check and a student's code: plain values come back as they were, nothing else gets through."""

from __future__ import annotations

import json
import random
from base64 import b64encode
from collections import Counter, namedtuple
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from dpviz.exercises.judge import codec
from dpviz.exercises.judge.codec import Broken, Handle, Other, Place, Seed, TooMuch, decode, encode

PLAIN = [
    *(None, ..., True, False),
    *(0, -1, 255, 2**60 + 1, -(2**1000), 0.1, -0.0, float("inf"), 1 + 2j),
    *("", "ε → δ", "\ud800 alone", b"\x00\xff"),
    *([], [1, [2.5, "x"]], (1,), {1, 2}, frozenset({"a"}), {"k": 1, (1, 2): [None]}),
    *(np.float64(0.1), np.int64(-5), np.bool_(True), np.str_("é"), np.float32(1.5), np.longdouble(1.5)),
    np.arange(6).reshape(2, 3),
    np.array(3.5),
    np.zeros((0, 3), dtype=int),
    np.array([True, False]),
    np.array(["a", "\ud800b"]),
    np.array([1 + 1j]),
    np.arange(4.0)[::2],
    np.arange(3, dtype=">i4"),
    np.array([1, 2**70, None], dtype=object),
    *(Seed(2**62), Place(2**127 + 1, 2**128 - 1), Handle(1, "server")),
]


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_plain_values_come_back_as_they_were(value):
    again = decode(encode(value, strict=not isinstance(value, type(...))))
    assert type(again) is type(value)
    if isinstance(value, (np.ndarray, np.generic)):
        assert again.dtype == value.dtype
        assert again.shape == value.shape
        assert again.tolist() == value.tolist()
    else:
        assert repr(again) == repr(value)


def test_arrays_that_come_back_can_be_written():
    again = decode(encode([np.zeros(3)]))[0]
    again[0] = 1


Point = namedtuple("Point", "x y")


class Changes(float):
    """Another number at each look."""

    looks = 0

    def __float__(self):
        Changes.looks += 1
        return float(Changes.looks)

    def __eq__(self, other):
        return True

    __hash__ = float.__hash__


class Liar(np.ndarray):
    def __array_ufunc__(self, *_, **__):
        raise AssertionError("asked")


class Convertible:
    def __array__(self, dtype=None, copy=None):
        return np.arange(3)


class Late(str):
    def __str__(self):
        return self


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (Point(1, 2), (1, 2)),
        (Counter("aab"), {"a": 2, "b": 1}),
        (Fraction(1, 4), 0.25),
        (Decimal("0.25"), 0.25),
        (Fraction(2**61 + 1), 2**61 + 1),  # whole numbers stay exact
        (Decimal(2**61 + 1), 2**61 + 1),
        (np.arange(3).view(Liar), np.arange(3)),
        (np.ma.masked_array([1, 2], [0, 1]), np.array([1, 2])),
        (Convertible(), np.arange(3)),
    ],
)
def test_what_extends_or_stands_for_plain_data_becomes_it(value, plain):
    again = decode(encode(value))
    assert type(again) is type(plain)
    assert np.array_equal(again, plain) if isinstance(plain, np.ndarray) else again == plain


def test_a_number_that_changes_is_looked_at_once():
    again = decode(encode(Changes(7.0)))
    assert type(again) is float
    assert again == again + 0
    assert Changes.looks <= 1


class Bad:
    def __repr__(self):
        raise SystemExit

    def __array__(self, dtype=None, copy=None):
        raise KeyError


@pytest.mark.parametrize(
    "value",
    [object(), len, iter([]), (x for x in ()), Bad(), Bad, Late("x"), np.array(["2020-01-01"], "datetime64[D]")],
    ids=lambda value: type(value).__name__,
)
def test_other_things_become_their_name(value):
    again = decode(encode([value]))[0]
    assert isinstance(again, (Other, str))
    assert type(again).__name__ == type(value).__name__ or type(again) is str
    assert len(repr(again)) <= 200
    with pytest.raises(TypeError):
        encode([object()], strict=True)


def test_a_range_too_long_to_be_listed_is_no_range():
    assert isinstance(decode(encode(range(10**18))), Other)
    assert isinstance(decode(encode(range(10**30))), Other)
    assert decode(encode({range(3, 10, 2)})) == {(3, 5, 7, 9)}
    assert isinstance(decode(encode(2**100_000)), Other)


def test_a_large_table_is_passed_on():
    table = {key: (key, "x") for key in range(9_000)}
    assert decode(encode(table)) == table


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def endless():
    value = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    "value",
    [
        *(nested(100), endless(), [0] * 2_000_000, "x" * 40_000_000, np.zeros(10**7), set(range(20_000))),
        [range(10**6)] * 1_000,  # a few bytes, were it not written entry by entry
        *(np.zeros((2_000_000, 0)), np.zeros((2_000, 2_000, 0), object)),
    ],
    ids=lambda value: type(value).__name__,  # not the text itself: it would be sent from process to process
)
def test_too_much_is_refused_before_it_is_sent(value):
    with pytest.raises(TooMuch, match=r"more than|too large"):
        encode(value)


COLLIDING = [k * (2**61 - 1) for k in range(1, 20_000)]


def array(dtype, shape, data=b""):
    return json.dumps({"array": [dtype, shape, b64encode(data).decode()]}).encode()


FORGED = {
    "nothing": b"",
    "unknown": b'{"?":[]}',
    "no text at all": b"\xff",
    "cut": encode([1.5, "x"])[:-1],
    "more": encode(1) + b" 1",
    "two names": b'{"set":[1],"tuple":[2]}',
    "no list": b'{"tuple":7}',
    "a set of what is made first": b'{"set":{"tuple":[1]}}',
    "a list as a key": b'{"dict":[[1],2]}',
    "half a pair": b'{"dict":[1]}',
    "an array of objects": array("|O", [0]),
    "a record": array("|V1000", [0]),
    "an array of four billion": array("<f8", [2**32 - 1]),
    "an array with less in it": array("<f8", [2], bytes(8)),
    "a billion rows without a column": array("<f8", [10**9, 0]),
    "a billion rows of truth without a column": array("|b1", [10**9, 0]),
    "object rows without a column": b'{"objects":[[1000000000,0],[]]}',
    "dimensions": array("<f8", [2**32 - 1] * 255),
    "too many dimensions": array("<f8", [1] * 255, bytes(8)),
    "object dimensions": b'{"objects":[[4294967295,4294967295],[1]]}',
    "bytes of another alphabet": b'{"bytes":["?!"]}',
    "a range": b'{"range":[0,1000000,1]}',
    "a huge number": json.dumps({"int": ["0x" + "1" * 65_535]}).encode(),
    "a huge number in digits": b"1" * 65_535,
    "colliding keys": b'{"set":' + encode(COLLIDING) + b"}",
    "colliding keys that begin alike": lambda: (
        b'{"set":' + encode([(*[0] * 99, key) for key in COLLIDING[:4_000]]) + b"}"
    ),
    "a letter that there is not": array("<U1", [1], b"\xff" * 4),
    "a letter as a number": b'{"float64":["x"]}',
    "deep": b"[" * 1_000 + b"1" + b"]" * 1_000,
    "deeper": b"[" * 1_000_000,
    "many of unknown types": b"[" + b'{"other":["A","x"]},' * 100_001 + b"1]",
    "many that are empty": b"[" + b"[]," * 4_000_000 + b"1]",
}


@pytest.mark.parametrize("name", FORGED)
def test_forged_bytes_are_refused(name):
    data = FORGED[name]
    data = data() if callable(data) else data
    with pytest.raises(Broken):
        decode(data)


def test_bytes_at_random_are_refused_or_read():
    rng = random.Random(1)
    whole = [encode(value) for value in PLAIN]
    for _ in range(20_000):
        data = bytearray(rng.choice(whole))
        for _ in range(rng.randint(0, 4)):
            if data:
                data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            value = decode(bytes(data))
        except Broken:
            continue
        assert type(value).__module__ in ("builtins", "numpy", codec.__name__)


def test_any_byte_but_zero_is_true():
    assert decode(array("|b1", [1], b"M")).tobytes() == b"\x01"
