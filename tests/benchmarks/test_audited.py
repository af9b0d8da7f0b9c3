"""Recorded answers are written the same way each time, with where they are from."""

import gzip
import json

import pytest

from benchmarks import audited

pytestmark = pytest.mark.slow


def test_the_same_draws_make_the_same_file(tmp_path):
    draws = {"1000": {"data": [0.1234567891, -2.0], "neighbour": [1e-12, 3.0]}}
    files = [tmp_path / name for name in ("one.json.gz", "two.json.gz")]
    for file in files:
        audited.write(file, draws, {"diffprivlib": "0.6.6"})
    assert files[0].read_bytes() == files[1].read_bytes()
    found = json.loads(gzip.decompress(files[0].read_bytes()))
    assert found["weights"]["1000"] == {"data": [0.1234568, -2.0], "neighbour": [1e-12, 3.0]}
    assert found["provenance"]["versions"] == {"diffprivlib": "0.6.6"}
    assert found["provenance"]["seed"] == audited.SEED


def test_every_table_is_asked_for_in_the_libraries_own_environment(tmp_path, monkeypatch):
    asked = []

    class Peer:
        def run(self, script, given, *, seconds):
            assert script.is_file()
            asked.append(given["norm"])
            return {"data": [1.0] * given["draws"], "neighbour": [2.0] * given["draws"], "versions": {}}

    monkeypatch.setattr(audited, "PEER", Peer())
    audited.record(tmp_path / "x.json.gz", {1000.0: 3, 1.0: 2})
    found = json.loads(gzip.decompress((tmp_path / "x.json.gz").read_bytes()))
    assert asked == [1000.0, 1.0]
    assert found["weights"] == {
        "1000": {"data": [1.0] * 3, "neighbour": [2.0] * 3},
        "1": {"data": [1.0] * 2, "neighbour": [2.0] * 2},
    }
