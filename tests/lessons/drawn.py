"""What the tests of lessons do with a picture that was drawn: set its lesson, draw, run its code, look it over."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import numpy as np

from dpviz.draw.payload import chart_payload
from dpviz.draw.scene import Scene
from dpviz.draw.svg import payload_svg
from dpviz.frame.lesson import Lesson


def put(lesson: Lesson, section: str = "", /, **values: Any) -> None:
    """Set parameters, all at once: of a section by its own names, or of the lesson."""
    names = lesson.sections[section].names if section else {}
    with lesson.together():
        for name, value in values.items():
            known = names.get(name, name)
            assert known in lesson.parameters.declared(), f"the lesson has no parameter {known}"
            setattr(lesson.parameters, known, value)


def scene(lesson: Lesson, name: str, axis: str | None = None) -> Scene:
    """A picture of a lesson along an axis, by default its first, complete."""
    section = lesson.sections[name]
    axis = getattr(section, "names", {}).get(axis, axis) if axis else section.axes[0]
    return section.scene(lesson.state(), axis, lesson.parameters.grid(axis))


def ran(drawn: Scene, frame: int | None = None) -> dict[str, Any]:
    """Run the code on screen; return every name it gives."""
    names: dict[str, Any] = {}
    exec(drawn.code_at(drawn.start if frame is None else frame), names)
    return names


def gaps(drawn: Scene) -> set[str]:
    """The gaps in the code and on the card, which slots are to fill."""
    found = set(re.findall(r"(?<!\{)\{(\w+)\}(?!\})", drawn.code))
    if drawn.card:
        for markup in (drawn.card.formula, drawn.card.filled):
            found |= set(re.findall(r'data-slot="(\w+)"', markup))
        found |= {slot for _, slot in drawn.card.rows}
    return found


def said_by(svg: str) -> tuple[str, str]:
    """Title and sentence of a still; it must be XML, and say nothing that is not a number where one is wanted."""
    drawing = ElementTree.fromstring(svg)
    lengths = [value for one in drawing.iter() for name, value in one.attrib.items() if name != "style"]
    assert not any(re.search(r"\b(nan|inf)\b", value) for value in lengths), "a length that is no number"
    title, sentence = (drawing.findtext(f"{{http://www.w3.org/2000/svg}}{name}") or "" for name in ("title", "desc"))
    return title, sentence


def look_over(drawn: Scene, *, whole: bool = False) -> None:
    """Plotly takes the picture, its code compiles, nothing is left open, what travels has the size it says.

    Of its frames the one that the slider stands at, or, if it is looked over as a whole, the first and last too.
    """
    for frame in {0, drawn.start, len(drawn) - 1} if whole else {drawn.start}:
        drawn.at(frame)  # plotly accepts the frame
        compile(drawn.code_at(frame), drawn.title, "exec")
    assert gaps(drawn) <= set(drawn.slots), "a gap nothing fills"
    assert not any("nan" in sentence for sentence in drawn.sentences)
    if drawn.card:
        assert "\\" not in drawn.card.formula + drawn.card.filled, "latex that was not understood"
    made = chart_payload(drawn)
    assert said_by(payload_svg(made)) == (drawn.title, drawn.sentences[drawn.start])
    # The page gets all but the buffers as JSON, which knows no numpy.
    json.dumps({key: part for key, part in made.items() if key != "motion"}, allow_nan=False)
    for moving in made["motion"]:
        if "buffer" in moving:
            assert len(moving["buffer"]) == 4 * int(np.prod(moving["shape"]))


def agrees(drawn: Scene, *frames: int, rtol: float = 1e-6) -> set[str]:
    """The code on screen gives the picture's own numbers; return the names that were compared."""
    compared = set()
    given = set(re.findall(r'^(\w+) = "?{\1}', drawn.code, re.MULTILINE))  # what the code starts from says nothing
    for frame in frames or (0, drawn.start, len(drawn) - 1):
        for name, found in ran(drawn, frame).items():
            shown = drawn.numbers.get(name) if name not in given else None
            number = isinstance(found, int | float | np.generic | np.ndarray) and np.ndim(found) == 0
            if number and isinstance(shown, int | float | np.generic | np.ndarray):
                wanted = shown[frame] if np.ndim(shown) else shown
                np.testing.assert_allclose(found, wanted, rtol=rtol, atol=1e-9, err_msg=f"{drawn.title}: {name}")
                compared.add(name)
    return compared
