"""What a learner returns on average over all samples of one size, by going through all of them."""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import factorial

import numpy as np


@dataclass(frozen=True)
class ExactErrors:
    """The probability of each concept, its error, and the two expected errors of what is returned."""

    distribution: np.ndarray
    concept_errors: np.ndarray
    population: float
    empirical: float

    def failure(self, alpha):
        """The probability that the error exceeds the best concept's by more than α."""
        return float(self.distribution[self.concept_errors > alpha + self.concept_errors.min() + 1e-12].sum())


def exact_errors(concepts, learner, weights, target, n):
    """As a learner returns it whose `distribution` takes the errors of all concepts."""
    yes = concepts.label(target, concepts.instances) if np.ndim(target) == 0 else np.asarray(target)
    label, where = np.nonzero(np.stack([weights * (1 - yes), weights * yes]))
    mass = np.where(label, (weights * yes)[where], (weights * (1 - yes))[where])
    samples = combinations_with_replacement(range(len(where)), n)
    found = np.array([np.bincount(sample, minlength=len(where)) for sample in samples])
    ways = np.array([factorial(n) / np.prod([float(factorial(k)) for k in row]) for row in found.tolist()])
    chance = ways * np.prod(mass**found, axis=1)
    errors = found @ (concepts.labels(where + concepts.first) != label.astype(bool)).T
    distributions = learner.distribution(errors)
    returned, population = chance @ distributions, concepts.population_errors(weights, target)
    return ExactErrors(returned, population, float(returned @ population), chance @ (distributions * errors).sum(1) / n)
