"""Bugs that were planted for the lessons: what each truly loses is derived beside it."""

import math

import numpy as np

from tests.privacy.planted.bug import planted

OWN = "Derived beside it"
_TABLE = [[1, 0], [0, 1], [1, 0], [1, 1]]
_VOTES = [[0] * 5], [[1] * 5]  # one record that votes for none, or for all, of five candidates


# --- noise of the wrong size ---------------------------------------------------------------------------------------


@planted("a factor 2 is missing in the noise's scale", OWN, loss=2.0)
def halved_scale(data, rng):
    """A count with Laplace noise of scale 1/(2ε): loses 2ε, on half of all outputs and more."""
    return float(sum(data) + rng.laplace(scale=1 / (2 * 1.0)))


@planted("the sum is released with noise for the mean", OWN, loss=10.0)
def sensitivity_of_the_mean(data, rng):
    """The *sum* of values in [0, 1] with noise for the mean, of scale 1/(nε): loses nε."""
    return float(np.sum(data) + rng.laplace(scale=1 / (len(data) * 1.0)))


@planted("the noise's scale is ε, not 1/ε", OWN, epsilon=0.5, loss=2.0)
def inverted_scale(data, rng):
    """A count with noise of scale ε where 1/ε belongs: loses 1/ε, too much where ε < 1."""
    epsilon = 0.5
    return float(sum(data) + rng.laplace(scale=epsilon))


@planted("one record moves two cells, the noise is for one", OWN, pair=([0, 1, 2, 2, 0], [1, 1, 2, 2, 0]), loss=2.0)
def one_cell_only(data, rng):
    """A histogram with noise for one cell: a record that is replaced moves two of them, and loses 2ε."""
    counts = np.bincount(data, minlength=3)
    return counts + rng.laplace(scale=1 / 1.0, size=3)


@planted("the sensitivity is read off the data", OWN, pair=([1] * 9 + [100], [1] * 10))
def clipped_by_its_own_maximum(data, rng):
    """A sum, with noise for the largest value that is *in the data*: the noise itself tells who is there.

    On [1] * 9 + [100] the scale is 100, on [1] * 10 it is 1. The ratio of the densities grows without bound in the
    tails: no ε holds.
    """
    values = np.asarray(data, dtype=float)
    bound = values.max()
    return float(np.clip(values, 0, bound).sum() + rng.laplace(scale=bound / 1.0))


# --- noise forgotten, or used again --------------------------------------------------------------------------------


@planted("the noise is drawn once and kept", OWN)
def cached_noise():
    """Noise drawn in the first call and kept: two answers differ by exactly what the data differ by. No ε holds."""
    kept = {}

    def mechanism(data, rng):
        if "noise" not in kept:
            kept["noise"] = rng.laplace(scale=1 / 1.0)
        return float(sum(data) + kept["noise"])

    return mechanism


@planted("the generator is seeded in each call", OWN)
def seed_inside(data, rng):
    """A generator made anew, with the same seed, in each call: the answer is certain. No ε holds."""
    own = np.random.default_rng(42)
    return float(sum(data) + own.laplace(scale=1 / 1.0))


@planted("two answers share their noise", OWN, epsilon=2.0, pair=(_TABLE, [[0, 1], *_TABLE[1:]]))
def same_noise_on_both(data, rng):
    """Two counts with one and the same noise: their difference is exact. No ε holds."""
    noise = rng.laplace(scale=1 / 1.0)
    women, men = np.asarray(data).sum(axis=0)
    return float(women + noise), float(men + noise)


@planted("three answers, each with the whole budget", OWN, loss=3.0)
def budget_reused(data, rng):
    """Three looks at the same count, each with the whole of ε: together they lose 3ε."""
    return tuple(float(sum(data) + rng.laplace(scale=1 / 1.0)) for _ in range(3))


@planted("the best candidate is chosen without noise", OWN, pair=([0, 0, 1, 1, 0], [1, 0, 1, 1, 0]))
def argmax_without_noise(data, rng):
    """The most frequent of three values, exactly: certain, and not constant. No ε holds."""
    return int(np.argmax(np.bincount(data, minlength=3)))


