"""The table of grades: no cell is a formula for anybody, and the file is whole or not there."""

from __future__ import annotations

import csv
import inspect
import io
import json
import re
import shutil
import subprocess
import sys
import threading
import time
import tracemalloc
from pathlib import Path

import pytest

from dpviz import cli
from dpviz.course import grade
from dpviz.course.plagiarism import Likeness
from dpviz.course.recheck import Row
from dpviz.exercises import lessons, start
from tests.exercises.material import solutions

FORMULAS = [
    *("=1+1", "+cmd|'/c calc'!A0", "-2+3", "@SUM(1)", "＝1+1"),
    # Behind what a spreadsheet may leave out.
    *("\t=1", "\r=1", "\ufeff=1", "\u200b=1", "\u00a0=1", "  =1", "'=1", '"=1', '""=1'),
    # A cell of its own, were the separator another.
    *("x;=1+1;y", "x; =1+1;y", 'x;"=1+1";y', 'x;""=1+1;y', "x;'=1+1';y", 'x","=1+1', 'x";=1+1;"', 'x;y;"",-1+cmd'),
    *("x\t=1+1", "x\n=1+1", "x\r=1+1", "x\u2028=1+1", "x,=1+1,y", "x|=1+1|y"),
    *("x =1+1", 'x "=1+1"', "x -3+cmd|' /C calc'!A0"),
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


def test_a_long_flag_hides_no_other():
    told = ("same seed as " + "x" * 5_000 + ".json", "look at the code: os")
    row = Row("a.json", 1, "eve", "people", "correct", "correct", 1.0, 1.0, told, "")
    (line,) = grade.lines([row], "file")
    assert "look at the code: os" in grade.as_csv([line])


# The file -----------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "handed in"
    place.mkdir()
    for name in ("a", "b", "c"):
        (place / f"{name}.json").write_text(start(1, seed=name)._json(), encoding="utf-8")
    return place


@pytest.fixture
def before_each(monkeypatch):
    """Has something done, told the receipt's path, before each receipt is checked."""

    def watch(action, really=grade.recheck):
        def watched(path, **rest):
            action(path)
            return really(path, **rest)

        monkeypatch.setattr(grade, "recheck", watched)

    return watch


def run(folder, out, *words):
    return cli.main(["grade", str(folder), "-o", str(out), *words])


def table(path):
    """The lines of a table that was written."""
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))


def test_it_grows_and_is_put_in_place_at_the_end(folder, tmp_path, before_each):
    out, part, seen = tmp_path / "grades.csv", tmp_path / "grades.csv.part", []
    out.write_text("last week's")
    before_each(lambda path: seen.append((out.read_text(), part.read_text(encoding="utf-8-sig").count("\n"))))
    assert run(folder, out) == 0
    assert [old for old, _ in seen] == ["last week's"] * 3
    assert seen[-1][1] >= 1
    assert out.read_text(encoding="utf-8-sig").count("\n") == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["grades.csv", "handed in"]


def test_what_was_graded_is_kept_if_it_is_stopped(folder, tmp_path, before_each, capsys):
    out = tmp_path / "grades.csv"

    def stopped(path):
        if path.name == "c.json":
            raise KeyboardInterrupt

    before_each(stopped)
    assert run(folder, out) == 130
    assert not out.exists()
    kept = (tmp_path / "grades.csv.part").read_text(encoding="utf-8-sig").splitlines()
    assert [line.split(",")[0] for line in kept] == ["file", "a.json", "b.json"]
    assert "stopped after 2 receipts; the rows so far are in" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="the system limits no memory")
def test_what_the_grader_reads_is_bounded_in_memory(folder, tmp_path, monkeypatch):
    import resource

    seen = []

    def missing(path, **_):
        seen.append(resource.getrlimit(resource.RLIMIT_AS)[0])
        return [Row(path.name, "", "", "", "", "missing", 0.0, 0.0, (), "")]

    monkeypatch.setattr(grade, "recheck", missing)
    before = resource.getrlimit(resource.RLIMIT_AS)[0]
    assert run(folder, tmp_path / "grades.csv") == 0
    assert all(0 < limit < 1 << 40 for limit in seen)
    assert resource.getrlimit(resource.RLIMIT_AS)[0] == before


class Full:
    """A new file on a disk that holds so many pieces of text."""

    def __init__(self, file, pieces):
        self._file, self._left = file, pieces
        self.flush = file.flush

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()

    def write(self, text):
        if not self._left:
            raise OSError(28, "No space left on device")
        self._left -= 1
        self._file.write(text)


