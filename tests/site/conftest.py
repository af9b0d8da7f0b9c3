"""A built site for the tests that open it, and a host that serves it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpviz.site.folder import MARKER
from tests.pyodide import alone, pyodide_folder
from tests.serving import ROOT
from tests.site.serving import FileHost

PATIENCE = 900  # seconds; a build has two cores to itself at best


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site, which no test changes; built once in a run, however many processes it has.

    ``DPVIZ_SITE`` names one that is there already.
    """
    if there := os.environ.get("DPVIZ_SITE"):
        return Path(there)
    pyodide = pyodide_folder()
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "site"
    with alone(shared / "site.lock"):
        if not (folder / MARKER).is_file():
            command = [sys.executable, "-m", "dpviz.cli", "build", str(folder), "--pyodide", str(pyodide)]
            environment = {**os.environ, "PYTHONPATH": str(ROOT)}
            done = subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
            )
            assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[FileHost]:
    """The site on a plain file server that runs for the whole session, below a prefix as on GitHub Pages."""
    with FileHost(site, prefix="/dpviz/") as served:
        yield served
