"""The lesson on private regression, first half: every picture along every axis, code that gives its numbers, links."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.lessons.private_regression.wiring import RegressionLesson
from dpviz.scenes.private_regression.scales import logarithmic
from tests.lessons.drawn import look_over, put, ran, scene

NAMES = ("weights", "lines", "counterexample", "price", "sensitivity", "gap", "sizes")
AXES = [(name, axis) for name in NAMES for axis in RegressionLesson().pictures[name].axes]
STATES = [
    {},
    {"mode": "tight", "epsilon": 0.02, "n": 50, "regularization": 0.001, "back": 1.0, "asked": 2.0, "records": 10_000,
     "strength": 0.1, "norm": 10.0, "excess": 0.5, "seed": 4},
]  # fmt: skip


@pytest.fixture
def lesson():
    return RegressionLesson()


def number(drawn, slot, frame=None):
    return float(drawn.slot(slot, drawn.start if frame is None else frame).replace(",", ""))


@pytest.mark.parametrize("state", STATES, ids=["start", "extreme"])
@pytest.mark.parametrize(("name", "axis"), AXES)
def test_every_picture_along_every_axis(lesson, state, name, axis):
    put(lesson, **state)
    drawn = scene(lesson, name, axis)
    assert drawn.values[drawn.start] == getattr(lesson.parameters, axis)
    look_over(drawn)
    assert not any("nan" in text for texts in (drawn.sentences, *drawn.slots.values()) for text in texts)


def test_the_numbers_that_the_page_opens_with(lesson):
    drawn = scene(lesson, "lines")
    for slot, said in (("best", 0.033), ("output", 0.071), ("objective", 0.0475)):
        assert number(drawn, slot) == pytest.approx(said, abs=5e-4)
    assert "68 % at worst" in drawn.sentences[drawn.start]
    assert "17 % at worst" in drawn.sentences[drawn.start]
    along = scene(lesson, "lines", "regularization")
    assert number(along, "best", 0) == pytest.approx(0.01, abs=2e-3)
    assert number(along, "output", 0) == pytest.approx(0.34, abs=5e-3)
    assert number(along, "output", -1) == pytest.approx(0.09, abs=5e-3)


@pytest.mark.parametrize("axis", ["epsilon", "regularization", "n"])
def test_the_code_of_the_plane_gives_what_is_said(lesson, axis):
    for name, slots in (
        ("weights", {"mean": "mean", "mean_question": "mean_question"}),
        ("lines", {"best": "best", "output": "output", "objective": "objective"}),
        ("gap", {"output": "mean_output", "objective": "mean_objective", "output_bound": "output_printed"}),
    ):
        drawn = scene(lesson, name, axis)
        frame = len(drawn) - 3
        found = ran(drawn, frame)
        for variable, slot in slots.items():
            assert found[variable] == pytest.approx(number(drawn, slot, frame), rel=2e-3, abs=6e-5), (
                name,
                slot,
            )


def test_exact_lengths_stand_beside_those_of_the_dots(lesson):
    drawn = scene(lesson, "weights")
    assert number(drawn, "exact") == 2.0  # 2 t, and t = 2 / (1000 · 0.01 · 0.2)
    assert number(drawn, "mean") == pytest.approx(2, abs=4 * 2**0.5 / 10)
    assert number(drawn, "quantile") < number(drawn, "lemma")


def test_the_promise_that_is_broken_and_the_modes_that_keep_it(lesson):
    drawn = scene(lesson, "counterexample")
    assert drawn.slot("at_zero", drawn.start) == "0.198144"
    assert drawn.slot("largest", drawn.start) == "0.235334"
    assert drawn.slot("event", drawn.start) == "1.2206"
    assert "the promise is broken" in drawn.sentences[drawn.start]
    assert "within the promise" in drawn.sentences[-1]
    assert drawn.card.assumptions[0].holds == (False,)
    found = ran(drawn)
    assert found["at_zero"] == pytest.approx(0.198144, abs=1e-6)
    assert found["largest"] == pytest.approx(0.235334, abs=1e-6)
    assert found["chances"] == pytest.approx([0.00304772, 0.00249688], abs=1e-8)
    for mode in ("corrected", "tight"):
        put(lesson, mode=mode)
        mended = scene(lesson, "counterexample")
        assert all("within the promise" in sentence for sentence in mended.sentences)
        assert ran(mended)["largest"] == pytest.approx(number(mended, "largest"), abs=1e-5)


def test_simulated_shares_lie_around_the_exact_densities(lesson):
    drawn = scene(lesson, "counterexample", "asked")
    figure = drawn.at(drawn.start)
    for exact, dots in ((figure.data[0], figure.data[2]), (figure.data[1], figure.data[3])):
        middle = np.floor(dots.x) + 0.5
        curve = np.array(
            [np.mean(np.asarray(exact.y)[np.abs(np.asarray(exact.x) - m) <= 0.5]) for m in middle]
        )
        low, high = (1.6 * np.asarray(bar) for bar in (dots.error_y.arrayminus, dots.error_y.array))
        outside = (np.asarray(dots.y) - low > curve) | (np.asarray(dots.y) + high < curve)
        assert outside.sum() <= 1


def test_the_price_and_its_code(lesson):
    drawn = scene(lesson, "price")
    for frame in (0, drawn.start, len(drawn) - 1):
        found = ran(drawn, frame)
        for i, mode in enumerate(("printed", "corrected", "tight")):
            assert found["kept"][i] == pytest.approx(number(drawn, f"kept_{mode}", frame), abs=1e-6)
            assert found["scale"][i] == pytest.approx(number(drawn, f"scale_{mode}", frame), rel=1e-4)
    assert "Both raise λ" in drawn.sentences[0]
    assert "no proof" in drawn.sentences[-1]


def test_the_search_and_its_code(lesson):
    for axis in ("back", "n", "regularization"):
        drawn = scene(lesson, "sensitivity", axis)
        frame = len(drawn) // 3
        found = ran(drawn, frame)
        assert found["bound"] == pytest.approx(number(drawn, "bound", frame), rel=1e-5)
        assert found["distance"] == pytest.approx(number(drawn, "distance", frame), rel=1e-4)
        # The page tries 121 places, the engine refines around the best of them.
        assert found["worst"] == pytest.approx(number(drawn, "worst", frame), rel=1e-3)
        assert all(
            float(w) <= float(b) for w, b in zip(drawn.slots["worst"], drawn.slots["bound"], strict=True)
        )


def test_no_bound_is_drawn_where_the_lemma_does_not_speak(lesson):
    drawn = scene(lesson, "gap")
    assert drawn.slot("objective_printed", 0) == "none"
    assert "λ had to be raised" in drawn.sentences[0]
    assert not drawn.card.assumptions[1].holds[0]
    for frame in range(drawn.start, len(drawn)):
        for method in ("output", "objective"):
            assert number(drawn, f"tail_{method}", frame) < number(drawn, f"{method}_sharp", frame)


def test_the_sizes_and_their_code(lesson):
    drawn = scene(lesson, "sizes")
    found = ran(drawn)
    assert found["question"] == number(drawn, "question")
    assert found["answer"] == number(drawn, "answer")
    assert f"{found['measured'][0]:,.0f} and {found['measured'][1]:,.0f}" in drawn.sentences[drawn.start]
    assert "Measured" not in scene(lesson, "sizes", "norm").sentences[0]
    put(lesson, epsilon=0.1)
    again = scene(lesson, "sizes")
    assert [number(again, s) for s in ("sampling", "privacy", "third")] == [2500, 1000, 10_000]


def test_other_noise_and_links(lesson):
    panel = lesson.luck()
    panel.children[0].children[-1]._message({"kind": "press"})
    assert lesson.parameters.seed == 2
    lesson.open_link("?epsilon=0.05&n=2500&mode=tight&records=7&strength=soft&back=0.25")
    assert (lesson.parameters.epsilon, lesson.parameters.n, lesson.parameters.mode) == (0.05, 2500, "tight")
    assert {p["parameter"] for p in lesson.page.problems} == {"records", "strength"}
    other = RegressionLesson()
    other.open_link("?" + lesson.parameters.query())
    assert other.parameters.snapshot() == lesson.parameters.snapshot()


def test_scales_have_numbers_a_person_reads():
    found = logarithmic(0.0004, 3e7, most=4)
    assert found["ticktext"] == ["0.001", "1", "1,000", "10⁶"]
    assert logarithmic(2, 30)["ticktext"] == ["2", "5", "10", "20"]
