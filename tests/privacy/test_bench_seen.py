"""What there is to see between certificates, and what is certified at a δ that is chosen after looking."""

import math
from itertools import islice

import numpy as np
import pytest

from dpviz._numeric.stats import clopper_pearson
from dpviz.privacy import watch
from dpviz.privacy.auditing.draws import draw_pair, drawing
from dpviz.privacy.auditing.search import find_event, finding
from dpviz.privacy.benching.certificates import LIKELY, bounds, error_share
from dpviz.privacy.benching.histogram import BINS, Tally
from tests.privacy.test_audit_certificate import distribution
from tests.privacy.test_bench import response

DELTAS = np.array([0.0, 1e-6, 0.01, 0.1, 0.3, 0.6])


def watching(mechanism, pairs, drawn, seed=0, **options):
    looks = watch(mechanism, pairs, epsilon=1.0, rng=np.random.default_rng([seed, 7]), **options)
    next(look for look in looks if look.drawn >= drawn)
    return looks


# --- draws while the last ones are searched ------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(), (3,)], ids=["batches", "calls"])
def test_what_is_drawn_during_a_search_is_counted_and_was_not_searched(monkeypatch, size):
    searched, during = [], []

    def noted(outcomes, **options):
        searched.append(np.concatenate([np.ravel(world) for world in outcomes]))
        before = looks.draws
        found = yield from finding(outcomes, **options)
        during.append(looks.draws - before)
        return found

    def calls(data, rng):
        return data + rng.laplace(size=3)

    def batches(data, rng, size):
        return data + rng.laplace(size=size)

    monkeypatch.setattr("dpviz.privacy.benching.looks.finding", noted)
    looks = watch(calls if size else batches, [(0, 1)], epsilon=1.0, rng=np.random.default_rng(0))
    for look in looks:
        if look.certified:
            counted = np.concatenate([np.ravel(world) for world in looks._last(0, looks.certificates[-1].found.trials)])
            assert not np.isin(counted, searched[-1]).any()
            assert during[-1] == 2 * looks.certificates[-1].found.trials  # the search is longer than these draws
        if look.number == 3:
            break


# --- the claim and δ, moved after looking --------------------------------------------------------------------------


def test_a_bound_at_another_delta_is_that_of_the_same_counts():
    seen = watching(response, [(0, 1)], 2000)
    (one, *_), table = seen.certificates, bounds(seen.certificates, DELTAS)
    miss = 0.01 * error_share(1) / 2
    first, second = (clopper_pearson(hits, one.found.trials, miss=miss) for hits in one.found.counts)
    low, high = (first[0], second[1]) if one.found.likelier_on == "data" else (second[0], first[1])
    assert table[:, 0] == pytest.approx(np.log(np.maximum((low - DELTAS) / high, 1)))
    assert table.shape == (len(DELTAS), 3)
    assert (np.diff(table) >= 0).all()  # the best so far
    assert (np.diff(table, axis=0) <= 0).all()  # a larger δ leaves less to prove
    assert (bounds(seen.certificates, DELTAS, confidence=LIKELY) >= table).all()
    assert bounds(seen.certificates, 0.1).tolist() == table[3].tolist()


def test_looks_are_read_at_the_delta_that_is_aimed_at():
    seen = watching(response, [(0, 1)], 2000)
    before = seen.look()
    seen.aim(epsilon=0.2, delta=0.1)
    after, table = seen.look(), bounds(seen.certificates, 0.1)
    assert (after.found.epsilon, after.found.delta, after.draws) == (0.2, 0.1, before.draws)
    assert after.lower_bound == table[-1] < before.lower_bound
    assert after.violated
    assert not before.violated
    assert [look.lower_bound for look in seen.history()] == table.tolist()
    assert [look.drawn for look in seen.history()] == [500, 1000, 2000]
    next(seen)  # it goes on, for the new aim


