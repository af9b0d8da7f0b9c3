"""The lesson on anonymity: every picture along every axis, code that gives the same numbers, links."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.anonymity import make_graph
from dpviz.anonymity.release_sweep import histogram, release_sweep
from dpviz.lessons.anonymity.parameters import RELEASES
from dpviz.lessons.anonymity.table import hierarchies, released
from dpviz.lessons.anonymity.wiring import AnonymityLesson
from dpviz.scenes.anonymity.layout import edges, spring_layout
from tests.lessons.drawn import look_over, put, ran, scene

AXES = {name: picture.axes for name, picture in AnonymityLesson().sections.items()}
STATES = [
    {},
    {"age": 3, "income": 4, "ratings": 1, "wrong": 0.75, "threshold": 4, "depth": 0, "links": "1"},
    {"age": 4, "income": 4, "site": "dropped", "sex": "dropped", "wrong": 0, "threshold": 0, "seeds": 8},
]


@pytest.fixture
def lesson():
    return AnonymityLesson()


@pytest.mark.parametrize("state", STATES, ids=lambda state: str(state.get("age", "exact")))
@pytest.mark.parametrize(("name", "axis"), [(n, a) for n, axes in AXES.items() for a in axes])
def test_every_picture_along_every_axis(lesson, state, name, axis):
    put(lesson, **state)
    drawn = scene(lesson, name, axis)
    assert drawn.values[drawn.start] == getattr(lesson.parameters, axis)
    look_over(drawn)
    assert all(sentence.endswith((".", "✓.", "✗.")) for sentence in drawn.sentences)


@pytest.mark.parametrize(
    ("levels", "classes", "k", "alone", "given", "l", "t"),
    [
        ((0, 0, 0, 0), 5633, 1, 5443, 5694, 1, 0.815),
        ((3, 4, 0, 0), 48, 3, 0, 3, 1, 0.315),
        ((3, 4, 1, 0), 8, 38, 0, 0, 2.214, 0.156),
    ],
)
def test_the_real_table(levels, classes, k, alone, given, l, t):  # noqa: E741
    found = released(levels)
    assert (len(found.classes), found.k_anon, found.alone, found.given_away) == (classes, k, alone, given)
    assert found.l_diverse == pytest.approx(l, abs=5e-4)
    assert found.t_close == pytest.approx(t, abs=5e-4)


@pytest.mark.parametrize("state", STATES, ids=lambda state: str(state.get("age", "exact")))
def test_the_code_on_screen_gives_the_numbers_on_screen(lesson, state):
    put(lesson, **state, known=1)
    drawn = scene(lesson, "release")
    found = ran(drawn)
    assert str(found["k"]) == drawn.slot("k", drawn.start)
    assert found["l"] == pytest.approx(float(drawn.slot("l", drawn.start)), rel=1e-3)
    assert found["t"] == pytest.approx(float(drawn.slot("t", drawn.start)), abs=5e-5)
    drawn = scene(lesson, "told")
    found = ran(drawn)
    assert str(found["sure"]) == drawn.slot("sure", drawn.start)
    assert str(found["given"]) == drawn.slot("given", drawn.start)
    assert found["most"] == pytest.approx(float(drawn.slot("most", drawn.start)), abs=5e-5)


def test_every_person_is_in_one_bar(lesson):
    for axis in ("age", "k", "l", "t"):
        drawn = scene(lesson, "release", axis)
        for place in range(3):
            both = drawn.motion["data", 2 * place, "y"] + drawn.motion["data", 2 * place + 1, "y"]
            np.testing.assert_allclose(both.sum(axis=1), 1)
    for trace in range(2):
        np.testing.assert_allclose(scene(lesson, "told").motion["data", trace, "y"].sum(axis=1), 1)


@pytest.mark.parametrize(("axis", "place"), [("k", 0), ("l", 1), ("t", 2)])
def test_bars_right_and_left_of_a_threshold_keep_apart(lesson, axis, place):
    put(lesson, age=2, income=3)
    drawn = scene(lesson, "release", axis)
    line = drawn.motion["layout", "shapes", place, "x0"]
    wrong = drawn.motion["data", 2 * place + 1, "y"]
    for at, bars in zip(line, wrong, strict=True):
        middle = np.arange(len(bars))[bars > 0]
        assert (middle - 0.5 >= at - 1e-6).all() if axis == "t" else (middle - 0.5 < at).all()


def test_ruling_out_values_makes_more_people_sure(lesson):
    put(lesson, age=3, income=4)
    sure = [int(s) for s in scene(lesson, "told", "known").slots["sure"]]
    assert sure[:2] == [3, 10]
    assert sure == sorted(sure)
    assert not scene(lesson, "told", "known").card.assumptions[0].holds[0]  # three people share one value


def test_the_intersection_of_the_theory(lesson):
    drawn = scene(lesson, "intersection")
    found = ran(drawn)
    assert found["certain"] == pytest.approx(0.440983, abs=1e-6)
    assert found["loss"] == pytest.approx(1.0)
    assert found["most"] == pytest.approx(0.231969, abs=1e-6)
    assert f"{found['simulated']:.4f}" == drawn.slot("simulated", drawn.start)
    exact, low, high = (drawn.motion["data", 0, "y"], *_band(drawn))
    assert ((exact >= low - 0.02) & (exact <= high + 0.02)).all()


def _band(drawn):
    middle = drawn.motion["data", 1, "y"]
    return (
        middle - drawn.motion["data", 1, "error_y", "arrayminus"],
        middle + drawn.motion["data", 1, "error_y", "array"],
    )


def test_private_answers_lose_what_they_promise_and_never_more(lesson):
    drawn = scene(lesson, "intersection", "epsilon")
    losses = np.array([float(text) for text in drawn.slots["loss"]])
    np.testing.assert_allclose(losses, 2 * drawn.values, rtol=1e-3)
    assert drawn.motion["data", 4, "y"].max() < 1
    assert drawn.motion["data", 4, "y"].shape == (len(drawn), RELEASES)


def test_a_few_ratings_find_their_owner_and_the_code_says_the_same(lesson):
    for state in ({}, {"ratings": 6, "wrong": 0.5}, {"wrong": 0.33, "threshold": 0.5}):
        put(lesson, **state)
        drawn = scene(lesson, "linkage", "wrong" if "wrong" in state else "ratings")
        found = ran(drawn)
        assert f"{found['recall']:.4f}" == drawn.slot("recall", drawn.start)
        assert f"{found['precision']:.4f}" == drawn.slot("precision", drawn.start)


def test_knowing_more_finds_more_and_rarity_helps_little(lesson):
    drawn = scene(lesson, "linkage", "ratings")
    recall = np.array([float(text) for text in drawn.slots["recall"]])
    assert (np.diff(recall) > 0).all()
    assert recall[-1] > 0.95
    gain = recall - [float(text) for text in drawn.slots["alike"]]
    assert 0 < gain.mean() < 0.06
    low, high = np.split(drawn.motion["data", 0, "y"], 2, axis=1)
    line = drawn.motion["data", 1, "y"]
    assert ((low <= line) & (line <= high[:, ::-1])).all()


def test_nobody_named_is_said_and_drawn(lesson):
    state = {**lesson.parameters.snapshot(), "threshold": 1.5}
    drawn = lesson.linkage(
        state, "threshold", np.array([1.5, 40.0])
    )  # more than any of 500 records can stand out
    assert drawn.slot("named", 1) == "0"
    assert drawn.slot("precision", 1) == "nobody named"
    assert "is there for 0 of 300 people looked for." in drawn.sentences[1]
    drawn.at(1)


@pytest.mark.parametrize("links", ["1", "2", "3"])
def test_the_graph_and_its_code(lesson, links):
    put(lesson, links=links, depth=2, seeds=3)
    drawn = scene(lesson, "structure", "seeds")
    found = ran(drawn)
    assert str(found["alone"]) == drawn.slot("alone", drawn.start)
    assert str(found["crowd"]) == drawn.slot("crowd", drawn.start)
    # Everybody is drawn once: as one of many, as found, or as found before.
    dots = np.array([~np.isnan(drawn.motion["data", trace, "y"]) for trace in (1, 2, 3)])
    assert (dots.sum(axis=0) == 1).all()
    assert dots[2].sum(axis=1).tolist() == list(range(9))


def test_two_steps_find_most_and_exchangeable_people_stay_hidden(lesson):
    alone = [int(text) for text in scene(lesson, "structure", "depth").slots["alone"]]
    assert alone[0] == 0
    assert alone[1] < 10
    assert alone[2] > 40
    put(lesson, links="1")
    assert int(scene(lesson, "structure", "depth").slots["alone"][-1]) < 30


def test_a_layout_keeps_people_apart_and_in_the_frame():
    graph = make_graph(people=30, links=2, rng=np.random.default_rng(1))
    at = spring_layout(graph)
    np.testing.assert_allclose([at.min(axis=0), at.max(axis=0)], [[-1, -1], [1, 1]])
    far = np.sqrt(((at[:, None] - at[None]) ** 2).sum(axis=-1))
    assert far[~np.eye(30, dtype=bool)].min() > 0.03
    assert far[graph].mean() < far[~graph].mean()
    x, y = edges(graph, at)
    assert len(x) == len(y) == 3 * graph.sum() // 2


def test_other_luck_is_another_seed(lesson):
    panel = lesson.again("intersection", "releases")
    before = scene(lesson, "intersection").slots["simulated"]
    panel.children[0].children[-1]._message({"kind": "press"})
    assert scene(lesson, "intersection").slots["simulated"] != before


def test_link_restores_and_bad_values_are_told(lesson):
    lesson.open_link("?age=3&income=4&site=dropped&k=10&known=7")
    assert (lesson.parameters.age, lesson.parameters.income, lesson.parameters.site) == (3, 4, "dropped")
    assert [p["parameter"] for p in lesson.page.problems] == ["known"]
    other = AnonymityLesson()
    other.open_link("?" + lesson.parameters.query())
    assert other.parameters.snapshot() == lesson.parameters.snapshot()


def test_sweeps_say_what_is_wrong():
    with pytest.raises(ValueError, match=r"levels must have shape \(F, 4\); got \(1, 2\)"):
        release_sweep(hierarchies(), [[0]] * 4, [[0, 0]], sensitive=[0], values=1)
    with pytest.raises(ValueError, match="at must be at least the first start"):
        histogram([0.5], [1], [1, 2])
    assert histogram([1, 2, 2.5, 9], [1, 10, 100, 1000], [1, 2, 3]).tolist() == [1, 110, 1000]
