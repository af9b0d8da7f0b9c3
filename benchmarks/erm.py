"""Learning curves: the whole published figure, against private fits one after the other.

Run ``python -m benchmarks.erm``. The whole figure is timed by the clock, on all cores, against theirs fit by fit: a
sample, in its own environment and with one thread (as is best for it), scaled to the same number of fits. The second
row is the processor's time, in which what else the machine does is left out, with one thread for both.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import Any

from benchmarks.peers import Missing, Peer
from benchmarks.table import Row, render
from dpviz.erm import Uniform, Unseparable, learning_curve

SIZES = range(1000, 14_001, 1000)
SAMPLE = (1000, 5000, 10_000, 14_000)
DATA = (Uniform(), Unseparable())
FOLDS, DRAWS = 5, 200
FITS = len(SIZES) * FOLDS * DRAWS * len(DATA)
PEER = Peer(name="diffprivlib", requirements=("diffprivlib==0.6.6", "scikit-learn<1.8"), python="3.11")


def rows(repetitions: int = 1) -> list[Row]:
    """Two rows, in seconds."""
    clock = min(_figure(perf_counter, -1) for _ in range(repetitions))
    ours = min(_on_one_thread() for _ in range(repetitions))
    theirs = None
    try:
        found: Any = PEER.run(
            Path(__file__).parent / "scripts" / "diffprivlib_fit.py",
            {"sizes": SAMPLE, "draws": 8 * repetitions, "test": 3500, "epsilon": 0.1, "regularization": 0.01},
        )
        theirs = FITS * _over_the_sizes(found["seconds"])
        each = ", ".join(f"{1000 * s:.0f}" for s in found["seconds"])
        note = f"theirs: {each} ms a fit at n = {', '.join(map(str, SAMPLE))}, scaled to {FITS:,} fits"
    except Missing as missing:
        note = str(missing)
    what = f"the published learning curves, {FITS:,} solved private fits and as many noisy answers"
    return [
        Row(
            what=f"{what}; by the clock, on all cores, against diffprivlib's LogisticRegression, fit by fit",
            ours=clock,
            theirs=theirs,
            unit="s",
            most=20,
            most_ratio=1 / 20,
            note=note,
            why="what else the machine was doing is in it",
        ),
        Row(what=f"{what}; processor's time, one thread each", ours=ours, theirs=theirs, unit="s"),
    ]


def _on_one_thread() -> float:
    """Processor's time of the whole figure. BLAS's threads, waiting for one another, would be counted too."""
    code = "from time import process_time; from benchmarks.erm import _figure; print(_figure(process_time, 1))"
    alone = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    said = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **alone}, capture_output=True, text=True, check=True
    )
    return float(said.stdout)


def _figure(clock: Callable[[], float], jobs: int) -> float:
    begin = clock()
    for source in DATA:
        learning_curve(source, n=SIZES, methods=("standard", "output", "printed"), jobs=jobs)
    return clock() - begin


def _over_the_sizes(seconds: list[float]) -> float:
    """Mean over the figure's sizes of what is known at the sample's, in straight lines between."""
    found = []
    for n in SIZES:
        at = max(i for i, size in enumerate(SAMPLE[:-1]) if size <= n)
        share = (n - SAMPLE[at]) / (SAMPLE[at + 1] - SAMPLE[at])
        found.append(seconds[at] + share * (seconds[at + 1] - seconds[at]))
    return mean(found)


if __name__ == "__main__":
    print(render(rows()))
