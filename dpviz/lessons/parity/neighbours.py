"""Two samples that differ in one example, and the parities that fit each (PAR-2, PP-2)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, num, panel, table_by_frame, when
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Section
from dpviz.learning.parity import solve
from dpviz.lessons.parity.board import Board, bits_of
from dpviz.lessons.parity.shared import MOST_OWN, Sample, few_of, fitting

how = Choice(
    "label", options={"label": "its label is flipped", "bit": "its first bit is flipped"}, label="How it changes"
)
changed = Number(
    1, low=1, high=12 + MOST_OWN, values=range(1, 13 + MOST_OWN), whole=True, label="The example that changes"
)


def limits(now: Any) -> dict[Any, Any]:
    return {changed: (1, len(few_of(now).y))}


def shown(X: Any, y: Any, other_X: Any, other_y: Any) -> Any:
    left, right = solve(X, y).size, solve(other_X, other_y).size
    return left, right


def flipped(sample: Sample, place: int, how: str) -> Sample:
    X, y = sample.X.copy(), sample.y.copy()
    if how == "label":
        y[place] ^= 1
    else:
        X[place, 0] ^= 1
    return Sample(X, y, sample.target)


def draw(at: Frames) -> Picture:
    sample, places, board = few_of(at), at.changed - 1, Board(at.bits)
    others = [flipped(sample, i, at.how) for i in places]
    here: Any = fitting(sample).all(axis=0)
    there = np.array([fitting(other).all(axis=0) for other in others])
    left, right, both = here.sum(), there.sum(axis=1), (here & there).sum(axis=1)
    rest = [sample.without(i) for i in places]
    broken, same = (left == 0) != (right == 0), (left == right) & (right == both)
    usual = ~broken & ~same
    x, y = board.axes()
    return Picture(
        panel(*board.marks(here[None], "fits all examples"), x=x, y=y, across=(0, 0.47), heading="these examples"),
        panel(*board.marks(there, ""), x=x, y=y, across=(0.53, 1), heading="one changed"),
        title="Two samples that differ in one example",
        height=380,
        values={
            "X": num(sample.X.tolist(), repr, one=True),
            "y": num(sample.y.tolist(), repr, one=True),
            "other_X": num([other.X.tolist() for other in others], repr),
            "other_y": num([other.y.tolist() for other in others], repr),
            "was": [f"{bits_of(sample.X[i])} with label {sample.y[i]}" for i in places],
            "now": [f"{bits_of(o.X[i])} with label {o.y[i]}" for o, i in zip(others, places, strict=True)],
            "left": num(left, ","),
            "right": num(right, ","),
            "both": num(both, ","),
            "without": num([solve(r.X, r.y).size for r in rest], ","),
        },
        sentence=[
            "Example {changed} is {was} on the left and {now} on the right. Parities that fit: {left} on the left, "
            "{right} on the right",
            when(broken, ": whether any parity fits reveals which sample it is."),
            when(same, ", the same ones: no one can tell the two samples apart."),
            when(usual, ", and {both} on both sides. "),
            when(usual & (both == 0) & (left > 0),
                 "A parity drawn from those that fit reveals which sample it is. "),
            when(usual, "Without this example, {without} would fit both samples."),
        ],
        table=table_by_frame(
            ("example", "x, label here", "x, label there"),
            *([(str(j + 1), *(f"{bits_of(s.X[j])}, {s.y[j]}" for s in (sample, other))) for j in range(len(sample.y))]
              for other in others),
        ),
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(changed,), controls=(how, changed), limits=limits)
