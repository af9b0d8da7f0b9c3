"""A small universe, every cell a bar: the estimate, the truth, and the query that is shown this round (PMW-3)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, curve, moving, num, panel, points, table_by_column, when
from dpviz.draw.style import BLUE, FAINT_ORANGE, GREY, GRID, INK, ORANGE
from dpviz.draw.words import small
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section, Snapshot
from dpviz.lessons.multiplicative_weights.shared import ROUNDS, kinds, learnt, mistakes, people, share, toy_code
from dpviz.queries import Marginals, learn

ALPHA, ETA = 0.05, 0.2

truth, cells = people(), kinds()
round = Number(1, low=0, high=ROUNDS, steps=ROUNDS + 1, whole=True, label="Round", play=True)


def shown(queries: Any, histogram: Any, t: int) -> Any:
    run = learn(histogram / histogram.sum(), queries, alpha=ALPHA, eta=ETA, rounds=ROUNDS)
    estimate = run.estimate_at(t)
    worst = run.max_error[t]
    return estimate, worst


def draw(at: Frames) -> Picture:
    run, t = learnt(at.truth, at.cells, ALPHA, ETA), at.round
    queries, p, done = run.workload, run.truth, range(1, run.rounds + 1)
    assert isinstance(queries, Marginals)
    size, some = queries.size, t > 0
    after, before = run.estimates[t], run.estimates[np.maximum(t - 1, 0)]
    asked = np.array([np.zeros(size), *(run.query_values(k) for k in done)])[t]
    was, now, exact = (
        np.where(some, (asked * distribution).sum(axis=1), np.nan) for distribution in (before, after, p)
    )
    names = np.array(["", *(run.query_name(k) for k in done)])[t].tolist()
    top = 1.12 * float(max(p.max(), after.max(), before.max()))
    places, narrow = np.arange(size), size > 32
    step, half = max(1, size // 16), -(-queries.bits // 2)
    texts = [format(c, f"0{queries.bits}b") for c in places]
    who = [", ".join(a for a, bit in zip(queries.attributes, text, strict=True) if bit == "1") or "none of these"
           for text in texts]  # fmt: skip
    # What the digits stand for, in two lines, so that a phone has room.
    facts = ",<br>".join(", ".join(part) for part in (queries.attributes[:half], queries.attributes[half:]))
    strip = {"tickvals": places[::step].tolist(), "ticktext": texts[::step], "tickangle": -90}
    code, universe = toy_code(at.truth, at.cells)
    return Picture(
        panel(
            bars(places, moving(top * asked), FAINT_ORANGE, "the query’s cells", width=1),
            bars(places, moving(after), BLUE, "estimate", width=0.7),
            points(places, moving(before), INK, "a round before", symbol="line-ew-open", size=7 if narrow else 13),
            points(places, p, ORANGE, "truth", symbol="diamond", size=5 if narrow else 9),
            x=axis(f"yes (1) or no (0): {facts}", -0.7, size - 0.3, showgrid=False, **strip),
            y=axis("share of people", 0, top, tickformat=".0%"),
            share=6,
        ),
        panel(
            curve([0, 1], [0, 0], GRID, width=2),
            points(moving(was), [0], GREY, symbol="line-ns-open", size=22),
            points(moving(now), [0], BLUE, symbol="square", size=14),
            points(moving(exact), [0], ORANGE, symbol="diamond", size=14),
            x=axis("share of people in the query’s cells", -0.02, 1.02, tickformat=".0%"),
            y=axis("", -1, 1, showticklabels=False, showgrid=False),
            heading=moving([f"“{name}”" if name else "no query yet" for name in names]),
        ),
        title=f"{size} cells, one for each kind of person",
        height=560,
        barmode="overlay",
        values={
            **universe,
            "t": t,
            "size": size,
            "name": names,
            "before": num(was, share),
            "after": num(now, share),
            "exact": num(exact, share),
            "worst": num(run.max_error[t], share),
            "made": [mistakes(k) for k in t.tolist()],
            "rate": f"−{small(ETA)}",
            "too_high": ~(was - exact <= ALPHA - 1e-12),
        },
        sentence=[
            when(
                some,
                "Round {round} shows “{name}”: the estimate said {before}, the truth is {exact}. "
                "Now the estimate says {after}",
                "The estimate is uniform: each of the {size} cells has the same share",
            ),
            when(some & (now < exact - ALPHA), ", which is too low by more than α"),
            when(
                (t == run.rounds) & run.stopped & some,
                f". No query is off by more than α = {100 * ALPHA:.3g} % any more: done after {{made}}.",
                ". The largest error of any query is {worst}.",
            ),
        ],
        table=table_by_column(
            ("cell", texts),
            ("who is in it", who),
            ("truth", [share(v) for v in p]),
            ("estimate", moving([[share(v) for v in row] for row in after])),
            ("asked this round", moving(np.where(asked > 0, "yes", "–"))),
        ),
        code=(code, shown),
    )


def limits(now: Snapshot) -> Any:
    return {round: (0, max(1, learnt(now.truth, now.cells, ALPHA, ETA).rounds))}


SECTION = Section(draw, axes=(round,), controls=(truth, cells, round), limits=limits)
