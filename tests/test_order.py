"""The pieces of a whole run, and the order in which they are begun."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import order
from tests.browser import first_by_day


def some(file: str, count: int, end: str = "") -> list[str]:
    return [f"{file}::test_it[{number}]{end}" for number in range(count)]


def test_a_file_is_one_piece_unless_it_is_split_or_its_tests_are_in_groups() -> None:
    split = "tests/test_arguments.py"
    size = order.SPLIT[split]
    nodeids = [*some("tests/test_one.py", 3), *some(split, 2 * size), *some("tests/test_walk.py", 2, "@walk")]
    found = order.pieces(nodeids)
    assert list(found) == nodeids
    assert list(found.values()) == (
        3 * ["tests/test_one.py 0"] + size * [f"{split} 0"] + size * [f"{split} 1"] + 2 * ["walk"]
    )


def test_one_that_waits_and_one_that_computes_by_turns_the_dearest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    files = ("tests/a.py", "tests/b.py", "tests/c.py", "tests/site/d.py", "tests/server/e.py")
    monkeypatch.setattr(order, "WEIGHTS", {"tests/b.py": 9.0, "tests/a.py": 4.0, "tests/server/e.py": 1.0})
    names = order.pieces([nodeid for file in files for nodeid in some(file, 2)])
    assert [name.split()[0] for name in order.begun(names)] == [
        "tests/server/e.py",
        "tests/b.py",
        "tests/site/d.py",
        "tests/a.py",
        "tests/c.py",
    ]


def test_files_that_are_split_or_wait_are_there() -> None:
    root = order.Path(order.__file__).parents[1]
    assert all((root / name).exists() for name in (*order.SPLIT, *order.WAITING, *order.WEIGHTS))


def run(folder: Path) -> str:
    """What a run of a folder's tests in two processes says."""
    (folder / "conftest.py").write_text('pytest_plugins = ["tests.order"]')
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(Path(order.__file__).parents[1])}
    done = subprocess.run(
        [*command, str(folder)], cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    return done.stdout + done.stderr


def test_a_group_of_several_files_is_one_process(tmp_path: Path) -> None:
    for name in "abcd":
        (tmp_path / f"test_{name}.py").write_text(
            "import os, pathlib, pytest\n"
            "groups = [pytest.param(number, marks=pytest.mark.xdist_group(f'g{number}')) for number in (0, 1)]\n"
            "@pytest.mark.parametrize('number', groups)\n"
            "def test_it(number):\n    pathlib.Path(f'{number} {os.getpid()}').touch()\n"
        )
    assert "8 passed" in run(tmp_path)
    assert len(list(tmp_path.glob("? *"))) == 2


@pytest.mark.parametrize("crashing", first_by_day(5, 3))
def test_a_process_that_crashes_costs_its_test_alone(tmp_path: Path, crashing: int) -> None:
    for name in "abc":
        crash = f"if number == {crashing}: os._exit(1)" if name == "b" else "pass"
        (tmp_path / f"test_{name}.py").write_text(
            f"import os, pytest\n@pytest.mark.parametrize('number', range(6))\ndef test_it(number):\n    {crash}\n"
        )
    assert "1 failed, 17 passed" in run(tmp_path)
