"""The auditor's interface: answers of every type, pairs, batches, generators, errors."""

import enum
import math
from dataclasses import dataclass, replace

import numpy as np
import pytest

from dpviz._text import at_least
from dpviz.privacy import MechanismError, audit, audit_draws, audit_pairs
from dpviz.privacy.auditing.features import last_bit
from dpviz.privacy.auditing.outcomes import tables_of
from tests.privacy.planted import PLANTED


def look(mechanism, data=0, neighbour=1, *, trials=1000, epsilon=0.5, seed=0, **options):
    return audit(mechanism, data, neighbour, epsilon=epsilon, trials=trials, rng=np.random.default_rng(seed), **options)


@dataclass
class Release:
    total: float
    names: tuple[str, ...]


class Side(enum.Enum):
    LEFT = 1
    RIGHT = 2


@pytest.mark.parametrize(
    ("mechanism", "event"),
    [
        (lambda d, rng: d + 0.1 * rng.random(), "the answer is "),
        (lambda d, rng: bool(d) if rng.random() < 0.9 else not d, "the answer is True"),
        (lambda d, rng: "ab"[d] if rng.random() < 0.9 else "c", "the answer is 'a'"),
        (lambda d, rng: b"x" if d else b"y", "the answer is b'"),
        (lambda d, rng: None if d and rng.random() < 0.5 else 3.5, "the answer is None"),
        (lambda d, rng: Side.LEFT if d else Side.RIGHT, "the answer is Side."),
        (lambda d, rng: [] if d else (), "the answer is a "),
        (lambda d, rng: [1] * (d + 2), "the answer has "),
        (lambda d, rng: (1, (2, d + rng.random() / 10)), "answer[1][1] is "),
        (lambda d, rng: {"n": d, "s": "ok"}, "field `n` is exactly "),
        (lambda d, rng: {3, d}, "the answer contains "),
        (lambda d, rng: np.array([[0, d], [rng.random(), 0]]), "answer[0, 1] is exactly "),
        (lambda d, rng: Release(rng.random(), ("x", "yz"[d])), "answer.names contains 'y'"),
        (lambda d, rng: complex(rng.random(), d), "answer.imag is exactly "),
        (lambda d, rng: np.float64(d), "the answer is exactly "),
        (lambda d, rng: float("nan") if d else rng.random(), "the answer is "),
        (lambda d, rng: math.inf if d else rng.random(), "the answer is "),
        (lambda d, rng: np.array(["u", "vw"[d]]), "answer[1] is 'v'"),
    ],
)
def test_answers_of_every_type(mechanism, event):
    found = look(mechanism, trials=400)
    assert found.violated
    assert event in found.event


def test_the_result_says_what_was_seen():
    found = look(lambda d, rng: d + rng.laplace(scale=0.5), [0][0], 1, trials=20_000, epsilon=1.0)
    assert found.violated
    assert 1.5 < found.lower_bound <= 2.0
    assert (found.epsilon, found.delta, found.confidence, found.trials) == (1.0, 0.0, 0.99, 10_000)
    assert (found.data, found.neighbour, found.pair) == (0, 1, 0)
    first, second = found.counts
    assert (first > second) == (found.likelier_on == "data")
    for hits, (low, high) in zip(found.counts, found.shares, strict=True):
        assert low < hits / 10_000 < high
    text = str(found)
    assert f"{first} times in 10000 on the data, and {second} times on the neighbour" in text
    assert text.startswith("With 99 % confidence ε is at least 1.")
    assert found.event in text
    assert "ε is at least 1.23," in str(replace(found, lower_bound=1.2399))  # rounded to the safe side
    assert [at_least(bound) for bound in (0.0, 1.3487, 1.35, 12.399, 9.996e-7)] == [0, 1.34, 1.35, 12.3, 9.99e-7]
    # The event can be asked of any answers.
    outcomes = np.array([-5.0, 0.5, 6.0])
    assert found.happens(outcomes).sum() in (1, 2)
    with pytest.raises(AttributeError):
        found.lower_bound = 0


def test_delta_is_taken_off():
    """Names everybody with probability 0.1: (0, 0.1)-private, and not ε-private for any ε."""

    def leak(d, rng):
        return d if rng.random() < 0.1 else "nothing"

    assert look(leak, trials=4000).violated
    assert look(leak, trials=4000, epsilon=0.0, delta=0.1).lower_bound == 0.0
    assert look(leak, trials=4000, delta=0.02).violated


