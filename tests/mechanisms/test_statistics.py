"""How far one person moves what is asked of a table."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.mechanisms.statistics import Statistic, counts_sensitivity


@pytest.mark.parametrize(
    ("kind", "relation", "expected"),
    [
        ("histogram", "replace", [1, 2, 2]),
        ("histogram", "add_remove", [1, 1, 1]),
        ("separate", "replace", [1, 2, 50]),
        ("separate", "add_remove", [1, 2, 50]),
    ],
)
def test_sensitivity_of_k_counts(kind, relation, expected):
    assert counts_sensitivity(kind, [1, 2, 50], relation).tolist() == expected
    assert counts_sensitivity(kind, 50, relation) == expected[-1]


@pytest.mark.parametrize("call", ["values_of", "worst_move"])
def test_the_first_n_people_are_between_one_and_all(call):
    asked = getattr(Statistic(kind="count", values=[1, 0, 1, 1]), call)
    assert asked(np.array([1, 4], np.uint8)).shape == (2,)
    for bad in ([0], [5], [-1]):
        with pytest.raises(ValueError, match="n must be a whole number"):
            asked(bad)
    with pytest.raises(TypeError, match="n must be a whole number"):
        asked([1.5])
