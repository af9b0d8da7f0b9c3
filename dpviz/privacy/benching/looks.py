"""Looks at a mechanism, without end: what is certified after so many draws, however often somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import numpy as np

from dpviz._numeric import check
from dpviz.privacy.auditing.audit import listed_pairs, verdict
from dpviz.privacy.auditing.certify import dependence
from dpviz.privacy.auditing.draws import MechanismError, Outcomes, drawing
from dpviz.privacy.auditing.events import Event
from dpviz.privacy.auditing.outcomes import Layout
from dpviz.privacy.auditing.search import Found, finding
from dpviz.privacy.auditing.verdict import Audit
from dpviz.privacy.benching.calls import as_called
from dpviz.privacy.benching.certificates import (
    LIKELY,
    SURE,
    Certificate,
    best,
    best_audit,
    bounds,
    certificate,
    share_of,
)
from dpviz.privacy.benching.histogram import Histogram, Tally

FIRST = 250  # draws a data set and a pair, before the first look
BATCH = 2000  # answers asked for at once, at most: somebody is watching
CHUNK = 250  # single calls between two reports
LEAST_PAIRS = 4  # so many are kept in the running
MOST_SEARCHED = 100_000
MOST_COUNTED = 10_000_000
MOST_SHOWN = 20_000  # answers that are sorted into other bars, where the event is another
LEAST_SHOWN = 20  # answers that are shown before there is an event


@dataclass(frozen=True, kw_only=True, eq=False)
class Look:
    """What is known after some draws.

    Attributes
    ----------
    draws, drawn : int
        Calls so far, on all data sets, and on each data set of the pair that has the most.
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


@dataclass(frozen=True, kw_only=True, eq=False)
class Tried:
    """A pair of neighbours, and what was seen of it."""

    data: Any
    neighbour: Any
    drawn: int  # calls on each of the two
    event: str  # what told them apart best when it was searched last, not certified; empty before that
    failed: str  # what the mechanism raised, if it is left out for that; else empty


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
) -> Watch:
    """Watch a mechanism on some pairs of neighbours, for as long as one likes.

    In round k each pair is searched with 250·2^(k-1) draws a data set. The best event of all is then counted on its own
    pair in as many draws that no search has seen, so nothing is to be corrected for the pairs and events that were
    looked at; afterwards these draws are searched too. The better half of the pairs goes on, at least four. Certificate
    k may err with probability 6α/(π²k²), which is α in all: the largest bound so far holds with confidence 1 - α,
    whenever one stops. The claim and δ may be moved meanwhile (`Watch.aim`): `dpviz.privacy.benching.certificates` says
    why that costs nothing. The draws are presumed to be independent, as for `audit`. Source: DP-1, DP-2.

    Parameters
    ----------
    mechanism, pairs, epsilon, delta, rng : as for `audit_pairs`
        Of the pairs, those on which the mechanism raises are left out as long as others are left.
    batch : bool, optional
        As for `audit`; without it, a mechanism with a parameter ``size`` or ``trials`` is asked for many answers at
        once, at most 2000, and one that takes the data only is given no generator.
    bits, exceptions : as for `audit_pairs`
        Whether last bits tell, and what an exception is.

    Returns
    -------
    iterator of Look
        After every 250 calls on each data set or every batch, and after each certificate. Draws are made only when it
        is asked for the next look; it ends after 10 million draws for one certificate.
    """
    call, together = as_called(mechanism, batch)
    return Watch(
        call=call,
        pairs=listed_pairs(pairs),
        epsilon=check.nonnegative("epsilon", epsilon),
        delta=check.slack("delta", delta),
        rng=check.generator(rng),
        together=together,
        bits=check.flag("bits", bits),
        exceptions=check.one_of("exceptions", exceptions, ("raise", "outcome")),
    )


