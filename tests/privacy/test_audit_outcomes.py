"""What a mechanism may return: anything. No type crashes an audit, and what differs is said in plain words."""

import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import json
import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dpviz.privacy import Audit, MechanismError, audit_draws
from dpviz.privacy.auditing.texts import numbers_in
from tests.privacy.test_audit import look


class Plain:
    """An object that says nothing of itself but where it is."""

    def __init__(self, value):
        self.value = value


class Rude:
    def __repr__(self):
        raise RuntimeError("not now")

    def __len__(self):
        raise RuntimeError("nor this")


class Colour(enum.Enum):
    RED = 1


@dataclasses.dataclass
class Box:
    inside: object


class Named(collections.namedtuple("Named", "x y")):
    pass


LOOPED = []
LOOPED.append(LOOPED)

# --- no crash ------------------------------------------------------------------------------------------------------

ODD = [
    np.str_("a7"),
    np.float16(0.5),
    np.int8(3),
    np.longdouble(1) / 3,
    np.datetime64("2020-01-01"),
    np.datetime64("NaT"),
    np.timedelta64(3, "s"),
    np.bool_(True),
    np.void(b"abc"),
    np.array(3.0),
    np.array([]),
    np.array([1.0, np.nan]),
    np.array([[1, 2], [3, 4]]),
    np.array(["u", "v"]),
    np.array([None, {}], dtype=object),
    np.array([(1, 2.0)], dtype=[("a", int), ("b", float)]),
    np.array(["2020-01-01"], dtype="datetime64[D]"),
    np.ma.masked_array([1.0, 2.0], [True, False]),
    np.ma.masked,
    decimal.Decimal("sNaN"),
    Plain(3),
    Rude(),
    Colour.RED,
    Box([1]),
    Named(1, "b"),
    object(),
    int,
    len,
    ...,
    range(3),
    bytearray(b"x"),
    memoryview(b"yz"),
    collections.deque([1, 2]),
    collections.Counter("aab"),
    LOOPED,
    ValueError("wrong by 3"),
    '{"age": 41, "ill": [true]}',
    "[1, 2",
    "[" * 5000,
    np.random.default_rng(0),
]
SIMPLE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**400, -(10**400), 2**63 - 1, 2**53 + 1]),
    st.floats(),
    st.complex_numbers(),
    st.text(max_size=8),
    st.binary(max_size=4),
    st.decimals(),
    st.fractions(),
    st.datetimes(),
    st.dates(),
    st.timedeltas(),
    st.times(),
    st.integers(0, 41).map(lambda place: ODD[place % len(ODD)]),  # by number: hypothesis writes what it draws from
)
ANSWERS = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.tuples(inner, inner),
        st.dictionaries(st.one_of(st.text(max_size=3), st.integers(), st.none()), inner, max_size=3),
        st.sets(st.one_of(st.integers(), st.text(max_size=2)), max_size=3),
        st.builds(Box, inner),
        st.builds(iter, st.lists(inner, max_size=3)),
    ),
    max_leaves=8,
)


@settings(suppress_health_check=list(HealthCheck))
@given(st.lists(ANSWERS, min_size=1, max_size=5), st.lists(ANSWERS, min_size=1, max_size=5), st.booleans())
def test_no_answer_crashes_an_audit(here, there, bits):
    found = look(lambda d, rng: (here, there)[d][int(rng.integers(len((here, there)[d])))], trials=100, bits=bits)
    assert isinstance(found, Audit)
    assert found.event
    assert found.lower_bound >= 0
    assert str(found)


@pytest.mark.parametrize("answer", [(1.0, 2.0), [0, 0], (True, False), np.zeros(3), (1, "a"), [], {}, (None, None)])
def test_answers_that_are_constant_and_equal_lose_nothing(answer):
    found = look(lambda d, rng: answer, trials=200)
    assert found.lower_bound == 0
    assert "no noise was seen" in found.note


