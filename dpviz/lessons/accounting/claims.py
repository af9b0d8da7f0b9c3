"""What five accountants say of k releases of a mechanism, and the bracket about the truth, as the reader sees it."""

from typing import Any

from dpviz.mechanisms import gaussian_epsilon
from dpviz.privacy import advanced_composition
from dpviz.privacy.accounting import (
    GaussianTradeOff,
    LossDistribution,
    gaussian_zcdp,
    pure_zcdp,
    renyi_epsilon,
    renyi_gaussian,
    renyi_laplace,
    renyi_randomized_response,
    zcdp_epsilon,
)

PARTS = 50  # steps of the grid in the largest loss, or the standard deviation, of one release


def gaussian(noise: float, releases: Any, delta: float) -> Any:
    basic = releases * gaussian_epsilon(noise, delta / releases)
    each = gaussian_epsilon(noise, delta / 2 / releases)
    advanced, _ = advanced_composition(each, releases, delta / 2)
    zcdp = zcdp_epsilon(releases * gaussian_zcdp(noise), delta, form="classic")
    renyi = renyi_epsilon(lambda order: releases * renyi_gaussian(order, noise), delta).epsilon
    gdp = GaussianTradeOff.gaussian(noise).self_compose(releases).epsilon(delta)
    return basic, advanced, zcdp, renyi, gdp


def laplace(noise: float, releases: Any, delta: float) -> Any:
    basic = releases / noise
    advanced, _ = advanced_composition(1 / noise, releases, delta)
    zcdp = zcdp_epsilon(releases * pure_zcdp(1 / noise, form="classic"), delta, form="classic")
    renyi = renyi_epsilon(lambda order: releases * renyi_laplace(order, noise), delta).epsilon
    gdp = GaussianTradeOff.pure(1 / noise).self_compose(releases).epsilon(delta)
    return basic, advanced, zcdp, renyi, gdp


def response(noise: float, releases: Any, delta: float) -> Any:
    basic = releases / noise
    advanced, _ = advanced_composition(1 / noise, releases, delta)
    zcdp = zcdp_epsilon(releases * pure_zcdp(1 / noise, form="classic"), delta, form="classic")
    renyi = renyi_epsilon(lambda order: releases * renyi_randomized_response(order, 1 / noise), delta).epsilon
    gdp = GaussianTradeOff.pure(1 / noise).self_compose(releases).epsilon(delta)
    return basic, advanced, zcdp, renyi, gdp


def gaussian_bracket(noise: float, releases: int, delta: float) -> Any:
    losses = LossDistribution.gaussian(noise, step=1 / noise / PARTS)
    low, high = losses.epsilon_of(releases, delta)
    return low, high


def laplace_bracket(noise: float, releases: int, delta: float) -> Any:
    losses = LossDistribution.laplace(noise, step=1 / noise / PARTS)
    low, high = losses.epsilon_of(releases, delta)
    return low, high


def response_bracket(noise: float, releases: int, delta: float) -> Any:
    losses = LossDistribution.randomized_response(1 / noise, step=1 / noise)
    low, high = losses.epsilon_of(releases, delta)
    return low, high


SHOWN: dict[str, Any] = {
    "gaussian": (gaussian, gaussian_bracket),
    "laplace": (laplace, laplace_bracket),
    "response": (response, response_bracket),
}
