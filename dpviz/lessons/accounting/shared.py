"""What the sections on losses share: the mechanisms, and how much noise each has."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.lessons.common import percent
from dpviz.lessons.kinds import Choice, Named, Number

Floats = NDArray[np.float64]

NOISES = {"gaussian": "Gaussian noise", "laplace": "Laplace noise", "response": "Randomised response"}
# What the slider of the noise is called: it holds σ, b or 1/ε₀, all for a sensitivity of 1.
LABELS = {
    "gaussian": "σ, the standard deviation (for Δ = 1)",
    "laplace": "b, the scale (for Δ = 1)",
    "response": "Probability of the truth",
}


def mechanism(default: str = "gaussian") -> Choice:
    """Which mechanism; each section has its own."""
    return Choice(default, options=NOISES, label="Mechanism")


def noise(default: float = 1, *, low: float = 0.7, high: float = 5, steps: int = 31) -> Number:
    """How much noise: σ, b, or 1/ε₀ of randomised response."""
    return Number(default, low=low, high=high, scale="log", steps=steps, label=LABELS["gaussian"],
                  ends=("little noise", "much"))  # fmt: skip


def named(kind: Number, mechanism: str) -> Named:
    """The slider of the noise, as it is called for this mechanism."""
    show = (lambda scale: percent(truth(scale))) if mechanism == "response" else None
    return Named((kind.low, kind.high), LABELS[mechanism], show)


def truth(scale: Any) -> Any:
    """The probability that randomised response with ε₀ = 1/scale tells the truth."""
    return 1 / (1 + np.exp(-1 / scale))


def reached(mechanism: str, scale: Any, loss: Any) -> Any:
    """Pr[L ≥ loss] of one release, for arrays that broadcast; L has the same distribution in both directions."""
    from dpviz.privacy import GaussianPair, LaplacePair

    if mechanism == "response":
        return np.where(loss <= -1 / scale, 1.0, np.where(loss <= 1 / scale, truth(scale), 0.0))
    pair = GaussianPair if mechanism == "gaussian" else LaplacePair
    return np.asarray(pair(here=0, there=1, scale=scale).loss_tail(loss))


def power_of_ten(value: float) -> str:
    """A small number as it is read: 0.05, 10⁻⁵, 2 × 10⁻⁵."""
    if value >= 0.001:
        return f"{value:.3g}"
    exponent = math.floor(math.log10(value) + 1e-9)
    digits = f"{value / 10.0**exponent:.2g}"
    power = "10" + str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return power if digits == "1" else f"{digits} × {power}"
