"""How far from the best the answer falls: the exact tail against the bound and its refined form (EXP-3)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_row, text, when
from dpviz.draw.marks import CHANCES
from dpviz.draw.style import BLUE, GREY, ORANGE, PURPLE
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.exponential.shared import FLOOR, code, posed, sizes
from dpviz.mechanisms import shortfall_bound, shortfall_quantile, tail, tail_bound

SHARES = 121  # how many shortfalls each curve is drawn at

epsilon = common.epsilon(0.1, low=0.001)
n, beta = common.people(), common.beta()
# Where the theorem says something: for a smaller shortfall its bound is above 1.
alpha = common.alpha(0.2, label="α, the shortfall", ends=("at the best", "far off"))


def shown(mechanism: Any, scores: Any, n: int, alpha: float, beta: float) -> Any:
    t, m, best = round(alpha * n, 9), len(scores), (scores == scores.max()).sum()
    given = {"sensitivity": mechanism.sensitivity, "monotonic": mechanism.monotonic}
    exact = tail(mechanism.probabilities(scores), scores, t)
    bound = tail_bound(t, m, mechanism.epsilon, **given)
    refined = tail_bound(t, m, mechanism.epsilon, optimal=best, **given)
    within = shortfall_bound(beta, m, mechanism.epsilon, **given)
    return exact, bound, refined, within


def draw(at: Frames) -> Picture:
    made, e = posed(at), at.epsilon
    p, u, m, given = made.probabilities(), made.scores, made.m, made.given
    gaps = u.max(axis=1, keepdims=True) - u
    best = (gaps == 0).sum(axis=1)
    # A little beyond the worst candidate, and never a picture of no width.
    shares = np.linspace(0, max(1.02 * float((gaps / at.n[:, None]).max()), 0.02), SHARES)
    t, aim = shares * at.n[:, None], np.round(at.alpha * at.n, 9)
    curves = (
        tail(p[:, None], u[:, None], t, paired=True),
        tail_bound(t, m, e[:, None], **given),
        tail_bound(t, m, e[:, None], optimal=best[:, None], **given),
    )
    exact, bound, refined = (
        np.asarray(chance)
        for chance in (
            tail(p, u, aim, paired=True),
            tail_bound(aim, m, e, **given),
            tail_bound(aim, m, e, optimal=best, **given),
        )
    )
    within = (
        shortfall_quantile(p, u, at.beta, paired=True),
        shortfall_bound(at.beta, m, e, **given),
        shortfall_bound(at.beta, m, e, optimal=best, **given),
    )
    seen = lambda chance: np.clip(chance, FLOOR / 10, 1.0)  # noqa: E731
    edges = np.minimum(np.stack(within[:2], axis=1) / at.n[:, None], 2 * shares[-1])
    hover = "short by %{x:.3f} of n: %{y:.3g}<extra></extra>"
    functions, values = code(at, shown)
    return Picture(
        panel(
            curve(shares, moving(seen(curves[0])), BLUE, "exact", width=4, shape="vh", hovertemplate=hover),
            curve(shares, moving(seen(curves[1])), ORANGE, "bound", dash="dash", hovertemplate=hover),
            curve(shares, moving(seen(curves[2])), PURPLE, "refined bound", dash="dot", hovertemplate=hover),
            level(moving(at.beta), GREY, reach=(float(shares[0]), float(shares[-1])), width=2, dash="dashdot"),
            text([float(shares[-1])], moving(at.beta), ["β"], GREY, "top left"),
            points(moving(edges), moving(np.stack([at.beta, at.beta], axis=1)), [BLUE, ORANGE],
                   symbol="diamond", size=14),
            points(moving(np.stack([at.alpha, at.alpha], axis=1)), moving(seen(np.stack([exact, bound], axis=1))),
                   [BLUE, ORANGE], symbol="circle-open", size=14),
            text(moving(at.alpha), moving(seen(exact)), ["at α"], BLUE, "top left"),
            x=axis("shortfall t, as a share of the people", 0, float(shares[-1])),
            y=axis("chance to fall short by t or more", np.log10(FLOOR), 0.15, type="log", **CHANCES),
        ),
        title="How far from the best? · {asked}",
        height=420,
        values={
            **values,
            "asked": made.question.name,
            "m": m,
            "spread": num(made.factor * given["sensitivity"], "number"),
            "t": aim,
            "exact": num(exact, "probability"),
            "bound": num(bound, "probability"),
            "refined": num(refined, "probability"),
            "slack": [_slack(b, x) for b, x in zip(bound, exact, strict=True)],
            "kept": 1 - at.beta,
            "sure": num(within[0], "number"),
            "within": num(within[1], "number"),
            "finer": num(within[2], "number"),
            "whole": num(np.ceil(within[1]), "number"),
        },
        sentence=[
            "With ε = {epsilon:nats} and {n:,} people, the answer is ",
            when(within[0] > 0, "within {sure} people of the best", "as good as the best"),
            " with probability {kept:percent}; the theorem says within {whole}. It falls short by {alpha:percent} of "
            "the people or more with probability {exact:percent}",
            when(bound >= 1, "; the theorem’s bound on that is {bound}: above 1, it says nothing."),
            when((bound < 1) & (bound > 1e-9), "; the theorem says at most {bound:percent}."),
            when(bound <= 1e-9, "."),
        ],
        table=table_by_row(
            ("", "exact", "bound", "refined bound"),
            ("chance to fall short by {alpha:percent} of the people or more", "{exact}", "{bound}", "{refined}"),
            ("shortfall exceeded with probability at most {beta:g} (people)", "{sure}", "{within}", "{finer}"),
        ),
        code=functions,
    )  # fmt: skip


def _slack(bound: float, exact: float) -> str:
    if exact <= 0:
        return "–"
    return f"{bound / exact:.3g}" if bound / exact < 1e6 else f"{bound / exact:.1e}"


def _within() -> dict[str, float]:
    def short(beta: float, candidates: int, *, monotonic: bool = False) -> float:
        return float(shortfall_bound(beta, candidates, 0.1, sensitivity=1, monotonic=monotonic))

    return {
        "answer": short(0.05, 50),
        "no_two": short(0.05, 50, monotonic=True),
        "no_list": short(0.05, 1),
        "no_beta": short(0.05, 50) - short(0.05, 1),
    }


def _promised() -> dict[str, float]:
    now = float(shortfall_bound(0.05, 4, 0.1, sensitivity=1))
    return {"now": now, "half": now / 2, "twice": 2 * now}


SECTION = Section(draw, axes=(epsilon, n, beta, alpha), limits=lambda now: {n: sizes(now)})