@planted("report noisy max returns the noisy maximum too", OWN, pair=_VOTES, loss=2.5)
def noisy_max_with_its_value(data, rng):
    """Report noisy max over five counts that may all move, with scale 2/ε, and then the winning noisy count as well.

    The winner alone loses ε at most. Its value is below 0 only if all five noisy counts are: on counts 0 and 1, with
    probabilities 2^-5 and (e^(-ε/2)/2)^5, which loses 5ε/2.
    """
    noisy = np.asarray(data).sum(axis=0) + rng.laplace(scale=2 / 1.0, size=5)
    best = int(np.argmax(noisy))
    return best, float(noisy[best])


# --- the right noise in the wrong place ----------------------------------------------------------------------------


@planted("report noisy max subtracts its exponential noise", OWN, pair=([[0, 0, 0, 0, 0]], [[0, 1, 1, 1, 1]]), loss=2.0)
def exponent_with_the_wrong_sign(data, rng):
    """Report noisy max with exponential noise of scale 2/ε and its sign turned: ``counts - noise``.

    With ``counts + noise`` it is ε-private. With the wrong sign a candidate wins if all others drew *more* than what
    they are ahead: with four others ahead by d the chance is e^(-4dε/2)/5, and 1/5 for d = 0. The pair here moves d
    from 0 to 1 and loses 2ε. (A sign turned in the exponential mechanism's weights is another matter: it prefers the
    worst candidate, and is as private as before.)
    """
    noisy = np.asarray(data).sum(axis=0) - rng.exponential(scale=2 / 1.0, size=5)
    return int(np.argmax(noisy))


@planted("the noise has lost its sign", OWN)
def noise_of_one_sign(data, rng):
    """Laplace noise whose sign was forgotten, ``-b ln(u)``: no answer is below the truth. No ε holds."""
    return float(sum(data) - (1 / 1.0) * math.log(1.0 - rng.random()))


@planted(
    "the parity learner never says FAIL of its own accord",
    OWN,
    pair=([((1, 0), 1), ((1, 0), 1), ((0, 1), 0), ((1, 1), 1)], [((1, 0), 0), ((1, 0), 1), ((0, 1), 0), ((1, 1), 1)]),
)
def parity_without_its_coin(data, rng):
    """The private parity learner without the coin that says FAIL half of the time.

    Each example is kept with probability ε/4; a random parity that fits them all is the answer, FAIL if none does.
    Where all examples agree FAIL is impossible; with one that contradicts them it is not. No ε holds.
    """
    kept = [example for example in data if rng.random() < 1.0 / 4]
    parities = [(a, b) for a in (0, 1) for b in (0, 1)]
    fitting = [p for p in parities if all((p[0] * x[0] + p[1] * x[1]) % 2 == y for x, y in kept)]
    return fitting[rng.integers(len(fitting))] if fitting else "FAIL"


@planted("who does not tell the truth always says no", OWN, epsilon=3.0, pair=([True], [False]))
def truth_too_often(data, rng):
    """Randomised response that tells the truth with probability ε/(1 + ε) where e^ε/(1 + e^ε) belongs; at ε = 3.

    3/4 is less than it should be, and private: ln 3 = 1.10. The bug is the second coin: who does not tell the truth
    answers no, always. On yes and no, "yes" has probabilities 3/4 and 0. No ε holds.
    """
    return bool(data[0]) if rng.random() < 3 / 4 else False


# --- δ, and floating point -----------------------------------------------------------------------------------------


@planted("normal noise without the factor for δ", OWN, delta=1e-5, loss=4.377)
def delta_ignored(data, rng):
    """A count with normal noise of σ = 1/ε, for which (ε, 10⁻⁵) is claimed: the factor √(2 ln(1.25/δ)) is missing.

    The exact curve says δ(ε) = 0.127 there. δ = 10⁻⁵ is kept from ε = 4.38 on.
    """
    return float(sum(data) + rng.normal(scale=1 / 1.0))


@planted("the answer's last bits tell the sum", OWN, pair=([0], [1]), bits=True)
def float_low_bits(data, rng):
    """Laplace noise of the right scale, in floating point: near 0 the answer's last bits tell which sum it was.

    Between -1/4 and 1/4, noise around 0 is as fine as floats are there. Noise around 1 was a number between -5/4 and
    -3/4, and those lie on a coarser grid. No ε holds for real numbers stored this way (CONV-7).
    """
    return float(sum(data) + rng.laplace(scale=1 / 1.0))
