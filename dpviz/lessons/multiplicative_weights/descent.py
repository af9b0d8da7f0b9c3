"""The potential argument: KL falls round by round, and what each round is sure to take off it (PMW-4, PMW-5)."""

import math
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_frame, when
from dpviz.draw.style import BLUE, GREEN, GREY
from dpviz.draw.words import small
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Section, Snapshot
from dpviz.lessons.multiplicative_weights import shared
from dpviz.queries import Trajectory, learn, mistake_bound, mistakes_bound

truth, cells = shared.people(), shared.kinds()
eta, alpha = shared.learning_rate(0.2), shared.tolerance()
sign = Choice("away", options={"away": "away: exp(−η q)", "towards": "towards: exp(+η q)"}, label="Weight moves")
# It opens at the last round, so that η and α have something to move.
round = Number(9, low=0, high=shared.ROUNDS, steps=shared.ROUNDS + 1, whole=True, label="Round", play=True)


def shown(queries: Any, histogram: Any, alpha: float, eta: float, sign: str, most: int, t: int) -> Any:
    p, wrong = histogram / histogram.sum(), sign == "towards"
    run = learn(p, queries, alpha=alpha, eta=eta, rounds=most, wrong_sign=wrong)
    kl = run.kl[t]
    drops, sure = run.drop[:t], run.hoeffding_bound[:t]
    bound = mistakes_bound(np.log(queries.size), alpha=alpha, eta=eta)
    return kl, drops, sure, bound


def draw(at: Frames) -> Picture:
    frames = zip(at.alpha.tolist(), at.eta.tolist(), strict=True)
    runs = [shared.learnt(at.truth, at.cells, a, e, sign=at.sign) for a, e in frames]
    t = np.minimum(at.round, [run.rounds for run in runs])  # along η and α some runs are shorter
    away, longest, size = at.sign == "away", max(5, int(t.max())), int(at.cells)
    kl = _padded([run.kl for run in runs], longest + 1, t + 1)
    drops, sures, gaps = (
        _padded([getattr(run, name) for run in runs], longest, t) for name in ("drop", "hoeffding_bound", "gap")
    )
    worst, most = math.log(size), float(np.nanmax(kl))
    fits = worst < 2.5 * most  # else the descent would be too small to see
    high = min(1.1 * max(most, worst if fits else 0.0), 6 * worst)
    fell, least = np.nan_to_num(drops), float(np.nan_to_num(sures).min())
    high_drop = max(0.01, float(fell.max()))
    low_drop = min(float(fell.min()), max(least, -high_drop), -0.15 * high_drop)
    pad = 0.08 * (high_drop - low_drop)
    bound = mistakes_bound(worst, alpha=at.alpha, eta=at.eta)
    rounds, steps = np.arange(longest + 1), np.arange(1, longest + 1)
    now, none = np.arange(at.frames), t == 0
    drop, sure, gap = (np.where(none, np.nan, a[now, t - 1]) for a in (drops, sures, gaps))
    over = ~none & (t == [run.rounds for run in runs])
    stopped = np.array([run.stopped for run in runs])
    code, universe = shared.toy_code(at.truth, at.cells)
    across = (-0.03 * longest, 1.03 * longest)
    return Picture(
        panel(
            level(worst, GREY, reach=(0, longest), width=1.5, dash="dash"),
            curve(rounds, moving(_less(kl[:, :1], sures)), GREEN, width=2, dash="dash"),
            curve(rounds, moving(kl), BLUE, width=4),
            points(moving(t), moving(kl[now, t]), BLUE, size=11),
            x=axis("", *across, showticklabels=False), y=axis("KL (nats)", 0, high), share=2, heading="dashed: at most",
        ),
        panel(
            level(0, GREY, reach=(0.5, longest + 0.5), width=1),
            points(steps, moving(sures), GREEN, symbol="line-ew-open", size=12),
            points(steps, moving(drops), BLUE, size=7),
            x=axis("round", *across), y=axis("nats a round", low_drop - pad, high_drop + pad, nticks=5),
            heading="its drop in each round; strokes: at least",
        ),
        annotations=[
            {"text": f"ln |U| = {worst:.2f}{'' if fits else ', above the picture'}",
             "x": longest, "y": worst if fits else high, "xanchor": "right", "yanchor": "top",
             "showarrow": False, "font": {"size": 13, "color": GREY}},
        ],
        title="KL divergence of truth and estimate, round by round",
        values={
            **universe,
            "most": shared.ROUNDS if away else shared.WRONG_ROUNDS,
            "size": size,
            "worst": worst,
            "t": t,
            "rate": [small(run.eta) for run in runs],
            "gap": num(gap, _four),
            "share": num(gap, _percent),
            "kl": num(kl[now, t], ".4f"),
            "start": num(kl[:, 0], ".4f"),
            "drop": num(drop, _four),
            "rise": -drop,
            "sure": num(sure, _four),
            "made": [shared.mistakes(k) for k in t.tolist()],
            "mistakes": t,
            "bound": num(bound, _bound),
            "rounded": num(np.ceil(bound), _bound),
            "minus": away,
            "lowers": away & (at.eta < 8 * at.alpha),
        },
        sentence=[
            when(none, "At the start KL is {start:.3f} nats; ln {size} = {worst:.3f} is the most it can be."),
            when(~none, "Round {t}: the gap was {share}, and KL "),
            when(drop >= 0, "fell by {drop:.4f} to {kl:.3f}. "),
            when(drop < 0, "rose by {rise:.4f} to {kl:.3f}. "),
            when(sure > 0, "The theorem promised at least {sure:.4f}"),
            when(~none & ~(sure > 0), "The theorem promised nothing: η²/8 is more than η times the gap" if away else
                 "With the wrong sign the theorem promises nothing"),
            when(over & stopped, ". Done: {made}"),
            when(over & stopped & np.isfinite(bound), ", where the theorem allows fewer than {rounded}"),
            when(over & ~stopped, ". After {t} rounds there are still mistakes"),
            when(~none, "."),
        ],
        table=table_by_frame(("round", "gap", "KL fell by", "at least, by the theorem", "KL after"),
                             *(_lines(run, k) for run, k in zip(runs, t.tolist(), strict=True))),
        code=(code, shown),
    )  # fmt: skip


