"""What only many tosses tell: the own bit to some per cent, and the zeros of long rows."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.probes import draws, fits_distribution

say = Says(__file__)

#: Value, number of values, ε, and how often: rows so long that the share of zeros which turn is known to a few ‰.
LONG = (3, 200, 1.0, 1000)
#: A share of zeros off by less may be the right one, rounded or nearly so.
NEAR = 0.15


def require_shares(row: Callable[..., Floats], own: int, tosses: int, rng: Generator) -> None:
    """Ends the check unless the bits of long rows are right; `own` of so many own bits were 1 in short ones."""
    value, k, epsilon, size = LONG
    long = np.array(draws(row, value, k, epsilon, size=size, rng=rng))
    ones = int(long[:, value].sum())
    # The long rows by themselves too: few of all, they may be made otherwise.
    for seen, of, where in ((own + ones, tosses + size, "all"), (ones, size, "long")):
        fits = fits_distribution([seen, of - seen], [0.5, 0.5]).ok
        say.unless(fits, "own bit", [("rows", f"{of:,} ({where})"), ("share of own bits of 1", f"{seen / of:.3f}")])
    turned, zeros, q = int(long.sum()) - ones, size * (k - 1), 1 / (1 + math.exp(epsilon))
    if not fits_distribution([turned, zeros - turned], [q, 1 - q]).ok:
        near = abs(turned / zeros - q) < NEAR * q
        rows = [("k, ε", f"{k}, {epsilon:g}"), ("share of zeros that turn", f"{turned / zeros:.4f}")]
        say.end("zeros nearly" if near else "zeros far", rows)
