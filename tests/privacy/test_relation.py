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


def test_the_ratio_form_is_ln_of_one_plus_s():
    assert from_ratio_form(0.1) == pytest.approx(0.0953101798, abs=5e-11)
    assert from_ratio_form(1e-12) == pytest.approx(1e-12, rel=1e-11, abs=0)
