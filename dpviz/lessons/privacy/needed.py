"""What n, ε, α or β is needed, by the bound and exactly (LAP-3 solved)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_row, text
from dpviz.draw.marks import CHANCES
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.privacy.errors import KINDS, moved
from dpviz.lessons.privacy.shared import MANY
from dpviz.mechanisms import laplace_alpha, laplace_beta, laplace_epsilon, laplace_failure, laplace_size

FLOOR = 1e-6  # the picture's lowest probability
PLACES = 81  # how many values of the unknown are drawn

unknown = Choice(
    "n",
    options={"n": "n, the people", "epsilon": "ε, the privacy parameter", "alpha": "α, the error",
             "beta": "β, the chance to fail"},
    label="Solve for",
)  # fmt: skip
kinds = {"histogram": "histogram bins", "separate": "separate counts"}  # short: seven controls stand beside it
kind = Choice("histogram", options=kinds, label="Published are")
epsilon = common.epsilon()
n = common.people()
alpha = common.alpha()
beta = common.beta()
k = Number(10, low=1, high=1000, values=MANY, whole=True, label="k, the counts", ends=("one", "many"))


def solve_n(alpha: Any, beta: Any, epsilon: Any, k: Any, sensitivity: Any) -> Any:
    given = {"alpha": alpha, "beta": beta, "epsilon": epsilon, "dim_out": k, "sensitivity": sensitivity}
    by_bound, by_exact = (laplace_size(**given, exact=exact) for exact in (False, True))
    return by_bound, by_exact


def solve_epsilon(alpha: Any, beta: Any, n: Any, k: Any, sensitivity: Any) -> Any:
    given = {"alpha": alpha, "beta": beta, "n": n, "dim_out": k, "sensitivity": sensitivity}
    by_bound, by_exact = (laplace_epsilon(**given, exact=exact) for exact in (False, True))
    return by_bound, by_exact


def solve_alpha(beta: Any, epsilon: Any, n: Any, k: Any, sensitivity: Any) -> Any:
    given = {"beta": beta, "epsilon": epsilon, "n": n, "dim_out": k, "sensitivity": sensitivity}
    by_bound, by_exact = (laplace_alpha(**given, exact=exact) for exact in (False, True))
    return by_bound, by_exact


def solve_beta(alpha: Any, epsilon: Any, n: Any, k: Any, sensitivity: Any) -> Any:
    given = {"alpha": alpha, "epsilon": epsilon, "n": n, "dim_out": k, "sensitivity": sensitivity}
    by_bound, by_exact = (laplace_beta(**given, exact=exact) for exact in (False, True))
    return by_bound, by_exact


SOLVE: dict[str, Any] = {"n": solve_n, "epsilon": solve_epsilon, "alpha": solve_alpha, "beta": solve_beta}
SYMBOL = {"n": "n", "epsilon": "ε", "alpha": "α", "beta": "β"}
FORM = {"n": ",.0f", "epsilon": "nats", "alpha": ".4g", "beta": "probability"}
PLACE = {
    "n": ("people n", 10, 1e6),
    "epsilon": ("privacy parameter ε", epsilon.low, epsilon.high),
    "alpha": ("error α, as a share of n", 1e-4, 1.0),
}
ASKED = (
    " and {counts} within {alpha:percent} of n with probability {surely:percent}, the theorem asks for SYMBOL = "
    "{by_bound}; exactly, {by_exact} is enough. At the values of the sliders the chance to be further off is "
    "{now:percent}."
)
SENTENCE = {
    "n": "For ε = {epsilon:nats}" + ASKED,
    "epsilon": "For {n:,} people" + ASKED,
    "alpha": "With ε = {epsilon:nats} and {n:,} people, {counts} within α of n with probability {surely:percent} for "
    "α = {by_bound}, says the theorem; exactly, for α = {by_exact}.",
    "beta": "With ε = {epsilon:nats} and {n:,} people, the chance that not {counts} are within {alpha:percent} of n is "
    "at most {by_bound}, says the theorem; exactly, it is {by_exact}.",
}


def draw(at: Frames) -> Picture:
    name, sensitivity = at.unknown, moved(at.kind, at.k, at.neighbouring)
    given = {"n": at.n, "epsilon": at.epsilon, "alpha": at.alpha, "beta": at.beta}
    others = {other: value for other, value in given.items() if other != name}
    by_bound, by_exact = SOLVE[name](**others, k=at.k, sensitivity=sensitivity)
    along = "epsilon" if name == "beta" else name  # β is what is drawn, at every ε
    title, low, high = PLACE[along]
    grid = np.geomspace(low, high, PLACES)

    def chance(**changed: Any) -> list[Any]:
        wide = {other: value[:, None] for other, value in given.items()} | changed
        error = wide["alpha"] * wide["n"], at.k[:, None], wide["epsilon"], sensitivity[:, None]
        return [np.asarray(laplace_failure(*error, exact=exact)) for exact in (True, False)]

    curves, now = chance(**{along: grid}), np.concatenate(chance(), axis=1)
    spots = np.stack([by_exact, by_bound], axis=1)
    spots = np.where((spots < low) | (spots > high), np.nan, spots)
    here, aim = (np.stack([side, side], axis=1) for side in (given[along], at.beta))
    hidden: dict[str, Any] = {"visible": False} if name == "beta" else {}  # what is solved for is where we are now
    return Picture(
        panel(
            curve(grid, moving(np.clip(curves[0], FLOOR / 10, 1.0)), BLUE, "exact", width=4),
            curve(grid, moving(np.clip(curves[1], FLOOR / 10, 1.0)), ORANGE, "bound", dash="dash"),
            level(moving(at.beta), GREY, reach=(low, high), width=2, **hidden),
            *([] if hidden else [text([high], moving(at.beta), ["β"], GREY, "top left")]),
            points(moving(spots), moving(aim), [BLUE, ORANGE], "solved", symbol="diamond", size=14, **hidden),
            points(moving(here), moving(np.clip(now, FLOOR / 10, 1.0)), [BLUE, ORANGE], "now", symbol="circle-open",
                   size=14),
            x=axis(title, *np.log10([low, high]).tolist(), type="log", dtick=1),
            y=axis("chance to be off by αn or more", np.log10(FLOOR), 0.15, type="log", **CHANCES),
        ),
        title=f"Solved for {SYMBOL[name]} · {KINDS[at.kind]}",
        height=400,
        values={
            "sensitivity": sensitivity,
            "by_bound": num(by_bound, FORM[name]),
            "by_exact": num(by_exact, FORM[name]),
            "now": now[:, 0],
            "surely": 1 - at.beta,
            "counts": ["1 count" if k == 1 else f"all {k:,} counts" for k in at.k.tolist()],
            "symbol": SYMBOL[name],
        },
        sentence=SENTENCE[name].replace("SYMBOL", SYMBOL[name]),
        table=table_by_row(("", "by the bound", "exactly"), (f"{SYMBOL[name]} needed", "{by_bound}", "{by_exact}")),
        code=(moved, SOLVE[name]),
    )  # fmt: skip


def _half() -> dict[str, float]:
    now, half = (float(solve_n(alpha, 0.05, 0.5, 10, 2)[0]) for alpha in (0.05, 0.025))
    return {"now": now, "half": half, "square": 4 * now, "times": half / now}


SECTION = Section(draw, axes=(epsilon, n, alpha, beta, k), controls=(unknown, kind, epsilon, n, alpha, beta, k))
