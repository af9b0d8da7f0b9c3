"""The bench: what it certifies stays true however often one looks, and what it tries and says."""

import importlib
import inspect
import math
from collections import Counter
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpviz
from dpviz.privacy import MechanismError, bench, watch
from dpviz.privacy.benching.calls import as_called
from dpviz.privacy.benching.certificates import error_share
from dpviz.privacy.benching.neighbours import neighbours_of
from tests.browser import first_by_day


def response(data, rng, size):
    """Randomised response: loses 1 exactly."""
    return (rng.random(size) < 1 / (1 + math.e)) ^ bool(data)


def laplace(data, rng, size):
    return np.sum(data) + rng.laplace(size=size)


def half_the_noise(data, rng):
    return sum(data) + rng.laplace(scale=0.5)


def watched(mechanism, pairs, drawn, seed, epsilon=1.0, **options):
    """The last look, when so many were drawn for a data set."""
    looks = watch(mechanism, pairs, epsilon=epsilon, rng=np.random.default_rng([seed, 31]), **options)
    return next(look for look in looks if look.drawn >= drawn)


# --- the confidence ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("runs", [60, pytest.param(1000, marks=pytest.mark.slow)])
def test_who_watches_right_mechanisms_to_the_end_is_misled_as_rarely_as_promised(runs):
    """Three looks at each, and the claim is the true loss: no right mechanism is nearer to it."""
    last = [watched(response, [(0, 1)], 2000, seed) for seed in range(runs)]
    assert all(look.number == 3 for look in last)
    assert sum(look.violated for look in last) <= 0.01 * runs
    assert sum(look.lower_bound_95 > 1 for look in last) <= 0.05 * runs


def test_a_claim_that_is_a_little_too_small_is_refuted_by_the_same_looks():
    assert sum(watched(response, [(0, 1)], 2000, seed, epsilon=0.7).violated for seed in range(10)) >= 8


def test_over_many_pairs_too():
    last = [watched(response, [(0, 1)] * 8, 1000, seed) for seed in range(10)]
    assert not any(look.violated or look.lower_bound_95 > 1 for look in last)


def test_all_certificates_together_spend_the_error_once():
    shares = [error_share(number) for number in range(1, 100_001)]
    assert 1 - 1e-5 < sum(shares) < 1
    assert sum(shares[:7]) > 0.9  # and not much of it on looks that nobody waits for


def test_what_is_certified_is_never_above_the_known_loss():
    for scale in (0.3, 0.5, 1.0):
        for seed in range(4):
            look = watched(lambda data, rng, size, b=scale: rng.laplace(data, b, size), [(0, 1)], 4000, seed)
            assert 0.6 / scale <= look.lower_bound <= look.lower_bound_95 <= 1 / scale


# --- looks ---------------------------------------------------------------------------------------------------------


def test_draws_are_made_only_when_the_next_look_is_asked_for():
    calls = Counter()

    def counted(data, rng):
        calls[data] += 1
        return rng.laplace(data)

    looks = watch(counted, [(0, 1)], epsilon=1.0, rng=np.random.default_rng(0))
    assert not calls
    seen = list(islice(looks, 12))
    assert calls[0] == calls[1] == seen[-1].draws / 2
    assert [look.draws for look in seen] == sorted(look.draws for look in seen)
    bounds = [look.lower_bound for look in seen]
    assert bounds == sorted(bounds)
    # The first round searches and counts 250 draws each, the second 500.
    assert [(look.drawn, look.found.trials) for look in seen if look.certified][:2] == [(500, 250), (1000, 500)]


def test_an_earlier_certificate_stays_if_later_ones_say_less():
    looks = watch(laplace, [(0, 1), (1, 0)], epsilon=1.0, rng=np.random.default_rng(0))
    certified = list(islice((look for look in looks if look.certified), 4))
    assert [look.number for look in certified] == [1, 2, 3, 4]
    assert all(a.lower_bound <= b.lower_bound for a, b in pairwise(certified))
    assert all(look.found.confidence == 0.99 for look in certified)


def test_the_same_seed_finds_the_same():
    one, other = (bench(half_the_noise, seed=3) for _ in range(2))
    assert str(one) == str(other)
    assert str(bench(half_the_noise, seed=4)) != str(one)


