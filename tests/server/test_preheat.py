"""Lessons kept ready: one kernel after the other, and a page in either theme out of the same one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.serving import serve, wait_for, write_notebook

NOTE = """
import os, time
with open("log", "a") as log: print("begin", file=log)
time.sleep(0.3)
with open("log", "a") as log: print("end", file=log)
"""


def log(folder: Path) -> list[str]:
    file = folder / "log"
    return file.read_text().split() if file.exists() else []


def test_kernels_start_in_turn_and_are_used_once(tmp_path: Path) -> None:
    for name in "abc":
        write_notebook(tmp_path, name, f"# {name}", NOTE)
    with serve("--preheat", "all", notebooks=tmp_path) as served:
        wait_for(lambda: len(log(tmp_path)) == 6)
        assert log(tmp_path) == ["begin", "end"] * 3
        # The theme is the page's own business: the ready kernel is taken, and its place filled again.
        status, page, _ = served.get("voila/render/b.ipynb?theme=dark")
        assert status == 200
        assert "dpvizPage.cellsNow" in page
        wait_for(lambda: len(log(tmp_path)) == 8)


@pytest.mark.slow
def test_only_as_many_as_asked_for(tmp_path: Path) -> None:
    for name in "abc":
        write_notebook(tmp_path, name, f"# {name}", NOTE)
    with serve("--preheat", "1", notebooks=tmp_path) as served:
        wait_for(lambda: len(log(tmp_path)) == 2)
        assert served.get("voila/render/c.ipynb")[0] == 200
        assert log(tmp_path) == ["begin", "end"] * 2
