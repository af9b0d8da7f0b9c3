"""The table of grades: no cell is a formula for anybody, and the file is whole or not there."""

from __future__ import annotations

import csv
import io
import re

import pytest

from dpviz import cli
from dpviz.course import grade
from dpviz.course.recheck import Row
from dpviz.exercises import start

FORMULAS = [
    "=1+1",
    "+cmd|'/c calc'!A0",
    "-2+3",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    "\ufeff=1",
    "\u200b=1",
    "\u00a0=1",
    "  =1",
    "'=1",
    '"=1',
    '""=1',
    "＝1+1",
    "x;=1+1;y",
    "x; =1+1;y",
    'x;"=1+1";y',
    'x;""=1+1;y',
    "x;'=1+1';y",
    "x\t=1+1",
    "x\n=1+1",
    "x\r=1+1",
    "x\u2028=1+1",
    "x,=1+1,y",
    'x","=1+1',
    'x";=1+1;"',
    "x|=1+1|y",
    "x =1+1",
    'x "=1+1"',
    'x;y;"",-1+cmd',
    "x -3+cmd|' /C calc'!A0",
]


def read(text, separator, quote):
    """Cells as a spreadsheet takes them: quotes count at the beginning of a cell only, or are letters."""
    if quote is None:
        return [cell for line in text.splitlines() for cell in line.split(separator)]
    return [cell for line in csv.reader(io.StringIO(text), delimiter=separator, quotechar=quote) for cell in line]


@pytest.mark.parametrize("cell", FORMULAS)
def test_no_cell_is_a_formula_for_anybody(cell):
    for table in ([[cell]], [["a", cell, "b"]], [[cell, cell]], [['"', cell]], [["a;b", cell]]):
        text = grade.as_csv(table)
        for separator in ",;\t| ":
            for quote in ('"', None):
                for found in read(text, separator, quote):
                    assert not re.match(r"""[\s"]*[=+\-@＝]""", found), (text, separator, found)


@pytest.mark.parametrize(
    "cell",
    [
        "ada@example.org",
        "claims 'correct', is 'almost'",
        "Your ε = 0.5 is too large; at n = 100 it is 0.1.",
        "between -3 and +3.5, as in a - b",
        "one-sided; same seed as deeper/bob.json",
        "1e-05",
        "laplace: correct; people: almost",
        "",
    ],
)
def test_honest_text_stays_as_it_is(cell):
    assert list(csv.reader(io.StringIO(grade.as_csv([["x", cell]])))) == [["x", cell]]


def test_a_cell_has_an_end():
    assert len(grade.as_csv([["x" * 100_000]])) < 2_100
    assert len(grade.as_csv([[";=" * 100_000]])) < 4_100


# The file -----------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "handed in"
    place.mkdir()
    for name in ("a", "b", "c"):
        (place / f"{name}.json").write_text(start(1, seed=name)._json(), encoding="utf-8")
    return place


def run(folder, out, *words):
    return cli.main(["grade", str(folder), "-o", str(out), *words])


def test_it_grows_and_is_put_in_place_at_the_end(folder, tmp_path, monkeypatch):
    out, part, seen = tmp_path / "grades.csv", tmp_path / "grades.csv.part", []
    out.write_text("last week's")

    def watched(path, really=grade.recheck, **rest):
        seen.append((out.read_text(), part.read_text(encoding="utf-8-sig").count("\n")))
        return really(path, **rest)

    monkeypatch.setattr(grade, "recheck", watched)
    assert run(folder, out) == 0
    assert [old for old, _ in seen] == ["last week's"] * 3
    assert seen[-1][1] >= 1
    assert out.read_text(encoding="utf-8-sig").count("\n") == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["grades.csv", "handed in"]


def test_what_was_graded_is_kept_if_it_is_stopped(folder, tmp_path, monkeypatch, capsys):
    out = tmp_path / "grades.csv"

    def stopped(path, really=grade.recheck, **rest):
        if path.name == "c.json":
            raise KeyboardInterrupt
        return really(path, **rest)

    monkeypatch.setattr(grade, "recheck", stopped)
    assert run(folder, out) == 130
    assert not out.exists()
    kept = (tmp_path / "grades.csv.part").read_text(encoding="utf-8-sig").splitlines()
    assert [line.split(",")[0] for line in kept] == ["file", "a.json", "b.json"]
    assert "stopped after 2 receipts" in capsys.readouterr().err


def test_what_an_answer_writes_into_the_growing_file_is_lost(folder, tmp_path, monkeypatch):
    out, part = tmp_path / "grades.csv", tmp_path / "grades.csv.part"

    def forged(path, really=grade.recheck, **rest):
        part.write_text("c.json,1,c,5,5,all correct,,bwrap\n")
        return really(path, **rest)

    monkeypatch.setattr(grade, "recheck", forged)
    assert run(folder, out) == 0
    assert "all correct" not in out.read_text(encoding="utf-8-sig")


def test_nothing_that_lies_there_is_followed(folder, tmp_path, capsys):
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (tmp_path / "grades.csv.part").symlink_to(precious)
    assert run(folder, tmp_path / "grades.csv") == 0
    (tmp_path / "link.csv").symlink_to(precious)
    assert run(folder, tmp_path / "link.csv") == 2
    assert run(folder, folder) == 2
    assert run(folder, tmp_path / "none" / "grades.csv") == 2
    assert "cannot be written" in capsys.readouterr().err
    assert precious.read_text() == "mine"


def test_the_box_is_told(folder, tmp_path, capsys):
    out = tmp_path / "grades.csv"
    assert run(folder, out, "--box", "none") == 0
    assert "box: none" in capsys.readouterr().err
    lines = list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8-sig"))))
    assert [line["box"] for line in lines] == ["none"] * 3
    assert grade.lines([Row("f", 1, "s", "t", "correct", "correct", 1, 1, (), "", "bwrap")], "task")[0][-1] == "bwrap"


def test_a_box_that_cannot_be_had_is_an_error(folder, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(grade.sandbox, "problem", lambda name: "" if name == "none" else "not permitted")
    assert run(folder, tmp_path / "grades.csv", "--box", "bwrap") == 2
    assert "'bwrap' cannot be used here: not permitted" in capsys.readouterr().err
    assert run(folder, tmp_path / "grades.csv") == 0
    assert "answers run unboxed, as you (bwrap: not permitted; unshare: not permitted)" in capsys.readouterr().err
