"""Kinds of parameter that sections of the lesson have in common, and how they write what was simulated."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from dpviz.frame.kinds import Number, Seed, log_steps
from dpviz.lessons import common
from dpviz.lessons.tables import TableChoice

Floats = NDArray[np.float64]
MOST = 2000  # records in the longest sample; all shorter ones are its beginnings
SIZES = np.unique(np.round(log_steps(5, MOST, 41))).astype(int)

data = TableChoice()


def records(default: int = 100, values: Iterable[int] = SIZES, noun: str = "records") -> Number:
    """How many records there are: each section has its own sizes."""
    steps = [int(n) for n in values]
    return Number(default, low=steps[0], high=steps[-1], values=steps, whole=True, label=f"n, the {noun}",
                  ends=("few", "many"))  # fmt: skip


def error() -> Number:
    """The error accepted, a share of the distribution."""
    return common.alpha(0.1, low=0.02, steps=41, show=common.percent)


def class_bits() -> Number:
    """How large the class is: 2^d concepts."""
    return Number(10, low=2, high=60, steps=59, whole=True, label="d, the bits", ends=("4 instances", "2⁶⁰ instances"))


def other_samples() -> Seed:
    """A button for other samples of the same distribution."""
    return Seed(button="Other samples", help="Of the same distribution.")


def with_bands(estimate: Floats, low: Floats, high: Floats, *, digits: int = 3) -> list[list[str]]:
    """Estimates with their bands as texts; arrays of shape (F, K)."""
    return [
        [f"{e:.{digits}f} ({lo:.{digits}f} to {hi:.{digits}f})" for e, lo, hi in zip(*one, strict=True)]
        for one in zip(estimate, low, high, strict=True)
    ]
