"""Looks at a mechanism, without end: what is certified after so many draws, however often somebody looks."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import numpy as np

from dpviz._numeric import check
from dpviz.privacy.auditing.audit import listed_pairs, verdict
from dpviz.privacy.auditing.certify import certified, dependence
from dpviz.privacy.auditing.draws import WORLDS, MechanismError, draw_pair
from dpviz.privacy.auditing.search import find_event
from dpviz.privacy.auditing.verdict import Audit
from dpviz.privacy.benching.calls import as_called

FIRST = 250  # draws a data set and a pair, before the first look
CHUNK = 250  # single calls between two reports
LEAST_PAIRS = 4  # so many are kept in the running
MOST_SEARCHED = 100_000
MOST_COUNTED = 10_000_000
SURE, LIKELY = 0.99, 0.95

Outcomes = tuple[Any, Any]


@dataclass(frozen=True, kw_only=True, eq=False)
class Look:
    """What is known after some draws.

    Attributes
    ----------
    draws : int
        Calls so far, on all data sets.
    drawn : int
        Calls so far on each data set of the pair that has the most.
    number : int
        Certificates so far.
    certified : bool
        Whether this look brings a new certificate; else it only reports more draws.
    found : Audit
        The best certificate so far, at 99 % confidence over all looks and pairs: the bound, the event in words, its
        counts and the pair.
    lower_bound_95 : float
        The same bound on ε at 95 %, in nats, >= 0.
    failed : tuple of str
        What the mechanism raised on pairs that were left out for that.
    """

    draws: int
    drawn: int
    number: int
    certified: bool
    found: Audit
    lower_bound_95: float
    failed: tuple[str, ...] = ()

    @property
    def lower_bound(self) -> float:
        """The certified lower bound on ε at 99 %, in nats."""
        return self.found.lower_bound

    @property
    def violated(self) -> bool:
        """Whether the claim is refuted, at 99 %."""
        return self.found.violated


def watch(
    mechanism: Callable[..., Any],
    pairs: Iterable[tuple[Any, Any]],
    *,
    epsilon: float,
    delta: float = 0.0,
    rng: np.random.Generator,
    batch: bool | None = None,
    bits: bool = False,
    exceptions: str = "raise",
) -> Iterator[Look]:
    """Watch a mechanism on some pairs of neighbours, for as long as one likes.

    Parameters
    ----------
    mechanism, pairs, epsilon, delta, rng : as for `audit_pairs`
        Of the pairs, those on which the mechanism raises are left out as long as others are left.
    batch : bool, optional
        As for `audit`; without it, a mechanism with a parameter ``size`` or ``trials`` is asked for many answers at
        once, and one that takes the data only is given no generator.
    bits, exceptions : as for `audit_pairs`
        Whether last bits tell, and what an exception is.

    Returns
    -------
    iterator of Look
        After every 250 calls, and after each certificate. Draws are made only when it is asked for the next look; it
        ends after 10 million draws for one certificate.

    Notes
    -----
    In round k each pair is searched with 250·2^(k-1) draws a data set. The best event of all is then counted on its own
    pair in as many fresh draws, so nothing is to be corrected for the pairs and events that were looked at; afterwards
    these draws are searched too. The better half of the pairs goes on, at least four. Certificate k may err with
    probability 6α/(π²k²), which is α in all: the largest bound so far holds with confidence 1 - α, whenever one stops.
    The draws are presumed to be independent, as for `audit`.
    Source: DP-1, DP-2.
    """
    call, together = as_called(mechanism, batch)
    return _Watch(
        call=call,
        pairs=listed_pairs(pairs),
        epsilon=check.nonnegative("epsilon", epsilon),
        delta=check.slack("delta", delta),
        rng=check.generator(rng),
        together=together,
        bits=check.flag("bits", bits),
        exceptions=check.one_of("exceptions", exceptions, ("raise", "outcome")),
    ).looks()


def error_share(number: int) -> float:
    """The part of the error that certificate `number`, from 1, may spend: all parts together are 1."""
    return 6 / (math.pi * number) ** 2


@dataclass(kw_only=True)
class _Watch:
    call: Callable[..., Any]
    pairs: list[tuple[Any, Any]]
    epsilon: float
    delta: float
    rng: np.random.Generator
    together: bool
    bits: bool
    exceptions: str
    draws: int = 0
    most: int = 0
    number: int = 0
    likely: float = 0.0
    failed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.found = Audit(
            lower_bound=0.0,
            confidence=SURE,
            epsilon=self.epsilon,
            delta=self.delta,
            event="anything at all",
            likelier_on=WORLDS[0],
            data=self.pairs[0][0],
            neighbour=self.pairs[0][1],
            counts=(0, 0),
            trials=0,
            shares=((0.0, 1.0), (0.0, 1.0)),
        )

    def look(self, *, certified: bool = False) -> Look:
        return Look(
            draws=self.draws,
            drawn=self.most,
            number=self.number,
            certified=certified,
            found=self.found,
            lower_bound_95=self.likely,
            failed=tuple(self.failed),
        )

    def looks(self) -> Iterator[Look]:
        alive, size = list(range(len(self.pairs))), FIRST
        searched: dict[int, Outcomes] = {}
        while size <= MOST_COUNTED:
            ranked = []
            for place in tuple(alive):
                before = searched.get(place, ([], []))
                try:
                    searched[place] = yield from self._draw(place, size - len(before[0]), before)
                except MechanismError as error:
                    if len(alive) == 1:
                        raise
                    alive.remove(place)
                    self.failed.append(str(error))
                    continue
                here, there = (world[-MOST_SEARCHED:] for world in searched[place])
                event, layout, tables = find_event(
                    (here, there), epsilon=self.epsilon, delta=self.delta, bits=self.bits
                )
                ranked.append((event.rank(), place, event, layout, dependence(tables)))
                yield self.look()
            ranked.sort(key=lambda one: one[0], reverse=True)  # of equal ones the earliest stays first
            _, place, event, layout, note = ranked[0]
            fresh = yield from self._draw(place, size, ([], []))
            self._certify(event, layout, fresh, place, note)
            yield self.look(certified=True)
            searched[place] = _joined([searched[place], fresh])
            alive = sorted(one[1] for one in ranked[: max(LEAST_PAIRS, (len(ranked) + 1) // 2)])
            size *= 2

    def _draw(self, place: int, wanted: int, before: Outcomes) -> Generator[Look, None, Outcomes]:
        """So many outcomes more of a pair, with a report after each part."""
        parts = [before] if len(before[0]) else []
        while wanted > 0:
            trials = wanted if self.together else min(CHUNK, wanted)
            made = draw_pair(
                self.call,
                self.pairs[place],
                trials,
                self.rng,
                batch=self.together,
                progress=lambda _: None,
                exceptions=self.exceptions,
            )
            parts.append(made)
            wanted -= trials
            self.draws += 2 * trials
            yield self.look()
        return _joined(parts)

    def _certify(self, event: Any, layout: Any, fresh: Outcomes, place: int, note: str) -> None:
        self.number += 1
        self.most = max(self.most, 2 * len(fresh[0]))
        spent = error_share(self.number)
        pair, claim = self.pairs[place], (self.epsilon, self.delta)
        found = verdict(event, layout, fresh, pair, place, note, *claim, 1 - (1 - SURE) * spent)
        counted = found.counts, found.trials, event.more
        likely, _, _ = certified(*counted, delta=self.delta, confidence=1 - (1 - LIKELY) * spent)
        self.likely = max(self.likely, likely)
        if found.lower_bound >= self.found.lower_bound:
            self.found = replace(found, confidence=SURE)


def _joined(parts: list[Outcomes]) -> Outcomes:
    here, there = (_chained(list(world)) for world in zip(*parts, strict=True))
    return here, there


def _chained(parts: list[Any]) -> Any:
    arrays = all(isinstance(part, np.ndarray) for part in parts)
    if arrays and len({(part.shape[1:], part.dtype) for part in parts}) == 1:
        return np.concatenate(parts)
    return list(chain.from_iterable(parts))
