"""A built site for the tests that open it, and a host that serves it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpviz.lessons.catalogue import LESSONS, CatalogueEntry
from dpviz.site.folder import MARKER
from dpviz.site.pages import address
from tests.pyodide import alone, pyodide_folder
from tests.serving import ROOT
from tests.site.serving import FileHost

PATIENCE = 900  # seconds; a build has two cores to itself at best
#: The command, of two lessons only: a fifth of the work.
FEW = """
import sys
from dpviz.lessons import catalogue
catalogue.LESSONS = catalogue.LESSONS[:2]
from dpviz.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """The folder of a site, which no test changes; built once in a run, however many processes it has.

    Of all lessons where a slow test is among those run, else of two. ``DPVIZ_SITE`` names one that is there already.
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
            slow = any(item.get_closest_marker("slow") for item in request.session.items)
            which = ["-m", "dpviz.cli"] if slow else ["-c", FEW]
            command = [sys.executable, *which, "build", str(folder), "--pyodide", str(pyodide)]
            environment = {**os.environ, "PYTHONPATH": str(ROOT)}
            done = subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
            )
            assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def published(site: Path) -> list[CatalogueEntry]:
    """The lessons that the site has."""
    return [entry for entry in LESSONS if (site / address(entry)).is_file()]


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[FileHost]:
    """The site on a plain file server that runs for the whole session, below a prefix as on GitHub Pages."""
    with FileHost(site, prefix="/dpviz/") as served:
        yield served
