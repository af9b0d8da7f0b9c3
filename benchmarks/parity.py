"""Elimination over GF(2): ours against galois, in one run, as ratios.

Run ``python -m benchmarks.parity``. The two take turns, and medians are compared.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np

from benchmarks.table import Row, render
from dpviz.learning.parity import row_reduce, solve

SIZES = ((512, 513), (4096, 2049))


def rows(repetitions: int = 3) -> list[Row]:
    """One row a comparison, in milliseconds."""
    rng = np.random.default_rng(50)
    found = []
    for height, width in SIZES:
        bits = rng.integers(0, 2, (height, width), dtype=np.uint8)
        ours, theirs = _turns(lambda bits=bits: row_reduce(bits), _galois(bits), repetitions)
        large = height == SIZES[-1][0]
        found.append(
            Row(
                what=f"reduced row echelon form over GF(2), {height} × {width}; against galois' row_reduce",
                ours=ours,
                theirs=theirs,
                unit="ms",
                most_ratio=1 / 20 if large else None,
                note="for scale: M4RI, in C, needs about 11 ms (not measured in this run)" if large else "",
            )
        )
    A, b = rng.integers(0, 2, (2100, 2048)), rng.integers(0, 2, 2048)
    labels = A @ b % 2
    found.append(_own("all solutions of 2100 constraints on 2048 unknowns", lambda: solve(A, labels), repetitions))
    return found


def _own(what: str, work: Callable[[], object], repetitions: int) -> Row:
    ours, _ = _turns(work, None, repetitions)
    return Row(what=what, ours=ours, theirs=None, unit="ms")


def _galois(bits: np.ndarray) -> Callable[[], object] | None:
    try:
        import galois
    except ImportError:
        return None
    matrix = galois.GF2(bits)
    galois.GF2(bits[:8, :8]).row_reduce()  # what it compiles is compiled now
    return matrix.row_reduce


def _turns(
    ours: Callable[[], object], theirs: Callable[[], object] | None, repetitions: int
) -> tuple[float, float | None]:
    times: tuple[list[float], list[float]] = ([], [])
    ours()  # tables that are kept are made now
    for _ in range(repetitions):
        for work, taken in zip((ours, theirs), times, strict=True):
            if work is not None:
                begin = perf_counter()
                work()
                taken.append(1000 * (perf_counter() - begin))
    return float(np.median(times[0])), float(np.median(times[1])) if times[1] else None


if __name__ == "__main__":
    print(render(rows()))
