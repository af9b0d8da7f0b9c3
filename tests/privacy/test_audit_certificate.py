"""The certificate: exact intervals, and the chance of a false alarm summed over every pair of counts."""

import math
from functools import lru_cache

import numpy as np
import pytest

from dpviz._numeric.stats import clopper_pearson
from dpviz.privacy.auditing.certify import certify
from dpviz.privacy.auditing.events import Event
from dpviz.privacy.auditing.outcomes import tables_of

# From scipy 1.17.1: beta.ppf(miss, k, n - k + 1) and beta.ppf(1 - miss, k + 1, n - k).
KNOWN = [
    (10, 100, 0.025, 0.04900468922148595, 0.17622259774002266),
    (1, 7, 0.0005, 7.14438822903224e-05, 0.7894352037793515),
    (1, 10_000, 0.025, 2.5317774934746866e-06, 0.0005570369979470473),
    (333, 1000, 1e-6, 0.2646355800236252, 0.40652143422137266),
    (66_666, 200_000, 0.005, 0.33061633759531994, 0.336051600307721),
]


@pytest.mark.parametrize(("hits", "runs", "miss", "low", "high"), KNOWN)
def test_the_intervals_are_clopper_and_pearsons(hits, runs, miss, low, high):
    found = clopper_pearson(hits, runs, miss=miss)
    assert found == (pytest.approx(low, rel=1e-8), pytest.approx(high, rel=1e-8))
    mirrored = clopper_pearson(runs - hits, runs, miss=miss)
    assert mirrored == (pytest.approx(1 - high, rel=1e-8), pytest.approx(1 - low, rel=1e-8))


def test_against_scipy_where_it_is_installed():
    beta = pytest.importorskip("scipy.stats").beta
    rng = np.random.default_rng(0)
    for _ in range(40):
        runs = int(10 ** rng.uniform(0, 5))
        hits, miss = int(rng.integers(0, runs + 1)), 10 ** rng.uniform(-8, -0.5)
        low, high = clopper_pearson(hits, runs, miss=miss)
        assert low == pytest.approx(beta.ppf(miss, hits, runs - hits + 1) if hits else 0.0, rel=1e-7)
        assert high == pytest.approx(beta.ppf(1 - miss, hits + 1, runs - hits) if hits < runs else 1.0, rel=1e-7)


def test_at_the_ends_the_bounds_have_a_closed_form():
    assert clopper_pearson(0, 100, miss=0.025) == (0.0, pytest.approx(1 - 0.025**0.01, rel=1e-12))
    assert clopper_pearson(100, 100, miss=0.025) == (pytest.approx(0.025**0.01, rel=1e-12), 1.0)


@pytest.mark.parametrize(
    ("hits", "runs", "miss", "error", "match"),
    [
        (3, 2, 0.1, ValueError, "successes must be a whole number from 0 to 2; got 3"),
        (-1, 2, 0.1, ValueError, "successes"),
        (1.5, 2, 0.1, TypeError, "successes"),
        (0, 0, 0.1, ValueError, "trials"),
        (1, 2, 0.5, ValueError, "miss must be a number in"),
    ],
)
def test_bad_counts_are_refused(hits, runs, miss, error, match):
    with pytest.raises(error, match=match):
        clopper_pearson(hits, runs, miss=miss)


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
