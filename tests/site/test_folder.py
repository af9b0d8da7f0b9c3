"""The folder of a site, and what the command says of a bad one: nothing of anybody else's is touched."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from dpviz.cli import main
from dpviz.site import build, folder, notebooks, pyodide
from dpviz.site._errors import SiteError

SITE = {"index.html": b"pages/a.js", "pages/a.js": b"1", "pages/b.js": b"2", "sw.js": b"all"}
NEXT = {"index.html": b"pages/c.js", "pages/a.js": b"1", "pages/c.js": b"3", "sw.js": b"all of it"}

LESSON = "class lesson:\n    drawn = list"  # all that is asked of one


def contents(place: Path) -> dict[str, bytes]:
    return {str(path.relative_to(place)): path.read_bytes() for path in place.rglob("*") if path.is_file()}


def command(*arguments: str) -> int:
    return main(["build", *arguments])


def notebook(path: Path, *cells: str) -> Path:
    made = [
        {"cell_type": "code", "source": cell, "metadata": {}, "outputs": [], "execution_count": None} for cell in cells
    ]
    path.write_text(json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))
    return path


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes as far as Pyodide fails the test."""
    monkeypatch.setattr(pyodide, "provide", lambda *_: pytest.fail("began the work"))


@pytest.mark.usefixtures("no_work")
def test_a_folder_of_somebody_else_is_refused_and_not_touched(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    assert command(str(tmp_path)) == 1
    said = capsys.readouterr().err
    assert f"{tmp_path} is not empty, and holds no site that dpviz made" in said
    assert "Traceback" not in said
    assert contents(tmp_path) == {"thesis.tex": b"years of work"}
    with pytest.raises(SiteError):
        folder.write(tmp_path, SITE)
    assert contents(tmp_path) == {"thesis.tex": b"years of work"}


@pytest.mark.usefixtures("no_work")
def test_a_file_is_no_folder(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "site"
    file.write_text("a file")
    assert command(str(file)) == 1
    assert f"{file} is a file; a site is a folder" in capsys.readouterr().err
    assert file.read_text() == "a file"


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("text", ["", "{", "[]", '{"files": 3}', "\ufffd"])
def test_a_list_that_cannot_be_read_is_said(tmp_path: Path, capsys: Any, text: str) -> None:
    (tmp_path / folder.MARKER).write_text(text)
    assert command(str(tmp_path)) == 1
    assert "cannot be read" in capsys.readouterr().err
    assert contents(tmp_path) == {folder.MARKER: text.encode()}


def test_pyodide_of_another_release_is_named_with_the_hash_expected(tmp_path: Path, capsys: Any) -> None:
    wrong, site = tmp_path / "pyodide", tmp_path / "site"
    wrong.mkdir()
    for name in pyodide.files(("numpy",)):
        (wrong / name).write_bytes(b"something else")
    assert command(str(site), "--pyodide", str(wrong)) == 1
    said = capsys.readouterr().err
    assert "SHA-256" in said
    assert hashlib.sha256(b"something else").hexdigest() in said
    assert not site.exists()
    assert command(str(site), "--pyodide", str(tmp_path / "nowhere")) == 1
    assert "nowhere" in capsys.readouterr().err
    assert not site.exists()


def counted(written: folder.Written) -> tuple[int, int, int, int]:
    return written.new, written.same, written.removed, sum(written.sizes.values())


def test_sizes_are_told_by_folder(tmp_path: Path) -> None:
    files = {"a/b/c.js": b"12", "a/d.js": b"3", "1/index.html": b"4567", "sw.js": b"8"}
    assert folder.write(tmp_path, files).sizes == {"a": 3, "": 5}


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    site = tmp_path / "new" / "site"
    assert counted(folder.write(site, SITE)) == (4, 0, 0, sum(map(len, SITE.values())))
    before = {name: (site / name).stat().st_mtime_ns for name in SITE}
    for name in SITE:
        os.utime(site / name, ns=(before[name] - 10**9, before[name] - 10**9))
    assert counted(folder.write(site, SITE)) == (0, 4, 0, sum(map(len, SITE.values())))
    assert all((site / name).stat().st_mtime_ns == before[name] - 10**9 for name in SITE)
    (site / "CNAME").write_text("dp.example.org")
    (site / "pages" / "mine.txt").write_text("mine")
    (site / "pages" / "a.js").unlink()  # somebody lost it
    assert counted(folder.write(site, NEXT)) == (4, 0, 1, sum(map(len, NEXT.values())))
    assert contents(site) == {
        **NEXT,
        "CNAME": b"dp.example.org",
        "pages/mine.txt": b"mine",
        folder.MARKER: (site / folder.MARKER).read_bytes(),
    }


def test_a_folder_that_a_new_site_does_not_need_goes_when_it_is_empty(tmp_path: Path) -> None:
    folder.write(tmp_path, {"a/b/c.js": b"", "a/d.js": b"", "index.html": b""})
    folder.write(tmp_path, {"a/d.js": b"", "index.html": b""})
    assert not (tmp_path / "a" / "b").exists()
    assert (tmp_path / "a" / "d.js").exists()


def test_a_list_that_names_files_elsewhere_removes_none_of_them(tmp_path: Path) -> None:
    site, other = tmp_path / "site", tmp_path / "other.txt"
    other.write_text("theirs")
    folder.write(site, SITE)
    marker = site / folder.MARKER
    marker.write_text(json.dumps({"files": {"../other.txt": "", str(other): ""}}))
    folder.write(site, SITE)
    assert other.read_text() == "theirs"


@pytest.mark.parametrize("turn", range(5))
def test_a_build_that_is_cut_leaves_a_whole_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turn: int) -> None:
    folder.write(tmp_path, SITE)
    put, turns = folder._put, iter(range(5))

    def cut(path: Path, content: bytes) -> None:
        if next(turns) == turn:
            raise OSError("no space left on the device")
        put(path, content)

    monkeypatch.setattr(folder, "_put", cut)
    with contextlib.suppress(OSError):
        folder.write(tmp_path, NEXT)
    there = contents(tmp_path)
    assert there[there["index.html"].decode()]  # what the page refers to
    assert there["sw.js"] == b"all" or there["index.html"] == NEXT["index.html"]
    monkeypatch.setattr(folder, "_put", put)
    folder.write(tmp_path, NEXT)  # the next one succeeds, and leaves nothing behind
    assert {name: data for name, data in contents(tmp_path).items() if name != folder.MARKER} == NEXT


def test_a_lesson_that_fails_is_named_and_the_old_site_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    site, lessons = tmp_path / "site", tmp_path / "notebooks"
    folder.write(site, SITE)
    before = contents(site)
    lessons.mkdir()
    for lesson in build.LESSONS:
        notebook(lessons / lesson.notebook, "1 + 1", "secret = 3\n1 / 0")
    monkeypatch.setattr(build.places, "notebooks", lambda: lessons)
    monkeypatch.setattr(build, "runtime", lambda _: ({}, {}))
    monkeypatch.setattr(build, "LESSONS", build.LESSONS[:1])
    assert command(str(site)) == 1
    said = capsys.readouterr().err
    assert f"{build.LESSONS[0].notebook}: code cell 2 (secret = 3): ZeroDivisionError: division by zero" in said
    assert "Traceback" not in said
    assert contents(site) == before


def test_notebooks_are_executed_in_their_order_each_in_a_process_of_its_own(tmp_path: Path) -> None:
    paths = [
        notebook(tmp_path / f"{number}.ipynb", "import os\n" + LESSON, f"print({number}); os.getpid()")
        for number in range(3)
    ]
    runs = list(notebooks.run_all(paths))
    assert [run.outputs[1][0]["text"] for run in runs] == ["0\n", "1\n", "2\n"]
    assert len({run.outputs[1][1]["data"]["text/plain"] for run in runs}) == 3
