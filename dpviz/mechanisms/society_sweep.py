"""Beyond one person and one number, along one axis: what a vote is worth, what a group risks, what low bits tell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz.mechanisms.lattice import low_bits
from dpviz.privacy.attacker import posterior
from dpviz.privacy.group import group_privacy
from dpviz.privacy.pairs import LaplacePair
from dpviz.privacy.relation import convert_relation
from dpviz.privacy.utility import expected_utility, expected_utility_bounds, signed_utility_bound

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class VoteSweep:
    """Somebody's expected utility when one voter changes a vote, a frame at a time.

    Attributes
    ----------
    worths : ndarray of shape (m,)
        What the second outcome may be worth; the first is worth 1.
    epsilon, worth : ndarray of shape (F,)
    here, there : ndarray of shape (F, m)
        Expected utility with the vote and without it.
    signed : ndarray of shape (F, m, 2)
        Between what it must lie by the bound for any sign.
    at : ndarray of shape (F, 2)
        `here` and `there` at `worth`.
    refusal : tuple of str, length F
        What the theorem's check says to this worth; empty where it applies.
    """

    worths: Floats
    epsilon: Floats
    worth: Floats
    here: Floats
    there: Floats
    signed: Floats
    at: Floats
    refusal: tuple[str, ...]


def vote_sweep(worths: Floats, epsilon: ArrayLike, worth: ArrayLike) -> VoteSweep:
    """A vote between two outcomes that is decided by randomised response, the dearest law there is for its ε.

    Parameters
    ----------
    worths : ndarray of shape (m,)
    epsilon, worth : array_like of shape (F,)

    Returns
    -------
    VoteSweep

    Notes
    -----
    Source: DP-5.
    """
    epsilon, now = np.asarray(epsilon, dtype=np.float64), np.asarray(worth, dtype=np.float64)
    keep = np.asarray(posterior(0.5, epsilon))
    here = keep[:, None] + (1 - keep)[:, None] * worths
    there = (1 - keep)[:, None] + keep[:, None] * worths
    signed = np.empty((*here.shape, 2))
    at = np.empty((len(epsilon), 2))
    refusal = []
    for frame, (e, p, v) in enumerate(zip(epsilon, keep, now, strict=True)):
        law, other = [p, 1 - p], [1 - p, p]
        reach = np.array([signed_utility_bound(other, [1.0, w], e) for w in worths])
        signed[frame] = np.stack([there[frame] - reach, there[frame] + reach], axis=1)
        at[frame] = expected_utility(law, [1.0, v]), expected_utility(other, [1.0, v])
        try:
            expected_utility_bounds(other, [1.0, float(v)], float(e))
        except ValueError as refused:
            refusal.append(str(refused))
        else:
            refusal.append("")
    return VoteSweep(worths, epsilon, now, here, there, signed, at, tuple(refusal))


@dataclass(frozen=True)
class GroupSweep:
    """What ε for one person says about several, and under the other relation, a frame at a time.

    Attributes
    ----------
    sizes : ndarray of shape (m,)
    epsilon, delta : ndarray of shape (F,)
    size : ndarray of shape (F,)
    promised : ndarray of shape (F, m)
        g ε, in nats.
    exact : ndarray of shape (F, m)
        The loss of Laplace noise on a count between tables that differ in g people.
    belief : ndarray of shape (F, m)
        How far a belief of one half may move.
    grown : ndarray of shape (F,)
        δ for the group of `size`.
    converted : ndarray of shape (F, 2)
        ε and δ under ``"replace"`` if they hold under ``"add_remove"``.
    """

    sizes: NDArray[np.int64]
    epsilon: Floats
    delta: Floats
    size: NDArray[np.int64]
    promised: Floats
    exact: Floats
    belief: Floats
    grown: Floats
    converted: Floats


def group_sweep(
    sizes: NDArray[np.int64], epsilon: ArrayLike, delta: ArrayLike, size: ArrayLike
) -> GroupSweep:
    """Group privacy and the converter of relations.

    Parameters
    ----------
    sizes : ndarray of int, shape (m,)
    epsilon, delta, size : array_like of shape (F,)

    Returns
    -------
    GroupSweep

    Notes
    -----
    Source: DP-7, DP-8.
    """
    epsilon, delta = np.asarray(epsilon, dtype=np.float64), np.asarray(delta, dtype=np.float64)
    people = np.asarray(size, dtype=np.int64)
    promised = np.array([[group_privacy(float(e), int(g))[0] for g in sizes] for e in epsilon])
    exact = np.array(
        [[LaplacePair(here=0.0, there=float(g), scale=1 / e).worst_loss for g in sizes] for e in epsilon]
    )
    grown = np.array(
        [
            group_privacy(float(e), int(g), delta=float(d))[1]
            for e, d, g in zip(epsilon, delta, people, strict=True)
        ]
    )
    converted = np.array(
        [
            convert_relation(float(e), float(d), source="add_remove", target="replace")
            for e, d in zip(epsilon, delta, strict=True)
        ]
    )
    belief = np.asarray(posterior(0.5, promised))
    return GroupSweep(sizes, epsilon, delta, people, promised, exact, belief, grown, converted)


@dataclass(frozen=True)
class BitsSweep:
    """The last binary digits of live draws around two counts, a frame at a time.

    Attributes
    ----------
    digits : ndarray of shape (m,)
        Exponents j: a release is an odd multiple of 2^j. The first gathers all finer ones.
    epsilon : ndarray of shape (F,)
    draws : int
        Releases in each world.
    plain, lattice : ndarray of shape (F, 2, m)
        Share of the releases around 0 and around 1 with each last digit.
    betrayed : ndarray of shape (F, 2)
        Share of the releases around 0 that cannot come from 1: plain, and lattice.
    error : ndarray of shape (F, 2)
        Standard errors of these.
    """

    digits: NDArray[np.int64]
    epsilon: Floats
    draws: int
    plain: Floats
    lattice: Floats
    betrayed: Floats
    error: Floats


def bits_sweep(epsilon: ArrayLike, *, draws: int, seed: int, grid: float = 2.0**-10) -> BitsSweep:
    """Releases of a count of 0 and of 1 with plain and with lattice noise; every ε sees the same luck.

    Parameters
    ----------
    epsilon : array_like of shape (F,)
    draws : int
        Releases in each world.
    seed : int
    grid : float
        The lattice's step, a power of two.

    Returns
    -------
    BitsSweep

    Notes
    -----
    Source: CONV-7.
    """
    epsilon = np.asarray(epsilon, dtype=np.float64)
    digits = np.arange(-62, 5)
    shares = np.empty((2, len(epsilon), 2, len(digits)))
    betrayed = np.empty((len(epsilon), 2))
    for frame, e in enumerate(epsilon):
        for kind, step in enumerate((None, grid)):
            rng = np.random.default_rng(seed)
            found = low_bits(0.0, 1.0, scale=1 / float(e), size=draws, rng=rng, grid=step)
            for world, bits in enumerate((found.here_bits, found.there_bits)):
                # 0 is a multiple of everything: it stands with the coarsest.
                place = np.clip(bits, digits[0], digits[-1]) - digits[0]
                shares[kind, frame, world] = np.bincount(place, minlength=len(digits)) / draws
            betrayed[frame, kind] = found.here_betrayed
    error = np.sqrt(betrayed * (1 - betrayed) / draws)
    return BitsSweep(digits, epsilon, draws, shares[0], shares[1], betrayed, error)
