"""Where weights are compared, and the reader's own table: pictures, code on screen, uploads, errors, files."""

from __future__ import annotations

import csv
import io
import re

import numpy as np
import pytest

from dpviz.lessons.multiplicative_weights import errors
from dpviz.lessons.multiplicative_weights.own_table import MOST, OwnTable
from dpviz.lessons.multiplicative_weights.wiring import WeightsLesson
from tests.lessons.drawn import look_over, put, ran

AXES = {
    "errors": ("spend", "crowd", "asked", "universe", "turns"),
    "table_errors": ("spend", "members", "order", "wide", "turns"),
    "sizes": ("size_order", "size_bits", "wanted", "spend"),
    "own": ("rank",),
}
SMALL = {"crowd": 1000, "asked": 32, "universe": 16, "turns": 3, "order": 2, "wide": 7, "members": 1500}
TOWNS = "smoker,age,town\n" + "".join(
    f"{i % 3 == 0:d},{20 + i % 50},{('Oslo', 'Voss')[i % 7 == 0]}\n" for i in range(400)
)


@pytest.fixture
def lesson():
    found = WeightsLesson()
    yield found
    found.close()


def stages(lesson, name, axis, most=30):
    picture = lesson.pictures[name]
    arguments = (lesson.parameters.snapshot(), axis, lesson.parameters.grid(axis))
    if picture.stages is None:
        return [picture.scene(*arguments)]
    found = []
    for fraction, drawn in picture.stages(*arguments):
        if not found or drawn is not found[-1]:
            found.append(drawn)
        if len(found) > most or fraction == 1.0:
            break
    return found


@pytest.mark.parametrize(("name", "axis"), [(n, a) for n, axes in AXES.items() for a in axes])
def test_every_picture_along_every_axis(lesson, name, axis):
    assert axis in lesson.pictures[name].axes
    put(lesson, **SMALL)
    # The first stages are enough of what takes long.
    for drawn in stages(lesson, name, axis, most=2):
        assert drawn.values[drawn.start] == getattr(lesson.parameters, axis)
        look_over(drawn)
    assert len(set(drawn.sentences)) > 1


def test_the_first_stage_has_the_baselines_and_says_what_is_missing(lesson):
    put(lesson, **SMALL)
    first, second = stages(lesson, "errors", "spend", most=1)[:2]
    assert "the weights are being measured" in first.sentences[0]
    assert "not yet" in first.slots["practical_true"]
    assert "largest error of the weights in practice (3 rounds)" in second.sentences[0]
    # The axis does not jump as the weights come in.
    assert first.figure["layout"]["yaxis"] == second.figure["layout"]["yaxis"]


@pytest.mark.parametrize("name", ["errors", "table_errors"])
def test_the_code_of_the_errors_gives_them(lesson, name, monkeypatch):
    monkeypatch.setattr(errors, "REPETITIONS", 3)
    put(lesson, **SMALL)
    drawn = stages(lesson, name, "turns")[-1]
    names = ran(drawn)
    said = float(drawn.slot("practical_true", drawn.start).split(" ")[0])
    assert names["ours"] == pytest.approx(said, rel=0.06, abs=5e-4)
    said = float(drawn.slot("gaussian_true", drawn.start).split(" ")[0])
    assert names["theirs"] == pytest.approx(said, rel=0.06, abs=5e-4)


def test_the_health_table_says_who_wins_and_who_loses(lesson, monkeypatch):
    monkeypatch.setattr(errors, "REPETITIONS", 3)
    put(lesson, turns=7, wide=12, members=5912, spend=0.3)
    *_, drawn = stages(lesson, "table_errors", "order")
    few, many = drawn.sentences[0], drawn.sentences[2]
    assert "24 queries" in few
    assert "They lose to Laplace noise" in few
    assert "They lose to Gaussian noise" in few
    assert "1,760 queries" in many
    assert "They beat Laplace noise" in many
    assert "They beat Gaussian noise" in many
    assert re.search(r"The theorem promises nothing below [\d,]+ people", many)
    assert drawn.slots["ratios"][2] == "4 times (Laplace), 2 times (Gaussian)"


