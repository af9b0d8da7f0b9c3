"""Receipts: what they hold, how they come back, and that nothing in them is believed."""

from __future__ import annotations

import builtins
import csv
import functools
import io
import json
import shutil
import subprocess
import sys
from itertools import product
from math import log
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from numpy import exp

from dpviz import cli
from dpviz.course import recheck as rechecking
from dpviz.course.grade import HEADINGS, lines
from dpviz.course.recheck import Limits, recheck
from dpviz.exercises import Session, given, receipt, restore, session, start
from dpviz.exercises.source import Unrecordable, run_source, source_of
from tests.browser import some_by_day

LIMITS = Limits(seconds=60)
#: Grading needs processes, and a browser's files are all its own.
pytestmark = pytest.mark.usefixtures("at_leisure")
native = pytest.mark.skipif(sys.platform == "emscripten", reason="nobody grades in a browser")


@pytest.fixture(autouse=True, scope="module")
def each_answer_is_run_once():
    """Answers that several tests share are run in one process only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rechecking, "run_answer", functools.cache(rechecking.run_answer))
        yield


def laplace(value, sensitivity, epsilon, rng):
    return value + rng.laplace(scale=sensitivity / epsilon)


def twice(value, sensitivity, epsilon, rng):
    return value + rng.laplace(scale=2 * sensitivity / epsilon)


def people(my):
    numbers = my.given("people")
    return int(np.ceil(np.log(1 / numbers.beta) / (numbers.epsilon * numbers.alpha)))


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A true receipt: one task correct, one almost, one by value, two untouched."""
    my = start(1, seed="Ada L.")
    assert my.check("laplace", laplace).correct
    assert my.check("people", people(my) - 1).kind == "almost"
    folder = tmp_path_factory.mktemp("receipts")
    shown = my.receipt(folder)
    (path,) = folder.iterdir()
    assert path.name in repr(shown)
    return path


def changed(saved, tmp_path, change, *, sign=False):
    record = json.loads(saved.read_text(encoding="utf-8"))
    change(record)
    if sign:
        record["checksum"] = receipt.digest(record)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def flags(path):
    return [flag for row in recheck(path, limits=LIMITS) for flag in row.flags]


def item(record, name):
    return next(item for item in record["tasks"] if item["task"] == name)


# What is kept -------------------------------------------------------------------------------------------------


@native
def test_a_true_receipt_is_found_true(saved):
    rows = recheck(saved, limits=LIMITS)
    assert [(row.task, row.found, row.points) for row in rows] == [
        ("laplace", "correct", 1.0),
        ("estimate", "missing", 0.0),
        ("people", "almost", 0.5),
        ("bug", "missing", 0.0),
        ("attack", "missing", 0.0),
    ]
    assert [row.flags for row in rows] == [()] * 5


def test_it_comes_back_with_verdicts_and_code(saved):
    my = restore(saved)
    assert isinstance(my, Session)
    assert my.seed == "ada l."
    assert my.points() == (1.5, 5.0)
    assert "rng.laplace(scale=sensitivity / epsilon)" in repr(my)
    assert "Your code for laplace" in my._repr_html_()
    # And goes on from there.
    assert my.check("people", people(my)).correct
    assert my.points() == (2.0, 5.0)
    assert json.loads(my._json())["tasks"][0]["source"].startswith("def laplace")


def test_code_that_cannot_be_written_as_utf_8_is_shown(saved, tmp_path):
    path = changed(saved, tmp_path, lambda record: record["tasks"][2].update(source="n = '\ud800'"))
    assert "ud800" in repr(restore(path)).encode().decode()


@native
def test_what_a_receipt_holds_is_run_in_another_process(saved, tmp_path):
    path = changed(
        saved, tmp_path, lambda record: record["tasks"][2].update(source="import builtins\nbuiltins.here = n = 5\n")
    )
    assert restore(path)._attempts["people"].kind in ("almost", "working")
    assert not hasattr(builtins, "here")


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"format": "dpviz receipt", "schema": 99}', "[" * 100_000], ids=range(5)
)
def test_what_is_no_receipt_is_a_sentence(tmp_path, content):
    path = tmp_path / "r.json"
    path.write_text(content)
    assert "cannot be restored" in repr(restore(path))
    (row,) = recheck(path, limits=LIMITS)
    assert "not readable" in row.flags[0]
    assert "cannot be opened" in repr(restore(tmp_path / "none.json"))


