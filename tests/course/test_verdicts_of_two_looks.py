"""A receipt's answer is looked at twice: what the table says of the worse look."""

from __future__ import annotations

import pytest

from dpviz.course import recheck
from dpviz.exercises.examine import LATE
from tests.exercises.material import claimed

RIGHT = {"verdict": "correct", "sentence": "Your draws have the Laplace distribution."}


@pytest.mark.parametrize(
    ("second", "flags"),
    [
        (RIGHT, ()),
        ({"verdict": "almost", "sentence": "Too wide."}, ("another verdict with other draws",)),
        (
            {"verdict": "working", "sentence": f"{LATE} 20 seconds and was stopped."},
            ("another verdict with other draws", recheck._STOPPED),
        ),
    ],
)
def test_the_row_is_that_of_the_worse_look(tmp_path, monkeypatch, second, flags):
    path = tmp_path / "r.json"
    path.write_text(claimed(1, "x = 1"), encoding="utf-8")
    monkeypatch.setattr(recheck, "run_answer", lambda *_: ([RIGHT, second], ""))
    row = recheck.recheck(path, limits=recheck.Limits(box="none"))[0]
    assert (row.found, row.sentence, row.flags) == (second["verdict"], second["sentence"], flags)
