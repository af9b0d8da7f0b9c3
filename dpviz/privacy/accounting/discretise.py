"""A distribution of losses put on a grid twice: once so that no δ is understated, once so that none is overstated.

Atoms come in, of loss l and probability p (under the first of two neighbouring worlds, P; under the second, Q, it is
p e^-l). Why each bound holds, also for what is composed of it:

- *Pessimistic* ("connect the dots"): each atom is split onto the grid points around it, such that neither its P nor its
  Q changes. Of grid point and atom together the point alone says all about P against Q; who forgets the point is left
  with the atom. So the atoms are post-processed grid points.
- *Optimistic*: the atoms of neighbouring cells are put together on the grid point between them, in shares whose P is
  e^(that loss) times their Q, or more; then Q is raised. Putting together is post-processing, and where Q is raised,
  or P left out, every P - e^ε Q falls: on one event and on products of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric.counts import bincount
from dpviz.privacy.accounting.grid import LossGrid

Array = NDArray[np.float64]
Sums = tuple[Array, Array, Array]

MOST_CELLS = 2**19
_FEW = 1200  # cells that are not too many for a loop
_PIECE = 0.025  # of the noise's scale: no piece of an integral is longer
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(3)


def on_grid(
    losses: Array, masses: Array, step: float, *, infinite: float = 0.0, below: float = 0.0, above: float = 0.0
) -> tuple[LossGrid, LossGrid]:
    """The pessimistic and the optimistic grid of finite losses.

    `below` and `above` bound what the atoms leave out at either end: for the one it is put on the smallest loss, or an
    infinite one, for the other it is nothing.
    """
    scaled = losses / step
    nearest = np.rint(scaled)
    # A loss is known to its last digits only: one that near a grid point is on it.
    snapped = np.abs(scaled - nearest) <= 2.0**-48 * np.abs(nearest)
    cells = np.where(snapped, nearest, np.floor(scaled))
    first = int(cells.min())
    size = int(cells.max()) - first + 1
    if size > MOST_CELLS:
        raise ValueError(f"step must be at least {step * size / MOST_CELLS:.3g} for these losses; got {step!r}")
    places = (cells - first).astype(np.int64)
    inside = np.where(snapped, 0.0, (scaled - cells) * step)

    between = inside > 0
    at_point = np.zeros(size + 1)
    at_point[:-1] = bincount(places[~between], masses[~between], size)
    found = cell_sums(places[between], masses[between], inside[between], np.full(size, step))
    return in_cells(np.arange(first, first + size + 1), found, step, at_point, infinite, below, above)


def pieces(edges: Array) -> tuple[Array, Array, NDArray[np.int64]]:
    """Nodes and weights, of shape (m, n), of integrals over pieces between edges, and the cell of each of m pieces."""
    gaps = np.diff(edges)
    counts = np.ceil(gaps / _PIECE).astype(np.int64)
    places = np.repeat(np.arange(len(gaps), dtype=np.int64), counts.astype(np.intp))
    number = np.arange(len(places), dtype=np.int64) - (np.cumsum(counts) - counts)[places]
    half = 0.5 * (gaps / np.maximum(counts, 1))[places]
    middle = edges[places] + half * (2 * number + 1)
    return middle[:, None] + half[:, None] * _NODES, half[:, None] * _WEIGHTS, places


def cell_sums(places: NDArray[np.int64], masses: Array, inside: Array, widths: Array) -> Sums:
    """Of each cell the probability, how much P exceeds e^l Q at its lower end, and how much it lacks at its upper.

    Atoms have the loss `inside` above the lower end of the cell at `places`; cells are `widths` wide, in nats. With
    atoms of shape (m, n), each of the m `places` is that of n.
    """
    high = widths[places] if inside.ndim == 1 else widths[places][:, None]
    sums = masses, -masses * np.expm1(-inside), masses * np.expm1(high - inside)
    rows = [one if one.ndim == 1 else one.sum(axis=1) for one in sums]
    cell, excess, lack = (bincount(places, row, len(widths)).astype(np.float64) for row in rows)
    return cell, excess, lack


def in_cells(
    edges: NDArray[np.int64],
    sums: Sums,
    step: float,
    at_point: Array,
    infinite: float = 0.0,
    below: float = 0.0,
    above: float = 0.0,
    merged: tuple[Sums, float] | None = None,
    offset: float = 0.0,
) -> tuple[LossGrid, LossGrid]:
    """Both grids from `cell_sums` of cells between neighbouring `edges`, in steps, and what is on the edges.

    `merged` are the cells of the optimistic grid, where they are others, and the mass of all atoms put together at 0.
    """
    cell, excess, _ = sums
    widths = step * np.diff(edges)
    upper = excess / -np.expm1(-widths)
    high = at_point.copy()
    high[:-1] += cell - upper
    high[1:] += upper
    high[0] += below
    low = at_point.copy()
    sums, together = merged or (sums, 0.0)
    down = _shares(*sums)
    low[:-1] += down * sums[0]
    low[1:] += (1.0 - down) * sums[0]
    dense = np.zeros((2, int(edges[-1] - edges[0]) + 1))
    dense[:, edges - edges[0]] = high, low
    first = int(edges[0])
    if merged:
        dense[1, -first] += together
    return (
        _trimmed(step, first, dense[0], infinite + above, offset),
        _trimmed(step, first, dense[1], infinite, offset),
    )


def _shares(cell: Array, excess: Array, lack: Array) -> Array:
    """The share of each cell that goes to its lower end; the others go to the upper.

    At a grid point the upper cell's share brings P - e^l Q > 0, `excess`, the lower's brings `lack`, the opposite; what
    comes from above has to be enough: share excess >= (1 - share of the cell below) lack. Where there is no solution
    more goes down, which is always allowed.

    Where most of the probability is that is solved with equality; elsewhere shares that change slowly nearly do so.
    """
    above, below = excess[1:], lack[:-1]
    share = np.zeros_like(excess)
    share[-1] = 1.0
    smooth = np.divide(below, above + below, out=np.zeros_like(below), where=below > 0)
    slope = np.zeros_like(smooth)
    if len(smooth) > 2:
        slope[1:-1] = 0.5 * (smooth[2:] - smooth[:-2])
    share[1:] = np.clip(smooth * (1.0 + np.clip(slope, -0.5, 0.5)), 0.0, 1.0)
    share[-1] = 1.0
    some = slice(max(int(np.argmax(cell)) - _FEW // 2, 0), int(np.argmax(cell)) + _FEW // 2)
    share[some] = _solved(cell[some], excess[some], lack[some])
    # Even if all of the cell above comes down: at least that of the one below.
    share[:-1] = np.maximum(share[:-1], np.where(below > above, 1.0 - above / np.where(below > 0, below, 1.0), 0.0))
    need = (1.0 - share[:-1]) * below
    least = np.divide(need, above, out=np.where(need > 0, 1.0, 0.0), where=above > 0)
    share[1:] = np.maximum(share[1:], np.minimum(least, 1.0))
    return share


def _solved(cell: Array, excess: Array, lack: Array) -> Array:
    """Just enough at every point: solved upwards where cells grow, else downwards, so that errors shrink."""
    count, top = len(cell), int(np.argmax(cell))
    above, below = excess.tolist(), lack.tolist()
    share = [0.0] * count
    for i in range(1, top):
        need = (1.0 - share[i - 1]) * below[i - 1]
        share[i] = 1.0 if need >= above[i] else need / above[i]
    share[-1] = 1.0
    for i in range(count - 1, 0, -1):
        brought = share[i] * above[i]
        least = 1.0 - brought / below[i - 1] if below[i - 1] > brought else 0.0
        share[i - 1] = max(share[i - 1], least) if i <= top else least
    return np.array(share)


def _trimmed(step: float, first: int, probabilities: Array, infinite: float, offset: float) -> LossGrid:
    found = np.flatnonzero(probabilities)
    if not found.size:
        return LossGrid(step, 0, np.zeros(1), infinite, offset)
    return LossGrid(step, first + int(found[0]), probabilities[found[0] : found[-1] + 1], infinite, offset)