@native
def test_the_best_attempt_counts_and_tries_are_counted():
    my = start(1, seed="x")
    for function, points in ((twice, 0.5), (laplace, 1.0), (twice, 1.0)):
        my.check("laplace", function)
        assert my.points()[0] == points
    record = json.loads(my._json())
    assert record["tasks"][0]["tries"] == 3
    assert "2 * sensitivity" not in record["tasks"][0]["source"]


def test_it_can_be_downloaded_after_every_check():
    verdict = start(1, seed="<Ada & 'Bob'>").check("people", ...)
    assert '<a download="receipt_01__ada' in verdict.footer
    assert 'href="data:application/json;base64,' in verdict._repr_html_()


@native
def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    assert "could not be saved" in repr(start(1, seed="x").receipt(tmp_path / "none"))


def test_a_name_that_is_no_task_is_told():
    my = start(1, seed="x")
    for said in (my.check("lapalce", 1), my.task("lapalce"), my.hints("lapalce")):
        assert "no task 'lapalce' here; there are: laplace" in repr(said)
    with pytest.raises(ValueError, match="lesson must be one of 1"):
        start(99)


# Answers as source --------------------------------------------------------------------------------------------

HALF = 0.5
TABLE = {"a": [1, 2], (1, 2): np.array([1.5, np.inf])}
MINE = given(1, "laplace", seed="ada")
SITTING = start(1, seed="ada")


def helper(x):
    return np.sum(x) * HALF + len(TABLE["a"])


def uses_much(x: np.ndarray, *, rng=None) -> float:
    def inner(y):
        return helper(y) + MINE.epsilon + SITTING.given("laplace").sensitivity

    return inner(x)


class Counter:
    start = 1

    def count(self, x):
        return helper(x) + self.start


def uses_a_class(x):
    return Counter().count(x)


def uses_compiled(x):
    return [log(x + a + b) for a, b in product((1, 2), repeat=2)], exp(x)


def recursive(n):
    return 1 if n < 2 else n * recursive(n - 1)


@pytest.mark.parametrize(
    ("answer", "call"),
    [
        (uses_much, lambda f: f(np.arange(3.0))),
        (uses_a_class, lambda f: f([1, 2])),
        (recursive, lambda f: f(5)),
        (uses_compiled, lambda f: f(2.0)),
        (lambda x: x + HALF, lambda f: f(1)),
        (np.mean, lambda f: f([1, 2, 6])),
        (max, lambda f: f([1, 2, 6])),
        (1.5, lambda v: v),
        (float("-inf"), lambda v: v),
        (np.float64(0.1), lambda v: v),
        ([1, (2,), {3}, None, True, "x", b"y", range(3), ()], lambda v: v),
        (TABLE, repr),
    ],
)
def test_an_answer_stands_by_itself(answer, call):
    source = source_of(("f",), (answer,))
    (again,) = run_source(source, ("f",))
    assert call(again) == call(answer)


def closure():
    inside = 3
    return lambda x: x + inside


@pytest.mark.parametrize(
    "answer", [closure(), object(), np.array([object()]), "x" * 200_000, iter([])], ids=lambda one: type(one).__name__
)
def test_what_cannot_be_written_down_says_why(answer):
    with pytest.raises(Unrecordable, match=r"\w+ \w+"):
        source_of(("f",), (answer,))


@native
def test_the_student_hears_of_it_when_it_costs_points():
    inside = 1

    def local(value, sensitivity, epsilon, rng):
        return value + rng.laplace(scale=inside * sensitivity / epsilon)

    my = start(1, seed="x")
    verdict = my.check("laplace", local)
    assert verdict.correct
    assert "define it at the top level" in repr(verdict)
    my.check("laplace", laplace)
    assert json.loads(my._json())["tasks"][0]["problem"] == ""


# What is not believed -----------------------------------------------------------------------------------------


def put(name, **values):
    return lambda record: item(record, name).update(values)


def only(name, **values):
    def change(record):
        for other in record["tasks"]:
            other.update(source="", verdict="missing", points=0.0)
        item(record, name).update(verdict="correct", points=1.0, **values)

    return change


