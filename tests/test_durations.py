"""What tests cost, and the budgets that follow from it."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from tests import durations


def test_a_file_may_cost_some_times_its_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(durations, "WEIGHTS", {"heavy.py": 100.0})
    rows = [["heavy.py::a", 1.0, 200.0], ["heavy.py::b", 1.0, 90.0], ["light.py::a", 1.0, 19.0]]
    assert durations.exceeded(rows, 1.0) == []
    rows += [["heavy.py::c", 1.0, 20.0], ["light.py::b", 1.0, 2.0]]
    over = durations.exceeded(rows, 1.0)
    assert [line.split()[0] for line in over] == ["heavy.py", "light.py"]
    assert durations.exceeded(rows, 2.0) == []  # a machine that is half as fast


def test_all_tests_have_a_budget_too() -> None:
    rows = [[f"{number}.py::a", 1.0, 10.0] for number in range(130)]
    assert durations.exceeded(rows, 1.0) == ["all tests took 1300 CPU seconds; they may take 1080"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_what_runs_on_is_counted() -> None:
    before = durations.living()
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        end = time.monotonic() + 60
        while durations.living() < before + 0.05:
            assert time.monotonic() < end
        busy.kill()
