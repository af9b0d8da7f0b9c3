"""Two weights: the loss around them, and where private releases land."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import plain
from dpviz.erm.noise import GammaNoise
from dpviz.erm.plane_sweep import Plane
from dpviz.scenes.marks import line, points

Floats = NDArray[np.float64]
LEVELS = (0.02, 0.1, 0.5)  # of J above its least value: the rings


def window(best: Floats) -> tuple[Floats, Floats]:
    """The part of the plane of weights to show: 0 and every w*, with room around them. Low and high corner."""
    points_ = np.concatenate([np.zeros((1, 2)), best])
    low, high = points_.min(axis=0), points_.max(axis=0)
    room = 0.75 * float(np.linalg.norm(best, axis=1).max())
    middle, half = 0.5 * (low + high), 0.5 * float((high - low).max()) + room
    return middle - half, middle + half


def weights_scene(
    *,
    plane: Plane,
    places: tuple[Floats, Floats],
    loss: Floats,
    rings: Floats,
    seed: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """The loss surface, w*, and clouds of releases by output and by objective perturbation (LR-3, LR-4, LR-5).

    Parameters
    ----------
    plane : Plane
    places : two ndarray of shape (k,)
        Where the loss is known, along either weight.
    loss : ndarray of shape (F or 1, k, k)
        J above its least value; rows are the second weight.
    rings : ndarray of shape (F or 1, 3, m, 2)
        Lines on which J is `LEVELS` above its least value.
    seed : int
        Of the noise, for the code.
    axis, values, start, code
        See `Scene`.
    """
    across, up = places
    shades = np.minimum(np.sqrt(loss / _reach(loss)), 1.0)
    low, high = (across[0], up[0]), (across[-1], up[-1])
    output, objective = plane.output, plane.objective
    away = [np.linalg.norm(cloud - plane.best[:, None, :], axis=2) for cloud in (output, objective)]
    gone = [
        (~((cloud >= low) & (cloud <= high)).all(axis=2)).sum(axis=1).astype(int)
        for cloud in (output, objective)
    ]
    figure = style.figure(
        {"type": "heatmap", "x": across, "y": up, "z": shades[start if len(shades) > 1 else 0], "zmin": 0, "zmax": 1,
         "showscale": False, "hoverinfo": "skip",
         "zsmooth": "best", "colorscale": [[0, "rgba(107,114,128,0)"], [1, "rgba(107,114,128,1)"]], "opacity": 0.6},
        points(output[start, :, 0], output[start, :, 1], style.ORANGE, "noise on the answer", size=7, symbol="x"),
        points(objective[start, :, 0], objective[start, :, 1], style.BLUE, "noise on the question", size=7),
        points(plane.best[start, :1], plane.best[start, 1:], style.INK, "w*, no noise", symbol="star", size=17),
        points([0], [0], style.INK, symbol="cross-thin-open", size=12),
        *(
            line(ring[:, 0], ring[:, 1], style.INK, "" if i else "J is 0.02, 0.1, 0.5 higher", width=1.5, dash="dot")
            for i, ring in enumerate(rings[start if len(rings) > 1 else 0])
        ),
        height=580,
        margin={"l": 64, "r": 16, "t": 84, "b": 56},
        xaxis=style.axis("weight of feature 1", range=[low[0], high[0]], constrain="domain"),
        yaxis=style.axis("weight of feature 2", range=[low[1], high[1]], scaleanchor="x", constrain="domain"),
    )  # fmt: skip
    motion: dict[tuple[str | int, ...], Any] = {
        ("data", 1, "x"): output[:, :, 0],
        ("data", 1, "y"): output[:, :, 1],
        ("data", 2, "x"): objective[:, :, 0],
        ("data", 2, "y"): objective[:, :, 1],
        ("data", 3, "x"): plane.best[:, :1],
        ("data", 3, "y"): plane.best[:, 1:],
    }
    if len(shades) > 1:
        motion["data", 0, "z"] = shades
        for ring in range(len(LEVELS)):
            motion["data", 5 + ring, "x"] = rings[:, ring, :, 0]
            motion["data", 5 + ring, "y"] = rings[:, ring, :, 1]
    many = output.shape[1]
    unit, scale = GammaNoise(dim=2, scale=1.0), np.asarray(plane.answer.scale)
    exact, quantile, lemma = (
        unit.mean_norm * scale,
        unit.norm_quantile(0.05) * scale,
        unit.norm_bound(0.05) * scale,
    )
    mean = [a.mean(axis=1) for a in away]
    return Scene(
        title="Where private weights land",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            f"{settings(plane, f)} Without noise the weights are ({plane.best[f, 0]:.2f}, "
            f"{plane.best[f, 1]:.2f}). {many} releases with noise on the answer land {mean[0][f]:.3g} away on "
            f"average, with noise on the question {mean[1][f]:.3g}."
            + _raised(plane, f)
            + _outside(gone[0][f], gone[1][f])
            for f in range(len(values))
        ],
        table=Table(
            columns=("distance from w*", "noise on the answer", "noise on the question"),
            rows=tuple(
                (
                    (f"mean of {many} releases", *(average(a[f]) for a in away)),
                    ("mean, exactly", f"{exact[f]:.4g}", "—"),
                    ("1 in 20 is farther than", *(f"{np.quantile(a[f], 0.95):.4g}" for a in away)),
                    ("1 in 20 is farther, exactly", f"{quantile[f]:.4g}", "—"),
                    ("outside the picture", str(gone[0][f]), str(gone[1][f])),
                )
                for f in range(len(values))
            ),
        ),
        slots={
            **plane_slots(plane, seed),
            "scale": [f"{v:.6g}" for v in scale],
            "move": [f"{2 / (k * s):.6g}" for k, s in zip(plane.n, plane.regularization, strict=True)],
            "exact": [f"{v:.4g}" for v in exact],
            "mean": [f"{v:.4f}" for v in mean[0]],
            "mean_question": [f"{v:.4f}" for v in mean[1]],
            "quantile": [f"{v:.4g}" for v in quantile],
            "lemma": [f"{v:.4g}" for v in lemma],
            "ratio": [f"{np.exp(v):.4g}" for v in plane.epsilon],
        },
        card=Card(
            title="Noise on the answer keeps its promise",
            source="LR-3, LR-4",
            formula=formula(
                r"w^*+h,\quad\text{density of }h\propto e^{-\lVert h\rVert/t},"
                r"\quad t=\frac{2}{n\lambda\varepsilon}"
            ),
            filled=formula(
                r"t=\frac{2}{\text{@n}\cdot\text{@regularization}\cdot\text{@epsilon}}=\text{@scale}"
            ),
            rows=(
                ("one record moves w* by at most 2/(nλ)", "move"),
                ("so densities differ by a factor of at most", "ratio"),
                ("mean length of the noise, exactly 2t", "exact"),
                ("the same, from the dots", "mean"),
                ("1 in 20 is longer than, exactly", "quantile"),
                ("the lemma’s bound on that", "lemma"),
                ("distance with noise on the question, from the dots", "mean_question"),
            ),
            assumptions=(
                Assumption("every record has length at most 1; neighbours have one record replaced"),
                Assumption("ε, n and λ are public, and one release is published"),
            ),
            note="A hundred releases are drawn to show their law. Publishing them all would cost a hundred times ε.",
        ),
        code=code,
    )  # fmt: skip


def settings(plane: Plane, f: int) -> str:
    """The settings of a frame, in words."""
    return f"ε = {plane.epsilon[f]:.3g}, {int(plane.n[f]):,} records, λ = {plane.regularization[f]:.3g}."


def average(values: Floats) -> str:
    """The mean of some simulated values, with two standard errors."""
    return f"{values.mean():.4g} ± {2 * values.std(ddof=1) / len(values) ** 0.5:.2g}"


def _reach(loss: Floats) -> float:
    """The loss that is drawn darkest."""
    return float(np.quantile(loss, 0.9))


def _raised(plane: Plane, f: int) -> str:
    extra = float(np.asarray(plane.question.extra)[f])
    if not extra:
        return ""
    return (
        f" For the question λ is raised to {plane.regularization[f] + extra:.3g}, which draws its cloud to 0."
    )


def _outside(answer: int, question: int) -> str:
    if not answer and not question:
        return ""
    return f" Outside the picture: {answer} and {question} of them."


def plane_slots(plane: Plane, seed: int) -> dict[str, list[str]]:
    """Texts that the pictures of the plane fill in."""
    return {
        "epsilon": [plain(round(float(v), 10)) for v in plane.epsilon],
        "n": [str(int(v)) for v in plane.n],
        "regularization": [plain(round(float(v), 10)) for v in plane.regularization],
        "many": [str(plane.output.shape[1])],
        "seed": [str(seed)],
    }
