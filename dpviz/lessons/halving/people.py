"""The made-up people of the tuning, and the models made of them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from dpviz.erm.generators import Unseparable
from dpviz.lessons.halving.parameters import LAMBDAS
from dpviz.tuning import Arms, train_arms

TRAINING, VALIDATION, EVERYBODY = 2000, 1000, 20_000
EACH = 0.5  # ε of each model, for a training person


@lru_cache(maxsize=8)
def arms_of(seed: int) -> Arms:
    """Train one private model for each λ, on made-up people, and score them.

    Parameters
    ----------
    seed : int

    Returns
    -------
    Arms
    """
    rng = np.random.default_rng(seed)
    X, y = Unseparable(dim=5).draw(TRAINING + VALIDATION + EVERYBODY, rng)
    cuts = np.split(np.arange(len(y)), [TRAINING, TRAINING + VALIDATION])
    training, validation, everybody = ((X[part], y[part]) for part in cuts)
    lambdas = np.geomspace(1e-4, 1.0, LAMBDAS)
    return train_arms(training, validation, everybody, lambdas, epsilon=EACH, rng=rng)
