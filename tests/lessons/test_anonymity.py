"""The lesson on anonymity: what its pictures claim, and its links."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from dpviz.anonymity import closeness, entropy_diversity, equivalence_classes, look_alikes, make_graph, sensitive_counts
from dpviz.lessons.anonymity.coarsening import histogram, released
from dpviz.lessons.anonymity.intersection import RELEASES
from dpviz.lessons.anonymity.layout import edges, spring_layout
from dpviz.lessons.anonymity.release import measured
from dpviz.lessons.anonymity.structure import looked_at
from tests.lessons.drawn import look_over, put, scene


@pytest.mark.parametrize(
    ("levels", "classes", "k", "alone", "given", "l", "t"),
    [
        ((0, 0, "kept", "kept"), 5633, 1, 5443, 5694, 1, 0.815),
        ((3, 4, "kept", "kept"), 48, 3, 0, 3, 1, 0.315),
        ((3, 4, "dropped", "kept"), 8, 38, 0, 0, 2.214, 0.156),
    ],
)
def test_the_real_table(lesson, levels, classes, k, alone, given, l, t):  # noqa: E741
    *_, k_anon, l_diverse, t_close, unique = measured("health", *levels)
    assert (len(released("health", *levels)[0]), k_anon, unique) == (classes, k, alone)
    assert l_diverse == pytest.approx(l, abs=5e-4)
    assert t_close == pytest.approx(t, abs=5e-4)
    for name in ("release", "told"):
        put(lesson, name, **dict(zip(("age", "income", "site", "sex"), levels, strict=True)))
        assert scene(lesson, name, "age").numbers["given"][levels[0]] == given


def test_the_repaired_table_without_any_one_person_is_as_wanted_still():
    """So a differencing attack breaks no rule; the text subtracts the smallest class."""
    _, counts = released("health", 3, 4, "dropped", "kept")
    assert counts[counts.sum(axis=1).argmin()].tolist() == [13, 15, 8, 2]
    for of, value in np.argwhere(counts):
        left = counts.copy()
        left[of, value] -= 1
        assert left.sum(axis=1).min() >= 5
        assert entropy_diversity(left).min() >= 1.5
        assert closeness(left, ground="ordered").max() <= 0.2


def test_on_the_repaired_table_the_attacks_on_one_table_fail(lesson):
    put(lesson, "told", age=3, income=4, site="dropped")
    drawn = scene(lesson, "told", "known")
    assert drawn.numbers["sure"].tolist() == [0, 0, 0]
    assert drawn.numbers["most"][0] == pytest.approx(0.26, abs=0.005)


def test_the_nine_rows_of_the_text():
    health = ["excellent", "good", "fair", "poor"]
    notebooks = Path(__file__).resolve().parents[2] / "notebooks"
    text = (notebooks / "08_anonymity_and_attacks.ipynb").read_text(encoding="utf-8")
    rows = re.findall(r"\| ([ABC]) \| \S+ \| \w+ \| (\w+) \|", text)
    classes = equivalence_classes(["ABC".index(name) for name, _ in rows])
    counts = sensitive_counts(classes, [health.index(value) for _, value in rows], len(health))
    assert (len(rows), classes.k_anon) == (9, 3)
    assert entropy_diversity(counts) == pytest.approx([1, 3, 1.89], abs=0.005)
    assert closeness(counts, ground="ordered") == pytest.approx([0.30, 0.11, 0.26], abs=0.005)


def test_every_person_is_in_one_bar(lesson):
    for axis in ("age", "k", "l", "t"):
        drawn = scene(lesson, "release", axis)
        for place in (0, 3, 6):
            both = drawn.motion["data", place, "y"] + drawn.motion["data", place + 1, "y"]
            np.testing.assert_allclose(both.sum(axis=1), 1)
    for trace in range(2):
        np.testing.assert_allclose(scene(lesson, "told").motion["data", trace, "y"].sum(axis=1), 1)


@pytest.mark.parametrize(("axis", "place"), [("k", 0), ("l", 3), ("t", 6)])
def test_bars_right_and_left_of_a_threshold_keep_apart(lesson, axis, place):
    put(lesson, "release", age=2, income=3)
    drawn = scene(lesson, "release", axis)
    line = drawn.motion["data", place + 2, "x"][:, 0]
    wrong = drawn.motion["data", place + 1, "y"]
    for at, bars in zip(line, wrong, strict=True):
        middle = np.arange(len(bars))[bars > 0]
        assert (middle - 0.5 >= at - 1e-6).all() if axis == "t" else (middle - 0.5 < at).all()


def test_ruling_out_values_makes_more_people_sure(lesson):
    drawn = scene(lesson, "told", "known")
    sure = drawn.numbers["sure"].tolist()
    assert sure == [3, 10, 1904]
    assert not drawn.card.assumptions[0].holds[0]  # three people share one value
    put(lesson, "told", age=0)
    assert scene(lesson, "told", "known").numbers["sure"].tolist()[:2] == [443, 3211]


def test_bars_count_people_and_the_last_has_no_end():
    assert histogram([1, 2, 2.5, 9], [1, 10, 100, 1000], [1, 2, 3]).tolist() == [1, 110, 1000]
    assert histogram([0.3 - 1e-12], [1], [0, 0.3]).tolist() == [0, 1]


def test_the_intersection_of_the_theory(lesson):
    drawn = scene(lesson, "intersection")
    assert drawn.numbers["certain"][1] == pytest.approx(0.440983, abs=1e-6)
    assert drawn.numbers["loss"][1] == pytest.approx(1.0)
    assert drawn.numbers["most"][1] == pytest.approx(0.231969, abs=1e-6)
    exact, drawn_share = drawn.figure["data"][0]["y"], drawn.numbers["simulated"]
    assert np.abs(exact - drawn_share).max() < 0.04
    assert (drawn.numbers["low"] <= drawn_share).all()
    assert (drawn_share <= drawn.numbers["high"]).all()


def test_private_answers_lose_what_they_promise_and_never_more(lesson):
    put(lesson, "intersection", releases=2)
    drawn = scene(lesson, "intersection", "epsilon")
    np.testing.assert_allclose(drawn.numbers["loss"], 2 * drawn.values)
    assert drawn.motion["data", 5, "y"].max() < 1
    assert drawn.motion["data", 5, "y"].shape == (len(drawn), RELEASES)


def test_misleading_answers_reach_what_is_proved_and_random_ones_do_not(lesson):
    for people in (4, 7, 10, 12):
        put(lesson, "reconstruct", n=people)
        drawn = scene(lesson, "reconstruct", "error")
        assert drawn.numbers["worst"].tolist() == drawn.numbers["bound"].tolist()
        assert (drawn.numbers["bound"] <= drawn.numbers["four"]).all()
    put(lesson, "reconstruct", n=10, error=3, answers="random")
    for seed in (1, 2, 3):
        put(lesson, "reconstruct", seed=seed)
        assert scene(lesson, "reconstruct", "error").numbers["worst"].tolist() == [0] * 13


def test_the_rows_of_people_show_what_is_wrong(lesson):
    drawn = scene(lesson, "reconstruct", "n")
    shown = np.array([(~np.isnan(drawn.motion["data", trace, "y"])).sum(axis=1) for trace in range(5)])
    people = np.arange(4, 13)
    assert (shown[0] + shown[1]).tolist() == (shown[2] + shown[3]).tolist() == people.tolist()
    assert shown[4].tolist() == drawn.numbers["worst"].tolist() == [4] * 9


def test_the_share_found_falls_at_the_root_of_n(lesson):
    drawn = scene(lesson, "subsets", "noise")
    about, low, high = (drawn.numbers[name] for name in ("about", "low", "high"))
    assert (np.diff(about) <= 0).all()
    assert ((low - 0.02 <= about) & (about <= high + 0.02)).all()
    at = dict(zip(drawn.values.round(2).tolist(), about.tolist(), strict=True))
    assert at[2.0] == pytest.approx(0.96, abs=0.005)  # as the text computes it
    assert at[8.0] == pytest.approx(2 / 3, abs=0.002)
    by_people = scene(lesson, "subsets", "n")
    drawn_share = by_people.motion["data", 0, "y"]
    assert (np.diff(drawn_share, axis=0) >= 0).all()  # with as much noise more people are found


def test_private_answers_keep_the_column_however_many_they_are(lesson):
    for epsilon in (0.1, 1, 10):
        put(lesson, "subsets", epsilon=epsilon)
        drawn = scene(lesson, "subsets", "per")
        assert (drawn.numbers["kept"] < drawn.numbers["most"]).all()
    put(lesson, "subsets", epsilon=1)
    drawn = scene(lesson, "subsets", "per")
    assert (np.abs(drawn.numbers["kept"] - 0.5) < 0.05).all()
    assert drawn.numbers["most"][0] == pytest.approx(0.73, abs=0.005)
    assert (np.diff(drawn.numbers["about"]) > 0).all()  # while more answers with noise of one size tell more


def test_knowing_more_finds_more_and_rarity_helps_little(lesson):
    drawn = scene(lesson, "linkage", "ratings")
    recall = drawn.numbers["recall"]
    assert (np.diff(recall) > 0).all()
    assert recall[[4, 5]] == pytest.approx([0.89, 0.97])
    assert recall[-1] > 0.95
    gain = recall - drawn.numbers["alike"]
    assert 0 < gain.mean() < 0.06
    low, high = np.split(drawn.motion["data", 0, "y"], 2, axis=1)
    line = drawn.motion["data", 1, "y"]
    assert ((low <= line) & (line <= high[:, ::-1])).all()


def test_nobody_named_is_said_and_drawn(lesson):
    # More than any of 500 records can stand out.
    drawn = lesson.sections["linkage"].scene(lesson.state(), "threshold", np.array([1.5, 40.0]))
    assert drawn.slot("named", 1) == "0"
    assert drawn.slot("precision", 1) == "nobody named"
    assert "eccentricity above 40. None of the 200 who are in the table is found." in drawn.sentences[1]
    look_over(drawn)


@pytest.mark.parametrize("links", ["1", "2", "3"])
def test_everybody_is_drawn_once(lesson, links):
    put(lesson, "structure", links=links, depth=2, seeds=3)
    drawn = scene(lesson, "structure", "seeds")
    # As one of many, as found, or as found before.
    dots = np.array([~np.isnan(drawn.motion["data", trace, "y"]) for trace in (2, 3, 4)])
    assert (dots.sum(axis=0) == 1).all()
    assert dots[2].sum(axis=1).tolist() == list(range(9))


def test_two_steps_find_most_and_exchangeable_people_stay_hidden(lesson):
    drawn = scene(lesson, "structure", "depth")
    assert drawn.numbers["alone"].tolist() == [0, 4, 47, 60, 60]
    assert drawn.numbers["error"][0] == 0  # who knows nothing finds nobody, in any graph
    assert "±" not in drawn.sentences[0]
    put(lesson, "structure", links="1")
    assert scene(lesson, "structure", "depth").numbers["alone"][-1] < 30


def test_all_graphs_are_looked_at_as_the_one_on_screen():
    *_, order, of, alone = looked_at(2, 7)
    for run, depth, seeds in ((0, 1, 0), (0, 0, 3), (5, 2, 4)):
        rng = np.random.default_rng([7, run])
        graph = make_graph(people=60, links=2, rng=rng)
        classes = look_alikes(graph, depth=depth, seeds=rng.permutation(60)[:seeds])
        assert alone[run, depth, seeds] == (classes.sizes == 1).sum()
        if run == 0:
            both = set(zip(classes.of.tolist(), of[depth, seeds].tolist(), strict=True))
            assert len(both) == len(classes)
    assert len(set(order.tolist())) == 8
    # Whoever knows more finds more.
    assert (np.diff(alone, axis=1) >= 0).all()
    assert (np.diff(alone, axis=2) >= 0).all()


def test_a_layout_keeps_people_apart_and_in_the_frame():
    graph = make_graph(people=30, links=2, rng=np.random.default_rng(1))
    at = spring_layout(graph)
    np.testing.assert_allclose([at.min(axis=0), at.max(axis=0)], [[-1, -1], [1, 1]])
    far = np.sqrt(((at[:, None] - at[None]) ** 2).sum(axis=-1))
    assert far[~np.eye(30, dtype=bool)].min() > 0.03
    assert far[graph].mean() < far[~graph].mean()
    x, y = edges(graph, at)
    assert len(x) == len(y) == 3 * graph.sum() // 2
