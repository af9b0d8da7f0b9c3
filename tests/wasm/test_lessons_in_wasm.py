"""Lessons and exercises in Pyodide: every section drawn along each axis, its code run, what checks say."""

from __future__ import annotations

import pytest

from tests.wasm.start import passes

pytestmark = [pytest.mark.wasm, pytest.mark.slow]

DRAWN = "tests/lessons/test_sections.py"
# Not what needs a Jupyter server, what ends, watches or locks up other processes, and what only graders run.
CONTAINED = ("attacks", "contain", "judge", "kernel", "lab", "walls")
TEACHING = (
    "graders",
    "hostile_receipts",
    "links",
    "sandbox",
    "sandboxed_answers",
    "stopped_grading",
    "suspicious_code",
)
SHARDS = {
    "sections": (DRAWN,),
    "lessons": (
        "tests/frame",
        "tests/lessons",
        f"--ignore={DRAWN}",
        "--ignore=tests/lessons/test_notebooks.py",
        "--ignore=tests/lessons/test_pages.py",
        "--ignore-glob=*_app.py",
    ),
    "exercises": (
        "tests/exercises",
        "tests/course",
        *(f"--ignore=tests/exercises/test_{name}.py" for name in CONTAINED),
        *(f"--ignore=tests/course/test_{name}.py" for name in TEACHING),
        *("-m", "not slow"),  # slow ones are more of the same kinds, for half an hour
    ),
}


@pytest.mark.parametrize("shard", SHARDS)
def test_lessons_in_pyodide(shard: str) -> None:
    passes(SHARDS[shard])
