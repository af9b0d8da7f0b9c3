"""Sample complexity: how many records the theorems ask for, beside what the noise alone takes (LR-8)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, ends, moving, num, panel, points, table_by_frame, text, upright, when
from dpviz.draw.scales import logarithmic
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.draw.words import small
from dpviz.erm import learning_size, records_needed
from dpviz.erm.bounds import Method
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons.private_regression import shared

DIM = 2
TRIALS = 60  # releases a scale of noise, for the records that it takes
METHODS: tuple[Method, ...] = "objective", "output"
TERMS = ("sampling: ‖w₀‖²/g²", "privacy: ‖w₀‖ max(d, ‖w₀‖)/(gε)", "output perturbation: ‖w₀‖²d/(g√g ε)")

epsilon = shared.privacy()
excess = Number(0.04, low=0.01, high=0.5, scale="log", steps=31, label="g, the excess risk allowed",
                ends=("nearly as good", "clearly worse"), show=small)  # fmt: skip
norm = Number(2.0, low=1, high=10, scale="log", steps=31, label="‖w₀‖, norm of the reference", ends=("short", "long"))


def shown(norm: float, excess: float, epsilon: float) -> Any:
    objective = learning_size(norm, excess, epsilon, DIM).largest
    output = learning_size(norm, excess, epsilon, DIM, method="output").largest
    return objective, output


def measured(norm: float, excess: float, epsilon: float, seed: int) -> Any:
    needed = records_needed(norm, excess, epsilon, size=TRIALS, rng=np.random.default_rng(seed))
    needed_objective, needed_output = needed.question, needed.answer
    return needed_objective, needed_output


def draw(at: Frames) -> Picture:
    needed = records_needed(at.norm, at.excess, at.epsilon, size=TRIALS, rng=np.random.default_rng(at.seed))
    output = learning_size(at.norm, at.excess, at.epsilon, DIM, method="output")
    objective = np.asarray(learning_size(at.norm, at.excess, at.epsilon, DIM).largest)
    terms = np.stack([np.asarray(t) for t in (output.sampling, output.privacy, output.answer)], axis=1)
    heights, x = np.stack([np.asarray(output.largest), objective], axis=1), at.values
    by = {
        "output": (np.asarray(needed.answer), needed.answer_band),
        "objective": (np.asarray(needed.question), needed.question_band),
    }
    bands = np.concatenate([band.ravel() for _, band in by.values()])
    foot, head = terms.min() / 2, terms.max() * 2
    beyond, across = shared.room_for_names(x)
    few = slice(None, None, max(1, at.frames // 8))
    marks = [
        points(x[few], found[few], colour, size=9, symbol=symbol,
               error_y={"type": "data", "symmetric": False, "array": (band[:, 1] - found)[few],
                        "arrayminus": (found - band[:, 0])[few], "color": colour, "width": 0})
        for (found, band), colour, symbol in zip(by.values(), (ORANGE, BLUE), ("x", "circle"), strict=True)
    ]  # fmt: skip
    return Picture(
        panel(
            curve(x, heights[:, 0], ORANGE, width=5),
            curve(x, heights[:, 1], BLUE, width=3),
            *(curve(x, terms[:, i], GREY, dash=dash, width=1.5) for i, dash in enumerate(("dot", "dash", "dashdot"))),
            ends(beyond, list(terms.T), [GREY] * 3, ["sampling", "privacy", "output"], low=foot, high=head, apart=0.1),
            text(x[1:2], heights[1:2, 0], ["output perturbation"], ORANGE, "top right"),
            text(x[:1], [1.2 * foot], ["blue: objective perturbation"], BLUE, "top right"),
            upright(moving(x), GREY, reach=(1e-12, 1e18), width=2, dash="dot"),
            points(moving(np.stack([x, x], axis=1)), moving(heights), [ORANGE, BLUE]),
            x=axis("", **{**across, "ticktext": [""] * len(across["ticktext"])}),
            y=axis("records ÷ C", **logarithmic(foot, head)),
            share=1.5,
            heading="the theorem: the largest term",
        ),
        panel(
            *marks,
            upright(moving(x), GREY, reach=(1e-12, 1e18), width=2, dash="dot"),
            x=axis(SECTION.parameters[at.axis].label, **across),
            y=axis("records", **logarithmic(float(bands.min()) / 2, float(bands.max()) * 2)),
            heading="what the noise alone takes, measured",
        ),
        title="How many records the theorems ask for",
        height=480,
        values={
            "sampling": num(terms[:, 0], ",.0f"),
            "privacy": num(terms[:, 1], ",.0f"),
            "third": num(terms[:, 2], ",.0f"),
            "objective": num(heights[:, 1], ",.0f"),
            "output": num(heights[:, 0], ",.0f"),
            "times": heights[:, 0] / heights[:, 1],
            **{f"needed_{name}": num(found, ",.0f") for name, (found, _) in by.items()},
        },
        sentence=[
            "For excess risk {excess:.3g} over a w₀ of norm {norm:.3g}, with ε = {epsilon:.3g}, the theorem asks for C "
            "times {objective} records with objective perturbation, and C times {output} with output perturbation",
            when(heights[:, 0] > heights[:, 1], ", {times:.2g} times as many.", ", the same: sampling decides."),
            " Measured, the noise alone takes {needed_objective} and {needed_output}.",
        ],
        table=table_by_frame(
            ("term", "records, times C", "in the bound for"), *(_rows(terms[f], by, f) for f in range(at.frames))
        ),
        code=(shown, measured),
    )


def _rows(terms: Any, by: Any, f: int) -> list[tuple[str, str, str]]:
    largest = terms.argmax()
    return [
        (
            TERMS[i] + (" · largest" if i == largest else ""),
            f"{terms[i]:,.0f}",
            "output perturbation" if i == 2 else "both",
        )
        for i in range(3)
    ] + [
        (
            f"measured, noise alone: {name} perturbation",
            f"{found[f]:,.0f} ({band[f, 0]:,.0f} to {band[f, 1]:,.0f})",
            "C = 1",
        )
        for name, (found, band) in by.items()
    ]


def _enough() -> dict[str, float]:
    objective, output = (learning_size(2.0, 0.04, 0.1, 10, method=method) for method in METHODS)
    return {"answer": float(objective.largest), "sampling": float(objective.sampling), "output": float(output.largest)}


def _pays() -> dict[str, float]:
    strict = learning_size(2.0, 0.04, 0.02, DIM, method="output")
    # Both terms of privacy fall as 1/ε: where the larger one meets that of sampling.
    free = 0.02 * max(float(strict.privacy), float(strict.answer)) / float(strict.sampling)
    return {"strict": float(strict.largest), "free": free}


SECTION = Section(draw, axes=(epsilon, excess, norm))
