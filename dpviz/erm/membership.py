"""The attack that a guarantee of private gradient descent is about: was one record, the worst there is, in the data?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz._numeric.stats import Floats, wilson
from dpviz.erm.dpsgd import a_rate


@dataclass(frozen=True, eq=False, kw_only=True)
class PlantedAttack:
    """Scores of simulated attacks, in both worlds; m... is the shape of the noise multipliers.

    Parameters
    ----------
    absent, present : ndarray, shape (m..., trials)
        ln(density of all T noisy sums with the record / without it), in nats, from the smallest to the largest: where
        the record was not in the data, and where it was.
    """

    absent: Floats
    present: Floats

    def power(self, false_alarm: ArrayLike) -> tuple[float | Floats, float | Floats, float | Floats]:
        """How often the best attack notices the record, if it may raise so many false alarms, in [0, 1].

        Three numbers or arrays, of shape m and then that of `false_alarm`: what was counted, and the ends of Wilson's
        interval, widened by what is not known of the threshold that gives this false alarm.
        """
        alarm = check.shares("false_alarm", false_alarm)
        trials = self.absent.shape[-1]
        off = 2.0 * np.sqrt(alarm * (1.0 - alarm) / trials)
        low, _ = wilson(self._noticed(alarm - off), trials)
        _, high = wilson(self._noticed(alarm + off), trials)
        return plain(self._noticed(alarm) / trials), plain(low), plain(high)

    def _noticed(self, alarm: Floats) -> Floats:
        """How many present scores are above a threshold that this part of the absent ones is above."""
        absent, present = (x.reshape(-1, x.shape[-1]) for x in (self.absent, self.present))
        trials = absent.shape[-1]
        above = np.floor(np.clip(alarm, 0.0, 1.0) * trials + 1e-9).astype(np.int64).reshape(-1)
        # Below the smallest of all everything is noticed, above the largest nothing.
        ends = np.full((len(absent), 1), np.inf)
        thresholds = np.concatenate([-ends, absent], axis=1)[:, trials - above]
        thresholds[:, above == 0] = np.inf
        found = [trials - np.searchsorted(one, at, side="right") for one, at in zip(present, thresholds, strict=True)]
        return np.array(found, dtype=np.float64).reshape(self.absent.shape[:-1] + alarm.shape)


def planted_attack(
    noise_multiplier: ArrayLike, rate: float, steps: int, *, trials: int = 2000, rng: np.random.Generator
) -> PlantedAttack:
    """The best attack on all T noisy sums, for a record whose gradient is C long in one direction at every step.

    The attacker knows all other gradients and takes them away; what is left along that direction is, in units of C,
    N(0, z²) without the record, and with it N(1, z²) when it is sampled. By the lemma of Neyman and Pearson the
    likelihood ratio is the best score. Source: SGD-1. No other record is easier to find. What (ε, δ) allows an attacker
    is `dpviz.privacy.power_ceiling`.

    Parameters
    ----------
    noise_multiplier : array_like
        z > 0; each gets the same random numbers.
    rate, steps : float, int
        q in (0, 1] and T >= 1.
    trials : int, default 2000
        Simulated attacks in each world.
    rng : numpy.random.Generator

    Examples
    --------
    >>> attack = planted_attack(1.0, 1.0, 1, rng=np.random.default_rng(1))
    >>> [round(x, 2) for x in attack.power(0.1)]
    [0.4, 0.34, 0.44]
    """
    z = check.positives("noise_multiplier", noise_multiplier)
    q = a_rate(rate)
    total = check.count("steps", steps, cap=check.MOST_STEPS)
    size = check.entries("trials", trials, each=2 * z.size)
    generator = check.generator(rng)
    flat = z.reshape(-1, 1, 1)
    with np.errstate(divide="ignore"):
        sampled, rest = np.log(q), np.log1p(-q)
    scores = np.zeros((z.size, 2, size))
    for _ in range(total):
        centre = np.stack([np.zeros(size), generator.random(size) < q])
        seen = centre + flat * generator.standard_normal((2, size))
        scores += np.logaddexp(rest, sampled + (seen - 0.5) / flat**2)
    scores.sort(axis=-1)
    absent, present = (scores[:, world].reshape(*z.shape, size) for world in (0, 1))
    return PlantedAttack(absent=absent, present=present)
