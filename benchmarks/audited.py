"""Records answers of another library for the auditor: diffprivlib's logistic regression, on neighbouring tables.

Run ``python -m benchmarks.audited``. It takes some minutes, and writes `notebooks/more/diffprivlib-0.6.6.json.gz`,
which `notebooks/more/audited_libraries.ipynb` attacks. The library runs in an environment of its own.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.erm import PEER

SEED, EPSILON = 20261121, 1.0
#: The norm that records may have, and how many fits a table are recorded at it.
NORMS = {1000.0: 15_000, 1.0: 5_000}
TARGET = Path(__file__).resolve().parents[1] / "notebooks" / "more" / "diffprivlib-0.6.6.json.gz"
PROVENANCE = {
    "what": "the weight of diffprivlib.models.LogisticRegression: two records, one feature, no intercept, C = 1",
    "data": "x = (data_norm, 0), y = (1, 0)",
    "neighbour": "x = (0, 0), y = (1, 0)",
    "epsilon": EPSILON,
    "seed": SEED,
    "command": "python -m benchmarks.audited",
    "script": "benchmarks/scripts/diffprivlib_draws.py",
}


def record(target: Path = TARGET, norms: Mapping[float, int] = NORMS) -> None:
    """Draw, and write the weights with where they came from."""
    draws: dict[str, Any] = {}
    versions: dict[str, str] = {}
    for norm, trials in norms.items():
        found = PEER.run(
            Path(__file__).parent / "scripts" / "diffprivlib_draws.py",
            {"seed": SEED, "epsilon": EPSILON, "norm": norm, "draws": trials},
            seconds=3600,
        )
        versions = found["versions"]
        draws[f"{norm:g}"] = {world: found[world] for world in ("data", "neighbour")}
    write(target, draws, versions)


def write(target: Path, draws: Mapping[str, Mapping[str, list[float]]], versions: Mapping[str, str]) -> None:
    """Seven digits are more than any event needs; the same draws make the same file."""
    short = {
        norm: {world: [float(f"{weight:.7g}") for weight in weights] for world, weights in worlds.items()}
        for norm, worlds in draws.items()
    }
    text = json.dumps({"provenance": {**PROVENANCE, "versions": versions}, "weights": short})
    target.write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f"{target}: {target.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    record()
