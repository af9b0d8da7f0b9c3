"""Whatever lies in a folder of receipts costs itself only: one row that says so, and the others are checked."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from dpviz import cli
from dpviz.course import grade, recheck
from dpviz.course.recheck import Limits
from dpviz.course.suspicious_code import suspicious_names
from dpviz.exercises import receipt, restore, start
from tests.exercises.material import claimed, signed


@pytest.fixture(scope="module")
def honest():
    """A true receipt's text."""
    my = start(1, seed="Ada")
    assert my.check("people", 0).worth < 1
    return my._json()


def edited(honest, **values):
    return signed(json.loads(honest) | values)


def replaced(honest, old, new):
    assert old in honest
    return honest.replace(old, new, 1)


BROKEN = {
    "not a number": lambda honest: replaced(honest, '"points": 0.0', '"points": NaN'),
    "infinite": lambda honest: replaced(honest, '"points": 0.0', '"points": Infinity'),
    "beyond": lambda honest: replaced(honest, '"points": 0.0', '"points": 1e999'),
    "400 digits": lambda honest: edited(honest, points=10**400),
    "9,000 digits": lambda honest: replaced(honest, '"points": 0.0', '"points": ' + "9" * 9_000),
    "schema true": lambda honest: edited(honest, schema=True),
    "lesson true": lambda honest: edited(honest, lesson=True),
    "lesson of 400 digits": lambda honest: edited(honest, lesson=10**400),
    "schema deep": lambda honest: replaced(honest, '"schema": 1', '"schema": ' + "[" * 900 + "]" * 900),
    "deeper": lambda honest: "[" * 500_000,
    "a name twice": lambda honest: replaced(honest, '"seed": "ada"', '"seed": "ada", "seed": "bob"'),
    "seed of halves": lambda honest: edited(honest, seed="\ud800"),
    "a thousand tasks": lambda honest: edited(honest, tasks=json.loads(honest)["tasks"] * 200),
    "45 MB": lambda honest: " " * 45_000_000 + honest,
    "half a letter": lambda honest: honest.encode()[:400] + b"\xc3",
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_no_receipt_is_one_row(honest, tmp_path, case):
    content, path = BROKEN[case](honest), tmp_path / "r.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    (row,) = recheck.recheck(path)
    assert row.found == "missing"
    assert row.flags[0].startswith("not readable: ")
    assert len(row.flags[0]) < 400
    assert str(tmp_path) not in row.flags[0]


def test_a_file_is_measured_before_it_is_read(tmp_path, monkeypatch):
    path = tmp_path / "r.json"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # a hole, not a terabyte
    began = time.process_time()
    with pytest.raises(ValueError, match="more than 8,000,000 bytes"):
        receipt.load(path)
    assert time.process_time() - began < 2


SOURCES = {
    "halves": "# " + "a \ud800 " * 50 + "\ndef laplace(): return 1",
    "long": "x = 1\n" * 20_000,
    "brackets": "(" * 90_000,
    "minus": "-" * 90_000 + "1",
    "dots": "x" + ".a" * 40_000,
    "zero": "\0",
}


def test_the_others_are_checked_all_the_same(honest, tmp_path, capsys, monkeypatch):
    """One folder with everything in it; some of it a table cannot even name."""
    folder = tmp_path / "handed in"
    folder.mkdir()
    for number, source in enumerate(SOURCES.values()):
        (folder / f"source {number}.json").write_text(claimed(1, source))
    (folder / "halves.json").write_text(replaced(honest, '"task": "people"', '"task": "\\ud800"'))
    (folder / "seed.json").write_text(edited(honest, seed="x" * 100_000))
    (folder / "deep.json").write_text(replaced(honest, '"tries": 0', '"tries": ' + "[" * 900 + "]" * 900))
    (folder / "folder.json").mkdir()
    (folder / "round.json").symlink_to(folder / "about.json")
    (folder / "about.json").symlink_to(folder / "round.json")
    (folder / "nowhere.json").symlink_to(folder / "none")
    (folder / "honest.JSON").write_text(honest)
    (folder / os.fsdecode(b"bytes\xff.json")).write_text(honest)
    (folder / "locked.json").write_text(honest)
    os.mkfifo(folder / "pipe.json")

    def opened(path, *rest, really=os.open, **named):
        if str(path).endswith("locked.json"):
            raise PermissionError(13, "Permission denied", str(path))
        return really(path, *rest, **named)

    monkeypatch.setattr(os, "open", opened)
    assert cli.main(["grade", str(folder), "--seconds", "20", "--jobs", "2"]) == 0
    lines = {line["file"]: line for line in csv.DictReader(io.StringIO(capsys.readouterr().out))}
    assert len(lines) == len(SOURCES) + 11
    assert all(line["flags"] for line in lines.values())
    assert lines["honest.JSON"]["flags"].startswith("same seed as")
    assert "not readable: it is not a file" in lines["folder.json"]["flags"]
    assert "not readable: it is not a file" in lines["pipe.json"]["flags"]
    assert lines["locked.json"]["flags"] == "not readable: Permission denied"
    assert "symbolic links" in lines["round.json"]["flags"]
    assert "bytes .json" in lines
    assert "could not be checked: it has 120,000 characters" in lines["source 1.json"]["flags"]
    for number in range(len(SOURCES)):
        assert "claims 'correct', is 'working'" in lines[f"source {number}.json"]["flags"]


@pytest.mark.skipif(os.name != "posix", reason="another way to remove it")
def test_a_thousand_folders_within_one_another_are_one_row(honest, tmp_path):
    (tmp_path / "honest.json").write_text(honest)
    try:
        path = tmp_path
        for _ in range(1_200):
            path /= "a"
            path.mkdir()
        deep, named = [rows[0] for rows in grade.graded(tmp_path)]
        assert deep.flags == ("not readable: it is not a file",)
        assert named.file == "honest.json"
    finally:
        subprocess.run(["rm", "-rf", tmp_path / "a"], check=True)  # Python's own way gets lost as well


def test_a_fault_of_the_grader_costs_one_answer(honest, tmp_path, monkeypatch):
    path = tmp_path / "r.json"
    path.write_text(claimed(1, "laplace = 1"))

    def fails(*arguments):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(recheck, "run_answer", fails)
    rows = recheck.recheck(path, limits=Limits(seconds=5))
    assert len(rows) == 5
    assert "could not be checked: BlockingIOError: Resource temporarily unavailable" in rows[0].flags
    assert rows[0].of == 1


def test_half_a_letter_in_an_error_does_not_cost_a_student_the_receipt(tmp_path):
    def laplace(value, sensitivity, epsilon, rng):
        raise ValueError("\ud800")

    my = start(1, seed="x")
    assert "ValueError" in my.check("laplace", laplace).sentence
    my.receipt(tmp_path)
    (path,) = tmp_path.iterdir()
    assert "\ud800" in json.loads(path.read_text(encoding="utf-8"))["tasks"][0]["sentence"]
    assert "no task" not in repr(restore(path))
    assert not any("edited" in flag for row in recheck.recheck(path) for flag in row.flags)


def test_an_error_nobody_foresaw_costs_one_receipt(honest, tmp_path, monkeypatch):
    for name in ("first", "second"):
        (tmp_path / f"{name}.json").write_text(honest)

    def stumbles(path, **options):
        if path.name == "first.json":
            raise SystemError("AST constructor recursion depth mismatch")
        return recheck.recheck(path, **options)

    monkeypatch.setattr(grade, "recheck", stumbles)
    first, second = grade.graded(tmp_path)
    assert "an error of dpviz's own" in first[0].flags[0]
    assert len(second) == 5


def test_many_threads_may_read_code_at_once():
    sources = ["x = 1\n" * 3_000, "y = [" + "(" * 60 + "1" + ")" * 60 + "]\n" * 1] * 20
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(suspicious_names, sources)) == [[]] * 40
