"""Multiplicative weights online: the sparse vector technique decides which queries are paid for (SVT-6)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.data import HEALTH_ATTRIBUTES, binary_records, health
from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_row, text, when
from dpviz.draw.style import BLUE, GREY, INK, PALE, PURPLE
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.mechanisms import sparse_scales
from dpviz.queries import Marginals, PrivateMultiplicativeWeights, mistake_bound, online_multiplicative_weights, resized

MANY = [1000, 2000, 3000, 5912, 10_000, 20_000, 30_000, 50_000, 100_000, 200_000, 500_000, 1_000_000]

epsilon = common.epsilon(1.0, low=0.1, high=10, steps=21)
count = Number(40, low=1, high=300, values=[1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 70, 100, 150, 200, 300], whole=True,
               label="c, paid answers at most", ends=("one", "many"))  # fmt: skip
people = Number(5912, low=1000, high=1_000_000, whole=True, label="n, the people", ends=("few", "many"), values=MANY)
alpha = Number(0.1, low=0.02, high=0.24, steps=12, label="α, the tolerance", ends=("small", "large"),
               show=common.percent)  # fmt: skip
seed = Seed(button="Draw again", help="The same stream of queries, other noise.")


def asked() -> Any:
    attributes = HEALTH_ATTRIBUTES[:8]
    queries = Marginals(8, 3, names=[a.name for a in attributes])  # all counts of three attributes
    histogram = queries.histogram(binary_records(health(), attributes))
    stream = np.random.default_rng(0).permutation(queries.num_queries)  # each once, in random order
    return queries, histogram, stream


def shown(
    queries: Any, histogram: Any, stream: Any, people: int, epsilon: float, alpha: float, count: int, seed: int
) -> Any:
    rng = np.random.default_rng(seed)
    run = online_multiplicative_weights(
        resized(histogram, people), queries, people, stream, rng,
        epsilon=epsilon, alpha=alpha, mode="optimal", count=count,
    )  # fmt: skip
    paid, worst = run.paid.sum(), run.error.max()
    return run, paid, worst


def offline(queries: Any, histogram: Any, people: int, epsilon: float, alpha: float, seed: int) -> Any:
    method = PrivateMultiplicativeWeights(epsilon, alpha, mode="optimal")  # lesson 6: all queries are known beforehand
    known = method.run(resized(histogram, people), queries, people, np.random.default_rng(seed)).max_error[-1]
    return known


def guessed(queries: Any, histogram: Any, people: int) -> Any:
    p = resized(histogram, people) / people
    nothing = np.abs(queries.answers(p) - queries.answers(np.full_like(p, 1 / p.size))).max()
    return nothing


@lru_cache(maxsize=1)
def _asked() -> Any:
    return asked()


@lru_cache(maxsize=256)
def _run(people: int, epsilon: float, alpha: float, count: int, seed: int) -> Any:
    queries, histogram, stream = _asked()
    run, paid, worst = shown(queries, histogram, stream, people, epsilon, alpha, count, seed)
    return run, paid, worst, offline(queries, histogram, people, epsilon, alpha, seed)


def draw(at: Frames) -> Picture:
    queries, histogram, stream = _asked()
    given = zip(at.people.astype(int).tolist(), at.epsilon.tolist(), at.alpha.tolist(),
                at.count.astype(int).tolist(), strict=True)  # fmt: skip
    runs, paid, worst, known = zip(*(_run(*one, int(at.seed)) for one in given), strict=True)
    m = len(stream)
    turns = np.arange(1, m + 1)
    gaps = np.array([run.gap for run in runs]).round(5)
    pays, looks = np.array([run.paid for run in runs]), np.array([run.compared for run in runs])
    divergence = np.array([run.kl for run in runs]).round(5)
    each = m / (at.epsilon * at.people) * -np.log1p(-(0.5 ** (1 / m)))  # Laplace noise on each: half of all runs
    bound = np.floor([mistake_bound(queries.size, a, "optimal") for a in at.alpha])  # fewer than L
    scales = sparse_scales(at.epsilon, count=at.count, sensitivity=1 / at.people, numeric_share=0.5)
    nothing = np.array([guessed(queries, histogram, n) for n in at.people.astype(int).tolist()])
    asked_until, reach = looks.sum(axis=1), (-5, m + 5)
    tall = 1.15 * np.max([gaps.max(axis=1), nothing, 2.4 * at.alpha], axis=0)
    return Picture(
        panel(
            points(turns, moving(np.where(~pays & looks, gaps, np.nan)), GREY, "“below”: free", size=5),
            points(turns, moving(np.where(~looks, gaps, np.nan)), PALE, "not compared", size=5, symbol="x"),
            points(turns, moving(np.where(pays, gaps, np.nan)), BLUE, "“above”: paid", size=11,
                   symbol="star"),
            level(moving(2 * at.alpha), PURPLE, reach=reach, width=2),
            level(moving(nothing), INK, reach=reach, width=2, dash="dash"),
            text([m, m], moving(np.stack([2 * at.alpha, nothing], axis=1)),
                 ["T = 2α", "largest error of the uniform guess"], [PURPLE, INK], "top left"),
            x=axis("", *reach, showticklabels=False), share=2,
            y=axis("error", range=moving(np.stack([0 * tall, tall], axis=1)), tickformat=".0%", nticks=5),
        ),
        panel(
            curve(np.arange(m + 1), moving(divergence), BLUE, width=3, shape="hv"),
            x=axis("query number", *reach, nticks=6),
            y=axis("KL (nats)", range=moving(np.stack([0 * tall, 1.1 * divergence.max(axis=1)], axis=1)), nticks=4),
            heading="KL divergence of the people from the estimate",
        ),
        title="Only what teaches something is paid for",
        height=540,
        values={
            "m": m,
            "paid": num(np.array(paid)),
            "worst": num(np.array(worst), "tenths"),
            "known": num(np.array(known), "tenths"),
            "each": num(each, _off),
            "nothing": num(nothing, "tenths"),
            "bound": num(bound, ",.0f"),
            "target": num(3 * at.alpha, "tenths"),
            "wide": num(scales.threshold, ".2g"),
            "narrow": num(scales.queries, ".2g"),
            "fresh": num(scales.answers, ".2g"),
            "until": num(asked_until),
            "enough": at.count >= bound,
            "unspent": asked_until == m,
        },
        sentence=[
            "{m} queries came, and {paid} were paid for",
            when(asked_until < m, ": after query {until} all c = {count} were used up", ""),
            ". The largest error of any answer is {worst}; that of the uniform guess, which uses no data, {nothing}. "
            "Laplace noise on each would err by {each} or more in half of all runs; lesson 6 errs by {known}.",
        ],
        table=table_by_row(
            ("for the same ε", "largest error", "the data is asked"),
            ("online, by sparse vector", "{worst}", "{paid} times"),
            ("lesson 6, queries known beforehand", "{known}", "in each round"),
            ("Laplace noise on each, in half of all runs at least", "{each}", "{m} times"),
        ),
        code=(asked, shown, offline, guessed),
    )  # fmt: skip


def _off(error: float) -> str:
    return f"{100 * error:.1f} %" if error <= 1 else "more than 100 %"


def _few() -> dict[str, float]:
    _, _, stream = _asked()
    found = _run(people.default_value, epsilon.default_value, alpha.default_value, count.default_value, 1)
    return {"m": len(stream), "paid": float(found[1]), "half": len(stream) // 2}


def _bound() -> dict[str, float]:
    return {
        "answer": float(np.floor(mistake_bound(256, 0.1, "optimal"))),
        "other": float(np.floor(mistake_bound(256, 0.1, "standard"))),
        "queries": 448.0,
        "wide": float(np.floor(mistake_bound(256, 0.2, "optimal"))),
    }


SECTION = Section(draw, axes=(epsilon, people, count, alpha), controls=(epsilon, people, count, alpha, seed))
