"""The lesson on data that are kinder than the worst case: what its pictures say."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.lessons.kinder import local as moving_record
from dpviz.sensitivity import ProposeTestRelease, SmoothCauchy
from tests.lessons.drawn import put, ran, scene


@pytest.mark.parametrize("others", ["ties", "even", "gap"])
def test_the_local_sensitivity_is_that_of_every_replaced_record(lesson, others):
    put(lesson, "local", others=others)
    drawn = scene(lesson, "local")
    for place in (0, 37, 40, 55, 100):
        records = np.array([*moving_record.OTHERS[others], place])
        median = np.median(records)
        moves = [
            abs(np.median(np.where(np.arange(11) == i, value, records)) - median)
            for i in range(11)
            for value in (0, *records, 100)
        ]
        assert drawn.numbers["local"][place] == max(moves)


def test_noise_of_that_size_tells_where_the_record_is(lesson):
    drawn = scene(lesson, "local")
    leak = drawn.numbers["leak"]
    assert leak[40] == 1
    assert leak[70] == leak[20] == 0  # the same local sensitivity: this pair is not told apart
    assert 0.05 < leak[39] < 1


def test_the_envelope_falls_from_the_global_to_the_local_sensitivity(lesson):
    drawn = scene(lesson, "smooth")
    size = drawn.numbers["size"]
    assert (np.diff(size) <= 1e-12).all()
    assert 60 < size[0] < 100
    assert size[-1] == pytest.approx(0.6)
    put(lesson, "smooth", shapes="groups", beta=1.0)
    more = scene(lesson, "smooth", "people").numbers["size"]
    assert more.min() >= 30  # at the edge of a gap more patients do not help
    assert ran(scene(lesson, "smooth"))["smooth"] >= 30


def test_smoothness_is_free_up_to_a_point(lesson):
    drawn = scene(lesson, "noise")
    beta, factor = np.array(drawn.values), drawn.numbers["factor"]
    free = beta < SmoothCauchy(epsilon=1.0).beta
    assert np.ptp(factor[free]) < 1e-12
    assert (np.diff(factor[~free]) > 0).all()
    assert (drawn.numbers["scale"] < drawn.numbers["paper"]).mean() > 0.9
    assert 0 < drawn.numbers["delta"][0] < 1e-5


def test_in_two_groups_laplace_noise_wins(lesson):
    put(lesson, "noise", shapes="groups")
    drawn = scene(lesson, "noise")
    scale, laplace = (drawn.numbers[name][drawn.start] for name in ("scale", "laplace"))
    nine_in_ten = np.log(10) * laplace, np.tan(0.45 * np.pi) * scale  # minutes, as the text says
    assert np.round(nine_in_ten).tolist() == [185, 244]


@pytest.mark.parametrize("shape", ["crowded", "groups"])
def test_the_probability_of_an_answer_is_that_of_the_mechanism(lesson, shape):
    put(lesson, "propose", shapes=shape)
    drawn = scene(lesson, "propose")
    chance, bound = drawn.numbers["chance"], np.array(drawn.values)
    assert (np.diff(chance) >= -1e-12).all()
    assert chance[0] < 1e-3
    if shape == "groups":
        assert chance[bound < 30].max() < 1e-4  # the data themselves break it
    at = int(np.abs(chance - 0.5).argmin())
    release = ProposeTestRelease(epsilon=1.0, delta=1e-5, bound=max(float(bound[at]), 0.5))
    rng = np.random.default_rng(0)
    seen = np.mean([release.release(40.0, int(drawn.numbers["distance"][at]), rng) is not None for _ in range(2000)])
    assert seen == pytest.approx(chance[at], abs=0.06)


def test_a_stable_median_is_released_without_noise(lesson):
    put(lesson, "propose", shapes="fives")
    drawn = scene(lesson, "propose")
    chance, scale, bound = drawn.numbers["chance"], drawn.numbers["scale"], np.array(drawn.values)
    assert bound[0] == scale[0] == 0
    assert chance[0] > 0.999999 > chance[1]  # with B > 0 half of ε is for the noise
    put(lesson, "propose", shapes="fives", epsilon=0.5)
    chance = scene(lesson, "propose").numbers["chance"]
    assert chance[0] > 0.98
    assert chance[(bound > 0) & (bound < 5)].max() < 0.03


def test_fewer_amounts_are_published_with_a_smaller_delta(lesson):
    drawn = scene(lesson, "histogram")
    mean = drawn.numbers["mean"]
    assert (np.diff(mean) > 0).all()
    assert mean[-1] < 749 - 300  # what one person alone has stays secret
    flat = scene(lesson, "histogram", "domain").numbers
    assert np.ptp(flat["threshold"]) == 0
    assert (np.diff(flat["listed"]) > 0).all()


def test_an_interval_holds_nine_of_ten_private_answers(lesson):
    drawn = scene(lesson, "aggregate")
    width = drawn.numbers["width"]
    assert width[0] > 500 > 100 > width[6:].max()
    names = ran(drawn)
    outputs = names["median"].release(names["results"], np.random.default_rng(0), size=4000)
    inside = np.mean((outputs >= names["bottom"]) & (outputs <= names["top"]))
    assert inside == pytest.approx(0.9, abs=0.025)


def test_the_exponential_mechanism_is_nearest_at_a_small_epsilon(lesson):
    drawn = scene(lesson, "quantile", "epsilon")
    error, cauchy, whole = (drawn.numbers[name] for name in ("error", "cauchy", "whole"))
    assert error[0] < 0.05 * cauchy[0] < whole[0]
    assert cauchy[-1] < error[-1]  # as the text says: from about ε = 0.8 on
    names = ran(scene(lesson, "quantile"))
    outputs = names["mechanism"].release(names["people"], np.random.default_rng(0), size=4000)
    inside = np.mean((outputs >= names["bottom"]) & (outputs <= names["top"]))
    assert inside == pytest.approx(0.9, abs=0.025)
