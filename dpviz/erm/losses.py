"""Losses of a margin z = y (w · x): their values, slopes and curvatures.

A loss here is convex and falls with the margin, never faster than one for one. Both facts, and a ceiling on the
curvature, are what the privacy of `dpviz.erm.perturbation` rests on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check

Floats = NDArray[np.float64]


class Loss(Protocol):
    """What the solver and the mechanisms ask of a loss."""

    @property
    def curvature_bound(self) -> float:
        """The largest second derivative, c."""

    def value(self, margin: ArrayLike) -> Floats:
        """The loss at each margin."""

    def slope(self, margin: ArrayLike) -> Floats:
        """The first derivative at each margin, in [-1, 0]."""

    def curvature(self, margin: ArrayLike) -> Floats:
        """The second derivative at each margin, in [0, c]."""

    def derivatives(self, margin: Floats, second: bool) -> tuple[Floats, Floats | None]:
        """Slope, and curvature if asked for; may write over `margin`. Made for the solver: nothing is checked."""


class _Margin(Loss):
    """What a loss of the margin has once its derivatives are known."""

    def slope(self, margin: ArrayLike) -> Floats:
        """The first derivative at each margin, in [-1, 0]; margins finite, any shape."""
        return self.derivatives(np.array(check.finite("margin", margin)), False)[0]

    def curvature(self, margin: ArrayLike) -> Floats:
        """The second derivative at each margin, in [0, `curvature_bound`]; margins finite, any shape."""
        found = self.derivatives(np.array(check.finite("margin", margin)), True)[1]
        assert found is not None
        return found


@dataclass(frozen=True)
class LogisticLoss(_Margin):
    """ln(1 + exp(-z)), whose minimiser is the most likely model p(y | x) = 1 / (1 + exp(-y w · x)).

    Source: LR-1. The curvature is at most 1/4.

    Examples
    --------
    >>> LogisticLoss().value([0.0, 2.0]).round(6).tolist()
    [0.693147, 0.126928]
    """

    @property
    def curvature_bound(self) -> float:
        """The largest second derivative: c = 1/4, at z = 0."""
        return 0.25

    def value(self, margin: ArrayLike) -> Floats:
        """The loss in nats at each margin, > 0; margins finite, any shape."""
        # Four times as fast as np.logaddexp, and as exact: the exponential is never above 1.
        z = check.finite("margin", margin)
        return np.asarray(np.log1p(np.exp(-np.abs(z))) - np.minimum(z, 0.0))

    def derivatives(self, margin: Floats, second: bool) -> tuple[Floats, Floats | None]:
        """Slope, -1 / (1 + exp(z)), and curvature if asked for, written over `margin`."""
        with np.errstate(over="ignore"):  # exp(z) = inf is the right limit: the slope is then 0
            slope = np.exp(margin, out=margin) if np.ndim(margin) else np.exp(margin)
        slope = slope + 1.0 if not np.ndim(slope) else np.add(slope, 1.0, out=slope)
        slope = np.asarray(np.divide(-1.0, slope, out=slope if np.ndim(slope) else None))
        if not second:
            return slope, None
        curvature = slope + 1.0
        curvature *= slope
        return slope, np.asarray(np.negative(curvature, out=curvature if np.ndim(curvature) else None))


def pull_at(margin: Floats) -> Floats:
    """σ(-z), how hard a record at that margin pulls: the logistic loss's slope without its sign; unchecked."""
    slope, _ = LogisticLoss().derivatives(np.array(margin, dtype=np.float64), second=False)
    return -slope


@dataclass(frozen=True)
@check.fields(width=check.positive)
class HuberLoss(_Margin):
    """The hinge max(0, 1 - z) with its corner rounded off over 1 - width <= z <= 1 + width (SVM-1).

    The second derivative jumps at 1 - h and 1 + h; the value there does not matter.

    Parameters
    ----------
    width : float
        h, finite and > 0, in the unit of the margin. The loss is 0 above 1 + h, 1 - z below 1 - h, and
        ``(1 + h - z)^2 / (4h)`` between. It is at least the hinge, and at most h/4 above it.

    Examples
    --------
    >>> HuberLoss(0.5).value([2, 1.5, 1.25, 1, 0.75, 0.5, 0, -1]).tolist()
    [0.0, 0.0, 0.03125, 0.125, 0.28125, 0.5, 1.0, 2.0]
    """

    width: float = 0.5

    def __post_init__(self) -> None:
        if not math.isfinite(1.0 / (2.0 * self.width)):
            raise ValueError(f"width must be large enough for 1 / (2 width) to be finite; got {self.width!r}")

    @property
    def curvature_bound(self) -> float:
        """The largest second derivative: c = 1 / (2h)."""
        return 1.0 / (2.0 * self.width)

    def value(self, margin: ArrayLike) -> Floats:
        """The loss at each margin, >= 0; margins finite, any shape."""
        z = check.finite("margin", margin)
        short = np.clip(1.0 + self.width - z, 0.0, 2.0 * self.width)
        return short * short / (4.0 * self.width) + np.maximum(1.0 - self.width - z, 0.0)

    def derivatives(self, margin: Floats, second: bool) -> tuple[Floats, Floats | None]:
        """Slope, and curvature if asked for: c between 1 - h and 1 + h, both included, and 0 elsewhere."""
        short = np.asarray((margin - (1.0 + self.width)) / (2.0 * self.width))
        curvature = None
        if second:
            curvature = np.where((short >= -1.0) & (short <= 0.0), self.curvature_bound, 0.0)
        return np.clip(short, -1.0, 0.0), curvature
