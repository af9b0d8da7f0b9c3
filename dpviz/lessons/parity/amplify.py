"""Runs and examples that boosting the confidence takes, against β (PAR-6 to PAR-8)."""

from itertools import product
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_frame, text
from dpviz.draw.style import BLUE, GREEN, GREY, PURPLE
from dpviz.draw.words import number, small
from dpviz.frame.section import Frames, Section
from dpviz.learning import parity
from dpviz.lessons import common
from dpviz.lessons.parity.numbers import error, many_bits

BETAS = np.geomspace(0.001, 0.5, 81)
SPLITS, RULES = {"data": "the examples", "budget": "the ε"}, {"standard": "ε/4", "optimal": "tanh(ε/2)"}
NAMES = ["with p = ε/4", "with p = tanh(ε/2)", "not private"]
TICKS = [m * 10**k for k in range(1, 12) for m in (1, 3)]
ENDS = [-3, np.log10(0.5)]

beta = common.beta()
total = common.epsilon(1.0, low=0.05, high=3.8, steps=97, label="ε of all runs together")
alpha, d = error(), many_bits()


def shown(d: int, alpha: float, beta: float, total: float) -> Any:
    size = parity.amplified_size(bits=d, alpha=alpha, beta=beta, epsilon=total)
    runs, block, examples = size.runs, size.block, size.total
    learner = parity.AmplifiedParityLearner(epsilon=total, runs=runs, split="budget")
    by_budget = learner.accounted(neighbouring="replace")
    return runs, block, examples, by_budget


def draw(at: Frames) -> Picture:
    given = {"bits": at.d, "alpha": at.alpha, "epsilon": at.total}
    along = {name: values[:, None] for name, values in given.items()} | {"beta": BETAS}
    given |= {"beta": at.beta}
    now: dict[Any, Any] = {(s, r): parity.amplified_size(**given, split=s, keep=r) for s, r in product(SPLITS, RULES)}
    standard, tight, plainly = now["data", "standard"], now["data", "optimal"], _plainly(**given)
    curves = [parity.amplified_size(**along, keep=rule).total for rule in RULES] + [_plainly(**along)]
    runs = np.broadcast_to(parity.runs_needed(BETAS), curves[0].shape)
    accounted = {
        split: [parity.AmplifiedParityLearner(epsilon=e, runs=k, split=split).accounted(neighbouring="replace")
                for e, k in zip(at.total.tolist(), standard.runs.tolist(), strict=True)]
        for split in SPLITS
    }  # fmt: skip
    totals = np.stack([standard.total, tight.total, plainly], axis=1)
    return Picture(
        panel(
            curve(BETAS, moving(runs), PURPLE, shape="hv"),
            points(moving(at.beta), moving(standard.runs), PURPLE, size=12),
            x=axis("", *ENDS, type="log", showticklabels=False), y=axis("runs, k", 0, 12.5, nticks=5),
        ),
        panel(
            curve(BETAS, moving(curves[0]), BLUE, shape="hv"),
            curve(BETAS, moving(curves[1]), GREEN, dash="dash", shape="hv"),
            curve(BETAS, moving(curves[2]), GREY, dash="dot"),
            text([BETAS[0]] * 3, moving(np.stack([line[:, 0] for line in curves], axis=1)), NAMES, [BLUE, GREEN, GREY],
                 "top right"),
            points(moving(np.repeat(at.beta[:, None], 3, axis=1)), moving(totals), [BLUE, GREEN, GREY],
                   symbol=["circle", "square", "diamond"], size=12),
            x=axis("β, the probability to fail", *ENDS, type="log", tickvals=[0.001, 0.01, 0.1, 0.5],
                   ticktext=["0.1 %", "1 %", "10 %", "50 %"]),
            y=axis("examples, n", np.log10(curves[2].min()) - 0.1, np.log10(curves[0].max()) + 0.3, type="log",
                   tickvals=TICKS, ticktext=[f"{tick:,}" for tick in TICKS]),
            share=1.5,
        ),
        title="Runs and examples, against the probability to fail",
        height=490,
        values={
            "runs": standard.runs,
            "block": num(standard.block, "number"),
            "examples": num(standard.total, "number"),
            "tight": num(tight.total, "number"),
            "plainly": num(plainly, "number"),
            "all_fail": num(0.5**standard.runs, "probability"),
            "budget": num(now["budget", "standard"].total, "number"),
            "by_data": num(np.array(accounted["data"]), "small"),
            "by_budget": num(np.array(accounted["budget"]), "small"),
        },
        sentence="For d = {d}, α = {alpha:percent}, β = {beta:percent} and ε = {total:small}: {runs} runs on {block} "
        "examples each, {examples} in all; if ε is split, {budget}. All runs say FAIL with probability "
        "{all_fail:percent}. With p = tanh(ε/2) in place of ε/4, {tight} are enough; without privacy, {plainly}.",
        table=table_by_frame(
            ("what is split", "p", "ε a run", "examples a run", "examples in all", "exact loss of all runs"),
            *([(SPLITS[s], RULES[r], small(size.each[f]), number(size.block[f]), number(size.total[f]),
                small(accounted[s][f] if r == "standard" else at.total[f])) for (s, r), size in now.items()]
              for f in range(at.frames)),
        ),
        code=shown,
    )  # fmt: skip


def _plainly(*, bits: Any, alpha: Any, beta: Any, epsilon: Any) -> Any:
    """What the learner without privacy needs, in the shape of the others."""
    return parity.consistent_size(bits=bits, alpha=alpha, beta=beta) + 0 * epsilon


def _ways() -> dict[str, float]:
    return {
        name: float(parity.amplified_size(bits=8, alpha=0.1, beta=0.05, epsilon=1.0, split=split).total)
        for name, split in (("examples", "data"), ("budget", "budget"))
    }


def _rare() -> dict[str, float]:
    rare, often = (parity.amplified_size(bits=8, alpha=0.1, beta=beta, epsilon=1.0).total for beta in (0.001, 0.5))
    return {"times": rare / often}


SECTION = Section(draw, axes=(beta, total, alpha, d))
