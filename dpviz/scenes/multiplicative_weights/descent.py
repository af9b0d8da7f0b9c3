"""The potential argument: KL falls round by round, and what each round is sure to take off it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import plain, small
from dpviz.queries import Trajectory, mistake_bound
from dpviz.scenes.marks import heading, line, points
from dpviz.scenes.multiplicative_weights.bars import counted, share

Floats = NDArray[np.float64]

BOUNDS = (("tight", style.GREEN), ("sharp", style.GREY), ("slide", style.PURPLE))


def descent_scene(
    *,
    runs: tuple[Trajectory, ...],
    states: NDArray[np.int64],
    alpha: Floats,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """KL(p || estimate) so far, each round's drop beside its two lower bounds, and where the mistake bounds lie.

    Parameters
    ----------
    runs : tuple of F Trajectory
        The run of each frame.
    states : ndarray of shape (F,)
        How many rounds are over; a run that is shorter shows its end.
    alpha : ndarray of shape (F,)
    axis, values, start, code
        See `Scene`.
    """
    frames = len(values)
    at = np.minimum(states, [run.rounds for run in runs])
    longest = max(5, int(at.max()))
    kl, sharp, slide = (np.full((frames, longest + 1), np.nan) for _ in range(3))
    drops, sharps, slides = (np.full((frames, longest), np.nan) for _ in range(3))
    for f, (run, t) in enumerate(zip(runs, at, strict=True)):
        kl[f, : t + 1] = run.kl[: t + 1]
        sharp[f, : t + 1] = run.kl[0] - np.append(0.0, np.cumsum(run.sharp_bound[:t]))
        drops[f, :t], sharps[f, :t] = run.drop[:t], run.sharp_bound[:t]
        if run.eta > 0:  # the slide's form is no bound for a step that goes with the gap
            slide[f, : t + 1] = run.kl[0] - np.append(0.0, np.cumsum(run.slide_bound[:t]))
            slides[f, :t] = run.slide_bound[:t]
    size = runs[0].workload.size
    top = math.log(size)
    most = float(np.nanmax(kl))
    shown = top < 2.5 * most  # else the descent would be too small to see
    far = "" if shown else ", above"
    high = min(1.1 * max(most, top if shown else 0.0), 6 * top)
    some = np.concatenate([drops[np.isfinite(drops)], [0.0, 0.01]])
    sure = np.concatenate([found[np.isfinite(found)] for found in (sharps, slides)] + [np.zeros(1)])
    high_drop = float(some.max())
    low_drop = float(min(some.min(), max(sure.min(), -high_drop), -0.15 * high_drop))
    pad = 0.08 * (high_drop - low_drop)
    bounds = np.array([[mistake_bound(size, float(a), name) for name, _ in BOUNDS] for a in alpha])  # type: ignore[arg-type]
    rounds, steps = np.arange(longest + 1), np.arange(1, longest + 1)
    here = kl[np.arange(frames), at]
    figure = style.figure(
        line([0, longest], [top, top], style.GREY, width=1.5, dash="dash"),
        line(rounds, slide[start], style.PURPLE, "at most, by the slide’s bound", width=2, dash="dot"),
        line(rounds, sharp[start], style.GREEN, "by the sharp one", width=2, dash="dash"),
        line(rounds, kl[start], style.BLUE, "KL, exactly", width=4),
        points([at[start]], [here[start]], style.BLUE, size=11),
        line([0.5, longest + 0.5], [0, 0], style.GREY, width=1, xaxis="x2", yaxis="y2"),
        points(steps, slides[start], style.PURPLE, symbol="line-ew-open", size=9, xaxis="x2", yaxis="y2"),
        points(steps, sharps[start], style.GREEN, symbol="line-ew-open", size=9, xaxis="x2", yaxis="y2"),
        points(steps, drops[start], style.BLUE, size=7, xaxis="x2", yaxis="y2"),
        points(bounds[start], [0, 0, 0], [colour for _, colour in BOUNDS], symbol="line-ns-open", size=22,
               mode="markers+text", text=["tight", "sharp", "slide"],
               textposition=["top center", "bottom center", "top center"], xaxis="x3", yaxis="y3"),
        points([_made(at)[start]], [0], style.BLUE, size=12, xaxis="x3", yaxis="y3"),
        height=640,
        xaxis=style.axis("", range=[-0.03 * longest, 1.03 * longest], domain=[0, 1], anchor="y", showticklabels=False),
        yaxis=style.axis("KL, in nats", range=[0, high], domain=[0.55, 1]),
        xaxis2=style.axis("round", range=[-0.03 * longest, 1.03 * longest], anchor="y2"),
        yaxis2=style.axis("nats a round", range=[low_drop - pad, high_drop + pad], domain=[0.28, 0.47], anchor="x2",
                          nticks=5),
        xaxis3=style.axis("mistakes, on a logarithmic scale", type="log", range=[-0.05, 5], anchor="y3", dtick=1),
        yaxis3=style.axis("", range=[-2.6, 2.9], domain=[0, 0.12], showticklabels=False, showgrid=False, anchor="x3"),
        annotations=[
            {"text": f"worst start: ln {size} = {top:.2f}{far}",
             "x": longest, "y": top if shown else high, "xanchor": "right", "yanchor": "top",
             "showarrow": False, "font": {"size": 13, "color": style.GREY}},
            heading("taken off, and what was sure", 0.475),
            heading("mistakes so far, and at most", 0.125),
        ],
    )  # fmt: skip
    last = [t - 1 for t in at]
    gaps = [float(run.gap[t]) if t >= 0 else math.nan for run, t in zip(runs, last, strict=True)]
    slots = {
        "t": [str(int(t)) for t in at],
        "alpha": [plain(float(a)) for a in alpha],
        "eta": [plain(abs(run.eta)) for run in runs],
        "rate": [small(run.eta) for run in runs],
        "gap": ["–" if math.isnan(g) else f"{g:.4f}" for g in gaps],
        "kl": [f"{v:.4f}" for v in here],
        "start": [f"{run.kl[0]:.4f}" for run in runs],
        "drop": _last(drops, last),
        "sharp": _last(sharps, last),
        "slide": _last(slides, last),
        "mistakes": [str(int(t)) for t in at],
        **{f"bound_{name}": [f"{v:,.1f}" for v in bounds[:, i]] for i, (name, _) in enumerate(BOUNDS)},
    }
    return Scene(
        title="How far the estimate is from the truth, round by round",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 1, "y"): slide,
            ("data", 2, "y"): sharp,
            ("data", 3, "y"): kl,
            ("data", 4, "x"): at[:, None].astype(float),
            ("data", 4, "y"): here[:, None],
            ("data", 6, "y"): slides,
            ("data", 7, "y"): sharps,
            ("data", 8, "y"): drops,
            ("data", 9, "x"): bounds,
            ("data", 10, "x"): _made(at)[:, None],
        },
        sentences=[
            _sentence(run, int(t), bound)
            for run, t, bound in zip(runs, at, bounds, strict=True)
        ],
        table=Table(
            columns=("round", "gap", "fell by", "sharp: at least", "slide: at least", "KL after"),
            rows=tuple(_rows(run, int(t)) for run, t in zip(runs, at, strict=True)),
        ),
        slots=slots,
        card=Card(
            title="Each mistake takes something off the distance, and there is only so much",
            source="PMW-4, PMW-5",
            formula=formula(
                r"D_{t-1}-D_t=-\eta\,q_t(p)-\ln Z_t\ \geq\ \eta\,\text{gap}-\frac{\eta^2}{8}\ \geq\ "
                r"\frac{\eta}{2}\,\text{gap}-\frac{\eta^2}{4}"
            ),
            filled=formula(
                r"\eta=\text{@rate},\ \text{gap}=\text{@gap}:\quad\text{@drop}\geq\text{@sharp}\geq\text{@slide}"
            ),
            rows=(
                ("KL now", "kl"),
                ("KL at the start", "start"),
                ("mistakes made", "mistakes"),
                ("L of the tight mode, η = 4α: ln|U| / (2α²)", "bound_tight"),
                ("L for η = α by the sharp bound: (8/7) ln|U| / α²", "bound_sharp"),
                ("L of the slide mode, η = α: 4 ln|U| / α²", "bound_slide"),
            ),
            assumptions=(
                Assumption("the sign is minus", tuple(run.eta > 0 for run in runs)),
                Assumption("η < 8α: then every mistake is sure to take something off",
                           tuple(bool(0 < run.eta < 8 * a) for run, a in zip(runs, alpha, strict=True))),
                Assumption("for the slide’s bound: the step goes against the gap",
                           tuple(bool(run.eta > 0 and not g < 0) for run, g in zip(runs, gaps, strict=True))),
            ),
            note="Source slides give the looser inequality, with signs lost in print; it follows from the sharp one. "
            "The constants 8/7 and 1/2 are derived anew.",
        ),
        code=code,
    )  # fmt: skip


def _made(at: NDArray[np.int64]) -> Floats:
    """Mistakes made, for a logarithmic axis: none has no place there."""
    return np.where(at > 0, at, np.nan)


def _last(found: Floats, last: list[int]) -> list[str]:
    return [
        "–" if t < 0 else "no bound" if math.isnan(found[f, t]) else f"{found[f, t]:.4f}"
        for f, t in enumerate(last)
    ]


def _rows(run: Trajectory, t: int) -> tuple[tuple[str, ...], ...]:
    rows = [("0", "–", "–", "–", "–", f"{run.kl[0]:.4f}")]
    rows += [
        (
            str(i + 1),
            f"{run.gap[i]:.4f}",
            f"{run.drop[i]:.4f}",
            f"{run.sharp_bound[i]:.4f}",
            f"{run.slide_bound[i]:.4f}" if run.eta > 0 else "no bound",
            f"{run.kl[i + 1]:.4f}",
        )
        for i in range(max(0, t - 12), t)
    ]
    return tuple(rows)


def _sentence(run: Trajectory, t: int, bounds: Floats) -> str:
    if t == 0:
        size = run.workload.size
        return (
            f"At the start KL is {run.kl[0]:.3f} nats; ln {size} = {math.log(size):.3f} is the most "
            "it can be."
        )
    drop = float(run.drop[t - 1])
    sure = float(run.sharp_bound[t - 1])
    how = f"fell by {drop:.4f}" if drop >= 0 else f"rose by {-drop:.4f}"
    said = f"Round {t}: the gap was {share(float(run.gap[t - 1]))}, and KL {how} to {run.kl[t]:.3f}. "
    said += (
        f"At least {sure:.4f} was sure"
        if sure > 0
        else "No drop was sure: η²/8 is more than η times the gap"
        if run.eta > 0
        else "The sign is wrong, so nothing was sure"
    )
    if t == run.rounds:
        said += (
            f". Done: {counted(t)}, where the tight mode allows {bounds[0]:,.0f} and the slide {bounds[2]:,.0f}"
            if run.stopped
            else f". After {t} rounds there still are mistakes"
        )
    return said + "."


def rate_scene(
    *,
    mistakes: NDArray[np.int64],
    stopped: NDArray[np.bool_],
    sharp: Floats,
    slide: Floats,
    started: Floats,
    most: int,
    alpha: float,
    size: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """Mistakes for each learning rate, below the bounds for it (PMW-5).

    Parameters
    ----------
    mistakes, stopped : ndarray of shape (F,)
        How many there were with each learning rate, which is what the frames count; and whether none was left.
    sharp, slide : ndarray of shape (F,)
        The bound by each inequality, from ln|U|; infinite where it promises nothing.
    started : ndarray of shape (F,)
        The sharp one from the KL that this truth starts at.
    most : int
        Rounds after which a run is given up.
    alpha : float
    size : int
        |U|.
    axis, values, start, code
        See `Scene`.
    """
    eta, roof, floor = values, 1e5, 1.0

    def within(found: Floats) -> Floats:
        return np.where(found <= roof, found, np.nan)

    made = np.maximum(mistakes, floor)
    here = np.repeat(values[:, None], 2, axis=1)
    figure = style.figure(
        line(eta, within(slide), style.PURPLE, "at most: slide", dash="dot"),
        line(eta, within(sharp), style.GREEN, "at most: sharp", dash="dash"),
        line(eta, within(started), style.GREEN, "sharp, from where this truth starts", width=1.5),
        points(eta[stopped], made[stopped], style.BLUE, "mistakes made", size=7),
        points(eta[~stopped], made[~stopped], style.ORANGE, f"not done after {most}", size=8, symbol="x"),
        line([alpha, alpha], [floor, roof], style.GREY, width=1.5, dash="dash"),
        line([4 * alpha, 4 * alpha], [floor, roof], style.GREY, width=1.5, dash="dash"),
        line(here[start], [floor, roof], style.BLUE, width=1.5),
        points([values[start]], [made[start]], style.BLUE, size=14),
        height=460,
        xaxis=style.axis("η, on a logarithmic scale", type="log",
                         range=[math.log10(eta[0]) - 0.03, math.log10(eta[-1]) + 0.03],
                         tickvals=[0.01, 0.03, 0.1, 0.3, 1, 3]),
        yaxis=style.axis("mistakes", type="log", range=[-0.08, 5.05], dtick=1),
        annotations=[
            {"text": word, "x": math.log10(place), "y": 5.0, "xanchor": "left", "yanchor": "top", "showarrow": False,
             "font": {"size": 14, "color": style.GREY}} for word, place in ((" α", alpha), (" 4α", 4 * alpha))
        ],
    )  # fmt: skip
    sentences = []
    for f, e in enumerate(values):
        made_text = (
            f"{counted(int(mistakes[f]))}, then none is left"
            if stopped[f]
            else f"after {most} rounds there still are mistakes"
        )
        bound = (
            f"the sharp bound allows {sharp[f]:,.0f}"
            if math.isfinite(sharp[f])
            else "no bound: η is 8α or more"
        )
        sentences.append(f"η = {small(float(e))}, that is {e / alpha:.2g} times α: {made_text}; {bound}.")
    return Scene(
        title=f"How many mistakes each learning rate makes · {size} cells",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 7, "x"): here,
            ("data", 8, "x"): values[:, None],
            ("data", 8, "y"): made[:, None].astype(float),
        },
        sentences=sentences,
        table=Table(
            columns=("η", "η / α", "mistakes made", "at most: sharp", "at most: slide"),
            rows=tuple(
                (
                    (
                        small(float(e)),
                        f"{e / alpha:.3g}",
                        _count(int(mistakes[f]), bool(stopped[f])),
                        _most(sharp[f]),
                        _most(slide[f]),
                    ),
                )
                for f, e in enumerate(values)
            ),
        ),
        slots={
            "eta": [plain(float(e)) for e in values],
            "alpha": [plain(alpha)],
            "mistakes": [
                _count(int(m), bool(s)) for m, s in zip(mistakes.tolist(), stopped.tolist(), strict=True)
            ],
            "sharp": [_most(v) for v in sharp],
            "limit": [_most(v).replace("no bound", "∞") for v in sharp],
            "slide": [_most(v) for v in slide],
            "started": [_most(v) for v in started],
        },
        card=Card(
            title="A mistake takes at least η α − η²/8 off a distance of at most ln|U|",
            source="PMW-5",
            formula=formula(
                r"\text{mistakes}\ <\ \frac{\ln|U|}{\eta\,\alpha-\eta^2/8},\qquad\text{least at }\eta=4\alpha"
            ),
            filled=formula(r"\eta=\text{@eta},\ \alpha=\text{@alpha}:\quad\text{@mistakes}\ <\ \text{@limit}"),
            rows=(
                ("mistakes made", "mistakes"),
                ("at most, sharp", "sharp"),
                ("the same from where this truth starts", "started"),
                ("at most, slide", "slide"),
            ),
            assumptions=(
                Assumption("sharp: η < 8α", tuple(bool(e < 8 * alpha) for e in values)),
                Assumption("slide: η < 2α", tuple(bool(e < 2 * alpha) for e in values)),
            ),
            note="The bound holds for every truth, every set of queries and every order of mistakes. The source gives "
            "η = α alone.",
        ),
        code=code,
    )  # fmt: skip


def _most(bound: float) -> str:
    return f"{bound:,.1f}" if math.isfinite(bound) else "no bound"


def _count(mistakes: int, stopped: bool) -> str:
    return str(mistakes) if stopped else f"more than {mistakes}"
