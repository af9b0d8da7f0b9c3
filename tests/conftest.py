"""What every package's tests share: one Chromium, and one running server."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import settings

from tests.browser import browser, new_page, one_page, pytest_runtest_makereport  # noqa: F401
from tests.serving import Served, serve, serve_to_all

# Products of matrices as small as ours gain nothing by a second thread, and lose much where the cores are busy.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")

# As in dpviz/cli.py: it costs each process a second.
sys.modules.setdefault("rfc3987_syntax", None)

# A run in the background or under nohup ignores these, and so would all that it starts: tests send them to servers.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if os.name == "posix" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# What is collected lives as long as the run: garbage is looked for in what comes after.
gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Leave alone from here on what is there."""
    gc.freeze()
    gc.enable()


pytest_plugins = ["tests.order"] if sys.platform == "emscripten" else ["tests.order", "tests.durations"]

# By day the same few examples of each property; with everything (tests/README.md) others each time, and those that
# failed before. A loaded machine knows no deadlines.
settings.register_profile("day", max_examples=25, derandomize=True, deadline=None, database=None)
settings.register_profile("all", max_examples=200, deadline=None)
settings.load_profile("all" if os.environ.get("DPVIZ_TESTS") == "all" else "day")


#: What a process has of the server that a run shares.
SHARED = pytest.StashKey[ExitStack]()


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Served:
    """`dpviz` as a user starts it, on any free port, one in a run; ``server.address`` is the gallery's."""
    if "PYTEST_XDIST_WORKER" in os.environ and os.name == "posix":
        shared = serve_to_all(tmp_path_factory.getbasetemp().parent / "server", "--preheat", "1")
    else:
        shared = serve("--preheat", "1")
    return request.config.stash.setdefault(SHARED, ExitStack()).enter_context(shared)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let go of the server. Who started it waits here for all others: for longer than a single test may take."""
    if shared := session.config.stash.get(SHARED, None):
        shared.close()


@pytest.fixture(scope="session")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of other notebooks: write them with `tests.serving.write_notebook` into ``scratch.folder``."""
    folder: Path = tmp_path_factory.mktemp("scratch")
    with serve("--preheat", "none", notebooks=folder) as served:
        yield served


@pytest.fixture(autouse=True)
def no_tries_yet():
    """Each test's tries at an exercise are its own."""
    if session := sys.modules.get("dpviz.exercises.session"):
        session._tried.clear()
