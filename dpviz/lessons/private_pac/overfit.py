"""Learners of all functions: the memoriser against the private learner, exactly (GEN-1, GEN-2, GEN-3)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, table_by_row, upright, when
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.frame.kinds import log_steps
from dpviz.frame.section import Frames, Section
from dpviz.learning import all_functions_gap, generalisation_size, overfitting
from dpviz.lessons import common
from dpviz.lessons.private_pac.shared import records

POINTS = 1024  # instances
GRID = np.unique(np.round(log_steps(1, 100_000, 61))).astype(int)

epsilon, n = common.epsilon(0.5, steps=41), records(1000, GRID)  # about one record an instance


def shown(n: Any, epsilon: Any) -> Any:
    found = overfitting(n, POINTS, epsilon)
    memory, sample, fresh, gap = found.memoriser, found.empirical, found.population, found.gap
    most = np.expm1(epsilon) * sample
    alone = all_functions_gap(epsilon)
    enough = generalisation_size(epsilon, beta=0.05)
    return memory, sample, fresh, gap, most, alone, enough


def draw(at: Frames) -> Picture:
    memory, sample, fresh, gap, most, alone, enough = shown(at.n, at.epsilon)
    curves = overfitting(GRID, POINTS, np.unique(at.epsilon)[:, None])  # one frame, if ε stays
    return Picture(
        panel(
            curve(GRID, curves.memoriser[0], ORANGE, "memoriser", width=4),
            curve(GRID, np.zeros(len(GRID)), ORANGE, "dashed: on the sample", dash="dash"),
            curve(GRID, moving(curves.population), BLUE, "private", width=4),
            curve(GRID, moving(curves.empirical), BLUE, dash="dash"),
            upright(moving(at.n), GREY, reach=(0, 0.6), width=2, dash="dot"),
            x=axis("records n", 0, 5, type="log", tickvals=[1, 10, 100, 1000, 10_000, 100_000],
                   ticktext=["1", "10", "100", "1,000", "10⁴", "10⁵"]),
            y=axis("expected error", -0.02, 0.58),
        ),
        title=f"All functions on {POINTS:,} instances: error on the sample and on the population",
        values={
            "memory": num(memory, ".4f"),
            "sample": num(sample, ".4f"),
            "fresh": num(fresh, ".4f"),
            "gap": num(gap, ".4f"),
            "most": num(most, ".4f"),
            "alone": num(alone, ".4f"),
            "enough": num(enough, ","),
        },
        sentence=[
            when(at.n == 1, "After 1 record ", "After {n:,} records "),
            "the memoriser’s expected error is 0 on its sample and {memory:percent} on the population. For the private "
            "learner at ε = {epsilon:nats} it is {sample:percent} on its sample and {fresh:percent} on the population: "
            "a generalisation gap of {gap:percent}.",
        ],
        table=table_by_row(
            ("learner", "empirical error", "population error", "generalisation gap"),
            ("memoriser", "0", "{memory}", "{memory}"),
            ("private", "{sample}", "{fresh}", "{gap}"),
        ),
        code=shown,
    )  # fmt: skip


def _gap() -> dict[str, float]:
    return {"memoriser": 100 * float(overfitting(1000, POINTS, 1.0).memoriser)}


SECTION = Section(draw, axes=(epsilon, n))
