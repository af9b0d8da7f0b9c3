"""A kernel machine as it is usually published: a list of its support vectors, which are people (SVM-2)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, moving, points, table_by_column, when
from dpviz.draw.style import BLUE, GREEN, INK, ORANGE, PURPLE
from dpviz.draw.words import small
from dpviz.erm import Rings, kernel_expansion
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons.private_regression import errors
from dpviz.lessons.private_regression.regions import PLACES, region, square

PEOPLE = 40
NEWCOMER = 0.6, 0.0  # between the rings
BANDWIDTH = 4.0
EPSILON = 0.2  # of the random features above

regularization = errors.penalty()
width = Number(0.5, low=0.01, high=2, scale="log", steps=21, label="h, the width",
               ends=("almost the hinge", "very smooth"), show=small)  # fmt: skip
person = Number(1, low=1, high=PEOPLE, steps=PEOPLE, whole=True, label="The person looked at", play=True)
seed = Seed(button="Other people")


def shown(regularization: float, width: float, person: int, seed: int) -> Any:
    X, y = Rings().draw(PEOPLE, np.random.default_rng(seed))
    there = X.copy()
    there[person - 1] = NEWCOMER
    left, right = (
        kernel_expansion(points, y, bandwidth=BANDWIDTH, regularization=regularization, width=width)
        for points in (X, there)
    )
    listed, listed_there = left.support.sum(), right.support.sum()
    return listed, listed_there


def draw(at: Frames) -> Picture:
    X, y = Rings().draw(PEOPLE, np.random.default_rng(at.seed))
    who = at.person - 1
    moved = np.repeat(X[None], at.frames, axis=0)
    moved[np.arange(at.frames), who] = NEWCOMER
    here, *there = (
        kernel_expansion(some, y, bandwidth=BANDWIDTH, regularization=at.regularization, width=at.width)
        for some in (X, *moved)
    )
    factors = np.array([other.coefficients for other in there])
    listed, joined = here.support[who], factors[np.arange(at.frames), who] != 0
    ringed = {"symbol": "circle-open", "size": 17, "color": INK, "line": {"width": 2}}
    looks = {"symbol": np.where(y > 0, "circle", "x").tolist(), "size": 8}
    inks = np.where(y > 0, BLUE, ORANGE).tolist()
    on_list, on_other = (np.where(one[..., None] != 0, spots, np.nan)
                         for one, spots in ((here.coefficients, X), (factors, moved)))  # fmt: skip
    at_places = [f"({a:.3f}, {b:.3f})".replace("-", "−") for a, b in X]
    marks = [[f"{a:+.3f}" if a else "–" for a in one] for one in (here.coefficients, *factors)]
    numbers = [str(k + 1) for k in range(PEOPLE)]
    labels = np.where(y > 0, "+1", "−1")
    return Picture(
        square(
            region(here.scores(PLACES)),
            points(X[:, 0], X[:, 1], inks, **looks),
            points(on_list[:, 0], on_list[:, 1], INK, "support vectors, published", marker=ringed),
            points(moving(X[who, 0]), moving(X[who, 1]), PURPLE, "the person looked at", symbol="star", size=18),
            across=(0, 0.46), heading="these people", x="x",
        ),
        square(
            region(moving(np.array([other.scores(PLACES) for other in there]))),
            points(moving(moved[..., 0]), moving(moved[..., 1]), inks, **looks),
            points(moving(on_other[..., 0]), moving(on_other[..., 1]), INK, marker=ringed),
            points(*NEWCOMER, GREEN, "the newcomer", symbol="star", size=18),
            across=(0.54, 1), heading="one replaced", x="x2",
        ),
        title="Who is in the model?",
        height=430,
        margin={"l": 64, "r": 16, "t": 44, "b": 40},
        values={
            "n": PEOPLE,
            "listed": int(here.support.sum()),
            "listed_there": (factors != 0).sum(axis=1),
            "spot": [at_places[i] for i in who],
            "loss": ["∞" if tells else "0" for tells in listed | joined],
            "epsilon": EPSILON,
        },
        sentence=[
            "The model on the left publishes {listed} of {n} people as support vectors; person {person} at {spot} is ",
            when(listed, "one of them. ", "not one. "),
            f"Replaced by somebody at ({NEWCOMER[0]:.3f}, {NEWCOMER[1]:.3f}), ",
            when(joined, "who is one: the two models differ for certain, a privacy loss of ∞. "),
            when(listed & ~joined, "who is not: the two models differ for certain, a privacy loss of ∞. "),
            when(~listed & ~joined, "who is not one either: these two models are the same. "),
            "Random Fourier features with ε = {epsilon} lose at most {epsilon}.",
        ],
        table=table_by_column(("person", numbers), ("record", at_places), ("label", labels),
                              ("factor in the left model", marks[0]), ("in the right model", moving(marks[1:]))),
        code=shown,
    )  # fmt: skip


def _published() -> dict[str, float]:
    return {"listed": float(shown(0.01, 0.5, 1, 1)[0])}


SECTION = Section(draw, axes=(person,), controls=(regularization, width, person, seed))
