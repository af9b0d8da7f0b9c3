"""One run of successive halving, round by round: arms, rounds, and who survives (SH-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, moving, panel, points, table_by_frame
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Limits, Section, Snapshot
from dpviz.lessons.halving.shared import gap_to_second, kinds_of_arms, number_of_arms, number_of_pulls, other_draws
from dpviz.tuning import BernoulliArms, schedule, successive_halving
from dpviz.tuning.arms import arm_means
from dpviz.tuning.halving import Halving

shape, arms, gap, budget, seed = (kinds_of_arms(), number_of_arms(), gap_to_second(), number_of_pulls(), other_draws())
round = Number(2, low=0, high=5, steps=6, whole=True, label="Rounds done", play=True)


def shown(shape: str, arms: int, gap: float, budget: int, seed: int) -> Any:
    means = arm_means(shape, arms, gap)
    run = successive_halving(BernoulliArms(means), arms, budget, rng=np.random.default_rng(seed))
    survivor = run.survivor + 1
    return means, run, survivor


def limits(now: Snapshot) -> Limits:
    return {round: (0, (now.arms - 1).bit_length())}


def draw(at: Frames) -> Picture:
    n = at.arms
    means, run, survivor = shown(at.shape, n, np.round(at.gap, 10), at.budget, at.seed)
    done, places = at.round, np.arange(1, n + 1)
    seen, pulled, alive = (np.full((at.frames, n), np.nan), np.zeros((at.frames, n)), np.ones((at.frames, n), bool))
    for f, k in enumerate(done):
        for one in run.rounds[:k]:
            seen[f, one.arms] = one.means
            pulled[f, one.arms] += one.pulls
            alive[f] = np.isin(np.arange(n), one.kept)
    # What is dropped differs from what is still in by more than its colour.
    colours, symbols, patterns = (
        moving([[still if live else out for live in row] for row in alive])
        for still, out in ((BLUE, GREY), ("circle", "x"), ("", "/"))
    )
    lines = [(str(k), str(len(one.arms)), f"{one.pulls:,}", ", ".join(str(a + 1) for a in one.kept))
             for k, one in enumerate(run.rounds, 1)]  # fmt: skip
    now = [run.rounds[max(k - 1, 0)] for k in done]
    most = 1.1 * max(sum(one.pulls for one in run.rounds), 1)
    return Picture(
        panel(
            points(places, means, ORANGE, "true mean (hidden)", symbol="line-ew-open", size=16),
            points(places, moving(seen), colours, "mean seen in its last round", symbol=symbols, size=11),
            x=axis("", 0.3, n + 0.7, showticklabels=False), y=axis("reward", -0.04, 1.04), share=1.5,
        ),
        panel(
            bars(places, moving(pulled), colours, marker={"color": colours, "pattern": {"shape": patterns}}),
            x=axis("arm: blue ones are still in", 0.3, n + 0.7, nticks=min(n, 16)), y=axis("pulls", 0, most, nticks=4),
            heading="pulls so far",
        ),
        title="Successive halving, round by round",
        height=440,
        values={
            "survivor": survivor,
            "rounds": len(run.rounds),
            "in": [str(len(one.arms)) for one in now],
            "pulls": [f"{one.pulls:,}" for one in now],
            "kept": [str(len(one.kept)) for one in now],
            "used": [f"{sum(one.pulls * len(one.arms) for one in run.rounds[:k]):,}" for k in done],
        },
        sentence=[[_sentence(run, k, n, at.budget) for k in done]],
        table=table_by_frame(("round", "arms", "pulls of each", "kept"), *(lines[:k] for k in done)),
        code=shown,
    )  # fmt: skip


def _sentence(run: Halving, done: int, n: int, budget: int) -> str:
    if not done:
        rounds = "one round" if len(run.rounds) == 1 else f"{len(run.rounds)} rounds"
        unknown = "Arm 1 is the best; the algorithm does not know that."
        return f"{n} arms, {budget:,} pulls, {rounds}. Nothing is pulled yet. {unknown}"
    one = run.rounds[done - 1]
    left = len(one.kept)
    times = "once" if one.pulls == 1 else f"{one.pulls:,} times"
    summary = f"Round {done}: {len(one.arms)} arms are pulled {times} each; {left} {'stay' if left > 1 else 'stays'}. "
    if 0 not in one.kept:
        gone = next(i for i, r in enumerate(run.rounds[:done], 1) if 0 not in r.kept)
        when = "is lost in this round" if gone == done else f"was lost in round {gone}"
        summary += f"The best arm {when}, and nothing will bring it back. "
    if left == 1:
        right = run.survivor == 0
        summary += f"Arm {run.survivor + 1} wins: {'the best one' if right else 'not the best one'}."
    elif 0 in one.kept:
        summary += "The best is still in."
    return summary.rstrip()


def _last() -> dict[str, float]:
    rounds = schedule(16, 2000)
    return {
        "answer": float(rounds[-1].pulls),
        "first": float(rounds[0].pulls),
        "equal": 2000 / 16,
        "share": float(rounds[-1].arms * rounds[-1].pulls),
        "rounds": float(len(rounds)),
    }


SECTION = Section(draw, axes=(round,), controls=(shape, arms, gap, budget, round, seed), limits=limits)
