"""A scene keeps its promises: one entry a frame, a figure at every frame, a block the page can read."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.draw import words
from dpviz.draw.payload import chart_payload, figure_at_start
from dpviz.draw.scene import Assumption, Card, Scene, Table


def toy(**changes):
    given_ = {
        "title": "A toy",
        "figure": {
            "data": [{"type": "bar", "x": [0, 1], "y": [0, 0], "marker": {"color": "red"}}],
            "layout": {"template": "none", "xaxis": {"tickvals": np.array([0.0, np.nan])}},
        },
        "axis": "epsilon",
        "values": np.array([1.0, 2.0, 3.0]),
        "start": 1,
        "motion": {
            ("data", 0, "y"): np.arange(6.0).reshape(3, 2),
            ("data", 0, "marker", "color"): ["red", "green", "blue"],
        },
        "sentences": ["one", "two", "three"],
        "table": Table(columns=("a",), rows=((("1",),),)),
        "slots": {"epsilon": ["1", "2", "3"], "fixed": ["9"]},
        "card": Card("T", "EXP-1", "<math/>", rows=(("label", "fixed"),), assumptions=(Assumption("so"),)),
        "code": "f({epsilon}, {fixed}, {{}})",
    }
    return Scene(**(given_ | changes))


def test_at_applies_every_moving_part():
    figure = toy().at(2)
    assert list(figure.data[0].y) == [4.0, 5.0]
    assert figure.data[0].marker.color == "blue"
    assert toy().figure["data"][0]["marker"]["color"] == "red"  # the scene itself is untouched


def test_code_at_fills_the_gaps():
    assert toy().code_at(0) == "f(1, 9, {})"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"values": np.array([])}, "values must be increasing"),
        ({"values": np.array([1.0, 1.0, 2.0])}, "values must be increasing"),
        ({"start": 3}, r"start must be a frame in \[0, 3\); got 3"),
        ({"sentences": ["one"]}, "sentences must have one entry a frame"),
        ({"motion": {("data", 0, "y"): np.zeros((2, 2))}}, "motion .* must have one entry a frame"),
        ({"slots": {"epsilon": ["1", "2"], "fixed": ["9"]}}, "slot epsilon must have 1 or 3"),
        ({"table": Table(columns=("a",), rows=())}, "table must have 1 or 3"),
    ],
)
def test_a_lopsided_scene_is_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        toy(**changes)


def test_block_carries_numbers_as_float32():
    sent = chart_payload(toy())
    numeric, words_ = sent["motion"]
    assert numeric["path"] == ["data", 0, "y"]
    assert numeric["shape"] == [3, 2]
    assert np.frombuffer(numeric["buffer"], np.float32).tolist() == [0, 1, 2, 3, 4, 5]
    assert words_ == {"path": ["data", 0, "marker", "color"], "values": ["red", "green", "blue"]}
    assert sent["values"] == [1.0, 2.0, 3.0]
    assert sent["card"]["rows"] == [{"label": "label", "slot": "fixed"}]


def moving(values, mark=None, layout=None):
    figure = {"data": [{"type": "bar", **(mark or {})}], "layout": layout or {}}
    (sent,) = chart_payload(toy(figure=figure, motion={("data", 0, "y"): np.asarray(values, dtype=float)}))["motion"]
    return sent, np.frombuffer(sent["buffer"], np.float32).reshape(sent["shape"])


@pytest.mark.parametrize("values", [[[0.1, 7.77], [1.25, -3], [2, 1e6]], [[1, np.nan], [2, np.nan], [3, np.nan]]])
def test_marks_are_placed_to_the_fraction_of_a_pixel_and_sent_as_differences(values):
    sent, told = moving(values, layout={"yaxis": {"range": [2, 12]}})
    assert sent["differences"]
    np.testing.assert_allclose(told.cumsum(axis=0), values, rtol=0, atol=10 / 4096 / 2)


@pytest.mark.parametrize(
    ("mark", "layout"),
    [
        ({}, {}),
        ({"hovertemplate": "%{y}"}, {"yaxis": {"range": [0, 1]}}),
        ({"hovertemplate": "%{y}"}, {"yaxis": {"range": [0, 1], "type": "log"}}),
        ({"yaxis": "y2"}, {"yaxis": {"range": [0, 1]}}),
    ],
)
def test_what_is_read_or_has_no_range_is_sent_as_it_is(mark, layout):
    values = [[0.1, 0.123456], [np.inf, 1 / 3], [0, 0]]
    sent, told = moving(values, mark, layout)
    assert "differences" not in sent
    np.testing.assert_array_equal(told, np.float32(values))


def test_what_does_not_add_up_again_is_sent_as_it_is():
    values = [[1.0, np.nan], [np.inf, 2.0], [1.0, 3.0]]
    sent, told = moving(values, layout={"yaxis": {"range": [0, 1]}})
    assert "differences" not in sent
    np.testing.assert_array_equal(told, values)


@pytest.mark.parametrize("decades", [0.5, 1, 4, 20])
def test_on_a_logarithmic_axis_too_marks_are_placed_to_the_fraction_of_a_pixel(decades):
    values = 10 ** np.linspace(-decades, 0, 3000).reshape(3, 1000)
    _, told = moving(values, layout={"yaxis": {"range": [-decades, 0], "type": "log"}})
    np.testing.assert_allclose(np.log10(told), np.log10(values), rtol=0, atol=1.01 * decades / 4096 / 2)
    finest = np.float32(2.0 ** -np.ceil(np.log2(4096 / decades)))
    assert (told % (finest * 2.0 ** np.floor(np.log2(told))) == 0).all()  # no finer than needed
    _, told = moving([[0, np.inf], [np.nan, -1], [1, 2]], layout={"yaxis": {"range": [-1, 1], "type": "log"}})
    np.testing.assert_array_equal(told, [[0, np.inf], [np.nan, -1], [1, 2]])


def test_where_the_range_moves_the_narrowest_counts():
    values, ranges = np.array([[1 / 3, 2 / 3]] * 3), np.array([[0, 100], [0, 1], [0, 10]])
    figure = {"data": [{"type": "bar"}], "layout": {"yaxis": {"range": [0, 100]}}}
    motion = {("data", 0, "y"): values, ("layout", "yaxis", "range"): ranges}
    sent = chart_payload(toy(figure=figure, motion=motion))["motion"][0]
    told = np.frombuffer(sent["buffer"], np.float32).reshape(3, 2).cumsum(axis=0)
    np.testing.assert_allclose(told, values, rtol=0, atol=1 / 4096 / 2)


@pytest.mark.parametrize(
    ("axis", "wanted"),
    [
        ({"range": [0, 30]}, [12.346, 0.333]), ({"range": [0, 1e7]}, [0.0, 0.0]),
        ({"range": [-1, 3], "type": "log"}, [12.35, 0.3333]), ({}, [12.3456, 0.3333333]),
    ],
)  # fmt: skip
def test_what_stands_still_is_written_as_finely_as_it_is_seen(axis, wanted):
    figure = {"data": [{"type": "bar", "y": np.array([12.3456, 1 / 3])}], "layout": {"yaxis": axis}}
    assert chart_payload(toy(figure=figure, motion={}))["figure"]["data"][0]["y"] == wanted


def test_block_carries_the_figure_as_json_has_it_without_the_numbers_that_move():
    made = chart_payload(toy())
    wanted = {
        "data": [{"type": "bar", "x": [0, 1], "marker": {"color": "red"}}],
        "layout": {"xaxis": {"tickvals": [0.0, None]}},
    }
    assert json.loads(json.dumps(made["figure"], allow_nan=False)) == wanted


@pytest.mark.parametrize("start", [0, 2])
def test_with_them_it_is_the_figure_where_the_slider_stands(start):
    cells = np.arange(12.0).reshape(3, 2, 2)
    data = [{"type": "heatmap"}, {"type": "bar", "x": [1, 2]}]
    motion = {("data", 0, "z"): cells, ("data", 1, "y"): np.array([[0, 0.1], [1, np.nan], [2, 3]])}
    scene = toy(figure={"data": data, "layout": {"yaxis": {"range": [0, 4]}}}, motion=motion, start=start)
    scene.figure["data"][0]["z"] = cells[start]
    heat, bar = figure_at_start(chart_payload(scene))["data"]
    np.testing.assert_allclose(heat["z"], cells[start], atol=12 / 512)
    np.testing.assert_allclose(bar["y"], motion["data", 1, "y"][start], atol=4 / 4096)


def test_a_page_does_without_plotly():
    # Its classes would take a session 15 MB.
    code = (
        "import sys; from dpviz.lessons.exponential import lesson; lesson.show('law', 'epsilon');"
        "print(sorted({'plotly', 'narwhals'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (1.0, "100 %"), (0.99999, "more than 99.9 %"), (0.731, "73 %"), (0.052, "5.2 %"), (0.00213, "0.21 %"),
        (5e-5, "1 in 20,000"), (1e-12, "less than 1 in a billion"), (0.0, "0"),
    ],
)  # fmt: skip
def test_percent(p, said):
    assert words.percent(p) == said


@given(st.floats(0, 1))
def test_percent_never_rounds_to_certainty_or_to_nothing(p):
    said = words.percent(p)
    assert (said == "100 %") == (p == 1)
    assert (said == "0") == (p == 0)
