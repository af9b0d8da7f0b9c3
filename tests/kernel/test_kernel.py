"""A kernel without Jupyter: the same cells have the same ids, outputs and answers wherever they are executed."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import comm
import ipywidgets.widgets.widget
import nbformat
import numpy as np
import pytest
from ipywidgets import Widget

from dpviz._json import to_json
from dpviz.kernel.core import CellError, Kernel, Message, Prepared, execute
from dpviz.kernel.core.cells import VIEW
from dpviz.site.notebooks import run_all
from dpviz.widgets import page

LESSON = Path(__file__).parents[2] / "notebooks" / "02_exponential_mechanism.ipynb"


@pytest.fixture(scope="module")
def twice() -> tuple[Prepared, Prepared]:
    """A lesson, executed in two fresh processes."""
    first, second = run_all([LESSON, LESSON])
    return first, second


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernel]:
    """A kernel of this process, which knows nothing of others' widgets and is as it was afterwards."""
    monkeypatch.setattr(ipywidgets.widgets.widget, "_instances", {})
    for owner, name in ((comm, "create_comm"), (comm, "get_comm_manager"), (page, "page_ids")):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    yield Kernel()
    Widget.close_all()


def of(kernel: Kernel, message: Message) -> list[Message]:
    """What widgets say to a message of the page."""
    said: list[Message] = []
    kernel.send = said.append
    kernel.receive(message)
    return said


def test_the_same_ids_and_states_in_every_process(twice: tuple[Prepared, Prepared]) -> None:
    first, second = twice
    assert list(first.states["states"]) == list(second.states["states"])
    assert all(name.startswith("w") for name in first.states["states"])
    assert json.loads(to_json(first.states)) == json.loads(to_json(second.states))
    assert first.buffers == second.buffers
    assert first.outputs == second.outputs


def test_states_are_whole_and_fit_what_the_cells_show(twice: tuple[Prepared, Prepared]) -> None:
    run = twice[0]
    states = run.states["states"]
    shown = [made["data"][VIEW]["model_id"] for cell in run.outputs for made in cell if VIEW in made["data"]]
    assert len(shown) > 5
    assert set(shown) <= set(states)
    inner = {child.removeprefix("IPY_MODEL_") for one in states.values() for child in one["state"].get("children", [])}
    assert inner <= set(states)
    paths = run.states["buffer_paths"]
    assert len(paths) == len(run.buffers) > 0
    for name, key, *_ in paths:
        assert key == "state"
        assert name in states


def test_the_outputs_of_a_jupyter_kernel(twice: tuple[Prepared, Prepared]) -> None:
    """But for ids, and for what only a kernel counts."""
    from nbclient import NotebookClient

    notebook = nbformat.read(LESSON, as_version=4)
    extra = ["print('said')\n1 + 1", "2;", "None", "x = 3\nif x:\n    print(x)", "{'a': float('nan')}", "# nothing"]
    notebook.cells += [nbformat.v4.new_code_cell(source) for source in extra]
    NotebookClient(notebook, timeout=600, startup_timeout=300, kernel_name="python3").execute(
        env={**os.environ, "VOILA_PREHEAT": "False"}
    )
    real = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    ours = [*twice[0].outputs, *execute(extra).outputs]
    assert [list(map(form, made)) for made in ours] == [list(map(form, made)) for made in real]


def form(output: Any) -> Any:
    if output["output_type"] == "stream":
        return output["name"], output["text"]
    data = dict(output["data"])
    return VIEW if VIEW in data else data


def test_a_cell_that_fails_is_named() -> None:
    with pytest.raises(CellError, match=r"^code cell 2 \(y = x\): NameError: name 'x' is not defined$"):
        execute(["1", "\ny = x\n2"])
    with pytest.raises(CellError, match=r"^code cell 1 \(1 \+\): SyntaxError"):
        execute(["1 +"])


CELLS = ["from dpviz.lessons.exponential import make\nlesson = make()\nlesson.start()", "lesson.show('law')"]


def test_it_answers_the_page(kernel: Kernel) -> None:
    made = kernel.execute(CELLS)
    head, chart = (name.model_id for name in (made.names["lesson"].page, made.names["lesson"]._charts["law"]))
    assert (head, chart) != (chart, head)
    for kind in ("sync", "prefetch"):
        asked = {"method": "custom", "content": {"kind": kind, "axis": "law.n"}}
        said = of(kernel, Message("comm_msg", head, asked))
        answers = [message.data["content"] for message in said if message.data["method"] == "custom"]
        assert answers == [{"kind": "synced"} if kind == "sync" else {"kind": "prefetched", "axis": "law.n"}]
    blocks = [message for message in said if message.comm_id == chart and "block" in message.data["state"]]
    assert len(blocks) == 1  # its frames along the other slider
    assert blocks[0].buffers
    assert said.index(blocks[0]) < len(said) - 1  # before the answer


def test_a_link_is_restored_and_the_states_tell(kernel: Kernel) -> None:
    made = kernel.execute(CELLS)
    lesson = made.names["lesson"]
    link = {"method": "custom", "content": {"kind": "link", "query": "?law.epsilon=0.5&law.n=1e9&theme=dark"}}
    said = of(kernel, Message("comm_msg", lesson.page.model_id, link))
    assert {"method": "custom", "content": {"kind": "restored"}} in [message.data for message in said]
    assert lesson.parameters.snapshot()["law.epsilon"] == 0.5
    told = kernel.states()
    state = told.data["states"][lesson.page.model_id]["state"]
    assert state["query"] == "law.epsilon=0.5"
    assert [problem["parameter"] for problem in state["problems"]] == ["law.n"]


def test_a_value_goes_there_and_comes_back(kernel: Kernel) -> None:
    kernel.execute(["from ipywidgets import FloatSlider, VBox\nslider = FloatSlider(3.5)", "box = VBox([slider])"])
    told = kernel.states().data["states"]
    [slider] = [name for name, one in told.items() if one["state"]["_model_name"] == "FloatSliderModel"]
    update = {"method": "update", "state": {"value": 4.5}, "buffer_paths": []}
    of(kernel, Message("comm_msg", slider, update))
    assert kernel.states().data["states"][slider]["state"]["value"] == 4.5
    assert of(kernel, Message("comm_msg", "nobody", update)) == []  # logged, and nothing is broken


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, np.float64("nan")])
def test_what_json_has_no_number_for_is_null(value: float) -> None:
    data = {"a": [1.5, {"b": (value, "NaN")}], "c": 10**20, "d": "ε"}
    assert json.loads(to_json(data)) == {"a": [1.5, {"b": [None, "NaN"]}], "c": 10**20, "d": "ε"}
    assert "ε" in to_json(data)
