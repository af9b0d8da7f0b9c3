"""How many records a private learner needs: every form of the bound, what each gives away, and which term rules.

The classes are finite and the bounds know of a class only its size |C|, so it may be a whole number of any length:
2**60 concepts need not be listed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import counts, fractions, plain, positives
from dpviz._numeric.sizes import whole_size

Floats = NDArray[np.float64]

# More than the last digits lost on the way from n to α and back: n's α asks for n records, and not for n + 1.
UP = 1 + 1e-15

FORMS = ("generic", "agnostic", "realizable", "published", "printed", "laplace")


@dataclass(frozen=True)
class SizeTerms:
    """The two demands on n of one form of the bound, before they are rounded up.

    Attributes
    ----------
    form : str
    privacy : float or ndarray
        What the private choice asks for: it falls as ε grows.
    sampling : float or ndarray
        What it takes for the sample to speak for the distribution; 0 for ``"realizable"``, whose one term does both.
    """

    form: str
    privacy: Any
    sampling: Any

    @property
    def size(self) -> Any:
        """The bound: the larger demand, rounded up; an int, or an array of int64."""
        large = "epsilon * alpha / size" if self.form == "laplace" else "epsilon * alpha"
        return whole_size(np.maximum(self.privacy, self.sampling), large=large)

    @property
    def rules(self) -> Any:
        """Which demand is the larger: ``"privacy"`` or ``"sampling"``; a str, or an array of them."""
        return plain(np.where(np.asarray(self.privacy) >= np.asarray(self.sampling), "privacy", "sampling"))


def private_pac_terms(
    size: ArrayLike, alpha: ArrayLike, beta: ArrayLike, epsilon: ArrayLike, *, form: str = "generic"
) -> SizeTerms:
    """Return both demands on n of a private learner of a finite class, so that one sees which one rules.

    Source: PP-3, PP-4, PP-5, EXP-5. The arguments broadcast. In ``"generic"`` and ``"laplace"`` half of α is left to
    each demand, and half of β.

    Parameters
    ----------
    size : array_like of int
        Number of concepts |C|, >= 1; Python ints may be of any length.
    alpha, beta : array_like
        Error accepted, and failure probability, over sample and coins; in (0, 1).
    epsilon : array_like
        ε in nats, finite and > 0; one record replaced.
    form : {"generic", "agnostic", "realizable", "published", "printed", "laplace"}
        - ``"generic"``: the exponential mechanism on realisable data (PP-3),
          ``max{4 ln(2|C|/β)/(εα), 2 ln(2|C|/β)/α²}``.
        - ``"agnostic"``: the same learner when no concept is perfect (PP-3), error at most α above the best,
          ``max{4 ln(2|C|/β)/(εα), 8 ln(4|C|/β)/α²}``.
        - ``"realizable"``: the same learner on realisable data, argued directly (PP-5),
          ``ln(|C|/β)/(α(1 - e^{-ε/2}))``.
        - ``"published"``: an order of growth, here with constant 1 (PP-4), ``ln(|C|/β) max{1/(εα), 1/α²}``.
        - ``"printed"``: the same as sometimes printed (PP-4), ``ln(|C|/β) max{1/(εα), 1/ε²}``. Too small for agnostic
          learning when α is far below ε.
        - ``"laplace"``: Laplace noise on all |C| errors (EXP-5), ``max{4|C| ln(2|C|/β)/(εα), 2 ln(2|C|/β)/α²}``.

    Examples
    --------
    >>> terms = private_pac_terms(17, 0.1, 0.05, [0.1, 1.0])
    >>> terms.size.tolist(), terms.rules.tolist()
    ([2609, 1305], ['privacy', 'sampling'])
    """
    form = check.one_of("form", form, FORMS)
    logs = log_size(size)
    accuracy, failure, eps = fractions("alpha", alpha), fractions("beta", beta), positives("epsilon", epsilon)
    whole = logs - np.log(failure)
    halved = whole + math.log(2.0)
    # A demand that no float holds is infinite.
    with np.errstate(over="ignore", divide="ignore"):
        if form == "realizable":
            privacy = whole / (accuracy * -np.expm1(-eps / 2))
            sampling = np.zeros_like(privacy)
        elif form in ("published", "printed"):
            privacy = whole / (eps * accuracy)
            sampling = whole / np.square(accuracy if form == "published" else eps)
        else:
            concepts = np.exp(logs) if form == "laplace" else 1.0
            privacy = 4 * concepts * halved / (eps * accuracy)
            agnostic = form == "agnostic"
            sampling = (8 * (halved + math.log(2.0)) if agnostic else 2 * halved) / np.square(accuracy)
    both = np.broadcast_arrays(privacy, sampling)
    return SizeTerms(form, plain(both[0].copy()), plain(both[1].copy()))


def private_pac_size(
    size: ArrayLike, alpha: ArrayLike, beta: ArrayLike, epsilon: ArrayLike, *, form: str = "generic"
) -> Any:
    """Return how many records suffice for a private learner of a finite class (PP-3, PP-4, PP-5, EXP-5).

    The least whole n that the bound accepts; arguments and shape as in `private_pac_terms`. For ``"published"`` and
    ``"printed"`` an order of growth with constant 1, no guarantee.

    Examples
    --------
    >>> private_pac_size(17, 0.1, 0.05, 1.0), private_pac_size(17, 0.1, 0.05, 1.0, form="realizable")
    (1305, 149)
    >>> private_pac_size(2**60, 0.1, 0.05, 0.5, form="realizable")
    2016
    """
    return private_pac_terms(size, alpha, beta, epsilon, form=form).size


def private_failure_bound(n: ArrayLike, size: ArrayLike, alpha: ArrayLike, epsilon: ArrayLike) -> Any:
    """Bound the probability that the exponential learner errs by more than α on realisable data (PP-5).

    ``|C| (1 - α(1 - e^{-ε/2}))^n``, n >= 1, not cut at 1; infinite where it is too large for a float. The others as in
    `private_pac_terms`.

    Examples
    --------
    >>> round(private_failure_bound(149, 17, 0.1, 1.0), 4)
    0.0429
    """
    missed = fractions("alpha", alpha) * np.expm1(-positives("epsilon", epsilon) / 2)
    with np.errstate(over="ignore"):
        return plain(np.asarray(np.exp(log_size(size) + counts("n", n) * np.log1p(missed))))


def guaranteed_error(
    n: ArrayLike, size: ArrayLike, beta: ArrayLike, epsilon: ArrayLike, *, form: str = "realizable"
) -> Any:
    """Return the error that a sample of n guarantees: the least α whose sample size is at most n.

    Source: PP-3, PP-5 and EXP-5, solved for α. With probability at least 1 - β the error is at most this (with
    ``"agnostic"``, its excess over the best concept's); not cut at 1, and infinite where it is too large for a float.
    n >= 1, the others as in `private_pac_terms`, but for the forms ``"published"`` and ``"printed"``.

    Examples
    --------
    >>> guaranteed_error(2609, 17, 0.05, 0.1, form="generic") <= 0.1
    True
    """
    form = check.one_of("form", form, ("realizable", "generic", "agnostic", "laplace"))
    logs, people = log_size(size), counts("n", n)
    failure, eps = fractions("beta", beta), positives("epsilon", epsilon)
    whole = logs - np.log(failure)
    if form == "realizable":
        return plain(np.asarray(whole / (people * -np.expm1(-eps / 2)) * UP))
    halved = whole + math.log(2.0)
    with np.errstate(over="ignore"):
        privacy = 4 * (np.exp(logs) if form == "laplace" else 1.0) * halved / (eps * people)
    spread = 8 * (halved + math.log(2.0)) if form == "agnostic" else 2 * halved
    return plain(np.asarray(np.maximum(privacy, np.sqrt(spread / people)) * UP))


def log_size(size: Any) -> Floats:
    """Ln |C|, element by element: a class of 2^100 concepts has a logarithm, though no float64 is exact for it."""
    array = np.asarray(size)
    if array.dtype == object:
        flat = [math.log(check.count("size", one, cap=None)) for one in array.ravel()]
        return np.array(flat, dtype=np.float64).reshape(array.shape)
    if array.dtype.kind == "f" and array.size and not np.isfinite(array).all():
        raise ValueError(f"size must be a whole number >= 1, of a finite class; got {size!r}")
    # Python ints from 2^63 on come as 64 bits without a sign, before they come as objects.
    return np.log(counts("size", array, cap=2**64))
