"""What every room's tests share: one Chromium, and one running server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import browser, new_page  # noqa: F401
from tests.serving import Served, serve


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    """`dpviz` as a user starts it, on any free port; ``server.address`` is the gallery's."""
    with serve("--preheat", "1") as served:
        yield served


@pytest.fixture(scope="session")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of other notebooks: write them with `tests.serving.write_notebook` into ``scratch.folder``."""
    folder: Path = tmp_path_factory.mktemp("scratch")
    with serve("--preheat", "none", notebooks=folder) as served:
        yield served
