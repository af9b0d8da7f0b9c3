"""One strong and many weak weights as the radius grows (ADV-2, ADV-3)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, moving, panel, points, table_by_row, when
from dpviz.draw.style import GREEN, GREY, ORANGE
from dpviz.frame.section import Frames, Section
from dpviz.lessons.robust import shared
from dpviz.robust import SignalFeatures

norm, radius, epoch, seed = shared.adversary(), shared.size(0), shared.steps_of_training(), shared.other_examples()


def weighed(distribution: SignalFeatures, weights: Any, radius: float, norm: str) -> Any:
    strong, weak = weights[0], np.abs(weights[1:]).mean()
    best_strong, best_weak = distribution.best_weights(radius=radius, norm=norm)[:2]
    return strong, weak, best_strong, best_weak


def draw(at: Frames) -> Picture:
    norm, count = at.norm, shared.MANY.count
    w, values = shared.training(shared.MANY, at.seed, norm, at.radius, at.epoch)
    places = np.arange(count + 1)
    return Picture(
        panel(
            bars(places, moving(w), [GREEN] + [GREY] * count, "trained weights"),
            points(places, moving(shared.MANY.best_weights(radius=at.radius, norm=norm)), ORANGE,
                   "best for infinitely many examples", symbol="diamond-open", size=9),
            x=axis("feature: the strong one, then the weak ones", -0.7, count + 0.7, tickvals=[0, count / 2],
                   ticktext=["strong", f"{count} weak ones"]),
            y=axis("weight", min(-0.2, float(w.min()) - 0.05), max(2.3, float(w.max()) + 0.1)),
        ),
        title=f"What the weights become · {shared.NAMES[norm]} adversary",
        height=400,
        values={**values, "people": shared.PEOPLE[shared.MANY]},
        sentence=[
            "Trained for {epoch} steps against radius {radius:.2g}: the strong weight is {strong}, the weak ones are "
            "{weak} in size on average, and {dead} of {count} are 0.",
            when(at.radius == 0, " Radius 0 is standard training exactly."),
        ],
        table=table_by_row(
            ("", "trained", "best for infinitely many"),
            ("strong weight", "{strong}", "{best_strong}"),
            ("weak weights, mean size", "{weak}", "{best_weak}"),
        ),
        code=(shared.train, weighed),
    )  # fmt: skip


def _worth() -> dict[str, float]:
    distribution = SignalFeatures(strong=1.0, weak=0.15, count=20)
    weak = {r: float(distribution.best_weights(radius=r, norm="linf")[1]) for r in (0.0, 0.05, 0.15)}
    return {"answer": weak[0.05], "unattacked": weak[0.0], "once": weak[0.05] / 2, "dead": weak[0.15]}


SECTION = Section(draw, axes=(radius, epoch), controls=(norm, radius, epoch, seed))