@pytest.mark.parametrize("pieces", [0, 3])
def test_a_disk_that_fills_leaves_the_rows_so_far_and_says_where(folder, tmp_path, monkeypatch, capsys, pieces):
    out, part = tmp_path / "grades.csv", tmp_path / "grades.csv.part"

    def opened(path, mode="r", *rest, really=Path.open, **named):
        file = really(path, mode, *rest, **named)
        return Full(file, pieces) if mode == "x" else file

    def missing(path, **_):
        return [Row(path.name, "", "", "", "", "missing", 0.0, 0.0, (), "")]

    monkeypatch.setattr(Path, "open", opened)
    monkeypatch.setattr(grade, "recheck", missing)
    assert run(folder, out) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.endswith("device" + f"; the rows so far are in {part}" * (pieces > 0))
    rows = part.read_text(encoding="utf-8-sig").splitlines()[1:]
    assert rows == ["a.json,,,0,0,,,", "b.json,,,0,0,,,"][: max(0, pieces - 1)]
    assert not out.exists()


@pytest.mark.parametrize("moment", ["choose", "beginning", "end"])
def test_it_is_stopped_with_a_sentence_at_any_moment(folder, tmp_path, monkeypatch, capsys, moment):
    looks = []

    def stopped(*_):
        looks.append(1)
        if moment != "end" or len(looks) == 2:
            raise KeyboardInterrupt
        return {}

    monkeypatch.setattr(*((grade.sandbox, "choose") if moment == "choose" else (grade, "_prints")), stopped)
    assert run(folder, tmp_path / "grades.csv") == 130
    assert f"stopped after {3 * (moment == 'end')} receipts" in capsys.readouterr().err


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_table_that_cannot_be_put_in_place_leaves_the_growing_file_alone(folder, tmp_path, monkeypatch, error):
    def full(*_):
        raise error

    monkeypatch.setattr(Path, "replace", full)
    assert run(folder, tmp_path / "grades.csv") in (2, 130)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["grades.csv.part", "handed in"]


def test_what_an_answer_writes_into_the_growing_file_is_lost(folder, tmp_path, before_each):
    out, part = tmp_path / "grades.csv", tmp_path / "grades.csv.part"
    before_each(lambda path: part.write_text("c.json,1,c,5,5,all correct,,bwrap\n"))
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


def test_a_link_to_what_was_not_handed_in_is_not_read(folder, tmp_path, capsys):
    model = tmp_path / "model.json"
    model.write_text(start(1, seed="lecturer")._json(), encoding="utf-8")
    (folder / "d.json").symlink_to(model)
    (folder / "e.json").symlink_to("a.json")
    (folder / "f.json").symlink_to("f.json")
    (tmp_path / "elsewhere").mkdir()
    (folder / "group").symlink_to(tmp_path / "elsewhere")
    assert run(folder, tmp_path / "grades.csv") == 0
    lines = table(tmp_path / "grades.csv")
    assert [line["file"] for line in lines if "not handed in" in line["flags"]] == ["d.json", "group"]
    # It is not even read: nothing of it is in the table.
    (refused,) = (line for line in lines if line["file"] == "d.json")
    assert refused["flags"] == "not readable: it is a link to a file that was not handed in"
    assert (refused["seed"], refused["of"]) == ("", "0")


def test_a_system_without_a_temporary_folder_is_told_so(folder, tmp_path, capsys, monkeypatch):
    def none():
        raise FileNotFoundError("[Errno 2] No usable temporary directory found")

    monkeypatch.setattr(grade.tempfile, "gettempdir", none)
    assert run(folder, tmp_path / "grades.csv") == 2
    assert "TMPDIR" in capsys.readouterr().err


def test_the_box_is_told(folder, tmp_path, capsys):
    out = tmp_path / "grades.csv"
    assert run(folder, out, "--box", "none") == 0
    assert "box: none" in capsys.readouterr().err
    assert [line["box"] for line in table(out)] == ["none"] * 3
    assert grade.lines([Row("f", 1, "s", "t", "correct", "correct", 1, 1, (), "", "bwrap")], "task")[0][-1] == "bwrap"


