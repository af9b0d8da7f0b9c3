"""All marginals at once, and private multiplicative weights, against plain numpy and smartnoise-synth's MWEM.

Run ``python -m benchmarks.queries``. smartnoise-synth lives in an environment of its own (`benchmarks.peers`), with its
own requirements less torch, jax and what else its MWEM never imports.

**The same privacy.** Both are compared under replace-one with n public. smartnoise-synth adds Laplace noise of scale
1/e to each count of a table, and weighs by exp(e score / 2) as if a score moved by 1. When a record is replaced a
table's counts move by 2 in all, and its score (their mean absolute error) by at most 1: a round costs 2e + e = 3e, of
which it counts 2e. So its ε is 2/3 of ours, which is the most that keeps our ε.
"""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.peers import Missing, Peer
from benchmarks.table import Row, render
from dpviz.queries import Marginals, PracticalMultiplicativeWeights

SMARTNOISE = Peer(
    name="smartnoise-synth",
    requirements=("numpy<2", "pandas<2.2", "scipy", "opendp", "smartnoise-sql", "faker"),
    alone=("smartnoise-synth",),
    python="3.11",
)
SCRIPTS = Path(__file__).parent / "scripts"
EPSILON, ROUNDS, RECORDS = 1.0, 10, 20_000


def rows(repetitions: int = 3) -> list[Row]:
    """One row a comparison."""
    return [_answers(repetitions), *_release(repetitions), *_large()]


def table(bits: int, n: int) -> np.ndarray[Any, Any]:
    """Records of bits with some dependence between them, shape (n, bits)."""
    rng = np.random.default_rng(60)
    records = (rng.random((n, bits)) < rng.uniform(0.1, 0.9, bits)).astype(np.uint8)
    for column in range(1, bits, 2):
        records[:, column] = records[:, column - 1] ^ (rng.random(n) < 0.15)
    return records


def _answers(repetitions: int) -> Row:
    workload = Marginals(16, 3)
    p = np.random.default_rng(61).dirichlet(np.ones(workload.size))
    cube = p.reshape((2,) * 16)
    others = [tuple(i for i in range(16) if i not in chosen) for chosen in combinations(range(16), 3)]
    direct = np.concatenate([cube.sum(axis=axes).ravel() for axes in others])
    assert np.abs(direct - workload.answers(p)).max() < 1e-12
    ours, theirs = [], []
    for _ in range(repetitions):
        begin = perf_counter()
        for _ in range(10):
            workload.answers(p)
        ours.append(100 * (perf_counter() - begin))
        begin = perf_counter()
        for axes in others:
            cube.sum(axis=axes)
        theirs.append(1e3 * (perf_counter() - begin))
    return Row(
        what=f"all {workload.num_queries} 3-way marginals over 2^16 cells; against a sum over axes for each table",
        ours=median(ours),
        theirs=median(theirs),
        unit="ms",
        most_ratio=1 / 50,
    )


def _release(repetitions: int) -> list[Row]:
    workload = Marginals(14, 3)
    records = table(14, RECORDS)
    histogram = workload.histogram(records)
    mechanism = PracticalMultiplicativeWeights(EPSILON, ROUNDS, measure="marginal", replays=5)
    workload.answers(histogram)  # its tables of indices are made once
    seconds, errors = [], []
    for seed in range(max(5, repetitions)):
        begin = perf_counter()
        # As they do: from records to an estimate.
        run = mechanism.run(workload.histogram(records), workload, RECORDS, np.random.default_rng(seed))
        seconds.append(perf_counter() - begin)
        errors.append(run.mean_error[-1])
    cells = (records.astype(int) @ (1 << np.arange(14)[::-1])).tolist()
    given = {
        "cells": cells, "bits": 14, "order": 3, "epsilon": EPSILON / 1.5, "rounds": ROUNDS,
        "repetitions": max(1, repetitions - 1),
    }  # fmt: skip
    found = []
    note = ""
    # As it comes it draws 2 T tables at random and chooses among those; asked for, among all 1-, 2- and 3-way tables.
    for candidates in (None, 14 + 91 + 364):
        try:
            found.append(SMARTNOISE.run(SCRIPTS / "smartnoise_mwem.py", {**given, "candidates": candidates}))
        except Missing as missing:
            note = str(missing)
            break
    what = f"MWEM at d = 14, {ROUNDS} rounds, ε = 1 (replace), n = {RECORDS}"
    fastest = min((median(one["seconds"]) for one in found), default=None)
    nearest = min((float(np.mean(one["errors"])) for one in found), default=None)
    return [
        Row(
            what=f"{what}: time; against the faster of smartnoise-synth's two settings",
            ours=1e3 * median(seconds),
            theirs=None if fastest is None else 1e3 * fastest,
            unit="ms",
            most_ratio=1 / 100,
            note=note or "smartnoise-synth without torch and jax, which its MWEM does not import",
        ),
        Row(
            what=f"{what}: mean error of all 2,912 3-way marginals; against the better of the two",
            ours=100 * float(np.mean(errors)),
            theirs=None if nearest is None else 100 * nearest,
            unit="%",
            most_ratio=1.0,
            note=note,
        ),
    ]


LARGE = """
import resource, sys, time
import numpy as np
from dpviz.queries import Marginals, PracticalMultiplicativeWeights
rng = np.random.default_rng(62)
workload = Marginals(20, 3)
histogram = rng.multinomial(10**6, rng.dirichlet(np.full(2**20, 0.001)))
begin = time.perf_counter()
run = PracticalMultiplicativeWeights(1.0, 30).run(histogram, workload, 10**6, rng)
seconds = time.perf_counter() - begin
# Linux starts a process's ru_maxrss at its parent's; the kernel's own mark is of this process alone.
try:
    with open("/proc/self/status") as status:
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024
except OSError:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 1024)
print(seconds, peak)
"""


def _large() -> list[Row]:
    said = subprocess.run([sys.executable, "-c", LARGE], capture_output=True, text=True, check=False, timeout=600)
    if said.returncode:
        raise RuntimeError(said.stderr.strip()[-300:])
    seconds, peak = map(float, said.stdout.split())
    what = "practical mode at d = 20 (1,048,576 cells, 9,120 queries), 30 rounds"
    return [
        Row(what=f"{what}, from nothing: time", ours=seconds, theirs=None, unit="s", most=10),
        Row(what=f"{what}: memory of the whole process", ours=peak, theirs=None, unit="MB", most=300),
    ]


if __name__ == "__main__":
    print(render(rows()))
