"""A kernel machine as it is usually published: a list of people. And what replacing one of them shows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, plain
from dpviz.erm.expansion import KernelExpansion
from dpviz.scenes.marks import heading, points
from dpviz.scenes.private_regression.margins_rings import SIDE, lattice, plane, region, shade

Floats = NDArray[np.float64]


def people_scene(
    *,
    here: KernelExpansion,
    there: tuple[KernelExpansion, ...],
    labels: Floats,
    newcomer: Floats,
    epsilon: float,
    regularization: float,
    width: float,
    seed: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """Support vectors of two neighbouring data sets: the published sums name people (SVM-2).

    Parameters
    ----------
    here : KernelExpansion
    there : tuple of KernelExpansion
        One a frame: person `values[f]` replaced by the newcomer.
    labels : ndarray, shape (n,)
    newcomer : ndarray, shape (2,)
        The newcomer's coordinates.
    epsilon, regularization, width : float
        ε that random features would keep, λ and h.
    seed : int
    axis, values, start, code
        See `Scene`; the axis is the number of a person, from 1.
    """
    who = values.astype(int) - 1
    side = np.linspace(-1.1, 1.1, SIDE)
    at = lattice(side)
    left = shade(here.scores(at)).reshape(SIDE, SIDE)
    right = np.array([shade(other.scores(at)).reshape(SIDE, SIDE) for other in there])
    second: dict[str, Any] = {"xaxis": "x2", "yaxis": "y2"}
    symbols = ["circle" if label > 0 else "x" for label in labels]
    inks = [style.BLUE if label > 0 else style.ORANGE for label in labels]
    moved = np.array([other.points for other in there])
    rings = np.where(here.support[:, None], here.points, np.nan)
    rings_there = np.array([np.where(o.support[:, None], o.points, np.nan) for o in there])
    one = here.points[who]
    ringed = {"symbol": "circle-open", "size": 17, "color": style.INK, "line": {"width": 2}}
    figure = style.figure(
        region(left, side),
        region(right[start], side, **second),
        points(here.points[:, 0], here.points[:, 1], inks, symbol=symbols, size=8),
        points(moved[start, :, 0], moved[start, :, 1], inks, symbol=symbols, size=8, **second),
        points(rings[:, 0], rings[:, 1], style.INK, "in the published model", marker=ringed),
        points(rings_there[start, :, 0], rings_there[start, :, 1], style.INK, marker=ringed, **second),
        points(one[start, :1], one[start, 1:], style.PURPLE, "the person looked at", symbol="star", size=18),
        points([newcomer[0]], [newcomer[1]], style.GREEN, "the newcomer", symbol="star", size=18, **second),
        height=430,
        margin={"l": 64, "r": 16, "t": 84, "b": 40},
        **plane("", [0, 0.46], [0, 0.92]),
        **plane("2", [0.54, 1], [0, 0.92]),
        annotations=[heading("these people", 0.93), heading("one replaced", 0.93) | {"x": 0.54}],
    )  # fmt: skip
    n, listed = len(labels), int(here.support.sum())
    coordinates = [f"({a:.3f}, {b:.3f})".replace("-", "−") for a, b in here.points]
    spot = f"({newcomer[0]:.3f}, {newcomer[1]:.3f})"
    loss = ["∞" if o.support[i] or here.support[i] else "0" for o, i in zip(there, who, strict=True)]
    return Scene(
        title="Who is in the model?",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 1, "z"): right,
            ("data", 3, "x"): moved[..., 0],
            ("data", 3, "y"): moved[..., 1],
            ("data", 5, "x"): rings_there[..., 0],
            ("data", 5, "y"): rings_there[..., 1],
            ("data", 6, "x"): one[:, :1],
            ("data", 6, "y"): one[:, 1:],
        },
        sentences=[
            f"The model on the left lists {listed} of {n} people with their coordinates; person {i + 1} at "
            f"{coordinates[i]} is {'one of them' if here.support[i] else 'not listed'}. "
            f"Replaced by somebody at {spot}, "
            + (
                "who is listed: one look at the lists tells the worlds apart, a loss of ∞. "
                if other.support[i]
                else "who is not: the lists tell the worlds apart, a loss of ∞. "
                if here.support[i]
                else "who is not listed either: these two worlds look the same. "
            )
            + f"Random features with noise would lose at most {nats(epsilon)}."
            for i, other in zip(who, there, strict=True)
        ],
        table=Table(
            columns=("person", "record", "label", "factor in the left model", "in the right model"),
            rows=tuple(
                tuple(
                    (
                        str(j + 1),
                        coordinates[j],
                        "+1" if labels[j] > 0 else "−1",
                        f"{here.coefficients[j]:+.3f}" if here.support[j] else "–",
                        f"{other.coefficients[j]:+.3f}" if other.support[j] else "–",
                    )
                    for j in range(n)
                )
                for other in there
            ),
        ),
        slots={
            "person": [str(int(v)) for v in values],
            "n": [str(n)],
            "listed": [str(listed)],
            "listed_there": [str(int(o.support.sum())) for o in there],
            "loss": loss,
            "epsilon": [plain(epsilon)],
            "regularization": [plain(regularization)],
            "width": [plain(width)],
            "seed": [str(seed)],
        },
        card=Card(
            title="A kernel machine is made of records",
            source="SVM-2",
            formula=formula(
                r"f(x)=\sum_{i\in S}a_i\,e^{-g\lVert x_i-x\rVert^2}\qquad\text{against}\qquad f(x)=w\cdot z(x)"
            ),
            filled=formula(
                r"|S|=\text{@listed}\;\text{of}\;\text{@n}:"
                r"\quad\text{loss }\text{@loss}\;\text{against}\;\text{@epsilon}"
            ),
            rows=(
                ("people listed by the left model", "listed"),
                ("people listed by the right model", "listed_there"),
                ("privacy loss of the published list", "loss"),
                ("privacy loss of random features with noise, at most", "epsilon"),
            ),
            assumptions=(
                Assumption("what is published carries noise: a sum over records does not", (False,)),
                Assumption("random features are public and their weights carry noise: the promise of the rings holds"),
            ),
            note="Whoever keeps a margin of at least 1 + h is not listed. Which these are depends on everybody, and to "
            "be missing tells something too. Neighbours: one record is replaced.",
        ),
        code=code,
    )  # fmt: skip