CHEATS = {
    "verdict": (put("people", verdict="correct", points=1.0), "claims 'correct', is 'almost'"),
    "score": (put("people", points=1.0), "points do not follow"),
    "sum": (lambda record: record.update(points=5.0), "sum of the points"),
    "seed": (lambda record: record.update(seed="Grace"), "claims 'almost', is"),
    "odd seed": (lambda record: record.update(seed="  Ada L. "), "not as dpviz writes it"),
    "empty seed": (lambda record: record.update(seed=""), "no seed of their own"),
    "nobody's seed": (lambda record: record.update(seed="your name or number"), "no seed of their own"),
    "unknown task": (put("bug", task="gift", verdict="correct", points=1.0), "unknown task"),
    "twice": (lambda record: record["tasks"].append(dict(item(record, "laplace"))), "listed twice"),
    "never tried": (put("laplace", tries=0), "claims 'correct' without a try"),
    "left out": (lambda record: record["tasks"].pop(), "a task is missing"),
    "version": (lambda record: record.update(dpviz="99.0"), "from dpviz 99.0"),
    "no answer": (put("bug", verdict="correct", points=1.0), "no answer recorded"),
    "another's code": (put("laplace", source="def laplace(*a): return undefined"), "claims 'correct', is"),
    "not Python": (put("laplace", source="def laplace(:"), "claims 'correct', is"),
    "no end": (only("laplace", source="while True: pass"), "claims 'correct', is"),
    "leaves": (put("laplace", source="import os\nos._exit(0)"), "claims 'correct', is"),
    "meddles": (
        put(
            "bug",
            verdict="correct",
            points=1.0,
            source="import dpviz.exercises.verdict as v\nv.Verdict.__init__.__globals__\nmean_age = len",
        ),
        "look at the code: ",
    ),
}


@pytest.mark.parametrize("cheat", some_by_day(CHEATS, 2))
@native
def test_a_cheat_is_seen_even_with_a_right_checksum(saved, tmp_path, cheat):
    change, word = CHEATS[cheat]
    path = changed(saved, tmp_path, change, sign=True)
    found = [
        flag for row in recheck(path, limits=Limits(seconds=5) if cheat == "no end" else LIMITS) for flag in row.flags
    ]
    assert any(word in flag for flag in found), found
    assert not any("edited" in flag for flag in found)


def test_a_careless_edit_shows_in_the_checksum(saved, tmp_path):
    assert any("edited since" in flag for flag in flags(changed(saved, tmp_path, put("laplace", tries=7))))


@native
def test_an_answer_that_knows_the_draws_is_seen(saved, tmp_path):
    source = (
        "import numpy as np\nseen = []\n"
        "def laplace(value, sensitivity, epsilon, rng):\n"
        "    if not seen: seen.append(rng.bit_generator.state['state']['state'])\n"
        "    wide = 1 if seen[0] == {first} else 3\n"
        "    return value + rng.laplace(scale=wide * sensitivity / epsilon)\n"
    )

    def spy(value, sensitivity, epsilon, rng):
        print(rng.bit_generator.state["state"]["state"])
        return value + rng.laplace(scale=sensitivity / epsilon)

    first = start(1, seed="ada l.").check("laplace", spy).printed.split()[0]
    path = changed(saved, tmp_path, put("laplace", source=source.format(first=first)), sign=True)
    assert any("other draws" in flag for flag in flags(path))
    assert recheck(path, limits=LIMITS)[0].points < 1


# The command --------------------------------------------------------------------------------------------------


def grade(*words, capsys):
    status = cli.main(["grade", *map(str, words)])
    return status, capsys.readouterr()


def test_a_folder_becomes_a_table(saved, tmp_path, capsys):
    (tmp_path / "deeper").mkdir()
    shutil.copy(saved, tmp_path / "deeper" / "=ada.json")
    shutil.copy(saved, tmp_path / "bob.json")
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "notes.txt").write_text("not a receipt")
    status, said = grade(tmp_path, "--seconds", 60, "--jobs", 2, capsys=capsys)
    assert status == 0
    lines = list(csv.DictReader(io.StringIO(said.out)))
    assert [line["file"] for line in lines] == ["bob.json", "broken.json", "deeper/=ada.json"]
    assert lines[0]["points"] == "1.5"
    assert lines[0]["of"] == "5"
    assert lines[0]["tasks"].startswith("laplace: correct; estimate: still missing; people: almost")
    assert lines[0]["flags"] == "same seed as deeper/=ada.json"
    assert lines[1]["points"] == "0"
    assert "not readable" in lines[1]["flags"]
    assert "3 receipts" in said.err