def test_sizes_of_the_worked_example(lesson):
    put(lesson, size_bits=20, size_order=8, wanted=0.1, spend=1)
    (drawn,) = stages(lesson, "sizes", "size_order")
    assert drawn.slot("weights", drawn.start) == "54,984,551"
    assert drawn.slot("laplace", drawn.start) == "51,105,296"
    assert "1.1 times as many as Laplace noise fitted exactly" in drawn.sentences[drawn.start]
    names = ran(drawn)
    assert (names["weights"], names["laplace"], names["gaussian"]) == (54984551, 51105296, 137353)
    assert f"{names['weights_delta']:,}" == drawn.slot("weights_delta", drawn.start)
    put(lesson, size_bits=30, size_order=12)
    (drawn,) = stages(lesson, "sizes", "size_bits")
    assert "beat Gaussian noise" in drawn.sentences[drawn.start]


def test_no_query_looks_at_more_attributes_than_there_are(lesson):
    put(lesson, size_order=3)
    put(lesson, size_bits=6)
    assert lesson.parameters.range_of("size_order") == (1, 6)
    lesson.open_link("?size_order=9")
    assert [problem["parameter"] for problem in lesson.page.problems] == ["size_order"]
    assert lesson.parameters.size_order == 3


def test_the_built_in_table_follows_the_sliders_and_its_code_gives_the_numbers(lesson):
    lesson.own_table()
    for order in ("1", "2", "3"):
        put(lesson, own_order=order, own_epsilon=0.5)
        drawn = lesson.finish("own")
        names = ran(drawn, 0)
        assert drawn.slot("worst", 0) == f"{names['largest']:.4f}"
        assert drawn.slot("mean", 0) == f"{names['mean']:.4f}"
        assert names["table"].startswith("female,over 30,")
        assert lesson.parameters.range_of("rank")[1] == min(200, names["queries"].num_queries)
    worst, best = drawn.sentences[0], drawn.sentences[-1]
    assert "number 1 of 1,760" in worst
    assert "number 1,760 of 1,760" in best


# A table of one's own --------------------------------------------------------------------------------------


@pytest.fixture
def own(lesson):
    lesson.own_table()
    made = {}

    def show(released):
        made["shown"] = released
        lesson.show_own(released)

    table = OwnTable(page=lesson.identity, show=show, shown=lesson.released, settings=lambda: (2.0, 2, 6))
    table.made, table.lesson = made, lesson
    return table


def upload(own, text, name="towns.csv"):
    content = text.encode()
    own.upload._message({"kind": "begin", "name": name, "size": len(content)})
    own.upload._message({"kind": "chunk", "index": 0, "buffers": [memoryview(content)]})
    own.upload._message({"kind": "end"})


def press(button):
    button._message({"kind": "press"})


def choose(own, column, **fields):
    own.form.column.value = column
    for name, value in fields.items():
        getattr(own.form, name).value = value
    press(own.add)


def fill(own):
    upload(own, TOWNS)
    choose(own, "smoker", low="0", high="1")
    choose(own, "age", low="0", high="120", cut="40")
    choose(own, "town", words="Voss", called="from Voss")


def test_upload_choose_run_compare_download(own):
    fill(own)
    assert own.source.value == "own"
    assert [a.name for a in own.attributes] == ["smoker", "age ≥ 40", "from Voss"]
    press(own.run)
    made = own.made["shown"]
    assert made.workload.num_queries == 12
    assert made.run.epsilon == 2.0
    truth = made.answers[[made.workload.name(i) for i in range(12)].index("smoker and from Voss")]
    assert truth == pytest.approx(np.mean([i % 21 == 0 for i in range(400)]))
    drawn = own.lesson.finish("own")
    assert drawn.title.startswith("towns.csv")
    assert drawn.code == ""
    assert own.note.text.startswith("ε = 2 was spent on this run, ε = 2 on this table so far")
    press(own.run)
    assert "ε = 4 on this table so far" in own.note.text
    name, media, content = own._synthetic()
    assert (name, media) == ("synthetic.csv", "text/csv")
    header, *rows = csv.reader(io.StringIO(content.decode()))
    assert header == ["smoker", "age ≥ 40", "from Voss"]
    assert len(rows) == 400
    assert {value for row in rows for value in row} <= {"0", "1"}


