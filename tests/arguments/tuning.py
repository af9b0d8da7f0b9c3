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

USUAL = dict(means=MEANS)

EXAMPLES = {
    "BernoulliArms.__call__": dict(arms=np.array([0, 2]), pulls=3),
    "PrivateCost.advanced": dict(slack=1e-05),
    "failure_rates": dict(budgets=[20, 40], runs=10),
    "needle_failure": dict(best=0.75, others=0.25),
    "private_cost": dict(records=100, noise="mean"),
    "private_tuning": dict(scores=MEANS, records=100, noise="mean", runs=2),
    "successive_halving": dict(pull=BernoulliArms(np.array(MEANS))),
    "train_arms": dict(training=(X, Y), validation=(X, Y), test=(X, Y), regularizations=[0.25, 0.5]),
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
