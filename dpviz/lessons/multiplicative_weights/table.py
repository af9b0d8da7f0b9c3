"""A run on a table: every pair of attributes, truth against estimate, and errors by round (PMW-6, QR-3)."""

import math
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_column, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE
from dpviz.draw.words import small
from dpviz.frame.kinds import Choice, Number, Seed
from dpviz.frame.section import Frames, Section, Snapshot
from dpviz.lessons import common
from dpviz.lessons.multiplicative_weights.shared import data
from dpviz.lessons.multiplicative_weights.table_runs import (
    ALPHA,
    MODE,
    TURNS,
    asked,
    needed,
    practical,
    run_on,
    table,
    theorem,
)
from dpviz.lessons.tables import HEALTH, used
from dpviz.queries import Marginals, mistake_bound

LEAST_BITS, MOST_BITS = 8, 12
LISTED = 12  # queries in the table

bits = Number(10, low=LEAST_BITS, high=MOST_BITS, steps=5, whole=True, label="Attributes")
method = Choice(
    "practical", options={"practical": f"MWEM, {TURNS} rounds", "theorem": "PMW, as in the theorem"}, label="Method"
)
turn = Number(TURNS, low=0, high=TURNS, steps=TURNS + 1, whole=True, label="Round", play=True)
epsilon = common.epsilon(1.0, low=0.05, high=20, steps=41)
seed = Seed(3, button="Another seed")  # errs as much as most do


def errors(queries: Marginals, histogram: Any, n: int, states: Any, turn: int) -> Any:
    estimate = states[min(turn, len(states) - 1)]
    errors = np.abs(queries.answers(estimate) - queries.answers(histogram / n))
    largest, mean = errors.max(), errors.mean()
    return largest, mean


def draw(at: Frames) -> Picture:
    made = used(at, "attributes")
    queries, histogram, n = table(made.key, at.bits)
    exact, k = queries.answers(histogram / n), np.arange(at.frames)
    found = [run_on(made.key, at.bits, at.method, e, at.seed) for e in at.epsilon.tolist()]
    last = np.array([one.run.rounds for one in found])
    t = np.minimum(at.turn, last)
    now = np.array([one.answers[s] for one, s in zip(found, t, strict=True)])
    off = np.abs(now - exact)
    worst, order = off.argmax(axis=1), np.argsort(-off, axis=1, kind="stable")[:, :LISTED]
    longest = max(4, int(last.max()))
    histories = {}  # NaN from the next round on
    for name in ("max_error", "mean_error", "kl"):
        histories[name] = np.full((at.frames, longest + 1), np.nan)
        for row, one, s in zip(histories[name], found, t, strict=True):
            row[: s + 1] = getattr(one.run, name)[: s + 1]
    largest, mean, kl = histories.values()
    end = [history[k, t] for history in histories.values()]
    rounds, tick = np.arange(longest + 1), max(1, longest // 5)
    by_round = {"low": -0.2, "high": longest + 0.2, "dtick": tick}
    return Picture(
        panel(
            curve([0, 1], [0, 1], GREY, width=1.5, dash="dash"),
            points(exact, moving(now), BLUE, f"one of the {queries.num_queries} queries", size=6),
            points(moving(exact[worst]), moving(now[k, worst]), ORANGE, "the worst one", symbol="circle-open", size=18),
            x=axis("truth", -0.02, 1.02, tickformat=".0%"), y=axis("estimate", -0.02, 1.02, tickformat=".0%"),
            heading="answers: a dot on the line is exact", share=3,
        ),
        panel(
            curve(rounds, moving(largest), ORANGE),
            curve(rounds, moving(mean), GREEN, dash="dash"),
            points(moving(np.stack([t, t], axis=1)), moving(np.stack(end[:2], axis=1)), [ORANGE, GREEN], size=10),
            x=axis("", **by_round, showticklabels=False),
            y=axis("error", 0, 1.1 * np.nanmax(largest), tickformat=".0%", nticks=4),
            heading="errors by round: the largest; dashed: the mean",
        ),
        panel(
            curve(rounds, moving(kl), BLUE),
            points(moving(t), moving(end[2]), BLUE, size=10),
            x=axis("round", **by_round), y=axis("nats", 0, min(8.0, 1.1 * np.nanmax(kl)), nticks=4),
            heading="KL divergence by round",
        ),
        title=f"{queries.bits} attributes of {n:,} {made.table.records}: all {queries.num_queries} pairs",
        height=720,
        values={
            "t": t,
            "n": num(n, ","),
            "each": num(np.array([one.run.epsilon_round for one in found]), small),
            "noise": num(np.array([one.noise for one in found]), ".3g"),
            "largest": num(end[0], ".4f"),
            "mean": num(end[1], ".4f"),
            "kl": num(end[2], ".4f"),
            "enough": [n >= one.needed for one in found],
            "needed": [f"{one.needed:,}" if one.needed else "MWEM has no such number" for one in found],
            "chosen": [one.chosen[s - 1] if s else "" for one, s in zip(found, t, strict=True)],
            "ended": [one.ended for one in found],
            "astray": end[1],
            "name": [queries.name(int(w)) for w in worst],
            "true": num(exact[worst], "tenths"),
            "said": num(now[k, worst], "tenths"),
            "off": num(end[1], "tenths"),
        },
        sentence=[
            when(t == 0, "Before the first round the estimate answers every pair with 25 %."),
            when((t > 0) & (at.turn <= last), "Round {t} measured {chosen}."),
            when((t > 0) & (at.turn > last), "The last round, number {t}, measured {chosen}."),
            " The worst pair is “{name}”: in truth {true}, by the estimate {said}; on average a pair is off by {off}.",
            when((t > 0) & (t == last), " {ended}"),
        ],
        table=table_by_column(
            ("query", moving([[queries.name(int(i)) for i in some] for some in order])),
            ("truth", moving(exact[order])),
            ("estimate", moving(now[k[:, None], order])),
            ("error", moving(off[k[:, None], order])),
            form="tenths",
        ),
        code=(asked, theorem if at.method == "theorem" else practical, errors),
    )  # fmt: skip


def limits(now: Snapshot) -> Any:
    """The slider of rounds ends where the run does."""
    made = used(now, "attributes")
    most = len(made.attributes)
    run = run_on(made.key, min(now.bits, most), now.method, now.epsilon, now.seed).run
    return {bits: (LEAST_BITS, min(most, MOST_BITS)), turn: (0, min(TURNS, run.rounds))}


def _promised() -> dict[str, float]:
    queries, _, n = table(HEALTH, 10)
    return {"people": n, "needed": needed(queries, 1.0), "rounds": math.ceil(mistake_bound(queries.size, ALPHA, MODE))}


def _astray() -> dict[str, float]:
    queries, histogram, n = table(HEALTH, 10)
    uniform = np.full((1, queries.size), 1 / queries.size)
    return {"start": 100 * float(errors(queries, histogram, n, uniform, 0)[1])}


SECTION = Section(draw, axes=(turn, epsilon), controls=(data, bits, method, turn, epsilon, seed), limits=limits)
