"""The lesson on private regression, first half: the numbers and claims of its text, links."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.draw.scales import logarithmic
from dpviz.erm import LogisticLoss
from dpviz.erm.newton import Problem
from dpviz.lessons.private_regression.shared import clouds
from dpviz.lessons.private_regression.weights import LEVELS, level_lines
from tests.lessons.drawn import put, ran, scene


def number(drawn, name, frame=None):
    """A value of a picture at a frame, by default the one it opens with."""
    values = drawn.numbers[name]
    return values[drawn.start if frame is None else frame] if np.ndim(values) else values


def test_the_numbers_that_the_page_opens_with(lesson):
    drawn = scene(lesson, "lines")
    for name, said in (("without", 0.033), ("error_output", 0.071), ("error_objective", 0.0475)):
        assert number(drawn, name) == pytest.approx(said, abs=5e-4)
    assert "68 % at worst" in drawn.sentences[drawn.start]
    assert "17 % at worst" in drawn.sentences[drawn.start]
    assert number(drawn, "without", 0) == pytest.approx(0.01, abs=2e-3)
    assert number(drawn, "error_output", 0) == pytest.approx(0.34, abs=5e-3)
    assert number(drawn, "error_output", -1) == pytest.approx(0.09, abs=5e-3)


def test_the_loss_of_one_record_keeps_within_its_bounds(lesson):
    drawn = scene(lesson, "loss")
    assert (number(drawn, "loss"), number(drawn, "probability")) == pytest.approx(
        (np.log1p(np.e**2), 1 / (1 + np.e**2))
    )
    slope, curvature = drawn.numbers["slope"], drawn.numbers["curvature"]
    assert ((slope > -1) & (slope < 0) & (curvature > 0)).all()
    assert curvature.max() == pytest.approx(0.25)  # at margin 0
    assert number(drawn, "loss", 0) == pytest.approx(5, abs=0.01)  # what the text says of margin −5


@pytest.mark.parametrize("strength", [0.001, 0.1])
def test_rings_lie_on_their_level(strength):
    X, y = (part[:600] for part in clouds())
    problem, none = Problem(X * y[:, None], LogisticLoss(), strength), np.zeros((1, 2))
    best = problem.solve(none)[0][0]

    rings = level_lines(problem, best)
    risen = problem.value(rings.reshape(-1, 2), none) - problem.value(best[None], none)
    risen = risen.reshape(rings.shape[:-1])
    assert risen == pytest.approx(np.broadcast_to(LEVELS[:, None], risen.shape), rel=5e-3)
    assert rings[:, 0] == pytest.approx(rings[:, -1])


def test_exact_norms_stand_beside_those_of_the_dots(lesson):
    drawn = scene(lesson, "weights")
    assert number(drawn, "exact") == pytest.approx(2)  # 2 t, and t = 2 / (1000 · 0.01 · 0.2)
    assert number(drawn, "distance_output") == pytest.approx(2, abs=4 * 2**0.5 / 10)
    assert number(drawn, "quantile") < number(drawn, "lemma")


def test_the_version_of_2008_is_refuted_and_the_corrections_are_not(lesson):
    drawn = scene(lesson, "counterexample")
    assert drawn.slot("at_zero", drawn.start) == "0.198144"
    assert drawn.slot("largest", drawn.start) == "0.235334"
    assert drawn.slot("event", drawn.start) == "1.2206"
    assert "this algorithm is not ε-private" in drawn.sentences[drawn.start]
    assert "this pair’s loss is at most ε" in drawn.sentences[-1]
    assert drawn.card.assumptions[0].holds == (False,)
    assert ran(drawn)["chance"] == pytest.approx(0.00304772, abs=1e-8)
    for mode in ("corrected", "tight"):
        put(lesson, **{"counterexample.mode": mode})
        assert all("loss is at most ε" in sentence for sentence in scene(lesson, "counterexample").sentences)


def test_simulated_shares_lie_around_the_exact_densities(lesson):
    drawn = scene(lesson, "counterexample", "counterexample.epsilon")
    figure = drawn.at(drawn.start)
    for exact, dots in ((figure.data[0], figure.data[2]), (figure.data[1], figure.data[3])):
        middle = np.floor(dots.x) + 0.5
        curve = np.array([np.mean(np.asarray(exact.y)[np.abs(np.asarray(exact.x) - m) <= 0.5]) for m in middle])
        low, high = (1.6 * np.asarray(bar) for bar in (dots.error_y.arrayminus, dots.error_y.array))
        outside = (np.asarray(dots.y) - low > curve) | (np.asarray(dots.y) + high < curve)
        assert outside.sum() <= 1


def test_the_price_is_a_tenth_at_5500_records(lesson):
    drawn = scene(lesson, "price")
    assert "Both raise λ" in drawn.sentences[0]
    assert "no proof" in drawn.sentences[-1]
    assert np.interp(5500, drawn.values, drawn.numbers["times_corrected"]) == pytest.approx(1.1, abs=0.005)


def test_the_worst_record_found_comes_to_72_percent_of_the_bound(lesson):
    drawn = scene(lesson, "sensitivity")
    assert number(drawn, "ratio") == pytest.approx(0.723, abs=1e-3)
    assert (drawn.numbers["distance"] <= drawn.numbers["worst"] * (1 + 1e-3)).all()
    assert (drawn.numbers["worst"] < drawn.numbers["bound"]).all()


def test_no_bound_is_drawn_where_the_lemma_does_not_speak(lesson):
    drawn = scene(lesson, "gap")
    assert drawn.slot("output_printed", drawn.start) == "27.49"
    assert drawn.slot("objective_printed", 0) == "none"
    assert "λ had to be raised" in drawn.sentences[0]
    assert not drawn.card.assumptions[1].holds[0]
    for frame in range(drawn.start, len(drawn)):
        for method in ("output", "objective"):
            assert number(drawn, f"tail_{method}", frame) < number(drawn, f"{method}_proved", frame)


def test_the_sizes_are_measured_whatever_is_turned(lesson):
    drawn = scene(lesson, "sizes")
    found = ran(drawn)
    assert f"{found['needed_objective']:,.0f} and {found['needed_output']:,.0f}" in drawn.sentences[drawn.start]
    assert found["needed_output"] / found["needed_objective"] == pytest.approx(1.3, abs=0.1)
    other = scene(lesson, "sizes", "norm")
    assert other.sentences[other.start] == drawn.sentences[drawn.start]  # whatever is turned
    put(lesson, **{"sizes.epsilon": 0.1})
    again = scene(lesson, "sizes")
    assert [number(again, name) for name in ("sampling", "privacy", "third")] == pytest.approx([2500, 1000, 10_000])


def test_noisy_statistics_err_less_where_the_proof_prefers_the_other(lesson):
    drawn = scene(lesson, "squares")
    assert (
        "the error is 16.37 years without privacy, 16.66 by noisy statistics, 21.45 by output"
        in drawn.sentences[drawn.start]
    )
    for frame in range(len(drawn)):
        assert number(drawn, "proved_output", frame) < number(drawn, "proved_statistics", frame)
        for name in ("statistics", "output"):
            assert number(drawn, f"off_{name}", frame) < number(drawn, f"proved_{name}", frame)
    assert number(drawn, "off_statistics") < number(drawn, "off_output")
    assert "no better than the mean for everyone" in drawn.sentences[0]
    assert "The mean for everyone errs by 17.08" in drawn.sentences[-1]
    assert number(drawn, "scale_statistics") == pytest.approx(8.96, abs=0.01)
    assert number(drawn, "one") == pytest.approx(4.22, abs=0.01)
    assert number(drawn, "first") == pytest.approx(591.25)
    other = scene(lesson, "squares", "regularization")
    errors = [number(other, "error_output", frame) for frame in range(len(other))]
    assert other.values[int(np.argmin(errors))] == pytest.approx(0.05)
    assert min(errors) == pytest.approx(16.97, abs=0.01)
    assert number(other, "error_statistics", 0) == pytest.approx(16.45, abs=0.01)


def test_scales_have_numbers_a_person_reads():
    found = logarithmic(0.0004, 3e7, most=4)
    assert found["ticktext"] == ["0.001", "1", "1,000", "10⁶"]
    assert logarithmic(2, 30)["ticktext"] == ["2", "5", "10", "20"]
