"""What the sections on samples and DP-SGD share: δ, the parameters of a training, and its ε."""

from functools import lru_cache
from typing import Any

from dpviz.draw.words import small
from dpviz.frame.kinds import Number
from dpviz.lessons.common import percent
from dpviz.privacy.accounting import dpsgd_epsilon

DELTA = 1e-5


def noise_multiplier(default: float = 2.0, *, low: float = 0.5, high: float = 10, steps: int = 27) -> Number:
    """Return z, the noise in units of C."""
    return Number(default, low=low, high=high, scale="log", steps=steps, label="z, the noise multiplier",
                  ends=("little noise", "much"))  # fmt: skip


def clip_length() -> Number:
    """Return C, the length to which gradients are clipped."""
    return Number(0.25, low=0.05, high=1, scale="log", steps=27, label="C, the clipping norm",
                  ends=("nearly all clipped", "none"), show=small)  # fmt: skip


def sampling_rate(default: float, *, low: float = 0.01, high: float = 1, steps: int = 13) -> Number:
    """Return q, the probability of each record to be in a sample."""
    return Number(default, low=low, high=high, scale="log", steps=steps, label="q, the sampling rate", show=percent,
                  ends=("few sampled", "everybody" if high == 1 else "many"))  # fmt: skip


def number_of_steps(default: int, values: Any) -> Number:
    """Return T, how often the data are looked at."""
    return Number(default, low=values[0], high=values[-1], values=values, whole=True, label="T, the steps",
                  ends=("few", "many"))  # fmt: skip


@lru_cache(maxsize=2000)
def cost(noise: float, rate: float, steps: int) -> tuple[float, float]:
    """Bounds on the exact ε of a training at `DELTA`."""
    return dpsgd_epsilon(noise, rate, steps, DELTA)
