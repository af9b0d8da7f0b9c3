"""Mechanisms that break their promise, one bug each.

Each is short, looks right at a glance, and is paired with two neighbours that give it away. What it truly loses on
them is derived in its docstring: it is the answer to "how bad is it?", and what an audit's bound may not exceed.

>>> from dpviz.privacy.broken import BROKEN
>>> bug = BROKEN["halved_scale"]
>>> print(bug.bug, bug.epsilon, bug.loss)
a factor 2 is missing in the noise's scale 1.0 2.0
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Rng = np.random.Generator
Mechanism = Callable[[Any, Rng], Any]


@dataclass(frozen=True, kw_only=True)
class Broken:
    """A mechanism with one bug.

    Attributes
    ----------
    name : str
        Its key in `BROKEN`.
    bug : str
        What is wrong, in words.
    epsilon, delta : float
        What it claims.
    neighbouring : str
        The relation under which the claim is made, and in which the pair stands.
    data, neighbour : object
        A pair on which the claim fails.
    loss : float
        The least ε, at that δ, that the mechanism keeps on the pair; infinite where none does.
    build : callable
        Makes the mechanism ``(data, rng) -> answer``, anew: some keep something from call to call.
    bits : bool
        Whether only an audit that looks at last bits can find it.
    """

    name: str
    bug: str
    epsilon: float
    delta: float = 0.0
    neighbouring: str
    data: Any
    neighbour: Any
    loss: float
    build: Callable[[], Mechanism] = field(repr=False)
    bits: bool = False


def _always(mechanism: Mechanism) -> Callable[[], Mechanism]:
    return lambda: mechanism


# --- noise of the wrong size ---------------------------------------------------------------------------------------


def halved_scale(data: Any, rng: Rng) -> float:
    """A count with Laplace noise of scale 1/(2ε): loses 2ε, on half of all outputs and more."""
    return float(sum(data) + rng.laplace(scale=1 / (2 * 1.0)))


def sensitivity_of_the_mean(data: Any, rng: Rng) -> float:
    """The *sum* of values in [0, 1] with noise for the mean, of scale 1/(nε): loses nε."""
    return float(np.sum(data) + rng.laplace(scale=1 / (len(data) * 1.0)))


def inverted_scale(data: Any, rng: Rng) -> float:
    """A count with noise of scale ε where 1/ε belongs: loses 1/ε, too much where ε < 1."""
    epsilon = 0.5
    return float(sum(data) + rng.laplace(scale=epsilon))


def one_cell_only(data: Any, rng: Rng) -> Any:
    """A histogram with noise for one cell: a record that is replaced moves two of them, and loses 2ε."""
    counts = np.bincount(data, minlength=3)
    return counts + rng.laplace(scale=1 / 1.0, size=3)


def clipped_by_its_own_maximum(data: Any, rng: Rng) -> float:
    """A sum, with noise for the largest value that is *in the data*: the noise itself tells who is there.

    On [1] * 9 + [100] the scale is 100, on [1] * 10 it is 1. The ratio of the densities grows without bound in the
    tails: no ε holds.
    """
    values = np.asarray(data, dtype=float)
    bound = values.max()
    return float(np.clip(values, 0, bound).sum() + rng.laplace(scale=bound / 1.0))


# --- noise forgotten, or used again --------------------------------------------------------------------------------


def cached_noise() -> Mechanism:
    """Noise drawn in the first call and kept: two answers differ by exactly what the data differ by. No ε holds."""
    kept: dict[str, float] = {}

    def mechanism(data: Any, rng: Rng) -> float:
        if "noise" not in kept:
            kept["noise"] = rng.laplace(scale=1 / 1.0)
        return float(sum(data) + kept["noise"])

    return mechanism


def seed_inside(data: Any, rng: Rng) -> float:  # noqa: ARG001 - to ignore it is the bug
    """A generator made anew, with the same seed, in each call: the answer is certain. No ε holds."""
    own = np.random.default_rng(42)
    return float(sum(data) + own.laplace(scale=1 / 1.0))


def same_noise_on_both(data: Any, rng: Rng) -> tuple[float, float]:
    """Two counts with one and the same noise: their difference is exact. No ε holds."""
    noise = rng.laplace(scale=1 / 1.0)
    women, men = np.asarray(data).sum(axis=0)
    return float(women + noise), float(men + noise)


def budget_reused(data: Any, rng: Rng) -> tuple[float, float, float]:
    """Three looks at the same count, each with the whole of ε: together they lose 3ε."""
    return tuple(float(sum(data) + rng.laplace(scale=1 / 1.0)) for _ in range(3))  # type: ignore[return-value]


def argmax_without_noise(data: Any, rng: Rng) -> int:  # noqa: ARG001 - to ignore it is the bug
    """The most frequent of three values, exactly: certain, and not constant. No ε holds."""
    return int(np.argmax(np.bincount(data, minlength=3)))


def noisy_max_with_its_value(data: Any, rng: Rng) -> tuple[int, float]:
    """Report noisy max over five counts that may all move, with scale 2/ε, and then the winning noisy count as well.

    The winner alone loses ε at most. Its value is below 0 only if all five noisy counts are: on counts 0 and 1, with
    probabilities 2^-5 and (e^(-ε/2)/2)^5, which loses 5ε/2.
    """
    noisy = np.asarray(data).sum(axis=0) + rng.laplace(scale=2 / 1.0, size=5)
    best = int(np.argmax(noisy))
    return best, float(noisy[best])


# --- the right noise in the wrong place ----------------------------------------------------------------------------


def exponent_with_the_wrong_sign(data: Any, rng: Rng) -> int:
    """Report noisy max with exponential noise of scale 2/ε and its sign turned: ``counts - noise``.

    With ``counts + noise`` it is ε-private. With the wrong sign a candidate wins if all others drew *more* than what
    they are ahead: with four others ahead by d the chance is e^(-4dε/2)/5, and 1/5 for d = 0. The pair here moves d
    from 0 to 1 and loses 2ε. (A sign turned in the exponential mechanism's weights is another matter: it prefers the
    worst candidate, and is as private as before.)
    """
    noisy = np.asarray(data).sum(axis=0) - rng.exponential(scale=2 / 1.0, size=5)
    return int(np.argmax(noisy))


def noise_of_one_sign(data: Any, rng: Rng) -> float:
    """Laplace noise whose sign was forgotten, ``-b ln(u)``: no answer is below the truth. No ε holds."""
    return float(sum(data) - (1 / 1.0) * math.log(1.0 - rng.random()))


def parity_without_its_coin(data: Any, rng: Rng) -> str | tuple[int, ...]:
    """The private parity learner without the coin that says FAIL half of the time.

    Each example is kept with probability ε/4; a random parity that fits them all is the answer, FAIL if none does.
    Where all examples agree FAIL is impossible; with one that contradicts them it is not. No ε holds.
    """
    kept = [example for example in data if rng.random() < 1.0 / 4]
    parities = [(a, b) for a in (0, 1) for b in (0, 1)]
    fitting = [p for p in parities if all((p[0] * x[0] + p[1] * x[1]) % 2 == y for x, y in kept)]
    return fitting[rng.integers(len(fitting))] if fitting else "FAIL"


def truth_too_often(data: Any, rng: Rng) -> bool:
    """Randomized response that tells the truth with probability ε/(1 + ε) where e^ε/(1 + e^ε) belongs; at ε = 3.

    3/4 is less than it should be, and private: ln 3 = 1.10. The bug is the second coin: who does not tell the truth
    answers no, always. On yes and no, "yes" has probabilities 3/4 and 0. No ε holds.
    """
    return bool(data[0]) if rng.random() < 3 / 4 else False


# --- δ, and floating point -----------------------------------------------------------------------------------------


def delta_ignored(data: Any, rng: Rng) -> float:
    """A count with normal noise of σ = 1/ε, for which (ε, 10⁻⁵) is claimed: the factor √(2 ln(1.25/δ)) is missing.

    The exact curve says δ(ε) = 0.127 there. δ = 10⁻⁵ is kept from ε = 4.38 on.
    """
    return float(sum(data) + rng.normal(scale=1 / 1.0))


def float_low_bits(data: Any, rng: Rng) -> float:
    """Laplace noise of the right scale, in floating point: near 0 the answer's last bits tell which sum it was.

    Between -1/4 and 1/4, noise around 0 is as fine as floats are there. Noise around 1 was a number between -5/4 and
    -3/4, and those lie on a coarser grid. No ε holds for real numbers stored this way (CONV-7).
    """
    return float(sum(data) + rng.laplace(scale=1 / 1.0))


_PEOPLE = [1, 0, 1, 1, 0, 1, 0, 0, 1, 1]
_BUT_ONE = [0, *_PEOPLE[1:]]
_TABLE = [[1, 0], [0, 1], [1, 0], [1, 1]]
_VOTES = [[0] * 5], [[1] * 5]  # one record that votes for none, or for all, of five candidates

_LIST = (
    Broken(
        name="halved_scale",
        bug="a factor 2 is missing in the noise's scale",
        epsilon=1.0,
        neighbouring="replace",
        data=_PEOPLE,
        neighbour=_BUT_ONE,
        loss=2.0,
        build=_always(halved_scale),
    ),
    Broken(
        name="sensitivity_of_the_mean",
        bug="the sum is released with noise for the mean",
        epsilon=1.0,
        neighbouring="replace",
        data=_PEOPLE,
        neighbour=_BUT_ONE,
        loss=10.0,
        build=_always(sensitivity_of_the_mean),
    ),
    Broken(
        name="inverted_scale",
        bug="the noise's scale is ε, not 1/ε",
        epsilon=0.5,
        neighbouring="replace",
        data=_PEOPLE,
        neighbour=_BUT_ONE,
        loss=2.0,
        build=_always(inverted_scale),
    ),
    Broken(
        name="one_cell_only",
        bug="one record moves two cells, the noise is for one",
        epsilon=1.0,
        neighbouring="replace",
        data=[0, 1, 2, 2, 0],
        neighbour=[1, 1, 2, 2, 0],
        loss=2.0,
        build=_always(one_cell_only),
    ),
    Broken(
        name="clipped_by_its_own_maximum",
        bug="the sensitivity is read off the data",
        epsilon=1.0,
        neighbouring="replace",
        data=[1] * 9 + [100],
        neighbour=[1] * 10,
        loss=math.inf,
        build=_always(clipped_by_its_own_maximum),
    ),
    Broken(
        name="cached_noise",
        bug="the noise is drawn once and kept",
        epsilon=1.0,
        neighbouring="replace",
        data=_PEOPLE,
        neighbour=_BUT_ONE,
        loss=math.inf,
        build=cached_noise,
    ),
    Broken(
        name="seed_inside",
        bug="the generator is seeded in each call",
        epsilon=1.0,
        neighbouring="replace",
        data=_PEOPLE,
        neighbour=_BUT_ONE,
        loss=math.inf,
        build=_always(seed_inside),
    ),
    Broken(
        name="same_noise_on_both",
        bug="two answers share their noise",
        epsilon=2.0,
        neighbouring="replace",
        data=_TABLE,
        neighbour=[[0, 1], *_TABLE[1:]],
        loss=math.inf,
        build=_always(same_noise_on_both),
    ),
    Broken(
        name="budget_reused",
        bug="three answers, each with the whole budget",
        epsilon=1.0,
        neighbouring="replace",
        data=_PEOPLE,
        neighbour=_BUT_ONE,
        loss=3.0,
        build=_always(budget_reused),
    ),
    Broken(
        name="argmax_without_noise",
        bug="the best candidate is chosen without noise",
        epsilon=1.0,
        neighbouring="replace",
        data=[0, 0, 1, 1, 0],
        neighbour=[1, 0, 1, 1, 0],
        loss=math.inf,
        build=_always(argmax_without_noise),
    ),
    Broken(
        name="noisy_max_with_its_value",
        bug="report noisy max returns the noisy maximum too",
        epsilon=1.0,
        neighbouring="replace",
        data=_VOTES[0],
        neighbour=_VOTES[1],
        loss=2.5,
        build=_always(noisy_max_with_its_value),
    ),
    Broken(
        name="exponent_with_the_wrong_sign",
        bug="report noisy max subtracts its exponential noise",
        epsilon=1.0,
        neighbouring="replace",
        data=[[0, 0, 0, 0, 0]],
        neighbour=[[0, 1, 1, 1, 1]],
        loss=2.0,
        build=_always(exponent_with_the_wrong_sign),
    ),
    Broken(
        name="noise_of_one_sign",
        bug="the noise has lost its sign",
        epsilon=1.0,
        neighbouring="replace",
        data=_PEOPLE,
        neighbour=_BUT_ONE,
        loss=math.inf,
        build=_always(noise_of_one_sign),
    ),
    Broken(
        name="parity_without_its_coin",
        bug="the parity learner never says FAIL of its own accord",
        epsilon=1.0,
        neighbouring="replace",
        data=[((1, 0), 1), ((1, 0), 1), ((0, 1), 0), ((1, 1), 1)],
        neighbour=[((1, 0), 0), ((1, 0), 1), ((0, 1), 0), ((1, 1), 1)],
        loss=math.inf,
        build=_always(parity_without_its_coin),
    ),
    Broken(
        name="truth_too_often",
        bug="who does not tell the truth always says no",
        epsilon=3.0,
        neighbouring="replace",
        data=[True],
        neighbour=[False],
        loss=math.inf,
        build=_always(truth_too_often),
    ),
    Broken(
        name="delta_ignored",
        bug="normal noise without the factor for δ",
        epsilon=1.0,
        delta=1e-5,
        neighbouring="replace",
        data=_PEOPLE,
        neighbour=_BUT_ONE,
        loss=4.377,
        build=_always(delta_ignored),
    ),
    Broken(
        name="float_low_bits",
        bug="the answer's last bits tell the sum",
        epsilon=1.0,
        neighbouring="replace",
        data=[0],
        neighbour=[1],
        loss=math.inf,
        build=_always(float_low_bits),
        bits=True,
    ),
)

BROKEN = {bug.name: bug for bug in _LIST}
