"""The loss of normal noise on a Poisson sample, on both grids."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric.counts import distinct
from dpviz._numeric.solve import safe_end
from dpviz._numeric.stats import normal_cdf, normal_density
from dpviz.privacy.accounting.discretise import MOST_CELLS, Sums, cell_sums, in_cells, pieces
from dpviz.privacy.accounting.grid import LossGrid

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

REACH = 11.0  # what is further out than this many standard deviations is left out, and counted on the safe side
_SPARSE, _FINE = 6.0, 200  # so many standard deviations out cells of a `_FINE`th of one are enough
_TOGETHER, _RESOLVED, _ABOVE = 6, 64.0, 40  # steps
_ROUNDS, _LARGE = 12, 600.0


def spread(sigma: float, q: float) -> float:
    """About the standard deviation of the sampled Gaussian's loss, and at least what its range allows for."""
    return min(q * math.sqrt(math.expm1(min(1.0 / sigma**2, 700.0))), 1.0 / sigma)


def sampled(distance: float, q: float, direction: str, step: float, reach: float = REACH) -> tuple[LossGrid, LossGrid]:
    """Both grids. Outputs are z standard deviations; in the world without the record they are standard normal."""
    remove, replace = direction != "add", direction == "replace"
    ratio, output = loss_of_output(distance, q, replace), output_of_loss(distance, q, replace)
    merging = direction == "remove" and q < 1 and _RESOLVED * step > -math.log1p(-q) * math.exp(-0.5 * distance**2)
    offset, edge = _merged(distance, q, step) if merging else (0.0, 0.0)

    def loss(z: Array) -> Array:
        return ratio(z) - offset

    low, high = (distance if q == 1.0 and remove else 0.0) - REACH, distance * remove + reach
    ends = loss(np.array([low, high]))
    first, last = math.ceil(float(ends[0]) / step), math.floor(float(ends[1]) / step)
    if last - first > MOST_CELLS:
        raise ValueError(f"step must be at least {step * (last - first) / MOST_CELLS:.3g} here; got {step!r}")
    centre = distance if q == 1.0 and remove else 0.0
    numbers = _numbers(loss, step, first, last, (-distance if replace and q < 1 else centre, distance * remove))
    edges = np.clip(output(offset + step * numbers.astype(np.float64)), low, high)
    edges[[0, -1]] = low, high
    edges = np.maximum.accumulate(edges)
    left, near, far = normal_cdf(np.array([-REACH, -reach, -high])).tolist()

    def sums(edges: Array, numbers: Ints, widths: Array) -> Sums:
        z, weights, places = pieces(edges)
        density = q * normal_density(z - distance) + (1.0 - q) * normal_density(z) if remove else normal_density(z)
        inside = np.clip(loss(z) - step * numbers[places][:, None], 0.0, widths[places][:, None])
        if not remove:
            places, inside = len(widths) - 1 - places, widths[places][:, None] - inside
            widths = widths[::-1]
        return cell_sums(places, weights * density, inside, widths)

    widths = step * np.diff(numbers)
    cells = sums(edges, numbers, widths)
    nothing = np.zeros(len(numbers))
    if not remove:
        return in_cells(-numbers[::-1], cells, step, nothing, 0.0, far, left)
    merged: tuple[Sums, float] | None = None
    at = int(np.searchsorted(edges, edge))
    if 0 < at < len(numbers) - 1 and numbers[at] > 0 and merging:
        parts = sums(np.array([edge, edges[at]]), numbers[at - 1 : at + 1], widths[at - 1 : at])
        joined = [np.concatenate([nothing[: at - 1], parts[i], cells[i][at:]]) for i in range(3)]
        here, there = normal_cdf(np.array([edge, edge - distance])).tolist()
        merged = (joined[0], joined[1], joined[2]), (1.0 - q) * here + q * there
    return in_cells(numbers, cells, step, nothing, 0.0, left, q * near + (1.0 - q) * far, merged, offset)


