"""Records drawn from an estimate, and their text as a CSV file; tables of any size with given shares."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.privacy.distributions import as_distribution


def draw_records(estimate: ArrayLike, rng: np.random.Generator, *, size: int) -> NDArray[np.intp]:
    """Draw `size` >= 1 cells from an estimate: a synthetic table, as private as the estimate is (QR-6, DP-4).

    `estimate` is a distribution, shape (|U|,); ``Marginals.records`` turns the cells into bits.

    Examples
    --------
    >>> draw_records([0.5, 0.0, 0.5], np.random.default_rng(1), size=4)
    array([2, 2, 0, 2])
    """
    distribution = as_distribution("estimate", estimate)
    if distribution.ndim != 1:
        raise ValueError(f"estimate must have shape (|U|,); got {distribution.shape}")
    check.generator(rng)
    heights = np.cumsum(distribution)
    uniforms = rng.random(check.entries("size", size)) * heights[-1]
    return np.asarray(np.searchsorted(heights, uniforms, side="right"))


def csv_text(records: ArrayLike, names: Sequence[str]) -> str:
    r"""Records, rows (n, d), as the text of a CSV file: a line of d names, quoted where they need it, then a line a
    record.

    Lines end with a line feed.

    Examples
    --------
    >>> csv_text([[0, 1], [1, 1]], ["female", "saw a doctor, twice"])
    'female,"saw a doctor, twice"\n0,1\n1,1\n'
    """
    table, names = check.array("records", records), check.texts("names", names)
    if table.ndim != 2 or table.shape[1] != len(names):
        raise ValueError(f"names must be one a column of records, shape {table.shape}; got {len(names)}")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(table.tolist())
    return text.getvalue()


def resized(histogram: ArrayLike, n: int) -> NDArray[np.int64]:
    """Round shares to a histogram of n records, as nearly as whole numbers allow (largest remainders; QR-1).

    n is from 1 to 10^15. `histogram` has counts or shares >= 0, not all 0, shape (|U|,).

    Examples
    --------
    >>> resized([1, 1, 1], 10).tolist()
    [4, 3, 3]
    """
    found = check.finite("histogram", histogram)
    if found.ndim != 1:
        raise ValueError(f"histogram must have shape (|U|,); got {found.shape}")
    people = check.count("n", n, cap=10**15)  # beyond it the rests are lost in rounding
    if (found < 0).any() or not found.sum() > 0:
        raise ValueError(f"histogram must hold numbers >= 0, not all 0; got {found.tolist()[:8]!r}")
    exact = found / found.sum() * people
    counts = np.floor(exact + 1e-9).astype(np.int64)
    left = int(people - counts.sum())
    order = np.argsort(-(exact - counts), kind="stable")
    counts[order[:left]] += 1
    return counts
