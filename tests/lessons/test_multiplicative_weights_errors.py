"""The health table, where weights are compared, and the reader's own table: numbers, uploads, errors, files."""

from __future__ import annotations

import csv
import io
import re

import numpy as np
import pytest

from dpviz.lessons.multiplicative_weights import measuring
from dpviz.lessons.multiplicative_weights.page import MOST, OwnTable
from dpviz.lessons.multiplicative_weights.table import TURNS, table
from dpviz.queries import (
    GaussianBaseline,
    LaplaceBaseline,
    PracticalMultiplicativeWeights,
    PrivateMultiplicativeWeights,
)
from dpviz.queries.error_cases import random_case
from tests.lessons.drawn import agrees, put

TOWNS = "smoker,age,town\n" + "".join(
    f"{i % 3 == 0:d},{20 + i % 50},{('Oslo', 'Voss')[i % 7 == 0]}\n" for i in range(400)
)


@pytest.fixture
def few(monkeypatch):
    """Three repetitions in place of twenty."""
    monkeypatch.setattr(measuring, "REPETITIONS", 3)


def scenes(lesson, name, axis):
    """The different stages of a section along one of its axes."""
    section = lesson.sections[name]
    known = section.names[axis]
    arguments = lesson.state(), known, lesson.parameters.grid(known)
    if section.stages is None:
        return [section.scene(*arguments)]
    return list({id(scene): scene for _, scene in section.stages(*arguments)}.values())


# The health table ------------------------------------------------------------------------------------------


def test_the_numbers_that_the_page_opens_with():
    """Off by 1.5 % and 9 % with Laplace noise, by 1.2 % and 4.5 % with weights, in the mean of many runs."""
    queries, histogram, n = table("health", 10)
    assert (queries.num_queries, n) == (180, 5912)
    plain, weights = [], []
    method = PracticalMultiplicativeWeights(1.0, TURNS, measure="marginal")
    for seed in range(30):
        release = LaplaceBaseline(1.0).run(histogram, queries, n, np.random.default_rng(seed))
        plain.append((release.mean_error, release.max_error))
        run = method.run(histogram, queries, n, np.random.default_rng(seed))
        weights.append((run.mean_error[-1], run.max_error[-1]))
    assert np.mean(plain, axis=0) == pytest.approx([0.015, 0.088], abs=0.005)
    assert np.mean(weights, axis=0) == pytest.approx([0.012, 0.045], abs=0.005)


def test_the_theorem_needs_more_people_than_there_are_and_practice_does_without(lesson):
    (drawn,) = scenes(lesson, "table", "turn")
    assert drawn.numbers["largest"][-1] < 0.05
    put(lesson, method="theorem")
    (drawn,) = scenes(lesson, "table", "turn")
    assert drawn.numbers["largest"][-1] > 0.5
    assert int(drawn.slot("needed", 0).replace(",", "")) > 1_000_000
    # The run is over after one round, and so is its slider; along ε longer runs are shown at that round.
    assert lesson.parameters.range_of(lesson.sections["table"].names["turn"]) == (0, 1)
    assert drawn.sentences[-1].startswith("Round 1 measured ")
    assert drawn.sentences[-1].endswith("the run stopped.")


def test_the_round_on_screen_is_the_round_of_the_slider(lesson):
    put(lesson, "table", turn=7)
    (drawn,) = scenes(lesson, "table", "epsilon")
    assert all(sentence.startswith("Round 7 measured") for sentence in drawn.sentences)
    assert (drawn.numbers["t"] == 7).all()


# Weights beside noise --------------------------------------------------------------------------------------


def test_measured_errors_are_those_of_the_public_mechanisms(few):
    case = random_case(n=60_000, epsilon=1.0, queries=40, cells=32)
    *_, (fraction, found) = measuring.measure([case], [5])
    assert fraction == 1
    alpha, runs = float(found.alpha[0]), {name: [] for name in measuring.MECHANISMS}
    asked = (case.histogram, case.workload, case.n)
    for r in range(3):

        def rng(r=r):
            return np.random.default_rng([measuring.SEED, r])

        for name, made in (
            ("laplace_naive", LaplaceBaseline(1.0, calibration="naive")),
            ("laplace", LaplaceBaseline(1.0)),
            ("gaussian_naive", GaussianBaseline(1.0, 1e-6, calibration="naive", mode="analytic")),
            ("gaussian", GaussianBaseline(1.0, 1e-6, mode="analytic")),
        ):
            release = made.run(*asked, rng())
            runs[name].append(np.abs(np.clip(release.noisy_answers, 0, 1) - release.answers).max())
        practical = PracticalMultiplicativeWeights(1.0, 5, replays=3).run(*asked, rng())
        runs["practical"].append(practical.max_error[-1])
        theorem = PrivateMultiplicativeWeights(1.0, alpha, delta=1e-6, mode="optimal").run(*asked, rng())
        runs["theorem"].append(theorem.max_error[-1])
    for m, name in enumerate(measuring.MECHANISMS):
        assert found.mean[m, 0] == pytest.approx(np.mean(runs[name]), abs=1e-12), name
        assert found.half[m, 0] == pytest.approx(2 * np.std(runs[name], ddof=1) / 3**0.5, abs=1e-12), name
    assert found.mean[-1, 0] <= found.promised[-1, 0] == 4 * alpha


def test_the_theorem_is_not_run_where_it_promises_nothing(few):
    *_, (_, found) = measuring.measure([random_case(n=500, epsilon=0.1, queries=20, cells=16)], [5])
    assert np.isnan([found.alpha[0], found.mean[-1, 0], found.promised[-1, 0]]).all()
    assert not np.isnan(found.mean[:-1]).any()


