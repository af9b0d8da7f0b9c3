"""Two features, the boundary, and the band within which an adversary can flip the answer (ADV-2)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_row, when
from dpviz.draw.style import BLUE, FAINT_ORANGE, INK, ORANGE, PURPLE
from dpviz.draw.words import percent, signed
from dpviz.frame.section import Frames, Section
from dpviz.lessons.robust import shared
from dpviz.robust import SignalFeatures, dual_norm

SHOWN = 120  # examples drawn in the plane
norm, radius, epoch, seed = shared.adversary(), shared.size(), shared.steps_of_training(), shared.other_examples()


def safe(distribution: SignalFeatures, weights: Any, radius: float, norm: str) -> Any:
    accuracy = distribution.accuracy(weights)
    robust = distribution.accuracy(weights, radius=radius, norm=norm)
    return accuracy, robust


def draw(at: Frames) -> Picture:
    norm, r = at.norm, at.radius
    w, values = shared.training(shared.TWO, at.seed, norm, r, at.epoch)
    X, y = (part[:SHOWN] for part in shared.examples(shared.TWO, at.seed))
    size, length = dual_norm(w, norm=norm), np.linalg.norm(w, axis=1)
    heights, some = np.array([-9.0, 9.0]), w.any(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        middle, half = -w[:, 1:] * heights / w[:, :1], (r * size)[:, None] / np.abs(w[:, :1])
    middle, half = (np.where(w[:, :1] == 0, np.nan, a) for a in (middle, half))
    thick = 2 * r * size / np.where(length > 0, length, 1.0)
    turned = (y * (w @ X.T) - (r * size)[:, None] <= 0).mean(axis=1)
    return Picture(
        panel(
            curve(moving(np.concatenate([middle - half, (middle + half)[:, ::-1]], axis=1)), [-9, 9, 9, -9], PURPLE,
                  "can be flipped", width=0.5, fill="toself", fillcolor=FAINT_ORANGE),
            points(X[y > 0, 0], X[y > 0, 1], BLUE, "label +1", size=7),
            points(X[y < 0, 0], X[y < 0, 1], ORANGE, "label −1", size=7, symbol="x"),
            curve(moving(middle), heights, INK, "boundary", width=3),
            x=axis("strong feature", -3.6, 3.6), y=axis("weak feature", -3.2, 3.2),
        ),
        title=f"The boundary and its band · {shared.NAMES[norm]} adversary",
        values={
            **values,
            "w1": num(w[:, 0] + 0.0, signed(".2f")),
            "w2": num(w[:, 1] + 0.0, signed(".2f")),
            "thick": num(thick, ".3f"),
            "size": num(size, ".3f"),
            "length": num(length, ".3f"),
            "turned": num(turned, lambda share: percent(share).replace(" ", "\N{NO-BREAK SPACE}")),
            "some": some,
        },
        sentence=[
            when(
                some,
                "After {epoch} steps against radius {radius:.2g} the weights are ({w1}, {w2}) and the band is "
                f"{{thick:.2f}} wide. Of the {len(y)} points shown, {{turned:percent}} are wrong or can be made so.",
                "Before the first step all weights are 0: there is no boundary yet.",
            ),
            when(some & (r == 0), " Radius 0 is standard training exactly: no band."),
        ],
        table=table_by_row(
            ("", "share"),
            ("standard accuracy: new examples right", "{accuracy}"),
            ("robust accuracy: right whatever the adversary does", "{robust}"),
        ),
        code=(shared.train, safe),
    )  # fmt: skip


SECTION = Section(draw, axes=(epoch, radius), controls=(norm, epoch, radius, seed))
