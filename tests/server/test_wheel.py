"""What a user installs holds everything that is served."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from dpviz.lessons.catalogue import LESSONS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-q", "-w", str(folder), "."]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_everything_served_is_in_it(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    for entry in LESSONS:
        assert f"dpviz/notebooks/{entry.notebook}" in names
        assert f"dpviz/lessons/{entry.slug}/picture.svg" in names
    for path in (ROOT / "notebooks").glob("*.lecture.json"):
        assert f"dpviz/notebooks/{path.name}" in names
    assert {f"dpviz/docs/{name}.md" for name in ("glossary", "corrections")} <= names
    for folder in ("dpviz/lessons", "dpviz/reference", "dpviz/server", "dpviz/widgets/static", "dpviz/data"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert path.relative_to(ROOT).as_posix() in names


def test_any_voila_of_the_environment_finds_the_template(wheel: zipfile.ZipFile) -> None:
    shared = {name.split(".data/data/", 1)[1] for name in wheel.namelist() if ".data/data/" in name}
    template = "share/jupyter/voila/templates/dpviz"
    for file in (
        "index.html.j2",
        "contents.html.j2",
        "theme.html.j2",
        "conf.json",
        "static/page.js",
        "static/dpviz.css",
        "static/dpviz.js",
        "static/speaker.html",
    ):
        assert f"{template}/{file}" in shared
    assert "etc/jupyter/jupyter_server_config.d/dpviz.json" in shared


def test_nothing_is_in_it_that_nobody_needs(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    assert not [name for name in names if "checkpoint" in name or "__pycache__" in name or name.startswith("tests/")]
    assert not [name for name in names if "solutions" in name], "students install this"
    for path in (ROOT / "notebooks" / "exercises").glob("*.ipynb"):
        assert f"dpviz/notebooks/exercises/{path.name}" in names
    assert not [name for name in names if "/voila/" in name and "bench" in name], "Voilà never asks for it"
    assert sum(entry.compress_size for entry in wheel.infolist()) < 3_450_000


def test_the_console_command_is_named(wheel: zipfile.ZipFile) -> None:
    entry_points = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "dpviz = dpviz.cli:main" in wheel.read(entry_points).decode()
