"""Yes-or-no attributes: public cuts, the shipped table's twelve, and errors that say what is wrong."""

import numpy as np
import pytest

from dpviz.data import HEALTH_ATTRIBUTES, Attribute, TableError, binary_records, health, read_csv


def test_the_shipped_table_as_bits():
    bits = binary_records(health())
    assert bits.shape == (5912, 12)
    assert bits.dtype == np.uint8
    assert set(np.unique(bits)) == {0, 1}
    names = [attribute.name for attribute in HEALTH_ATTRIBUTES]
    assert len(set(names)) == 12
    shares = dict(zip(names, bits.mean(axis=0), strict=True))
    assert shares["female"] == pytest.approx(3058 / 5912)
    assert shares["poor health"] == pytest.approx((457 + 92) / 5912)
    assert shares["physical limitation"] == pytest.approx(701 / 5912)
    age = health().column("age").values
    assert shares["over 30"] == pytest.approx((age > 30).mean())
    assert not (bits[:, names.index("over 30")] & bits[:, names.index("a child")]).any()


def test_cuts_are_at_least_and_below():
    table = read_csv(b"colour,size\nred,1\nblue,2\ngreen,3\n", "towns.csv")
    assert Attribute(name="big", column="size", least=2).values(table).tolist() == [0, 1, 1]
    assert Attribute(name="small", column="size", below=2).values(table).tolist() == [1, 0, 0]
    assert Attribute(name="warm", column="colour", words=("red",)).values(table).tolist() == [1, 0, 0]


def test_missing_numbers_are_refused():
    table = read_csv(b"colour,size\nred,1\nblue,\ngreen,3\n", "towns.csv")
    with pytest.raises(TableError, match="'size' must have a number in every row for 'big'"):
        Attribute(name="big", column="size", least=2).values(table)


BAD = [
    (lambda: Attribute(name="a", column="age"), ValueError, "exactly one of words, least and below"),
    (lambda: Attribute(name="a", column="age", least=1, below=2), ValueError, "got 2 of them"),
    (lambda: binary_records(health(), []), ValueError, "at least one"),
    (lambda: Attribute(name="a", column="sex", least=1).values(health()), TableError, "must hold numbers"),
    (lambda: Attribute(name="a", column="age", words=("x",)).values(health()), TableError, "must hold words"),
    (
        lambda: Attribute(name="a", column="sex", words=("other",)).values(health()),
        TableError,
        "among male, female; got 'other'",
    ),
    (lambda: Attribute(name="a", column="shoe", least=1).values(health()), TableError, "shoe"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_attributes_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
