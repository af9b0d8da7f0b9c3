"""How often the runs of a mechanism end where, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial

import numpy as np

from dpviz._numeric.stats import normal_cdf
from dpviz.exercises.form import Floats
from dpviz.exercises.probes import fits_distribution, laplace_cdf
from dpviz.mechanisms.sparse import above_threshold_probabilities, pattern_log_probability, patterns

#: An entry for each answer that was looked at: whether it was called above.
Marks = tuple[bool, ...]


def alone(answers: Floats, threshold: float, wide: float, narrow: float) -> Floats:
    """Probability of each answer to be above, with noise of its own on the threshold; a scale of 0 is no noise."""
    if wide and narrow:
        logs = pattern_log_probability([True], answers[:, None], threshold, threshold_scale=wide, query_scale=narrow)
        return np.exp(np.asarray(logs))
    return 1.0 - laplace_cdf(0.0, wide or narrow)(threshold - answers)


def first_above(answers: Floats, threshold: float, wide: float, narrow: float, kind: str = "once") -> Floats:
    """Probability that each answer is the first above, and last that none is."""
    if kind == "shared out":
        return first_above(answers, threshold, wide, narrow * len(answers))
    if kind == "normal":
        at = np.linspace(-6, 6, 241)  # the threshold's noise, in its standard deviations
        below = normal_cdf((threshold + wide * at[:, None] - answers) / narrow)
        stay = np.concatenate([np.ones((len(at), 1)), np.cumprod(below, axis=1)], axis=1)
        weights = np.exp(-(at**2) / 2)
        left = weights @ stay / weights.sum()
        return -np.diff(left, append=0.0)
    if kind == "once" and wide and narrow:
        first, second = 1.0 / wide, 2.0 / narrow
        return above_threshold_probabilities(
            answers, threshold, first + second, threshold_share=first / (first + second)
        )
    if (kind == "once" and wide) or kind == "shared":  # one noise in all: the largest answer so far decides
        over = alone(np.maximum.accumulate(answers), threshold, wide, narrow)
        return np.diff(np.concatenate([[0.0], over, [1.0]]))
    one = alone(answers, threshold, wide, narrow)
    stay = np.concatenate([[1.0], np.cumprod(1.0 - one)])
    return stay * np.append(one, 1.0)


def of_patterns(
    answers: Floats, threshold: float, count: int, wide: float, narrow: float, kind: str = "kept"
) -> Floats:
    """Probability of each pattern of a run with so many positives at most."""
    every = patterns(len(answers), count)
    if kind == "each" or not wide:
        one = alone(answers, threshold, wide, narrow)
        return np.array([np.prod(np.where(marks, one[: len(marks)], 1 - one[: len(marks)])) for marks in every])
    log = partial(pattern_log_probability, threshold_scale=wide, query_scale=narrow or None, resample=kind == "anew")
    return np.exp([float(log(marks, answers, threshold)) for marks in every])


def fit_patterns(runs: Iterable[Marks], answers: Floats, count: int, probabilities: Floats) -> bool:
    """Whether runs may come from that distribution of patterns."""
    seen = Counter(runs)
    return fits_distribution([seen[marks] for marks in patterns(len(answers), count)], probabilities).ok
