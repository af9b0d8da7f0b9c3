"""A run of draws filling a histogram, with the probabilities it must approach (EXP-1)."""

from typing import Any

import numpy as np

from dpviz._numeric.counts import bincount
from dpviz.draw import Picture, axis, bars, moving, panel, points, table_by_frame, when
from dpviz.draw.style import BLUE, ORANGE
from dpviz.draw.words import probability
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.exponential.shared import SHOWN, candidates, code, posed, sizes
from dpviz.mechanisms import common_draws

MOST = 1000
DRAWS = [*range(21), *range(25, 100, 5), *range(100, MOST + 1, 25)]

draws = Number(100, low=0, high=MOST, values=DRAWS, whole=True, label="Draws so far", play=True)
epsilon = common.epsilon(0.1, low=0.001)
n = common.people()
seed = Seed(button="Draw again", help="The same probabilities, other draws.")


def shown(mechanism: Any, scores: Any, seed: int, draws: int) -> Any:
    rng = np.random.default_rng(seed)
    drawn = mechanism.select(scores, rng, size=MOST)[:draws]
    counts = np.bincount(drawn, minlength=len(scores))
    often = counts[scores.argmax()]
    return counts, often


def draw(at: Frames) -> Picture:
    made, total = posed(at), at.draws
    p, places = made.probabilities(), candidates(made.question)
    # Every ε and n sees the same uniform numbers, so that nothing but the probabilities differs.
    of = p[:1] if at.axis == "draws" else p
    runs = np.broadcast_to(common_draws(of, np.random.default_rng(at.seed), MOST), (at.frames, MOST))
    counts = np.array([bincount(run[:k], minlength=made.m) for run, k in zip(runs, total, strict=True)])
    some = np.maximum(total, 1)[:, None]
    share = counts / some
    spread = np.where(total[:, None] > 0, 2 * np.sqrt(p * (1 - p) / some), 0.0)
    best, last = p.argmax(axis=1)[:, None], runs[np.arange(at.frames), total - 1]
    functions, values = code(at, shown)
    return Picture(
        panel(
            bars(places.x, moving(share), BLUE, "share of the draws", hovertemplate="%{x}: %{y:.1%}<extra></extra>"),
            points(places.x, moving(p), ORANGE, "exact probability", symbol="diamond", size=9,
                   hovertemplate="%{x}: %{y:.1%}<extra></extra>",
                   error_y={"type": "data", "array": moving(spread), "color": ORANGE, "thickness": 1.5}),
            x=axis(places.title, **places.reach),
            y=axis("share of the draws", 0,
                   min(1.06, 1.12 * float(max(p.max(), share[total >= 30].max(initial=0.0)))), tickformat=".0%",
                   nticks=5),
        ),
        title="A run of draws · {asked}",
        height=400,
        values={
            **values,
            "asked": made.question.name,
            "often": np.take_along_axis(counts, best, axis=1)[:, 0],
            "share": np.take_along_axis(share, best, axis=1)[:, 0],
            "p_best": p.max(axis=1),
            "points": 100 * np.take_along_axis(spread, best, axis=1)[:, 0],
            "said": [places.name_of(y) for y in best[:, 0]],
            "last": [places.name_of(y) for y in last],
        },
        sentence=[
            when(total == 0, "No answer has been drawn yet: press Step for one, Play for many."),
            when(total == 1,
                 "The first answer drawn is {last}. In practice this is all that anyone sees."),
            when(total > 1, "Of {draws:,} draws (seed {seed}, ε = {epsilon:nats}) {often:,} gave {said}: "
                 "{share:percent}. The exact probability is {p_best:percent}, and chance moves the share by "
                 "{points:.2g} points either way. The last one gave {last}."),
        ],
        table=table_by_frame(
            ("answer", "drawn", "share", "exact", "± two standard errors"),
            *([(places.labels[y], str(c[y]), f"{s[y]:.3f}", probability(float(q[y])), f"{w[y]:.3f}")
               for y in np.argsort(-q, kind="stable")[:SHOWN]]
              for c, s, q, w in zip(counts, share, p, spread, strict=True)),
        ),
        code=functions,
    )  # fmt: skip


SECTION = Section(
    draw, axes=(draws, epsilon, n), controls=(draws, epsilon, n, seed), limits=lambda now: {n: sizes(now)}
)
