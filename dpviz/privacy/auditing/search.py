"""The search for the event that tells two worlds apart best, on draws that are not used again."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from dpviz.privacy.auditing.events import Event, events_of
from dpviz.privacy.auditing.features import Feature, features_of
from dpviz.privacy.auditing.learned import MAKERS, tree_events
from dpviz.privacy.auditing.outcomes import Layout, Table, tables_of
from dpviz.privacy.auditing.scoring import BOLD, CAUTIOUS, score

# So many events are compared by cross-validation: those that look best by each rule.
FINALISTS = 6
DECIDING = 3.0  # standard errors that the score takes off which decides between them

Pair = tuple[Table, Table]
Maker = Callable[[Pair], Feature | None]


@np.errstate(all="ignore")  # answers may be as large as floats are
def find_event(outcomes: tuple[Any, Any], *, delta: float, bits: bool) -> tuple[Event, Layout, Pair]:
    """The event whose counts argue best for a large ε at this δ, the columns in which it is said, and the draws so."""
    layout, (here, there) = tables_of(*outcomes)
    pair = here, there
    features = features_of(layout, here, there, bits=bits)
    makers = [_always(feature) for feature in features] + [_learner(make, layout) for make in MAKERS]
    found = {(i, event.kind): event for i, make in enumerate(makers) for event in _of(make, pair, layout, delta)}
    finalists = []
    for rule in (BOLD, CAUTIOUS):
        those = [key for key, event in found.items() if event.rule == rule]
        finalists += sorted(those, key=lambda key: found[key].score, reverse=True)[:FINALISTS]
    best = Event("anything at all", lambda table: np.ones(len(table), dtype=np.bool_), 0, -math.inf)
    for key, value in _validated(finalists, makers, pair, layout, delta).items():
        if value - found[key].price > best.score:
            best = found[key].scored(value - found[key].price)
    for event in tree_events(features, pair, layout, delta):
        if event.score > best.score:
            best = event
    return best, layout, pair


def _validated(
    finalists: list[tuple[int, str]], makers: list[Maker], pair: Pair, layout: Layout, delta: float
) -> dict[tuple[int, str], float]:
    """The score of each kind of event where it is chosen on one half of the draws and counted on the other."""
    counts = {key: np.zeros(2, dtype=np.int64) for key in finalists}
    halves = [(pair[0].thin(start), pair[1].thin(start)) for start in (0, 1)]
    more: dict[tuple[int, str], int] = {}
    for chosen, counted in (halves, halves[::-1]):
        for place in {place for place, _ in finalists}:
            for event in _of(makers[place], chosen, layout, delta):
                key = place, event.kind
                if key in counts:
                    more[key] = event.more
                    counts[key] += [np.count_nonzero(event.holds(table)) for table in counted]
    runs = len(pair[0])
    return {
        key: float(score(counts[key][more[key]], counts[key][1 - more[key]], runs, delta, DECIDING))
        for key in finalists
        if key in more
    }


def _of(make: Maker, pair: Pair, layout: Layout, delta: float) -> Iterator[Event]:
    feature = make(pair)
    if feature is not None:
        yield from events_of(feature, *pair, layout, delta)


def _always(feature: Feature) -> Maker:
    return lambda _: feature


def _learner(make: Callable[..., Feature | None], layout: Layout) -> Maker:
    return lambda pair: make(layout, *pair)
