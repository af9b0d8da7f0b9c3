"""The private run: how a round chooses, the noisy check against 2α, and the stop."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import percent, plain, probability, small
from dpviz.queries import PrivateRun
from dpviz.scenes.marks import heading, line, points
from dpviz.scenes.multiplicative_weights.bars import share

Floats = NDArray[np.float64]

NINETY_FIVE = math.log(20)  # of 20 Laplace draws, 19 are within so many scales
LOW, HIGH = -0.45, 0.95  # of the gaps shown


def private_scene(
    *,
    runs: tuple[PrivateRun, ...],
    states: NDArray[np.int64],
    needed: NDArray[np.int64],
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """How round t chose among all queries, and every noisy check so far (PMW-6, PMW-7).

    Parameters
    ----------
    runs : tuple of F PrivateRun
        The run of each frame.
    states : ndarray of shape (F,)
        The round looked at, 1 is the first; a run that is shorter shows its last.
    needed : ndarray of shape (F,)
        Records that the theorem asks for.
    axis, values, start, code
        See `Scene`.
    """
    frames = len(values)
    at = np.minimum(states, [run.rounds for run in runs])
    many = runs[0].workload.closed_size
    gaps, chances = np.zeros((frames, many)), np.zeros((frames, many))
    rank, best = np.zeros(frames), np.zeros(frames)
    index, sign = runs[0].workload.closure
    for f, (run, t) in enumerate(zip(runs, at, strict=True)):
        gap, law = run.selection_law(int(t))
        chosen = int(np.flatnonzero((index == run.query[t - 1]) & (sign == run.sign[t - 1]))[0])
        order = np.argsort(-gap, kind="stable")
        gaps[f], chances[f] = gap[order], law[order]
        rank[f], best[f] = float(np.flatnonzero(order == chosen)[0]), law[order][0]
    longest = max(4, int(at.max()))
    exact, noisy = np.full((frames, longest), np.nan), np.full((frames, longest), np.nan)
    scale = np.array([1.0 / (run.epsilon_round * run.n) for run in runs])
    for f, (run, t) in enumerate(zip(runs, at, strict=True)):
        exact[f, :t], noisy[f, :t] = run.gap[:t], run.noisy_gap[:t]
    places, steps = np.arange(many), np.arange(1, longest + 1)
    band_x, band_y = _band(exact, steps, scale, at)
    alpha = np.array([run.alpha for run in runs])
    levels = np.repeat(2 * alpha[:, None], 2, axis=1)
    last = np.array([[noisy[f, t - 1]] for f, t in enumerate(at)])
    ends = np.array([[x if run.stopped and t == run.rounds else np.nan] for x, run, t in
                     zip(last[:, 0], runs, at, strict=True)])  # fmt: skip
    chosen_gap = gaps[np.arange(frames), rank.astype(int)][:, None]
    chosen_law = chances[np.arange(frames), rank.astype(int)][:, None]
    tall = max(0.3, 1.1 * float(np.abs(gaps).max()))
    figure = style.figure(
        {"type": "bar", "x": places, "y": gaps[start], "name": "gap", "hoverinfo": "skip",
         "marker": {"color": style.GREY}, "showlegend": False},
        points([rank[start]], chosen_gap[start], style.ORANGE, "the query that is chosen", symbol="diamond", size=13),
        points(places, chances[start], style.BLUE, size=7 if many < 60 else 5, xaxis="x2", yaxis="y2"),
        points([rank[start]], chosen_law[start], style.ORANGE, symbol="diamond", size=13, xaxis="x2", yaxis="y2"),
        line(band_x[start], band_y[start], style.BLUE, "19 of 20 measurements fall here", width=0.5, fill="toself",
             fillcolor=style.FAINT_BLUE, xaxis="x3", yaxis="y3"),
        line([0.4, longest + 0.6], levels[start], style.INK, "2α", width=2, dash="dash", xaxis="x3", yaxis="y3"),
        points(steps, exact[start], style.GREY, "exact gap", symbol="line-ew-open", size=16, xaxis="x3", yaxis="y3"),
        points(steps, noisy[start], style.BLUE, "measured gap", size=10, xaxis="x3", yaxis="y3"),
        points([at[start]], ends[start], style.PURPLE, "stop", symbol="square-open", size=20, xaxis="x3", yaxis="y3"),
        height=720,
        xaxis=style.axis("", range=[-1, many], anchor="y", showticklabels=False, showgrid=False),
        yaxis=style.axis("gap", range=[-tall, tall], tickformat=".0%", domain=[0.74, 0.94], nticks=5),
        xaxis2=style.axis(f"{many} queries, largest gap first", range=[-1, many], anchor="y2",
                          showticklabels=False, showgrid=False),
        yaxis2=style.axis("chance", type="log", range=[-6.3, 0.3], domain=[0.48, 0.66],
                          tickvals=[1e-6, 1e-4, 1e-2, 1], ticktext=["1e-6", "1e-4", "1 %", "100 %"]),
        xaxis3=style.axis("round", range=[0.4, longest + 0.6], anchor="y3", dtick=max(1, longest // 10)),
        yaxis3=style.axis("gap", range=[LOW, HIGH], tickformat=".0%", domain=[0, 0.34], anchor="x3"),
        annotations=[
            heading("the gap of every query (not published)", 0.945),
            heading("the chance to be chosen (log scale)", 0.665),
            heading("the chosen gaps, measured", 0.345),
        ],
    )  # fmt: skip
    slots = {
        "t": [str(int(t)) for t in at],
        "alpha": [plain(float(a)) for a in alpha],
        "epsilon": [plain(run.epsilon) for run in runs],
        "n": [str(run.n) for run in runs],
        "people": [f"{run.n:,}" for run in runs],
        "delta": [plain(float(run.plan.delta)) for run in runs],
        "each": [small(run.epsilon_round) for run in runs],
        "scale": [_scale(s) for s in scale],
        "rounds": [f"{run.plan.rounds:,}" for run in runs],
        "used": [str(run.rounds) for run in runs],
        "needed": [f"{int(m):,}" for m in needed],
        "gap": [f"{run.gap[t - 1]:.4f}" for run, t in zip(runs, at, strict=True)],
        "noisy": [f"{run.noisy_gap[t - 1]:.4f}" for run, t in zip(runs, at, strict=True)],
        "chance": [probability(float(run.probability[t - 1])) for run, t in zip(runs, at, strict=True)],
        "close": [probability(float(run.close[t - 1])) for run, t in zip(runs, at, strict=True)],
        "error": [share(float(run.max_error[-1])) for run in runs],
        "target": [share(run.target) for run in runs],
    }
    return Scene(
        title="A private round: choose, measure, check",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): gaps,
            ("data", 1, "x"): rank[:, None],
            ("data", 1, "y"): chosen_gap,
            ("data", 2, "y"): chances,
            ("data", 3, "x"): rank[:, None],
            ("data", 3, "y"): chosen_law,
            ("data", 4, "x"): band_x,
            ("data", 4, "y"): band_y,
            ("data", 5, "y"): levels,
            ("data", 6, "y"): exact,
            ("data", 7, "y"): noisy,
            ("data", 8, "x"): at[:, None].astype(float),
            ("data", 8, "y"): ends,
        },
        sentences=[_sentence(run, int(t)) for run, t in zip(runs, at, strict=True)],
        table=Table(
            columns=("round", "query chosen", "its chance", "gap", "measured", "then"),
            rows=tuple(_rows(run, int(t)) for run, t in zip(runs, at, strict=True)),
        ),
        slots=slots,
        card=Card(
            title="A run keeps ε, and ends within 4α if there are enough people",
            source="PMW-6, PMW-7, PMW-9",
            formula=formula(
                r"\Pr[q]\propto e^{\varepsilon_0\,n\,\text{gap}_q/2},\quad "
                r"Y=q(p)+\text{Lap}\left(\frac{1}{\varepsilon_0\,n}\right),\quad 2L\text{ steps of }\varepsilon_0"
            ),
            filled=formula(
                r"\varepsilon_0=\text{@each},\ \ \frac{1}{\varepsilon_0\,n}=\text{@scale},\ \ L=\text{@rounds}"
            ),
            rows=(
                ("error promised at the stop: 4α", "target"),
                ("error when this run ended", "error"),
                ("rounds used", "used"),
                ("chance to choose within α of the largest gap", "close"),
                ("people asked for by the promise, β = 0.05 in all", "needed"),
            ),
            assumptions=(
                Assumption("n is public; neighbours replace one person (“replace”)"),
                Assumption("n is as large as the promise asks", tuple(bool(run.n >= m) for run, m in
                                                                      zip(runs, needed, strict=True))),
                Assumption("4α is below 1, so that it promises something", tuple(run.target < 1 for run in runs)),
            ),
            note="ε holds however few people there are; only the error needs them. The constants of the promise are "
            "reconstructed: the source’s cannot be read.",
        ),
        code=code,
    )  # fmt: skip


def _band(
    exact: Floats, steps: NDArray[np.int64], scale: Floats, at: NDArray[np.int64]
) -> tuple[Floats, Floats]:
    """The outline of where measurements fall; where there is much noise it is cut, far outside of the picture."""
    half = scale[:, None] * NINETY_FIVE
    up, down = np.minimum(exact + half, 5.0), np.maximum(exact - half, -5.0)
    # Little boxes: left and right of each round, up, and back below.
    left, right = np.repeat(steps[None, :] - 0.3, len(at), axis=0), steps[None, :] + 0.3 + 0 * exact
    gap = np.full_like(exact, np.nan)
    x = np.stack([left, right, right, left, left, gap], axis=-1)
    y = np.stack([up, up, down, down, up, gap], axis=-1)
    x = np.where(np.isnan(y), np.nan, x)
    return x.reshape(len(at), -1), y.reshape(len(at), -1)


def _scale(scale: float) -> str:
    return f"{scale:.2g}" if scale < 1e4 else f"{scale:.1e}"


def _then(run: PrivateRun, i: int) -> str:
    if run.updated[i]:
        return "above 2α: update"
    return "at most 2α: stop"


def _rows(run: PrivateRun, t: int) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            str(i + 1),
            run.query_name(i + 1),
            probability(float(run.probability[i])),
            f"{run.gap[i]:.4f}",
            f"{run.noisy_gap[i]:.4f}",
            _then(run, i),
        )
        for i in range(max(0, t - 12), t)
    )


def _sentence(run: PrivateRun, t: int) -> str:
    i = t - 1
    gap, noisy = float(run.gap[i]), float(run.noisy_gap[i])
    said = (
        f"Round {t} chose “{run.query_name(t)}” with a chance of {percent(float(run.probability[i]))}. It is answered "
        f"{share(abs(gap))} too {'high' if gap >= 0 else 'low'}; measured with noise, {_points(noisy)}"
        f"{' (off the picture)' if not LOW < noisy < HIGH else ''}. "
    )
    if run.updated[i]:
        said += f"That is above 2α = {200 * run.alpha:.3g} %: weight moves away from its cells."
        if t == run.rounds:
            said += f" All {t:,} rounds are used up."
        return said
    kept = run.max_error[-1] <= run.target
    return (
        said + f"That is at most 2α = {200 * run.alpha:.3g} %: stop. The largest error is "
        f"{share(float(run.max_error[-1]))}, {'within' if kept else 'above'} the promised {share(run.target)}."
    )


def _points(noisy: float) -> str:
    text = f"{100 * noisy:.1f} %" if abs(noisy) < 10 else f"{noisy:,.0f} times everybody"
    return text.replace("-", "−")
