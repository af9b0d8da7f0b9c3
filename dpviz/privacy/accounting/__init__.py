"""What many releases cost together: zCDP, Rényi divergences, and privacy loss distributions."""

from dpviz.privacy.accounting.adaptive import PrivacyFilter, odometer
from dpviz.privacy.accounting.bounded_range import bounded_range_delta, bounded_range_epsilon, bounded_range_zcdp
from dpviz.privacy.accounting.compare import Accounts, compare_accountants
from dpviz.privacy.accounting.conversion import RenyiBound, renyi_delta, renyi_epsilon, renyi_epsilon_at
from dpviz.privacy.accounting.dpsgd import dpsgd_epsilon, dpsgd_noise, dpsgd_renyi, dpsgd_replaced
from dpviz.privacy.accounting.gdp import GaussianTradeOff
from dpviz.privacy.accounting.grid import LossGrid
from dpviz.privacy.accounting.losses import LossDistribution
from dpviz.privacy.accounting.mixed import optimal_composition
from dpviz.privacy.accounting.renyi import renyi_divergence, renyi_gaussian, renyi_laplace, renyi_randomized_response
from dpviz.privacy.accounting.sampled_gaussian import renyi_sampled_gaussian
from dpviz.privacy.accounting.zcdp import (
    gaussian_zcdp,
    laplace_zcdp,
    pure_zcdp,
    zcdp_delta,
    zcdp_epsilon,
    zcdp_rho,
    zcdp_scale,
)

__all__ = [
    "Accounts",
    "GaussianTradeOff",
    "LossDistribution",
    "LossGrid",
    "PrivacyFilter",
    "RenyiBound",
    "bounded_range_delta",
    "bounded_range_epsilon",
    "bounded_range_zcdp",
    "compare_accountants",
    "dpsgd_epsilon",
    "dpsgd_noise",
    "dpsgd_renyi",
    "dpsgd_replaced",
    "gaussian_zcdp",
    "laplace_zcdp",
    "odometer",
    "optimal_composition",
    "pure_zcdp",
    "renyi_delta",
    "renyi_divergence",
    "renyi_epsilon",
    "renyi_epsilon_at",
    "renyi_gaussian",
    "renyi_laplace",
    "renyi_randomized_response",
    "renyi_sampled_gaussian",
    "zcdp_delta",
    "zcdp_epsilon",
    "zcdp_rho",
    "zcdp_scale",
]
