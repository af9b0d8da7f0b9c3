"""How far from the threshold an answer must be: the theorem, and what is true (SVT-3)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, ends, moving, num, panel, points, table_by_row, upright, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.mechanisms import laplace_error_bound
from dpviz.mechanisms.sparse import sparse_alpha, sparse_alpha_textbook, sparse_failure

MANY = [1, 2, 3, 5, 7, *(step * 10**power for power in range(1, 5) for step in (1, 2, 3, 5, 7)), 100_000]

questions = Number(100, low=1, high=MANY[-1], values=MANY, whole=True, label="k, the questions", ends=("one", "many"))
epsilon = common.epsilon(1.0, low=0.1, steps=41)
beta = common.beta(0.05, steps=31)


def shown(questions: Any, beta: float, epsilon: Any) -> Any:
    theorem = sparse_alpha_textbook(beta, questions, epsilon)
    enough = sparse_alpha(beta, questions, epsilon)  # for the worst stream, exactly
    failure = sparse_failure(theorem, questions, epsilon)  # at the theorem's α, exactly
    each = laplace_error_bound(beta, epsilon=epsilon, sensitivity=questions, dim_out=questions)
    return theorem, enough, failure, each


@lru_cache(maxsize=16)
def _along(beta: float) -> Any:
    """The four of `shown` for every number of questions at ε = 1, shape (4, len(MANY)); all α go with 1/ε."""
    return np.array(shown(np.array(MANY), beta, 1.0))


def draw(at: Frames) -> Picture:
    k, e = at.questions, at.epsilon
    theorem, enough, failure, each = _along(float(at.beta))
    place, one = np.searchsorted(MANY, k), e[:, None]
    now = {"theorem": theorem[place] / e, "enough": enough[place] / e, "each": each[place] / e}
    lines = [line / one for line in (each, theorem, np.where(enough > 0, enough, np.nan))]
    here = np.stack([now["each"], now["theorem"], np.where(now["enough"] > 0, now["enough"], np.nan)], axis=1)
    return Picture(
        panel(
            curve(MANY, moving(lines[0]), GREEN, dash="dot"),
            curve(MANY, moving(lines[1]), ORANGE, dash="dash"),
            curve(MANY, moving(lines[2]), BLUE, width=4),
            ends(1.2e5, lines, [GREEN, ORANGE, BLUE], ["Laplace", "theorem", "exact, worst"],
                 low=0.5, high=1e5),
            upright(moving(k), GREY, reach=(1e-9, 1e12), width=2),
            points(moving(np.repeat(k[:, None], 3, axis=1)), moving(here), [GREEN, ORANGE, BLUE],
                   symbol=["square", "diamond", "circle"], size=11),
            x=axis("k, the questions", -0.05, 6.8, type="log", tickvals=[1, 10, 100, 1000, 10_000, 100_000]),
            y=axis("α: distance from T (patients)", -0.3, 5, type="log", dtick=1),
        ),
        title="How far from the threshold is far enough?",
        values={
            "theorem": num(now["theorem"], ",.4g"),
            "enough": num(now["enough"], ",.4g"),
            "each": num(now["each"], lambda each: f"{each:,.0f}" if each >= 1000 else f"{each:.4g}"),
            "failure": num(failure[place], "probability"),
        },
        sentence=[
            when(k == 1, "With one question", "With {questions:,} questions"),
            ", ε = {epsilon:nats} and β = {beta:percent} the theorem asks for a distance of {theorem}; {enough} is "
            "enough for the worst stream. Laplace noise on each answer would take {each}.",
        ],
        table=table_by_row(
            ("", "α", "a run fails with probability"),
            ("the theorem", "{theorem}", "{failure} (exact, worst stream)"),
            ("exact, worst stream", "{enough}", "{beta:probability}"),
            ("Laplace noise on each answer", "{each}", "at most {beta:probability}"),
        ),
        code=shown,
    )  # fmt: skip


def _hundredfold() -> dict[str, float]:
    few, many = (float(sparse_alpha_textbook(0.05, k, 1.0)) for k in (100, 10_000))
    return {"few": few, "many": many, "more": many - few, "hundred": 100 * few, "root": 10 * few}


def _room() -> dict[str, float]:
    k, e, b = 1000, 0.5, 0.05
    answer = float(sparse_alpha_textbook(b, k, e))
    return {
        "answer": answer,
        "one": 8 / e * float(np.log(k / b)),
        "half": answer / 2,
        "each": float(laplace_error_bound(b, epsilon=e, sensitivity=k, dim_out=k)),
        "threshold": 8 / e * float(np.log(2 / b)),
    }


SECTION = Section(draw, axes=(questions, epsilon))
