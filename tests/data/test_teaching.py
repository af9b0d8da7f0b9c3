"""A table to teach with: what is chosen of it, what it lacks, which are offered, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from dpviz.data import TableError, offered, read_csv, teaching_table
from dpviz.data.derived import LEAST, MOST, derived
from dpviz.data.offered import SHIPPED, VARIABLE, named, offer, read_file
from dpviz.data.teaching import TeachingTable
from dpviz.data.upload import LIMIT


def made_of(text: str, name: str = "my.csv") -> TeachingTable:
    return derived(name, read_csv(text.encode(), name))


def school(n: int = 200) -> str:
    """Marks, with columns called as no column should be."""
    rng = np.random.default_rng(7)
    lines = ["class,<script>alert(1)</script>,{x},change,constant,note,gap,passed"]
    for i in range(n):
        mark = int(rng.integers(0, 101))
        words = ("north", 'so"uth', "{e}", "w$st")[i % 4]
        line = [
            1 + i % 12,
            words,
            ("a", "b", "c")[i % 3],
            int(rng.integers(-9, 10)),
            5,
            f"note {i}",
            "" if i == 3 else i,
        ]
        lines.append(",".join(map(str, [*line, "yes" if mark > 40 else "no"])))
    return "\n".join(line.replace('so"uth', '"so""uth"') for line in lines) + "\n"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, "")
    path = tmp_path / "marks.csv"
    path.write_text(school())
    return path


def test_the_health_table_is_that_of_the_text():
    made = teaching_table("health")
    assert made.stated
    assert made.unfit == {}
    assert (made.known, made.secret, made.group) == (("age", "income", "site", "sex"), "health", ("fair", "poor"))
    assert (made.averaged, made.number, next(iter(made.questions))) == ("age", "chronic", "health")
    assert made.step(128) == 1


def test_the_voters_are_asked_about_politics_by_public_words():
    made = teaching_table("voters")
    assert made.stated
    assert made.unfit == {}
    assert made.known == ("age", "income", "education", "place")
    assert made.bands == ((5, 10, 20), (10_000, 20_000, 40_000))
    assert made.group_name == "leans Republican to strong Republican"
    assert list(made.questions)[:2] == ["mode-party", "mode-education"]
    assert made.questions["median-income"].options == {"low": 0.0, "high": 110_000.0, "step": 2000.0}
    assert made.accepts.words == ("Clinton",)  # further left, rather
    examples = made.examples("dole")
    assert examples.X.shape == (944, 24)
    assert (examples.X**2).sum(axis=1).max() <= 1
    assert (examples.y > 0).sum() == 393


@pytest.mark.parametrize("key", SHIPPED)
def test_every_question_of_a_shipped_table_can_be_asked(key: str):
    made = teaching_table(key)
    for recipe in made.questions.values():
        assert recipe.build(made.table).n == made.table.n
    for attribute in made.attributes:
        assert 0 < attribute.values(made.table).mean() < 1
    assert len(made.attributes) == 12
    assert 0 < made.accepts.values(made.table).mean() < 1


def test_a_file_is_read_as_it_is_and_says_so():
    made = made_of(school())
    assert not made.stated
    # Left out: what is the same for all, what is different for all, and where a number is missing.
    assert made.table.names == ("class", "<script>alert(1)</script>", "{x}", "change", "passed")
    assert (made.table.column("class").low, made.table.column("class").high) == (0, 20)
    assert (made.table.column("change").low, made.table.column("change").high) == (-10, 10)
    assert list(made.targets) == ["passed"]
    assert made.targets["passed"].words == ("yes",)
    assert (made.known, made.secret) == (("class", "change", "<script>alert(1)</script>", "passed"), "{x}")
    assert len(made.attributes) >= 8
    for recipe in made.questions.values():
        assert recipe.build(made.table).n == 200
    assert made.examples("passed").X.shape[0] == 200


def test_what_a_table_lacks_is_said_in_a_sentence():
    made = made_of("age\n" + "".join(f"{k % 80}\n" for k in range(100)))
    assert set(made.unfit) == {"targets", "attributes", "secret", "known", "number"}
    assert list(made.questions) == ["median-age"]
    assert made.unfit["attributes"] == "gives 3 yes-or-no attributes, and 8 are needed"


def test_words_with_gaps_are_asked_about_and_neither_predicted_nor_predicted_from():
    gaps = "".join(
        f"{k % 80},{'' if k % 9 == 0 else 'ab'[k % 2]},{'pq'[k % 3 % 2]},{'uvw'[k % 4 % 3]}\n" for k in range(90)
    )
    made = made_of("age,gap,half,town\n" + gaps.replace("w\n", "\n"))
    assert (made.features, list(made.targets)) == (("age", "half"), ["half"])
    assert made.examples("half").X.shape == (90, 2)
    assert made.numbers().X.shape == (90, 2)
    assert {"mode-gap", "threshold-age"} <= set(made.questions)
    assert all(recipe.build(made.table).n == 90 for recipe in made.questions.values())
    alone = made_of(
        "gap,town\n" + "".join(f"{'abc'[k % 3].strip('c')},{'uvw'[k % 5 % 3].strip('w')}\n" for k in range(90))
    )
    assert "targets" in alone.unfit
    assert all(recipe.build(alone.table).n == 90 for recipe in alone.questions.values())
    last = made_of("age,town\n" + "".join(f"{k % 80},{'uvw'[k % 5 % 3].strip('w')}\n" for k in range(90)))
    assert all(recipe.build(last.table).n == 90 for recipe in last.questions.values())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n1,2\n", "1 record; at least 50"),
        ("a\n" + "7\n" * 60, "no column to ask of"),
        ("a\n" + "".join(f"name {k}\n" for k in range(60)), "no column to ask of"),
        ("a,b\n" + "1,\n" * 60, "no column to ask of"),
        ("a\n" + "".join(f"{k}e20\n" for k in range(60)), "no column to ask of"),
        ("1,2\n" * 60, "name"),
    ],
)
def test_what_nothing_can_be_asked_of_is_refused(text: str, words: str):
    with pytest.raises(TableError, match=words):
        made_of(text)


def test_many_columns_and_many_rows():
    rng = np.random.default_rng(1)
    wide = ",".join(f"c{k}" for k in range(200)) + "\n"
    wide += "".join(",".join(map(str, row)) + "\n" for row in rng.integers(-5, 5, (LEAST, 200)))
    made = made_of(wide)
    assert (len(made.attributes), len(made.features), len(made.questions)) == (12, 9, 8)
    long = made_of("a,b\n" + "".join(f"{k % 7},{k}\n" for k in range(MOST + 5)))
    assert long.table.n == MOST
    assert long.table.column("b").values[-1] > MOST - 5  # from everywhere, in their order
    assert (np.diff(long.table.column("b").values) > 0).all()


def test_numbers_of_any_size_get_a_range_and_a_grid():
    for scale in (1e-9, 0.01, 1, 1e3, 1e10):
        made = made_of("a,b\n" + "".join(f"{scale * (k - 30):.12g},{'xy'[k % 2]}\n" for k in range(60)))
        column, question = made.table.column("a"), made.questions["median-a"].build(made.table)
        assert column.low <= column.values.min() <= column.values.max() <= column.high
        assert column.high - column.low <= 2 * (column.values.max() - column.values.min())
        assert 20 <= len(question.candidates) <= 101


# Which tables there are -----------------------------------------------------------------------------------


def test_the_shipped_tables_are_there_and_a_file_comes_first(file: Path, monkeypatch: pytest.MonkeyPatch):
    assert list(offered()) == ["health", "voters"]
    monkeypatch.setenv(VARIABLE, os.pathsep.join([str(file), "voters"]))
    assert list(offered().items()) == [("marks.csv", str(file)), ("voters", ""), ("health", "")]


def test_what_is_offered_is_read_and_handed_on(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(file.parent)
    monkeypatch.setenv(VARIABLE, "")  # and put back afterwards
    first, second = offer(["marks.csv", "voters"])
    assert (first.key, first.table.n, second.key) == ("marks.csv", 200, "voters")
    assert os.environ[VARIABLE] == f"{file}{os.pathsep}voters"
    assert teaching_table("marks.csv") is first


@pytest.mark.parametrize("bad", [b"", b"a,b\n", b"\x89PNG\r\n", b"a\n\xff\xfe\n", b"<html></html>"])
def test_a_file_that_is_no_table_is_refused_by_name(file: Path, bad: bytes):
    file.write_bytes(bad)
    with pytest.raises(TableError, match=r"marks\.csv"):
        offer([str(file)])
    assert os.environ[VARIABLE] == ""


def test_no_more_is_read_than_a_table_may_have(file: Path):
    file.write_bytes(b"a\n" + b"1\n" * (LIMIT // 2))
    with pytest.raises(TableError, match="too big: more than 10 MB"):
        read_file(str(file))


@pytest.mark.parametrize("path", ["", ".", "/dev/zero", "no_such.csv", "no\0such.csv", "a" * 5000])
def test_what_is_no_file_is_refused(path: str):
    with pytest.raises(TableError):
        read_file(path)
    with pytest.raises(TableError):
        teaching_table(path)


def test_a_name_that_cannot_stand_in_a_link_is_refused():
    for name in ("a\nb.csv", 'a"b.csv', "{x}.csv", "<b>.csv"):
        with pytest.raises(TableError, match="cannot stand in a link"):
            named([name])
    for words in (["a/my.csv", "b/my.csv"], ["./health"], ["own"], ["voters", "voters"]):
        with pytest.raises(TableError, match="here already"):
            named(words)
