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

from dpviz import _counts
from dpviz.privacy.accounting.grid import LossGrid

Array = NDArray[np.float64]

MOST_CELLS = 2**19


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

    upper = masses * (np.expm1(-inside) / np.expm1(-step))
    high = np.zeros(size + 1)
    high[:-1] = _counts.bincount(places, masses - upper, size)
    high[1:] += _counts.bincount(places, upper, size)
    high[0] += below

    between = inside > 0
    at_point = _counts.bincount(places[~between], masses[~between], size)
    places, masses, inside = places[between], masses[between], inside[between]
    cell = _counts.bincount(places, masses, size)
    excess = _counts.bincount(places, -masses * np.expm1(-inside), size)
    lack = _counts.bincount(places, masses * np.expm1(step - inside), size)
    down = _shares(cell, excess, lack)
    low = np.zeros(size + 1)
    low[:-1] = at_point + down * cell
    low[1:] += (1.0 - down) * cell
    return _trimmed(step, first, high, infinite + above), _trimmed(step, first, low, infinite)


def _shares(cell: Array, excess: Array, lack: Array) -> Array:
    """The share of each cell that goes to its lower end; the others go to the upper.

    At a grid point the upper cell's share brings P - e^l Q > 0, `excess`, the lower's brings `lack`, the opposite; what
    comes from above has to be enough. Where cells grow that is solved upwards, where they shrink downwards: either
    way earlier errors shrink. Where there is no solution more goes down, which is always allowed.
    """
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


def _trimmed(step: float, first: int, probabilities: Array, infinite: float) -> LossGrid:
    found = np.flatnonzero(probabilities)
    if not found.size:
        return LossGrid(step, 0, np.zeros(1), infinite)
    return LossGrid(step, first + int(found[0]), probabilities[found[0] : found[-1] + 1], infinite)
