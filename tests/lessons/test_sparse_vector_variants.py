"""The second half of the lesson on the sparse vector technique: what its pictures claim."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpviz.lessons.sparse_vector.audit import exact
from dpviz.mechanisms.sparse import VARIANTS, counterexample, patterns, sparse_alpha
from tests.browser import first_by_day, some_by_day
from tests.lessons.drawn import put, ran, scene


@pytest.mark.parametrize("moves", ["any", "one"])
@pytest.mark.parametrize("count", [1, 5, 20])
def test_no_split_is_better_than_the_star_and_the_formula_is_near_it(lesson, moves, count):
    put(lesson, "split", count=count, moves=moves)
    drawn = scene(lesson, "split")
    enough, promised = (np.array(drawn.numbers[name], dtype=float) for name in ("enough", "bound"))
    assert (enough <= promised + 1e-9).all()
    assert enough.min() == drawn.numbers["least"]
    assert drawn.numbers["least"] - 1e-9 <= drawn.numbers["at_formula"] <= 1.1 * drawn.numbers["least"]


def test_the_numbers_of_the_text_on_the_split(lesson):
    drawn = scene(lesson, "split")
    assert "α = 137.8 is enough" in drawn.sentences[drawn.start]
    assert "should get 18 %, which needs 86.26; the least of all is 84.41" in drawn.sentences[drawn.start]
    found = ran(drawn)
    assert found["enough"] == pytest.approx(sparse_alpha(0.05, 100, 1.0, count=5), rel=1e-12)


@pytest.mark.parametrize("variant", ["1", "2"])
@pytest.mark.parametrize("count", [1, 5])
def test_the_two_private_ones_never_lose_more_than_they_claim(lesson, variant, count):
    put(lesson, "variants", variant=variant, count=count)
    drawn = scene(lesson, "variants")
    assert (np.array(drawn.numbers["loss"]) <= 1 + 1e-9).all()
    assert drawn.numbers["limit"] == 1
    assert all("as for every output of every stream" in sentence for sentence in drawn.sentences)


@pytest.mark.parametrize(("variant", "limit"), [("3", math.inf), ("4", 1.75), ("5", math.inf), ("6", math.inf)])
def test_the_other_four_are_shown_to_lose_more(lesson, variant, limit):
    put(lesson, "variants", variant=variant)
    drawn = scene(lesson, "variants")
    assert drawn.numbers["limit"] == limit
    assert "the claim is false" in drawn.sentences[-1]
    assert (np.array(drawn.numbers["loss"]) <= limit + 1e-9).all()


def test_the_two_streams_and_the_output_are_those_of_the_counterexample(lesson):
    drawn = scene(lesson, "variants")
    case = counterexample(6, 10)
    _, x, other, below, above = (drawn.motion["data", i, "y"][drawn.start] if i else None for i in range(5))
    np.testing.assert_array_equal(x[:10], case.answers)
    np.testing.assert_array_equal(other[:10], case.neighbour)
    np.testing.assert_array_equal(np.isfinite(np.array(above[:10], dtype=float)), case.pattern)
    np.testing.assert_array_equal(np.isfinite(np.array(below[:10], dtype=float)), ~case.pattern)


@pytest.mark.parametrize("variant", [1, 2, 4, 6])
@pytest.mark.parametrize("questions", [2, 5, 7])
def test_no_output_on_the_two_streams_loses_more_than_the_line_of_the_audit(variant, questions):
    one, case = VARIANTS[variant], counterexample(variant, questions)
    losses = [
        one.loss(pattern, case.answers, case.neighbour, 0, epsilon=1.0, count=1)
        for pattern in patterns(questions, 1 if one.stops else None)
    ]
    assert exact(str(variant), questions, 1.0) == pytest.approx(np.abs(losses).max(), rel=1e-12)


@pytest.mark.parametrize("questions", first_by_day(2, 6, 12))
def test_no_number_of_the_third_loses_more_than_the_line_of_the_audit(questions):
    one, case = VARIANTS[3], counterexample(3, questions)
    most = exact("3", questions, 1.0)
    for end in range(1, questions + 1):
        pattern = np.arange(end) == end - 1
        for number in np.linspace(-4, 5, 181):
            loss = one.loss(pattern, case.answers, case.neighbour, 0, epsilon=1.0, count=1, outputs=[number])
            assert abs(loss) <= most + 1e-3


@pytest.mark.parametrize("variant", some_by_day("13456", 4))
def test_what_is_certified_lies_below_the_exact_loss(lesson, variant):
    put(lesson, "audit", variant=variant, questions=4)
    drawn = scene(lesson, "audit")
    bounds = np.array(drawn.numbers["bound"], dtype=float)
    assert np.isfinite(bounds).all()
    assert (bounds <= drawn.numbers["exact"]).all()
    assert (bounds >= 0).all()
    assert (bounds[-1] > 1) == (variant in "3456")


def test_the_audit_grows_in_stages_and_says_what_is_not_drawn_yet(lesson):
    section = lesson.sections["audit"]
    axis = section.axes[0]
    stages = list(section.stages(lesson.state(), axis, lesson.parameters.grid(axis)))
    assert [fraction for fraction, _ in stages][-1] == 1
    assert "Not drawn yet." in stages[0][1].sentences[-1]
    assert "the claim ε = 1 is false" in stages[-1][1].sentences[-1]


def test_runs_of_the_audit_follow_the_exact_distribution(lesson):
    for variant in "1", "4":
        put(lesson, "audit", variant=variant, questions=4)
        found = ran(scene(lesson, "audit"))
        one, case = VARIANTS[int(variant)], counterexample(int(variant), 4)
        first = found["answers"][0]
        for pattern in patterns(4, 1):
            p = math.exp(one.log_probability(pattern, case.answers, 0, epsilon=1.0, count=1))
            share = (first == (len(pattern) - 1 if any(pattern) else 4)).mean()
            assert abs(share - p) < 5 * math.sqrt(p * (1 - p) / len(first))


def test_online_only_few_are_paid_for_and_the_divergence_falls_there_alone(lesson):
    drawn = scene(lesson, "online")
    assert drawn.sentences[drawn.start].startswith("448 queries came, and 22 were paid for.")
    run = ran(drawn)["run"]
    assert run.paid.sum() == 22
    assert ((np.diff(run.kl) != 0) <= run.paid).all()
    assert run.paid[:224].sum() > run.paid[224:].sum()


def test_online_never_pays_for_more_than_c(lesson):
    drawn = scene(lesson, "online", "count")
    assert (np.array(drawn.numbers["paid"]) <= drawn.values).all()
