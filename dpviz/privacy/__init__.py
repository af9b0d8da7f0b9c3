"""Differential privacy, exactly: what is lost, between whom, under which relation.

- `privacy_loss`, `smallest_delta`: two distributions in, the exact loss or the least δ out (`dpviz.privacy.loss`).
- `LaplacePair`, `GaussianPair`: the same for one number with noise, in two worlds; the loss at each output
  (`dpviz.privacy.pairs`).
- `worst_case`: the largest loss of a mechanism over every neighbouring pair (`dpviz.privacy.enumeration`).
- `convert_relation`, `from_ratio_form`: carry a guarantee to another neighbouring relation, or from the older
  (1 + s) form (`dpviz.privacy.relation`).
- `basic_composition`, `advanced_composition`, `composition_crossing`, `parallel_composition`, `Budget`: several
  releases (`dpviz.privacy.composition`). `group_privacy`: several people (`dpviz.privacy.group`).
- `zcdp_epsilon`, `renyi_epsilon`, `LossDistribution`, `GaussianTradeOff` and others: many releases accounted for
  exactly; `PrivacyFilter`, `odometer`: where their noise is chosen on the way (`dpviz.privacy.accounting`).
- `amplify_by_sampling`: a mechanism on a random sample (`dpviz.privacy.subsampling`).
- `post_process`, `as_kernel`, `random_kernel`: what is done to a release afterwards (`dpviz.privacy.postprocessing`).
- `expected_utility`, `expected_utility_bounds`, `signed_utility_bound`: voting (`dpviz.privacy.utility`).
- `audit`, `audit_pairs`, `audit_draws`: any mechanism attacked from outside; a certified lower bound on its ε, and the
  event that proves it (`dpviz.privacy.auditing`).
- `bench`, `watch`: a mechanism of your own on neighbours that are found, for as long as you watch
  (`dpviz.privacy.benching`).
- `posterior`, `posterior_odds`, `posterior_range`, `roc`, `power_ceiling`: the attacker (`dpviz.privacy.attacker`).

Losses and ε are in nats. A neighbouring relation is always named: ``"replace"`` (one record changed, their
number public) or ``"add_remove"`` (one record added or deleted).

Every function raises `TypeError` for an argument of a wrong type and `ValueError` for a value out of range; the
message names the parameter, what is accepted and what came.
"""

from dpviz.privacy import accounting as _accounting
from dpviz.privacy.accounting import *  # noqa: F403
from dpviz.privacy.attacker import Roc, posterior, posterior_odds, posterior_range, power_ceiling, roc
from dpviz.privacy.auditing import Audit, MechanismError, audit, audit_draws, audit_pairs
from dpviz.privacy.benching import Bench, Look, bench, watch
from dpviz.privacy.composition import (
    Budget,
    BudgetExceeded,
    advanced_composition,
    basic_composition,
    composition_crossing,
    parallel_composition,
)
from dpviz.privacy.enumeration import WorstCase, worst_case
from dpviz.privacy.group import group_privacy
from dpviz.privacy.loss import privacy_loss, smallest_delta
from dpviz.privacy.pairs import GaussianPair, LaplacePair
from dpviz.privacy.postprocessing import as_kernel, post_process, random_kernel
from dpviz.privacy.relation import convert_relation, from_ratio_form
from dpviz.privacy.subsampling import amplify_by_sampling
from dpviz.privacy.utility import expected_utility, expected_utility_bounds, signed_utility_bound

__all__ = [
    *_accounting.__all__,
    "Audit",
    "Bench",
    "Budget",
    "BudgetExceeded",
    "GaussianPair",
    "LaplacePair",
    "Look",
    "MechanismError",
    "Roc",
    "WorstCase",
    "advanced_composition",
    "amplify_by_sampling",
    "as_kernel",
    "audit",
    "audit_draws",
    "audit_pairs",
    "basic_composition",
    "bench",
    "composition_crossing",
    "convert_relation",
    "expected_utility",
    "expected_utility_bounds",
    "from_ratio_form",
    "group_privacy",
    "parallel_composition",
    "post_process",
    "posterior",
    "posterior_odds",
    "posterior_range",
    "power_ceiling",
    "privacy_loss",
    "random_kernel",
    "roc",
    "signed_utility_bound",
    "smallest_delta",
    "watch",
    "worst_case",
]