class Watch(Iterator[Look]):
    """Looks at a mechanism, and what there is to see between them; made by `watch`."""

    def __init__(
        self,
        *,
        call: Callable[..., Any],
        pairs: list[tuple[Any, Any]],
        epsilon: float,
        delta: float,
        rng: np.random.Generator,
        together: bool,
        bits: bool,
        exceptions: str,
    ) -> None:
        self.pairs, self.epsilon, self.delta = pairs, epsilon, delta
        self.certificates: list[Certificate] = []
        self.draws = 0
        self.present = 0  # the pair that is drawn from
        self._call, self._rng, self._together = call, rng, together
        self._bits, self._exceptions = bits, exceptions
        self._drawn: list[list[Outcomes]] = [[] for _ in pairs]  # in parts; the last one may be growing
        self._events: dict[int, tuple[Event, Layout]] = {}  # of the last search of each pair
        self._failed: dict[int, str] = {}
        self._shown: tuple[Any, int] = (None, 0)  # what the bars are of, and how many draws of that pair are in them
        self._tally: Tally | None = None
        self._looks = self._rounds()

    def __next__(self) -> Look:
        while (look := next(self._looks)) is None:
            pass
        return look

    def step(self) -> Look | None:
        """Do as little as can be done: a call on both data sets, a batch, a step of a search; a look, if one is due.

        `StopIteration` where it ends, as for `next`.
        """
        return next(self._looks)

    def aim(self, *, epsilon: float, delta: float) -> None:
        """Search for what refutes another claim from now on. What was certified is read at this δ, too."""
        self.epsilon, self.delta = check.nonnegative("epsilon", epsilon), check.slack("delta", delta)

    def look(self, *, certified: bool = False) -> Look:
        """What is known by now, without drawing."""
        return self._look(len(self.certificates), self.draws, certified=certified)

    def history(self) -> list[Look]:
        """The looks that brought a certificate, as they are read at the present claim and δ."""
        return [self._look(one.number, one.draws, certified=True) for one in self.certificates]

    def _look(self, number: int, draws: int, *, certified: bool) -> Look:
        made = self.certificates[:number]
        return Look(
            draws=draws,
            drawn=max((2 * one.found.trials for one in made), default=0),
            number=number,
            certified=certified,
            found=best_audit(made, self.pairs[0], self.epsilon, self.delta),
            lower_bound_95=float(bounds(made, self.delta, confidence=LIKELY)[-1]) if made else 0.0,
            failed=tuple(self._failed.values()),
        )

    def tried(self) -> list[Tried]:
        """What was seen of each pair."""
        return [
            Tried(
                data=pair[0],
                neighbour=pair[1],
                drawn=sum(len(part[1]) for part in self._drawn[place]),
                event=self._events[place][0].words if place in self._events else "",
                failed=self._failed.get(place, ""),
            )
            for place, pair in enumerate(self.pairs)
        ]

    def shown(self) -> tuple[int, Histogram] | None:
        """The pair that tells most, by its number, and the answers on it; None before there are enough to show.

        That is the pair of the best certificate, with its event. Before there is one, it is the pair that is drawn
        from.
        """
        found = best(self.certificates, self.delta)
        place = found.found.pair if found else self.present
        event: tuple[Event, Layout] | None = (found.event, found.layout) if found else self._events.get(place)
        total = sum(len(part[1]) for part in self._drawn[place])
        key: Any = (place, event) if event else (place, total.bit_length())  # without: other bars now and then
        before, counted = self._shown
        if self._tally is not None and before == key:
            self._tally.add(self._last(place, total - counted))
        elif total >= LEAST_SHOWN:
            self._tally = Tally(self._last(place, min(total, MOST_SHOWN)), *(event or ()))
        else:
            self._tally = None
            return None
        self._shown = key, total
        return place, self._tally.histogram()

    # ------------------------------------------------------------------------------------------------------------

    def _rounds(self) -> Iterator[Look | None]:
        alive, size = list(range(len(self.pairs))), FIRST
        while size <= MOST_COUNTED:
            ranked = []
            for place in tuple(alive):
                try:
                    yield from self._draw(place, size - sum(len(part[1]) for part in self._drawn[place]))
                except MechanismError as error:
                    self._leave_out(alive, place, error)
                    continue
                seen, fresh = self._last(place, MOST_SEARCHED), self._draw(place, size)
                search = finding(seen, epsilon=self.epsilon, delta=self.delta, bits=self._bits)
                # Where there is one pair, its next draws are those that are counted, and need not wait.
                event, layout, tables = yield from self._meanwhile(search, fresh if len(alive) == 1 else iter(()))
                self._events[place] = event, layout
                ranked.append((event.rank(), place, event, layout, dependence(tables), fresh))
                yield self.look()
            ranked.sort(key=lambda one: one[0], reverse=True)  # of equal ones the earliest stays first
            while True:
                _, place, event, layout, note, fresh = ranked[0]
                try:
                    yield from fresh
                    break
                except MechanismError as error:
                    self._leave_out(alive, place, error)
                    del ranked[0]
            self._certify(event, layout, place, size, note)
            yield self.look(certified=True)
            alive = sorted(one[1] for one in ranked[: max(LEAST_PAIRS, (len(ranked) + 1) // 2)])
            size *= 2

    def _leave_out(self, alive: list[int], place: int, error: MechanismError) -> None:
        if len(alive) == 1:
            raise error
        alive.remove(place)
        self._failed[place] = str(error)

    def _meanwhile(
        self, search: Generator[None, None, Found], draws: Iterator[Look | None]
    ) -> Generator[Look | None, None, Found]:
        """What a search finds; after each step of it some draws, as far as there are any."""
        while True:
            try:
                next(search)
            except StopIteration as ended:
                found: Found = ended.value
                return found
            yield None
            yield from islice(draws, 1 if self._together else CHUNK)

    def _draw(self, place: int, wanted: int) -> Generator[Look | None, None, None]:
        """So many outcomes more of a pair, with a report now and then, and None at each step between."""
        self.present = place
        parts, before = self._drawn[place], self.draws
        while wanted > 0:
            trials = min(wanted, BATCH) if self._together else wanted
            steps = drawing(
                self._call, self.pairs[place], trials, self._rng, batch=self._together, exceptions=self._exceptions
            )
            parts.append(([], []))
            try:
                yield from self._followed(steps, parts, before)
            except MechanismError:
                parts.pop()
                raise
            wanted -= trials
            before = self.draws = before + 2 * trials
            yield self.look()

    def _followed(
        self, steps: Generator[Outcomes, None, Outcomes], parts: list[Outcomes], before: int
    ) -> Generator[Look | None, None, None]:
        while True:
            try:
                made = next(steps)
            except StopIteration as ended:
                parts[-1] = ended.value
                return
            trials = len(made[1])
            if len(made[0]) == trials:  # of a batch the second world may be missing
                parts[-1] = made
                self.draws = before + 2 * trials
                yield None if trials % CHUNK else self.look()

    def _certify(self, event: Event, layout: Layout, place: int, size: int, note: str) -> None:
        number = len(self.certificates) + 1
        pair, claim = self.pairs[place], (self.epsilon, self.delta)
        fresh = self._last(place, size)
        found = verdict(event, layout, fresh, pair, place, note, *claim, share_of(number, SURE))
        self.certificates.append(certificate(number, self.draws, found, event, layout))

    def _last(self, place: int, size: int) -> Outcomes:
        """The latest draws of a pair, in the order in which they were made."""
        kept: list[Outcomes] = []
        for part in reversed(self._drawn[place]):
            if size <= 0:
                break
            made = len(part[1])
            first = max(made - size, 0)
            kept.append((part[0][first:made], part[1][first:made]))
            size -= made - first
        return _joined(kept[::-1]) if kept else ([], [])


def _joined(parts: list[Outcomes]) -> Outcomes:
    here, there = (_chained(list(world)) for world in zip(*parts, strict=True))
    return here, there


def _chained(parts: list[Any]) -> Any:
    if len(parts) == 1:
        return parts[0]
    arrays = all(isinstance(part, np.ndarray) for part in parts)
    if arrays and len({(part.shape[1:], part.dtype) for part in parts}) == 1:
        return np.concatenate(parts)
    return list(chain.from_iterable(parts))
