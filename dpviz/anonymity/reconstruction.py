"""Reconstruction: a secret column of 0 and 1 found from answers to questions about subsets.

A question is a subset of n people, its answer how many of them have the value 1, give or take an error. Two attacks: a
search through all tables, and least squares. The second takes linear algebra where Dinur and Nissim solve a linear
programme, and meets the same limit: it succeeds while the errors are small against √n.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.stats import normal_cdf, wilson

Floats = NDArray[np.float64]
Shape = Literal["normal", "laplace"]

MOST_SEARCHED = 20  # people: there are 2^20 tables, and as many questions
MOST_DECODED = 2_000  # people: a matrix of so many rows and columns is inverted


def subset_counts(secret: ArrayLike) -> NDArray[np.int64]:
    """How many of each of the 2ⁿ subsets have the value 1: entry S counts over the people i for whom bit i of S is 1.

    `secret` holds 0 or 1 for each of 1 to 20 people.

    Examples
    --------
    >>> subset_counts([1, 0, 1]).tolist()
    [0, 1, 0, 1, 1, 2, 1, 2]
    """
    found = check.integers("secret", secret, least=0, most=1)
    if found.ndim != 1 or len(found) > MOST_SEARCHED:
        raise ValueError(f"secret must be a row of 1 to {MOST_SEARCHED} entries; got shape {found.shape}")
    counts = np.zeros(1, dtype=np.int64)
    for value in found:
        counts = np.concatenate([counts, counts + value])
    return counts


def misfits(answers: ArrayLike) -> Floats:
    """By how much each of the 2ⁿ possible columns misses the answer that it misses most, shape (..., 2ⁿ) (LEG-7).

    `answers` has one for each subset, in the order of `subset_counts`; 1 <= n <= 20. Entry y is the largest |answer −
    count| over all subsets if the column were y: bit i is person i's value. The columns that fit answers within E are
    those of at most E. With the subsets taken bit by bit, ``max over S of answer(S) - |S ∩ y|`` costs n steps for each
    column, and not 2ⁿ.

    Examples
    --------
    >>> misfits([0, 1, 0.5, 1.5]).tolist()
    [1.5, 0.5, 1.0, 0.5]
    """
    given = check.finite("answers", answers)
    size = given.shape[-1] if given.ndim else 0
    n = size.bit_length() - 1
    if not (1 <= n <= MOST_SEARCHED and size == 2**n):
        raise ValueError(
            f"answers must be 2, 4, 8, ..., {2**MOST_SEARCHED} numbers along the last axis; got shape {given.shape}"
        )
    above, below = given, -given
    for person in range(n):
        above, below = _without(above, person, -1.0), _without(below, person, 1.0)
    return np.maximum(above, below)


def _without(values: Floats, person: int, step: float) -> Floats:
    """The larger of *person is in the subset* and *is not*: for a person whose value is 0, and for one with 1."""
    halves = values.reshape(*values.shape[:-1], -1, 2, 2**person)
    out, within = halves[..., 0, :], halves[..., 1, :]
    return np.stack([np.maximum(out, within), np.maximum(out, within + step)], axis=-2).reshape(values.shape)


def most_wrong(*, n: ArrayLike, error: ArrayLike) -> NDArray[np.int64]:
    """In how many places a column that fits all 2ⁿ answers can be wrong: at most ``2 ⌊2E⌋``, and at most n (LEG-7).

    The source says 4E. Take the subset of those who have 1 in truth and 0 in the column found. Both columns are within
    E of its answer, so their counts on it, which differ by its size, are within 2E. The same holds for those who have 0
    in truth and 1 in the column found. Sizes are whole numbers. Answers midway between two columns with ⌊2E⌋ such
    people of either kind reach the bound.

    Parameters
    ----------
    n : array_like of int
        People, >= 1.
    error : array_like
        E, the largest error of an answer, >= 0. Both broadcast.

    Examples
    --------
    >>> most_wrong(n=10, error=[0, 0.4, 1, 1.25]).tolist()
    [0, 0, 4, 4]
    """
    people, most = check.counts("n", n), check.nonnegatives("error", error)
    check.broadcast(n=people, error=most)
    return check.plain(np.minimum(people, 2 * np.floor(2 * most)).astype(np.int64))


def decode(*, queries: ArrayLike, answers: ArrayLike) -> NDArray[np.int64]:
    """The column that least squares finds from answers to subset questions, each entry rounded to 0 or 1 (LEG-8).

    `queries`, shape (m, n), has 1 where person j is in subset i, else 0; for answers of shape (..., m) the columns have
    shape (..., n). Where the questions leave something open, the column nearest to ½ everywhere is rounded.

    Examples
    --------
    >>> decode(queries=[[1, 1, 0], [0, 1, 1], [1, 0, 1]], answers=[1.2, 0.9, 1.8]).tolist()
    [1, 0, 1]
    """
    asked, given = _queries(queries), check.finite("answers", answers)
    if given.ndim == 0 or given.shape[-1] != len(asked):
        raise ValueError(f"answers must have one entry for each of {len(asked)} queries; got shape {given.shape}")
    return (_solve(asked, given - asked.sum(axis=1) / 2) > 0).astype(np.int64)


def _queries(queries: ArrayLike) -> Floats:
    asked = check.integers("queries", queries, least=0, most=1).astype(np.float64)
    if asked.ndim != 2:
        raise ValueError(f"queries must be a row of 0 and 1 for each subset; got shape {asked.shape}")
    return asked


def _solve(asked: Floats, right: Floats) -> Floats:
    """The shortest least-squares solutions for right-hand sides along the last axis, shape (..., n)."""
    solved: Floats = right @ asked @ np.linalg.pinv(asked.T @ asked, rcond=1e-10, hermitian=True)
    return solved


def expected_recovery(*, n: ArrayLike, queries: ArrayLike, noise: ArrayLike) -> Floats:
    """The share of a column that `decode` finds from random subsets, about: ``Φ(√(m - n) / (4σ))``, in [½, 1] (LEG-8).

    Least squares errs in person j by σ times the root of ``[(QᵀQ)⁻¹]ⱼⱼ``, about 4/(m - n) where the entries of Q are 0
    or 1 with probability ½ each; rounding is wrong where the error is beyond ½ on the wrong side. Exact for normal
    noise and large n; in the limit for any other noise.

    Parameters
    ----------
    n, queries : array_like of int
        People, >= 1, and m > n random subsets: each person is in each with probability ½.
    noise : array_like
        Standard deviation σ of each answer, >= 0. All broadcast.

    Examples
    --------
    >>> expected_recovery(n=100, queries=400, noise=[1, 10, 100]).round(3).tolist()
    [1.0, 0.667, 0.517]
    """
    people, asked = check.counts("n", n), check.counts("queries", queries)
    sigma = check.nonnegatives("noise", noise)
    check.broadcast(n=people, queries=asked, noise=sigma)
    people, asked, sigma = np.broadcast_arrays(people, asked, sigma)
    if (few := asked <= people).any():
        raise ValueError(f"queries must be more than n; got {int(asked[few][0])} for n = {int(people[few][0])}")
    with np.errstate(divide="ignore", over="ignore"):
        return check.plain(normal_cdf(np.sqrt(asked - people) / 4 / sigma))


@dataclass(frozen=True, eq=False)
class Recovered:
    """What the simulated attack found.

    Attributes
    ----------
    right : ndarray of int64, shape (..., trials)
        Entries found rightly in each trial, by noise.
    n : int
        Entries of a column.
    """

    right: NDArray[np.int64]
    n: int

    @property
    def share(self) -> Floats:
        """Mean share of the column found, by noise."""
        share: Floats = self.right.mean(axis=-1) / self.n
        return share

    @property
    def band(self) -> tuple[Floats, Floats]:
        """Wilson's 95 % interval, as if all entries were independent: they nearly are."""
        return wilson(self.right.sum(axis=-1), self.right.shape[-1] * self.n)


