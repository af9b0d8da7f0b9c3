"""What the theorems promise of the two methods: enough records for an excess loss, and the gap of one run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import counts, fractions, plain, positives

Number = float | NDArray[np.float64]
Method = Literal["output", "objective"]
Form = Literal["printed", "proved"]
METHODS = ("output", "objective")


@dataclass(frozen=True, eq=False, kw_only=True)
class LearningSize:
    """The terms of a learning guarantee; the number of records must be above the largest, times a constant C.

    Parameters
    ----------
    sampling : float or ndarray
        ``||w0||² / g²``: the price of not knowing the distribution. Paid without privacy too.
    privacy : float or ndarray
        ``||w0|| max(d, ||w0||) / (g ε)``: the price of privacy.
    answer : float or ndarray
        ``||w0||² d / (g^{3/2} ε)``: what output perturbation costs besides; 0 for objective perturbation.
    largest : float or ndarray
        The largest of them.
    """

    sampling: Number
    privacy: Number
    answer: Number
    largest: Number


def learning_size(
    norm: ArrayLike, excess: ArrayLike, epsilon: ArrayLike, dim: ArrayLike, *, method: Method = "objective"
) -> LearningSize:
    """How many records suffice, up to a constant factor C that the theorem does not name (LR-8).

    For independent records, a suitable λ of order g / ||w0||², and with constant probability. For g <= 1 output
    perturbation never has the better bound. ||w0|| in the second term is not printed in the source: with that λ it is
    what leaves objective perturbation half of its ε.

    Parameters
    ----------
    norm : array_like
        ||w0||, the reference's length, finite and > 0. Below 1 its loss is at least ln(1 + 1/e) = 0.313 anyway.
    excess : array_like
        g, how far above the reference's expected loss the output's may be, finite and > 0.
    epsilon, dim : array_like
        ε in nats, finite and > 0, and d >= 1; all arguments broadcast.
    method : {"objective", "output"}
        Theorem 4 or Theorem 5.

    Examples
    --------
    >>> size = learning_size(2.0, 0.04, 0.1, 10, method="output")
    >>> round(size.sampling), round(size.privacy), round(size.answer)
    (2500, 5000, 50000)
    """
    length, gap = positives("norm", norm), positives("excess", excess)
    eps, d = positives("epsilon", epsilon), counts("dim", dim)
    check.one_of("method", method, METHODS)
    with np.errstate(over="ignore"):
        sampling = (length / gap) ** 2
        privacy = length * np.maximum(d, length) / (gap * eps)
        answer = length**2 * d / (gap**1.5 * eps) if method == "output" else np.zeros_like(privacy)
    terms = np.broadcast_arrays(sampling, privacy, answer)
    return LearningSize(
        sampling=plain(terms[0].copy()),
        privacy=plain(terms[1].copy()),
        answer=plain(terms[2].copy()),
        largest=plain(check.held("the number of records", np.max(terms, axis=0))),
    )


def gap_bound(
    n: ArrayLike,
    epsilon: ArrayLike,
    regularization: ArrayLike,
    dim: ArrayLike,
    beta: ArrayLike,
    *,
    method: Method = "objective",
    form: Form = "printed",
) -> Number:
    """How far above the least J the output's J may be, but for a chance of β.

    Source: LR-9, for the logistic loss. In nats, as J is; all arguments broadcast. For a method with Δ > 0 the lemma
    does not speak.

    Parameters
    ----------
    n, dim : array_like of int
        Numbers of records and features, >= 1.
    epsilon, regularization, beta : array_like
        ε' that the noise is made for, in nats, and λ, finite and > 0; β in (0, 1).
    method : {"objective", "output"}
        ``2 d² (1 + λ) ln²(d/β) / (λ n ε)²`` for output perturbation, ``8 d² ln²(d/β) / (λ n² ε²)`` for objective.
    form : {"printed", "proved"}
        ``"proved"`` has the constants that the proof gives: ``2 (λ + 1/4)`` in place of ``2 (1 + λ)``, and 2 in place
        of 8.

    Examples
    --------
    >>> round(gap_bound(10_000, 0.1, 0.01, 10, 0.05, method="output"), 1)
    56.7
    >>> round(gap_bound(10_000, 0.1, 0.01, 10, 0.05), 3)
    2.246
    """
    size, d = counts("n", n), counts("dim", dim)
    eps, strength = positives("epsilon", epsilon), positives("regularization", regularization)
    reach = d * np.log(d / fractions("beta", beta)) / (size * eps)
    check.one_of("method", method, METHODS)
    proved = check.one_of("form", form, ("printed", "proved")) == "proved"
    with np.errstate(over="ignore"):
        if method == "output":
            found = 2.0 * (strength + (0.25 if proved else 1.0)) * (reach / strength) ** 2
        else:
            found = (2.0 if proved else 8.0) * reach**2 / strength
    return plain(np.asarray(check.held("the bound", found)))
