"""Linkage and structure, everything along their axes at once: the same as one at a time."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.anonymity import link, look_alikes, make_auxiliary, make_graph, make_ratings, match, scores
from dpviz.anonymity.linkage_sweep import linkage_sweep
from dpviz.anonymity.structure_sweep import structure_sweep


@pytest.mark.parametrize("rarity", [True, False])
def test_a_linkage_is_as_one_at_a_time(rarity):
    found = linkage_sweep([0.0, 0.4], known=5, seed=3, rarity=rarity).linked([0.5, 1.5])
    table = make_ratings(people=600, items=300, rated=25, rng=np.random.default_rng([3, 0]))
    items, stars = make_auxiliary(table[300:], known=5, wrong=0.4, rng=np.random.default_rng([3, 1]))
    own = np.where(np.arange(300, 600) < 500, np.arange(300, 600), -1)
    for known in (1, 4):
        alone = scores(table[:500], items[:, :known], stars[:, :known], rarity=rarity)
        one = link(match(alone), own, [0.5, 1.5])
        np.testing.assert_array_equal(found.accepted[:, 1, known - 1], one.accepted)
        np.testing.assert_array_equal(found.correct[:, 1, known - 1], one.correct)
        np.testing.assert_allclose(found.recall_band[0][:, 1, known - 1], one.recall_band[0])
    assert found.accepted.shape == (2, 2, 5)


def test_all_noise_levels_share_their_draws():
    few, many = linkage_sweep([0.2], known=3, seed=1), linkage_sweep([0.0, 0.2, 1.0], known=3, seed=1)
    np.testing.assert_array_equal(few.eccentricity[0], many.eccentricity[1])


def test_a_graph_is_as_one_at_a_time():
    found = structure_sweep(people=25, links=2, depth=3, seeds=4, graphs=3, seed=7)
    for run in range(3):
        rng = np.random.default_rng([7, run])
        graph = make_graph(people=25, links=2, rng=rng)
        order = rng.permutation(25)
        for depth, seeds in ((0, 0), (1, 0), (0, 3), (2, 4)):
            classes = look_alikes(graph, depth=depth, seeds=order[:seeds])
            assert found.alone[run, depth, seeds] == (classes.sizes == 1).sum()
            if run == 0:
                both = set(zip(classes.of.tolist(), found.of[depth, seeds].tolist(), strict=True))
                assert len(both) == len(classes) == found.of[depth, seeds].max() + 1
    np.testing.assert_allclose(found.mean, found.alone.sum(axis=0) / 75)
    assert (found.error >= 0).all()
    assert found.error[0, 0] == 0


def test_more_is_known_more_are_found():
    found = structure_sweep(people=30, links=1, depth=4, seeds=5, graphs=5, seed=2).alone
    assert (np.diff(found, axis=1) >= 0).all()
    assert (np.diff(found, axis=2) >= 0).all()


def test_refusals():
    with pytest.raises(ValueError, match="threshold must be >= 0; got -1"):
        linkage_sweep([0], known=1, seed=0).linked([-1])
    with pytest.raises(ValueError, match="known must be a whole number from 1 to 25; got 26"):
        linkage_sweep([0], known=26, seed=0)
    with pytest.raises(ValueError, match="graphs must be a whole number >= 2; got 1"):
        structure_sweep(people=5, links=1, depth=1, seeds=1, graphs=1, seed=0)
    with pytest.raises(ValueError, match="seeds must"):
        structure_sweep(people=5, links=1, depth=1, seeds=-1, graphs=2, seed=0)