@pytest.mark.parametrize("q", [0.05, 0.25])
def test_the_exact_chance_that_some_delta_is_misread(q):
    """Every pair of counts of three certificates, and of all δ the one at which most is claimed too much."""
    p, deltas, spent = math.e * q, np.linspace(0, math.e * q, 50, endpoint=False), 0.0
    for number, runs in enumerate((40, 80, 160), start=1):
        ends = np.array([clopper_pearson(hits, runs, miss=0.05 * error_share(number) / 2) for hits in range(runs + 1)])
        low, high = ends[:, 0][:, None, None] - deltas, ends[:, 1][None, :, None]
        wrong = (low / high > (p - deltas) / q).any(axis=-1)
        spent += float(distribution(runs, p) @ wrong @ distribution(runs, q))
    assert 0 < spent <= 0.05


# --- draws, step by step -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [False, True])
def test_step_by_step_the_same_is_drawn(batch):
    def noisy(data, *given):
        return given[-1].laplace(data, size=given[0] if batch else None)

    whole = draw_pair(noisy, (0, 1), 40, np.random.default_rng(5), batch=batch)
    steps = drawing(noisy, (0, 1), 40, np.random.default_rng(5), batch=batch)
    sizes = [len(here) for here, _ in steps]
    assert sizes == ([40, 40] if batch else list(range(1, 41)))
    again = drawing(noisy, (0, 1), 40, np.random.default_rng(5), batch=batch)
    *_, last = again
    assert [list(world) for world in last] == [list(world) for world in whole]


def test_many_answers_are_asked_for_in_parts():
    sizes = []

    def counted(data, rng, size):
        sizes.append(size)
        return rng.laplace(data, size=size)

    seen = watching(counted, [(0, 1)], 16_000)
    assert max(sizes) == 2000
    assert sum(sizes) == seen.draws


# --- answers as bars -----------------------------------------------------------------------------------------------


def tally(here, there):
    event, layout, _ = find_event((here, there), epsilon=0.0, delta=0.0, bits=False)
    return event, Tally((here, there), event, layout)


def test_whole_numbers_have_a_bar_each_and_are_counted_exactly():
    here, there = [0] * 30 + [1] * 50 + [3] * 20, [0] * 60 + [1] * 40
    event, counted = tally(here, there)
    shown = counted.histogram()
    assert shown.places.tolist() == [0, 1, 2, 3]
    assert shown.counts.tolist() == [[30, 50, 0, 20], [60, 40, 0, 0]]
    assert shown.held.sum(axis=1).tolist() == [sum(map(event_of(event, here), world)) for world in (here, there)]
    counted.add(([3, 7], [0, 0]))
    shown = counted.histogram()
    assert shown.counts.tolist() == [[30, 50, 0, 22], [62, 40, 0, 0]]  # the last bar has what lies beyond it
    assert shown.trials == 102


def event_of(event, sample):
    """Whether it holds of one whole number."""
    _, layout, _ = find_event((sample, sample), epsilon=0.0, delta=0.0, bits=False)
    return lambda answer: bool(event.holds(layout.table([answer]))[0])


def test_words_have_a_bar_each_and_new_ones_are_the_others():
    _, counted = tally(["yes"] * 70 + ["no"] * 30, ["yes"] * 40 + ["no"] * 60)
    shown = counted.histogram()
    found = dict(zip(shown.words, shown.counts.T.tolist(), strict=True))
    assert found == {"'yes'": [70, 40], "'no'": [30, 60]}
    counted.add((["never"], ["yes"]))
    assert counted.histogram().words[-1] == "others"
    assert counted.histogram().counts[:, -1].tolist() == [1, 0]


def test_a_word_that_is_too_rare_to_have_a_bar_is_one_of_the_others():
    here, there = [1.0] * 1000, [1.0] * 900 + ["no"] * 100
    event, layout, _ = find_event((here, there), epsilon=0.0, delta=0.0, bits=False)
    assert event.words == "the answer is 'no'"
    counted = Tally((here, here), event, layout)  # the latest draws, which happen to hold none
    assert counted.histogram().counts.tolist() == [[0], [0]]
    counted.add((here, there))
    shown = counted.histogram()
    assert (shown.words, shown.counts.tolist(), shown.held.tolist()) == (("others",), [[0], [100]], [[0], [100]])


