"""The search for the event that tells two worlds apart best, on draws that are not used again."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from dpviz.privacy.auditing.events import Event, events_of
from dpviz.privacy.auditing.features import Feature, features_of, ranked_columns
from dpviz.privacy.auditing.learned import LEARNED, TREE, tree_columns, tree_events
from dpviz.privacy.auditing.outcomes import Layout, Table, tables_of
from dpviz.privacy.auditing.scoring import BOLD, CAUTIOUS, Counts, score

# So many events are compared by cross-validation: those that look best by each rule.
FINALISTS = 6

Pair = tuple[Table, Table]
Maker = Callable[[Pair], Iterator[Event]]
Key = tuple[int, str]  # of a kind of event: its maker, and its name
Found = tuple[Event, Layout, Pair]


def find_event(outcomes: tuple[Any, Any], *, epsilon: float, delta: float, bits: bool) -> Found:
    """The event whose counts argue best for a large ε at this δ, the columns in which it is said, and the draws so.

    One that argues for more than the `epsilon` claimed goes before all that do not, be it as rare as it may.
    """
    steps = finding(outcomes, epsilon=epsilon, delta=delta, bits=bits)
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            found: Found = ended.value
            return found


def finding(outcomes: tuple[Any, Any], *, epsilon: float, delta: float, bits: bool) -> Generator[None, None, Found]:
    """The same in small steps, for those who have something else to do between them."""
    steps = _steps(outcomes, epsilon, delta, bits=bits)
    while True:
        with np.errstate(all="ignore"):  # answers may be as large as floats are
            try:
                next(steps)
            except StopIteration as ended:
                found: Found = ended.value
                return found
        yield


def _steps(outcomes: tuple[Any, Any], epsilon: float, delta: float, *, bits: bool) -> Generator[None, None, Found]:
    layout, (here, there) = tables_of(*outcomes)
    yield
    pair = here, there
    makers = _makers(layout, pair, delta, bits=bits)
    found: dict[Key, Event] = {}
    for i, make in enumerate(makers):
        yield
        for event in make(pair):
            found[i, event.kind] = event
            yield
    finalists: list[Key] = []
    for rule in (BOLD, CAUTIOUS, TREE):
        # A tree that does not even look better where it was grown is not looked at again.
        rivals = [event.score for event in found.values() if event.rule == CAUTIOUS] if rule == TREE else []
        least = max(rivals, default=-math.inf)
        those = [key for key, event in found.items() if event.rule == rule and event.score > least]
        finalists += sorted(those, key=lambda key: found[key].score, reverse=True)[:FINALISTS]
    best = Event("anything at all", len, lambda size: np.ones(size, dtype=np.bool_), 0, -math.inf)
    counts = yield from _validated(finalists, makers, pair)
    for key, (likely, rival) in counts.items():
        event = found[key]
        bold, value = (float(score(likely, rival, len(here), delta, spread)) for spread in (BOLD, CAUTIOUS))
        judged = replace(event, score=value - event.price, proves=bold > epsilon)
        best = max(best, judged, key=Event.rank)
    return best, layout, pair


def _makers(layout: Layout, pair: Pair, delta: float, *, bits: bool) -> list[Maker]:
    """What makes events out of draws: by one feature, whether given or learnt, or by a tree of several."""
    ranked = ranked_columns(*pair)
    features = features_of(layout, ranked, *pair, bits=bits)
    columns = tree_columns(features, pair, layout)

    def of(feature: Feature) -> Maker:
        return lambda draws: events_of(feature, *draws, layout, delta)

    def learned(learn: Callable[..., Feature | None]) -> Maker:
        def make(draws: Pair) -> Iterator[Event]:
            feature = learn(layout, ranked, *draws)
            return iter(()) if feature is None else of(feature)(draws)

        return make

    return [*map(of, features), *map(learned, LEARNED), lambda draws: tree_events(columns, draws, delta)]


def _validated(finalists: list[Key], makers: list[Maker], pair: Pair) -> Generator[None, None, dict[Key, Counts]]:
    """Counts of each kind of event, the likelier world first: chosen on one half of the draws, counted on the other."""
    counts: dict[Key, Counts] = {}
    halves = [(pair[0].thin(start), pair[1].thin(start)) for start in (0, 1)]
    for chosen, counted in (halves, halves[::-1]):
        for place in dict.fromkeys(place for place, _ in finalists):
            values: list[Any] = []  # the same for all events of one maker
            for event in makers[place](chosen):
                key = place, event.kind
                if key in finalists:
                    values = values or [event.of(table) for table in counted]
                    hits = [np.count_nonzero(event.test(values[world])) for world in (event.more, 1 - event.more)]
                    counts[key] = counts.get(key, 0) + np.array(hits)
                yield
    return counts
