"""Randomised response: each person tells the truth with a known probability, else the opposite."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz._numeric.stats import sigmoid


@dataclass(frozen=True)
class Estimate:
    """What the noisy answers say about the true ones.

    Attributes
    ----------
    value : float
        The share of ones, estimated without bias; it may fall outside [0, 1].
    standard_error : float
        The exact standard deviation of `value` over the coins, the data being fixed.
    n : int
        Answers.
    """

    value: float
    standard_error: float
    n: int


@dataclass(frozen=True, kw_only=True, init=False)
class RandomizedResponse:
    """Keep a bit with probability e^ε / (1 + e^ε), else flip it: ε-private for each person under ``"replace"`` (DP-1).

    How many answer is public, so only ``"replace"`` applies.

    Parameters
    ----------
    epsilon : float, optional
        ε in nats, finite and > 0. Give this or `keep`.
    keep : float, optional
        Probability of the true bit, in (1/2, 1). Give this or `epsilon`.

    Examples
    --------
    >>> round(RandomizedResponse(keep=0.75).epsilon, 9)
    1.098612289
    """

    epsilon: float
    keep: float
    # 1 - keep, which a float of keep has lost at large ε.
    _flip: float = field(repr=False, compare=False)

    def __init__(self, *, epsilon: float | None = None, keep: float | None = None) -> None:
        if (epsilon is None) == (keep is None):
            came = "neither" if epsilon is None else "both"
            raise TypeError(f"epsilon or keep must be given, and only one of them; got {came}")
        if keep is not None:
            keep = check.fraction("keep", keep)
            if keep <= 0.5:
                raise ValueError(
                    f"keep must be in (1/2, 1): at 1/2 an answer says nothing, below it the answers are reversed; "
                    f"got {keep!r}"
                )
            flip = 1.0 - keep
            epsilon = math.log(keep) - math.log(flip)
        else:
            epsilon = check.positive("epsilon", epsilon)
            keep, flip = float(sigmoid(epsilon)), float(sigmoid(-epsilon))
            if not 0.5 < keep < 1.0:
                raise ValueError(
                    "epsilon must be a number whose e^ε / (1 + e^ε) a float can tell from 1/2 and from 1; "
                    f"got {epsilon!r}"
                )
        object.__setattr__(self, "epsilon", epsilon)
        object.__setattr__(self, "keep", keep)
        object.__setattr__(self, "_flip", flip)

    def distribution(self) -> NDArray[np.float64]:
        """The distribution of the answer, 0 or 1, for each true bit, a row each, shape (2, 2); the rows' loss is
        exactly ε.
        """
        return np.array([[self.keep, self._flip], [self._flip, self.keep]])

    def release(self, value: ArrayLike, rng: np.random.Generator) -> int | NDArray[np.int64]:
        """Each person's answer, from the true bits, 0 or 1, in any shape."""
        bits = _bits("value", value)
        # A uniform is a multiple of 2^-53: so one lies at least as often as promised, never less.
        lies = 1.0 - 2.0**-53 - check.generator(rng).random(bits.shape) < self._flip
        return plain(np.asarray(bits ^ lies))

    def estimate(self, answers: ArrayLike) -> Estimate:
        """The share of ones among the true bits, without bias, from n >= 1 noisy answers, 0 or 1.

        ``(mean - (1 - keep)) / (2 keep - 1)``, and ``sqrt(keep (1 - keep) / n) / (2 keep - 1)``.
        """
        bits = _bits("answers", answers).ravel()
        if not bits.size:
            raise ValueError("answers must hold at least 1 answer; got 0")
        spread = self.keep - self._flip
        value = (float(bits.mean()) - self._flip) / spread
        return Estimate(value, math.sqrt(self.keep * self._flip / bits.size) / spread, bits.size)


def _bits(name: str, value: ArrayLike) -> NDArray[np.int64]:
    array = np.asarray(value)
    if array.dtype.kind not in "iub":
        raise TypeError(f"{name} must hold bits, 0 or 1; got dtype {array.dtype}")
    bad = (array != 0) & (array != 1)
    if bad.any():
        raise ValueError(f"{name} must hold bits, 0 or 1; got {array[bad].flat[0]}")
    return array.astype(np.int64)
