"""In which order a whole run takes the files, and in which pieces: cores have work, and nobody waits at the end.

``weights.json`` holds seconds by file, of those that take more than a few. A file is one piece, since its tests share
what they have opened, unless it stands in `SPLIT`; tests marked ``xdist_group`` are one piece by the group's name.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import filterfalse, zip_longest
from pathlib import Path
from typing import Any

import pytest

#: CPU seconds by file in a run of every day, alone on a machine; their budgets follow from them too.
WEIGHTS: dict[str, float] = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))
#: Files whose tests share nothing that is dear: into pieces of so many tests.
SPLIT = {
    "tests/exercises/test_answers.py": 100,
    "tests/exercises/test_attacks.py": 15,
    "tests/exercises/test_recording.py": 10,
    "tests/lessons/test_sections.py": 40,
    "tests/site/test_pages.py": 6,
    "tests/test_arguments.py": 200,
    "tests/wasm/test_engine_in_wasm.py": 1,
    "tests/wasm/test_lessons_in_wasm.py": 1,
}
#: They wait more than they compute: for pages, for kernels, for lines that are cut.
WAITING = (
    "tests/course/test_sandboxed_answers.py",
    "tests/course/test_stopped_grading.py",
    "tests/exercises/test_attacks.py",
    "tests/faults",
    "tests/hub",
    "tests/lessons/test_walk_app.py",
    "tests/server",
    "tests/site",
    "tests/warm",
    "tests/widgets",
)


def file_of(nodeid: str) -> str:
    """The file of a test."""
    return nodeid.partition("::")[0]


def pieces(nodeids: list[str]) -> dict[str, str]:
    """The name of each test's piece."""
    found: dict[str, str] = {}
    seen: Counter[str] = Counter()
    for nodeid in nodeids:
        file, group = file_of(nodeid), nodeid.rpartition("@")[2]
        if nodeid.rfind("@") > nodeid.rfind("]"):
            found[nodeid] = group
        else:
            found[nodeid] = f"{file} {seen[file] // SPLIT.get(file, 10**9)}"
            seen[file] += 1
    return found


def begun(names: dict[str, str]) -> list[str]:
    """Pieces as they are to be begun: one that waits and one that computes by turns, of each kind the dearest first."""
    tests = Counter(map(file_of, names))
    cost: Counter[str] = Counter()
    waits: dict[str, bool] = {}
    for nodeid, name in names.items():
        file = file_of(nodeid)
        cost[name] += WEIGHTS.get(file, 0.0) / tests[file]
        waits[name] = file.startswith(WAITING)
    dearest = sorted(waits, key=lambda name: -cost[name])
    by_turns = zip_longest(filter(waits.get, dearest), filterfalse(waits.get, dearest))
    return [name for pair in by_turns for name in pair if name]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests that are run, as their pieces are to be begun."""
    names = pieces([item.nodeid for item in items])
    place = {name: number for number, name in enumerate(begun(names))}
    items.sort(key=lambda item: place[names[item.nodeid]])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Pieces, in the order of their first tests."""
    from xdist.scheduler import LoadScopeScheduling

    class Pieces(LoadScopeScheduling):
        def schedule(self) -> None:
            again = self.collection is not None
            if not again:
                self.names = pieces(next(iter(self.registered_collections.values())))
            super().schedule()
            # A process in place of one that has crashed begins its last tests once it is told that they are.
            for node in self.nodes if again else ():
                self._reschedule(node)

        def remove_node(self, node: Any) -> str | None:
            # The test in which a process has crashed is not tried again: it may have hung, until it was ended.
            units = self.assigned_work[node]
            left = [(unit, nodeid) for unit in units.values() for nodeid, completed in unit.items() if not completed]
            for unit, nodeid in left[:1]:
                unit[nodeid] = True
            for name in [name for name, unit in units.items() if all(unit.values())]:
                del units[name]  # else it would be handed to another, who waits for its next test
            super().remove_node(node)
            return left[0][1] if left else None

        def _split_scope(self, nodeid: str) -> str:
            return self.names[nodeid]

    if config.getoption("dist") != "loadgroup":
        return None
    config.option.loadscopereorder = False  # not by their number of tests
    return Pieces(config, log)
