"""δ as what it is: the area by which one density exceeds e^ε times the other (DP-1, CONV-4, GAU-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, band, curve, moving, num, panel, points, table_by_row, when
from dpviz.draw.style import BLUE, FAINT_BLUE, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.privacy.shared import DELTA, HERE, NOISES, THERE, factor, power_of_ten
from dpviz.mechanisms import RandomizedResponse, gaussian_scale
from dpviz.privacy import GaussianPair, LaplacePair

COUNT = 16  # people in fair or poor health, as at the top of the page
OUTPUTS = np.linspace(3, 28, 251)  # of the picture; both counts are among them
EPSILONS = np.linspace(0.05, 2, 157)
LOWEST = 1e-7  # where the lower picture, which is logarithmic, shows a δ of 0
OTHER = {"laplace": "Gaussian", "gaussian": "Laplace"}
NAMES = {"laplace": "Laplace noise of scale b", "gaussian": "Gaussian noise of standard deviation σ"}

noise = Choice("laplace", options=NOISES, label="Noise")
epsilon = common.epsilon(low=0.05, high=2, steps=40, scale="linear")
width = Number(2, low=1, high=10, steps=46, label="Size of the noise: b or σ", ends=("narrow", "wide"))


def laplace(width: Any, epsilon: Any) -> Any:
    worlds = LaplacePair(here=16, there=15, scale=width)
    area, beyond = worlds.delta(epsilon), worlds.loss_tail(epsilon * (1 + 1e-9))
    return worlds, area, beyond


def gaussian(width: Any, epsilon: Any) -> Any:
    worlds = GaussianPair(here=16, there=15, scale=width)
    area, beyond = worlds.delta(epsilon), worlds.loss_tail(epsilon)
    return worlds, area, beyond


MADE: dict[str, Any] = {"laplace": laplace, "gaussian": gaussian}


def draw(at: Frames) -> Picture:
    pure, one, wide = at.noise == "laplace", at.epsilon[:, None], at.width[:, None]
    worlds, area, beyond = (MADE[at.noise])(wide, one)
    here, there = worlds.densities(OUTPUTS)
    raised = np.exp(one) * there
    profiles = {name: made(wide, EPSILONS)[1] for name, made in MADE.items()}
    area, beyond = area[:, 0], beyond[:, 0]
    peak = worlds.densities(COUNT)[0][:, 0]
    lines = [np.maximum(profiles[name], LOWEST / 100) for name in NOISES]
    high = np.stack([np.zeros(at.frames), 1.5 * peak], axis=1)
    return Picture(
        panel(
            band(OUTPUTS, moving(raised), moving(np.maximum(here, raised)), PURPLE, "the area δ", width=0,
                 fill=PURPLE),
            curve(OUTPUTS, moving(here), BLUE, HERE, smooth=True, fill="tozeroy", fillcolor=FAINT_BLUE),
            curve(OUTPUTS, moving(there), ORANGE, THERE, width=1.5, dash="dash"),
            curve(OUTPUTS, moving(raised), ORANGE, f"{THERE} × e<sup>ε</sup>", dash="dash"),
            x=axis("the number that is published (people)", OUTPUTS[0], OUTPUTS[-1], nticks=8),
            y=axis("density", range=moving(high), nticks=4), share=1.5,
        ),
        panel(
            curve(EPSILONS, moving(lines[0]), BLUE if pure else GREY, width=4 if pure else 2,
                  dash="solid" if pure else "dot"),
            curve(EPSILONS, moving(lines[1]), GREY if pure else BLUE, width=2 if pure else 4,
                  dash="dot" if pure else "solid"),
            points(moving(at.epsilon), moving(np.maximum(area, LOWEST if pure else LOWEST / 100)), PURPLE, size=14),
            x=axis("ε", 0, 2.03, nticks=8),
            y=axis("δ", np.log10(LOWEST) - 0.4, 0.15, type="log", tickvals=[LOWEST, 1e-4, 1e-2, 1],
                   ticktext=["0" if pure else "10⁻⁷", "10⁻⁴", "0.01", "1"]),
            heading=f"δ at each ε; dotted: {OTHER[at.noise]} noise",
        ),
        title="How far does one curve exceed e^ε times the other?",
        values={
            "ratio": num(np.exp(at.epsilon), factor),
            "area": num(area, power_of_ten),
            "beyond": num(beyond, "percent"),
            "limit": num(1 / at.width, ".3g"),
            "enough": num(gaussian_scale(at.epsilon, DELTA), ".3g"),
            "size": num(at.width, ".3g"),
        },
        sentence=[
            f"{NAMES[at.noise]} = {{size}}, ε = {{epsilon:nats}}. ",
            when(
                pure & (area < 1e-12),
                "The curve of one table is nowhere more than {ratio} times the other: the area is 0, and so is δ.",
                "The curve of one table exceeds {ratio} times the other by an area of {area}: that is δ.",
            ),
            when(pure, " For an area of 0 the scale b must be at least 1/ε.",
                 " For δ = 10⁻⁵ at this ε, σ must be at least {enough}."),
        ],
        table=table_by_row(
            ("", "value"),
            ("δ at this ε: the area", "{area}"),
            ("chance of an output whose loss exceeds ε", "{beyond}"),
            ("ε at which Laplace noise of this size has δ = 0", "{limit}"),
            ("σ at which Gaussian noise has δ = 10⁻⁵ at this ε", "{enough}"),
        ),
        code=MADE[at.noise],
    )  # fmt: skip


def _area() -> dict[str, float]:
    return dict(zip(("area", "beyond"), map(float, gaussian(2.0, 0.5)[1:]), strict=True))


def _coin() -> dict[str, float]:
    keep = 0.75
    return {"answer": RandomizedResponse(keep=keep).epsilon, "ratio": 3.0, "one": -float(np.log(keep)), "keep": keep}


SECTION = Section(draw, axes=(epsilon, width), controls=(noise, epsilon, width))
