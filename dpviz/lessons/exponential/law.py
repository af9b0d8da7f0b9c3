"""Each answer's score above, its probability below (EXP-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, moving, num, panel, table_by_frame, varying, when
from dpviz.draw.marks import QUARTERS
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.draw.words import number, probability
from dpviz.frame.kinds import Choice
from dpviz.frame.section import Frames, Limits, Section, Snapshot
from dpviz.lessons import common
from dpviz.lessons.exponential import shared
from dpviz.lessons.exponential.shared import Floats, Places, data, question
from dpviz.lessons.tables import used
from dpviz.mechanisms.accuracy import per_score

LOWEST = 1e-12  # where the logarithmic picture ends
POWERS = {"tickvals": [0, 3, 6, 9, 12], "ticktext": ["10⁻¹²", "10⁻⁹", "10⁻⁶", "0.001", "1"]}

epsilon = common.epsilon(0.1, low=0.001)
n = common.people()
scale = Choice("linear", options={"linear": "linear", "log": "logarithmic"}, label="Scale of the probabilities")


def shown(mechanism: Any, scores: Any) -> Any:
    probabilities = mechanism.probabilities(scores)
    p_best = probabilities.max()
    odds = np.exp(1 / mechanism.scale)
    return p_best, odds


def draw(at: Frames) -> Picture:
    made, logarithmic = shared.posed(at), at.scale == "log"
    p, places, sensitivity = made.probabilities(), shared.candidates(made.question), made.given["sensitivity"]
    share = made.scores / at.n[:, None]
    best, second = p.argmax(axis=1), np.argsort(p, axis=1)[:, -2]
    rate = per_score(at.epsilon, sensitivity, made.given["monotonic"])
    low, high = min(0.0, float(share.min())), max(0.0, float(share.max()))
    pad = 0.06 * (high - low or 1)
    drawn = np.log10(np.maximum(p, LOWEST)) - np.log10(LOWEST) if logarithmic else p
    functions, values = shared.code(at, shown)
    return Picture(
        panel(
            bars(places.x, varying(share), GREY, "score", hovertemplate="%{x}: score %{y:.3f} of n<extra></extra>"),
            x=axis("", **places.reach, showticklabels=False),
            y=axis("score ÷ n", low - pad * (low < 0), high + pad, nticks=4),
            heading="score u(X, y): how well each answer y fits the table X",
        ),
        panel(
            bars(places.x, moving(drawn), varying(np.where(p == p.max(axis=1, keepdims=True), ORANGE, BLUE)),
                 "probability",
                 hovertemplate="%{x}<extra></extra>" if logarithmic else "%{x}: %{y:.4f}<extra></extra>"),
            x=axis(places.title, **places.reach),
            y=axis("probability", 0, 12.4, **POWERS) if logarithmic else axis("probability", 0, 1.04, **QUARTERS),
            heading="probability that y is the answer given", share=2,
        ),
        title="Which answer is given, and how often · {asked}",
        height=460,
        showlegend=False,
        values={
            **values,
            "asked": made.question.name,
            "m": made.m,
            "score": shared.SCORES[shared.kind_of_score(made.question)],
            "sensitivity": num(sensitivity, "number"),
            "rate": num(rate, ".4g"),
            "odds": num(np.exp(rate), ".4g"),
            "best": [places.labels[y] for y in best],
            "said": [places.name_of(y) for y in best],
            "next": [places.name_of(y) for y in second],
            "p_best": num(p.max(axis=1), "probability"),
            "p_next": np.take_along_axis(p, second[:, None], axis=1)[:, 0],
            "even": 1 / made.m,
            "public": made.stated,
            "posed": f"{made.question.text} {made.question.note}".strip(),
        },
        sentence=[
            "With ε = {epsilon:nats} and {n:,} people, the likeliest answer is {said}, given with probability "
            "{p_best:percent}",
            when(
                p.max(axis=1) < 2 / made.m,
                ": hardly better than a blind guess, which would be right {even:percent} of the time.",
                "; next comes {next} with {p_next:percent}.",
            ),
        ],
        table=table_by_frame(
            ("answer", "score", "probability"),
            *(_likeliest(places, u, q) for u, q in zip(made.scores, p, strict=True)),
        ),
        code=functions,
    )  # fmt: skip


def _likeliest(places: Places, scores: Floats, p: Floats) -> list[tuple[str, ...]]:
    """The lines of the likeliest answers, and one that sums up the rest."""
    order = np.argsort(-p, kind="stable")
    top = order[: shared.SHOWN if len(p) > shared.SHOWN + 1 else len(p)]
    lines: list[tuple[str, ...]] = [(places.labels[y], number(scores[y]), probability(float(p[y]))) for y in top]
    rest = p[order[len(top) :]]
    return lines + [(f"the other {len(rest)} together", "", probability(float(rest.sum())))] * bool(len(rest))


def limits(now: Snapshot) -> Limits:
    own = {"own": f"Your table: {now.own.text}"} if now.own else {}
    asked = {key: recipe.title for key, recipe in used(now).questions.items()}
    return {question: {**own, **asked}, n: shared.sizes(now)}


SECTION = Section(draw, axes=(epsilon, n), controls=(data, question, epsilon, n, scale), limits=limits)
