"""A small auditor for the tests: a lower bound on ε from draws alone, right with a stated confidence.

Half of the draws choose an event, the other half count how often it happens in each world; Clopper and Pearson's
intervals turn the counts into a bound. A mechanism whose bound is above its ε does not keep its promise.
"""

import math
from itertools import combinations

import numpy as np


def _binomial_cdf(successes, trials, p):
    """P(at most `successes` of `trials`), summed from logarithms."""
    k = np.arange(successes + 1)
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, trials + 1)))])
    choose = logs[trials] - logs[k] - logs[trials - k]
    return min(1.0, float(np.exp(choose + k * math.log(p) + (trials - k) * math.log1p(-p)).sum()))


def clopper_pearson(successes, trials, miss):
    """Bounds on a probability; each is wrong with probability at most `miss`."""

    def solve(cut, goal):
        low, high = 0.0, 1.0
        for _ in range(40):
            middle = (low + high) / 2
            if _binomial_cdf(cut, trials, middle) > goal:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    lower = 0.0 if successes == 0 else solve(successes - 1, 1 - miss)
    upper = 1.0 if successes == trials else solve(successes, miss)
    return lower, upper


def _statistics(draws):
    columns = list(draws.T)
    yield from columns
    for one, other in combinations(columns, 2):
        yield one + other
        yield one - other
        yield np.minimum(one, other)
        yield np.maximum(one, other)


def epsilon_lower_bound(mechanism, here, there, *, trials=20_000, delta=0.0, miss=1e-6, seed=0):
    """ε is at least this, but for a chance of 2 `miss`; `mechanism(data, trials, rng)` gives (trials, d) draws."""
    rng = np.random.default_rng(seed)
    worlds = [
        np.asarray(mechanism(data, trials, rng), dtype=float).reshape(trials, -1) for data in (here, there)
    ]
    half = trials // 2
    best = (-math.inf, None)
    for index, (p, q) in enumerate(zip(*map(_statistics, worlds), strict=True)):
        for cut in np.quantile(np.concatenate([p[:half], q[:half]]), np.linspace(0.02, 0.98, 25)):
            for sign in (1, -1):
                hits = [np.count_nonzero(sign * world[:half] >= sign * cut) for world in (p, q)]
                for order in (1, -1):
                    top, bottom = hits[::order]
                    # Rare events look good by luck: take five standard errors off.
                    low = top - 5 * math.sqrt(top) - delta * half
                    high = bottom + 5 * math.sqrt(bottom) + 12
                    score = math.log(max(low, 1e-9) / high)
                    best = max(best, (score, (index, cut, sign, order)), key=lambda found: found[0])
    index, cut, sign, order = best[1]
    counted = []
    for world in worlds[::order]:
        values = list(_statistics(world))[index][half:]
        counted.append(np.count_nonzero(sign * values >= sign * cut))
    lower = clopper_pearson(counted[0], trials - half, miss)[0] - delta
    upper = clopper_pearson(counted[1], trials - half, miss)[1]
    return math.log(lower / upper) if lower > 0 else -math.inf
