"""A kernel that takes over from an earlier run of the same cells draws nothing again, and says the same."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from dpviz.pages import places
from tests.browser import first_by_day
from tests.serving import ROOT

# Moves every slider to its end and back to its middle, and prints what the page is told meanwhile.
SCRIPT = """
import hashlib, json, sys
from pathlib import Path
import nbformat
from dpviz.kernel.core import DRAWN_BEFORE, Kernel, Message

notebook, drawn = sys.argv[1], json.loads(sys.argv[2])
cells = [cell.source for cell in nbformat.read(notebook, as_version=4).cells if cell.cell_type == "code"]
kernel = Kernel()
DRAWN_BEFORE.update(drawn)
lesson = kernel.execute(cells).names["lesson"]
digest = lambda content: hashlib.md5(content).hexdigest()
told = []
kernel.send = lambda message: told.append(
    (message.comm_id, json.dumps(message.data, sort_keys=True, default=str), [digest(b) for b in message.buffers])
)


def say(widget, **data):
    kernel.receive(Message("comm_msg", widget.model_id, data))


sliders = [widget for widget in lesson._controls._made.values() if widget.kind == "slider"]
before = lesson.drawn()
for slider in sliders:
    for value in (slider.values[-1], slider.values[len(slider.values) // 2]):
        say(lesson.page, method="custom", content={"kind": "prefetch", "axis": slider.name})
        say(slider, method="update", state={"value": value}, buffer_paths=[])
print(json.dumps({"drawn": before, "told": digest(repr(told).encode()), "count": len(told)}))
"""


def told(notebook: str, drawn: object) -> dict[str, object]:
    command = [sys.executable, "-c", SCRIPT, str(places.notebooks() / notebook), json.dumps(drawn)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize(
    "notebook", first_by_day("02_exponential_mechanism.ipynb", "05_parity.ipynb", "10_successive_halving.ipynb")
)
def test_it_says_the_same(notebook: str) -> None:
    first = told(notebook, {})
    again = told(notebook, first["drawn"])
    assert first["drawn"]
    assert int(str(first["count"])) > 20
    assert again == first
