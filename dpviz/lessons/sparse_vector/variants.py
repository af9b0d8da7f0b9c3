"""Six published variants of the technique: what each claims, what each loses, and the streams that show it (SVT-5)."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_frame, text, upright
from dpviz.draw.style import BLUE, GREEN, GREY, INK, ORANGE, PURPLE
from dpviz.draw.words import nats, percent, small
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Limits, Section, Snapshot
from dpviz.lessons import common
from dpviz.lessons.sparse_vector.shared import NAMES, published
from dpviz.mechanisms.sparse import VARIANTS, counterexample

MOST = 30
MARKS = np.array([[[np.nan], [-2.0]], [[-2.0], [np.nan]]])  # the heights of ⊥ and ⊤: where it is ⊤, and where ⊥
SOME = 6, 30  # questions, in the table of all six

variant = published("6")
questions = Number(10, low=2, high=MOST, steps=MOST - 1, whole=True, label="k, the questions", ends=("two", "many"))
count = Number(1, low=1, high=5, steps=5, whole=True, label="c, the positives", ends=("one", "five"))
epsilon = common.epsilon(1.0, low=0.1, high=3, steps=31, label="ε, as claimed")

FAULT = {
    "1": "nothing",
    "2": "nothing",
    "3": "publishes the noisy answer that was compared",
    "4": "too little noise on the answers",
    "5": "no noise on the answers",
    "6": "too little noise on the answers, and never stops",
}


def shown(variant: str, questions: int, count: int, epsilon: float) -> Any:
    algorithm = VARIANTS[int(variant)]
    case = counterexample(int(variant), questions, count=count)
    streams = case.answers, case.neighbour
    here, there = np.atleast_1d(
        algorithm.log_probability(case.pattern, streams, 0, epsilon=epsilon, count=count, outputs=case.outputs)
    )
    loss = here - there
    limit = algorithm.true_epsilon(epsilon, count=count)  # for streams of any length
    return case, here, there, loss, limit


@lru_cache(maxsize=128)
def _along(variant: str, count: int, epsilon: float) -> Any:
    """For each k above c: the two streams and the output, logarithms of its probabilities, its loss; and the limit."""
    found = [shown(variant, k, count, epsilon) for k in range(count + 1, MOST + 1)]
    cases, here, there, loss, limit = zip(*found, strict=True)
    return cases, np.array(here), np.array(there), np.array(loss), limit[0]


def draw(at: Frames) -> Picture:
    name, c, e, k = at.variant, int(at.count), float(at.epsilon), at.questions.astype(int)
    cases, here, there, loss, limit = _along(name, c, e)
    place, many = k - (c + 1), np.arange(c + 1, MOST + 1)
    now, finite, endless = loss[place], np.isfinite(loss), math.isinf(limit)
    top = 1.2 * max(2 * e, loss[finite].max(initial=0.0), 0.0 if endless else limit)
    drawn = np.where(finite, loss, top)
    dots = np.full((5, at.frames, MOST), np.nan)  # places, the two streams, below, above
    for f, (i, size) in enumerate(zip(place.tolist(), k.tolist(), strict=True)):
        case = cases[i]
        dots[:3, f, :size] = np.arange(1, size + 1), case.answers, case.neighbour
        dots[3, f, :size], dots[4, f, :size] = np.where(case.pattern, *MARKS)
    scales = VARIANTS[int(name)].scales(e, count=c)
    weeks, reach = moving(dots[0]), (0.3, MOST + 0.7)
    return Picture(
        panel(
            level(0, GREY, reach=reach, width=2),
            points(weeks, moving(dots[1]), BLUE, "stream x", size=9),
            points(weeks, moving(dots[2]), ORANGE, "neighbour x′", symbol="diamond-open", size=10),
            points(weeks, moving(dots[3]), GREY, "output ⊥", symbol="triangle-down-open", size=8),
            points(weeks, moving(dots[4]), INK, "output ⊤", symbol="triangle-up", size=9),
            x=axis("question", range=moving(np.stack([0 * k + 0.3, k + 0.7], axis=1)), nticks=7),
            y=axis("", -2.7, 1.7, tickvals=[-2, -1, 0, 1], ticktext=["output", "T − 1", "T", "T + 1"]),
        ),
        panel(
            level(e, PURPLE, reach=reach, width=3), text([reach[1]], [e], ["ε, as claimed"], PURPLE, "top left"),
            *([] if endless else [level(limit, GREEN, reach=reach, width=2, dash="dot"),
                                  text([MOST / 2], [limit], ["least true ε"], GREEN, "top center")]),
            curve(many, drawn, BLUE, width=4),
            upright(moving(k.astype(float)), GREY, reach=(-1, 2 * top), width=1),
            points(moving(k.astype(float)), moving(drawn[place]), BLUE, size=13,
                   symbol="circle" if finite.any() else "triangle-up"),
            x=axis("k, the questions", *reach, nticks=7),
            y=axis("loss (nats)", 0, 1.06 * top, **({"nticks": 5} if finite.any() else _infinite(e, top))),
            heading="exact loss of this output",
        ),
        title="What was claimed, and what is lost",
        height=560,
        values={
            "loss": num(now, "nats"),
            "limit": num(limit, "nats"),
            "wide": num(scales.threshold, ".4g"),
            "narrow": "0" if scales.queries is None else f"{scales.queries:.4g}",
            "chance": [_chance(v) for v in here[place]],
            "other": [_chance(v) for v in there[place]],
            "kept": now <= e * (1 + 1e-9),
            "always": limit <= e * (1 + 1e-9),
            "private": VARIANTS[int(name)].private,
            "endless": endless,
        },
        sentence=[[_sentence(name, *one, e, limit) for one in zip(here[place], there[place], now, strict=True)]],
        table=table_by_frame(
            ("variant", *(f"loss, k = {some}" for some in SOME), "least true ε, any k", "what is wrong"),
            [_line(one, c, e) for one in NAMES],
        ),
        code=shown,
    )  # fmt: skip


def limits(now: Snapshot) -> Limits:
    return {questions: (now.count + 1, MOST)}


def _infinite(claim: float, top: float) -> dict[str, Any]:
    return {"tickvals": [0, claim, top], "ticktext": ["0", small(claim), "∞"]}


def _chance(log: float) -> str:
    return percent(math.exp(log)) if log <= 0 else f"{math.exp(log):.3g}"


def _sentence(name: str, here: float, there: float, loss: float, claim: float, limit: float) -> str:
    kind = "density" if name == "3" else "probability"
    first, second = (f"{math.exp(v):.3g}" if name == "3" else _chance(v) for v in (here, there))
    said = f"This output has {kind} {first} in x and {second} in x′: a loss of {nats(loss)}. "
    if loss > claim * (1 + 1e-9):
        times = "" if math.isinf(loss) else f"That is {loss / claim:.2g} times the claim, "
        return said + (times or "Claimed is ") + f"ε = {small(claim)}: the claim is false."
    if limit > claim * (1 + 1e-9):
        return said + f"That is within the claim, ε = {small(claim)}. Another k shows that it is false."
    return said + f"That is within ε = {small(claim)}, as for every output of every stream."


@lru_cache(maxsize=256)
def _line(name: str, count: int, claim: float) -> tuple[str, ...]:
    found = [shown(name, some, count, claim) for some in SOME]
    return NAMES[name], *(nats(float(one[3])) for one in found), nats(found[0][4]), FAULT[name]


def _loss(variant: str, questions: int, count: int = 1) -> float:
    return float(shown(variant, questions, count, 1.0)[3])


def _quarters() -> dict[str, float]:
    claim, four = 0.8, VARIANTS[4]
    return {
        "answer": four.true_epsilon(claim, count=3),
        "claim": claim,
        "one": four.true_epsilon(claim, count=1),
        "same": four.true_epsilon(claim, count=3, monotonic=True),
    }


SECTION = Section(draw, axes=(questions,), controls=(variant, questions, count, epsilon), limits=limits)