def test_numbers_are_parts_of_a_line_and_none_is_lost():
    rng = np.random.default_rng(1)
    here, there = rng.standard_cauchy(3000), rng.standard_cauchy(3000) + 1
    _, counted = tally(here, there)
    shown = counted.histogram()
    assert shown.counts.shape == (2, BINS)
    assert shown.counts.sum(axis=1).tolist() == [3000, 3000]
    assert (shown.held <= shown.counts).all()
    middle = (here >= shown.edges[20]) & (here < shown.edges[21])
    assert shown.counts[0, 20] == middle.sum()


def test_of_a_vector_the_bars_are_of_what_tells_most():
    rng = np.random.default_rng(2)
    here, there = rng.normal(size=(2000, 5)), rng.normal(size=(2000, 5)) + np.array([0, 0, 2, 0, 0])
    assert tally(here, there)[1].histogram().name == "answer[2]"
    both = np.array([0.7, 0.7, 0, 0, 0])
    assert "answer[0]" in (name := tally(here, rng.normal(size=(2000, 5)) + both)[1].histogram().name)
    assert "answer[1]" in name  # their sum, or a weighted one


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ([True, False], {"True", "False"}),
        (["a", "a"], {"'a'"}),
        ([None, "x"], {"None", "'x'"}),
        ([2.5, 2.5], {"2.5"}),
        ([{"kind": "b"}, {"kind": "c"}], {"'b'", "'c'"}),
    ],
)
def test_answers_of_other_kinds(answers, words):
    shown = Tally((answers * 30, answers * 30)).histogram()
    assert set(shown.words) == words
    assert shown.counts.sum(axis=1).tolist() == [60, 60]


def test_the_loss_of_a_bar_is_the_logarithm_of_its_ratio():
    _, counted = tally([0] * 300 + [1] * 700, [0] * 600 + [1] * 400)
    middle, low, high = counted.histogram().losses()
    assert middle == pytest.approx([math.log(300.5 / 600.5), math.log(700.5 / 400.5)])
    assert ((low < np.log([0.5, 1.75])) & (np.log([0.5, 1.75]) < high)).all()


def test_few_answers_have_no_loss():
    shown = Tally(([0] * 50 + [1] * 2, [0] * 50 + [1] * 2)).histogram()
    assert np.isnan(shown.losses()[0]).tolist() == [False, True]


# --- which pair is shown -------------------------------------------------------------------------------------------


def test_bars_grow_with_the_draws_and_are_of_the_best_pair():
    def noisy(data, rng, size):
        return rng.laplace(data, size=size)

    looks = watch(noisy, [(0, 0.1), (0, 3)], epsilon=1.0, rng=np.random.default_rng(0))
    assert looks.shown() is None
    first = next(looks)
    place, shown = looks.shown()
    assert (place, shown.trials, first.draws) == (0, 250, 500)
    for look in islice(looks, 30):
        place, shown = looks.shown()
        assert shown.counts.sum() == 2 * shown.trials
        if look.certified:
            assert place == look.found.pair == 1
    # All draws of that pair are in them, in whichever round they were made.
    assert shown.trials == looks.tried()[1].drawn
    assert shown.held.any()


def test_what_was_tried():
    def picky(data, rng, size):
        if data == 2:
            raise ValueError("not two")
        return rng.laplace(data, size=size)

    seen = watching(picky, [(0, 1), (1, 2), (0, 3)], 1000)
    one, two, three = seen.tried()
    assert (one.data, one.neighbour) == (0, 1)
    assert "the answer is" in three.event
    assert "not two" in two.failed
    assert two.drawn == 0
    assert 2 * (one.drawn + three.drawn) == seen.draws
