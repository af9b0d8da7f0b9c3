"""How many records the theorems ask for, beside what the noise alone takes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import plain
from dpviz.erm.bounds import LearningSize
from dpviz.erm.needed_sweep import Needed
from dpviz.scenes.marks import line, points
from dpviz.scenes.private_regression.scales import logarithmic

Floats = NDArray[np.float64]
AXES = {
    "epsilon": "ε, the privacy loss",
    "norm": "‖w₀‖, the rule to match",
    "excess": "g, the loss allowed above it",
}


def sizes_scene(
    *,
    answer: LearningSize,
    question: LearningSize,
    needed: Needed,
    places: Floats,
    numbers: dict[str, Floats],
    dim: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """How many records the two theorems ask for, up to a constant they do not name (LR-8).

    Parameters
    ----------
    answer, question : LearningSize
        Of shape (F,).
    needed : Needed
        What the noise alone takes, measured on the clouds of the plane, at each of `places`.
    places : ndarray of shape (K,)
        Along `axis`; where they are `values`, the sentence tells the measured numbers too.
    numbers : mapping
        ``norm``, ``excess`` and ``epsilon``, each of shape (F,).
    dim : int
    axis, values, start, code
        See `Scene`.
    """
    terms = np.stack([np.asarray(v) for v in (answer.sampling, answer.privacy, answer.answer)], axis=1)
    heights = np.stack([np.asarray(answer.largest), np.asarray(question.largest)], axis=1)
    here = np.repeat(values[:, None], 2, axis=1)
    measured = np.concatenate([needed.answer_band.ravel(), needed.question_band.ravel()])
    floor = float(np.log10(min(terms.min(), measured.min()))) - 0.3
    top = float(np.log10(max(terms.max(), measured.max()))) + 0.3
    told = len(places) == len(values)
    every = slice(None, None, max(1, len(places) // 8))
    figure = style.figure(
        line(values, heights[:, 0], style.ORANGE, "noise on the answer", width=6),
        line(values, heights[:, 1], style.BLUE, "noise on the question", width=6),
        line(values, terms[:, 0], style.INK, "no privacy", dash="dot"),
        line(values, terms[:, 1], style.GREEN, "privacy", dash="dash"),
        line(values, terms[:, 2], style.PURPLE, "for noise on the answer", dash="dash"),
        *(
            points(
                places[every],
                found[every],
                colour,
                name,
                size=9,
                symbol=symbol,
                error_y={
                    "type": "data",
                    "symmetric": False,
                    "array": (band[:, 1] - found)[every],
                    "arrayminus": (found - band[:, 0])[every],
                    "color": colour,
                    "width": 0,
                },
            )
            for found, band, colour, name, symbol in (
                (needed.answer, needed.answer_band, style.ORANGE, "measured, noise alone", "x"),
                (needed.question, needed.question_band, style.BLUE, "", "circle-open"),
            )
        ),
        line(here[start], [1e-12, 1e18], style.GREY, width=2, dash="dot"),
        points(here[start], heights[start], [style.ORANGE, style.BLUE], size=13),
        height=480,
        margin={"l": 64, "r": 16, "t": 84, "b": 56},
        xaxis=style.axis(AXES[axis], **logarithmic(float(values[0]), float(values[-1]))),
        yaxis=style.axis("records, up to a constant", **logarithmic(10**floor, 10**top)),
    )
    names = ("no privacy: ‖w₀‖²/g²", "privacy: ‖w₀‖d/(gε)", "answer: ‖w₀‖²d/(g√g ε)")
    biggest = terms.argmax(axis=1)
    return Scene(
        title="How many records the theorems ask for",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 7, "x"): here,
            ("data", 8, "x"): here,
            ("data", 8, "y"): heights,
        },
        sentences=[
            f"To match a rule of length {numbers['norm'][f]:.3g} up to a loss of {numbers['excess'][f]:.3g} with "
            f"ε = {numbers['epsilon'][f]:.3g}: a constant times {heights[f, 1]:,.0f} records with noise on the "
            f"question, times {heights[f, 0]:,.0f} with noise on the answer"
            + (
                f", {heights[f, 0] / heights[f, 1]:.2g} times as many."
                if heights[f, 0] > heights[f, 1]
                else ", the same: not knowing the people costs most."
            )
            + (
                f" Measured, the noise alone takes {needed.question[f]:,.0f} and {needed.answer[f]:,.0f}."
                if told
                else ""
            )
            for f in range(len(values))
        ],
        table=Table(
            columns=("term", "records, times C", "in the bound for"),
            rows=tuple(
                tuple(
                    (names[i] + (" · largest" if biggest[f] == i else ""), f"{terms[f, i]:,.0f}",
                     "the answer" if i == 2 else "both")
                    for i in range(3)
                )
                + (_measured(needed, f) if told else ())
                for f in range(len(values))
            ),
        ),
        slots={
            **{name: [plain(round(float(v), 10)) for v in found] for name, found in numbers.items()},
            "dim": [str(dim)],
            "sampling": [f"{v:,.0f}" for v in terms[:, 0]],
            "privacy": [f"{v:,.0f}" for v in terms[:, 1]],
            "third": [f"{v:,.0f}" for v in terms[:, 2]],
            "question": [f"{v:,.0f}" for v in heights[:, 1]],
            "answer": [f"{v:,.0f}" for v in heights[:, 0]],
        },
        card=Card(
            title="Enough records to be nearly as good as any rule of that length",
            source="LR-8",
            formula=formula(
                r"n>C\max\left\{\frac{\lVert w_0\rVert^2}{g^2},\;\frac{\lVert w_0\rVert d}{g\,\varepsilon},\;"
                r"\frac{\lVert w_0\rVert^2d}{g^{3/2}\varepsilon}\right\}"
            ),
            filled=formula(r"n>C\max\left\{\text{@sampling},\;\text{@privacy},\;\text{@third}\right\}"),
            rows=(
                ("noise on the question: the first two", "question"),
                ("noise on the answer: all three", "answer"),
            ),
            assumptions=(
                Assumption("records are drawn independently, λ of order g/‖w₀‖², a constant chance of success"),
                Assumption("the rule is worth matching: ‖w₀‖ ≥ 1, else its loss is above 0.313 anyway"),
                Assumption("the constant C is known", (False,)),
            ),
            note="The theorem names no C: its lines are not numbers of people, only what these grow with (ln(d/β) left "
            "out, as in print). The marks are people: with so many, on the clouds above and nothing unknown but the "
            "noise, the mean loss is g above that of w₀; bars ± 2 standard errors.",
        ),
        code=code,
    )  # fmt: skip


def _measured(needed: Needed, f: int) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (
            f"measured, noise alone: on the {name}",
            f"{found[f]:,.0f} ({band[f, 0]:,.0f} to {band[f, 1]:,.0f})",
            "C = 1",
        )
        for name, found, band in (
            ("answer", needed.answer, needed.answer_band),
            ("question", needed.question, needed.question_band),
        )
    )
