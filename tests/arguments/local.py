"""Valid calls of dpviz.local."""

import numpy as np

from dpviz.local import prefix_search

SHUFFLED = dict(local_epsilon=1.0, n=200)

USUAL = dict(form="optimised", categories=4)

EXAMPLES = {
    "FrequencyOracle.draw_support": dict(counts=[5, 0, 3, 2]),
    "FrequencyOracle.estimate": dict(support=[5, 4, 3, 2], n=10),
    "FrequencyOracle.release": dict(value=[0, 3, 1]),
    "FrequencyOracle.supports": dict(answers=[[0, 1, 1, 0], [1, 0, 0, 0]]),
    "OneBitMean": dict(low=-1.0, high=3.0),
    "OneBitMean.mean": dict(answers=[0, 1, 1]),
    "OneBitMean.release": dict(value=[-1.0, 0.5]),
    "OneBitMean.standard_error": dict(value=[-1.0, 0.5]),
    "ShuffledResponse": SHUFFLED,
    "amplification_bound": dict(form="clones", local_epsilon=1.0),
    "as_randomized_response": dict(zero=[0.5, 0.5], one=[0.375, 0.625]),
    "binomial_blanket": SHUFFLED,
    "blanket_epsilon": SHUFFLED,
    "mean_variance": dict(form="one_bit", value=0.5),
    "prefix_search": dict(counts=[0, 9, 3, 0], step=1, keep=2),
    "walsh_hadamard": dict(values=[1.0, 2.0]),
}

MADE = {
    "PrefixLevel": lambda: prefix_search([0, 9, 3, 0], epsilon=1.0, step=1, keep=2, rng=np.random.default_rng(0))[0]
}
