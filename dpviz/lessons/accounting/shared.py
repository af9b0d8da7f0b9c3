"""What the sections on losses share: the mechanisms, and how much noise each has."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw.words import superscript
from dpviz.frame.kinds import Choice, Named, Number
from dpviz.frame.section import Limits, Snapshot
from dpviz.lessons.common import percent
from dpviz.mechanisms import gaussian_epsilon
from dpviz.privacy import GaussianPair, LaplacePair
from dpviz.privacy.accounting import LossDistribution

Floats = NDArray[np.float64]

# How many releases a slider goes through.
MANY = [*range(1, 21), *range(25, 101, 5), *range(120, 201, 20), *range(250, 1001, 50)]
NOISES = {"gaussian": "Gaussian noise", "laplace": "Laplace noise", "response": "Randomised response"}
# What the slider of the noise is called: it holds σ, b or 1/ε₀, all for a sensitivity of 1.
LABELS = {
    "gaussian": "σ, of the noise (Δ = 1)",
    "laplace": "b, of the noise (Δ = 1)",
    "response": "Probability of the truth",
}


def mechanism(default: str = "gaussian") -> Choice:
    """Which mechanism; each section has its own."""
    return Choice(default, options=NOISES, label="Mechanism")


def noise(default: float = 1, *, low: float = 0.7, high: float = 5, steps: int = 31) -> Number:
    """How much noise: σ, b, or 1/ε₀ of randomised response."""
    return Number(default, low=low, high=high, scale="log", steps=steps, label=LABELS["gaussian"],
                  ends=("little noise", "much"))  # fmt: skip


def number_of_releases(default: int = 100, high: int = 1000) -> Number:
    """How many releases; the slider takes all of the first twenty."""
    values = [k for k in MANY if k <= high]
    return Number(default, low=1, high=high, values=values, whole=True, label="k, the releases", ends=("one", "many"))


def named(noise: Number) -> Callable[[Snapshot], Limits]:
    """The limits of a section whose slider of the noise is called as the mechanism's own parameter."""

    def limits(now: Snapshot) -> Limits:
        show = (lambda scale: percent(truth(scale))) if now.mechanism == "response" else None
        return {noise: Named((noise.low, noise.high), LABELS[now.mechanism], show)}

    return limits


def truth(scale: Any) -> Any:
    """The probability that randomised response with ε₀ = 1/scale tells the truth."""
    return 1 / (1 + np.exp(-1 / scale))


def reached(mechanism: str, scale: Any, loss: Any) -> Any:
    """Pr[L ≥ loss] of one release, for arrays that broadcast; L has the same distribution in both directions."""
    if mechanism == "response":
        return np.where(loss <= -1 / scale, 1.0, np.where(loss <= 1 / scale, truth(scale), 0.0))
    pair = GaussianPair if mechanism == "gaussian" else LaplacePair
    return np.asarray(pair(here=0, there=1, scale=scale).loss_tail(loss))


def losses(mechanism: str, noise: float, *, parts: int = 20) -> LossDistribution:
    """The loss of one release, on a grid of so many steps to its standard deviation, or to its largest value."""
    if mechanism == "response":
        return LossDistribution.randomized_response(1 / noise, step=1 / noise)  # on its two values: exact
    make = LossDistribution.gaussian if mechanism == "gaussian" else LossDistribution.laplace
    return make(noise, step=1 / noise / parts)


def exact_epsilon(mechanism: str, noise: float, releases: int, delta: float) -> float:
    """The ε of so many releases, right to four digits: known for two of the mechanisms, and bracketed for Laplace."""
    if mechanism == "gaussian":
        return float(gaussian_epsilon(noise / math.sqrt(releases), delta))
    low, high = losses(mechanism, noise, parts=40).epsilon_of(releases, delta)
    return (low + high) / 2


def power_of_ten(value: float) -> str:
    """A small number as it is read: 0.05, 10⁻⁵, 2 × 10⁻⁵."""
    if value >= 0.001:
        return f"{value:.3g}"
    exponent = math.floor(math.log10(value) + 1e-9)
    digits = f"{value / 10.0**exponent:.2g}"
    power = "10" + superscript(exponent)
    return power if digits == "1" else f"{digits} × {power}"
