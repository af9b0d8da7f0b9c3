"""How often successive halving loses the best arm: simulated for any arms, exact where the others are all alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.stats import Floats, log_binomial, wilson
from dpviz.tuning.halving import as_means, best_half, round_count, schedule


@dataclass(frozen=True)
class FailureRates:
    """Share of runs that lost the best arm, one entry a budget.

    Attributes
    ----------
    budgets : ndarray of int, shape (B,)
    failures : ndarray of int, shape (B,)
        Runs that ended with another arm.
    runs : int
    """

    budgets: NDArray[np.int64]
    failures: NDArray[np.int64]
    runs: int

    @property
    def rate(self) -> Floats:
        """Share of the runs, shape (B,)."""
        return self.failures / self.runs

    def band(self, spread: float = 1.96) -> tuple[Floats, Floats]:
        """Where the true probability lies, by Wilson's interval: (low, high), not 0 and 0 when no run failed.

        `spread`, > 0, is in standard errors to each side: 95 % confidence unless asked otherwise.
        """
        return wilson(self.failures, self.runs, spread=check.positive("spread", spread))


def failure_rates(means: ArrayLike, budgets: ArrayLike, *, runs: int, rng: np.random.Generator) -> FailureRates:
    """Run successive halving many times on arms that pay 0 or 1, all runs at once (SH-1).

    `means` are probabilities, n >= 2 with one best arm; each of `budgets` is at least n × ceil(log2 n). An arm's
    rewards of one round are added up in one draw from the binomial distribution.

    Examples
    --------
    >>> found = failure_rates([0.9, 0.1], [20], runs=1000, rng=np.random.default_rng(0))
    >>> bool(found.rate[0] < 0.01)
    True
    """
    values, rng = as_means(means), check.generator(rng)
    runs = check.entries("runs", runs, each=values.size)
    wanted = np.atleast_1d(check.counts("budgets", budgets)).astype(np.int64)
    if wanted.ndim != 1:
        raise ValueError(f"budgets must have shape (B,); got {wanted.shape}")
    best = np.flatnonzero(values == values.max())
    if best.size > 1:
        raise ValueError(f"means must have one best arm; got {best.size} of {values.max():g}")
    if wanted.min() < (least := values.size * round_count(values.size)):
        raise ValueError(f"budgets must be at least {least}, a pull of each arm a round; got {wanted.min()}")
    failures = [_failures(values, int(best[0]), budget.item(), runs, rng) for budget in wanted]
    return FailureRates(wanted, np.array(failures, dtype=np.int64), runs)


def _failures(values: Floats, best: int, budget: int, runs: int, rng: np.random.Generator) -> int:
    left = np.broadcast_to(np.arange(values.size), (runs, values.size))
    for size, pulls in schedule(values.size, budget):
        wins = rng.binomial(pulls, values[left])
        left = np.take_along_axis(left, best_half(wins, (size + 1) // 2, rng), axis=1)
        # A run without the best arm has failed already.
        left = left[(left == best).any(axis=1)]
        if not len(left):
            break
    return runs - len(left)


def survivors(means: ArrayLike, budget: int, *, runs: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """The arm that is left in each of many runs, as for `failure_rates`; several arms may be best here (SH-1)."""
    values, rng = as_means(means), check.generator(rng)
    left = np.broadcast_to(np.arange(values.size), (check.entries("runs", runs, each=values.size), values.size))
    for size, pulls in schedule(values.size, budget):
        wins = rng.binomial(pulls, values[left])
        left = np.take_along_axis(left, best_half(wins, (size + 1) // 2, rng), axis=1)
    return left[:, 0].copy()


def needle_failure(best: float, others: float, arms: int, budget: int) -> float:
    """Exact probability of losing the best of n >= 2 arms when the others are all equally good (SH-1).

    0 <= others < best <= 1 are probabilities of a reward of 1, B >= n × ceil(log2 n). Rounds are independent, since
    samples are fresh and the others are alike. Let the best arm have c wins and a tie-break u. Each other arm is then
    ahead of it with probability ``q = Pr[more than c] + u Pr[c]``, and the best stays if at most ``keep - 1`` are. That
    is a polynomial in u, whose integral Gauss's rule gives exactly.

    Examples
    --------
    >>> round(needle_failure(1.0, 0.5, 2, 2), 6)
    0.25
    """
    high, low = (check.number(name, value) for name, value in (("best", best), ("others", others)))
    if not 0 <= low < high <= 1:
        raise ValueError(f"others and best must satisfy 0 <= others < best <= 1; got {others!r} and {best!r}")
    budget = check.entries("budget", budget)
    stays = 1.0
    lost = 0.0
    for size, pulls in schedule(arms, budget):
        out = _lost(high, low, size, pulls)
        # Added round by round, so that a tiny probability is not lost beside 1.
        lost += stays * out
        stays *= 1 - out
    return min(lost, 1.0)


def uniform_failure(means: ArrayLike, budget: int) -> float:
    """Exact probability of losing the best arm when every arm gets the same share of the pulls, and the best mean wins.

    Source: SH-4. `means` are probabilities, n >= 2 with one best arm; each is pulled floor(B / n) times, B >= n. Given
    the best arm's wins c and its tie-break u, the others are independent, and each is ahead with probability ``Pr[more
    than c] + u Pr[c]``: a polynomial in u, whose integral Gauss's rule gives exactly.

    Examples
    --------
    >>> round(uniform_failure([1.0, 0.5], 2), 6)
    0.25
    """
    values = np.sort(as_means(means))[::-1]
    if values[0] == values[1]:
        raise ValueError(f"means must have one best arm; got two of {values[0]:g}")
    pulls = check.entries("budget", budget) // values.size
    if not pulls:
        raise ValueError(f"budget must be at least {values.size}, a pull of each arm; got {budget}")
    wins = np.arange(pulls + 1)
    mine = log_binomial(wins, pulls, float(values[0]))
    nodes, weights = np.polynomial.legendre.leggauss(values.size // 2 + 1)
    others = list(zip(*np.unique(values[1:], return_counts=True), strict=True))
    drawn = [np.exp(log_binomial(wins, pulls, float(other))) for other, _ in others]
    above = [np.concatenate([np.cumsum(theirs[::-1])[::-1][1:], [0.0]]) for theirs in drawn]

    def somebody(rows: NDArray[np.bool_], share: Floats) -> Floats:
        """The chance that any other arm is ahead, by rows of wins and shares of the ties."""
        kept = np.zeros((int(rows.sum()), share.size))
        with np.errstate(divide="ignore"):
            for (_, many), less, tie in zip(others, above, drawn, strict=True):
                kept += many * np.log1p(-np.clip(less[rows, None] + tie[rows, None] * share, 0.0, 1.0))
        return np.asarray(-np.expm1(kept))

    matter = _that_matter(mine, lambda rows: somebody(rows, np.ones(1))[:, 0])
    return float(np.clip(np.exp(mine[matter]) @ (somebody(matter, (nodes + 1) / 2) @ weights) / 2, 0.0, 1.0))


@lru_cache(maxsize=4096)
def _lost(best: float, others: float, size: int, pulls: int) -> float:
    """Probability that the best of `size` arms is dropped in a round."""
    wins = np.arange(pulls + 1)
    mine, theirs = log_binomial(wins, pulls, best), np.exp(log_binomial(wins, pulls, others))
    ahead = np.concatenate([np.cumsum(theirs[::-1])[::-1][1:], [0.0]])
    keep = (size + 1) // 2
    matter = _that_matter(
        mine, lambda rows: _half_or_more(keep, size - 1, np.clip(ahead[rows] + theirs[rows], 0.0, 1.0))
    )
    nodes, weights = np.polynomial.legendre.leggauss(size // 2 + 1)
    q = np.clip(ahead[matter, None] + theirs[matter, None] * (nodes + 1) / 2, 0.0, 1.0)
    # Dropped: at least `keep` of the others are ahead.
    dropped = _half_or_more(keep, size - 1, q)
    return float(np.exp(mine[matter]) @ (dropped @ weights) / 2)


def _that_matter(mine: Floats, most: Callable[[NDArray[np.bool_]], Floats]) -> NDArray[np.bool_]:
    """Which numbers of wins, of such log-probabilities, matter for a loss of at most so much at each."""
    possible = mine > -700.0
    with np.errstate(divide="ignore"):
        logs = mine[possible] + np.log(most(possible))
    possible[possible] = logs > logs.max() - 60.0
    return possible


def _half_or_more(least: int, trials: int, q: Floats) -> Floats:
    """P(at least so many successes), for half of the trials or more; each term is a multiple of the one before.

    Above q = 1/2 the failures are counted: so the first term is the largest, and no float is too small for it alone.
    """
    many = q > 0.5
    p = np.where(many, 1.0 - q, q)
    count = np.where(many, trials - least + 1.0, float(least))
    term = np.exp(log_binomial(count, trials, p))
    total, odds = term.copy(), p / (1.0 - p)
    while (term > 1e-18 * total).any():
        term = term * ((trials - count) / (count + 1.0)) * odds
        count += 1.0
        total += term
    return np.where(many, 1.0 - total, total)
