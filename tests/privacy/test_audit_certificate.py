"""The certificate: exact intervals, and the chance of a false alarm summed over every pair of counts."""

import math
from functools import lru_cache

import numpy as np
import pytest

from dpviz._numeric.stats import clopper_pearson
from dpviz.privacy.auditing.certify import certify
from dpviz.privacy.auditing.events import Event
from dpviz.privacy.auditing.outcomes import tables_of


def distribution(runs, p):
    k = np.arange(runs + 1)
    logs = np.array([math.lgamma(i + 1) for i in range(runs + 1)])
    return np.exp(logs[runs] - logs[k] - logs[runs - k] + k * math.log(p) + (runs - k) * math.log1p(-p))


@lru_cache
def all_bounds(runs, miss):
    return [clopper_pearson(k, runs, miss=miss) for k in range(runs + 1)]


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
@pytest.mark.parametrize("q", [0.01, 0.04, 0.3])
@pytest.mark.parametrize("delta", [0.0, 0.02])
def test_the_exact_chance_of_a_false_alarm_is_within_what_is_stated(epsilon, q, delta):
    """Every pair of counts, weighted: p is the largest probability that (ε, δ) allows next to q."""
    p = min(math.exp(epsilon) * q + delta, 1 - (1 - q - delta) * math.exp(-epsilon))
    runs, confidence = 120, 0.9
    bounds = all_bounds(runs, (1 - confidence) / 2)
    low = np.array([bound[0] for bound in bounds]) - delta
    high = np.array([bound[1] for bound in bounds])
    alarms = low[:, None] > math.exp(epsilon) * high[None, :]
    chance = float((distribution(runs, p)[:, None] * distribution(runs, q)[None, :] * alarms).sum())
    assert chance <= 1 - confidence


def test_a_certificate_is_the_logarithm_of_two_bounds():
    here, there = [1] * 90 + [0] * 10, [1] * 10 + [0] * 90
    _, tables = tables_of(here, there)
    event = Event("the answer is 1", lambda table: table.numbers[:, 0], lambda values: values == 1, 0, 0.0)
    bound, counts, shares = certify(event, tables, delta=0.05, confidence=0.95)
    assert counts == (90, 10)
    for found, hits in zip(shares, counts, strict=True):
        assert found == pytest.approx(clopper_pearson(hits, 100, miss=0.025), rel=1e-9)
    assert bound == pytest.approx(math.log((shares[0][0] - 0.05) / shares[1][1]))
    # δ alone explains it: nothing is certified, and 0 is a lower bound always.
    assert certify(event, tables, delta=0.9, confidence=0.95)[0] == 0.0