def test_a_box_that_cannot_be_had_is_an_error(folder, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(grade.sandbox, "problem", lambda name: "" if name == "none" else "not permitted")
    assert run(folder, tmp_path / "grades.csv", "--box", "bwrap") == 2
    assert "'bwrap' cannot be used here: not permitted" in capsys.readouterr().err
    assert run(folder, tmp_path / "grades.csv") == 0
    assert "answers run unboxed, as you (bwrap: not permitted; unshare: not permitted)" in capsys.readouterr().err


# While it is graded -----------------------------------------------------------------------------------------------


def test_a_receipt_that_is_rewritten_meanwhile_counts_as_it_was(folder, tmp_path, before_each):
    before_each(lambda path: [other.write_text("nothing") for other in folder.iterdir()])
    assert run(folder, tmp_path / "grades.csv") == 0
    lines = table(tmp_path / "grades.csv")
    assert [(line["seed"], line["flags"]) for line in lines] == [("a", ""), ("b", ""), ("c", "")]


def test_a_grader_that_was_rewritten_says_so(folder, tmp_path, monkeypatch, before_each, capsys):
    own = tmp_path / "dpviz" / "lessons" / "lesson_12.py"
    own.parent.mkdir(parents=True)
    own.write_text("honest = True")
    monkeypatch.setattr(grade, "PACKAGE", tmp_path / "dpviz")
    assert run(folder, tmp_path / "grades.csv") == 0
    before_each(lambda path: own.write_text("honest = False"))
    assert run(folder, tmp_path / "grades.csv") == 2
    said = capsys.readouterr().err
    assert "DO NOT TRUST THIS TABLE" in said
    assert "lesson_12.py" in said


def test_all_exercises_are_imported_before_the_first_answer_runs(folder):
    code = """
import sys
from pathlib import Path
from dpviz.course import grade
def watched(*_, **__):
    print(*(name for name in sys.modules if name.startswith("dpviz.exercises.lessons.lesson_")))
    raise ValueError
grade.recheck = watched
next(grade.graded(Path(sys.argv[1])))
"""
    said = subprocess.run([sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True).stdout
    imported = {name.removeprefix("dpviz.exercises.lessons.") for name in said.split()}
    written = [path for path in Path(lessons.__path__[0]).rglob("*.py") if path.parent.name != "lessons"]
    assert {".".join((path.parent.name, path.stem)).removesuffix(".__init__") for path in written} <= imported


@pytest.mark.parametrize("way", ["the same", "other remarks", "other names", "other numbers", "other code"])
def test_many_receipts_are_compared_in_no_time(way):
    """Word for word, all but one of them; or each like the next but for something."""
    text = inspect.getsource(solutions(8).bands)
    record = json.loads(start(8, seed="x")._json())
    task = record["tasks"][0]["task"]

    def held(k):
        source = {
            "the same": text.replace("return", "return 0 or") if k == 500 else text,
            "other remarks": f"{text}# by number {k}\n",
            "other names": text.replace("ordered", f"ordered_{k}"),
            "other numbers": f"{text}\nmine = {k + 1}\n",
            "other code": text + "".join(f"x = y {'*/%@'[k // 4**place % 4]} z\n" for place in range(6)),
        }[way]
        record["seed"], record["tasks"][0]["source"] = f"s{k}", source
        content = json.dumps(record).encode()
        return lambda: content

    found = {f"{k:05d}": held(k) for k in range(1_000)}
    began = time.process_time()
    tracemalloc.start()
    alike = Likeness(found)
    said = {name: alike.flags(name) for name in ("00000", "00500", "00999")}
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 7e6
    assert time.process_time() - began < 5
    if way == "the same":
        assert said["00000"] == [(task, "same answer as 00001, 00002, 00003, 00004, 00005")]
        assert said["00999"] == [(task, "same answer as 00000, 00001, 00002, 00003, 00004")]
        assert said["00500"] == []
    elif way in ("other remarks", "other names"):
        assert said["00000"] == [(task, "same answer but for names as 00001, 00002, 00003, 00004, 00005")]
        assert said["00999"] == [(task, "same answer but for names as 00000, 00001, 00002, 00003, 00004")]
    else:
        assert not any(said.values())


def test_the_rest_is_compared_while_the_first_is_checked(folder, monkeypatch, before_each):
    begun = threading.Event()

    def compared(held):
        assert begun.wait(60)
        return Likeness(held)

    before_each(lambda path: begun.set())
    monkeypatch.setattr(grade, "Likeness", compared)
    shutil.copy(folder / "a.json", folder / "again.json")
    rows = next(grade.graded(folder))
    assert {row.flags for row in rows} == {("same seed as again.json",)}
