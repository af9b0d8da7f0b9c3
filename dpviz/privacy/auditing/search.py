"""The search for the event that tells two worlds apart best, on draws that are not used again."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.privacy.auditing.events import Event, events_of
from dpviz.privacy.auditing.features import features_of
from dpviz.privacy.auditing.learned import learned_events
from dpviz.privacy.auditing.outcomes import Layout, layout_of


def find_event(outcomes: tuple[Any, Any], *, delta: float, bits: bool) -> tuple[Event, Layout]:
    """The event whose counts argue best for a large ε at this δ, and the columns in which it is said."""
    layout = layout_of(*outcomes)
    here, there = (layout.table(world) for world in outcomes)
    best = Event("anything at all", lambda table: np.ones(len(table), dtype=np.bool_), 0, -math.inf)
    features = features_of(layout, here, there, bits=bits)
    for feature in features:
        for event in events_of(feature, here, there, layout, delta):
            if event.score > best.score:
                best = event
    for event in learned_events(features, here, there, layout, delta):
        if event.score > best.score:
            best = event
    return best, layout
