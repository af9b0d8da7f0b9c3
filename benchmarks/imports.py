"""What an import costs: fresh interpreters in turn, the time taken inside them."""

from __future__ import annotations

import subprocess
import sys
from statistics import median

from benchmarks.table import Row

NUMPY = "import numpy"
OURS = "import dpviz"
ENGINE = "import dpviz.privacy, dpviz.mechanisms, dpviz.data"


def rows(repetitions: int = 15) -> list[Row]:
    """Rows for the package and for its whole engine, against numpy."""
    times: dict[str, list[float]] = {statement: [] for statement in (OURS, ENGINE, NUMPY)}
    for turn in range(repetitions + 1):
        for statement, taken in times.items():
            milliseconds = _once(statement)
            if turn > 0:  # the first turn reads the files from the disk
                taken.append(milliseconds)
    found = {statement: median(taken) for statement, taken in times.items()}
    return [
        Row(
            what=f"{statement}; against {NUMPY}",
            ours=found[statement],
            theirs=found[NUMPY],
            unit="ms",
            most_ratio=1.3 if statement == OURS else None,
            why="importing the package alone should import nothing",
            note="packages are imported at first use: see the next row" if statement == OURS else "",
        )
        for statement in (OURS, ENGINE)
    ]


def _once(statement: str) -> float:
    clock = "import time; begin = time.perf_counter()"
    code = f"{clock}; {statement}; print(1e3 * (time.perf_counter() - begin))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout)
