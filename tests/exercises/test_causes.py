"""Whatever the student's seed, a check tries all that once led to a wrong verdict."""

from __future__ import annotations

import numpy as np

from dpviz.exercises import catalogue
from dpviz.exercises.lessons.lesson_10.tune import people_with_equal_scores
from dpviz.exercises.lessons.lesson_11.streams import FAR, cases_of
from dpviz.exercises.lessons.lesson_12.step_noise import NOISE_CHANGES, lengths
from dpviz.exercises.task import generator

SEEDS = range(200)


def test_streams_are_far_on_both_sides_and_near():
    for seed in SEEDS:
        given = catalogue.exercise(11).task("above").given(seed)
        gaps = [(answers - level) * epsilon / delta for answers, level, delta, epsilon, _ in cases_of(given)]
        near, far = gaps[:-FAR], gaps[-FAR:]
        assert all(gap.max() >= 0 for gap in near)
        # Wholly below, near enough for the threshold's noise and so far that all noise may seem needless; far above.
        assert sorted(round(gap.max()) for gap in far) == [-24, -6, 18]


def test_epsilon_is_not_one_where_numbers_are_asked_for():
    """To divide by it, to multiply by it and to forget it would be the same."""
    for lesson in catalogue.numbers():
        for task in catalogue.exercise(lesson).tasks:
            if not any(part.endswith("()") for part in task.parts):
                assert 1 not in [getattr(task.given(seed), "epsilon", None) for seed in SEEDS], (lesson, task.id)


def test_scales_are_not_whole():
    for seed in SEEDS:
        given = catalogue.exercise(11).task("above").given(seed)
        scales = [factor * delta / epsilon for *_, delta, epsilon, _ in cases_of(given) for factor in (2, 4)]
        assert any(scale < 0.9 and scale - round(scale) < -0.3 for scale in scales)


def test_scores_of_a_part_are_not_those_of_all():
    for seed in SEEDS:
        people = people_with_equal_scores(generator(seed, "tune", "check", ""))
        unlike = people[people.min(axis=1) != people.max(axis=1)]
        assert (people.mean(axis=0) == 0.5).all()
        for part in (people[:150], people[150:], people[::2], people[1::2], unlike):
            assert (np.abs(part.mean(axis=0) - 0.5) > 0.01).all()


def test_gradients_are_longer_and_shorter_than_the_bound():
    for seed in SEEDS:
        nine = (generator(seed, "step").normal(size=(9, 8)) * 2).round(2)
        changed = [change["g"](nine) for _, change, _ in NOISE_CHANGES if "g" in change]
        longest = [float(lengths(g).max(initial=0.0)) / 2.0 for g in changed]
        assert any(most > 100 for most in longest)
        assert any(0.01 < most < 0.5 for most in longest)
        assert any(0 < most < 1e-6 for most in longest)
        assert any(len(g) and not g.any() for g in changed)