def test_each_run_has_luck_of_its_own(own):
    fill(own)
    press(own.run)
    first = own.made["shown"].run.answers
    press(own.run)
    assert (own.made["shown"].run.answers != first).any()


def test_errors_name_the_mistake_and_keep_everything(own):
    before = own.lesson.finish("own").sentences[0]
    upload(own, TOWNS)
    press(own.run)
    assert "need at least 2; 0 are chosen" in own.note.text
    assert own.note.tone == "warn"
    choose(own, "age", low="0", high="")
    assert own.form.high.error == "A number is needed."
    choose(own, "age", low="9", high="3")
    assert "must be above the smallest" in own.note.text
    choose(own, "age", low="0", high="100", cut="400")
    assert "must be above 0 and at most 100" in own.note.text
    choose(own, "town", words="")
    assert own.form.words.error == "State at least one."
    choose(own, "town", words="Atlantis")
    assert "No record of column 'town' has 'Atlantis'" in own.note.text
    choose(own, "town", words="Oslo, Voss")
    assert "Every record would be a yes" in own.note.text
    assert own.attributes == ()
    choose(own, "town", words="Voss")
    choose(own, "town", words="Voss")
    assert "already" in own.note.text
    assert len(own.attributes) == 1
    upload(own, "a,b\n1\n", "bad.csv")
    assert "towns.csv is still the table in use" in own.upload.error
    assert len(own.attributes) == 1
    assert own.made == {}
    assert own.lesson.finish("own").sentences[0] == before


def test_a_missing_number_is_told_where_it_is(own):
    upload(own, "a,b\n1,2\n,3\n0,1\n")
    choose(own, "a", low="0", high="1")
    assert "line 3" in own.note.text


def test_columns_of_0_and_1_are_taken_with_a_warning_that_stays(own):
    rows = [[f"c{i}" for i in range(18)], *([str(i * j % 2) for i in range(18)] for j in range(30))]
    text = "".join(",".join(row) + "\n" for row in rows)
    upload(own, text)
    press(own.bits)
    assert len(own.attributes) == MOST
    assert "2 more did not fit" in own.note.text
    assert own.note.tone == "warn"
    press(own.run)
    drawn = own.lesson.finish("own")
    assert [a.holds[0] for a in drawn.card.assumptions if "read off" in a.text] == [False]
    choose(own, "c17", low="0", high="1")
    assert f"At most {MOST} attributes" in own.note.text
    press(own.drop)
    assert len(own.attributes) == MOST - 1
    press(own.clear)
    assert own.attributes == ()
    press(own.drop)
    assert own.note.text == "No attribute is chosen."


def test_back_to_the_built_in_table_and_forth_again(own):
    fill(own)
    press(own.run)
    own.source.value = "health"
    assert own.made["shown"] is None
    assert own.lesson.finish("own").title.startswith("RAND Health")
    own.source.value = "own"
    assert len(own.attributes) == 3
    own.source.value = "health"
    own.form.column.value = "age"
    assert (own.form.low.value, own.form.high.value) == ("0", "65")
    choose(own, "plan", words="free care", called="free")
    press(own.run)
    assert own.made["shown"].workload.bits == 13


def test_nothing_is_written_to_disk(own, monkeypatch):
    import builtins

    real = builtins.open

    def guarded(file, mode="r", *rest, **named):
        assert not set(mode) & set("wax+"), f"{file} opened for writing"
        return real(file, mode, *rest, **named)

    monkeypatch.setattr(builtins, "open", guarded)
    fill(own)
    press(own.run)
    own._synthetic()
