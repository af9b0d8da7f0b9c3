"""In which order a whole run takes the files, and in which pieces: the longest first, so that nobody waits at the end.

``weights.json`` holds seconds by file, of those that take more than a few. A file is one piece, since its tests share
what they have opened, unless it stands in `SPLIT`; tests marked ``xdist_group`` are one piece by the group's name.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

#: CPU seconds by file in a run of every day, alone on a machine; their budgets follow from them too.
WEIGHTS: dict[str, float] = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))
#: Files whose tests share nothing that is dear: into pieces of so many tests.
SPLIT = {
    "tests/exercises/test_answers.py": 100,
    "tests/exercises/test_judge.py": 30,
    "tests/exercises/test_recording.py": 10,
    "tests/lessons/test_sections.py": 40,
    "tests/site/test_pages.py": 6,
    "tests/test_arguments.py": 200,
    "tests/wasm/test_engine_in_wasm.py": 1,
    "tests/wasm/test_lessons_in_wasm.py": 1,
}
#: Folders whose tests share one server: in one piece.
TOGETHER = ("tests/faults", "tests/hub")
#: Begun first: they wait more than they compute.
FIRST = ("tests/wasm", "tests/site", "tests/faults", "tests/hub", "tests/lessons/test_walk_app.py", "tests/server")


def file_of(nodeid: str) -> str:
    """The file of a test."""
    return nodeid.partition("::")[0]


def place(nodeid: str) -> tuple[int, float]:
    """Sorts tests as they are to be begun."""
    file = file_of(nodeid)
    rank = next((rank for rank, start in enumerate(FIRST) if file.startswith(start)), len(FIRST))
    return rank, -WEIGHTS.get(file, 0.0)


def pieces(nodeids: list[str]) -> dict[str, str]:
    """The name of each test's piece."""
    found: dict[str, str] = {}
    seen: Counter[str] = Counter()
    for nodeid in nodeids:
        file, group = file_of(nodeid), nodeid.rpartition("@")[2]
        if nodeid.rfind("@") > nodeid.rfind("]"):
            found[nodeid] = group
        elif together := next((folder for folder in TOGETHER if file.startswith(f"{folder}/")), ""):
            found[nodeid] = together
        else:
            found[nodeid] = f"{file} {seen[file] // SPLIT.get(file, 10**9)}"
            seen[file] += 1
    return found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first."""
    items.sort(key=lambda item: place(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Pieces, in the order of their first tests."""
    from xdist.scheduler import LoadScopeScheduling

    class Pieces(LoadScopeScheduling):
        def schedule(self) -> None:
            if self.collection is None:
                self.names = pieces(next(iter(self.registered_collections.values())))
            super().schedule()

        def _split_scope(self, nodeid: str) -> str:
            return self.names[nodeid]

    if config.getoption("dist") != "loadgroup":
        return None
    config.option.loadscopereorder = False  # not by their number of tests
    return Pieces(config, log)
