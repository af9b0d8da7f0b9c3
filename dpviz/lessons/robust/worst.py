"""One example in the plane: the loss around it, the adversary's ball, and projected ascent (ADV-1, ADV-2)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, heatmap, level, moving, num, panel, points, table_by_row, text, when
from dpviz.draw.style import BLUE, INK, PURPLE
from dpviz.draw.words import signed
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons.robust.shared import adversary, size
from dpviz.robust import adversarial_losses, dual_norm, pgd, worst_perturbation
from dpviz.robust.example import RATE, example_score, example_uphill, worst_of_example
from dpviz.robust.linear import logistic

STEPS = 30  # of ascent
WINDOW = 0.75
BALLS = {"linf": "ℓ∞ ball", "l2": "ℓ2 ball"}
TURN = np.linspace(0, 2 * np.pi, 61)
EDGE = {
    "linf": np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]], dtype=float),
    "l2": np.stack([np.cos(TURN), np.sin(TURN)], axis=1),
}
SHADES = [[0, "rgba(221,107,13,0)"], [1, "rgba(221,107,13,1)"]]

model = Choice("straight", options={"straight": "linear", "bent": "not linear"}, label="Model")
steps = Number(3, low=0, high=STEPS, steps=STEPS + 1, whole=True, label="Steps of PGD", play=True)
norm, radius = adversary(), size()


def straight(norm: str, radius: float, steps: int) -> Any:
    w, x, y = np.array([1.0, -2.0]), np.array([2.5, 1.0]), 1
    worst = worst_perturbation(w, [y], radius=radius, norm=norm)[0]
    largest = adversarial_losses(w, [x], [y], radius=radius, norm=norm)[0]
    ascent = pgd(lambda _: -y * w, [0, 0], radius=radius, norm=norm, steps=STEPS, rate=RATE)
    reached = np.log1p(np.exp(-y * w @ (x + ascent.path[steps])))
    return worst, largest, reached


def bent(norm: str, radius: float, steps: int) -> Any:
    worst = worst_of_example("bent", radius=radius, norm=norm)
    largest = logistic(example_score("bent", worst))
    uphill = lambda pert: example_uphill("bent", pert)  # noqa: E731
    ascent = pgd(uphill, [0, 0], radius=radius, norm=norm, steps=STEPS, rate=RATE)
    reached = logistic(example_score("bent", ascent.path[steps]))
    return worst, largest, reached


def draw(at: Frames) -> Picture:
    name, norm, taken, flat = at.model, at.norm, at.steps, at.model == "straight"
    radii, which = np.unique(at.radius, return_inverse=True)
    ascents = [pgd(lambda p: example_uphill(name, p), [0, 0], radius=float(r), norm=norm, steps=STEPS, rate=RATE).path
               for r in radii]  # fmt: skip
    worst = np.array([worst_of_example(name, radius=float(r), norm=norm) for r in radii])[which]
    order = np.arange(STEPS + 1)
    # After its last step a frame's path stays where it is.
    path = np.array(ascents)[which[:, None], np.minimum(order, taken[:, None])]
    margins, lowest, whole = (example_score(name, spot) for spot in (path, worst, np.zeros(2)))
    losses, largest, begun = logistic(margins), logistic(lowest), float(logistic(whole))
    reached = losses[:, -1]
    missing, edge = largest - reached, at.radius[:, None, None] * EDGE[norm]
    side = np.linspace(-WINDOW, WINDOW, 41)
    around = logistic(example_score(name, np.stack(np.meshgrid(side, side), axis=-1)))
    plane = panel(
        heatmap(around, x=side, y=side, scale=SHADES, opacity=0.55),
        curve(moving(edge[:, :, 0]), moving(edge[:, :, 1]), PURPLE, f"the {BALLS[norm]}", width=2),
        curve(moving(path[:, :, 0]), moving(path[:, :, 1]), BLUE, "PGD", mode="lines+markers",
              marker={"size": 7, "color": BLUE}),
        points(moving(worst[:, 0]), moving(worst[:, 1]), INK, "the worst", symbol="star", size=16),
        x=axis("change of feature 1", -WINDOW, WINDOW, constrain="domain", constraintoward="left"),
        y=axis("change of feature 2", -WINDOW, WINDOW, scaleanchor="x", constrain="domain", constraintoward="top"),
        across=(0, 0.62),
    )  # fmt: skip
    climb = panel(
        curve(order, moving(np.where(order <= taken[:, None], losses, np.nan)), BLUE),
        level(moving(largest), INK, reach=(0, STEPS), dash="dash", width=2),
        text([STEPS], moving(largest), ["largest"], INK, "top left"),
        x=axis("steps of PGD", 0, STEPS, nticks=4),
        across=(0.72, 1),
        y=axis("", begun - 0.1, float(largest.max()) + 0.15, nticks=4),
        heading="loss",
    )
    return Picture(
        plane,
        climb,
        title=f"The worst perturbation · {'a linear' if flat else 'a non-linear'} model, {BALLS[norm]}",
        height=460,
        values={
            "begun": num(begun, ".6f"),
            "reached": num(reached, ".6f"),
            "largest": num(largest, ".6f"),
            "missing": missing,
            "gap": num(abs(missing), ".2g"),
            "whole": num(float(whole), signed(".2f")),
            "now": num(margins[:, -1], signed(".2f")),
            "lowest": num(lowest, signed(".2f")),
            **{
                f"{at_}{k + 1}": num(p[:, k] + 0.0, signed(".4f"))
                for at_, p in (("now", path[:, -1]), ("far", worst))
                for k in (0, 1)
            },
            "arrived": abs(missing) < 1e-3,
        },
        sentence=[
            "With radius {radius:.2g} the loss can rise from {begun:.3f} to {largest:.3f}. After {steps} ",
            when(taken == 1, "step", "steps"),
            " PGD is at {reached:.3f}",
            when(abs(missing) < 1e-3, ": it has arrived.", ", {missing:.3f} short"),
            when(
                (abs(missing) >= 1e-3) & (taken >= 25) & (not flat), "; it sits on a local maximum and will not leave."
            ),
            when((abs(missing) >= 1e-3) & ((taken < 25) | flat), "."),
            " The worst margin is {lowest}",
            when(lowest < 0, ": an adversarial example.", ", so no adversarial example is within reach."),
        ],
        table=table_by_row(
            ("", "change of feature 1", "change of feature 2", "margin", "loss"),
            ("the example as it is", "0", "0", "{whole}", "{begun}"),
            ("PGD", "{now1}", "{now2}", "{now}", "{reached}"),
            ("the worst", "{far1}", "{far2}", "{lowest}", "{largest}"),
        ),
        code=straight if flat else bent,
    )


def _corner() -> dict[str, float]:
    return {
        "answer": 0.1 * float(dual_norm([3.0, -4.0], norm="linf")),
        "disc": 0.1 * float(dual_norm([3.0, -4.0], norm="l2")),
        "signed": 0.1 * abs(3.0 - 4.0),
        "largest": 0.1 * float(dual_norm([-4.0], norm="linf")),
    }


SECTION = Section(draw, axes=(steps, radius), controls=(norm, model, steps, radius))
