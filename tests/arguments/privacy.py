"""Valid calls of dpviz.privacy."""

import numpy as np

from dpviz.privacy import LossDistribution, audit_draws, compare_accountants, renyi_epsilon, roc, worst_case


def noisy(data, *given):
    """One answer, or several where their number is given; the data may be anything."""
    *trials, rng = given
    return rng.laplace(len(repr(data)) % 2, size=trials or None)


def vote(records):
    return [0.25, 0.75] if len(set(map(repr, records))) == 1 else [0.5, 0.5]


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
    "renyi_divergence",
    "data",
    "neighbour",
    "pair",
    "delta_pair",
}
UNDEFINED = {"data", "neighbour", "pair", "delta_pair", "records"}  # whatever the caller said they were

# What takes long, and rightly: parameters of which a million is not tried.
SLOW = {"audit": ["trials"], "audit_pairs": ["trials"]}

EXAMPLES = {
    "LossDistribution.epsilon_of": dict(times=3, delta=1e-5),
    "compare_accountants (gaussian)": dict(k=[1, 3], delta=1e-5, mechanism="gaussian", scale=2.0),
    "compare_accountants": dict(k=[1, 3], delta=1e-5, mechanism="laplace", epsilon=0.5),
    "dpsgd_epsilon": dict(noise_multiplier=1.0, rate=0.25, steps=3, delta=1e-5),
    "dpsgd_noise": dict(epsilon=1.0, delta=1e-5, rate=0.25, steps=3, accountant="renyi"),
    "dpsgd_renyi": dict(noise_multiplier=1.0, rate=0.25, steps=3, delta=1e-5),
    "LossDistribution.compose": dict(other=LossDistribution.gaussian(4.0, step=0.0625)),
    "LossDistribution.delta": dict(epsilon=0.5),
    "LossDistribution.epsilon": dict(delta=1e-5),
    "LossDistribution.from_pair": dict(p=[0.25, 0.75], q=[0.5, 0.5], step=0.0625, log=False),
    "LossDistribution.gaussian": dict(scale=2.0, sensitivity=1.0, step=0.0625),
    "LossDistribution.laplace": dict(scale=2.0, sensitivity=1.0, step=0.0625),
    "LossDistribution.randomized_response": dict(epsilon=0.5, step=0.0625),
    "LossDistribution.sampled_gaussian": dict(noise_multiplier=1.0, rate=0.25, direction="remove", step=0.0625),
    "LossDistribution.self_compose": dict(times=3),
    "LossGrid.delta": dict(epsilon=0.5),
    "LossGrid.epsilon": dict(delta=1e-5),
    "gaussian_zcdp": dict(scale=2.0, sensitivity=1.0),
    "laplace_zcdp": dict(scale=2.0, sensitivity=1.0),
    "pure_zcdp": dict(epsilon=0.5, form="tight"),
    "renyi_delta": dict(curve=straight, epsilon=0.5),
    "renyi_delta_at": dict(order=8.0, divergence=0.25, epsilon=0.5),
    "renyi_divergence": dict(p=[0.25, 0.75], q=[0.5, 0.5], order=2.0, log=False),
    "renyi_epsilon": dict(curve=straight, delta=1e-5),
    "renyi_epsilon_at": dict(order=8.0, divergence=0.25, delta=1e-5),
    "renyi_gaussian": dict(order=8.0, scale=2.0, sensitivity=1.0),
    "renyi_laplace": dict(order=8.0, scale=2.0, sensitivity=1.0),
    "renyi_randomized_response": dict(order=8.0, epsilon=0.5),
    "renyi_sampled_gaussian": dict(order=8, noise_multiplier=2.0, rate=0.25),
    "zcdp_delta": dict(rho=0.125, epsilon=0.5),
    "zcdp_epsilon": dict(rho=0.125, delta=1e-5, form="tight"),
    "zcdp_rho": dict(epsilon=0.5, delta=1e-5, form="tight"),
    "zcdp_scale": dict(epsilon=0.5, delta=1e-5, releases=3, sensitivity=1.0),
    "Budget": dict(epsilon=1.0, delta=1e-6, spent=((0.25, 1e-8),)),
    "Budget.affords": dict(epsilon=0.125),
    "Budget.allows": dict(epsilon=0.125, delta=1e-9),
    "Budget.spend": dict(epsilon=0.125, delta=1e-9),
    "GaussianPair": dict(here=0.0, there=1.0, scale=2.0),
    "GaussianPair.delta": dict(epsilon=0.5),
    "GaussianPair.densities": dict(outputs=[0.0, 2.0]),
    "GaussianPair.loss": dict(outputs=[0.0, 2.0]),
    "GaussianPair.loss_tail": dict(epsilon=0.5),
    "GaussianPair.power": dict(false_alarm=0.25),
    "GaussianPair.quantile": dict(level=0.25),
    "LaplacePair": dict(here=0.0, there=1.0, scale=2.0),
    "LaplacePair.delta": dict(epsilon=0.25),
    "LaplacePair.densities": dict(outputs=[0.0, 2.0]),
    "LaplacePair.loss": dict(outputs=[0.0, 2.0]),
    "LaplacePair.loss_tail": dict(epsilon=0.25),
    "LaplacePair.power": dict(false_alarm=0.25),
    "LaplacePair.quantile": dict(level=0.25),
    "Audit.happens": dict(outcomes=[0.5, 40.0]),
    "Roc.at": dict(false_alarm=0.25),
    "advanced_composition": dict(epsilon=0.5, k=10, slack=1e-5, delta=1e-9, drift="tanh"),
    "amplify_by_sampling": dict(
        epsilon=0.5, delta=1e-6, rate=0.25, scheme="poisson", source="add_remove", target="add_remove"
    ),
    "as_kernel": dict(mapping=[0, 0, 1], outcomes=2),
    "audit": dict(
        mechanism=noisy,
        data=[0, 1],
        neighbour=[1, 1],
        epsilon=1.0,
        delta=0.0,
        trials=100,
        confidence=0.75,
        batch=False,
        bits=False,
        progress=None,
    ),
    "audit_draws": dict(
        here=np.arange(128) / 4,
        there=1 + np.arange(128) / 4,
        epsilon=1.0,
        delta=0.0,
        confidence=0.75,
        bits=False,
        data="here",
        neighbour="there",
    ),
    "audit_pairs": dict(
        mechanism=noisy,
        pairs=[([0, 1], [1, 1])],
        epsilon=1.0,
        delta=0.0,
        trials=100,
        confidence=0.75,
        batch=False,
        bits=False,
        progress=None,
    ),
    "basic_composition": dict(epsilons=[0.5, 0.25], deltas=[1e-6, 1e-6]),
    "composition_crossing": dict(epsilon=0.125, slack=1e-5, drift="tanh"),
    "convert_relation": dict(epsilon=0.5, delta=1e-6, source="add_remove", target="replace"),
    "expected_utility": dict(distribution=[0.25, 0.75], utilities=[3.0, 1.0]),
    "expected_utility_bounds": dict(distribution=[0.25, 0.75], utilities=[3.0, 1.0], epsilon=0.5, delta=1e-6),
    "from_ratio_form": dict(s=1.0),
    "group_privacy": dict(epsilon=0.5, size=3, delta=1e-6),
    "parallel_composition": dict(
        epsilons=[0.5, 0.25], deltas=[1e-6, 1e-6], neighbouring="add_remove", assignment="fixed"
    ),
    "post_process": dict(distribution=[0.25, 0.75], kernel=[[0.5, 0.5], [0.0, 1.0]]),
    "posterior": dict(prior=0.25, loss=0.5),
    "posterior_odds": dict(prior=0.25, loss=0.5),
    "posterior_range": dict(prior=0.25, epsilon=0.5),
    "power_ceiling": dict(false_alarm=0.25, epsilon=0.5, delta=1e-6),
    "privacy_loss": dict(p=[0.25, 0.75], q=[0.5, 0.5], log=False),
    "random_kernel": dict(size=3),
    "roc": dict(p=[0.25, 0.75], q=[0.5, 0.5]),
    "signed_utility_bound": dict(distribution=[0.25, 0.75], utilities=[3.0, -1.0], epsilon=0.5),
    "smallest_delta": dict(p=[0.25, 0.75], q=[0.5, 0.5], epsilon=0.25, log=False),
    "worst_case": dict(
        distribution=vote, records=[0, 1], n=2, neighbouring="replace", epsilon=0.25, max_cases=100, log=False
    ),
}

MADE = {
    "Accounts": lambda: compare_accountants([1, 3], 1e-5, mechanism="laplace", epsilon=0.5),
    "LossDistribution": lambda: LossDistribution.gaussian(4.0, step=0.0625),
    "LossGrid": lambda: LossDistribution.gaussian(4.0, step=0.0625).pessimistic,
    "RenyiBound": lambda: renyi_epsilon(straight, 1e-5),
    "Audit": lambda: audit_draws(np.arange(256) / 4, 40 + np.arange(256) / 4, epsilon=1.0, confidence=0.75),
    "Roc": lambda: roc([0.25, 0.75], [0.5, 0.5]),
    "WorstCase": lambda: worst_case(vote, [0, 1], 2, neighbouring="replace"),
}
