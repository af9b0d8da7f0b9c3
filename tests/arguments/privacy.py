"""Valid calls of dpviz.privacy."""

import numpy as np

from dpviz.privacy import (
    GaussianTradeOff,
    LossDistribution,
    audit_draws,
    bench,
    compare_accountants,
    renyi_epsilon,
    roc,
    worst_case,
)


def noisy(data, *given):
    """One answer, or several where their number is given; the data may be anything."""
    *trials, rng = given
    return rng.laplace(len(repr(data)) % 2, size=trials or None)


def vote(records):
    return [0.25, 0.75] if len(set(map(repr, records))) == 1 else [0.5, 0.5]


def looked_at():
    return bench(noisy, data=[0, 1], neighbour=[1, 1], trials=500)


def straight(order):
    return 0.125 * order


UNCHECKED = {"LossGrid.delta", "LossGrid.epsilon"}

# What may be infinite or undefined (NaN), as documented: fields of results, and callables.
INFINITE = {
    "worst_loss",
    "privacy_loss",
    "loss",
    "posterior_odds",
    "group_privacy",
    "convert_relation",
    "signed_utility_bound",
    "epsilon",
    "epsilon_of",
    "dpsgd_epsilon",
    "dpsgd_replaced",
    "renyi_divergence",
    "data",
    "neighbour",
    "pair",
    "delta_pair",
    "na_value",  # of a data frame
}
UNDEFINED = {"data", "neighbour", "pair", "delta_pair", "records", "na_value"}  # whatever the caller said they were

# What takes long, and rightly: parameters of which a million is not tried.
SLOW = {"audit": ["trials"], "audit_pairs": ["trials"], "bench": ["trials"]}

USUAL = dict(steps=3, p=[0.25, 0.75], q=[0.5, 0.5], outputs=[0.0, 2.0], distribution=[0.25, 0.75], prior=0.25)

EXAMPLES = {
    "LossDistribution.epsilon_of": dict(times=3),
    "compare_accountants (gaussian)": dict(epsilon=None, k=[1, 3], delta=1e-05, mechanism="gaussian", scale=2.0),
    "compare_accountants": dict(scale=None, k=[1, 3], delta=1e-05, mechanism="laplace", epsilon=0.5),
    "dpsgd_noise": dict(accountant="renyi"),
    "GaussianTradeOff": dict(mu=1.0),
    "GaussianTradeOff.compose": dict(other=GaussianTradeOff(mu=2.0)),
    "GaussianTradeOff.self_compose": dict(times=3),
    "PrivacyFilter": dict(rho=1.0, spent=(0.25, 0.125)),
    "PrivacyFilter.allows": dict(rho=0.125),
    "PrivacyFilter.spend": dict(rho=0.125),
    "bounded_range_delta": dict(each=0.5, k=3),
    "bounded_range_epsilon": dict(each=0.5, k=3),
    "odometer": dict(spent=[0.25, 2.0], first=0.125),
    "optimal_composition": dict(epsilons=[0.5, 0.25], deltas=[1e-06, 1e-06]),
    "LossDistribution.compose": dict(other=LossDistribution.gaussian(4.0, step=0.0625)),
    "LossDistribution.self_compose": dict(times=3),
    "renyi_delta": dict(curve=straight),
    "renyi_epsilon": dict(curve=straight),
    "renyi_epsilon_at": dict(divergence=0.25),
    "renyi_sampled_gaussian": dict(order=8),
    "zcdp_delta": dict(rho=0.125),
    "zcdp_epsilon": dict(rho=0.125),
    "zcdp_scale": dict(releases=3),
    "Budget": dict(epsilon=1.0, delta=1e-06, spent=((0.25, 1e-08),)),
    "GaussianPair": dict(here=0.0, there=1.0),
    "GaussianPair.quantile": dict(level=0.25),
    "LaplacePair": dict(here=0.0, there=1.0),
    "LaplacePair.quantile": dict(level=0.25),
    "Audit.happens": dict(outcomes=[0.5, 40.0]),
    "advanced_composition": dict(k=10, slack=1e-05),
    "amplify_by_sampling": dict(scheme="poisson", source="add_remove", target="add_remove"),
    "as_kernel": dict(mapping=[0, 0, 1], outcomes=2),
    "audit": dict(mechanism=noisy, data=[0, 1], neighbour=[1, 1], trials=100),
    "audit_draws": dict(here=np.arange(128) / 4, there=1 + np.arange(128) / 4, data="here", neighbour="there"),
    "audit_pairs": dict(mechanism=noisy, pairs=[([0, 1], [1, 1])], trials=100),
    "bench": dict(mechanism=noisy, data=[0, 1], neighbour=[1, 1], trials=500, seconds=60.0),
    "basic_composition": dict(epsilons=[0.5, 0.25], deltas=[1e-06, 1e-06]),
    "composition_crossing": dict(slack=1e-05),
    "convert_relation": dict(source="add_remove", target="replace"),
    "expected_utility": dict(utilities=[3.0, 1.0]),
    "expected_utility_bounds": dict(utilities=[3.0, 1.0]),
    "from_ratio_form": dict(s=1.0),
    "parallel_composition": dict(epsilons=[0.5, 0.25], deltas=[1e-06, 1e-06], neighbouring="add_remove"),
    "post_process": dict(kernel=[[0.5, 0.5], [0.0, 1.0]]),
    "posterior": dict(loss=0.5),
    "posterior_odds": dict(loss=0.5),
    "signed_utility_bound": dict(utilities=[3.0, -1.0]),
    "watch": dict(mechanism=noisy, pairs=[([0, 1], [1, 1])]),
    "worst_case": dict(distribution=vote, records=[0, 1], n=2, epsilon=0.25, max_cases=100),
}

MADE = {
    "Accounts": lambda: compare_accountants([1, 3], 1e-5, mechanism="laplace", epsilon=0.5),
    "LossDistribution": lambda: LossDistribution.gaussian(4.0, step=0.0625),
    "LossGrid": lambda: LossDistribution.gaussian(4.0, step=0.0625).pessimistic,
    "RenyiBound": lambda: renyi_epsilon(straight, 1e-5),
    "Audit": lambda: audit_draws(np.arange(256) / 4, 40 + np.arange(256) / 4, epsilon=1.0, confidence=0.75),
    "Bench": looked_at,
    "Look": lambda: looked_at().looks[-1],
    "Roc": lambda: roc([0.25, 0.75], [0.5, 0.5]),
    "WorstCase": lambda: worst_case(vote, [0, 1], 2, neighbouring="replace"),
}
