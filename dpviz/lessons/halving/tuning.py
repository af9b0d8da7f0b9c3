"""Tuning λ of private logistic regression by successive halving: who is chosen, and what the releases cost (SH-3)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_frame, text
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE
from dpviz.draw.words import nats, small
from dpviz.frame.kinds import Choice, Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.halving.shared import EVERYBODY, LAMBDAS, arms_of, models, number_of_evaluations
from dpviz.tuning import (
    Arms,
    BernoulliArms,
    PrivateCost,
    RoundOutcome,
    private_cost,
    private_tuning,
    successive_halving,
)

SLACK = 1e-5  # δ′ of the advanced composition theorem
WAYS = {
    "none": "no noise, one person a pull",
    "evaluation": "noise on every pull",
    "mean": "noise once a round and arm",
    "once": "report noisy max",
}

way = Choice(
    "none",
    options={"none": "no noise: not private", "evaluation": WAYS["evaluation"], "mean": WAYS["mean"]},
    label="The scores have",
)
evaluations = number_of_evaluations()
epsilon = common.epsilon(
    1.0, steps=31, label="ε for all releases", help="Without noise no ε holds, and this slider moves nothing."
)
step = Number(1, low=0, high=3, steps=4, whole=True, label="Rounds of tuning done", play=True)
seed = Seed(button="Draw again", help="Other people, other noise.")


def bare(arms: Any, evaluations: int, seed: int) -> Any:
    rng = np.random.default_rng(seed)
    run = successive_halving(BernoulliArms(arms.validation), LAMBDAS, evaluations, rng=rng)
    chosen = run.survivor
    return run, chosen


def private(arms: Any, evaluations: int, epsilon: float, way: str, seed: int) -> Any:
    run = private_tuning(arms.validation, evaluations, epsilon=epsilon, records=arms.records, noise=way,
                         rng=np.random.default_rng(seed))  # fmt: skip
    chosen, total = run.survivors[0], run.cost.total
    return run, chosen, total


def draw(at: Frames) -> Picture:
    arms, open_ = arms_of(at.seed), at.way == "none"
    cost = None
    if open_:
        run, chosen = bare(arms, at.evaluations, at.seed)
    else:
        run, chosen, _ = private(arms, at.evaluations, at.epsilon, at.way, at.seed)
        cost = run.cost
    x, n, done = np.log10(arms.regularizations), LAMBDAS, at.step
    seen, alive = np.full((at.frames, n), np.nan), np.ones((at.frames, n), dtype=bool)
    for f, k in enumerate(done):
        for one in run.rounds[:k]:
            seen[f, one.arms] = one.means
            alive[f] = np.isin(np.arange(n), one.kept)
    spread = min(float(np.nanmax(np.abs(seen - arms.validation), initial=0.02)), 1) + 0.02
    lines = [[(small(float(r)), f"{v:.3f}", f"{t:.3f}", "–" if np.isnan(s) else f"{s:.3f}")
              for r, v, t, s in zip(arms.regularizations, arms.validation, arms.test, row, strict=True)]
             for row in seen]  # fmt: skip
    return Picture(
        panel(
            curve(x, arms.test, GREEN, dash="dot", width=2),
            text([x[0] + 0.05], arms.test[:1], [f"hidden: {EVERYBODY:,} other people"], GREEN),
            points(x, arms.validation, ORANGE, symbol="line-ew-open", size=16),
            text([x[-1]], [float(arms.validation.max()) + 0.01], ["hidden: exact score"], ORANGE, "top left"),
            points(x, moving(seen), moving([[BLUE if a else GREY for a in row] for row in alive]),
                   size=12, symbol=moving([["circle" if a else "x" for a in row] for row in alive])),
            x=axis("λ", x[0] - 0.2, x[-1] + 0.2, tickvals=x.tolist(),
                   ticktext=[f"{v:.1g}".replace("e-0", "e-") for v in arms.regularizations]),
            y=axis("share classified right", float(arms.validation.min()) - spread,
                   float(arms.validation.max()) + spread),
            heading="dots: scores seen; crosses: dropped",
        ),
        title=f"Tuning λ · {WAYS[at.way]}",
        height=420,
        values={
            "chosen": num(chosen),
            "releases": "every pull" if cost is None else f"{cost.releases:,}",
            "each": "∞" if cost is None else num(cost.each, ".4g"),
            "total": "∞" if cost is None else num(cost.total, "nats"),
            "scale": 0 if cost is None else num(cost.scale, ".4g"),
            "advanced": "∞" if cost is None else f"{cost.advanced(SLACK):.4g}, with δ′ = {small(SLACK)}",
            "training": num(arms.epsilon_training, "nats"),
            "noisy": not open_,
            "fresh": open_,
        },
        sentence=[[_sentence(arms, run.rounds, int(k), cost) for k in done]],
        table=table_by_frame(("λ", "exact validation score", f"on {EVERYBODY:,} other people", "score seen"), *lines),
        code=(models, bare if open_ else private),
    )  # fmt: skip


def _sentence(arms: Arms, rounds: tuple[RoundOutcome, ...], done: int, cost: PrivateCost | None) -> str:
    pays = (
        "There is no noise, so there is no promise: no ε holds. Where two scores differ by one person, "
        "one person can decide the choice."
        if cost is None
        else f"The {cost.releases:,} releases together cost ε = {nats(cost.total)}, each ε₀ = {cost.each:.3g}, "
        f"with Laplace noise of scale {cost.scale:.2g}."
    )
    best = float(arms.validation.max())
    if not done:
        return f"Eight values of λ, one private model each; the best scores {best:.3f}. {pays}"
    kept = rounds[done - 1].kept
    if done < len(rounds):
        return f"After round {done}, {len(kept)} values of λ are in. {pays}"
    chosen = int(kept[0])
    return (
        f"λ = {small(float(arms.regularizations[chosen]))} is chosen: {arms.validation[chosen]:.3f} on the validation "
        f"people (best {best:.3f}), {arms.test[chosen]:.3f} on {EVERYBODY:,} "
        f"other people. {pays}"
    )


def _noisy() -> dict[str, float]:
    cost = private_cost(LAMBDAS, 96, epsilon=0.01, records=1000, noise="evaluation")
    return {"scale": cost.scale, "releases": float(cost.releases), "one": cost.scale / cost.releases}


SECTION = Section(draw, axes=(step,), controls=(way, evaluations, epsilon, step, seed))
