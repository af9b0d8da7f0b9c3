"""The shipped tables: what is in them, and that their sources give them again."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import os
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from dpviz.data import VOTERS_ATTRIBUTES, Table, binary_records, health, rand_health, voters

TOOLS = Path(__file__).parents[2] / "tools"
#: Its module, most bytes, words of its guide; a variable with the path of its source, and its place in statsmodels.
SHIPPED = {
    "health": (
        ("rand_health", 80_000, ("Cameron", "zper", "earliest year", "5,912")),
        ("DPVIZ_RANDHIE_CSV", "randhie/src/randhie.csv"),
    ),
    "voters": (("voters", 10_000, ("statsmodels", "944", "ours")), ("DPVIZ_ANES96_CSV", "anes96/anes96.csv")),
}
TABLES = {"health": health, "voters": voters}


def tally(table: Table, name: str) -> Counter[str]:
    column = table.column(name)
    return Counter(column.text(row) for row in range(len(column)))


def packed(name: str) -> bytes:
    return files("dpviz.data").joinpath(f"{name}.csv.gz").read_bytes()


def guide(name: str) -> str:
    return files("dpviz.data").joinpath(f"{name.upper()}.md").read_text(encoding="utf-8")


@pytest.fixture
def maker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], ModuleType]]:
    """The tool that makes a table."""
    monkeypatch.syspath_prepend(TOOLS)
    yield lambda name: importlib.import_module(f"make_{name}")
    for name in TABLES:
        sys.modules.pop(f"make_{name}", None)


def test_one_record_a_person() -> None:
    table = health()
    assert (table.n, table.record, table.records) == (5912, "person", "people")
    assert tally(table, "study_year") == {"1": 5638, "2": 102, "3": 115, "4": 30, "5": 27}
    assert tally(table, "health") == {"excellent": 3275, "good": 2088, "fair": 457, "poor": 92}
    assert tally(table, "limitation") == {"no": 4778, "yes": 701, "not known": 433}
    assert tally(table, "sex") == {"female": 3058, "male": 2854}
    assert tally(table, "plan") == {
        "free care": 1980,
        "individual deductible": 1561,
        "family pays 25%": 1162,
        "family pays 95%": 824,
        "family pays 50%": 385,
    }
    assert tally(table, "site")["site 2"] == 1232
    assert tally(table, "visits")["0"] == 1766
    for name, median in {"age": 22, "income": 7911, "visits": 2, "spending": 38, "family_size": 4}.items():
        assert np.median(table.column(name).values) == median


def test_one_record_a_voter() -> None:
    table = voters()
    assert (table.n, table.record, table.records) == (944, "person", "people")
    assert tally(table, "vote") == {"Clinton": 551, "Dole": 393}
    assert tally(table, "party") == {
        "strong Democrat": 200,
        "weak Democrat": 180,
        "leans Democrat": 108,
        "independent": 37,
        "leans Republican": 94,
        "weak Republican": 150,
        "strong Republican": 175,
    }
    assert tally(table, "tv_news")["7"] == 288
    assert tally(table, "place") == {"village": 367, "town": 324, "city": 253}
    assert np.median(table.column("age").values) == 44
    bits = binary_records(table, VOTERS_ATTRIBUTES)
    assert bits.shape == (944, 12)
    assert (bits.mean(axis=0) > 0.15).all()
    assert (bits.mean(axis=0) < 0.5).all()


@pytest.mark.parametrize("name", TABLES)
def test_every_column_has_a_public_coding_and_a_text(name: str) -> None:
    for column in TABLES[name]().columns:
        assert column.public
        assert column.missing == 0
        assert column.description.endswith(".")
        if column.kind == "number":
            assert column.whole
            assert column.unit
            assert column.low <= column.values.min() <= column.values.max() <= column.high
        else:
            assert set(np.unique(column.values)) == set(range(len(column.categories)))


@pytest.mark.parametrize("name", TABLES)
def test_read_once_and_frozen(name: str) -> None:
    assert TABLES[name]() is TABLES[name]()
    with pytest.raises(ValueError, match="read-only"):
        TABLES[name]().column("age").values[0] = 1


@pytest.mark.parametrize("name", TABLES)
def test_guide_covers_source_and_each_column_and_the_file_is_small_and_tells_no_time(name: str) -> None:
    (module, most, words), _ = SHIPPED[name]
    table, content = importlib.import_module(f"dpviz.data.{module}"), packed(name)
    for word in ("Public domain", "SHA-256", *words):
        assert word in guide(name)
    for column in table.COLUMNS:
        assert f"| `{column}` |" in guide(name)
    assert "Public domain" in table.SOURCE
    assert len(content) < most
    assert content[:10] == b"\x1f\x8b\x08\x00" + b"\x00\x00\x00\x00" + b"\x02\xff"  # no name, no date, no system
    assert gzip.decompress(content).split(b"\n", 1)[0].decode().split(",") == list(table.COLUMNS)


@pytest.mark.parametrize("name", TABLES)
def test_the_source_gives_the_same_bytes(maker: Callable[[str], ModuleType], name: str) -> None:
    _, (variable, inside) = SHIPPED[name]
    found = importlib.util.find_spec("statsmodels")
    places = [os.environ.get(variable), found and str(Path(found.origin or "").parent / "datasets" / inside)]
    there = [place for place in places if place and Path(place).exists()]
    if not there:
        pytest.skip(f"NOT CHECKED: {name}.csv.gz against its source; set {variable} to the path of its table")
    content = Path(there[0]).read_bytes()
    make = maker(name)
    assert hashlib.sha256(content).hexdigest() == make.SOURCE_SHA256
    text = make.table(content)
    assert gzip.decompress(packed(name)).decode() == text
    if "ng" not in zlib.ZLIB_RUNTIME_VERSION:  # zlib-ng packs the same text into other bytes
        assert maker("health").packed(text) == packed(name)


def test_the_maker_keeps_the_earliest_year_of_each_person(maker: Callable[[str], ModuleType]) -> None:
    names = "idp,coins,site,year,zper,female,xage,num,income,hlthg,hlthf,hlthp,mhi,disea,mdvis,totadm,meddol,physlm"
    rows = [
        "0,25,1,2,7,1,31.9,4,100.4,0,1,0,70.5,3.4,9,0,5.6,0",
        "1,0,2,1,8,0,0.2,3,50,0,0,0,71.5,0,1,1,0,.144",
        "0,25,1,1,7,1,30.9,4,100.4,0,1,0,70.5,3.4,2,0,5.4,1",
    ]
    made = maker("health").table("\n".join([names, *rows]).encode()).splitlines()
    assert made == [
        ",".join(rand_health.COLUMNS),
        "site 1,family pays 25%,1,female,30,4,100,fair,70,3,2,0,5,yes",
        "site 2,individual deductible,1,male,0,3,50,excellent,72,0,1,1,0,not known",
    ]
    assert maker("health").SOURCE_SHA256 in guide("health")


def test_the_maker_reads_codes_as_the_guide_says(maker: Callable[[str], ModuleType]) -> None:
    names = "'popul'\t'TVnews'\t'selfLR'\t'ClinLR'\t'DoleLR'\t'PID'\t'age'\t'educ'\t'income'\t'vote'"
    rows = ["9\t7\t7\t1\t6\t6\t36\t3\t1\t1", "100\t0\t3\t3\t5\t3\t20\t7\t24\t0\n"]
    made = maker("voters").table("\n".join([names, *rows]).encode()).splitlines()
    assert made == [
        gzip.decompress(packed("voters")).split(b"\n", 1)[0].decode(),
        "36,high school,0,village,7,7,1,6,strong Republican,Dole",
        "20,advanced degree,105000,city,0,3,3,5,independent,Clinton",
    ]
    assert maker("voters").SOURCE_SHA256 in guide("voters")
