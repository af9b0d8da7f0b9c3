"""A released table: every marginal's true answer beside its private one, and one of them by name (QR-6, PMW-7)."""

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np

from dpviz.data import binary_records, teaching_table
from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_column
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.draw.words import nats, small
from dpviz.frame.kinds import Choice, Number, Parameter
from dpviz.frame.section import Frames, Section, Snapshot
from dpviz.lessons.multiplicative_weights.release import REPLAYS, Released, counted, release
from dpviz.lessons.tables import HEALTH, used
from dpviz.queries import GaussianBaseline, Marginals, PracticalMultiplicativeWeights, csv_text, draw_records

SEED = 1
RANKS = 200  # named queries
DRAWN = 600  # more points are a grey cloud, and slow
LISTED = 30
DELTA, BETA = 1e-6, 0.05  # of the Gaussian noise it is compared with

epsilon = Number(1.0, low=0.05, high=10, scale="log", steps=61, label="ε, spent on one run", show=small,
                 ends=("more private", "more accurate"))  # fmt: skip
rounds = Number(5, low=1, high=40, steps=40, whole=True, label="T, the rounds", ends=("few", "many"))
order = Choice("2", options={"1": "each attribute alone", "2": "all pairs", "3": "all triples"}, label="Marginals")
rank = Number(1, low=1, high=RANKS, steps=RANKS, whole=True, label="Named query, the worst first",
              ends=("the worst", "the best"), play=True)  # fmt: skip


def shown(data: str, order: int, epsilon: float, rounds: int) -> Any:
    people = teaching_table(data)
    queries = Marginals(len(people.attributes), order, names=[a.name for a in people.attributes])
    histogram = queries.histogram(binary_records(people.table, people.attributes))
    n, rng = int(histogram.sum()), np.random.default_rng(SEED)
    method = PracticalMultiplicativeWeights(epsilon, rounds, measure="marginal", replays=REPLAYS)
    run = method.run(histogram, queries, n, rng)
    largest, mean = run.max_error[-1], run.mean_error[-1]
    table = csv_text(queries.records(draw_records(run.estimate, rng, size=n)), queries.attributes)
    return queries, largest, mean, table


@lru_cache(maxsize=4)
def built_in(data: str, epsilon: float, order: str, rounds: int) -> Released:
    """The lesson's table, released at these settings."""
    made = teaching_table(data)
    return release(made.table, made.attributes, epsilon=epsilon, order=int(order), rounds=rounds,
                   rng=np.random.default_rng(SEED), read_off=not made.stated)  # fmt: skip


def released(at: Any) -> Released:
    """What the picture shows: the reader's last run, or the lesson's table at the sliders' settings."""
    if at.own is not None:
        own: Released = at.own
        return own
    return built_in(used(at, "attributes").key, at.epsilon, at.order, at.rounds)


def draw(at: Frames) -> Picture:
    made = released(at)
    run, k = made.run, made.workload.num_queries
    # The ranks are spread over all queries.
    places = np.linspace(0, k - 1, at.frames).round().astype(int)
    named, some = made.ranked[places], made.ranked[spread(k, DRAWN)]
    ordered, listed = made.errors[made.ranked], made.ranked[:LISTED]
    top = float(max(made.answers.max(), run.answers.max())) * 1.05
    worst, mean = float(made.errors.max()), float(made.errors.mean())
    noise = GaussianBaseline(run.epsilon, DELTA, mode="analytic")
    line = spread(k, 400)
    return Picture(
        panel(
            curve([0, top], [0, top], GREY, "no error", width=2),
            curve([0, top], [worst, top + worst], GREY, "the largest error", dash="dot", width=2),
            curve([0, top], [-worst, top - worst], GREY, dash="dot", width=2),
            points(made.answers[some], run.answers[some], BLUE, "a query", size=6 if k > 100 else 9, opacity=0.6),
            points(moving(made.answers[named]), moving(run.answers[named]), ORANGE, "the one named", symbol="diamond",
                   size=15),
            x=axis("true answer (not private)", -0.02 * top, top), y=axis("private answer", -0.02 * top, top),
            share=2.5,
        ),
        panel(
            curve(line + 1, ordered[line], BLUE),
            level(mean, GREY, reach=(1, k), dash="dash", width=2),
            points(moving(places + 1.0), moving(ordered[places]), ORANGE, symbol="diamond"),
            x=axis("queries, the worst first", 1 - 0.01 * k, k * 1.01),
            y=axis("error", 0, 1.1 * max(worst, 1e-6), nticks=4),
            heading="errors of all queries; dashed: their mean",
        ),
        title="{table}: true and private answers",
        height=720,
        values={
            "table": made.table,
            "epsilon": run.epsilon,
            "rounds": run.rounds,
            "each": num(run.epsilon_round, nats),
            "noise": num(2.0 / (run.epsilon_round * run.n), ".2g"),
            "largest": num(worst, ".4f"),
            "mean": num(mean, ".4f"),
            "uniform": num(made.uniform_error, ".4f"),
            "gaussian": num(noise.error_bound(made.workload, run.n, BETA), ".2g"),
            "name": [made.workload.name(int(q)) for q in named],
            "true": num(100 * made.answers[named]),
            "private": num(100 * run.answers[named]),
            "error": num(100 * made.errors[named]),
            "place": places + 1,
            **({"order": int(at.order)} if at.own is None else {}),
            "stated": not made.read_off,
            "better": worst < made.uniform_error,
            "delta": small(DELTA),
        },
        sentence="“{name}”: {true:.1f} % in truth, {private:.1f} % released, an error of {error:.1f} points; number "
        f"{{place:,}} of {k:,} queries, the worst first. {counted(run.n, made.records)}, ε = {{epsilon:nats}}: the "
        f"largest error is {100 * worst:.1f} points, the mean {100 * mean:.2f}.",
        table=table_by_column(
            ("query, the worst first", [made.workload.name(int(q)) for q in listed]),
            ("true", made.answers[listed]),
            ("private", run.answers[listed]),
            ("error", made.errors[listed]),
            form=".4f",
        ),
        code=shown if at.own is None else (),
    )  # fmt: skip


def spread(k: int, most: int) -> Any:
    """At most so many of k places, evenly."""
    return np.unique(np.linspace(0, k - 1, min(k, most)).round().astype(int))


def limits(now: Snapshot) -> dict[Parameter, tuple[float, float]]:
    """The slider of named queries is as long as there are queries."""
    if now.own is not None:
        k = now.own.workload.num_queries
    else:
        k = comb(len(used(now, "attributes").attributes), int(now.order)) << int(now.order)
    return {rank: (1, min(RANKS, k))}


def _five_rounds() -> dict[str, float]:
    alone, triples = (built_in(HEALTH, epsilon.default_value, marginals, rounds.default_value) for marginals in "13")
    return {
        "alone": 100 * float(alone.errors.mean()),
        "triples": 100 * float(triples.errors.mean()),
        "few": alone.workload.num_queries,
        "many": triples.workload.num_queries,
    }


SECTION = Section(draw, axes=(rank,), controls=(epsilon, rounds, order, rank), limits=limits)
