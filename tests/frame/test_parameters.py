"""The model behind sliders and links: ranges, steps, and every way a link can be wrong."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.frame.kinds import Choice, Number, Pattern
from dpviz.frame.parameters import Parameters


class Toy(Parameters):
    relation = Choice("replace", options={"replace": "replace one", "add": "add one"}, label="Neighbours",
                      absent={"own": "was somebody’s own"})  # fmt: skip
    epsilon = Number(1.0, low=0.01, high=10, scale="log", steps=91, unit="nats", label="ε")
    n = Number(100, low=1, high=5000, scale="log", whole=True, label="n")


def test_declared_in_order():
    assert list(Toy.declared()) == ["relation", "epsilon", "n"]


def test_default_link_is_empty():
    assert Toy().query() == ""


@given(epsilon=st.floats(0.01, 10), n=st.integers(1, 5000), relation=st.sampled_from(["replace", "add"]))
def test_link_restores_every_state(epsilon, n, relation):
    first, second = Toy(epsilon=epsilon, n=n, relation=relation), Toy()
    assert second.read("?" + first.query()) == []
    assert second.snapshot() == first.snapshot()


@pytest.mark.parametrize(
    ("query", "parameter", "words"),
    [
        ("epsilon=0", "epsilon", "epsilon = 0 cannot be shown: “ε” takes a number from 0.01 to 10. It is 1 nats now."),
        ("epsilon=-3", "epsilon", "epsilon = -3 cannot"),
        ("epsilon=nan", "epsilon", "epsilon = nan cannot"),
        ("epsilon=inf", "epsilon", "epsilon = inf cannot"),
        ("epsilon=much", "epsilon", "epsilon = much cannot"),
        ("epsilon=", "epsilon", "epsilon = nothing cannot"),
        ("n=2.5", "n", "n = 2.5 cannot be shown: “n” takes a whole number from 1 to 5,000. It is 100 now."),
        ("n=0", "n", "n = 0 cannot"),
        ("n=1e9", "n", "n = 1e9 cannot"),
        ("relation=swap", "relation", "swap cannot be shown: “Neighbours” has no such choice here. It is replace one"),
        ("relation=own", "relation", "“Neighbours” was somebody’s own. It is replace one now."),
    ],
)
def test_bad_link_is_told_and_the_default_kept(query, parameter, words):
    toy = Toy()
    (problem,) = toy.read(query)
    assert problem.parameter == parameter
    assert words in problem.message
    assert toy.snapshot() == Toy().snapshot()


def test_the_good_part_of_a_bad_link_is_taken():
    toy = Toy()
    problems = toy.read("epsilon=99&n=7&theme=dark")
    assert [p.parameter for p in problems] == ["epsilon"]
    assert toy.n == 7


@pytest.mark.parametrize("value", ["1", None, True, [1.0]])
def test_wrong_type_is_a_type_error(value):
    with pytest.raises(TypeError, match="epsilon must be a number"):
        Toy(epsilon=value)


def test_log_steps_are_what_they_show():
    steps = Toy().grid("epsilon")
    assert steps[0] == 0.01
    assert steps[-1] == 10
    assert 1.0 in steps
    assert all(float(f"{v:.3g}") == v for v in steps)
    assert (np.diff(steps) > 0).all()


def test_whole_steps_are_whole_and_different():
    steps = Toy().grid("n")
    assert (steps == steps.round()).all()
    assert (np.diff(steps) > 0).all()


def test_a_value_between_the_steps_stays_a_step():
    toy = Toy(epsilon=0.3705)
    with_it = toy.grid("epsilon")
    assert 0.3705 in with_it
    toy.epsilon = 1.0
    assert (toy.grid("epsilon") == with_it).all()


def test_limit_and_offer_change_what_is_accepted():
    toy = Toy()
    toy.fit("n", (1, 120))
    assert toy.grid("n")[-1] == 120
    with pytest.raises(ValueError, match="a whole number from 1 to 120; got 121"):
        toy.n = 121
    toy.fit("relation", {"replace": "replace", "third": "another"})
    toy.relation = "third"
    with pytest.raises(ValueError, match="one of replace, third"):
        toy.relation = "add"


# Patterns


class Labelled(Parameters):
    d = Number(4, low=1, high=8, steps=8, whole=True, label="d")
    labels = Pattern("0110", most=8, marks={"0": "–", "1": "+"}, words={"0": "minus"}, label="Labels")
    kept = Pattern("?", alphabet="01?", label="Kept")


@given(labels=st.text("01", min_size=1, max_size=8), kept=st.text("01?", min_size=1, max_size=16))
def test_a_link_restores_every_pattern(labels, kept):
    first, second = Labelled(labels=labels, kept=kept), Labelled()
    assert second.read("?" + first.query()) == []
    assert second.snapshot() == first.snapshot()


def test_a_pattern_stands_in_a_link_as_it_is():
    assert Labelled(labels="1101").query() == "labels=1101"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("labels=", "labels = nothing cannot be shown: “Labels” takes 1 to 8 characters, each 0 or 1. It is 0110 now."),
        ("labels=010101010", "labels = 010101010 cannot"),
        ("labels=01x", "labels = 01x cannot"),
        ("kept=2", "“Kept” takes 1 to 16 characters, each 0, 1 or ?. It is ? now."),
    ],
)
def test_a_bad_pattern_in_a_link_is_told(query, words):
    labelled = Labelled()
    (problem,) = labelled.read(query)
    assert words in problem.message
    assert labelled.snapshot() == Labelled().snapshot()


@pytest.mark.parametrize("value", [None, 10, b"01", ["0", "1"]])
def test_a_pattern_of_another_type_is_a_type_error(value):
    with pytest.raises(TypeError, match="labels must be 1 to 8 characters"):
        Labelled(labels=value)


def test_cells_name_and_count_the_characters():
    labelled = Labelled()
    assert labelled.cells_of("labels") == ["1", "2", "3", "4"]
    labelled.fit("labels", ["x = 1", "x = 2"])
    assert (labelled.labels, labelled.cells_of("labels")) == ("01", ["x = 1", "x = 2"])
    labelled.fit("labels", "abcde")
    assert (labelled.labels, labelled.cells_of("labels")) == ("01000", list("abcde"))
    with pytest.raises(ValueError, match="labels must be 5 characters, each 0 or 1; got '01'"):
        labelled.labels = "01"
    with pytest.raises(ValueError, match="at least one cell of labels"):
        labelled.fit("labels", [])


def test_what_is_written_and_what_is_read_aloud():
    trait = Labelled.declared()["labels"]
    assert trait.marks == {"0": "–", "1": "+"}
    assert trait.words == {"0": "minus", "1": "+"}


@pytest.mark.parametrize(
    ("default", "alphabet", "words"),
    [("0", "0", "alphabet"), ("0", "00", "alphabet"), ("2", "01", "default"), ("", "01", "default")],
)
def test_a_pattern_that_makes_no_sense_is_refused_at_once(default, alphabet, words):
    with pytest.raises(ValueError, match=f"{words} must be"):
        Pattern(default, alphabet=alphabet, label="x")
