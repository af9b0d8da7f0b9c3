"""The engine's tests in Pyodide, where numpy's own integers have 32 bits."""

from __future__ import annotations

import pytest

from tests.wasm.start import passes

pytestmark = [pytest.mark.wasm, pytest.mark.slow]

#: What counts, indexes and draws.
NUMBERS = (
    "tests/wasm/narrow.py",
    *(f"tests/test_{name}.py" for name in ("check", "counts", "extremes", "sizes", "solve", "stats")),
    *(f"tests/{name}" for name in ("anonymity", "data", "draw", "tuning")),
)
ENGINE = ("counting", "erm", "learning", "local", "mechanisms", "queries", "robust", "sensitivity")
#: Every callable with odd and extreme arguments.
SHARDS = {"callables": ("tests/test_arguments.py",), "numbers": NUMBERS}
SHARDS |= {name: (f"tests/{name}",) for name in ENGINE}
# Slow ones are more of the same kinds, for half an hour.
SHARDS["privacy"] = ("tests/privacy", "-m", "not slow")


@pytest.mark.parametrize("shard", SHARDS)
def test_the_engine_in_pyodide(shard: str) -> None:
    passes(SHARDS[shard])