def test_pairs_on_which_the_mechanism_raises_are_left_out_and_said():
    def picky(data, rng, size):
        if len(data) < 2:
            raise ValueError("too few people")
        return laplace(data, rng, size)

    found = bench(picky, data=[0, 1, 1], neighbouring="add_remove", trials=1000)
    assert not found.violated
    assert "too few people" in str(found)
    with pytest.raises(MechanismError, match="too few people"):
        bench(picky, data=[0], neighbour=[1], trials=1000)
    told = bench(lambda data, rng: picky(data, rng, None), data=[0], neighbour=[0, 1], exceptions="outcome")
    assert told.violated
    assert told.found.event == "the answer is an exception, ValueError"


def test_a_pair_that_fails_in_the_draws_that_are_counted_is_left_out_too():
    calls = Counter()

    def late(data, rng):
        calls[data] += 1
        if calls[data] > 300:
            raise ValueError("too many calls")
        return rng.laplace() + sum(data)

    def early(data, rng):
        return late(data, rng) if 9 in data else rng.laplace()

    looks = watch(early, [((0, 9), (0, 0)), ((0, 1), (0, 0))], epsilon=1.0, rng=np.random.default_rng(0))
    look = next(look for look in looks if look.certified)
    assert look.found.pair == 1
    assert len(look.failed) == 1
    assert "too many calls" in look.failed[0]
    with pytest.raises(MechanismError, match="too many calls"):
        bench(late, data=(0, 9), neighbour=(0, 1), trials=1000)


# --- neighbours ----------------------------------------------------------------------------------------------------

RECORDS = st.one_of(st.integers(-3, 3), st.sampled_from("abc"), st.tuples(st.integers(0, 2), st.integers(0, 2)))


@given(st.lists(RECORDS, min_size=1, max_size=5), st.sampled_from(["replace", "add_remove"]), st.booleans())
def test_what_is_found_are_neighbours(data, neighbouring, told):
    values = [*data, -9, 9] if told else None
    if neighbouring == "replace" and len(set(map(repr, values or data))) == 1:
        with pytest.raises(ValueError, match="values must hold"):
            neighbours_of(data, neighbouring=neighbouring, values=values)
        return
    pairs = neighbours_of(data, neighbouring=neighbouring, values=values)
    assert 1 <= len(pairs) <= 16
    for one, other in pairs:
        gone, come = Counter(one) - Counter(other), Counter(other) - Counter(one)
        assert (gone.total(), come.total()) in ([(1, 1)] if neighbouring == "replace" else [(1, 0), (0, 1)])
        # All others stand where they stood.
        assert neighbouring == "add_remove" or sum(a != b for a, b in zip(one, other, strict=True)) == 1


def test_neighbours_of_other_kinds_of_data():
    assert neighbours_of(5, neighbouring="replace") == [(5, 6), (5, 4)]
    assert neighbours_of(np.zeros(3, np.uint8).sum(), neighbouring="replace") == [(0, 1), (0, -1)]
    assert neighbours_of(True, neighbouring="replace") == [(True, False)]
    rows = np.array([[0.0, 7.0], [3.0, 1.0]])
    pairs = neighbours_of(rows, neighbouring="replace")
    assert all(one.shape == other.shape == (2, 2) for one, other in pairs)
    assert any([3.0, 7.0] in other.tolist() for _, other in pairs)  # the largest entries of both columns
    (one, other), *_ = neighbours_of((0, 1), neighbouring="add_remove")
    assert (type(one), type(other)) == (tuple, tuple)


def test_neighbours_of_a_data_frame():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"age": [30, 40], "ill": [True, False]})
    for one, other in neighbours_of(frame, neighbouring="add_remove"):
        assert abs(len(one) - len(other)) == 1
        assert one.dtypes.equals(frame.dtypes)


@pytest.mark.parametrize(
    ("data", "error", "match"),
    [
        ([], ValueError, "data must hold at least one record; got none"),
        ([1, 1], ValueError, "values must hold a record other than those of data"),
        ("abc", TypeError, "data must be a number, a list, a tuple, an array"),
        (([[1.0]], np.ones(1)), TypeError, "where no neighbour is given"),
    ],
)
def test_data_without_neighbours_are_refused(data, error, match):
    with pytest.raises(error, match=match):
        neighbours_of(data, neighbouring="replace")


