"""What came out: a table, and the same as JSON."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

from benchmarks.crowd.load import Load
from benchmarks.crowd.visitor import Visit
from benchmarks.table import Row, render

MB = 1e6
POINTS = {"p50": 0.5, "p95": 0.95, "max": 1.0}
TIMES = {
    "page": "page, with its state file",
    "first": "page to the kernel's first answer",
    "prefetch": "hand on a slider to its frames",
    "drag": "last move of a drag to its answer",
}


def percentile(values: Iterable[float], share: float) -> float | None:
    """The smallest value that at least so large a share of them does not exceed; None if there are none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else None


def times(visits: Sequence[Visit], what: str) -> dict[str, float | None]:
    """Percentiles of a part of the visits, of those that came so far."""
    known = [value for visit in visits if (value := getattr(visit, what)) is not None]
    return {point: percentile(known, share) for point, share in POINTS.items()}


def troubles(visits: Sequence[Visit]) -> dict[str, int]:
    """How many visits ended in each kind of trouble."""
    return dict(Counter(visit.trouble for visit in visits if visit.trouble).most_common())


def by_minute(load: Load) -> list[float]:
    """Bytes (PSS) at the beginning, and at the end of each minute of the visits."""
    minutes = math.ceil((load.end - load.begin) / 60)
    return [load.gauge.at(load.begin + 60 * k).pss for k in range(minutes)] + [load.gauge.at(load.end).pss]


def rows(ours: Load, theirs: Load | None, *, first: float | None = None, memory: float | None = None) -> list[Row]:
    """One a figure, with two targets: p95 of the first answer (seconds), and memory (bytes)."""
    sides = [ours, theirs]

    def of(read: Callable[[Load], float]) -> list[float | None]:
        return [None if side is None else read(side) for side in sides]

    def beside(what: str, unit: str, values: Sequence[float | None], **rest: Any) -> Row:
        return Row(what=what, ours=values[0], theirs=values[1], unit=unit, **rest)

    found = [beside("served", f"of {len(ours.visits)}", of(lambda load: load.served))]
    for what, title in TIMES.items():
        both = [times(side.visits, what) if side else {} for side in sides]
        for point in POINTS:
            most = first if (what, point) == ("first", "p95") else None
            found.append(beside(f"{title}, {point}", "s", [one.get(point) for one in both], most=most))
    waited = [sum(visit.turn > 0 for visit in side.visits) if side else 0 for side in sides]
    if any(waited):
        longest = of(lambda load: max(visit.turn for visit in load.visits))
        note = f"{waited[0]} waited" + (f"; there {waited[1]}" if theirs else "")
        found.append(beside("longest wait for one's turn", "s", longest, note=note))
    found += [
        beside(
            "memory in all, shared counted once (PSS), its peak",
            "MB",
            of(lambda load: load.gauge.peak.pss / MB),
            most=None if memory is None else memory / MB,
        ),
        beside("memory in all (RSS) then", "MB", of(lambda load: load.gauge.peak.rss / MB)),
        beside("memory before (PSS)", "MB", of(lambda load: load.gauge.samples[0].pss / MB)),
        beside("memory after all have left (PSS)", "MB", of(lambda load: load.gauge.samples[-1].pss / MB)),
        beside("processor time", "s", of(lambda load: load.gauge.seconds)),
        beside("from the first to the last visitor's leaving", "s", of(lambda load: load.end - load.begin)),
    ]
    return found


def text(name: str, ours: Load, theirs: Load | None, **targets: float | None) -> str:
    """The table, and what it has no place for."""
    lines = [name, render(rows(ours, theirs, **targets))]
    for who, load in (("dpviz", ours), ("Voilà", theirs)):
        if load is not None:
            lines += [f"{who}: {line}" for line in _remarks(load)]
    return "\n".join(lines)


def _remarks(load: Load) -> list[str]:
    processes = [one.processes for one in load.gauge.samples]
    remarks = [f"{count} × {kind}" for kind, count in troubles(load.visits).items()] or ["no errors"]
    remarks.append(
        f"processes: {processes[0]} before, at most {max(processes)}, {processes[-1]} after; "
        f"{load.left} kernels left when all had gone"
    )
    minutes = by_minute(load)
    if len(minutes) > 4:
        said = " ".join(f"{one / MB:.0f}" for one in minutes)
        remarks.append(f"MB (PSS) at the start, after each minute and at the end: {said}")
        remarks.append(f"the last minute's memory is {minutes[-2] / minutes[2]:.2f} of the second's")
    remarks.append(f"the visitors took {load.own:.1f} s of processor time; load average before: {load.busy:.1f}")
    return remarks


def as_json(load: Load) -> dict[str, Any]:
    """All of it."""
    return {
        "served": load.served,
        "visitors": len(load.visits),
        "troubles": troubles(load.visits),
        "times": {what: times(load.visits, what) for what in TIMES},
        "peak": asdict(load.gauge.peak),
        "minutes": by_minute(load),
        "processor": load.gauge.seconds,
        "own processor": load.own,
        "seconds": load.end - load.begin,
        "kernels left": load.left,
        "load average before": load.busy,
        "samples": [asdict(one) for one in load.gauge.samples],
        "visits": [asdict(visit) for visit in load.visits],
    }
