"""Copied answers are seen; honest ones that are alike by nature are not."""

from __future__ import annotations

import json
import shutil
import time

import pytest

from dpviz.course import grade
from dpviz.course.plagiarism import Likeness, _skeleton, marks
from dpviz.course.recheck import Limits
from dpviz.exercises import given, start
from dpviz.exercises.source import source_of
from tests.exercises.material import TASKS, as_parts, catalogue, signed, solutions

#: Of the shipped solutions these are long enough that the same words twice are no chance.
LONG = {(3, "learner"), (4, "learner"), (5, "ones"), (7, "squares"), (8, "bands"), (11, "sparse"), (12, "sum")}
LONG |= {(13, "nodes"), (13, "counter"), (14, "shuffle"), (15, "histogram")}

SHORT = """def estimate(reports, epsilon):
    lie = 1 / (1 + np.exp(epsilon))
    {}return (np.mean(reports) - lie) / (1 - 2 * lie)
"""


def told(alike, name):
    """What is said of a receipt, by task."""
    found = {}
    for task, said in alike.flags(name):
        found.setdefault(task, []).append(said)
    return found


def solution(lesson, task):
    answer = solutions(lesson).SOLUTIONS[task](given(lesson, task, seed="Ada"))
    return source_of(catalogue.exercise(lesson).task(task).names, as_parts(answer))


@pytest.mark.parametrize(("lesson", "task"), TASKS)
def test_short_solutions_and_mended_bugs_are_nobodys(lesson, task):
    """Two honest people may well write the same; only of the long ones that is not to be believed."""
    assert bool(marks(lesson, solution(lesson, task))[0]) == ((lesson, task) in LONG)


def test_a_short_answer_with_a_remark_of_ones_own_is_seen():
    assert marks(1, SHORT.format("")) == ("", "")
    remarked = SHORT.format("# my grandmother told me so\n    ")
    text, shape = marks(1, remarked)
    assert text
    assert not shape
    assert marks(1, remarked.replace("\n", "\n\n"))[0] == text
    assert marks(1, remarked.replace("grandmother", "uncle"))[0] != text


def test_other_names_and_remarks_are_no_disguise():
    source = solution(8, "bands")
    disguised = source.replace("ordered", "in_line").replace("loss", "cost").replace("options", "which")
    disguised = disguised.replace("\n", "  # as in the lecture\n", 1)
    assert marks(8, disguised)[0] != marks(8, source)[0]
    assert marks(8, disguised)[1] == marks(8, source)[1] != ""
    assert _skeleton(disguised) == _skeleton(source)
    assert marks(8, source.replace("1", "2"))[1] != marks(8, source)[1]


LAID_OUT = r"""
def f(values, k=10):
    'A * b.'
    table = {"a": 1, "b": [2.50, 1e-5, -3]}
    if k != 5 and (values[0] * 2) % 3 >= 1:
        return [value / 4 for value in values if value]
    elif k:
        return table
    return max(values, key=lambda value: value ** 2)
"""
DISGUISED = r"""
def g(others,k9=10):  # x = y * 7
    t1 = {'a': 1,
          'b': [2.5, 0.00001, - 3],}
    "C / d"
    if k9 != (5) and others[0] * 2 % 3 >= \
            1:
        return [it/4 for it in others if it]
    else:
        if k9: return t1
    return max(others, key=lambda it: (it ** 2))
"""


def test_layout_and_names_leave_the_skeleton_as_it_is():
    assert _skeleton(DISGUISED) == _skeleton(LAID_OUT)
    assert _skeleton(LAID_OUT.replace("k=10", "k=11")) != _skeleton(LAID_OUT)
    assert _skeleton(LAID_OUT.replace(">=", "<=")) != _skeleton(LAID_OUT)


@pytest.mark.parametrize("part", ['"\\', "\\'", '"', "'", "'\"\\", "#'\n\"", '"""a', "seed='", "x\\\n"])
def test_what_looks_like_strings_without_end_is_read_in_no_time(part):
    began = time.process_time()
    assert _skeleton("'" * 3 + part * 30_000) == _skeleton("")
    _skeleton(part * 30_000)
    assert time.process_time() - began < 2


def test_the_seed_in_the_code_is_no_difference():
    source = 'from dpviz.exercises import given as given_\nmine = given_(8, "bands", seed="ada")\n' + solution(
        8, "bands"
    )
    assert marks(8, source) == marks(8, source.replace("ada", "bob")) != ("", "")


@pytest.mark.parametrize(
    "source",
    ["def f(:", "(" * 5000, "def f(x): return '\ud800'", "\0", "x = 5" * 50_000, "here = [1, 2, 3] * 100"],
    ids=len,
)
def test_what_is_no_answer_has_no_mark(source):
    assert marks(1, source) == ("", "")


def test_what_is_nested_deeply_costs_nobody_the_table(tmp_path, monkeypatch):
    # Python takes it; written out as a tree it is too deep.
    own = "def f(value):\n    if value == 0:\n        return 0\n"
    deep = own + "".join(f"    elif value == {k}:\n        return {k}\n" for k in range(1, 900))
    text, shape = marks(1, deep)
    assert text
    assert shape == ""

    def fails(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(Likeness, "flags", fails)
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text("no receipt")
    rows = [row for (row,) in grade.graded(tmp_path, limits=Limits(box="none"))]
    assert [row.file for row in rows] == ["a.json", "b.json"]
    assert all("not compared" in row.flags[-1] for row in rows)


def test_the_table_says_it_once(tmp_path):
    my = start(8, seed="ada")
    my.check("bands", solutions(8).SOLUTIONS["bands"](None))
    my.receipt(tmp_path)
    (path,) = tmp_path.iterdir()
    for seed, old, new in (("bob", "", ""), ("cyd", "loss", "price")):
        record = json.loads(path.read_text(encoding="utf-8")) | {"seed": seed}
        for item in record["tasks"]:
            item["source"] = item["source"].replace(old, new) if old else item["source"]
        (tmp_path / f"{seed}.json").write_text(signed(record), encoding="utf-8")
    shutil.copy(path, tmp_path / "again.json")
    held = {name: (tmp_path / name).read_bytes for name in ("again.json", "bob.json", "cyd.json", path.name)}
    alike = Likeness(held)
    assert {(name, task): said for name in held for task, said in told(alike, name).items()} == {
        ("again.json", ""): [f"same seed as {path.name}"],
        (path.name, ""): ["same seed as again.json"],
        ("again.json", "bands"): [f"same answer as bob.json, {path.name}", "same answer but for names as cyd.json"],
        ("bob.json", "bands"): [f"same answer as again.json, {path.name}", "same answer but for names as cyd.json"],
        (path.name, "bands"): ["same answer as again.json, bob.json", "same answer but for names as cyd.json"],
        ("cyd.json", "bands"): [f"same answer but for names as again.json, bob.json, {path.name}"],
    }
