"""The numbers that more than one section has, each its own: range, steps and words, stated once."""

from dpviz.draw.words import small
from dpviz.frame.kinds import Number
from dpviz.lessons import common

WIDE = (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 40, 48, 56, 64)


def many_bits() -> Number:
    """Return d, the bits, up to 64."""
    return Number(8, low=2, high=64, values=WIDE, whole=True, label="d, the bits", ends=("few", "many"))


def error() -> Number:
    """Return α, the error accepted."""
    return common.alpha(0.1, low=0.01, show=common.percent, label="α, the error")


def keeping() -> Number:
    """Return p, with which the private learner keeps an example."""
    ends = "keep nothing", "keep all"
    return Number(0.25, low=0, high=1, label="p, the keep-probability", ends=ends, show=small)


def stopping() -> Number:
    """Return κ, the bias of the private learner's coin."""
    ends, steps = ("no coin", "nearly always"), 96
    return Number(0.5, low=0, high=0.95, steps=steps, label="κ, chance of tails", ends=ends, show=common.percent)
