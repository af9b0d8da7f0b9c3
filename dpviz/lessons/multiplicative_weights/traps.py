"""A slip beside the right algorithm, with the same draws: what it does to the error and to ε (PMW-11)."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_frame, when
from dpviz.draw.marks import label
from dpviz.draw.style import GREY, INK, ORANGE
from dpviz.draw.words import nats as few
from dpviz.frame.kinds import Choice, Number, Seed
from dpviz.frame.section import Frames, Section, Snapshot
from dpviz.lessons.multiplicative_weights.shared import share, toy, toy_code
from dpviz.queries import resized
from dpviz.queries.traps import TRAPS, TrapRun, run_with_trap

CELLS, N, EPSILON, ALPHA = "16", 200_000, 1.0, 0.05
LAPS = 60  # more are not drawn
LEAST, MOST = 1e-6, 1e9  # of the ε drawn; more, and without bound, stands at the edge
LABELS = {
    "none": "none: as it should be",
    "wrong_sign": "the update has the wrong sign",
    "inverted_rate": "the choice has 1/ε₀ for ε₀",
    "laplace_without_n": "the noise is not divided by n",
    "sensitivity_forgotten": "the choice is not scaled by n",
    "exact_answers": "the answers are measured exactly",
    "absolute_score": "the choice is by absolute gap, without complements",
    "log2": "L is computed with log₂",
    "mixed_modes": "η = α with the L of η = 4α",
    "error_alpha": "an error of α is claimed, not 4α",
}
trap = Choice("wrong_sign", options={name: LABELS[name] for name in TRAPS}, label="The slip")
seed = Seed(button="Another seed", help="The same for both runs.")
lap = Number(10, low=0, high=LAPS, steps=LAPS + 1, whole=True, label="Round of both runs", play=True)


def shown(queries: Any, histogram: Any, trap: str, seed: int, t: int) -> Any:
    people = resized(histogram, N)
    correct, slip = (
        run_with_trap(
            name, people, queries, N, np.random.default_rng(seed), epsilon=EPSILON, alpha=ALPHA, mode="optimal"
        )
        for name in ("none", trap)
    )
    paid, now = slip.epsilon_paid, slip.max_error[t]
    return correct, slip, paid, now


@lru_cache(maxsize=4)
def trap_runs(seed: int) -> dict[str, TrapRun]:
    """Every slip with the same draws, on people who are all in one eighth of the cells."""
    queries, histogram = toy("corner", CELLS)
    people = resized(histogram, N)
    return {
        name: run_with_trap(
            name, people, queries, N, np.random.default_rng(seed), epsilon=EPSILON, alpha=ALPHA, mode="optimal"
        )
        for name in TRAPS
    }


def draw(at: Frames) -> Picture:
    every = trap_runs(at.seed)
    right, slip, laps = every["none"], every[at.trap], at.lap
    most = int(laps.max())
    rounds, paid, promised = np.arange(most + 1), slip.epsilon_paid, slip.promised_error
    here, there = np.minimum(laps, slip.rounds), np.minimum(laps, right.rounds)
    good, bad = (np.append(run.max_error[: most + 1], [np.nan] * most)[: most + 1] for run in (right, slip))
    good[right.rounds + 1 :] = bad[slip.rounds + 1 :] = np.nan
    so_far, over = rounds <= laps[:, None], laps >= slip.rounds
    edge, claimed = min(max(paid, LEAST), MOST), slip.epsilon_claimed
    top = max(1.0, 1.08 * float(max(np.nanmax(good), np.nanmax(bad))))
    none, kept, last = at.trap == "none", slip.kept, float(right.max_error[-1])
    code, universe = toy_code("corner", CELLS)
    return Picture(
        panel(
            level(promised, INK, reach=(0, most), width=2, dash="dash"),
            curve(rounds, moving(np.where(so_far, good, np.nan)), GREY, "as it should be", width=8),
            curve(rounds, moving(np.where(so_far, bad, np.nan)), ORANGE, "with the slip", width=4),
            points(min(right.rounds, most),
                   moving(np.where((laps >= right.rounds) & (right.rounds <= most), last, np.nan)), GREY,
                   symbol="diamond", size=13),
            points(moving(here), moving(bad[here]), ORANGE, symbol="square", size=12),
            x=axis("round", -0.02 * most, 1.02 * most), y=axis("largest error", 0, top, tickformat=".0%"),
            share=6.5,
        ),
        panel(
            curve([claimed, edge], [0, 0], ORANGE, width=5),
            points(claimed, 0, INK, "ε claimed", symbol="line-ns-open", size=26),
            points(edge, 0, ORANGE, "ε paid", symbol="triangle-right" if paid > MOST else "circle", size=15),
            x=axis("ε, on a logarithmic scale", math.log10(LEAST) - 0.3, math.log10(MOST) + 0.5, type="log",
                   tickvals=[1e-6, 1e-3, 1, 1e3, 1e6, 1e9], ticktext=["10⁻⁶", "10⁻³", "1", "10³", "10⁶", "10⁹"]),
            y=axis("", -1, 1, showticklabels=False, showgrid=False),
            heading=f"claimed ε = {nats(claimed)}, paid {nats(paid)}",
        ),
        annotations=[label("error claimed", promised, INK)],
        title=f"The slip: {LABELS[at.trap]}",
        height=540,
        values={
            **universe,
            "t": here,
            "claimed": num(claimed, nats),
            "paid": num(paid, nats),
            "promised": num(promised, share),
            "error": num(float(slip.max_error[-1]), share),
            "right": [share(last)],
            "now": num(slip.max_error[here], share),
            "without": num(right.max_error[there], share),
            "used": [f"{slip.rounds:,} of {slip.plan.rounds:,} planned" if at.trap != "log2" else str(slip.rounds)],
            "count": slip.rounds,
            "ended": "stopped" if slip.stopped else "used up its rounds",
            "private": slip.private,
            "kept": kept,
            "what": slip.what,
        },
        sentence=[
            f"{slip.what} ",
            when(laps == 0, "Before the first round the largest error is {now}. Press Play.",
                 "After round {lap} the largest error is {now} with the slip"),
            when((laps > 0) & over, " (it {ended} after {count})"),
            when(laps > 0, ", and {without} without. "),
            when((laps > 0) & none, "Privacy and error are as claimed." if kept else "Too few people for this α."),
            when((laps > 0) & (not slip.private), "ε = {claimed} is claimed, and {paid} is paid."),
            when((laps > 0) & slip.private & (not none) & ~over,
                 "It is still private: the slip costs accuracy."),
            when((laps > 0) & slip.private & (not none) & over,
                 "It is still private, and this run ends within the error claimed: budget was wasted." if kept else
                 "It is still private, but the error is not within the claimed {promised}."),
        ],
        table=table_by_frame(("slip", "ε claimed", "ε paid", "rounds", "error claimed", "error at the end",
                              "verdict"), [
            (LABELS[run.trap], nats(run.epsilon_claimed), nats(run.epsilon_paid), str(run.rounds),
             share(run.promised_error), share(float(run.max_error[-1])), _verdict(run)) for run in every.values()
        ]),
        code=(code, shown),
    )  # fmt: skip


def limits(now: Snapshot) -> Any:
    every = trap_runs(now.seed)
    return {lap: (0, max(4, min(LAPS, max(every["none"].rounds, every[now.trap].rounds))))}


def nats(x: float) -> str:
    """An ε, however large."""
    return few(x) if not 1e4 <= x < math.inf else f"{float(f'{x:.3g}'):,.0f}"


def _verdict(run: TrapRun) -> str:
    failures = ["privacy fails"] * (not run.private) + ["error fails"] * (not run.kept)
    return ", ".join(failures) or "both as claimed"


SECTION = Section(draw, axes=(lap,), controls=(trap, lap, seed), limits=limits)
