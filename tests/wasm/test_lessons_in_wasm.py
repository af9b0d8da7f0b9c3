"""Lessons and exercises in Pyodide: every section drawn along each axis, its code run, what checks say."""

from __future__ import annotations

import pytest

from tests.wasm.start import ALL, passes

pytestmark = pytest.mark.wasm

DRAWN = "tests/lessons/test_sections.py"
#: By day.
SHARDS = {"sections": (DRAWN, "-k", "code_on_screen", "-m", "not slow")}
# Not what needs a Jupyter server, and not what ends, watches or locks up other processes.
CONTAINED = ("contain", "judge", "kernel", "lab")
TEACHING = ("graders", "links", "sandbox", "sandboxed_answers")
REST = {
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
    ),
}


SLOW = [pytest.param(shard, marks=pytest.mark.slow) for shard in REST if shard not in SHARDS]


@pytest.mark.parametrize("shard", [*SHARDS, *SLOW])
def test_lessons_in_pyodide(shard: str) -> None:
    passes((REST if ALL or shard not in SHARDS else SHARDS)[shard])
