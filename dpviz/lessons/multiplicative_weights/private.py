"""The private run: how a round chooses, the noisy check against 2α, and the stop (PMW-6, PMW-7, PMW-9)."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, curve, level, moving, num, panel, points, table_by_frame, text, when
from dpviz.draw.style import BLUE, FAINT_BLUE, GREY, INK, ORANGE, PURPLE
from dpviz.draw.words import plain, probability, small
from dpviz.frame.kinds import Choice, Number, Seed
from dpviz.frame.section import Frames, Section, Snapshot
from dpviz.lessons import common
from dpviz.lessons.multiplicative_weights.shared import ROUNDS, modes, share, tolerance, toy, toy_code
from dpviz.queries import PrivateMultiplicativeWeights, PrivateRun, resized, run_size

TRUTH, CELLS = "health", "16"
BETA = 0.025  # of either of the two promises; together 0.05
DELTA = 1e-6
NINETY_FIVE = math.log(20)  # of 20 Laplace draws, 19 are within so many scales
LOW, HIGH = -0.45, 0.95  # of the gaps shown

epsilon = common.epsilon(1.0, low=0.05, high=20, steps=41)
people = common.people(200_000, low=1000, high=100_000_000, label="n, the people", ends=("few", "many"))
alpha = tolerance()
mode = modes()
split = Choice("basic", options={"basic": "basic, δ = 0", "better": "advanced, δ = 10⁻⁶"}, label="Composition")
seed = Seed(button="Another seed")
step = Number(1, low=1, high=ROUNDS, steps=ROUNDS, whole=True, label="Round of the run", play=True)


def shown(
    queries: Any, histogram: Any, epsilon: float, alpha: float, delta: float, mode: Any, n: int, seed: int, t: int
) -> Any:
    method = PrivateMultiplicativeWeights(epsilon, alpha, delta=delta, mode=mode)
    run = method.run(resized(histogram, n), queries, n, np.random.default_rng(seed))
    gaps, chances = run.selection_distribution(t)
    name, gap, noisy = run.query_name(t), run.gap[t - 1], run.noisy_gap[t - 1]
    chance, error = run.probability[t - 1], run.max_error[-1]
    return gaps, chances, name, gap, noisy, chance, error


@lru_cache(maxsize=128)
def private(mode: Any, delta: float, seed: int, epsilon: float, n: int, alpha: float) -> tuple[PrivateRun, int]:
    """One run, and how many people its promise asks for."""
    queries, histogram = toy(TRUTH, CELLS)
    method = PrivateMultiplicativeWeights(epsilon, alpha, delta=delta, mode=mode)
    run = method.run(resized(histogram, n), queries, n, np.random.default_rng(seed))
    needed = run_size(
        universe=queries.size, closed_size=queries.closed_size, alpha=alpha, beta=BETA, epsilon=epsilon, delta=delta,
        mode=mode,
    )  # fmt: skip
    return run, int(needed)


def draw(at: Frames) -> Picture:
    delta = DELTA if at.split == "better" else 0.0
    frames = zip(at.epsilon.tolist(), at.people.tolist(), at.alpha.tolist(), strict=True)
    runs, asked = zip(*(private(at.mode, delta, at.seed, *frame) for frame in frames), strict=True)
    needed, lengths = np.array(asked), np.array([run.rounds for run in runs])
    t = np.minimum(at.step, lengths)  # along ε, n and α some runs are shorter
    queries, (index, sign) = runs[0].workload, runs[0].workload.closure
    many, now = queries.closed_size, np.arange(at.frames)
    distributions = np.array([run.selection_distribution(int(k)) for run, k in zip(runs, t, strict=True)])
    order = np.argsort(-distributions[:, 0], axis=1, kind="stable")
    gaps, chances = np.take_along_axis(distributions, order[:, None], axis=2).transpose(1, 0, 2)

    def taken(column: str) -> Any:
        return np.array([getattr(run, column)[k - 1] for run, k in zip(runs, t, strict=True)])

    chosen = (index == taken("query")[:, None]) & (sign == taken("sign")[:, None])
    rank = np.take_along_axis(chosen, order, axis=1).argmax(axis=1)
    longest = max(4, int(t.max()))
    steps = np.arange(1, longest + 1)
    exact, noisy = (
        np.array([np.append(getattr(run, name)[:k], [np.nan] * (longest - k)) for run, k in zip(runs, t, strict=True)])
        for name in ("gap", "noisy_gap")
    )
    scale = np.array([1.0 / (run.epsilon_round * run.n) for run in runs])
    stopped = np.array([run.stopped for run in runs])
    gap, seen, update = taken("gap"), taken("noisy_gap"), taken("updated")
    ended = stopped & (t == lengths)
    error, target = np.array([run.max_error[-1] for run in runs]), 4 * at.alpha
    tall = max(0.3, 1.1 * float(np.abs(gaps).max()))
    box_x, box_y = _boxes(exact, steps, scale * NINETY_FIVE)
    code, universe = toy_code(TRUTH, CELLS)
    return Picture(
        panel(
            bars(np.arange(many), moving(gaps), GREY),
            points(moving(rank), moving(gaps[now, rank]), ORANGE, symbol="diamond"),
            x=axis("", -1, many, showticklabels=False, showgrid=False),
            y=axis("gap", -tall, tall, tickformat=".0%", nticks=5),
            heading="the gap of every query; ◆ the chosen one",
        ),
        panel(
            points(np.arange(many), moving(chances), BLUE, size=7 if many < 60 else 5),
            points(moving(rank), moving(chances[now, rank]), ORANGE, symbol="diamond"),
            x=axis(f"{many} queries, largest gap first", -1, many, showticklabels=False, showgrid=False),
            y=axis("probability", -6.3, 0.3, type="log", tickvals=[1e-6, 1e-4, 1e-2, 1],
                   ticktext=["10⁻⁶", "10⁻⁴", "10⁻²", "1"]),
            heading="the probability to be chosen (log scale)",
        ),
        panel(
            curve(box_x, box_y, BLUE, width=0.5, fill="toself", fillcolor=FAINT_BLUE),
            level(moving(2 * at.alpha), INK, reach=(0.4, longest + 0.6), width=2, dash="dash"),
            points(steps, moving(exact), GREY, symbol="line-ew-open", size=16),
            points(steps, moving(noisy), BLUE, size=10),
            points(moving(t), moving(np.where(ended, seen, np.nan)), PURPLE, symbol="square-open", size=20),
            text([longest + 0.6] * 2, [0.8, 0.6], ["– exactly", "● measured (box: 95 %)"], [GREY, BLUE], "middle left"),
            x=axis("round", 0.4, longest + 0.6, dtick=max(1, longest // 10)),
            y=axis("gap", LOW, HIGH, tickformat=".0%"),
            heading="the chosen query’s gap (dashed: 2α; square: stop)", share=2,
        ),
        title="A private run: in each round choose, measure, check",
        height=720,
        values={
            **universe,
            "t": t,
            "n": at.people,
            "delta": num(delta, plain),
            "name": [run.query_name(int(k)) for run, k in zip(runs, t, strict=True)],
            "chance": num(taken("probability"), "probability"),
            "close": num(taken("close"), "probability"),
            "gap": num(gap, ".4f"),
            "noisy": num(seen, ".4f"),
            "off": num(np.abs(gap), share),
            "said": [_points(v) for v in seen.tolist()],
            "double": 200 * at.alpha,
            "each": [small(run.epsilon_round) for run in runs],
            "scale": num(scale, lambda s: f"{s:.2g}" if s < 1e4 else f"{s:.1e}"),
            "rounds": num(np.array([run.plan.rounds for run in runs]), ","),
            "used": lengths,
            "needed": num(needed, ","),
            "error": num(error, share),
            "target": num(target, share),
            "enough": at.people >= needed,
            "telling": target < 1,
        },
        sentence=[
            "Round {t} chose “{name}” with a probability of {chance:percent}. It is answered {off} too ",
            when(gap >= 0, "high", "low"),
            "; the measured gap is {said}",
            when((seen <= LOW) | (seen >= HIGH), " (off the picture)"),
            when(update, ". That is above 2α = {double:.3g} %: update.",
                 ". That is at most 2α = {double:.3g} %: stop. The largest error is {error}, "),
            when(update & (t == lengths), " All {t:,} rounds are used up."),
            when(~update & (error <= target), "within the 4α = {target} of the theorem."),
            when(~update & (error > target), "above the 4α = {target} of the theorem."),
        ],
        table=table_by_frame(("round", "query chosen", "its probability", "gap", "measured", "then"),
                             *(_lines(run, k) for run, k in zip(runs, t.tolist(), strict=True))),
        code=(code, shown),
    )  # fmt: skip


def limits(now: Snapshot) -> Any:
    delta = DELTA if now.split == "better" else 0.0
    run, _ = private(now.mode, delta, now.seed, now.epsilon, now.people, now.alpha)
    return {step: (1, min(run.rounds, ROUNDS))}


def _boxes(exact: Any, steps: Any, half: Any) -> Any:
    """Boxes around where measurements fall, one a round; where there is much noise cut far outside of the picture."""
    up, down = np.minimum(exact + half[:, None], 5.0), np.maximum(exact - half[:, None], -5.0)
    none = np.isnan(exact)
    left, right = (np.where(none, np.nan, steps + side) for side in (-0.3, 0.3))
    gap = np.full_like(exact, np.nan)
    corners = ((left, right, right, left, left, gap), (up, up, down, down, up, gap))
    return tuple(moving(np.stack(side, axis=-1).reshape(len(exact), -1)) for side in corners)


def _points(noisy: float) -> str:
    text = f"{100 * noisy:.1f} %" if abs(noisy) < 10 else f"{noisy:,.0f} times everybody"
    return text.replace("-", "−")


def _lines(run: PrivateRun, t: int) -> Any:
    return [
        (str(i + 1), run.query_name(i + 1), probability(run.probability[i]), f"{run.gap[i]:.4f}",
         f"{run.noisy_gap[i]:.4f}", "above 2α: update" if run.updated[i] else "at most 2α: stop")
        for i in range(max(0, t - 12), t)
    ]  # fmt: skip


SECTION = Section(
    draw, axes=(step, epsilon, people, alpha), controls=(step, epsilon, people, alpha, mode, split, seed), limits=limits
)
