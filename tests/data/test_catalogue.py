"""The catalogue: its grids are public, its words say what the numbers are, and its pictures move."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.data import health, health_questions
from dpviz.mechanisms import selection

RECIPES = health_questions()


def distribution(question, counts, epsilon):
    """The exponential mechanism's probabilities, written out."""
    exponent = epsilon * question.scores(counts) / (2 * question.sensitivity("replace"))
    weight = np.exp(exponent - exponent.max(axis=-1, keepdims=True))
    return weight / weight.sum(axis=-1, keepdims=True)


@pytest.mark.parametrize("key", RECIPES)
def test_recipe(key):
    recipe, table = RECIPES[key], health()
    question = recipe.build(table)
    assert recipe.key == key
    assert 4 <= len(question.candidates) <= 101
    assert question.n == 5912
    assert question.histogram().sum() == 5912
    assert question.text.endswith("?")
    assert recipe.watch.endswith(".")
    assert (question.name, question.text) == (recipe.title, recipe.text)
    # Asked of anyone else, the candidates and record types are the same: they do not come from the data.
    few = recipe.build(table.shuffled(np.random.default_rng(1)).head(3))
    assert few.candidates == question.candidates
    assert few.record_types == question.record_types
    assert (few.weights == question.weights).all()
    # The code on screen builds the same question.
    names = {name: getattr(selection, name) for name in ("mode", "median", "threshold")}
    again = eval(recipe.code, names, {"people": table})
    assert (again.histogram() == question.histogram()).all()
    assert again.candidates == question.candidates


@pytest.mark.parametrize("key", RECIPES)
def test_the_picture_moves(key):
    """With more people the distribution leaves the uniform one; this is seen between n = 10 and n = 5,912."""
    question = RECIPES[key].build(health().shuffled(np.random.default_rng(0)))
    distributions = distribution(question, question.running_histograms([10, 100, 1000, 5912]), epsilon=0.1)
    top = distributions.max(axis=1) * len(question.candidates)
    assert top[0] < 1.5
    assert top[-1] > 3
    assert (np.diff(top) > 0).all() or key == "age-health"


ANSWERS = {
    "health": "excellent",
    "plan": "free care",
    "common-visits": "0",
    "family": "4",
    "common-age": "0",
    "age": "22",
    "visits": "2",
    "income": "8000",
    "spending": "40",
    "age-health": "41",
    "spending-hospital": "320",
}


def test_best_answers():
    found = {}
    for key, recipe in RECIPES.items():
        question = recipe.build(health())
        found[key] = question.candidates[question.scores(question.histogram()).argmax()]
    assert found == ANSWERS


def test_what_the_recipes_say_to_watch():
    age_health = RECIPES["age-health"].build(health())
    errors = -age_health.scores(age_health.histogram())
    assert errors[24:44].max() / errors.min() < 1.03
    hospital = RECIPES["spending-hospital"].build(health())
    errors = -hospital.scores(hospital.histogram())
    assert errors[14:26].max() < 1.12 * errors.min()  # 280 to 500 dollars
    assert errors[:8].min() > 3 * errors.min()
    income = RECIPES["income"].build(health())
    assert income.scores(income.histogram()).max() < 0
    assert income.histogram()[income.record_types.index("above 20,000")] > 0
    assert health().column("spending").values.max() > 25_000
