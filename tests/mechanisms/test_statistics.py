"""How far one person moves what is asked of a table."""

from __future__ import annotations

import pytest

from dpviz.mechanisms.statistics import counts_sensitivity


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
