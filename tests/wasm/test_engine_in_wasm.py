"""The engine's tests in Pyodide, where numpy's own integers have 32 bits."""

from __future__ import annotations

import pytest

from tests.wasm.start import ALL, passes

pytestmark = pytest.mark.wasm

# Every callable with odd and extreme arguments, by day those that take whole numbers; what counts, indexes and draws.
SHARDS = {
    "callables": ("tests/test_check.py", "tests/test_arguments.py", *(() if ALL else ("-m", "whole and not slow"))),
    "numbers": (
        "tests/wasm/narrow.py",
        "tests/test_counts.py",
        "tests/test_extremes.py",
        "tests/test_sizes.py",
        "tests/test_solve.py",
        "tests/test_stats.py",
        "tests/anonymity",
        "tests/data",
        "tests/draw",
        "tests/tuning",
    ),
}
REST = {name: (f"tests/{name}",) for name in ("erm", "learning", "mechanisms", "privacy", "queries", "robust")}
SLOW = [pytest.param(shard, marks=pytest.mark.slow) for shard in REST]


@pytest.mark.parametrize("shard", [*SHARDS, *SLOW])
def test_the_engine_in_pyodide(shard: str) -> None:
    passes((SHARDS | REST)[shard])
