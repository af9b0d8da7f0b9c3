"""What AboveThreshold loses as questions are added, beside what pays for each of them (SVT-1)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_row, text, upright, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.draw.words import nats
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.mechanisms import LaplaceMechanism
from dpviz.mechanisms.sparse import AboveThreshold, SparseVector

MANY = [*range(1, 11), 12, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 2000, 5000, 10_000]

questions = Number(10, low=1, high=MANY[-1], values=MANY, whole=True, label="k, the questions", ends=("one", "many"))
epsilon = common.epsilon(1.0, low=0.1, high=3, steps=31)


def streams(questions: int) -> Any:
    """Counts less T: all at the threshold, the last one above; in the neighbour each moves by one, against it."""
    counts, neighbour = np.zeros(questions), np.ones(questions)
    counts[-1], neighbour[-1] = 1, 0
    output = np.arange(questions) == questions - 1  # "below" k - 1 times, then "above"
    return counts, neighbour, output


def shown(epsilon: float, counts: Any, neighbour: Any, output: Any) -> Any:
    mechanism = SparseVector(epsilon=epsilon, count=1)  # AboveThreshold
    here = mechanism.log_probability(output, counts, threshold=0)
    there = mechanism.log_probability(output, neighbour, threshold=0)
    loss = here - there
    return loss


def bare(epsilon: float, counts: Any, neighbour: Any, output: Any) -> Any:
    noise = LaplaceMechanism(epsilon=epsilon / 4, sensitivity=1)  # scale 4/ε on each count; the threshold has none
    here, there = (np.where(output, noise.cdf(stream), noise.cdf(-stream)) for stream in (counts, neighbour))
    exposed = np.log(here / there).sum()
    return exposed


@lru_cache(maxsize=8)
def _losses(epsilon: float) -> Any:
    """For each number of questions: the loss of AboveThreshold, and with an exact threshold; shape (2, len(MANY))."""
    return np.array([[loss(epsilon, *streams(k)) for k in MANY] for loss in (shown, bare)])


def draw(at: Frames) -> Picture:
    k, e = at.questions, float(at.epsilon)
    many = np.array(MANY, dtype=float)
    above, exposed = _losses(e)
    each, place = many * e / 4, np.searchsorted(MANY, k)
    x: dict[str, Any] = {"type": "log", "dtick": 1}
    ends = -0.05, float(np.log10(MANY[-1])) + 0.05
    tall = np.log10([0.02, 1e4]).tolist()
    return Picture(
        panel(
            curve(many, each, ORANGE, dash="dash", width=5),
            curve(many, exposed, GREEN, width=2),
            level(e, PURPLE, reach=(0.5, 1e5), width=2, dash="dashdot"),
            curve(many, above, BLUE, width=4),
            text([1], [3e3], ["each count published (dashed)"], ORANGE),
            text([1], [6e2], ["“above” or “below”, exact threshold"], GREEN),
            text([MANY[-1]], [e], ["ε"], PURPLE, "top left"),
            text([MANY[-1]], [e], ["AboveThreshold"], BLUE, "bottom left"),
            upright(moving(k), GREY, reach=(1e-9, 1e9), width=2),
            points(moving(np.repeat(k[:, None], 3, axis=1)),
                   moving(np.stack([each[place], exposed[place], above[place]], axis=1)), [ORANGE, GREEN, BLUE],
                   symbol=["square", "diamond", "circle"], size=11),
            x=axis("", *ends, showticklabels=False, **x), y=axis("loss (nats)", *tall, type="log", dtick=1),
            share=1.5,
        ),
        panel(
            curve(many, many / e, ORANGE, dash="dash"),
            curve(many, np.full(len(many), 4 / e), BLUE, width=4),
            upright(moving(k), GREY, reach=(1e-9, 1e9), width=2),
            x=axis("k, the questions", *ends, **x), y=axis("patients", -1, 5, type="log", dtick=2),
            heading="scale of the noise, if all may cost ε",
        ),
        title="What is paid, and what is free",
        values={
            "loss": num(above[place], "nats"),
            "lost": num(above[place], lambda loss: nats(loss) if nats(loss) != nats(e) else f"just below {nats(e)}"),
            "exposed": num(exposed[place], ",.4g"),
            "each": num(each[place], ",.4g"),
            "alone": num(k / e, ".3g"),
            "scale": num(4 / e, ".3g"),
        },
        sentence=[
            when(k == 1, "One count", "{questions:,} counts"),
            ", noise of scale {scale} on each, in two neighbouring streams: the loss of AboveThreshold is {lost}; with "
            "an exact threshold it would be {exposed}, and {each} if each noisy count were published.",
        ],
        table=table_by_row(
            ("", "loss (nats)", "scale of the noise, if all may cost ε"),
            ("AboveThreshold", "{lost}", "{scale}"),
            ("“above” or “below”, exact threshold", "{exposed}", "–"),
            ("each count published, Laplace noise", "{each}", "{alone}"),
        ),
        code=(streams, shown, bare),
    )  # fmt: skip


def _numbers() -> dict[str, float]:
    mechanism, k = AboveThreshold(epsilon=0.5), 200
    return {
        "answer": mechanism.scales.queries,
        "threshold": mechanism.scales.threshold,
        "each": LaplaceMechanism(epsilon=0.5, sensitivity=k).scale,
        "both": k * mechanism.scales.queries,
        "k": k,
    }


SECTION = Section(draw, axes=(questions,))
