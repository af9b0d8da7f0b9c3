"""How far above the least J the releases are, beside what the lemmas promise."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import plain
from dpviz.erm.bounds import gap_bound
from dpviz.erm.plane_sweep import Plane
from dpviz.scenes.marks import line, points
from dpviz.scenes.private_regression.plane import average, settings
from dpviz.scenes.private_regression.scales import apart, logarithmic

Floats = NDArray[np.float64]
AXES = {
    "epsilon": "ε, the privacy loss",
    "n": "n, the records",
    "regularization": "λ, the pull to zero",
}
BETA = 0.05


def gap_scene(
    *,
    plane: Plane,
    measured: tuple[Floats, Floats],
    seed: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """J at the releases above its least value, and the lemmas' bounds on it (LR-9).

    Parameters
    ----------
    plane : Plane
    measured : two ndarray of shape (F, m)
        The gap of each release, by either method.
    seed : int
        Of the noise, for the code.
    axis, values, start, code
        See `Scene`.
    """
    dim, many = plane.best.shape[1], measured[0].shape[1]
    spent = {"output": plane.epsilon, "objective": np.asarray(plane.question.noise_epsilon)}
    bounds = {
        (method, form): np.asarray(
            gap_bound(plane.n, spent[method], plane.regularization, dim, BETA, method=method, form=form)
        )
        for method in ("output", "objective")
        for form in ("printed", "sharp")
    }
    raised = np.asarray(plane.question.extra) > 0
    for form in ("printed", "sharp"):  # the lemma does not speak of a raised λ
        bounds["objective", form] = np.where(raised, np.nan, bounds["objective", form])
    mean = [g.mean(axis=1) for g in measured]
    error = [g.std(axis=1, ddof=1) / many**0.5 for g in measured]
    tail = [np.quantile(g, 1 - BETA, axis=1) for g in measured]
    band = [np.maximum(np.stack([m - 2 * e, m + 2 * e]), 1e-12) for m, e in zip(mean, error, strict=True)]
    here = np.repeat(values[:, None], 2, axis=1)
    marks = np.repeat(values[:, None], 4, axis=1)
    heights = np.stack(
        [bounds["output", "printed"], bounds["objective", "printed"], mean[0], mean[1]], axis=1
    )
    low = float(np.log10(min(m.min() for m in mean))) - 0.4
    high = float(np.log10(max(b[np.isfinite(b)].max(initial=0.0) for b in bounds.values()))) + 0.3
    traces = []
    for colour, faint, name, method, place in (
        (style.ORANGE, style.FAINT_ORANGE, "answer", "output", 0),
        (style.BLUE, style.FAINT_BLUE, "question", "objective", 1),
    ):
        traces += [
            line(values, band[place][1], colour, width=0.5),
            line(values, band[place][0], colour, width=0.5, fill="tonexty", fillcolor=faint),
            line(
                *apart(values, mean[place], raised & (place == 1)),
                colour,
                f"measured, noise on the {name}",
                width=4,
            ),
            line(values, bounds[method, "sharp"], colour, width=2, dash="dot"),
            line(values, bounds[method, "printed"], colour, f"bound, noise on the {name}", dash="dash"),
        ]
    figure = style.figure(
        *traces,
        line(here[start], [1e-12, 1e12], style.GREY, width=2, dash="dot"),
        points(marks[start], heights[start], [style.ORANGE, style.BLUE] * 2, size=12),
        height=520,
        margin={"l": 64, "r": 16, "t": 104, "b": 56},
        xaxis=style.axis(AXES[axis], **logarithmic(float(values[0]), float(values[-1]))),
        yaxis=style.axis("J above its least value", **logarithmic(10**low, 10**high, most=5)),
    )
    return Scene(
        title="What the noise costs on the data at hand",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 10, "x"): here,
            ("data", 11, "x"): marks,
            ("data", 11, "y"): heights,
        },
        sentences=[
            f"{settings(plane, f)} Noise on the answer raises J by {mean[0][f]:.3g} on average (bound: "
            f"{bounds['output', 'printed'][f]:.3g}), noise on the question by {mean[1][f]:.3g} (bound: "
            + ("none, since λ had to be raised)." if raised[f] else f"{bounds['objective', 'printed'][f]:.3g}).")
            for f in range(len(values))
        ],
        table=Table(
            columns=("J above its least value", "noise on the answer", "noise on the question"),
            rows=tuple(
                (
                    (f"mean of {many} releases", *(average(g[f]) for g in measured)),
                    ("1 release in 20 is above", *(f"{t[f]:.3g}" for t in tail)),
                    ("bound, as the proof gives it", *(_bound(bounds[m, "sharp"][f]) for m in spent)),
                    ("bound, as printed", *(_bound(bounds[m, "printed"][f]) for m in spent)),
                )
                for f in range(len(values))
            ),
        ),
        slots={
            "epsilon": [plain(round(float(v), 10)) for v in plane.epsilon],
            "n": [str(int(v)) for v in plane.n],
            "regularization": [plain(round(float(v), 10)) for v in plane.regularization],
            "noise_epsilon": [plain(round(float(v), 12)) for v in spent["objective"]],
            "many": [str(many)],
            "seed": [str(seed)],
            "dim": [str(dim)],
            "tail_output": [f"{v:.4g}" for v in tail[0]],
            "tail_objective": [f"{v:.4g}" for v in tail[1]],
            "mean_output": [f"{v:.4g}" for v in mean[0]],
            "mean_objective": [f"{v:.4g}" for v in mean[1]],
            **{f"{m}_{form}": [_bound(v) for v in found] for (m, form), found in bounds.items()},
        },
        card=Card(
            title="But for 1 run in 20, J is raised by no more than",
            source="LR-9",
            formula=formula(
                r"\text{answer: }\frac{2(1+\lambda)\,d^2\ln^2(d/\beta)}{\lambda^2n^2\varepsilon^2}"
                r"\qquad\text{question: }\frac{8\,d^2\ln^2(d/\beta)}{\lambda\,n^2\varepsilon'^2}"
            ),
            filled=formula(r"d=\text{@dim},\;\beta=0.05:\quad\text{@output_printed}\quad\text{@objective_printed}"),
            rows=(
                ("answer: bound", "output_printed"),
                ("answer: bound, as the proof gives it", "output_sharp"),
                ("answer: 1 measured release in 20 is above", "tail_output"),
                ("question: bound", "objective_printed"),
                ("question: bound, as the proof gives it", "objective_sharp"),
                ("question: 1 measured release in 20 is above", "tail_objective"),
            ),
            assumptions=(
                Assumption("logistic loss; every record has length at most 1"),
                Assumption("λ was not raised (Δ = 0), for the bound on the question",
                           tuple(bool(not r) for r in raised)),
            ),
            note="Dotted: the constants that the proof gives, (λ + 1/4) for (1 + λ) and 2 for 8. The bands are ± 2 "
            "standard errors of the mean.",
        ),
        code=code,
    )  # fmt: skip


def _bound(value: float) -> str:
    return f"{value:.4g}" if np.isfinite(value) else "none"
