"""The parities that fit the first so many examples (PAR-1, PAR-2)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_frame, when
from dpviz.draw.style import BLUE, GREEN, ORANGE
from dpviz.frame.kinds import Number, Pattern
from dpviz.frame.section import Frames, Section
from dpviz.learning import parity
from dpviz.lessons.parity.board import Board, bits_of, index_of
from dpviz.lessons.parity.shared import MOST_OWN, bits, fitting, noise, sample_of, sample_seed

EFFECTS = {"halved": "halves it", "implied": "changes nothing", "contradicted": "leaves none", "": ""}

examples = Number(
    1, low=0, high=12 + MOST_OWN, values=range(13 + MOST_OWN), whole=True, label="Examples seen", play=True
)
mine = Pattern(
    "1011", least=3, most=11, label="My own example", help="Click a bit to change it; the last one is the label."
)


def limits(now: Any) -> dict[Any, Any]:
    return {
        examples: (0, now.bits + 2 + len(now.added) // (now.bits + 1)),
        mine: [*(str(i + 1) for i in range(now.bits)), "label"],
    }


def shown(X: Any, y: Any, bits: int) -> Any:
    X, y = np.array(X, dtype=int).reshape(-1, bits), np.array(y, dtype=int)
    found, states = parity.solve(X, y), parity.trace(X, y)
    size, rank = found.size, found.rank
    return states, size, rank


def draw(at: Frames) -> Picture:
    sample, d, i = sample_of(at), at.bits, at.examples
    every, fits = parity.trace(sample.X, sample.y), fitting(sample)
    inside = np.vstack([np.ones_like(fits[:1]), np.logical_and.accumulate(fits)])
    board, steps, states = Board(d), np.arange(len(sample.y) + 1), [every[k] for k in i]
    x, y = board.axes()
    log2 = np.array([d - s.rank if s.consistent else np.nan for s in every])
    ranks = np.array([s.rank for s in every], dtype=float)
    so_far = [np.where(steps <= i[:, None], one, np.nan) for one in (log2, ranks)]
    effect, size = (np.array([getattr(s, name) for s in states]) for name in ("effect", "size"))
    before = np.array([every[max(k - 1, 0)].consistent for k in i])
    names = [str(k) for k in steps]
    if d <= 4 and len(steps) <= 8:  # there is room for the examples themselves
        names = ["none", *(f"{bits_of(row)}→{int(b)}" for row, b in zip(sample.X, sample.y, strict=True))]
    lines = [(str(k + 1), bits_of(row), str(int(b)), EFFECTS[s.effect], f"{s.size:,}", str(s.rank))
             for k, (row, b, s) in enumerate(zip(sample.X, sample.y, every[1:], strict=True))]  # fmt: skip
    return Picture(
        panel(
            *board.marks(inside[i], "fits all examples so far"),
            board.ring(index_of(sample.target), GREEN, "the target", sizes=(27, 15)),
            x=x, y=y, share=2.5,
        ),
        panel(
            curve(steps, moving(so_far[0]), BLUE, shape="hv"),
            curve(steps, moving(so_far[1]), ORANGE, dash="dash", shape="hv"),
            points(moving(np.stack([i, i], axis=1)), moving(np.stack([log2[i], ranks[i]], axis=1)), [BLUE, ORANGE],
                   size=11),
            x=axis("examples seen", -0.3, len(steps) - 0.7, tickvals=steps.tolist(), ticktext=names),
            y=axis("", -0.4, d + 0.5, nticks=6),
            heading="log₂ of the parities that fit; dashed: examples that told something",
        ),
        title="Which parities fit the examples so far",
        height=470,
        values={
            "X": num([sample.X[:k].tolist() for k in i], repr),
            "y": num([sample.y[:k].tolist() for k in i], repr),
            "rank": np.array([s.rank for s in states]),
            "size": num(size, ","),
            "free": np.array([d - s.rank for s in states]),
            "effect": [EFFECTS[s] or "–" for s in effect],
            "example": [bits_of(sample.X[k - 1]) if k else "" for k in i],
            "label": [int(sample.y[k - 1]) if k else "" for k in i],
            "agree": [s.consistent for s in states],
        },
        sentence=[
            when(i == 0, "No example yet: all {size} parities fit.",
                 "Example {examples} says that {example} has label {label}. "),
            when((effect == "halved") & (i > 0) & (size != 1),
                 "That halves the solution space: {size} parities fit, and the rank is {rank}."),
            when((effect == "halved") & (i > 0) & (size == 1),
                 "That halves the solution space: one parity fits, and the rank is {rank}."),
            when(effect == "implied",
                 "That followed already from the examples before. Parities that fit: still {size}; rank: {rank}."),
            when((effect == "contradicted") & before,
                 "That contradicts the examples before: no parity fits any more."),
            when((effect == "contradicted") & ~before,
                 "The examples contradicted each other before, and no parity can fit again."),
        ],
        table=table_by_frame(
            ("example", "x", "label", "what it does to the solution space", "parities that fit", "rank"),
            *(lines[:k] or [("–", "–", "–", "nothing seen yet", f"{1 << d:,}", "0")] for k in i),
        ),
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(examples,), controls=(examples, bits, noise, mine, sample_seed), limits=limits)
