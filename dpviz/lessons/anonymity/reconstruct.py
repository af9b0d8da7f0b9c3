"""A column found by search: what fits a noisy count of every subset (LEG-7)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.anonymity import misfits, most_wrong, subset_counts
from dpviz.draw import Picture, axis, curve, moving, panel, points, table_by_column, when
from dpviz.draw.style import BLUE, GREY, INK, ORANGE, PURPLE
from dpviz.frame.kinds import Choice, Number, Seed
from dpviz.frame.section import Frames, Section

PEOPLE, ERROR = 12, 3.0  # the most that the picture shows
ERRORS = np.linspace(0, ERROR, 13)

error = Number(1, low=0, high=ERROR, steps=len(ERRORS), label="E, error", ends=("exact", "far off"),
               play=True)  # fmt: skip
n = Number(10, low=4, high=PEOPLE, steps=PEOPLE - 3, whole=True, label="n, people", ends=("few", "more"))
answers = Choice("worst", options={"worst": "misleading", "random": "random"}, label="Errors")
seed = Seed(button="Draw again", help="Another secret column, and other random errors.")


def asked(n: int, error: float, answers: str, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    secret = rng.permutation(n) % 2
    # A rival that has as many of the ones, and of the zeros, wrong as E allows.
    before = np.where(secret == 1, np.cumsum(secret), np.cumsum(1 - secret))
    rival = np.where(before <= np.floor(2 * error), 1 - secret, secret)
    midway = (subset_counts(secret) + subset_counts(rival)) / 2
    drawn = subset_counts(secret) + error * rng.uniform(-1, 1, size=2**n)
    answered = midway if answers == "worst" else drawn
    return secret, answered


def shown(secret: Any, answered: Any, n: int, error: float) -> Any:
    fits = misfits(answered) <= error + 1e-9  # for each of the 2^n columns
    wrong = secret.sum() - subset_counts(secret) + subset_counts(1 - secret)
    left, worst = fits.sum(), wrong[fits].max()
    bound = most_wrong(n=n, error=error)
    farthest = np.argmax(np.where(fits, wrong, -1)) >> np.arange(n) & 1
    return left, worst, bound, secret, farthest


def draw(at: Frames) -> Picture:
    errors = np.unique([*ERRORS, *at.error])
    made = [[shown(*asked(k, e, at.answers, at.seed), k, e) for e in errors.tolist()] for k in np.unique(at.n).tolist()]
    here = np.searchsorted(np.unique(at.n), at.n), np.searchsorted(errors, at.error)
    left, worst, bound = (np.array([[one[part] for one in row] for row in made]) for part in range(3))

    def row(part: int) -> NDArray[np.float64]:
        """A column as it is now, with nobody behind person n."""
        found = np.full((at.frames, PEOPLE), np.nan)
        for frame, (i, j) in enumerate(zip(*here, strict=True)):
            found[frame, : at.n[frame]] = made[i][j][part]
        return found

    truth, farthest = row(3), row(4)
    who = np.arange(1, PEOPLE + 1)

    def squares(holds: Any, height: int, colour: str, name: str = "", **look: Any) -> Any:
        return points(who, moving(np.where(holds, float(height), np.nan)), colour, name, **look)

    return Picture(
        panel(
            squares(truth == 1, 1, BLUE, "value 1", symbol="square", size=16),
            squares(truth == 0, 1, INK, "value 0", symbol="square-open", size=16),
            squares(farthest == 1, 0, BLUE, symbol="square", size=16),
            squares(farthest == 0, 0, INK, symbol="square-open", size=16),
            squares(truth + farthest == 1, 0, ORANGE, "wrong", symbol="circle-open", size=27),
            x=axis("person", 0.3, at.n.max() + 0.7, dtick=1),
            y=axis("", -0.6, 1.6, tickvals=[0, 1], ticktext=["farthest", "truth"], showgrid=False),
            heading="the secret column, and the farthest one that fits",
        ),
        panel(
            curve(errors, moving(np.minimum(4 * errors, at.n[:, None])), GREY, dash="dash"),
            curve(errors, moving(worst[here[0]]), ORANGE, shape="hv"),
            points(moving(at.error), moving(worst[here]), PURPLE, size=14),
            x=axis("E, the largest error of an answer", -0.08, ERROR + 0.08, dtick=0.5),
            y=axis("values wrong", -0.5, PEOPLE + 0.7, dtick=2), share=1.6,
            heading="in the farthest; dashed: at most 4E",
        ),
        title="Every subset asked, every column tried",
        height=430,
        values={
            "columns": 2**at.n, "left": left[here],
            "worst": worst[here], "bound": bound[here], "four": 4 * at.error,
        },
        sentence=[
            "All {columns:,} subsets of {n} people are asked about, and no answer is off by more than {error:.3g}. ",
            when(left[here] == 1, "One column of {columns:,} fits", "{left:,} of {columns:,} columns fit"),
            ". The farthest of them has {worst} of {n} values wrong; proved: at most {bound}.",
        ],
        table=table_by_column(
            ("largest error E", errors, ".3g"),
            ("columns that fit", moving(left[here[0]])),
            ("wrong, at most", moving(worst[here[0]])),
            ("proved", moving(bound[here[0]])),
        ),
        code=(asked, shown),
    )  # fmt: skip


def _fits() -> dict[str, Any]:
    return {"columns": 2**10, "bound": most_wrong(n=10, error=1.0)}


def _right() -> dict[str, Any]:
    wrong = most_wrong(n=100, error=5)
    return {"answer": 100 - wrong, "wrong": wrong, "half": 100 - wrong / 2, "error": 95}


SECTION = Section(draw, axes=(error, n), controls=(error, n, answers, seed))
