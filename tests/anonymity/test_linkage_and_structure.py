"""Linkage and structure: brute force, what must hold on any data, seeded checks, refusals."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from dpviz.anonymity import (
    link,
    make_auxiliary,
    make_graph,
    make_ratings,
    match,
    scores,
    seed_classes,
    signature_classes,
)


def world(seed=3, people=200, items=150, rated=20):
    return make_ratings(people=people, items=items, rated=rated, rng=np.random.default_rng(seed))


def test_ratings_have_a_long_tail():
    table = world()
    assert ((table > 0).sum(axis=1) == 20).all()
    raters = (table > 0).sum(axis=0)
    assert raters[:5].mean() > 10 * raters[-50:].mean()
    np.testing.assert_array_equal(table, world())


@pytest.mark.parametrize("rarity", [True, False])
def test_scores_by_hand(rarity):
    table = world(people=12, items=9, rated=4)
    items, stars = make_auxiliary(table[:3], known=3, wrong=0.5, rng=np.random.default_rng(1))
    found = scores(table, items, stars, rarity=rarity)
    for target, record in itertools.product(range(3), range(12)):
        expected = 0.0
        for item, star in zip(items[target], stars[target], strict=True):
            if table[record, item]:
                raters = int((table[:, item] > 0).sum())
                weight = 1 / math.log(1 + raters) if rarity else 1
                expected += weight * math.exp(-abs(int(table[record, item]) - int(star)))
        assert found[target, record] == pytest.approx(expected)


def test_more_knowledge_finds_more_people_and_rarity_helps():
    table = world()
    items, stars = make_auxiliary(table, known=8, wrong=0.1, rng=np.random.default_rng(2))
    truth = np.arange(len(table))
    recall = [link(match(scores(table, items[:, :j], stars[:, :j])), truth, [1.5]).recall[0] for j in (2, 4, 8)]
    assert recall[0] < recall[1] < recall[2]
    assert recall[2] > 0.8
    plain = link(match(scores(table, items[:, :4], stars[:, :4], rarity=False)), truth, [1.5]).recall[0]
    assert recall[1] > plain


def test_a_threshold_trades_recall_for_precision_and_counts_add_up():
    table = world(people=300)
    items, stars = make_auxiliary(table, known=4, wrong=0.2, rng=np.random.default_rng(4))
    truth = np.where(np.arange(300) < 200, np.arange(300), -1)
    found = link(match(scores(table[:200], items, stars)), truth, np.linspace(0, 4, 21))
    assert found.present == 200
    assert (np.diff(found.accepted) <= 0).all()
    assert (np.diff(found.recall) <= 0).all()
    assert found.precision[10] > found.precision[0]
    for low, share, high in (
        (found.precision_band[0], found.precision, found.precision_band[1]),
        (found.recall_band[0], found.recall, found.recall_band[1]),
    ):
        known = ~np.isnan(share)
        assert (low[known] <= share[known]).all()
        assert (share[known] <= high[known]).all()


def test_several_attacks_at_once_are_as_one_at_a_time():
    table = world(people=60)
    items, stars = make_auxiliary(table, known=3, wrong=0.2, rng=np.random.default_rng(4))
    truth, levels = np.where(np.arange(60) < 40, np.arange(60), -1), [0.5, 1.5]
    found = np.stack([scores(table[:40], items[:, :k], stars[:, :k]) for k in (1, 2, 3)])
    matches = match(found)
    both = link(matches, truth, levels)
    assert both.accepted.shape == both.recall.shape == (2, 3)
    for k, one in enumerate(found):
        alone = link(match(one), truth, levels)
        np.testing.assert_array_equal(match(one).best, matches.best[k])
        np.testing.assert_array_equal(alone.accepted, both.accepted[:, k])
        np.testing.assert_array_equal(alone.correct, both.correct[:, k])
        np.testing.assert_allclose(alone.recall_band, np.array(both.recall_band)[:, :, k])
    with pytest.raises(ValueError, match=r"of shape \(60,\)"):
        link(matches, truth[:9], levels)


@pytest.mark.parametrize("unit", [1e-90, 1e-13, 1.0, 1e90])
def test_how_far_a_record_stands_out_does_not_depend_on_the_unit(unit):
    assert match([[0.0, 3.0 * unit, unit, 0.0]]).eccentricity[0] == pytest.approx(8 / 24**0.5, rel=1e-12)


def test_equal_scores_stand_out_by_nothing():
    assert match([[0.0, 0.0]]).eccentricity.tolist() == [0]
    assert match([[0.1] * 5]).eccentricity.tolist() == [0]
    found = link(match([[0.1] * 5]), [0], [0.0])
    assert found.accepted.tolist() == [0]
    assert math.isnan(found.precision[0])
    assert found.precision_band[0][0] == 0
    assert found.precision_band[1][0] == 1


def test_a_graph_of_newcomers():
    graph = make_graph(people=60, links=3, rng=np.random.default_rng(1))
    assert (graph == graph.T).all()
    assert not graph.diagonal().any()
    assert graph.sum() // 2 == 6 + 3 * 56
    assert graph.sum(axis=1).min() == 3


def test_signatures_by_their_definition_and_only_splitting():
    graph = make_graph(people=80, links=2, rng=np.random.default_rng(6))
    degree = graph.sum(axis=1)
    told = [0] * 80
    before = None
    for depth in range(5):
        classes = signature_classes(graph, depth)
        first = {}
        brute = [first.setdefault(sign, len(first)) for sign in told]
        pairs = set(zip(brute, classes.of.tolist(), strict=True))
        assert len(pairs) == len(first) == len(classes)
        if before is not None:
            assert len(set(zip(before.tolist(), classes.of.tolist(), strict=True))) == len(classes)
        before = classes.of
        told = [
            int(degree[v])
            if depth == 0
            else (told[v], tuple(sorted((told[w] for w in np.flatnonzero(graph[v])), key=repr)))
            for v in range(80)
        ]
    assert len(signature_classes(graph, 0)) == 1
    assert (signature_classes(graph, 3).sizes == 1).sum() > 40


def test_nobody_is_found_in_a_ring():
    ring = np.zeros((7, 7), dtype=bool)
    ring[np.arange(7), (np.arange(7) + 1) % 7] = True
    ring |= ring.T
    assert len(signature_classes(ring, 9)) == 1
    # but distances to two neighbours tell everybody apart
    assert seed_classes(ring, [0]).sizes.tolist() == [1, 2, 2, 2]
    assert seed_classes(ring, [0, 1]).k_anon == 1


def test_more_seeds_only_split_and_the_unreached_stay_together():
    graph = make_graph(people=50, links=1, rng=np.random.default_rng(2))
    few, more = seed_classes(graph, [3]), seed_classes(graph, [3, 9, 20])
    assert len(set(zip(few.of.tolist(), more.of.tolist(), strict=True))) == len(more)
    apart = np.zeros((4, 4), dtype=bool)
    assert sorted(seed_classes(apart, [0]).sizes.tolist()) == [1, 3]


RNG = np.random.default_rng(0)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: make_ratings(people=2, items=3, rated=4, rng=RNG), "rated must be a whole number from 1 to 3"),
        (lambda: make_auxiliary([[1, 0]], known=2, wrong=0, rng=RNG), "known must be a whole number from 1 to 1"),
        (lambda: scores([[1]], [[1]], [[1]]), "items must be whole numbers from 0 to 0; got 1"),
        (lambda: scores([[1]], [[0, 0]], [[1]]), "one shape"),
        (lambda: link(match([[1.0, 0.0]]), [-1], [1]), "at least one target; got none"),
        (lambda: make_graph(people=2, links=2, rng=RNG), "people must be a whole number >= 3; got 2"),
        (lambda: signature_classes([[True], [True, False]], 1), "graph must be an array whose rows are of equal"),
        (lambda: signature_classes([[True]], 1), "symmetric, with False on the diagonal"),
        (lambda: seed_classes([[False]], [1]), "seeds must be whole numbers from 0 to 0; got 1"),
    ],
)
def test_what_is_wrong_is_told(call, words):
    with pytest.raises(ValueError, match=words):
        call()
