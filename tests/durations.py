"""What each test costs, in CPU seconds of its own and of all that it started; and a budget for each file.

A run writes ``durations.json`` into pytest's cache: ``[test, seconds on the clock, CPU seconds]`` of each. With
``--budget`` it fails where a file costs more than `HEADROOM` times its weight (``weights.json``), or than `UNLISTED`.
CPU seconds are counted, as a busy machine lengthens those on the clock; a slow one is told by a loop of known length.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.order import WEIGHTS, file_of

#: Of a file's weight it may cost so many times: who starts what others share, pays for it.
HEADROOM = 3.0
#: CPU seconds, of a file without a weight.
UNLISTED = 20.0
#: CPU seconds of all tests of every day.
ALL = 18 * 60.0
#: CPU seconds that `loop` takes on the machine of the weights.
LOOP = 0.25
ROWS = pytest.StashKey[list[list[Any]]]()
LIVING = pytest.StashKey[float]()


def _below(pid: int) -> Iterator[int]:
    with suppress(OSError):
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in map(int, children.read_text().split()):
                yield child
                yield from _below(child)


def living() -> float:
    """CPU seconds, on Linux, of the processes that run below this one: servers, browsers."""
    ticks, total = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100, 0.0
    for pid in _below(os.getpid()):
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15])) / ticks
    return total


def loop() -> float:
    """CPU seconds of something that always takes as long."""
    began = time.process_time()
    total = 0
    for number in range(5_000_000):
        total += number & 3
    return time.process_time() - began


def exceeded(rows: list[list[Any]], slowness: float) -> list[str]:
    """A sentence for each file that costs more than it may, on a machine that is so many times as slow."""
    by_file: Counter[str] = Counter()
    for nodeid, _, seconds in rows:
        by_file[file_of(nodeid)] += seconds
    found = [
        f"{file} took {cost:.0f} CPU seconds; it may take {may:.0f}"
        for file, cost in by_file.most_common()
        if cost > (may := slowness * max(UNLISTED, HEADROOM * WEIGHTS.get(file, 0.0)))
    ]
    total = sum(by_file.values())
    if total > slowness * ALL:
        found.append(f"all tests took {total:.0f} CPU seconds; they may take {slowness * ALL:.0f}")
    return found


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--budget``."""
    parser.addoption("--budget", action="store_true", help="fail where a file costs more than its budget")


def pytest_configure(config: pytest.Config) -> None:
    """Nothing has been measured yet."""
    config.stash[ROWS] = []


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[Any]:
    """Measure a test with its fixtures; what runs on is looked up once a file, for that takes long."""
    stash = item.config.stash
    began, before = time.perf_counter(), sum(os.times()[:4])
    done = yield
    spent = sum(os.times()[:4]) - before
    if nextitem is None or file_of(nextitem.nodeid) != file_of(item.nodeid):
        earlier, stash[LIVING] = stash.get(LIVING, 0.0), living()
        spent += stash[LIVING] - earlier  # below 0 where a browser ends that nobody waits for
    stash[ROWS].append([item.nodeid, round(time.perf_counter() - began, 3), round(max(0.0, spent), 3)])
    return done


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what another process has measured."""
    node.config.stash[ROWS].extend(getattr(node, "workeroutput", {}).get("durations", []))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand over what was measured; where all is known, keep it, and look at the budgets."""
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["durations"] = config.stash[ROWS]
        return
    if config.stash[ROWS] and hasattr(config, "cache"):
        config.cache.set("durations", config.stash[ROWS])
    if config.getoption("budget"):
        slowness = max(1.0, loop() / LOOP)
        config.stash[OVER] = exceeded(config.stash[ROWS], slowness)
        if config.stash[OVER] and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


OVER = pytest.StashKey[list[str]]()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say what the tests cost, and what costs more than it may."""
    total = sum(row[2] for row in config.stash[ROWS])
    terminalreporter.line(f"{total / 60:.1f} core-minutes, of {len(config.stash[ROWS])} tests")
    for line in config.stash.get(OVER, []):
        terminalreporter.line(f"over budget: {line}", red=True)


def main() -> None:
    """Write the weights of the last run's files."""
    root = Path(__file__).resolve().parents[1]
    by_file: Counter[str] = Counter()
    for nodeid, _, seconds in json.loads((root / ".pytest_cache" / "v" / "durations").read_text(encoding="utf-8")):
        by_file[file_of(nodeid)] += seconds
    weights = {file: round(cost) for file, cost in sorted(by_file.items()) if cost >= 5}
    Path(__file__).with_name("weights.json").write_text(json.dumps(weights, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