@pytest.mark.slow
def test_by_task_into_a_file(saved, tmp_path, capsys):
    shutil.copy(saved, tmp_path)
    out = tmp_path / "grades.csv"
    status, said = grade(tmp_path, "--by", "task", "-o", out, "--seconds", 60, capsys=capsys)
    assert (status, said.out) == (0, "")
    lines = list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8-sig"))))
    assert [line["task"] for line in lines] == ["laplace", "estimate", "people", "bug", "attack"]
    assert lines[2]["claimed"] == lines[2]["verdict"] == "almost"


def test_mistakes_on_the_command_line_are_told(tmp_path, capsys):
    assert grade(tmp_path / "none", capsys=capsys)[0] == 2
    assert grade(tmp_path, capsys=capsys)[0] == 1
    with pytest.raises(SystemExit):
        cli.main(["grade", str(tmp_path), "--jobs", "0"])
    assert "must be a number >= 1" in capsys.readouterr().err


def test_help_says_that_code_is_run():
    done = subprocess.run(
        [sys.executable, "-m", "dpviz.cli", "grade", "--help"], capture_output=True, text=True, check=True
    )
    assert "no wall against an attack" in " ".join(done.stdout.split())
    assert Path(__file__).is_file()


def test_values_are_not_found_by_a_loop(monkeypatch):
    """Neither in one session nor in many; whoever waits may go on, and the receipt counts the tries."""
    monkeypatch.setattr(session, "time", SimpleNamespace(monotonic=lambda: 1000.0))  # all within a minute
    my = start(11, seed="eve")
    said = [(my if k < 8 else start(11, seed="eve")).check("questions", k).sentence for k in range(12)]
    assert not any("tries in one minute" in sentence for sentence in said[:10])
    assert all("10 tries in one minute: wait" in sentence for sentence in said[10:])
    for times in session._tried.values():
        times[:] = [when - 60 for when in times]
    assert "tries in one minute" not in my.check("questions", 7).sentence
    assert next(item["tries"] for item in json.loads(my._json())["tasks"] if item["task"] == "questions") == 11


def test_values_are_not_found_by_receipts_written_by_hand(tmp_path, monkeypatch):
    """Each that is restored is a try; one that a new kernel knows of from the file alone is none besides."""
    monkeypatch.setattr(session, "time", SimpleNamespace(monotonic=lambda: 1000.0))  # all within a minute
    path = tmp_path / "r.json"
    record = json.loads(start(11, seed="eve")._json())
    item = next(item for item in record["tasks"] if item["task"] == "questions")

    def tried(value):
        item.update(source=f"questions = {value}\n", verdict="working", tries=1)
        path.write_text(json.dumps(record), encoding="utf-8")
        return restore(path)

    said = [repr(tried(value)) for value in range(12)]
    assert not any("tries in one minute" in sentence for sentence in said[:10])
    assert all("10 tries in one minute" in sentence for sentence in said[10:])
    session._tried.clear()
    assert '"tries": 1' in tried(3)._json()


@pytest.mark.slow
@native
def test_a_kernel_that_was_restarted_knows_the_tries_of_a_receipt_and_the_table_shows_them(tmp_path):
    my = start(1, seed="x")
    for _ in range(3):
        my.check("laplace", laplace)
    my.receipt(tmp_path)
    (path,) = tmp_path.iterdir()
    session._tried.clear()
    again = restore(path)
    again.check("laplace", laplace)
    again.receipt(tmp_path)
    assert json.loads(path.read_text(encoding="utf-8"))["tasks"][0]["tries"] == 4
    rows = recheck(path, limits=LIMITS)
    assert [row.tries for row in rows] == [4, 0, 0, 0, 0]
    assert "laplace: correct (4 tries); " in lines(rows, "file")[0][5]
    assert dict(zip(HEADINGS["task"], lines(rows, "task")[0], strict=True))["tries"] == "4"
