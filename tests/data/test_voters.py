"""The shipped table of another field: what is in it, and that its source gives it again."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import os
import sys
import zlib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from dpviz.data import VOTERS_ATTRIBUTES, binary_records, voters
from dpviz.data.voters import COLUMNS, SOURCE

PACKED = files("dpviz.data").joinpath("voters.csv.gz").read_bytes()
GUIDE = files("dpviz.data").joinpath("VOTERS.md").read_text(encoding="utf-8")
SOURCE_VARIABLE = "DPVIZ_ANES96_CSV"
TOOLS = Path(__file__).parents[2] / "tools"


def tally(name: str) -> Counter[str]:
    column = voters().column(name)
    return Counter(column.text(row) for row in range(len(column)))


def test_one_record_a_person():
    assert (voters().n, voters().record, voters().records) == (944, "person", "people")
    assert voters() is voters()
    assert tally("vote") == {"Clinton": 551, "Dole": 393}
    assert tally("party") == {
        "strong Democrat": 200,
        "weak Democrat": 180,
        "leans Democrat": 108,
        "independent": 37,
        "leans Republican": 94,
        "weak Republican": 150,
        "strong Republican": 175,
    }
    assert tally("tv_news")["7"] == 288
    assert tally("place") == {"village": 367, "town": 324, "city": 253}
    assert np.median(voters().column("age").values) == 44


def test_every_column_has_a_public_coding_and_a_text():
    for column in voters().columns:
        assert column.public
        assert column.missing == 0
        assert column.description.endswith(".")
        if column.kind == "number":
            assert column.whole
            assert column.unit
            assert column.low <= column.values.min() <= column.values.max() <= column.high
        else:
            assert set(np.unique(column.values)) == set(range(len(column.categories)))


def test_every_attribute_has_many_on_either_side():
    bits = binary_records(voters(), VOTERS_ATTRIBUTES)
    assert bits.shape == (944, 12)
    assert (bits.mean(axis=0) > 0.15).all()
    assert (bits.mean(axis=0) < 0.5).all()


def test_guide_covers_licence_source_and_each_column():
    for words in ("Public domain", "statsmodels", "944", "SHA-256", "ours"):
        assert words in GUIDE
    for name in COLUMNS:
        assert f"| `{name}` |" in GUIDE
    assert "Public domain" in SOURCE


def test_packed_file_is_small_and_tells_no_time():
    assert len(PACKED) < 10_000
    assert PACKED[:10] == b"\x1f\x8b\x08\x00" + b"\x00\x00\x00\x00" + b"\x02\xff"
    assert gzip.decompress(PACKED).split(b"\n", 1)[0].decode().split(",") == list(COLUMNS)


@pytest.fixture
def maker(monkeypatch) -> ModuleType:
    monkeypatch.syspath_prepend(TOOLS)
    spec = importlib.util.spec_from_file_location("make_voters", TOOLS / "make_voters.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    sys.modules.pop("make_health", None)


def source() -> bytes:
    """The source table, from the path in an environment variable or from an installed statsmodels."""
    places = [os.environ.get(SOURCE_VARIABLE)]
    found = importlib.util.find_spec("statsmodels")
    if found:
        places += [str(Path(found.origin).parent / "datasets/anes96/anes96.csv")]
    for place in places:
        if place and Path(place).exists():
            return Path(place).read_bytes()
    pytest.skip(f"NOT CHECKED: voters.csv.gz against its source; set {SOURCE_VARIABLE} to the path of anes96.csv")


def test_the_source_gives_the_same_bytes(maker):
    content = source()
    assert hashlib.sha256(content).hexdigest() == maker.SOURCE_SHA256
    text = maker.table(content)
    assert gzip.decompress(PACKED).decode() == text
    if "ng" not in zlib.ZLIB_RUNTIME_VERSION:  # zlib-ng packs the same text into other bytes
        assert importlib.import_module("make_health").packed(text) == PACKED


def test_the_maker_reads_codes_as_the_guide_says(maker):
    names = "'popul'\t'TVnews'\t'selfLR'\t'ClinLR'\t'DoleLR'\t'PID'\t'age'\t'educ'\t'income'\t'vote'"
    made = maker.table(
        f"{names}\n9\t7\t7\t1\t6\t6\t36\t3\t1\t1\n100\t0\t3\t3\t5\t3\t20\t7\t24\t0\n".encode()
    ).splitlines()
    assert made[0].split(",") == list(COLUMNS)
    assert made[1:] == [
        "36,high school,0,village,7,7,1,6,strong Republican,Dole",
        "20,advanced degree,105000,city,0,3,3,5,independent,Clinton",
    ]
    assert maker.SOURCE_SHA256 in GUIDE