def limits(now: Snapshot) -> Any:
    return {round: (0, max(1, shared.learnt(now.truth, now.cells, now.alpha, now.eta, sign=now.sign).rounds))}


def _padded(columns: list[Any], width: int, shown: Any) -> Any:
    """Rows of equal width, with a gap where there is nothing (yet)."""
    rows = [np.append(column[:k], np.full(width - k, np.nan)) for column, k in zip(columns, shown, strict=True)]
    return np.array(rows)


def _less(start: Any, taken: Any) -> Any:
    """What is left at most after each round, of what there was at the start."""
    return start - np.cumsum(np.insert(taken, 0, 0.0, axis=1), axis=1)


def _four(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.4f}"


def _percent(value: float) -> str:
    """To a hundredth: a tenth would not always be the difference of the answers that `bars` rounds to tenths."""
    return f"{100 * value:.2f} %"


def _bound(value: float) -> str:
    return f"{value:,.1f}".removesuffix(".0") if math.isfinite(value) else "none"


def _lines(run: Trajectory, t: int) -> Any:
    return [("0", "–", "–", "–", f"{run.kl[0]:.4f}")] + [
        (str(i + 1), f"{run.gap[i]:.4f}", f"{run.drop[i]:.4f}", f"{run.hoeffding_bound[i]:.4f}", f"{run.kl[i + 1]:.4f}")
        for i in range(max(0, t - 12), t)
    ]


def _mistakes() -> dict[str, float]:
    few, many = (mistake_bound(2**bits, 0.05, "optimal") for bits in (10, 20))
    return {"few": few, "answer": many, "counted": 1024 * few, "squared": few**2}


def _falls() -> dict[str, float]:
    run = shared.learnt("health", "16", 0.05, 0.2)
    return {"updates": run.rounds, "start": run.kl[0]}


SECTION = Section(draw, axes=(round, eta, alpha), controls=(round, eta, alpha, sign, truth, cells), limits=limits)
