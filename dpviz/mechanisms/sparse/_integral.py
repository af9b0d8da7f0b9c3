"""One-dimensional integrals of log-concave functions: over the threshold's noise, all the rest is independent."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
# (rows, points (p, n)) -> logarithms (p, n, m): the m integrands of each panel's row.
Integrand = Callable[[NDArray[np.intp], Floats], Floats]

NODES, WEIGHTS = np.polynomial.legendre.leggauss(10)
STEPS = (np.concatenate([[-1.0], NODES, [1.0]]) + 1.0) / 2.0
# Where the logarithm varies by less on a panel, ten nodes give full double precision, by the tests.
SPREAD = 2.0
NEGLIGIBLE = 45.0  # e^-45 of the largest value does not count
REACH = NEGLIGIBLE + 5.0
LEAST = -1e290  # in place of minus infinity, so that differences are numbers
HALVINGS = 150
CHUNK = 1 << 16  # numbers that a processor keeps near


def log_integrals(integrand: Integrand, edges: Floats, outputs: int, narrow: Floats) -> Floats:
    """Logarithms of the integrals from the first to the last of each row's edges, shape (rows, outputs).

    Between neighbouring edges (rows, e), which rise, the integrands are smooth, but for layers at the edges as wide as
    `narrow` (rows,), the queries' noise: there panels are no wider than they are far from the edge. The integrands are
    log-concave, so what is negligible at both ends of a panel and not the largest is negligible within.
    """
    rows = len(edges)
    row = np.broadcast_to(np.arange(rows)[:, None], edges[:, 1:].shape).ravel()
    low, high = edges[:, :-1].ravel(), edges[:, 1:].ravel()
    keep = high > low
    row, low, high = row[keep], low[keep], high[keep]
    ends = np.empty((rows, edges.shape[1], outputs))
    step = max(1, CHUNK // (edges.shape[1] * outputs))
    for begin in range(0, rows, step):
        some = np.arange(begin, min(begin + step, rows), dtype=np.intp)
        ends[some] = np.maximum(integrand(some, edges[some]), LEAST)
    best = ends.max(axis=1)
    near = (np.maximum(ends[:, :-1], ends[:, 1:]) >= best[:, None] - NEGLIGIBLE).any(axis=-1).ravel()[keep]
    row, low, high = row[near], low[near], high[near]
    left, right = low, high
    found_rows, found = [], []
    for halving in range(HALVINGS):
        if not row.size:
            break
        step = max(1, CHUNK // (STEPS.size * outputs))
        again = np.zeros(row.size, dtype=bool)
        for begin in range(0, row.size, step):
            part = slice(begin, begin + step)
            here, width = row[part], (high - low)[part]
            logs = np.maximum(integrand(here, low[part, None] + width[:, None] * STEPS), LEAST)
            top = logs.max(axis=1)
            np.maximum.at(best, here, top)
            counts = top >= best[here] - NEGLIGIBLE
            rough = (counts & (top - logs.min(axis=1) > SPREAD)).any(axis=1)
            away, layer = np.minimum(low[part] - left[part], right[part] - high[part]), narrow[here]
            rough |= counts.any(axis=1) & (away < NEGLIGIBLE * layer) & (width > np.maximum(away * 1.01, layer))
            rough &= width > 1e-15 * np.maximum(np.abs(low[part]), np.abs(high[part]))
            rough &= halving < HALVINGS - 1
            again[part] = rough
            done = ~rough & counts.any(axis=1)
            inner = np.exp(logs[done, 1:-1] - top[done, None])
            with np.errstate(divide="ignore"):
                area = np.log(np.einsum("n,pnm->pm", WEIGHTS / 2.0, inner) * width[done, None])
            found_rows.append(here[done])
            found.append(area + top[done])
        row, low, high, left, right = row[again], low[again], high[again], left[again], right[again]
        middle = low + (high - low) / 2.0
        row, left, right = (np.concatenate([one, one]) for one in (row, left, right))
        low, high = np.concatenate([low, middle]), np.concatenate([middle, high])
    at, logs = np.concatenate(found_rows), np.concatenate(found)
    top = np.full((rows, outputs), LEAST)
    np.maximum.at(top, at, logs)
    total = np.zeros((rows, outputs))
    np.add.at(total, at, np.exp(logs - top[at]))
    with np.errstate(divide="ignore"):
        return top + np.log(total)


def log_sides(above: Floats) -> tuple[Floats, Floats]:
    """Logarithms of the probabilities that standard Laplace noise is below, and is above, what is given."""
    size = np.abs(above)
    line, curve = -size - math.log(2.0), np.log1p(-0.5 * np.exp(-size))
    below = above < 0
    return np.where(below, line, curve), np.where(below, curve, line)


def edges_of(kinks: Floats, query: Floats, positives: Floats | float, negatives: Floats | float) -> Floats:
    """Each row's kinks and 0, rising, between ends outside of which an integrand is below e^-45 of its largest value.

    All is in scales of the threshold's noise. Beyond all kinks an integrand falls at least as fast as that noise, once
    the k other factors, each nearly 1, have stopped changing: after ln k of the queries' scales.
    """
    marks = np.sort(np.concatenate([kinks, np.zeros((len(kinks), 1))], axis=1), axis=1)
    left = marks[:, :1] - REACH - (query * np.log1p(positives))[:, None]
    right = marks[:, -1:] + REACH + (query * np.log1p(negatives))[:, None]
    return np.concatenate([left, marks, right], axis=1)