# --- what is found -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mechanism", "event"),
    [
        (lambda d, rng: {2, 3 + d} if rng.random() < 0.9 else {2}, "the answer contains 3"),
        (lambda d, rng: ["ann", "bob"][: 1 + d] if rng.random() < 0.9 else ["ann"], "the answer has "),
        (lambda d, rng: ["ann", "bob" if d else "eve"] if rng.random() < 0.9 else ["cyd"], "contains '"),
        (lambda d, rng: {"age": 40.0 + rng.random() + d}, "field `age` is "),
        (lambda d, rng: {"diagnosis": "hiv" if d else "flu"}, "field `diagnosis` is 'flu'"),
        (lambda d, rng: {"hiv": rng.random()} if d else {}, "the answer contains 'hiv'|the answer is (not )?empty"),
        (lambda d, rng: [rng.random()] * (6 + d), "the answer has (a|no) seventh entry|has [67] entries"),
        (lambda d, rng: f"about {d + rng.random():.4f} people", "the first number in the answer is "),
        (lambda d, rng: json.dumps({"age": d + rng.random()}), "field `age` is "),
        (lambda d, rng: json.dumps([1, {"who": "ann" if d else "bob"}]), "who|contains|'"),
        (lambda d, rng: Box({"n": d}), "field `n` of answer.inside is exactly"),
        (lambda d, rng: Plain(d), "answer.value is exactly "),
        (lambda d, rng: (x for x in [1, d]), r"answer\[1\] is exactly |contains"),
        (lambda d, rng: datetime.date(2020, 1, 1 + d), "the answer"),
        (lambda d, rng: decimal.Decimal(d) / 3, "the answer is "),
        (lambda d, rng: fractions.Fraction(d, 3), "the answer is "),
        (lambda d, rng: 10**400 * (1 - 2 * d), "the answer is "),
        (lambda d, rng: np.ma.masked_array([1.0, 2.0], [bool(d), False]), r"answer\[0\]"),
        (lambda d, rng: [1.0, None] if d else [None, 1.0], r"answer\[\d\] is "),
        (lambda d, rng: (2**62 + 2 * int(rng.integers(2**40))) + d, "the answer is odd|the answer is even"),
        (lambda d, rng: 2 * int(rng.integers(2**30)) + d, "the answer is odd|the answer is even"),
    ],
)
def test_events_are_said_in_plain_words(mechanism, event):
    found = look(mechanism, trials=400)
    assert found.violated
    assert re.search(event, found.event), found.event
    assert "kind" not in found.event


def test_sums_are_of_numbers_that_are_alike():
    """An arm and its score, or a truth value and a count, have no sum and no difference."""

    def mixed(d, rng):
        return bool(rng.random() < 0.5), int(rng.integers(5)), d + rng.normal(), rng.normal() + d

    for seed in range(3):
        event = look(mixed, trials=2000, seed=seed).event
        for odd in ("answer[0] -", "answer[0] +", "- answer[0]", "+ answer[0]", "answer[1] -", "answer[1] +"):
            assert odd not in event


@pytest.mark.parametrize("width", [np.float16, np.float32])
def test_short_floats_leak_without_a_look_at_bits(width):
    """Noise around 0 is finer than noise around 1 near 0: the digits that are looked at anyhow tell them apart."""
    found = look(lambda d, n, rng: width(d) + rng.laplace(size=n).astype(width), batch=True, trials=8000, epsilon=1.0)
    assert found.violated
    assert "bit" in found.event


def test_an_exception_is_an_outcome_where_it_is_asked_for():
    def fails(d, rng):
        if d and rng.random() < 0.5:
            raise KeyError("row 7 is missing")
        return 1

    with pytest.raises(MechanismError):
        look(fails)
    found = look(fails, exceptions="outcome")
    assert found.violated
    assert found.event in ("the answer is an exception, KeyError", "the answer is not an exception, KeyError")
    with pytest.raises(ValueError, match="exceptions must be one of 'raise', 'outcome'; got 'ignore'"):
        look(fails, exceptions="ignore")


def test_a_generator_that_never_ends_is_read_to_a_bound():
    def forever(d, rng):
        while True:
            yield d

    assert look(forever, trials=100).violated


# --- independence --------------------------------------------------------------------------------------------------


def test_texts_that_are_all_new_are_independent():
    found = look(lambda d, rng: "".join(map(chr, rng.integers(97, 123, size=9))), trials=4000)
    assert found.independent
    assert not found.note


def opposite_noise():
    """+n in the one world, and -n in the other."""
    kept = []

    def mechanism(d, rng):
        noise = -kept.pop() if kept else kept.append(rng.laplace()) or kept[-1]
        return d + noise

    return mechanism


def same_seed():
    calls = []

    def mechanism(d, rng):
        calls.append(d)
        return d + np.random.default_rng((len(calls) - 1) // 2).laplace()

    return mechanism


@pytest.mark.parametrize("build", [opposite_noise, same_seed])
def test_noise_that_the_two_worlds_share_is_said(build):
    found = look(build(), trials=1000)
    assert not found.independent
    assert "share their noise" in found.note
    assert found.note in str(found)


def test_draws_that_share_their_noise_when_recorded():
    noise = np.random.default_rng(0).laplace(size=1000)
    assert "share their noise" in audit_draws(noise, 1 - noise, epsilon=1.0).note
    words = np.random.default_rng(0).choice(list("abcd"), size=1000).tolist()
    assert "share their noise" in audit_draws(words, words, epsilon=1.0).note


def test_rare_answers_that_meet_by_chance_are_independent():
    rare = np.zeros((2, 20_000))
    rare[0, [500, 501, 900, 15_000]] = rare[1, [300, 501, 7000]] = 1  # twice in a row, and once in both worlds
    assert audit_draws(*rare, epsilon=1.0).independent
    rare[:, 1000:9000:200] = 1
    assert "share their noise" in audit_draws(*rare, epsilon=1.0).note


def test_many_digits_that_are_no_number_are_passed_over():
    text = "1" * 20_000 + "x"  # to try each of two places for each digit would take half a minute
    assert numbers_in(text) == ((), text)
    assert numbers_in("12. or 1.5e3, .5; -3") == ((12.0, 1500.0, 0.5, -3.0), "# or #, #; #")
