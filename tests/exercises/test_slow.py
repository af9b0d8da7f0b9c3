"""Whoever is out of time is told what took it; scipy's distributions are in time."""

from __future__ import annotations

import time

import numpy as np
import pytest

from dpviz.exercises import catalogue
from dpviz.exercises.examine import examine
from tests.exercises.material import inside

stats = pytest.importorskip("scipy.stats")


def examined(lesson, name, answer, **more):
    exercise = catalogue.exercise(lesson)
    return examine(exercise, exercise.task(name), (answer,), "Ada", **more)


def frozen_above(answers, threshold, sensitivity, epsilon, rng):
    level = threshold + stats.laplace(scale=2 * sensitivity / epsilon).rvs(random_state=rng)
    published = []
    for answer in answers:
        noisy = answer + stats.laplace(scale=4 * sensitivity / epsilon).rvs(random_state=rng)
        published.append(bool(noisy >= level))
        if published[-1]:
            break
    return published


def frozen_release(w, n, lam, epsilon, rng):
    direction = rng.normal(size=len(w))
    length = stats.gamma(a=len(w), scale=2 / (n * lam * epsilon)).ppf(rng.random())
    return w + length * direction / np.linalg.norm(direction)


@pytest.mark.slow
@pytest.mark.parametrize(("lesson", "name", "answer"), [(11, "above", frozen_above), (7, "release", frozen_release)])
def test_frozen_distributions_are_in_time(lesson, name, answer):
    verdict = examined(lesson, name, answer)
    assert verdict.correct, verdict


def slow(answers, threshold, sensitivity, epsilon, rng):
    found = frozen_above(answers, threshold, sensitivity, epsilon, rng)
    end = time.process_time() + 0.003
    while time.process_time() < end:
        pass
    return found


def endless(answers, threshold, sensitivity, epsilon, rng):
    while True:
        pass


@pytest.mark.usefixtures("at_leisure")
def test_who_is_out_of_time_is_told_what_was_slow():
    verdict = examined(11, "above", slow, seconds=1.5)
    assert "12,000 times" in verdict.sentence
    assert "loop" not in verdict.sentence
    assert "loop that does not end" in examined(11, "above", endless, seconds=0.5).sentence


def waiting(answers, threshold, sensitivity, epsilon, rng):
    time.sleep(60)


def test_who_only_waited_is_told_so(monkeypatch):
    inside(monkeypatch)
    verdict = examined(11, "above", waiting, seconds=0.1)
    assert "waits for" in verdict.sentence
    assert "busy" in verdict.sentence
