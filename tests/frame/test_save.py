"""A picture as one file: what stands in it, and what it refuses."""

from __future__ import annotations

import base64
import json
import re

import numpy as np
import pytest

from dpviz.draw import Picture, axis, bars, moving, panel, table_by_row
from dpviz.draw.style import BLUE
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.lesson import Lesson
from dpviz.frame.outline import make_lesson
from dpviz.frame.section import Section
from dpviz.widgets import standalone_page

x = Number(2, low=1, high=3, steps=3, whole=True, label="x, the axis", ends=("low", "high"))
y = Number(5, low=5, high=6, steps=2, whole=True, label="y, the other")
word = Choice("a", options={"a": "</script><b>bold</b>", "b": "b"}, label="A word")
TOY = {"x": x, "y": y, "word": word}


def picture(at, share=1.0):
    heights = share * np.multiply.outer(at.x * at.y, np.arange(3.0))
    return Picture(
        panel(bars(list("abc"), moving(heights), BLUE), x="", y=axis("", 0, 40)),
        title="Toy </script><!--",
        sentence=f"{at.word}: {share:g} at x = {{x}}, y = {{y}}.",
        table=table_by_row(("x",), ("=1+{x}",)),
    )


def staged(at):
    for stage in (1, 2):
        yield stage / 2, picture(at, stage / 2)


@pytest.fixture
def lesson():
    made = make_lesson(
        {"toy": Section(picture, axes=(x, y), parameters=TOY), "slow": Section(staged, axes=(x,), parameters={**TOY})},
        {},
        Lesson,
    )
    yield made
    made.close()


def data(page: bytes):
    (found,) = re.findall(r'<script type="application/json" id="dpviz-data">(.*?)</script>', page.decode(), re.S)
    return json.loads(found)


def test_a_file_has_the_picture_along_each_of_its_sliders_at_the_present_state(lesson, tmp_path):
    lesson.parameters.y = 6
    path = tmp_path / "toy.html"
    path.write_text("what was there before")
    lesson.save("toy", path)
    told = data(path.read_bytes())
    assert list(told["blocks"]) == [slider["name"] for slider in told["sliders"]] == ["x", "y"]
    assert [slider["value"] for slider in told["sliders"]] == [2, 6]
    assert told["blocks"]["x"]["sentences"][2] == "a: 1 at x = 3, y = 6."
    (track,) = told["blocks"]["x"]["motion"]
    heights = np.frombuffer(base64.b64decode(track["base64"]), "<f4").reshape(track["shape"])
    assert track["differences"]
    np.testing.assert_array_equal(heights.cumsum(axis=0), np.multiply.outer([6, 12, 18], [0, 1, 2]))


def test_nothing_of_a_picture_ends_a_script_or_is_markup(lesson, tmp_path):
    lesson.save("toy", tmp_path / "toy.html", address='https://example.org/?a=1&b="<x>')
    page = (tmp_path / "toy.html").read_text()
    assert page.count("<script") == page.count("</script") == 3
    assert "<b>bold" not in page
    assert "<x>" not in page
    assert "https://example.org/?a=1&amp;b=&quot;" in page
    assert "default-src 'none'" in page
    assert "Permission is hereby granted" in page
    assert "plotly.js" in page
    assert not re.search(
        r'(?:src|href)="(?!https://github.com/dpviz/dpviz"|https://example.org)', page.split("<script")[0]
    )


@pytest.mark.parametrize(
    "address", ["http://localhost:1/x", "http://127.0.0.1/", "javascript:alert(1)", "http://[", "x"]
)
def test_an_address_that_nobody_else_can_open_is_not_in_it(lesson, tmp_path, address):
    lesson.save("toy", tmp_path / "toy.html", address=address)
    assert "This picture in its lesson" not in (tmp_path / "toy.html").read_text()


def test_a_picture_in_stages_is_complete_in_a_file(lesson, tmp_path):
    lesson.save("slow", tmp_path / "slow.html")
    assert data((tmp_path / "slow.html").read_bytes())["blocks"]["x"]["sentences"][0].startswith("a: 1 at")


def test_a_page_in_stages_is_saved_where_its_slider_stands(lesson):
    lesson.show("slow")
    lesson.finish("slow")
    lesson.parameters.x = 3
    made = lesson._alone("slow", "", present=True)
    assert "<p>Saved at x = 3.</p>" in made.decode()
    assert data(made)["blocks"]["x"]["start"] == 2


def test_a_page_gets_what_there_is_of_a_picture_in_stages(lesson):
    answers = []
    lesson.page.send = lambda content, buffers=None: answers.append((content, buffers))
    lesson.show("slow")
    lesson.page._message({"kind": "save", "id": "1", "picture": "slow", "address": ""})
    assert answers[-1][0] == {
        "kind": "saved", "id": "1", "problem": "There is nothing to save yet: the picture is being computed."
    }  # fmt: skip
    lesson.page._message({"kind": "save", "id": "2", "picture": "toy", "address": ""})
    (content, (made,)) = answers[-1]
    assert content == {"kind": "saved", "id": "2"}
    assert data(made)["name"] == "toy"
    lesson.page._message({"kind": "save", "id": "3", "picture": "nosuch", "address": ""})
    assert "problem" in answers[-1][0]


def test_a_name_that_is_no_section_is_refused_with_those_there_are(lesson, tmp_path):
    with pytest.raises(ValueError, match="picture must be one of toy, slow; got 'nosuch'"):
        lesson.save("nosuch", tmp_path / "x.html")
    with pytest.raises(FileNotFoundError):
        lesson.save("toy", tmp_path / "missing" / "x.html")


def test_what_is_not_finite_is_a_gap(lesson):
    block = lesson.peek("", "toy")["block"] | {"numbers": {"a": [float("inf"), float("nan"), 1.0]}}
    assert data(standalone_page("toy", {"x": block}, []))["blocks"]["x"]["numbers"]["a"] == [None, None, 1.0]


def test_the_state_of_a_picture_is_said_as_sliders_say_it(lesson):
    lesson.parameters.word = "b"
    told = lesson.peek("x=3&word=b&pin.toy=x%3D1", "toy", "y")["block"]["state"]
    assert [(one["name"], one["says"], one["value"], one["usual"]) for one in told] == [
        ("x", ["x = 3"], "3", "2"), ("y", ["y = 5", "y = 6"], "5", "5"), ("word", ["A word: b"], "b", "a")
    ]  # fmt: skip
    # A pin of an address is the page's: no parameter, and no problem.
    assert lesson.parameters.read("pin.toy=x%3D1&x=1") == []
