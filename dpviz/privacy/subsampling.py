"""A mechanism run on a random sample of the people is more private than on all of them.

Four statements, and which guarantee each needs of the mechanism that runs on the sample:

=====================  ==============  ============================
sampling               result holds    mechanism is (ε, δ)-private
=====================  ==============  ============================
Poisson                add_remove      under add_remove
Poisson                replace         under both
without replacement    replace         under replace
without replacement    add_remove      under replace
=====================  ==============  ============================

The last is no misprint: samples of a fixed size differ by a replaced record, whatever happened to the data.
"""

from __future__ import annotations

import math
from typing import Literal

from dpviz._numeric import check
from dpviz.privacy.relation import convert_relation

SCHEMES = ("poisson", "without_replacement")
SOURCES = (*check.RELATIONS, "both")


def amplify_by_sampling(
    epsilon: float,
    delta: float = 0.0,
    *,
    rate: float,
    scheme: Literal["poisson", "without_replacement"],
    source: Literal["replace", "add_remove", "both"],
    target: str,
) -> tuple[float, float]:
    """What an (ε, δ)-private mechanism guarantees when it is run on a random sample nobody sees.

    ``(ln(1 + q (e^ε - 1)), q δ)`` with sampling rate q, where the statement applies. Source: DP-6 (support), CONV-2.
    The tight statement for a sample shared by both data sets with probability 1 - q is by joint convexity. Where the
    mechanism is private under ``"add_remove"`` only, a statement that needs more is reached through `convert_relation`:
    for Poisson after the sampling, without replacement before it.

    Parameters
    ----------
    epsilon, delta : float
        Of the mechanism on the sample it is given: ε in nats, finite and > 0, and δ in [0, 1), by default 0.
    rate : float
        q in (0, 1]. ``"poisson"``: everybody is in the sample with probability q, independently.
        ``"without_replacement"``: m/n, for m of n people, m public and every m equally probable; between n and n - 1
        people take the n of the larger.
    scheme : {"poisson", "without_replacement"}
        How the sample is drawn.
    source : {"replace", "add_remove", "both"}
        The relation(s) under which the mechanism is (ε, δ)-private.
    target : {"replace", "add_remove"}
        The relation for which the guarantee of the whole is wanted.

    Returns
    -------
    tuple of float
        (ε, δ) of sampling and mechanism together, under `target`.

    Examples
    --------
    >>> e, d = amplify_by_sampling(
    ...     1.0, 1e-5, rate=0.1, scheme="poisson", source="add_remove", target="add_remove"
    ... )
    >>> round(e, 6), d
    (0.158565, 1.0000000000000002e-06)
    """
    epsilon, delta = check.positive("epsilon", epsilon), check.slack("delta", delta)
    rate = check.positive("rate", rate)
    if rate > 1:
        raise ValueError(f"rate must be a number in (0, 1]; got {rate!r}")
    check.one_of("scheme", scheme, SCHEMES)
    check.one_of("source", source, SOURCES)
    check.one_of("target", target, check.RELATIONS)
    if scheme == "poisson":
        if source == "replace":
            raise ValueError(
                'source must be "add_remove" or "both" with scheme="poisson"; got "replace": Poisson samples differ '
                "in size, and a mechanism private for replaced records may tell the size"
            )
        amplified = _amplified(epsilon, delta, rate)
        if target == "replace" and source == "add_remove":
            return convert_relation(*amplified, source="add_remove", target="replace")
        return amplified
    if source == "add_remove":
        epsilon, delta = convert_relation(epsilon, delta, source="add_remove", target="replace")
    return _amplified(epsilon, delta, rate)


def _amplified(epsilon: float, delta: float, rate: float) -> tuple[float, float]:
    if rate == 1.0:
        return epsilon, delta
    if epsilon > 700.0:
        # ln(1 + q (e^ε - 1)) = ε + ln(q + (1 - q) e^-ε): nothing overflows, and no q is so small that this cancels.
        return epsilon + math.log(rate + (1.0 - rate) * math.exp(-epsilon)), rate * delta
    return math.log1p(rate * math.expm1(epsilon)), rate * delta
