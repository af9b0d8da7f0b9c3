"""The auditor: break a promise of privacy by watching, and say how sure one can be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz.privacy.auditing.certify import all_equal, certify, dependence
from dpviz.privacy.auditing.draws import WORLDS, check_trials, draw_pair
from dpviz.privacy.auditing.events import Event
from dpviz.privacy.auditing.outcomes import Layout
from dpviz.privacy.auditing.search import find_event
from dpviz.privacy.auditing.verdict import Audit

MOST_PAIRS = 1000


def audit(
    mechanism: Callable[..., Any],
    data: Any,
    neighbour: Any,
    *,
    epsilon: float,
    delta: float = 0.0,
    trials: int = 20_000,
    confidence: float = 0.99,
    rng: np.random.Generator,
    batch: bool = False,
    bits: bool = False,
    exceptions: str = "raise",
) -> Audit:
    """Attack a mechanism's privacy on two neighbouring data sets.

    Half of the draws look for an event that is much likelier on one of them; the other half count it. A mechanism that
    keeps its promise is accused with probability at most 1 - `confidence`. One that is not accused may be broken all
    the same: on another pair, or more rarely than the draws can show.

    Parameters
    ----------
    mechanism : callable
        ``mechanism(data, rng)`` returns one answer, of any type; arrays, containers, dataclasses, iterators (their
        first 1000 items) and text in JSON are looked into. Each call must be a fresh run. `rng` may be ignored.
    data, neighbour : object
        Two data sets that differ in one record. What the relation is, is the caller's to say and to keep.
    epsilon, delta : float
        What is claimed: ε in nats, finite and >= 0, and δ in [0, 1), by default 0.
    trials : int, default 20000
        Calls for each data set, at least 100.
    confidence : float, default 0.99
        In (0, 1).
    rng : numpy.random.Generator
        Each data set gets a generator of its own, spawned from it.
    batch : bool, default False
        ``mechanism(data, trials, rng)`` returns that many answers at once, as a list or along an array's first axis.
    bits : bool, default False
        Look also at the last bits of floating-point numbers. Every sampler that adds one float to another leaks there
        (CONV-7); without this, numbers are taken for real numbers, to nine digits. Numbers that fit in 32 bits have
        no more than that, and are looked at in any case.
    exceptions : {"raise", "outcome"}, default "raise"
        What is done if the mechanism raises: the audit ends with an error, or the exception's type and message are an
        answer like others. A batch that raises always ends it.

    Returns
    -------
    Audit
        `.lower_bound` on ε, `.violated`, `.event` in words, `.counts`, the pair, and more; `print` shows sentences.

    Raises
    ------
    MechanismError
        If the mechanism raises, unless that is an outcome; the message says in which trial and on which data set.

    Notes
    -----
    For an event with probabilities p and q, (ε, δ) promises p <= e^ε q + δ, so ε >= ln((p - δ) / q). Clopper and
    Pearson's bounds on p and q, each wrong with probability at most (1 - confidence) / 2, make it a certificate.
    One event is certified, in one direction: nothing is to be corrected for the many that were looked at.

    The counts are binomial only if the calls are independent. A mechanism that keeps noise from call to call is caught
    by its constant answers, and the result's `note` says so, as it does if the two data sets share their noise. Who
    keeps answers on purpose (the same answer to the same question costs nothing more) has to audit a mechanism that
    forgets them.
    Source: DP-1.

    Examples
    --------
    >>> import numpy as np
    >>> def too_little_noise(data, rng):
    ...     return sum(data) + rng.laplace(scale=0.5)
    >>> found = audit(too_little_noise, [1, 0, 1], [1, 0, 0], epsilon=1.0, rng=np.random.default_rng(0))
    >>> found.violated, found.lower_bound > 1.5
    (True, True)
    """
    return audit_pairs(
        mechanism,
        [(data, neighbour)],
        epsilon=epsilon,
        delta=delta,
        trials=trials,
        confidence=confidence,
        rng=rng,
        batch=batch,
        bits=bits,
        exceptions=exceptions,
    )


def audit_pairs(
    mechanism: Callable[..., Any],
    pairs: Iterable[tuple[Any, Any]],
    *,
    epsilon: float,
    delta: float = 0.0,
    trials: int = 20_000,
    confidence: float = 0.99,
    rng: np.random.Generator,
    batch: bool = False,
    bits: bool = False,
    exceptions: str = "raise",
) -> Audit:
    """Attack a mechanism's privacy on several pairs of neighbours (DP-1, DP-2).

    Each pair is searched with half of the draws. The best event of all is counted on its own pair alone, in the other
    half, drawn afterwards; so the confidence holds however many pairs there are.

    Parameters
    ----------
    mechanism : callable
        As for `audit`.
    pairs : iterable of (data, neighbour)
        At least one pair and at most 1000; a generator will do.
    epsilon, delta : float
        As for `audit`.
    trials : int, default 20000
        Every pair takes ``trials // 2`` calls a data set, the pair that is counted as many again.
    confidence : float, default 0.99
        In (0, 1), over all pairs.
    rng, batch, bits, exceptions : as for `audit`
        The generator, and how the mechanism is called and read.

    Returns
    -------
    Audit
        About the pair that looked worst; `.pair` is its number.

    Raises
    ------
    MechanismError
        As for `audit`.
    """
    check.function("mechanism", mechanism)
    epsilon, delta = check.nonnegative("epsilon", epsilon), check.slack("delta", delta)
    trials, confidence = check_trials(trials), check.fraction("confidence", confidence)
    check.generator(rng)
    batch, bits = check.flag("batch", batch), check.flag("bits", bits)
    exceptions = check.one_of("exceptions", exceptions, ("raise", "outcome"))
    listed = listed_pairs(pairs)
    half = trials // 2
    best: tuple[Event, Layout, int, str] | None = None
    for place, pair in enumerate(listed):
        outcomes = draw_pair(mechanism, pair, half, rng, batch=batch, exceptions=exceptions)
        event, layout, tables = find_event(outcomes, epsilon=epsilon, delta=delta, bits=bits)
        if best is None or event.rank() > best[0].rank():
            best = event, layout, place, dependence(tables)
    assert best is not None
    event, layout, place, note = best
    outcomes = draw_pair(mechanism, listed[place], trials - half, rng, batch=batch, exceptions=exceptions)
    return verdict(event, layout, outcomes, listed[place], place, note, epsilon, delta, confidence)


def audit_draws(
    here: Any,
    there: Any,
    *,
    epsilon: float,
    delta: float = 0.0,
    confidence: float = 0.99,
    bits: bool = False,
    data: Any = "the data",
    neighbour: Any = "its neighbour",
) -> Audit:
    """Audit answers that were drawn before, elsewhere.

    Parameters
    ----------
    here, there : sequence
        Independent answers on the data and on its neighbour, one a trial, equally many (at least 100) and in the order
        in which they were drawn. The first half is searched, the second one counted.
    epsilon, delta, confidence, bits : float, bool
        As for `audit`.
    data, neighbour : object
        What the answers are about, for the result.

    Returns
    -------
    Audit
        As from `audit`.
    """
    epsilon, delta = check.nonnegative("epsilon", epsilon), check.slack("delta", delta)
    confidence, bits = check.fraction("confidence", confidence), check.flag("bits", bits)
    here, there = (
        check.sequence(name, answers, "answers, one a trial") for name, answers in (("here", here), ("there", there))
    )
    if len(here) != len(there):
        raise ValueError(f"here and there must hold equally many answers; got {len(here)} and {len(there)}")
    half = check_trials(len(here)) // 2
    first, second = (here[:half], there[:half]), (here[half:], there[half:])
    event, layout, tables = find_event(first, epsilon=epsilon, delta=delta, bits=bits)
    return verdict(event, layout, second, (data, neighbour), 0, dependence(tables), epsilon, delta, confidence)


def listed_pairs(pairs: Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """The pairs of neighbours, checked."""
    try:
        listed = list(islice(pairs, MOST_PAIRS + 1))
    except TypeError:
        raise check.wrong_type("pairs", "tuples (data, neighbour), in a list", pairs) from None
    if not 1 <= len(listed) <= MOST_PAIRS:
        got = "none" if not listed else f"more than {MOST_PAIRS}"
        raise ValueError(f"pairs must hold from 1 to {MOST_PAIRS} pairs of data sets; got {got}")
    for pair in listed:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(f"pairs must hold tuples (data, neighbour); got {pair!r}")
    return listed


def verdict(
    event: Event,
    layout: Layout,
    outcomes: tuple[Any, Any],
    pair: tuple[Any, Any],
    place: int,
    note: str,
    epsilon: float,
    delta: float,
    confidence: float,
) -> Audit:
    """What fresh draws say of an event that was chosen before they were made."""
    tables = layout.table(outcomes[0]), layout.table(outcomes[1])
    bound, counts, shares = certify(event, tables, delta=delta, confidence=confidence)
    if all(map(all_equal, tables)):
        note = "Every call gave the same answer: no noise was seen."

    def holds(answers: Any) -> NDArray[np.bool_]:
        return event.holds(layout.table(answers))

    return Audit(
        lower_bound=bound,
        confidence=confidence,
        epsilon=epsilon,
        delta=delta,
        event=event.words,
        likelier_on=WORLDS[event.more],
        data=pair[0],
        neighbour=pair[1],
        counts=counts,
        trials=len(outcomes[0]),
        shares=shares,
        pair=place,
        independent=not note,
        note=note,
        _holds=holds,
    )
