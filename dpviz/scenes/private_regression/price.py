"""The price of correctness: the ε that each mode keeps, and the noise it takes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import plain
from dpviz.erm.price_sweep import MODES, Price
from dpviz.scenes.marks import heading, line, points
from dpviz.scenes.private_regression.scales import apart, logarithmic

Floats = NDArray[np.float64]
NAMES = {"printed": "as first published", "corrected": "corrected", "tight": "tight"}
COLOURS = {"printed": style.ORANGE, "corrected": style.BLUE, "tight": style.GREEN}
DASHES = {"printed": "solid", "corrected": "solid", "tight": "dash"}
TICKS: dict[str, Any] = {
    "tickvals": [0.5, 1, 2, 5, 10, 20, 50, 100],
    "ticktext": ["½", "1", "2", "5", "10", "20", "50", "100"],
}
AXES = {"asked": "ε, promised", "records": "n, the records", "strength": "λ, the pull to zero"}


def price_scene(*, price: Price, axis: str, values: Floats, start: int, code: str = "") -> Scene:
    """The ε kept over the ε promised, and the noise over that of the published method (LR-5, LR-6).

    Parameters
    ----------
    price : Price
        Along `values`.
    axis : {"asked", "records", "strength"}
    values, start, code
        See `Scene`.
    """
    ratio = price.guarantee / price.epsilon[:, None]
    truth = price.found / price.epsilon[:, None]
    noise = price.scale / price.scale[:, :1]
    top = max(2.0, 1.25 * float(ratio.max()))
    here = np.repeat(values[:, None], 2, axis=1)
    marks = np.repeat(values[:, None], 3, axis=1)
    x = logarithmic(float(values[0]), float(values[-1]))
    most = max(2.4, 1.2 * float(noise.max()))
    colours = [COLOURS[mode] for mode in MODES]
    figure = style.figure(
        *(
            line(*apart(values, ratio[:, i], price.extra[:, i] > 0), COLOURS[mode], NAMES[mode],
                 dash=DASHES[mode], width=4)
            for i, mode in enumerate(MODES)
        ),
        line(values, truth[:, 0], style.PURPLE, "found, as first published", dash="dot", width=3),
        line([values[0], values[-1]], [1, 1], style.INK, width=2),
        *(
            line(*apart(values, noise[:, i], price.extra[:, i] > 0), COLOURS[mode], dash=DASHES[mode], width=4,
                 xaxis="x2", yaxis="y2")
            for i, mode in enumerate(MODES)
        ),
        line(here[start], [0, 1e4], style.GREY, width=2, dash="dot"),
        line(here[start], [0, 1e4], style.GREY, width=2, dash="dot", xaxis="x2", yaxis="y2"),
        points(marks[start], ratio[start], colours, size=12),
        points(marks[start], noise[start], colours, size=12, xaxis="x2", yaxis="y2"),
        height=620,
        margin={"l": 64, "r": 16, "t": 84, "b": 56},
        xaxis=style.axis("", anchor="y", **{**x, "ticktext": [""] * len(x["ticktext"])}),
        xaxis2=style.axis(AXES[axis], anchor="y2", **x),
        yaxis=style.axis("ε kept ÷ ε promised", domain=[0.46, 1], type="log",
                         range=[np.log10(0.3), np.log10(top)], **TICKS),
        yaxis2=style.axis("noise ÷ published", domain=[0, 0.34], type="log", range=[-0.05, np.log10(most)], **TICKS),
        annotations=[heading("how much more noise the linear term takes", 0.35)],
    )  # fmt: skip
    return Scene(
        title="The price of correctness",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 8, "x"): here,
            ("data", 9, "x"): here,
            ("data", 10, "x"): marks,
            ("data", 10, "y"): ratio,
            ("data", 11, "x"): marks,
            ("data", 11, "y"): noise,
        },
        sentences=[_sentence(price, f) for f in range(len(values))],
        table=Table(
            columns=("", *(NAMES[mode] for mode in MODES)),
            rows=tuple(
                (
                    ("ε promised", *([f"{price.epsilon[f]:.4g}"] * 3)),
                    ("ε proved", *(f"{v:.4f}" for v in price.guarantee[f])),
                    ("largest loss found", *(f"{v:.4f}" for v in price.found[f])),
                    ("ε′, what the noise is made for", *(f"{v:.4f}" for v in price.noise_epsilon[f])),
                    ("Δ, added to λ", *(f"{v:.4f}" for v in price.extra[f])),
                    ("scale of the noise", *(f"{v:.4g}" for v in price.scale[f])),
                )
                for f in range(len(values))
            ),
        ),
        slots={
            "epsilon": [plain(round(float(v), 10)) for v in price.epsilon],
            "n": [str(int(v)) for v in price.n],
            "regularization": [plain(round(float(v), 10)) for v in price.regularization],
            **{f"kept_{mode}": [f"{v:.6f}" for v in price.guarantee[:, i]] for i, mode in enumerate(MODES)},
            **{f"scale_{mode}": [f"{v:.4f}" for v in price.scale[:, i]] for i, mode in enumerate(MODES)},
            **{f"found_{mode}": [f"{v:.4f}" for v in price.found[:, i]] for i, mode in enumerate(MODES)},
            "share": [f"{v:.4f}" for v in price.guarantee[:, 0] - price.epsilon],
        },
        card=Card(
            title="What a promise of ε takes",
            source="LR-5, LR-6",
            formula=formula(r"\varepsilon_{\text{kept}}=\varepsilon'+\ln\left(1+\frac{1}{4n\lambda}\right)"),
            filled=formula(r"\text{published: }\text{@kept_printed}=\text{@epsilon}+\text{@share}"),
            rows=(
                ("ε promised", "epsilon"),
                ("proved, as first published", "kept_printed"),
                ("found, as first published", "found_printed"),
                ("proved, corrected", "kept_corrected"),
                ("proved, tight", "kept_tight"),
            ),
            assumptions=(
                Assumption("features of length at most 1, labels −1 and +1; neighbours have one record replaced"),
                Assumption("n and λ are public"),
                Assumption("ε is large enough to pay for the logarithm: else λ is raised by Δ",
                           tuple(bool(v == 0) for v in price.extra[:, 1])),
            ),
            note="The published proof leaves the logarithm out. “Corrected” takes it off twice and is the repair of "
            "2011, from the literature; “tight” takes it off once, which the proof allows.",
        ),
        code=code,
    )  # fmt: skip


def _sentence(price: Price, f: int) -> str:
    printed, corrected, tight = price.guarantee[f]
    promised = f"{price.epsilon[f]:.3g}"
    both, one = price.extra[f, 2] > 0, price.extra[f, 1] > 0
    raised = " Both raise λ too." if both else " Corrected, it raises λ too." if one else ""
    broken = (
        f"A pair of neighbours with loss {price.found[f, 0]:.3f} shows that the promise is broken."
        if price.found[f, 0] > price.epsilon[f]
        else "The pair we know does not break the promise here; no proof says that none does."
    )
    return (
        f"{int(price.n[f]):,} records, λ = {price.regularization[f]:.3g}, ε = {promised} promised. As first published, "
        f"the method is proved to keep {printed:.3f}. {broken} Corrected, it keeps {corrected:.3f} with "
        f"{price.scale[f, 1] / price.scale[f, 0]:.2f} times the noise; tight, {tight:.3f} with "
        f"{price.scale[f, 2] / price.scale[f, 0]:.2f} times.{raised}"
    )
