"""The shipped table: what is in it, and that its source gives it again."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import os
import zlib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from dpviz.data import health
from dpviz.data.rand_health import COLUMNS, SOURCE

PACKED = files("dpviz.data").joinpath("health.csv.gz").read_bytes()
GUIDE = files("dpviz.data").joinpath("HEALTH.md").read_text(encoding="utf-8")
SOURCE_VARIABLE = "DPVIZ_RANDHIE_CSV"


def tally(name: str) -> Counter[str]:
    column = health().column(name)
    return Counter(column.text(row) for row in range(len(column)))


def test_one_record_a_person():
    assert health().n == 5912
    assert (health().record, health().records) == ("person", "people")
    assert tally("study_year") == {"1": 5638, "2": 102, "3": 115, "4": 30, "5": 27}


def test_categories_hold_everybody():
    assert tally("health") == {"excellent": 3275, "good": 2088, "fair": 457, "poor": 92}
    assert tally("limitation") == {"no": 4778, "yes": 701, "not known": 433}
    assert tally("sex") == {"female": 3058, "male": 2854}
    assert tally("plan") == {
        "free care": 1980,
        "individual deductible": 1561,
        "family pays 25%": 1162,
        "family pays 95%": 824,
        "family pays 50%": 385,
    }
    assert tally("site")["site 2"] == 1232
    assert tally("visits")["0"] == 1766


def test_medians():
    for name, median in {"age": 22, "income": 7911, "visits": 2, "spending": 38, "family_size": 4}.items():
        assert np.median(health().column(name).values) == median


def test_every_column_has_a_public_coding_and_a_text():
    for column in health().columns:
        assert column.public
        assert column.missing == 0
        assert column.description.endswith(".")
        if column.kind == "number":
            assert column.whole
            assert column.unit
            assert column.low <= column.values.min() <= column.values.max() <= column.high
        else:
            assert set(np.unique(column.values)) == set(range(len(column.categories)))


def test_read_once_and_frozen():
    assert health() is health()
    with pytest.raises(ValueError, match="read-only"):
        health().column("age").values[0] = 1


def test_guide_covers_licence_source_and_each_column():
    for words in ("Public domain", "Cameron", "zper", "earliest year", "5,912", "SHA-256"):
        assert words in GUIDE
    for name in COLUMNS:
        assert f"| `{name}` |" in GUIDE
    assert "Public domain" in SOURCE
    assert "earliest" in SOURCE


def test_packed_file_is_small_and_tells_no_time():
    assert len(PACKED) < 80_000
    assert PACKED[:10] == b"\x1f\x8b\x08\x00" + b"\x00\x00\x00\x00" + b"\x02\xff"  # no name, no date, no system
    header = gzip.decompress(PACKED).split(b"\n", 1)[0].decode()
    assert header.split(",") == list(COLUMNS)


def maker() -> ModuleType:
    path = Path(__file__).parents[2] / "tools" / "make_health.py"
    spec = importlib.util.spec_from_file_location("make_health", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def source() -> bytes:
    """The source table, from the path in an environment variable or from an installed statsmodels."""
    places = [os.environ.get(SOURCE_VARIABLE)]
    found = importlib.util.find_spec("statsmodels")
    if found:
        places += [str(Path(found.origin).parent / "datasets/randhie/src/randhie.csv")]
    for place in places:
        if place and Path(place).exists():
            return Path(place).read_bytes()
    pytest.skip(f"NOT CHECKED: health.csv.gz against its source; set {SOURCE_VARIABLE} to the path of randhie.csv")


def test_the_source_gives_the_same_bytes():
    make, content = maker(), source()
    assert hashlib.sha256(content).hexdigest() == make.SOURCE_SHA256
    assert make.SOURCE_SHA256 in GUIDE
    text = make.table(content)
    assert gzip.decompress(PACKED).decode() == text
    if "ng" not in zlib.ZLIB_RUNTIME_VERSION:  # zlib-ng packs the same text into other bytes
        assert make.packed(text) == PACKED


def test_the_maker_keeps_the_earliest_year_of_each_person():
    names = "idp,coins,site,year,zper,female,xage,num,income,hlthg,hlthf,hlthp,mhi,disea,mdvis,totadm,meddol,physlm"
    rows = [
        "0,25,1,2,7,1,31.9,4,100.4,0,1,0,70.5,3.4,9,0,5.6,0",
        "1,0,2,1,8,0,0.2,3,50,0,0,0,71.5,0,1,1,0,.144",
        "0,25,1,1,7,1,30.9,4,100.4,0,1,0,70.5,3.4,2,0,5.4,1",
    ]
    made = maker().table("\n".join([names, *rows]).encode()).splitlines()
    assert made[0].split(",") == list(COLUMNS)
    assert made[1:] == [
        "site 1,family pays 25%,1,female,30,4,100,fair,70,3,2,0,5,yes",
        "site 2,individual deductible,1,male,0,3,50,excellent,72,0,1,1,0,not known",
    ]
