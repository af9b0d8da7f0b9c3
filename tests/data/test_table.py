from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.data import MISSING, Column, Table, TableError


def column(**changes) -> Column:
    settings = {"name": "a", "label": "A", "kind": "number", "values": np.array([1.0, 2.0, np.nan])}
    return Column(**(settings | changes))


WORDS = {"kind": "category", "categories": ("x", "y", MISSING), "values": np.array([0, 1, 2])}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"values": np.array([1.0, 9.0]), "high": 5.0}, r"finite number in \[-inf, 5\]; got .*9.0.* at 1"),
        ({"values": np.array([1.0, np.inf])}, "finite"),
        ({"values": np.array([1.5]), "whole": True}, "whole number"),
        ({"values": np.array([])}, r"shape \(n,\) with n >= 1"),
        ({"values": np.zeros((2, 2))}, r"got \(2, 2\)"),
        (WORDS | {"values": np.array([3])}, "indices into its 3 categories; got 3 to 3"),
        (WORDS | {"values": np.array([-1])}, "got -1"),
        (WORDS | {"values": np.array([2**32 + 1])}, "got 4294967297 to 4294967297"),
        ({"kind": "words"}, "kind must be one of 'category', 'number'; got 'words'"),
    ],
)
def test_bad_columns(changes, message):
    with pytest.raises(ValueError, match=message):
        column(**changes)


def test_a_column_says_what_is_missing():
    assert column().missing == 1
    assert column().distinct == 3
    assert column(**WORDS).missing == 1
    assert [column(**WORDS).text(row) for row in range(3)] == ["x", "y", MISSING]
    assert [column().text(row) for row in range(3)] == ["1", "2", MISSING]


def test_frozen_and_apart_from_what_it_was_made_of():
    values = np.array([1.0, 2.0])
    made = column(values=values)
    values[0] = 7
    assert made.values[0] == 1
    with pytest.raises(ValueError, match="read-only"):
        made.values[0] = 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.name = "b"


def small() -> Table:
    return Table(
        name="small",
        columns=(
            column(values=np.arange(10.0)),
            column(**WORDS | {"name": "b", "label": "B", "values": np.arange(10) % 3}),
        ),
    )


def test_table_parts():
    table = small()
    assert (table.n, len(table), table.names) == (10, 10, ("a", "b"))
    assert table.row(4) == {"A": "4", "B": "y"}
    with pytest.raises(TableError, match=r"no column 'c' in small\. Its columns are 'a', 'b'"):
        table.column("c")


def test_table_checks():
    with pytest.raises(ValueError, match="at least one column"):
        Table(name="t", columns=())
    with pytest.raises(ValueError, match="different names"):
        Table(name="t", columns=(column(), column()))
    with pytest.raises(ValueError, match="equal lengths"):
        Table(name="t", columns=(column(), column(name="b", values=np.array([1.0]))))


@given(seed=st.integers(0, 2**32), n=st.integers(1, 10))
def test_shuffling_keeps_records_whole_and_heads_nest(seed, n):
    table = small()
    shuffled = table.shuffled(np.random.default_rng(seed))
    order = shuffled.column("a").values.astype(int)
    assert sorted(order) == list(range(10))
    assert (shuffled.column("b").values == order % 3).all()
    head = shuffled.head(n)
    assert head.n == n
    assert (head.column("a").values == order[:n]).all()


def test_shuffling_is_seeded_and_head_is_checked():
    one, two = (small().shuffled(np.random.default_rng(3)).column("a").values for _ in range(2))
    assert (one == two).all()
    with pytest.raises(TypeError, match="rng"):
        small().shuffled(3)
    for bad in (0, 11):
        with pytest.raises(ValueError, match=f"n must be a whole number from 1 to 10; got {bad}"):
            small().head(bad)
