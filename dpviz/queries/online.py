"""Multiplicative weights online: queries come one by one, and only those that teach something are paid for (SVT-6)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.mechanisms import Scales, sparse_scales
from dpviz.queries._weights import Weights
from dpviz.queries.base import Floats, Queries
from dpviz.queries.budget import MODES, Mode, learning_rate, mistake_bound
from dpviz.queries.private import queries

MOST_PAID = 1_000_000


@dataclass(frozen=True, eq=False, kw_only=True)
class OnlineRun:
    """What happened to each of m queries. What is published is `answer` and `paid`, and with them `estimate`.

    Attributes
    ----------
    query, answer : ndarray of shape (m,)
        Indices into the workload, as they came, and what was answered: of the estimate, or measured with Laplace noise.
    paid : ndarray of bool, shape (m,)
        Whether the estimate was said to be off by more than 2α, and the data was asked.
    compared : ndarray of bool, shape (m,)
        Whether the estimate was compared with the data at all: no longer after c paid answers.
    gap, error : ndarray of shape (m,)
        The absolute errors of the estimate when the query came, and of `answer`; for the reader of a lesson.
    kl : ndarray of shape (m + 1,)
        KL(p || estimate) in nats before the first query and after each; for the reader of a lesson.
    estimate : ndarray of shape (|U|,)
        The last state.
    count : int
        c, how many answers could be paid for.
    eta : float
        Learning rate η.
    scales : Scales
        Of the noise on threshold, comparisons and answers, as fractions of n.
    """

    query: NDArray[np.int64]
    answer: Floats
    paid: NDArray[np.bool_]
    compared: NDArray[np.bool_]
    gap: Floats
    error: Floats
    kl: Floats
    estimate: Floats
    count: int
    eta: float
    scales: Scales


def online_multiplicative_weights(
    histogram: ArrayLike,
    workload: Queries,
    n: int,
    stream: ArrayLike,
    rng: np.random.Generator,
    *,
    epsilon: float,
    alpha: float,
    mode: Mode = "standard",
    count: int | None = None,
) -> OnlineRun:
    """Answer a stream of queries, ε-privately under ``"replace"``: from the estimate where it is good enough.

    Whether it is off by more than 2α is asked by the sparse vector technique. If not, the answer is the estimate's and
    free. If it is, the data is asked, and the estimate learns. After c such answers all are the estimate's. Source:
    SVT-6, PMW-3, PMW-5.

    Parameters
    ----------
    histogram, workload, n
        As in `PrivateMultiplicativeWeights.run`.
    stream : array_like of int, shape (m,)
        Which query comes when, indices into the workload; m >= 1.
    rng : numpy.random.Generator
        Equal generators draw the same noise, up to its scale.
    epsilon : float
        ε in nats of the whole run, finite and > 0.
    alpha : float
        α in (0, 1). As long as the noises on threshold and comparisons never differ by more than α, and no paid
        answer's noise is above α, free answers are within 3α and paid ones within α.
    mode : {"standard", "optimal"}
        Learning rate, as in `learning_rate`.
    count : int, optional
        c >= 1; without it the `mistake_bound`: as long as noise is as small as that, so many suffice.

    Examples
    --------
    >>> from dpviz.queries import Marginals
    >>> histogram = np.zeros(16, dtype=int)
    >>> histogram[[3, 12]] = 40_000, 10_000
    >>> run = online_multiplicative_weights(histogram, Marginals(bits=4, order=2), 50_000, [0, 1, 2, 0, 1, 2],
    ...     np.random.default_rng(1), epsilon=1.0, alpha=0.1, mode="optimal", count=10)
    >>> run.paid.tolist()
    [True, True, True, True, False, False]
    """
    truth = queries(workload).distribution(histogram, n)
    asked = check.integers("stream", stream, least=0, most=workload.num_queries - 1)
    if asked.ndim != 1:
        raise ValueError(f"stream must have shape (m,), one index a query; got {asked.shape}")
    check.generator(rng)
    level, mode = check.fraction("alpha", alpha), check.one_of("mode", mode, MODES)
    if count is None:
        most = mistake_bound(workload.size, level, mode)
        if not most <= MOST_PAID:
            raise ValueError(f"alpha must allow at most {MOST_PAID} mistakes; got {alpha!r}, which allows {most:.3g}")
    times = max(1, math.ceil(most)) if count is None else check.count("count", count)
    eta = float(learning_rate(level, mode))
    scales = sparse_scales(
        check.positive("epsilon", epsilon),
        count=times,
        sensitivity=1.0 / n,  # of an answer, and so of the estimate's absolute error
        numeric_share=0.5,
    )
    exact = workload._answers(truth)
    noise = rng.laplace(size=(2, asked.size + 1))
    bar = 2.0 * level + scales.threshold * noise[0, 0]
    weights, paid_for = Weights(workload.size), 0
    some = truth[truth > 0]
    divergence = math.log(workload.size) + float(some @ np.log(some))
    answer, gap = np.empty(asked.size), np.empty(asked.size)
    paid, compared = np.zeros(asked.size, dtype=bool), np.zeros(asked.size, dtype=bool)
    kl = [divergence]
    guesses = workload._answers(weights.array)
    for t, query in enumerate(asked.tolist()):
        guess, right = float(guesses[query]), float(exact[query])
        answer[t], gap[t] = guess, abs(guess - right)
        compared[t] = paid_for < times
        paid[t] = compared[t] and gap[t] + scales.queries * noise[0, t + 1] >= bar
        if paid[t]:
            paid_for += 1
            answer[t] = right + scales.answers * noise[1, t + 1]
            exponent = -eta if guess > answer[t] else eta
            grown = weights.tilt_query(workload, query, exponent, guess if workload.binary else None)
            divergence -= exponent * right - grown
            guesses = workload._answers(weights.array) / weights.total
        kl.append(divergence)
    return OnlineRun(
        query=asked,
        answer=answer,
        paid=paid,
        compared=compared,
        gap=gap,
        error=np.abs(answer - exact[asked]),
        kl=np.array(kl),
        estimate=weights.normalise(),
        count=times,
        eta=eta,
        scales=scales,
    )
