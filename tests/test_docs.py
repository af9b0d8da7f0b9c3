"""The documentation is built without a warning and without a network, and its pages ask no other host for anything."""

from __future__ import annotations

import doctest
import importlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arguments import PACKAGES

pytest.importorskip("furo")
ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    # In a copy: some pages are written while it is built.
    ignored = shutil.ignore_patterns("_build")
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=ignored)
    for name in ("CHANGELOG.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, folder)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "docs", "site"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return folder / "site"


@pytest.mark.slow
def test_every_public_name_is_in_the_reference(site: Path) -> None:
    shown = "".join(page.read_text(encoding="utf-8") for page in (site / "reference").glob("*.html"))
    for package in PACKAGES:
        module = importlib.import_module(f"dpviz.{package}")
        names = [name for name in module.__all__ if callable(getattr(module, name))]
        assert not [name for name in names if f'.{name}"' not in shown]


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.name)
def test_examples_print_what_they_say(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_the_engine_has_examples() -> None:
    examples = doctest.DocTestParser().get_examples((ROOT / "docs/guides/engine.md").read_text(encoding="utf-8"))
    assert len(examples) > 20


@pytest.mark.slow
def test_no_page_needs_another_host(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r'<(?:script|img|iframe)[^>]*src="(?:https?:)?//', text), page.name
        assert not re.findall(r'<link[^>]*rel="(?:stylesheet|preload)"[^>]*href="(?:https?:)?//', text), page.name
