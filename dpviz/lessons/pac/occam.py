"""Occam's razor: how likely each bad hypothesis is to fit the whole sample, and the sum of these chances (PAC-7)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_column, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE
from dpviz.frame.section import Frames, Section
from dpviz.learning import Thresholds, occam_size, threshold_failure
from dpviz.learning.bounds import occam_failure
from dpviz.lessons import common
from dpviz.lessons.common import percent
from dpviz.lessons.pac.shared import chance, cut_of, records, rules

FLOOR = 1e-5  # nothing is drawn below it
STEPS = ("exact", "sum over bad", "|C|(1 − α)ⁿ", "|C| exp(−αn)")
TICKS = {"type": "log", "tickvals": [1e-4, 1e-2, 1, 100], "ticktext": ["10⁻⁴", "0.01", "1", "100"]}

n, alpha, beta = records(20), common.alpha(0.1, low=0.01, steps=61, show=percent), common.beta()
bits = rules(6)


def shown(bits: int, cut: int, n: Any, alpha: Any, beta: Any) -> Any:
    doses, size = 2**bits, 2**bits + 1
    errors = Thresholds(bits).population_errors(np.full(doses, 1 / doses), cut)
    exact = threshold_failure(n, alpha, universe=doses, target=cut, any_consistent=True)
    total = ((1 - errors[errors > alpha]) ** n).sum()
    power, bound = occam_failure(size, n, alpha, exponential=False), occam_failure(size, n, alpha)
    needed = occam_size(size, alpha, beta)
    return exact, total, power, bound, needed


def draw(at: Frames) -> Picture:
    n, a, cut, doses = at.n, at.alpha, int(cut_of(at.bits)), 2**at.bits
    size, cuts = doses + 1, np.arange(doses + 1)
    errors = np.abs(cuts - cut) / doses
    survive, bad = (1 - errors) ** n[:, None], errors > a[:, None]
    exact = threshold_failure(n, a, universe=doses, target=cut, any_consistent=True)
    total = np.where(bad, survive, 0).sum(axis=1)
    power, bound = occam_failure(size, n, a, exponential=False), np.asarray(occam_failure(size, n, a))
    sums = np.stack([exact, total, power, bound], axis=1)
    heights = np.maximum(survive, FLOOR)
    return Picture(
        panel(
            curve(cuts, moving(np.where(bad, np.nan, heights)), GREEN, "good hypotheses", mode="lines+markers"),
            curve(cuts, moving(np.where(bad, heights, np.nan)), ORANGE, "bad hypotheses", mode="lines+markers"),
            x=axis("hypothesis: scurvy below", -0.02 * size, 1.02 * size),
            y=axis("chance to be consistent", -4.2, 0.3, **TICKS), share=1.5,
        ),
        panel(
            points(moving(np.clip(sums, FLOOR, 1e3)), list(STEPS), [BLUE, ORANGE, ORANGE, ORANGE], size=15),
            curve(moving(np.stack([at.beta, at.beta], axis=1)), [STEPS[-1], STEPS[0]], GREY, "β", width=2),
            x=axis("chance that some is consistent", -4.1, 3.1, **TICKS), y=axis("", -0.6, 3.6, type="category"),
            heading="all bad hypotheses together",
        ),
        title="Occam’s razor: a short list, few that fit by chance",
        height=560,
        shapes=[{"type": "line", "xref": "x2", "yref": "y2 domain", "x0": 1, "x1": 1, "y0": 0, "y1": 1,
                 "line": {"color": GREY, "width": 1, "dash": "dot"}}],
        values={
            "cut": cut,
            "size": size,
            "worse": bad.sum(axis=1),
            "exact": num(exact, "probability"),
            "total": num(total, "probability"),
            "power": num(power, "probability"),
            "bound": num(bound, "probability"),
            "needed": num(occam_size(size, a, at.beta), "d"),
            "sum_said": [chance(p) for p in total],
            "bound_said": [chance(p) for p in bound],
        },
        sentence=[
            "{worse:,} of {size:,} hypotheses are bad: their true error is above {alpha:percent}. After {n:,} ",
            when(n == 1, "patient", "patients"),
            " the chance that any of them is still consistent is {exact:percent}. Adding up the chances of each gives "
            "{sum_said}, and the Occam bound {bound_said}",
            when(bound >= 1, ": above 1, it says nothing.", "."),
            " For β = {beta:percent} it asks for {needed:,} patients.",
        ],
        table=table_by_column(("", STEPS), ("chance that some bad hypothesis is consistent", moving(sums))),
        code=shown,
    )  # fmt: skip


def _survives() -> dict[str, float]:
    return {
        "answer": 100 * float(occam_failure(1, 10, 0.2, exponential=False)),
        "bound": 100 * float(occam_failure(1, 10, 0.2)),
        "always_wrong": 100 * float(occam_failure(1, 10, 0.8, exponential=False)),
    }


def _added() -> dict[str, float]:
    cut = int(cut_of(6))
    errors = Thresholds(6).population_errors(np.full(64, 1 / 64), cut)
    exact, total, _power, bound, _needed = (100 * float(part) for part in shown(6, cut, 20, 0.1, 0.05))
    worse = float((errors > 0.1).sum())
    return {"exact": exact, "total": total, "bound": bound, "size": len(errors), "worse": worse}


SECTION = Section(draw, axes=(n, alpha, beta))
