"""Valid calls of dpviz.tuning."""

import numpy as np

from dpviz.tuning import (
    BernoulliArms,
    failure_rates,
    private_cost,
    private_tuning,
    schedule,
    successive_halving,
    train_arms,
)

MEANS = [0.75, 0.5, 0.25, 0.25]
X, Y = np.array([[0.5, 0.25], [-0.5, 0.25]]), np.array([1, -1])


def halving():
    return successive_halving(BernoulliArms(np.array(MEANS)), 4, 40, rng=np.random.default_rng(0))


def tuning():
    return private_tuning(MEANS, 40, epsilon=1.0, records=100, noise="mean", rng=np.random.default_rng(0))


# What takes long, and rightly: parameters of which a million is not tried.
SLOW = {"failure_rates": ["runs"], "private_tuning": ["runs"]}

EXAMPLES = {
    "BernoulliArms": dict(means=MEANS),
    "BernoulliArms.__call__": dict(arms=np.array([0, 2]), pulls=3),
    "FailureRates.band": dict(spread=2.0),
    "PrivateCost.advanced": dict(slack=1e-5),
    "failure_bound": dict(means=MEANS, budget=400),
    "failure_rates": dict(means=MEANS, budgets=[20, 40], runs=10),
    "hardness": dict(means=MEANS),
    "needle_failure": dict(best=0.75, others=0.25, arms=4, budget=40),
    "private_cost": dict(arms=4, budget=40, epsilon=1.0, records=100, noise="mean"),
    "private_tuning": dict(scores=MEANS, budget=40, epsilon=1.0, records=100, noise="mean", runs=2),
    "schedule": dict(arms=4, budget=40),
    "successive_halving": dict(pull=BernoulliArms(np.array(MEANS)), arms=4, budget=40, bounded=True),
    "sufficient_budget": dict(means=MEANS, beta=0.125),
    "train_arms": dict(training=(X, Y), validation=(X, Y), test=(X, Y), regularizations=[0.25, 0.5], epsilon=1.0),
    "uniform_bound": dict(means=MEANS, budget=400),
    "uniform_failure": dict(means=MEANS, budget=40),
}

MADE = {
    "Arms": lambda: train_arms((X, Y), (X, Y), (X, Y), [0.25, 0.5], epsilon=1.0, rng=np.random.default_rng(0)),
    "FailureRates": lambda: failure_rates(MEANS, [20, 40], runs=10, rng=np.random.default_rng(0)),
    "Halving": halving,
    "PrivateCost": lambda: private_cost(4, 40, epsilon=1.0, records=100, noise="mean"),
    "PrivateTuning": tuning,
    "Round": lambda: schedule(4, 40)[0],
    "RoundOutcome": lambda: halving().rounds[0],
}