def test_sets_of_values_for_a_delta():
    """Each of forty values says a little; only all of them together exceed δ."""

    names = [(chr(97 + k // 26) + chr(97 + k % 26), chr(65 + k // 26) + chr(65 + k % 26)) for k in range(40)]

    def many(d, rng):
        return names[int(rng.integers(40))][d] if rng.random() < 0.5 else "nobody"

    found = look(many, trials=8000, delta=0.1, confidence=0.999)
    assert found.violated
    assert found.lower_bound > 4
    assert "one of" in found.event
    assert "values)" in found.event


def test_a_cell_of_a_tree_where_no_single_entry_tells():
    """Two signs that agree on the one data set and differ on the other; each alone is a fair coin."""

    def signs(d, rng):
        x, y = abs(rng.normal()), abs(rng.normal())
        sign = rng.choice([-1, 1])
        return np.array([sign * x, sign * y * (1 - 2 * d), 0.0])

    assert look(signs, trials=4000, epsilon=2.0).violated

    def labelled(d, rng):
        a, b = rng.integers(2), rng.integers(2)
        return ("xy"[a], rng.random() if a == d else rng.random() + 0.5 * b)

    found = look(labelled, trials=8000, epsilon=1.0)
    assert found.violated
    assert " and " in found.event


def test_a_weighted_sum_where_many_entries_tell_a_little():
    ones = np.ones(20)
    found = look(
        lambda d, trials, rng: d * ones * 0.6 + rng.normal(size=(trials, 20)), batch=True, trials=8000, epsilon=1.5
    )
    assert found.violated
    assert "sum" in found.event


@pytest.mark.parametrize("seed", [3, 7])
def test_an_event_too_rare_to_count_on_is_not_the_best(seed):
    """Rare events that shine in the first half certify nothing in the second; what is common certifies something."""
    bug = PLANTED["svt_releases_the_compared_answer"]
    assert look(bug.build(), *bug.pair, batch=True, trials=3000, seed=seed).lower_bound > 0.1


# --- generators ----------------------------------------------------------------------------------------------------


def test_the_same_seed_finds_the_same_and_the_generator_is_not_used_up():
    def noisy(d, rng):
        return d + rng.laplace()

    one, two, three = look(noisy), look(noisy), look(noisy, seed=1)
    assert (one.event, one.counts) == (two.event, two.counts)
    assert (one.event, one.counts) != (three.event, three.counts)


def test_each_world_has_a_generator_of_its_own():
    """With a shared generator the two worlds' draws would be the same, and a bound would be too sure."""
    seen = {0: [], 1: []}

    def noisy(d, rng):
        seen[d].append(rng.random())
        return seen[d][-1]

    look(noisy, trials=200)
    assert len(seen[0]) == len(seen[1]) == 200
    assert not set(seen[0]) & set(seen[1])
    assert len(set(seen[0])) == 200


def test_a_mechanism_with_randomness_of_its_own():
    own = np.random.default_rng(5)
    assert look(lambda d, rng: d + own.laplace(scale=0.1), epsilon=3.0).violated
    assert not look(lambda d, rng: d + own.laplace(scale=1.0), epsilon=1.0).violated


def test_a_mechanism_that_tires_is_not_accused_for_it():
    """After 700 calls it says nothing more, on either data set: the calls are mixed, so both worlds see the same."""
    calls = []

    def tiring(d, rng):
        calls.append(d)
        return int(rng.random() < (0.6 if d else 0.4)) if len(calls) <= 700 else None

    assert not look(tiring, epsilon=0.45, confidence=0.999).violated


# --- pairs and batches ---------------------------------------------------------------------------------------------


def test_the_worst_of_several_pairs_is_the_one_that_is_certified():
    def unbounded(d, rng):
        return d + rng.laplace()

    pairs = ((0.0, step) for step in (0.5, 1.0, 4.0, 1.0))
    found = audit_pairs(unbounded, pairs, epsilon=1.0, trials=2000, rng=np.random.default_rng(0))
    assert found.violated
    assert (found.pair, found.data, found.neighbour) == (2, 0.0, 4.0)
    assert found.trials == 1000


@pytest.mark.parametrize("as_list", [False, True])
def test_a_batch_is_as_good_as_single_calls(as_list):
    def batch(d, trials, rng):
        drawn = d + rng.laplace(scale=0.5, size=trials)
        return drawn.tolist() if as_list else drawn

    assert look(batch, batch=True, trials=4000, epsilon=1.0).violated


def test_draws_that_were_recorded():
    rng = np.random.default_rng(0)
    here, there = rng.laplace(size=(2000, 1)), 3 + rng.laplace(size=(2000, 1))
    found = audit_draws(here, there, epsilon=1.0, data="before", neighbour="after")
    assert found.violated
    assert found.trials == 1000
    assert (found.data, found.neighbour) == ("before", "after")
    with pytest.raises(ValueError, match="equally many answers; got 2000 and 1999"):
        audit_draws(here, there[1:], epsilon=1.0)


def test_draws_in_a_data_frame_are_its_rows_whatever_they_are_called():
    pandas = pytest.importorskip("pandas")
    answers = np.random.default_rng(0).laplace(size=(2, 400, 2)) + np.array([0, 3])[:, None, None]
    plain = audit_draws(*answers, epsilon=1.0)
    frames = [pandas.DataFrame(world, columns=["a", "b"], index=range(5, 405)) for world in answers]
    assert str(audit_draws(*frames, epsilon=1.0)) == str(plain)
    assert plain.happens(frames[0]).tolist() == plain.happens(answers[0]).tolist()
    one, other = (frame["a"] for frame in frames)
    assert str(audit_draws(one, other, epsilon=1.0)) == str(audit_draws(*answers[:, :, 0], epsilon=1.0))


# --- errors --------------------------------------------------------------------------------------------------------


def test_an_error_of_the_mechanism_says_where_it_came_from():
    calls = []

    def fails(d, rng):
        calls.append(d)
        if d == 1 and calls.count(1) == 8:
            raise ZeroDivisionError("of no use")
        return d

    with pytest.raises(
        MechanismError, match="in trial 8 of 500, on the neighbour: ZeroDivisionError: of no use"
    ) as caught:
        look(fails)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    with pytest.raises(MechanismError, match="in a batch of 500 trials, on the data: TypeError"):
        look(lambda d, rng: d, batch=True)


def test_data_that_the_mechanism_changes_are_given_as_copies():
    def greedy(data, rng):
        data += rng.laplace(scale=2.0, size=1)
        return float(data[0])

    data = np.zeros(1)
    found = look(greedy, data, np.ones(1), epsilon=0.6, trials=4000, confidence=0.999)
    # The first call alone has seen the originals.
    assert not found.violated

    def late(data, rng):
        late.calls = getattr(late, "calls", 0) + 1
        if late.calls == 50:
            data.append(1)
        return len(data)

    with pytest.raises(ValueError, match="must leave its data as they are"):
        look(late, [], [1])


def test_an_array_that_is_handed_out_twice_is_copied():
    kept = np.zeros(2)

    def same_array(d, rng):
        kept[:] = d, rng.random()
        return kept

    assert look(same_array, trials=400).violated


@pytest.mark.parametrize(
    ("pairs", "error", "match"),
    [
        ([], ValueError, "from 1 to 1000 pairs of data sets; got none"),
        (((0, 1) for _ in iter(int, 1)), ValueError, "got more than 1000"),
        ([(0, 1, 2)], TypeError, r"tuples \(data, neighbour\)"),
    ],
)
def test_bad_pairs_are_refused(pairs, error, match):
    with pytest.raises(error, match=match):
        audit_pairs(lambda d, rng: d, pairs, epsilon=1.0, trials=200, rng=np.random.default_rng(0))


def test_a_batch_of_another_length_is_refused():
    with pytest.raises(
        ValueError, match="must return 500 outcomes, one a trial, as a list or an array; got a list of 3"
    ):
        look(lambda d, trials, rng: [1, 2, 3], batch=True)
    with pytest.raises(ValueError, match="got a float"):
        look(lambda d, trials, rng: 1.0, batch=True)


# --- small parts ---------------------------------------------------------------------------------------------------


def test_the_last_bit():
    values = np.array([0.75, 8.0, 1.0, -1.5, 2.0**-1074, 1 + 2.0**-52, 0.0, np.inf])
    expected = [-2, 3, 0, -1, -1074, -52]
    assert last_bit(values)[:6].tolist() == expected
    assert np.isnan(last_bit(values)[6:]).all()


def test_columns_are_the_same_by_either_way():
    """Arrays are read at once, nested answers place by place: the columns have the same names and numbers."""
    arrays = [np.array([i, i + 0.5]) for i in range(6)]
    (quick, _), (slow, _) = tables_of(arrays), tables_of([*arrays, None])
    assert quick.numbers == slow.numbers == ("answer[0]", "answer[1]")
    np.testing.assert_array_equal(quick.table(arrays).numbers, slow.table(arrays).numbers)
    tuples, _ = tables_of([(1.0, 2), (3.0, 4)])
    assert tuples.numbers == ("answer[0]", "answer[1]")
