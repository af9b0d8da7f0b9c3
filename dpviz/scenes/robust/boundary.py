"""The boundary between two clouds, and the band in which an adversary can flip the answer."""

from __future__ import annotations

import numpy as np

from dpviz.scenes import style
from dpviz.scenes.formula import formula
from dpviz.scenes.marks import line, points
from dpviz.scenes.robust.training import NAMES, Floats, Trained
from dpviz.scenes.scene import Assumption, Card, Scene, Table
from dpviz.scenes.words import percent


def boundary_scene(
    *, trained: Trained, X: Floats, y: Floats, axis: str, values: Floats, start: int, code: str = ""
) -> Scene:
    """Two features, the boundary, and the band within which an adversary can flip the answer (ADV-2).

    Parameters
    ----------
    trained : Trained
        Of two features.
    X, y : ndarray of shape (n, 2), (n,)
        The examples to draw.
    axis, values, start, code
        See `Scene`.
    """
    w = trained.weights
    size = np.abs(w).sum(axis=1) if trained.norm == "linf" else np.linalg.norm(w, axis=1)
    heights = np.array([-9.0, 9.0])
    with np.errstate(divide="ignore", invalid="ignore"):
        middle = -w[:, 1:] * heights / w[:, :1]
        half = (trained.radius * size)[:, None] / np.abs(w[:, :1])
    middle, half = (np.where(w[:, :1] == 0, np.nan, a) for a in (middle, half))
    band_x = np.concatenate([middle - half, (middle + half)[:, ::-1]], axis=1)
    share = [
        float(np.mean(y * (X @ a) - r * s <= 0)) for a, r, s in zip(w, trained.radius, size, strict=True)
    ]
    length = np.linalg.norm(w, axis=1)
    thick = 2 * trained.radius * size / np.where(length > 0, length, 1.0)
    figure = style.figure(
        line(band_x[start], [-9, 9, 9, -9], style.PURPLE, "the answer can be flipped here", width=0.5, fill="toself",
             fillcolor=style.FAINT_ORANGE),
        points(X[y > 0, 0], X[y > 0, 1], style.BLUE, "label +1", size=7),
        points(X[y < 0, 0], X[y < 0, 1], style.ORANGE, "label −1", size=7, symbol="x"),
        line(middle[start], heights, style.INK, "boundary", width=3),
        height=460,
        xaxis=style.axis("strong feature", range=[-3.6, 3.6]),
        yaxis=style.axis("weak feature", range=[-3.2, 3.2]),
    )  # fmt: skip
    dual = "1" if trained.norm == "linf" else "2"
    slots = {
        **trained.slots,
        "thick": [f"{t:.3f}" for t in thick],
        "size": [f"{s:.3f}" for s in size],
        "length": [f"{s:.3f}" for s in length],
        "turned": [percent(s).replace(" ", "\N{NO-BREAK SPACE}") for s in share],
    }
    return Scene(
        title=f"The boundary and its band · {NAMES[trained.norm]} adversary",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={("data", 0, "x"): band_x, ("data", 3, "x"): middle},
        sentences=[
            "Before the first step all weights are 0: there is no boundary yet."
            if not w[f].any()
            else f"After {slots['epoch'][f]} steps against radius {trained.radius[f]:.2g} the weights are "
            f"({w[f, 0]:.2f}, {w[f, 1]:.2f}) and the band is {thick[f]:.2f} wide. Of the {len(y)} points shown, "
            f"{percent(share[f])} are wrong or can be made so."
            + (" Radius 0 is plain training exactly: no band." if trained.radius[f] == 0 else "")
            for f in range(len(values))
        ],
        table=Table(
            columns=("", "share"),
            rows=tuple(
                (
                    ("new examples right", slots["accuracy"][f]),
                    ("right whatever the adversary does", slots["robust"][f]),
                )
                for f in range(len(values))
            ),
        ),
        slots=slots,
        card=Card(
            title="A point is safe only outside the band",
            source="ADV-1, ADV-2",
            formula=formula(
                r"\text{safe}\iff y\,w\cdot x>r\,\lVert w\rVert_{%s},\qquad"
                r"\text{width}=\frac{2\,r\,\lVert w\rVert_{%s}}{\lVert w\rVert_2}" % ((dual,) * 2)
            ),
            filled=formula(
                r"\text{width}=\frac{2\cdot\text{@radius}\cdot\text{@size}}{\text{@length}}=\text{@thick}"
            ),
            rows=(
                ("width of the band", "thick"),
                ("new examples right", "accuracy"),
                ("right whatever the adversary does", "robust"),
                ("points shown that are wrong or can be made so", "turned"),
            ),
            assumptions=(
                Assumption("the score is a straight line in the features"),
                Assumption("some weight is not 0", tuple(bool(row.any()) for row in w)),
            ),
            note="The two accuracies are exact for the law the points come from, the last number is a count.",
        ),
        code=code,
    )