def test_stages_begin_with_the_noise_and_grow_by_repetitions(few):
    cases = [random_case(n=n, epsilon=1.0, queries=16, cells=16) for n in (1000, 40_000)]
    seen = list(measuring.measure(cases, [5, 5]))
    fractions = [fraction for fraction, _ in seen]
    assert fractions == sorted(set(fractions))
    assert (fractions[0], fractions[-1]) == (0, 1)
    assert not np.isnan(seen[0][1].mean[:4]).any()
    assert np.isnan(seen[0][1].mean[4:]).all()
    assert len({id(found) for _, found in seen}) == 4


def test_the_first_stage_says_what_is_missing_and_the_axis_stays(lesson, few):
    first, second, *_, last = scenes(lesson, "errors", "n")
    assert "MWEM is being run" in first.sentences[0]
    assert "not yet" in first.slots["practical_true"]
    assert "largest error of MWEM (7 rounds)" in second.sentences[0]
    assert first.figure["layout"]["yaxis"] == last.figure["layout"]["yaxis"]


def test_the_health_table_says_who_wins_and_who_loses(lesson, few):
    *_, drawn = scenes(lesson, "table_errors", "order")
    least, many = drawn.sentences[0], drawn.sentences[2]
    assert "24 queries" in least
    assert re.search("MWEM errs [0-9.]+ times as much as the Laplace mechanism", least)
    assert re.search("MWEM errs [0-9.]+ times as much as the Gaussian mechanism", least)
    assert "1,760 queries" in many
    assert re.search("The Laplace mechanism errs [0-9.]+ times as much", many)
    assert re.search("The Gaussian mechanism errs [0-9.]+ times as much", many)
    assert re.search(r"The theorem of PMW needs [\d,]+ people or more", many)
    assert drawn.slots["ratios"][2] == "4 times (Laplace), 2 times (Gaussian)"


# Sizes -----------------------------------------------------------------------------------------------------


def test_sizes_of_the_worked_example(lesson):
    (drawn,) = scenes(lesson, "sizes", "order")
    numbers = {name: drawn.numbers[name][drawn.start] for name in ("weights", "laplace", "gaussian", "weights_delta")}
    assert numbers == {"weights": 54984551, "laplace": 51105296, "gaussian": 137353, "weights_delta": 1975116}
    said = drawn.sentences[drawn.start]
    assert "1.1 times as many as the Laplace mechanism (51,105,296; 6.5 × 10⁹ with the naive" in said
    put(lesson, "sizes", bits=30)
    (drawn,) = scenes(lesson, "sizes", "order")
    first = next(k for k, sentence in enumerate(drawn.sentences) if "fewer than the Gaussian mechanism" in sentence)
    assert drawn.values[first] == 11


def test_no_query_looks_at_more_attributes_than_there_are(lesson):
    names = lesson.sections["sizes"].names
    put(lesson, "sizes", order=3, bits=6)
    assert lesson.parameters.range_of(names["order"]) == (1, 6)
    lesson.open_link("?sizes.order=9")
    assert [problem["parameter"] for problem in lesson.page.problems] == ["sizes.order"]
    assert getattr(lesson.parameters, names["order"]) == 3
    lesson.show("sizes")
    lesson.back("sizes")
    assert [getattr(lesson.parameters, names[name]) for name in ("order", "bits")] == [8, 20]


# A table of one's own --------------------------------------------------------------------------------------


def test_the_built_in_table_follows_the_sliders(lesson):
    for order, queries in (("1", 24), ("2", 264), ("3", 1760)):
        put(lesson, "own", order=order, epsilon=0.5)
        (drawn,) = scenes(lesson, "own", "rank")
        assert {"largest", "mean"} <= agrees(drawn, 0)
        assert lesson.parameters.range_of("rank")[1] == min(200, queries)
        assert f"number 1 of {queries:,}" in drawn.sentences[0]
        assert f"number {queries:,} of {queries:,}" in drawn.sentences[-1]


def test_five_rounds_of_triples_err_less_than_of_attributes_alone(lesson):
    errors = {}
    for order in ("1", "3"):
        put(lesson, "own", order=order)
        errors[order] = scenes(lesson, "own", "rank")[0].numbers["mean"]
    assert errors["1"] == pytest.approx(0.09, abs=0.01)
    assert errors["3"] < 0.02


@pytest.fixture
def own(lesson):
    lesson.show("own")
    put(lesson, "own", epsilon=2.0, order="2", rounds=6)
    table = OwnTable(lesson)
    table.lesson = lesson
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
    made = own.lesson.own
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


def test_each_run_has_a_seed_of_its_own(own):
    fill(own)
    press(own.run)
    first = own.lesson.own.run.answers
    press(own.run)
    assert (own.lesson.own.run.answers != first).any()


def test_errors_name_the_mistake_and_keep_everything(own):
    before = own.lesson.finish("own").sentences[0]
    upload(own, TOWNS)
    assert "the picture below is of another table: The health table, built in" in own.note.text
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
    assert own.lesson.own is None
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
    assert f"Added the first {MOST} of 18 such columns, and left out 2" in own.note.text
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
    assert own.lesson.own is None
    assert own.lesson.finish("own").title.startswith("RAND Health")
    own.source.value = "own"
    assert "the picture below is of another table" in own.note.text
    assert len(own.attributes) == 3
    own.source.value = "health"
    own.form.column.value = "age"
    assert (own.form.low.value, own.form.high.value) == ("0", "65")
    choose(own, "plan", words="free care", called="free")
    press(own.run)
    assert own.lesson.own.workload.bits == 13


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
