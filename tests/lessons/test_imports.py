"""What a lesson's page must not load: scipy doubles its import and costs its kernel 28 to 81 MB."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dpviz.lessons.catalogue import LESSONS
from tests.exercises.material import ROOT

SCRIPT = """
import json, sys
from pathlib import Path
sys.modules["scipy"] = None  # importing it fails
names = {}
for cell in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["cells"]:
    if cell["cell_type"] == "code":
        exec("".join(cell["source"]), names)
lesson = names["lesson"]
for section in lesson.sections.values():
    if hasattr(section, "scene"):
        axis = section.axes[0]
        section.scene(lesson.state(), axis, lesson.parameters.grid(axis))
"""


# By day one of three CPU seconds; four take twice as long as all the rest together.
@pytest.mark.parametrize(
    "notebook", [pytest.param(entry.notebook, marks=[pytest.mark.slow] * (entry.number != 5)) for entry in LESSONS]
)
def test_a_lessons_page_draws_all_its_pictures_without_scipy(notebook):
    path = ROOT / "notebooks" / notebook
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, path], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
