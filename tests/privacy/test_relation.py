"""Carrying guarantees between relations (DP-8) and from the older ratio form (DP-1)."""

import math

import pytest

from dpviz.privacy import convert_relation, from_ratio_form


def test_add_remove_gives_replace_at_twice_epsilon():
    assert convert_relation(0.3, source="add_remove", target="replace") == (0.6, 0.0)
    epsilon, delta = convert_relation(0.5, 1e-6, source="add_remove", target="replace")
    assert epsilon == 1.0
    assert delta == pytest.approx((1 + math.exp(0.5)) * 1e-6, rel=1e-15, abs=0)


@pytest.mark.parametrize("same", ["replace", "add_remove"])
def test_the_same_relation_changes_nothing(same):
    assert convert_relation(0.3, 1e-6, source=same, target=same) == (0.3, 1e-6)


def test_nothing_follows_from_replace_to_add_remove():
    with pytest.raises(ValueError, match="target must be 'replace' when source is 'replace'; got 'add_remove'"):
        convert_relation(0.3, source="replace", target="add_remove")


def test_a_large_epsilon_does_not_overflow():
    assert convert_relation(1e3, source="add_remove", target="replace") == (2e3, 0.0)
    assert convert_relation(1e3, 1e-6, source="add_remove", target="replace") == (2e3, math.inf)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"source": "swap"}, ValueError, "source must be one of 'replace', 'add_remove'; got 'swap'"),
        ({"target": None}, TypeError, "target must be one of 'replace', 'add_remove'; got None"),
    ],
)
def test_bad_arguments_are_refused(change, error, message):
    arguments = {"epsilon": 0.3, "delta": 0.0, "source": "add_remove", "target": "replace"} | change
    with pytest.raises(error, match=message):
        convert_relation(**arguments)


def test_the_ratio_form_is_ln_of_one_plus_s():
    assert from_ratio_form(0.1) == pytest.approx(0.0953101798, abs=5e-11)
    assert from_ratio_form(1e-12) == pytest.approx(1e-12, rel=1e-11, abs=0)


@pytest.mark.parametrize("s", [0.0, -0.1, math.inf, math.nan])
def test_a_bad_ratio_is_refused(s):
    with pytest.raises(ValueError, match=f"s must be a finite number > 0; got {s}"):
        from_ratio_form(s)
