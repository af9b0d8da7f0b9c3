"""How ε and δ are shared by the rounds: what is left for each step (PMW-7, PMW-8, DP-6)."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_row, text, upright, when
from dpviz.draw.style import BLUE, GREEN, GREY, PURPLE
from dpviz.draw.words import small
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.multiplicative_weights.shared import modes, tolerance
from dpviz.queries import epsilon_per_round, mistake_bound

SIZE = 16  # cells
ALONG = np.unique(np.geomspace(1, 200_000, 54).round()).astype(int)  # rounds
LOW, HIGH = 0.1, 300.0  # of the ε₀ drawn, in those of basic composition

delta = common.delta(1e-6)
epsilon = common.epsilon(1.0, low=0.05, high=20, steps=41)
alpha = tolerance()
mode = modes()


def shown(alpha: float, mode: Any, epsilon: float, delta: float) -> Any:
    rounds = np.ceil(mistake_bound(SIZE, alpha, mode)).astype(int)
    basic = epsilon_per_round(epsilon, rounds, composition="basic")
    solved = epsilon_per_round(epsilon, rounds, delta=delta, composition="solved")
    noise = 1 / max(basic, solved)  # people
    return rounds, basic, solved, noise


def draw(at: Frames) -> Picture:
    e, d = at.epsilon, at.delta
    many = {name: np.ceil(mistake_bound(SIZE, at.alpha, name)).astype(int) for name in ("optimal", "standard")}
    chosen, places = many[at.mode], np.stack([many["optimal"], many["standard"]], axis=1)
    curves, both, (basic, closed, solved) = (
        _ways(e[:, None], d[:, None], along) for along in (ALONG, places, chosen[:, None])
    )
    drawn = [line / curves[0] for line in curves]
    better, factor = np.maximum(both[0], both[2]), (solved / basic)[:, 0]
    ways = ("basic", "closed", "solved")
    return Picture(
        panel(
            curve(ALONG, moving(drawn[0]), GREY, dash="dash"),
            curve(ALONG, moving(drawn[1]), PURPLE, width=2, dash="dot"),
            curve(ALONG, moving(drawn[2]), GREEN, width=3),
            text([ALONG[-2]], [1.0], ["basic, δ = 0"], GREY, "top left"),
            text([ALONG[-16]], moving(drawn[1][:, -16]), ["closed form"], PURPLE, "bottom right"),
            text([ALONG[-6]], moving(drawn[2][:, -6]), ["advanced composition"], GREEN, "top left"),
            upright(moving(chosen), BLUE, reach=(LOW, HIGH), width=1.5),
            points(moving(places), moving(better / both[0]), BLUE, symbol="diamond", mode="markers+text",
                   text=["η = 4α", "η = α"], textposition="top left"),
            x=axis("L, the rounds that are paid for", -0.05, 5.3, type="log", dtick=1),
            y=axis("ε₀ of each step ÷ ε/(2L)", math.log10(LOW), math.log10(HIGH), type="log",
                   tickvals=[0.1, 1, 10, 100], ticktext=["0.1", "1", "10", "100"]),
        ),
        title="What is left of ε for one step",
        values={
            "rounds": chosen,
            "steps": 2 * chosen,
            "factor": factor,
            "basic": num(basic[:, 0], ".6g"),
            "closed": num(closed[:, 0], _proved("{:.6g}".format)),
            "solved": num(solved[:, 0], ".6g"),
            "noise": num(1 / np.maximum(basic, solved)[:, 0], "rounded"),
            **{f"{mode}_{way}": num(found[:, k], _proved(small) if way == "closed" else "small")
               for k, mode in enumerate(many) for way, found in zip(ways, both, strict=True)},
            **{f"{mode}_better": num(better[:, k], "small") for k, mode in enumerate(many)},
            **{f"{mode}_rounds": num(count, ",") for mode, count in many.items()},
            "larger": factor > 1,
            "small": e <= 1,
        },
        sentence=[
            "{rounds:,} rounds are {steps:,} steps. Of ε = {epsilon:small} each has {basic:small} by basic "
            "composition; with δ = {delta:small} ",
            when(factor > 1, "it has {solved:small} by advanced composition, {factor:.1f} times as much. ",
                 "advanced composition gives less: there are too few steps. "),
            "The larger ε₀ gives an answer Laplace noise of scale {noise} people.",
        ],
        table=table_by_row(
            ("", "rounds L", "basic", "advanced, closed form", "advanced, solved", "the larger"),
            *((words, *(f"{{{mode}_{column}}}" for column in ("rounds", *ways, "better")))
              for mode, words in (("optimal", "η = 4α"), ("standard", "η = α"))),
        ),
        code=shown,
    )  # fmt: skip


def _ways(epsilon: Any, delta: Any, rounds: Any) -> tuple[Any, Any, Any]:
    """ε₀ by basic composition, by the closed form (proved up to ε = 1), and solved."""
    basic = epsilon_per_round(epsilon, rounds, composition="basic")
    solved = epsilon_per_round(epsilon, rounds, delta=delta, composition="solved")
    closed = epsilon_per_round(np.minimum(epsilon, 1.0), rounds, delta=delta, composition="closed")
    return basic, np.where(epsilon <= 1, closed, np.nan), solved


def _proved(form: Callable[[float], str]) -> Callable[[float], str]:
    return lambda value: "needs ε ≤ 1" if math.isnan(value) else form(value)


def _shared() -> dict[str, float]:
    each = float(epsilon_per_round(1.0, 20, composition="basic"))
    return {"answer": each, "rounds": 2 * each, "all": 1.0}


def _more() -> dict[str, float]:
    rounds = math.ceil(mistake_bound(SIZE, 0.05, "optimal"))
    basic = float(epsilon_per_round(1.0, rounds, composition="basic"))
    solved = float(_ways(1.0, 1e-6, rounds)[2])
    slack = math.sqrt(2 * math.log(1e6))
    return {
        "rounds": rounds,
        "steps": 2 * rounds,
        "times": solved / basic,
        "root": math.sqrt(2 * rounds),
        "slack": slack,
    }


SECTION = Section(draw, axes=(delta, epsilon, alpha))
