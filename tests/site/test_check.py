"""``dpviz build --check``: a site that works, one that does not, and what is none."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from dpviz.cli import main
from dpviz.site import check


@pytest.fixture
def one_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "LESSONS", check.LESSONS[1:2])


@pytest.mark.browser
@pytest.mark.usefixtures("one_lesson", "browser")
def test_a_site_that_works_and_one_that_does_not(site: Path, tmp_path: Path, capfd: Any) -> None:
    # Playwright does not run twice in a thread, and the tests' own browser is running.
    assert checked(site) == 0
    index, lesson = capfd.readouterr().out.splitlines()
    assert index.startswith("index.html: there after ")
    assert lesson.startswith("02_exponential_mechanism.html: drawn after ")
    assert "answered after" in lesson
    broken = tmp_path / "site"
    shutil.copytree(site, broken)
    next((broken / "python").glob("wasm.*.bin")).unlink()
    (broken / "glossary.html").unlink()
    assert checked(broken) == 1
    told = capfd.readouterr()
    index, lesson = told.out.splitlines()
    assert "FAILED" in index
    assert "glossary.html" in index
    assert "dragged" in lesson
    assert "FAILED: the engine did not start" in lesson
    assert "fails the check" in told.err


def checked(folder: Path) -> int:
    """The command in a thread of its own."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(main, ["build", "--check", str(folder)]).result()


def test_what_is_no_site_is_told(tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["build", "--check", str(tmp_path / "nowhere")]) == 1
    assert "holds no site: build one first" in capsys.readouterr().err
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["build", "--check", str(tmp_path)]) == 1
    assert "is not empty, and holds no site that dpviz made" in capsys.readouterr().err
    monkeypatch.setattr(check, "known", lambda _: {"index.html": ""})
    monkeypatch.setattr(check.chromium, "find_chromium", lambda: None)
    assert main(["build", "--check", str(tmp_path)]) == 1
    assert "there is no Chromium to open the site in" in capsys.readouterr().err
