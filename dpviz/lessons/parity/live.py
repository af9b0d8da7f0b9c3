"""All runs of one amplified learner, for many bits (PAR-7)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, level, moving, num, panel, points, table_by_frame, text, when
from dpviz.draw.style import FAINT_BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.draw.words import number
from dpviz.frame.kinds import Choice, Seed
from dpviz.frame.section import Frames, Section
from dpviz.learning import parity
from dpviz.lessons.parity import amplify
from dpviz.lessons.parity.numbers import many_bits

d = many_bits()
alpha, beta, total = amplify.alpha, amplify.beta, amplify.total  # of the picture above
rule = Choice(
    "standard",
    options={"standard": "p = ε/4", "optimal": "p = tanh(ε/2), the largest for this ε"},
    label="Keep-probability",
)
seed = Seed(button="Run again")


def shown(d: int, alpha: float, beta: float, total: float, rule: str, seed: int) -> Any:
    size = parity.amplified_size(bits=d, alpha=alpha, beta=beta, epsilon=total, keep=rule)
    rng = np.random.default_rng([seed, d])
    target = rng.integers(0, 2, d, dtype=np.uint8)
    stopped = rng.random(size.runs) < 0.5
    # Only kept examples are drawn: how many these are is binomial, and no run looks at the others.
    kept = np.where(stopped, 0, rng.binomial(size.block, size.keep, size.runs))
    ranks, right = np.zeros(size.runs, dtype=int), np.zeros(size.runs, dtype=bool)
    for i in np.flatnonzero(~stopped):
        X = rng.integers(0, 2, (kept[i], d), dtype=np.uint8)
        found = parity.solve(X, parity.label(target, X))
        ranks[i], right[i] = found.rank, (found.draw(rng) == target).all()
    fails = stopped.sum()
    return size, stopped, kept, ranks, right, fails


def draw(at: Frames) -> Picture:
    found = [shown(d, at.alpha, at.beta, at.total, at.rule, at.seed) for d in at.d.tolist()]
    size = found[0][0]
    blocks, fails = np.array([f[0].block for f in found]), np.array([f[-1] for f in found])
    stopped, kept, ranks, right = (np.array([f[k] for f in found]) for k in range(1, 5))
    run, height = np.arange(1, size.runs + 1), kept / at.d[:, None]
    top = np.maximum(1, height.max(axis=1))
    first = stopped.argmin(axis=1)  # the run whose parity is published, if one is
    hit = right[np.arange(at.frames), first]
    marks = (
        ("FAIL, by the coin", stopped, 0 * height, ORANGE, "x"),
        ("the target", right, height, GREEN, "circle"),
        ("another parity", ~stopped & ~right, height, PURPLE, "diamond"),
    )
    return Picture(
        panel(
            bars(run, moving(height), FAINT_BLUE, "examples kept"),
            *(points(run, moving(np.where(holds, y, np.nan)), colour, name, symbol=symbol, size=15)
              for name, holds, y, colour, symbol in marks),
            level(1, GREY, reach=(0.4, size.runs + 0.6), dash="dot", width=2),
            text([size.runs + 0.55], [1], ["d of them"], GREY, "top left"),
            x=axis("run", 0.4, size.runs + 0.6, dtick=1),
            y=axis("examples kept ÷ d", range=moving(np.stack([-0.06 * top, 1.12 * top], axis=1)), nticks=6),
        ),
        title="All runs of one private learner",
        height=380,
        values={
            "runs": size.runs,
            "block": num(blocks, "number"),
            "fails": fails,
            "many": [f"{2**d:,}" if d <= 20 else f"2^{d}" for d in at.d.tolist()],
            "first": first + 1,
        },
        sentence=[
            "{many} parities over {d} bits. {runs} runs on {block} examples each; the coin says FAIL in {fails}. ",
            when(fails == size.runs, "So FAIL is published."),
            when(fails < size.runs, "Run {first} is the first without FAIL, and it publishes "),
            when((fails < size.runs) & hit, "the target."),
            when((fails < size.runs) & ~hit, "another parity."),
        ],
        table=table_by_frame(
            ("run", "coin", "kept", "rank", "parity drawn"),
            *([(str(i + 1), "FAIL" if stopped[f, i] else "go on", number(kept[f, i]), str(ranks[f, i]),
                "–" if stopped[f, i] else "the target" if right[f, i] else "another") for i in range(size.runs)]
              for f in range(at.frames)),
        ),
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(d,), controls=(d, rule, seed))