def simulate_reconstruction(
    *, n: int, queries: int, noise: ArrayLike, trials: int, rng: np.random.Generator, shape: Shape = "normal"
) -> Recovered:
    """Ask about random subsets of random columns, answer with noise, and `decode` (LEG-8).

    Parameters
    ----------
    n, queries : int
        People, and subsets: each person is in each with probability ½.
    noise : array_like, shape (...)
        Standard deviation of each answer, >= 0. The same draws, stretched, serve all of them.
    trials : int
        Columns, each with other noise; the subsets are the same in all trials.
    rng : numpy.random.Generator
    shape : {"normal", "laplace"}, default "normal"
        Of the noise.
    """
    people = check.count("n", n, cap=MOST_DECODED)
    asked = check.entries("queries", queries, each=people)
    sigma = check.nonnegatives("noise", noise)
    runs = check.entries("trials", trials, each=max(asked, people * sigma.size))
    draw, kind = check.generator(rng), check.one_of("shape", shape, ("normal", "laplace"))
    subsets = draw.integers(0, 2, (asked, people)).astype(np.float64)
    secret = draw.integers(0, 2, (runs, people))
    size = (runs, asked)
    unit = draw.normal(size=size) if kind == "normal" else draw.laplace(scale=np.sqrt(0.5), size=size)
    # Least squares is linear: what it makes of the counts, and of the noise.
    truth, moved = _solve(subsets, np.stack([(secret - 0.5) @ subsets.T, unit]))
    found = truth + sigma[..., None, None] * moved > 0
    return Recovered(np.count_nonzero(found == (secret == 1), axis=-1).astype(np.int64), people)
