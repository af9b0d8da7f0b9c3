"""The page that audits a printed method and a library: it runs, and says what is true."""

import contextlib
import gzip
import io
import json
import re
from pathlib import Path

import pytest

from dpviz.privacy import audit_draws

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).resolve().parents[2] / "notebooks" / "more"
RECORDED = FOLDER / "diffprivlib-0.6.6.json.gz"


def recorded():
    return json.loads(gzip.decompress(RECORDED.read_bytes()))


def test_the_page_runs_from_top_to_bottom(monkeypatch):
    monkeypatch.chdir(FOLDER)
    cells = json.loads((FOLDER / "audited_libraries.ipynb").read_text(encoding="utf-8"))["cells"]
    names, said = {}, {}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert len(cell["source"]) <= 4, cell["id"]
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec("".join(cell["source"]), names)
            said[cell["id"]] = out.getvalue()
    kept, careless = said["warm-run"].strip().split("\n\n")
    assert kept.startswith("No violation of ε = 1")
    assert careless.startswith("With 99 % confidence ε is at least 1.")
    printed, corrected = said["printed-run"].strip().split("\n\n")
    assert printed.startswith("As printed. With 99 % confidence")
    assert float(re.search(r"at least (0\.\d+), above", printed)[1]) <= 0.24
    assert "As corrected" in corrected
    assert "No violation of ε = 0.1" in corrected
    assert said["printed-truth"].startswith("As printed, 0.2353 is lost on this pair")
    long, short = said["library-run"].strip().split("\n\n")
    assert long.startswith("data_norm = 1000. With 99 % confidence ε is at least ")
    assert short.startswith("data_norm = 1. No violation of ε = 1")
    # The certificate stays below what the formulas lose in truth, and the two are not far apart.
    truth = names["true_loss"](1000)
    assert truth == pytest.approx(5.53, abs=0.01)
    assert 3 < float(re.search(r"at least (\d\.\d+)", long)[1]) < truth
    assert names["true_loss"](1) < 1 < names["true_loss"](10)
    assert "last bit" in said["bits-run"]


def test_the_recorded_answers_say_where_they_are_from():
    found = recorded()
    provenance = found["provenance"]
    assert provenance["versions"]["diffprivlib"] == "0.6.6"
    assert (FOLDER.parents[1] / provenance["script"]).is_file()
    assert provenance["command"] == "python -m benchmarks.audited"
    assert [len(worlds["data"]) for worlds in found["weights"].values()] == [15_000, 5_000]


def test_even_at_a_very_high_confidence_the_violation_stands():
    weights = recorded()["weights"]["1000"]
    assert audit_draws(weights["data"], weights["neighbour"], epsilon=1.0, confidence=1 - 1e-9).violated
