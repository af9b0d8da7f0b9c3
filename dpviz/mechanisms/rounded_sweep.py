"""Counts published without noise, rounded to a multiple: what each neighbour loses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz.privacy import privacy_loss, smallest_delta

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class RoundedSweep:
    """Counts around the true one, what is published for each, and the loss between one and the next.

    Attributes
    ----------
    width : ndarray of shape (F,)
        The multiple that is rounded to; 1 publishes the count itself.
    n : ndarray of shape (F,)
    counts : ndarray of shape (F, c)
        Possible true counts, consecutive; those below 0 or above n are left out by a NaN.
    true : ndarray of shape (F,)
    published : ndarray of shape (F, c)
    loss : ndarray of shape (F, c)
        Between a count and the next lower one, in nats; NaN where there is none.
    worst : ndarray of shape (F,)
        The largest loss over all tables, in nats.
    delta : ndarray of shape (F,)
        The least δ with which any finite ε holds.
    """

    width: Floats
    n: NDArray[np.int64]
    counts: Floats
    true: Floats
    published: Floats
    loss: Floats
    worst: Floats
    delta: Floats


def rounded_sweep(true: ArrayLike, n: ArrayLike, width: ArrayLike, *, around: int = 30) -> RoundedSweep:
    """Counts rounded to multiples, one width a frame.

    Parameters
    ----------
    true : array_like of shape (F,)
        The true counts.
    n : array_like of int, shape (F,)
        How many people each was counted among.
    width : array_like of shape (F,)
    around : int
        How many counts on either side are looked at.

    Returns
    -------
    RoundedSweep

    Notes
    -----
    Source: DP-3. The law of a deterministic release is a point: two neighbours' laws are the same point (loss 0)
    or two points (loss infinite, δ = 1).
    """
    true, width = np.asarray(true, dtype=np.float64), np.asarray(width, dtype=np.float64)
    people = np.asarray(n, dtype=np.int64)
    counts = true[:, None] + np.arange(-around, around + 1, dtype=np.float64)
    counts[(counts < 0) | (counts > people[:, None])] = np.nan
    published = np.floor(counts / width[:, None] + 0.5) * width[:, None]
    same, apart = (np.array([1.0, 0.0]), np.array([1.0, 0.0])), (np.array([1.0, 0.0]), np.array([0.0, 1.0]))
    differs = published[:, 1:] != published[:, :-1]
    exists = ~np.isnan(counts[:, 1:]) & ~np.isnan(counts[:, :-1])
    step = np.where(differs, privacy_loss(*apart), privacy_loss(*same))
    loss = np.pad(np.where(exists, step, np.nan), ((0, 0), (1, 0)), constant_values=np.nan)
    # Somewhere between 0 and n the published number changes, unless even n is rounded down to 0.
    constant = np.floor(people / width + 0.5) == 0
    worst = np.where(constant, privacy_loss(*same), privacy_loss(*apart))
    delta = np.where(constant, smallest_delta(*same, 1.0), smallest_delta(*apart, 1.0))
    return RoundedSweep(width, people, counts, np.asarray(true), published, loss, worst, delta)
