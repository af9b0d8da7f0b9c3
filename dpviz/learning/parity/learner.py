"""The private learner of parities, and its exact privacy loss."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain, positives
from dpviz.learning.parity._bits import Bits, constraints
from dpviz.learning.parity.distribution import distribution_of, profile
from dpviz.learning.parity.solution import Solution, solve

Numbers = float | NDArray[np.float64]


@dataclass(frozen=True)
class LossParts:
    """Exact worst-case privacy losses in nats; infinite where an outcome is possible in one world only.

    Attributes
    ----------
    hypotheses : float
        The largest loss of any parity as the outcome.
    fail : float
        The largest loss of the outcome FAIL.
    """

    hypotheses: float
    fail: float

    @property
    def total(self) -> float:
        """The larger of the two: the ε that holds, and no smaller one does."""
        return max(self.hypotheses, self.fail)


@dataclass(frozen=True, eq=False)
class Run:
    """One run of the private learner, with everything it did inside; only `output` is published.

    Attributes
    ----------
    stopped : bool
        Whether the coin ended the run.
    kept : ndarray of bool, shape (n,)
        The examples kept; none when the coin ended the run.
    solution : Solution or None
        All parities that fit the kept examples; None when the coin ended the run.
    output : ndarray of uint8, shape (d,), or None
        The parity published; None is FAIL.
    """

    stopped: bool
    kept: NDArray[np.bool_]
    solution: Solution | None
    output: Bits | None


def standard_keep(epsilon: ArrayLike) -> Numbers:
    """The keep-probability the learner was published with: ε/4, for ε in nats, in (0, 4) (PAR-4)."""
    eps = positives("epsilon", epsilon)
    if (eps >= 4).any():
        raise ValueError(f"epsilon must be in (0, 4) for the keep-probability ε/4; got {epsilon!r}")
    return plain(np.asarray(eps / 4))


def optimal_keep(epsilon: ArrayLike, *, neighbouring: str) -> Numbers:
    """The keep-probability at which the exact loss is ε > 0 itself, in nats (PAR-5 (d)).

    ``tanh(ε/2)`` when a record is replaced, ``1 - exp(-ε)`` when one is added or removed; it rounds to 1 beyond ε of
    about 36. It takes a coin of at least `least_coin`, else FAIL loses more.

    Examples
    --------
    >>> round(optimal_keep(1.0, neighbouring="replace"), 6), round(optimal_keep(1.0, neighbouring="add_remove"), 6)
    (0.462117, 0.632121)
    """
    eps = positives("epsilon", epsilon)
    replace = check.relation(neighbouring) == "replace"
    return plain(np.asarray(np.tanh(eps / 2) if replace else -np.expm1(-eps)))


def least_coin(keep: float, *, neighbouring: str) -> float:
    """The least chance to stop at once that makes FAIL lose no more than the hypotheses do (PAR-5 (e)).

    ``(1 - p) / (3 - p)`` when a record is replaced, ``(1 - p) / (2 - p)``, from the same inequality, when one is added
    or removed; p in (0, 1) is the keep-probability. Below 1/2: a fair coin is always enough.
    """
    p = check.fraction("keep", keep)
    return (1 - p) / ((3 if check.relation(neighbouring) == "replace" else 2) - p)


def exact_loss(
    keep: ArrayLike, coin: ArrayLike, *, neighbouring: str, drop: ArrayLike | None = None
) -> tuple[NDArray[np.float64], ...]:
    """Exact worst-case losses in closed form, for whole arrays at once (PAR-5, for every d >= 1 and n >= 1).

    For keep-probabilities p in [0, 1] and chances κ to stop at once, in [0, 1); `drop` is 1 - p, for a p so near 1 that
    a float of it has lost how near. Two arrays: the loss of the hypotheses, ``ln((1+p)/(1-p))`` when a record is
    replaced, ``-ln(1-p)`` when one is added or removed; and of FAIL, ``ln(1 + p(1-κ)/κ)``. In nats, infinite at p = 1
    and at κ = 0 (unless p = 0).
    """
    p, kappa = np.broadcast_arrays(check.shares("keep", keep), check.slacks("coin", coin))
    with np.errstate(divide="ignore", invalid="ignore"):
        lost = -np.log1p(-p) if drop is None else -np.log(check.shares("drop", drop))
        hypotheses = np.log1p(p) + lost if check.relation(neighbouring) == "replace" else lost
        # ln(1 + p(1-κ)/κ), without a quotient too large for a float.
        rare = kappa < p
        fail = np.where(
            rare, np.log(kappa + p * (1 - kappa)) - np.log(kappa), np.log1p(p * (1 - kappa) / np.where(rare, 1, kappa))
        )
        fail = np.where(p > 0, fail, 0.0)
    return hypotheses, fail


@dataclass(frozen=True)
@check.fields(epsilon=check.positive, coin=check.slack)
class PrivateParityLearner:
    """Learn a parity from a random part of the examples, and fail now and then on purpose (PAR-4, PAR-5).

    With probability `coin` it answers FAIL at once. Otherwise it keeps each example independently with probability
    `keep`, solves for all parities that fit those, and publishes one of them at random; FAIL if there is none.

    Parameters
    ----------
    epsilon : float
        What is promised, in nats, finite and > 0. Without `keep` it must be below 4.
    keep : float, optional
        The keep-probability, in [0, 1]; by default ε/4. A keep-probability given here may break the promise:
        `loss` says what holds.
    coin : float, default 1/2
        The chance to answer FAIL at once, in [0, 1). 0 is the learner without its coin, whose loss is infinite.

    Examples
    --------
    >>> learner = PrivateParityLearner(1.0)
    >>> learner.keep, round(learner.loss(neighbouring="replace").total, 8)
    (0.25, 0.51082562)
    >>> PrivateParityLearner(1.0, coin=0).loss(neighbouring="replace").fail
    inf
    """

    epsilon: float
    keep: float = field(default=None)  # type: ignore[assignment]
    coin: float = 0.5
    # 1 - keep, which a float of keep has lost where ε is large; None where it has not.
    _drop: float | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        keep = standard_keep(self.epsilon) if self.keep is None else check.share("keep", self.keep)
        object.__setattr__(self, "keep", keep)

    @classmethod
    def tight(cls, epsilon: float, *, neighbouring: str, coin: float = 0.5) -> PrivateParityLearner:
        """The learner that keeps as much as the promise allows: its exact loss is ε (PAR-5 (d), (e))."""
        learner = cls(epsilon, float(optimal_keep(epsilon, neighbouring=neighbouring)), coin)
        small = math.exp(-learner.epsilon)
        drop = 2.0 * small / (1.0 + small) if neighbouring == "replace" else small
        if drop < 2.0**-1022:
            raise ValueError(f"epsilon must leave e^-ε a number that a float can hold; got {epsilon!r}")
        if learner.keep > 0.5:
            object.__setattr__(learner, "_drop", drop)
        if learner.loss(neighbouring=neighbouring).fail > learner.epsilon * (1 + 1e-12):
            least = least_coin(learner.keep, neighbouring=neighbouring)
            raise ValueError(f"coin must be at least {least:.6g} for FAIL to lose no more than ε; got {coin!r}")
        return learner

    def loss(self, *, neighbouring: str) -> LossParts:
        """The exact worst-case loss in closed form, the same for every d >= 1 and n >= 1 (PAR-5)."""
        hypotheses, fail = exact_loss(self.keep, self.coin, neighbouring=neighbouring, drop=self._drop)
        return LossParts(float(hypotheses), float(fail))

    def run(self, X: ArrayLike, y: ArrayLike, rng: np.random.Generator) -> Run:
        """Run once, on n >= 0 bit vectors, shape (n, d), and their labels (PAR-4).

        The labels may be consistent or not: a private learner must take whatever comes.
        """
        rows, labels = constraints(X, y, names=("X", "y"))
        rng = check.generator(rng)
        # All draws are made, whatever the coin says, so that runs with one seed differ in their parameters only.
        coin, uniform = rng.random(), rng.random(len(rows))
        if coin < self.coin:
            return Run(True, np.zeros(len(rows), dtype=bool), None, None)
        # A uniform is a multiple of 2^-53: so one is left out at least as often as promised, never less.
        kept = uniform < self.keep if self._drop is None else 1.0 - 2.0**-53 - uniform >= self._drop
        found = solve(rows[kept], labels[kept])
        return Run(False, kept, found, found.draw(rng) if found.consistent else None)

    def distribution(self, X: ArrayLike, y: ArrayLike) -> NDArray[np.float64]:
        """The exact distribution of the output, (2**d + 1,), over everything that may be kept (PAR-4, CONV-4).

        First the parities, then FAIL; d is at most 10. Parity i has bit j of i as its coordinate j + 1: for d = 2 the
        order is 00, 10, 01, 11.

        Examples
        --------
        >>> PrivateParityLearner(1.0).distribution([[1, 0], [0, 1]], [1, 0]).round(7).tolist()
        [0.1171875, 0.1953125, 0.0703125, 0.1171875, 0.5]
        """
        return distribution_of(profile(X, y), self.keep, self.coin, drop=self._drop)