# --- how a function is called --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "batch"),
    [
        (lambda data: data, False),
        (lambda data, rng: (data, rng), False),
        (lambda data, generator: (data, generator), False),
        (lambda data, *, scale=1.0, rng=None: (data, rng), False),
        (lambda data, rng, size: (data, rng, size), True),
        (lambda data, rng, size=None: (data, rng, size), True),
        (lambda data, trials, rng: (data, rng, trials), True),
        (lambda data, rng, size=10: (data, rng), False),  # what else it may be: ten answers that belong together
        (lambda *given: given, False),
    ],
)
def test_how_a_function_wants_to_be_called(function, batch):
    call, together = as_called(function, None)
    assert together == batch
    answer = call("data", 5, "rng") if batch else call("data", "rng")
    wanted = ("data", "rng", 5) if batch else ("data", "rng")
    takes_data_only = list(inspect.signature(function).parameters) == ["data"]
    assert answer == ("data" if takes_data_only else wanted)


def test_what_a_function_needs_besides_is_named():
    for function in (lambda data, epsilon: 1, lambda data, epsilon, rng: 1):
        with pytest.raises(TypeError, match=r"epsilon.*: give epsilon a default"):
            as_called(function, None)


@pytest.mark.parametrize("function", [lambda: 1, lambda data, rng, scale: 1, lambda *, data: 1])
def test_functions_of_other_forms_are_refused(function):
    with pytest.raises(TypeError, match="mechanism must be callable as"):
        as_called(function, None)


def test_answers_that_are_not_there_yet_are_refused():
    async def later(data, rng):
        return 0

    with pytest.raises(TypeError, match=r"mechanism must be .*; got one that is async"):
        bench(later)


# --- what it says --------------------------------------------------------------------------------------------------


def test_the_result_says_what_was_found_and_what_it_means():
    found = dpviz.privacy.bench(half_the_noise)
    assert found.violated
    assert found.ended == "violated"
    assert found.lower_bound_95 >= found.lower_bound > 1
    for words in (
        "With 99 % confidence",
        "above what was claimed (ε = 1)",
        found.found.event,
        "one record replaced",
        f"{found.draws:,} draws",
        "Nothing found is no proof",
    ):
        assert words in str(found)


def test_where_nothing_is_found_nothing_is_proved():
    found = bench(laplace, data=np.array([0, 1]), trials=2000)
    assert (found.violated, found.ended) == (False, "trials")
    assert [look.number for look in found.looks] == [1, 2, 3]
    assert "No violation of ε = 1" in str(found)
    assert "no proof" in str(found)


def test_time_may_be_over_before_anything_is_certified():
    found = bench(laplace, seconds=1e-9)
    assert (found.ended, found.lower_bound, len(found.looks)) == ("seconds", 0.0, 1)
    assert "before anything could be certified" in str(found)


def test_a_row_for_each_certificate():
    pytest.importorskip("pandas")
    found = bench(laplace, trials=2000)
    frame = found.to_frame()
    assert len(frame) == 3
    assert frame["lower_bound_99"].tolist() == [look.lower_bound for look in found.looks]
    assert frame["draws"].iloc[-1] == found.draws


def test_a_frame_without_pandas_says_what_to_install(monkeypatch):
    monkeypatch.setitem(importlib.sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        bench(laplace, trials=500).to_frame()


@pytest.mark.parametrize("data", first_by_day([0, 1, math.inf], None, (0, 1)))
def test_the_counterexample_is_a_test_that_runs_by_itself(data, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    name = f"mine_{abs(hash(repr(data)))}"
    lines = (
        "import numpy as np",
        "def count(data, rng):",
        "    return np.sum(np.minimum(data, 1)) + rng.laplace(scale=0.5)",
    )
    (tmp_path / f"{name}.py").write_text("\n".join(lines))
    module = importlib.import_module(name)
    found = bench(module.count, data=data)
    made = {}
    exec(found.as_test(), made)
    with pytest.raises(AssertionError, match="above what was claimed"):
        made["test_count_keeps_its_claim"]()
    monkeypatch.setattr(module, "count", lambda data, rng: np.sum(np.minimum(data, 1)) + rng.laplace())
    exec(found.as_test(), made)
    made["test_count_keeps_its_claim"]()


def test_what_no_test_can_import_or_hold_is_refused():
    with pytest.raises(ValueError, match="a function of a module"):
        bench(lambda data, rng, size: laplace(data, rng, size), trials=500).as_test()
    data = object(), object()
    with pytest.raises(TypeError, match="for a test to hold it"):
        bench(response, data=data[0], neighbour=data[1], trials=500).as_test()


def test_a_neighbour_without_data_is_refused():
    with pytest.raises(ValueError, match="data must be given where neighbour is"):
        bench(laplace, neighbour=[1])
