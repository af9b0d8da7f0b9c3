"""The health table as examples: norms that hold for anybody, labels as the questions say, and what is refused."""

from dataclasses import replace

import numpy as np
import pytest

from dpviz.data import HEALTH_TARGETS, TableError, health, teaching_table
from dpviz.data.regression import FEATURES, examples

NOT_EXCELLENT = HEALTH_TARGETS["not_excellent"]


@pytest.mark.parametrize("target", HEALTH_TARGETS)
def test_norms_labels_and_names(target):
    made = teaching_table("health").examples(target)
    assert made.X.shape == (5912, len(made.features)) == (5912, len(made.bounds))
    assert ((made.X**2).sum(1) <= 1).all()
    assert set(made.y) == {-1.0, 1.0}
    asked = HEALTH_TARGETS[target]
    assert not any(name.startswith(asked.column) for name in made.features)
    yes = (made.y > 0).mean()
    expected = {"fair_or_poor": 0.09286, "not_excellent": 0.44604}
    assert yes == pytest.approx(expected.get(target, yes), abs=1e-5)


def test_nobody_the_coding_allows_could_have_a_larger_norm():
    table = health()
    columns = []
    for column in table.columns:
        ends = [0, len(column.categories) - 1] if column.kind == "category" else [column.low, column.high]
        columns.append(replace(column, values=np.array(ends)))
    everything = tuple(column.name for column in columns)
    made = examples(replace(table, columns=tuple(columns)), NOT_EXCELLENT, everything)
    norms = np.linalg.norm(made.X, axis=1)
    assert (norms <= 1 + 1e-12).all()
    assert norms.max() == pytest.approx(1)
    assert sum(name.startswith("site: ") for name in made.features) == 6


def test_scaling_does_not_look_at_the_data():
    table = health()
    part = table.take(slice(0, 50))
    np.testing.assert_array_equal(
        examples(part, NOT_EXCELLENT, FEATURES).X, examples(table, NOT_EXCELLENT, FEATURES).X[:50]
    )


def test_a_number_to_predict_is_carried_from_its_public_range_and_is_no_feature():
    made = teaching_table("health").numbers()
    ages = health().column("age")
    assert made.target == ages.label
    assert made.half == 32.5
    np.testing.assert_allclose(made.y * made.half + 32.5, ages.values)
    assert "age" not in made.features
    assert made.X.shape == (5912, len(made.features)) == (5912, 8)
    assert ((made.X**2).sum(1) <= 1).all()


def test_bad_inputs_are_refused():
    table = health()
    with pytest.raises(ValueError, match="target must be one of 'fair_or_poor'"):
        teaching_table("health").examples("rich")
    with pytest.raises(TableError, match="no column 'weight'"):
        examples(table, NOT_EXCELLENT, ("weight",))
    with pytest.raises(ValueError, match="features must name a column"):
        examples(table, NOT_EXCELLENT, ("health",))
    private = replace(table, columns=tuple(replace(column, public=False) for column in table.columns))
    with pytest.raises(TableError, match="must have a public range"):
        examples(private, NOT_EXCELLENT, FEATURES)