def _merged(distance: float, q: float, step: float) -> tuple[float, float]:
    """Up to which output all are put together, on the optimistic grid, and their loss.

    Of small losses, far smaller than a step, each alone would have to be rounded down.
    """
    output = output_of_loss(distance, q)

    def beyond(ends: Array, losses: Array) -> Array:
        """Of losses between neighbouring ends, P - e^loss Q, to all its digits."""
        z = output(ends)
        here, there = (np.diff(normal_cdf(z - apart)) for apart in (0.0, distance))
        return q * there - (np.expm1(losses) + q) * here

    offset, edge = math.log1p(-q), 0.0
    for _ in range(_ROUNDS):
        # What the cells above bring to the next grid point is what is left below it: shares as `_shares` solves them.
        before, points = offset, offset + step * np.arange(_TOGETHER - 1.0, _TOGETHER + _ABOVE)
        brings, lacks = beyond(points, points[:-1])[1:], -beyond(points, points[1:])[:-1]
        share = 0.5
        for more, less in zip(brings[:0:-1].tolist(), lacks[:0:-1].tolist(), strict=True):
            share = min(max(1.0 - share * more / less, 0.0), 1.0) if less > 0 else 0.5
        wanted, point = share * brings[0], points[1:2]
        loss = safe_end(
            lambda one: -beyond(np.array([one, point[0]]), point)[0] <= wanted,  # noqa: B023
            float(points[1]), float(points[0]), tolerance=1e-7 * step,
        )  # fmt: skip
        edge = float(output(np.array(loss)))
        here, there = normal_cdf(np.array([edge, edge - distance])).tolist()
        offset = math.log1p(q * (there / here - 1.0)) - 2.0**-50
        if abs(offset - before) < 1e-6 * step:
            break
    return offset, edge


def _numbers(loss: Callable[[Array], Array], step: float, first: int, last: int, centres: tuple[float, float]) -> Ints:
    """The grid points that are ends of cells: all, but of those far out, closer than outputs need, one in many."""
    left, right = centres[0] - _SPARSE, centres[1] + _SPARSE
    at = loss(np.array([left - 1 / _FINE, left, right, right + 1 / _FINE])) / step
    low = min(max(math.floor(at[1]), first), last)
    high = max(min(math.ceil(at[2]), last), low)
    every = max(int(at[1] - at[0]), 1), max(int(at[3] - at[2]), 1)
    below, above = np.arange(low, first, -every[0], dtype=np.int64), np.arange(high, last, every[1], dtype=np.int64)
    inner = np.arange(low, high + 1, dtype=np.int64)
    return distinct(np.concatenate([[first - 1], below, inner, above, [last, last + 1]]).astype(np.int64))


def loss_of_output(distance: float, q: float, replace: bool = False) -> Callable[[Array], Array]:
    """ln(P/Q) of an output; Q is normal, or if the record is replaced P's mirror image."""

    def loss(z: Array) -> Array:
        t = distance * z - 0.5 * distance**2
        return np.where(t <= _LARGE, np.log1p(q * np.expm1(np.minimum(t, _LARGE))), t + math.log(q)) if q < 1 else t

    return (lambda z: loss(z) - loss(-z)) if replace else loss


def output_of_loss(distance: float, q: float, replace: bool = False) -> Callable[[Array], Array]:
    """The output that has a loss."""

    def mirrored(loss: Array) -> Array:
        # With w = e^(dz - loss/2): w - 1/w = (1-q)/q e^(d²/2) (e^(loss/2) - e^(-loss/2)).
        half = 0.5 * np.abs(loss)
        with np.errstate(divide="ignore"):
            log = (
                math.log1p(-q) - math.log(q) + 0.5 * distance**2 + half + np.log(-np.expm1(-2.0 * half))
                if q < 1
                else -np.inf
            )
        w = np.where(log > 300.0, log, np.arcsinh(0.5 * np.exp(np.minimum(log, 300.0))))
        return np.sign(loss) * (half + w) / distance

    def output(loss: Array) -> Array:
        if q == 1.0:
            t = loss
        else:
            with np.errstate(divide="ignore"):
                near = np.log1p(np.maximum(np.expm1(np.minimum(loss, _LARGE)) / q, -1.0))
            t = np.where(loss <= _LARGE, near, loss - math.log(q))
        return (t + 0.5 * distance**2) / distance

    return mirrored if replace else output
