"""What several tasks need."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.exercises.form import Floats, Says
from dpviz.exercises.probes import laplace_cdf, short
from dpviz.mechanisms.sparse import pattern_log_probability

say = Says(__file__)


def listed(answer: Any, name: str) -> list[Any]:
    found = answer.tolist() if isinstance(answer, np.ndarray) else answer
    if isinstance(found, (list, tuple)):
        return list(found)
    say.end("no list", name=name, answer=short(answer))


def is_mark(entry: Any) -> bool:
    return isinstance(entry, (bool, np.bool_)) or (isinstance(entry, (int, float)) and entry in (0, 1))


def alone(answers: Floats, threshold: float, wide: float, narrow: float) -> Floats:
    """Probability of each answer to be above, with noise of its own on the threshold; a scale of 0 is no noise."""
    if wide and narrow:
        logs = pattern_log_probability([True], answers[:, None], threshold, threshold_scale=wide, query_scale=narrow)
        return np.exp(np.asarray(logs))
    return 1.0 - laplace_cdf(0.0, wide or narrow)(threshold - answers)
