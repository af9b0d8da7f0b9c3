"""Moving a privacy guarantee from one neighbouring relation, or one way of writing it, to another."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check


def convert_relation(epsilon: ArrayLike, delta: ArrayLike = 0.0, *, source: str, target: str) -> tuple[Any, Any]:
    """Carry an (ε, δ) guarantee from one neighbouring relation to another (DP-8).

    Replacing a record is deleting one and adding one, so a guarantee for ``"add_remove"`` gives
    (2ε, (1 + e^ε) δ) for ``"replace"``. Nothing follows in the other direction: under ``"replace"`` the
    number of records is public, and a mechanism may print it.

    Parameters
    ----------
    epsilon, delta : array_like
        Under `source`: ε in nats, finite and > 0, and δ in [0, 1), by default 0; they broadcast.
    source, target : {"replace", "add_remove"}
        The relation the guarantee holds for, and the one it is wanted for.

    Returns
    -------
    tuple of float or of ndarray
        (ε, δ) under `target`. The δ may come out above 1; such a guarantee says nothing.

    Examples
    --------
    >>> convert_relation(0.3, source="add_remove", target="replace")
    (0.6, 0.0)
    """
    each, slack = check.positives("epsilon", epsilon), check.slacks("delta", delta)
    check.one_of("source", source, check.RELATIONS)
    check.one_of("target", target, check.RELATIONS)
    check.broadcast(epsilon=each, delta=slack)
    if source == target:
        return check.plain(each), check.plain(slack)
    if source == "replace":
        raise ValueError(
            "target must be 'replace' when source is 'replace'; got 'add_remove': a guarantee for replacing a "
            "record says nothing about adding or removing one, since the number of records may be published"
        )
    with np.errstate(over="ignore", invalid="ignore"):
        doubled = (1.0 + np.exp(each)) * slack
    return check.plain(2.0 * each), check.plain(np.where(slack == 0, 0.0, doubled))


def from_ratio_form(s: float) -> float:
    """Turn the older ratio form of the definition, ``p <= (1 + s) q``, into ε = ln(1 + s).

    Some texts write the definition with a factor 1 + s instead of e^ε. The two say the same with
    ε = ln(1 + s), which is a little less than s. dpviz uses e^ε everywhere. Source: DP-1.

    Parameters
    ----------
    s : float
        The excess over 1 of the printed ratio, finite and > 0.

    Returns
    -------
    float
        ε in nats.

    Examples
    --------
    >>> round(from_ratio_form(0.1), 10)
    0.0953101798
    """
    return math.log1p(check.positive("s", s))
