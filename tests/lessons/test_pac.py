"""The lesson on PAC learning: what its pictures say, the reader's points, links."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.lessons.pac import OUTLINE
from tests.lessons.drawn import agrees, put, scene


def lines(drawn, *traces):
    return [drawn.motion["data", k, "y"] for k in traces]


def test_each_section_opens_with_the_values_of_its_text(lesson):
    assert scene(lesson, "cut").sentences[scene(lesson, "cut").start].startswith("After 20 patients")
    drawn = scene(lesson, "band")
    assert drawn.sentences[drawn.start].startswith("After 20 avocados")
    assert drawn.numbers["alive"][0] > 0.9 * 432  # nearly every hypothesis is still at the bottom
    drawn = scene(lesson, "sides")
    opened = {name: float(drawn.slot(name, drawn.start)) for name in ("one", "two", "first", "second")}
    assert opened == {"one": 1, "two": 3, "first": 1.0, "second": 0.25}
    assert "more than β. The formula promises one side only." in drawn.sentences[drawn.start]
    drawn = scene(lesson, "memory")
    assert "After 100 records out of a world of 1,024" in drawn.sentences[drawn.start]
    drawn = scene(lesson, "curve")
    assert [drawn.numbers[name][drawn.start] for name in ("size", "exactly", "meets", "region")] == [5, 11, 29, 30]
    put(lesson, "cut", n=2000)
    assert lesson.parameters.snapshot()["band.n"] == 20


def test_a_chance_on_the_card_is_the_coins_at_the_size_asked_for(lesson):
    put(lesson, "sides", alpha=0.1)
    drawn = scene(lesson, "sides")
    assert (drawn.slot("first", drawn.start), drawn.slot("second", drawn.start)) == ("0.3075", "0.1175")
    assert agrees(drawn, drawn.start) >= {"one", "two", "first", "second"}


@pytest.mark.parametrize("example", ["avocados", "scurvy"])
def test_a_longer_sample_contains_the_shorter(lesson, example):
    put(lesson, "band", example=example, n=20)
    section = lesson.sections["band"]
    along_n = section.scene(lesson.state(), "band.n", np.array([5.0, 20.0, 300.0]))
    along_beta = section.scene(lesson.state(), "band.beta", np.array([0.05]))
    for name in ("alive", "worst", "strays"):
        assert along_n.numbers[name][1] == along_beta.numbers[name][0]
    assert (np.diff(along_n.numbers["alive"]) <= 0).all()
    assert (along_n.numbers["worst"] <= along_n.numbers["strays"]).all()
    assert (along_n.numbers["error"] <= along_n.numbers["worst"]).all()


def test_only_any_point_stays_bad(lesson):
    drawn = scene(lesson, "single")
    assert drawn.sentences[drawn.start].startswith("The target is 0.1 % of all records, each other point 11 %.")
    found = drawn.numbers
    assert found["none"].max() == 0
    assert found["unseen"][-1] < 1e-9 < 0.1 < found["anyone"][-1]
    assert (found["unseen"] <= found["anyone"]).all()


def test_many_hypotheses_are_right_about_all_five_loans(lesson):
    drawn = scene(lesson, "loans")
    assert (drawn.numbers["empirical"] == 0).sum() == 40 - 22  # all limits above the highest number
    assert "So is that of “always good”" in drawn.sentences[drawn.start]
    assert "right about 1 of 5" in drawn.sentences[15]


def test_truth_lies_below_its_bounds(lesson):
    for axis in ("n", "alpha", "beta", "bits"):
        exact, region, occam = lines(scene(lesson, "curve", axis), 2, 3, 4)
        assert (exact <= region + 1e-12).all()
        assert (region <= occam + 1e-12).all()
    for axis in ("n", "alpha"):
        found = scene(lesson, "occam", axis).numbers
        steps = np.stack([found[name] for name in ("exact", "total", "power", "bound")])
        assert (np.diff(steps, axis=0) >= -1e-12).all()


def test_the_dots_are_the_simulation_of_the_code(lesson):
    drawn = scene(lesson, "curve")
    names: dict = {}
    exec(drawn.code_at(drawn.start), names)
    (share,) = lines(drawn, 1)
    np.testing.assert_allclose(names["share"][0], np.nan_to_num(share[drawn.start]), atol=1e-12)


def test_the_readers_points(lesson):
    put(lesson, "shatter", line="intervals", labels="1.0.1...")
    drawn = scene(lesson, "shatter")
    assert "Only 7 of 8" in drawn.sentences[-1]
    assert "Yours, + – +, no interval makes." in drawn.sentences[-1]
    assert drawn.numbers["so_far"][-1] == 7
    put(lesson, "shatter", labels="1.0.....")
    assert "These 2 points are shattered" in scene(lesson, "shatter").sentences[0]
    put(lesson, "shatter", line="points", labels="........")
    assert scene(lesson, "shatter").numbers["so_far"].tolist() == [1] * 8


def test_parities_double_up_to_their_vc_dimension(lesson):
    put(lesson, "growth", line="parities")
    found = scene(lesson, "growth").numbers
    assert found["ways"].tolist() == [1, 2, 4, 8, 8, 8, 8, 8, 8]
    assert (found["ways"] <= found["sauer"]).all()


def test_the_rules_offered_are_those_of_the_class(lesson):
    put(lesson, "shatter", concept=36)
    put(lesson, "shatter", line="points")
    assert lesson.parameters.concept == 7
    assert lesson.parameters.grid("concept").max() == 7
    assert lesson.parameters.cells_of("labels")[0] == "x = 0"
    put(lesson, "shatter", line="thresholds")
    assert lesson.parameters.cells_of("labels")[0] == "x = 0"
    put(lesson, "shatter", line="parities")
    assert lesson.parameters.cells_of("labels")[6] == "x = 110"


def test_half_the_error_takes_four_times_the_patients():
    assert OUTLINE.sections["cut"].questions["halve"].judge("1,435", {}, {}).verdict == "right"
