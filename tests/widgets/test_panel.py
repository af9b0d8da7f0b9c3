"""What a cell gives back for a picture: to a page the widget, to a program a still, to a notebook both."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import IPython
import pytest

from dpviz.widgets import Page, Panel, Question
from tests.widgets.parts import block

WIDGET = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let a cell be run by: "nothing" (no kernel), "voila", "lab", "nbconvert"."""

    def by(whom: str) -> None:
        parent = {"content": {"allow_stdin": whom == "lab"}}
        shell = None if whom == "nothing" else Mock(get_parent=lambda: parent)
        monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
        if whom == "voila":
            monkeypatch.setenv("VOILA_PREHEAT", "False")
        else:
            monkeypatch.delenv("VOILA_PREHEAT", raising=False)

    return by


def data(widget: Any) -> dict[str, Any]:
    made = widget._repr_mimebundle_()
    return made[0] if isinstance(made, tuple) else made


@pytest.mark.parametrize(
    ("whom", "asked", "kinds"),
    [
        ("nothing", [], {WIDGET}),
        ("voila", [], {WIDGET}),
        ("lab", [False], {WIDGET, "image/svg+xml"}),
        ("nbconvert", [True], {"image/svg+xml"}),
    ],
)
def test_a_still_is_made_where_it_is_wanted_and_only_there(
    looked_at: Any, whom: str, asked: list[bool], kinds: set[str]
) -> None:
    calls: list[bool] = []
    panel = Panel([], block=lambda complete: calls.append(complete) or block())
    looked_at(whom)
    shown = data(panel)
    assert shown.keys() - {"text/plain"} == kinds
    assert calls == asked
    if "image/svg+xml" in kinds:
        assert shown["text/plain"] == "Probability of each answer. At 1.0 the best answer has probability 0.7."
        assert shown["text/plain"].partition(". ")[2] in shown["image/svg+xml"]


def test_a_picture_that_nobody_has_come_near_says_so(looked_at: Any) -> None:
    looked_at("lab")
    shown = data(Panel([], block=lambda _: {}))
    assert shown.keys() == {WIDGET, "text/plain"}
    assert "run the notebook" in shown["text/plain"]


def test_questions_and_caveats_can_be_read_too(looked_at: Any) -> None:
    options = [{"label": "yes", "feedback": "!", "right": True}, {"label": "no", "feedback": "?", "right": False}]
    question, page = Question(prompt="Is it?", options=options), Page(caveat="For learning.")
    looked_at("lab")
    assert data(question).keys() > {WIDGET, "text/markdown"}
    looked_at("nbconvert")
    assert data(question) == {"text/markdown": "**Check yourself.** Is it?\n\n- yes\n- no"}
    assert data(page) == {"text/markdown": "*For learning.*"}
