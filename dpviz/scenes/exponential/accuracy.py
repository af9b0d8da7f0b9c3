"""How far from the best the answer falls: the exact tail against the bounds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.answers import Answers
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, number, percent, plain, probability
from dpviz.mechanisms.sweep import LawSweep
from dpviz.mechanisms.tail_sweep import Solution, TailSweep
from dpviz.scenes.marks import CHANCES

FLOOR = 1e-6  # the picture's lowest probability


def tail_scene(
    *,
    answers: Answers,
    sweep: LawSweep,
    tails: TailSweep,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """Probability that the score falls short of the best by t: truth, bound, refined bound (EXP-3).

    Parameters
    ----------
    answers : Answers
        The candidates.
    sweep : LawSweep
        F laws.
    tails : TailSweep
        Their tails.
    axis, values, start, code
        See `Scene`.
    """
    shares, at_alpha, within = tails.shares, tails.at_alpha, tails.within
    epsilon, n, alpha, beta = sweep.epsilon, sweep.n, tails.alpha, tails.beta
    factor = 1 if sweep.monotonic else 2
    curves = [np.clip(curve, FLOOR / 10, 1.0) for curve in (tails.exact, tails.bound, tails.refined)]
    marks = np.clip(at_alpha[:, :2], FLOOR / 10, 1.0)
    edge = np.minimum(within / n[:, None], 2 * shares[-1])
    x_beta = [float(shares[0]), float(shares[-1])]
    figure = style.figure(
        _line(shares, curves[0][start], style.BLUE, "exact", width=4, shape="vh"),
        _line(shares, curves[1][start], style.ORANGE, "bound", dash="dash"),
        _line(shares, curves[2][start], style.PURPLE, "refined bound", dash="dot"),
        _line(x_beta, [beta[start]] * 2, style.GREY, "β", width=2),
        _line([edge[start, 0]] * 2, [FLOOR / 10, 1.5], style.BLUE, "", width=2),
        _line([edge[start, 1]] * 2, [FLOOR / 10, 1.5], style.ORANGE, "", width=2, dash="dash"),
        _points([alpha[start]] * 2, marks[start], "at α", "circle"),
        height=420,
        xaxis=style.axis("shortfall t, as a share of the people", range=[0, float(shares[-1])]),
        yaxis=style.axis("chance to fall short by t or more", type="log", range=[np.log10(FLOOR), 0.15], **CHANCES),
    )  # fmt: skip
    for trace in figure["data"][4:6]:
        trace["showlegend"] = False
    upright = np.repeat(edge[:, :2, None], 2, axis=2)
    slack = [_slack(b, e) for e, b, _ in at_alpha]
    return Scene(
        title=answers.title("How far from the best?"),
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): curves[0],
            ("data", 1, "y"): curves[1],
            ("data", 2, "y"): curves[2],
            ("data", 3, "y"): np.repeat(beta[:, None], 2, axis=1),
            ("data", 4, "x"): upright[:, 0],
            ("data", 5, "x"): upright[:, 1],
            ("data", 6, "x"): np.repeat(alpha[:, None], 2, axis=1),
            ("data", 6, "y"): marks,
        },
        sentences=[
            f"With ε = {nats(float(e))} and {int(k):,} people, the answer is within {number(w[0])} people of the "
            f"best with probability {percent(1 - float(b))}; the theorem says within {number(np.ceil(w[1]))}. It falls "
            f"short by {percent(float(a))} of the people or more with probability {percent(float(at[0]))}, "
            f"{_theorem(float(at[1]))}."
            for a, at, b, w, e, k in zip(alpha, at_alpha, beta, within, epsilon, n, strict=True)
        ],
        table=Table(
            columns=("", "exact", "bound", "refined bound"),
            rows=tuple(
                (
                    (f"chance to fall short by {percent(float(a))} of the people or more",
                     *(probability(float(v)) for v in at)),
                    (f"shortfall exceeded with probability at most {float(b):g} (people)",
                     *(number(float(v)) for v in w)),
                )
                for a, at, b, w in zip(alpha, at_alpha, beta, within, strict=True)
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in epsilon],
            "n": [str(int(k)) for k in n],
            "beta": [plain(float(b)) for b in beta],
            "alpha": [plain(float(a)) for a in alpha],
            "m": [str(len(answers.labels))],
            "t": [plain(round(float(a * k), 9)) for a, k in zip(alpha, n, strict=True)],
            "spread": [number(factor * sweep.sensitivity)],
            "bound": [probability(float(v[1])) for v in at_alpha],
            "refined": [probability(float(v[2])) for v in at_alpha],
            "exact": [probability(float(v[0])) for v in at_alpha],
            "slack": slack,
            "within": [number(float(w[1])) for w in within],
        },
        card=Card(
            title="Good answers are likely",
            source="EXP-3",
            formula=formula(
                _exponent(r"\Pr[u(X,M(X))\le \text{OPT}-t]\;\le\;|Y|\,e^{-\varepsilon t/(2\Delta u)}", factor)
            ),
            filled=formula(
                r"\text{@exact}\;\le\;\text{@m}\times e^{-\text{@epsilon}\times\text{@t}/\text{@spread}}=\text{@bound}"
            ),
            rows=(
                ("t = α n, in people", "t"),
                ("exact probability", "exact"),
                ("bound", "bound"),
                ("refined bound, which counts the best answers", "refined"),
                ("the bound is too large by a factor of", "slack"),
            ),
            assumptions=(
                Assumption("finitely many candidates, all weights from EXP-1"),
                Assumption("the bound is below 1, so it says something", tuple(bool(v[1] < 1) for v in at_alpha)),
            ),
            note="The right-hand side is unreadable in the source; it is reconstructed here from its proof. "
            "A bound above 1 is true, and says nothing.",
        ),
        code=code,
    )  # fmt: skip


SOLVED = {"epsilon": "ε", "n": "n", "beta": "β"}


def solve_scene(
    *,
    answers: Answers,
    sweep: LawSweep,
    solution: Solution,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """What ε, n or β is needed, by the bound and exactly (EXP-3, inverse form).

    Parameters
    ----------
    answers : Answers
        The candidates.
    sweep : LawSweep
        F laws.
    solution : Solution
        What they were solved for.
    axis, values, start, code
        See `Scene`.
    """
    unknown, grid, people, exact = solution.unknown, solution.grid, solution.people, solution.exact
    answer_exact, answer_bound = solution.answer_exact, solution.answer_bound
    epsilon, n, alpha, beta = sweep.epsilon, sweep.n, solution.alpha, solution.beta
    factor = 1 if sweep.monotonic else 2
    curves = [np.where(np.isnan(c), np.nan, np.clip(c, FLOOR / 10, 1.0)) for c in (exact, solution.bound)]
    if unknown == "beta":
        spots = np.stack([epsilon, epsilon], axis=1)
        heights = np.clip(np.stack([answer_exact, answer_bound], axis=1), FLOOR / 10, 1.0)
    else:
        spots = np.stack([answer_exact, answer_bound], axis=1)
        heights = np.repeat(beta[:, None], 2, axis=1)
    spots = np.where(spots > grid[-1], np.nan, spots)
    here = (n if unknown == "n" else epsilon).astype(float)
    now = np.clip(solution.now, FLOOR / 10, 1.0)
    title = "people n" if unknown == "n" else "privacy loss ε"
    figure = style.figure(
        _line(grid, curves[0][start], style.BLUE, "exact", width=4),
        _line(grid, curves[1][start], style.ORANGE, "bound", dash="dash"),
        _line([grid[0], grid[-1]], [beta[start]] * 2, style.GREY, "β", width=2),
        _points(spots[start], heights[start], "solved", "diamond"),
        _points([here[start]] * 2, now[start], "now", "circle-open"),
        height=400,
        xaxis=style.axis(title, type="log", dtick=1, range=[float(np.log10(grid[0])), float(np.log10(grid[-1]))]),
        yaxis=style.axis("chance to fall short by αn or more", type="log", range=[np.log10(FLOOR), 0.15], **CHANCES),
    )  # fmt: skip
    if unknown == "beta":  # what is solved for is where we are now
        figure["data"][2]["visible"] = figure["data"][4]["visible"] = False
    says = [_solved(unknown, float(v), people) for v in answer_bound]
    truth = [_solved(unknown, float(v), people) for v in answer_exact]
    return Scene(
        title=answers.title(f"Solved for {SOLVED[unknown]}"),
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): curves[0],
            ("data", 1, "y"): curves[1],
            ("data", 2, "y"): np.repeat(beta[:, None], 2, axis=1),
            ("data", 3, "x"): spots,
            ("data", 3, "y"): heights,
            ("data", 4, "x"): np.repeat(here[:, None], 2, axis=1),
            ("data", 4, "y"): now,
        },
        sentences=[
            _solve_sentence(unknown, s, t, float(e), int(k), float(b), float(a), float(p))
            for s, t, e, k, b, a, p in zip(
                says, truth, epsilon, n, beta, alpha, solution.now[:, 0], strict=True
            )
        ],
        table=Table(
            columns=("", "by the bound", "exactly, on this table"),
            rows=tuple(((f"{SOLVED[unknown]} needed", s, t),) for s, t in zip(says, truth, strict=True)),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in epsilon],
            "n": [str(int(k)) for k in n],
            "beta": [plain(float(b)) for b in beta],
            "alpha": [plain(float(a)) for a in alpha],
            "m": [str(len(answers.labels))],
            "spread": [number(factor * sweep.sensitivity)],
            "solved": says,
            "truth": truth,
        },
        card=Card(
            title=f"Solve for {SOLVED[unknown]}",
            source="EXP-3, inverse form",
            formula=formula(_exponent(_SOLVE[unknown][0], factor)),
            filled=formula(_SOLVE[unknown][1]),
            rows=(("by the bound", "solved"), ("exactly, on this table", "truth")),
            note="By the bound the value suffices for every table with this many candidates. The exact value "
            "is for this table alone; to choose by looking at it would itself use the data."
            + (
                f" It is the first of the {np.isfinite(exact[start]).sum()} sizes drawn from which on all are enough."
                if unknown == "n"
                else ""
            ),
        ),
        code=code,
    )


_SOLVE = {
    "epsilon": (
        r"\varepsilon\;\ge\;\frac{2\Delta u\,\ln(|Y|/\beta)}{\alpha n}",
        r"\frac{\text{@spread}\times\ln(\text{@m}/\text{@beta})}{\text{@alpha}\times\text{@n}}=\text{@solved}",
    ),
    "n": (
        r"n\;\ge\;\frac{2\Delta u\,\ln(|Y|/\beta)}{\varepsilon\alpha}",
        r"\frac{\text{@spread}\times\ln(\text{@m}/\text{@beta})}{\text{@epsilon}\times\text{@alpha}}\;\to\;\text{@solved}",
    ),
    "beta": (
        r"\beta\;\le\;|Y|\,e^{-\varepsilon\alpha n/(2\Delta u)}",
        r"\text{@m}\times e^{-\text{@epsilon}\times\text{@alpha}\times\text{@n}/\text{@spread}}=\text{@solved}",
    ),
}


def _line(
    x: object,
    y: object,
    colour: str,
    name: str,
    *,
    width: int = 3,
    dash: str = "solid",
    shape: str = "linear",
) -> dict[str, object]:
    return {"type": "scatter", "mode": "lines", "x": x, "y": y, "name": name,
            "line": {"color": colour, "width": width, "dash": dash, "shape": shape}}  # fmt: skip


def _exponent(latex: str, factor: int) -> str:
    """The formula as the mechanism has it: without the 2 where the score is monotone and that is used."""
    return latex if factor == 2 else latex.replace(r"2\Delta u", r"\Delta u")


def _points(x: object, y: object, name: str, symbol: str) -> dict[str, object]:
    """Two marks, one on the exact curve and one on the bound."""
    return {"type": "scatter", "mode": "markers", "x": x, "y": y, "name": name,
            "marker": {"size": 14, "symbol": symbol, "color": [style.BLUE, style.ORANGE]}}  # fmt: skip


def _theorem(bound: float) -> str:
    return (
        f"where the theorem says at most {percent(bound)}"
        if bound < 1
        else "of which the theorem says nothing"
    )


def _slack(bound: float, exact: float) -> str:
    if exact <= 0:
        return "–"
    ratio = bound / exact
    return f"{ratio:.3g}" if ratio < 1e6 else f"{ratio:.1e}"


def _solved(unknown: str, value: float, people: int) -> str:
    if np.isnan(value):
        return f"more than the {people:,} people here" if unknown == "n" else "none up to 10,000"
    if unknown == "n":
        return f"{value:,.0f}" + (f" (more than the {people:,} here)" if value > people else "")
    if unknown == "epsilon":
        return nats(value) if value > 0 else "any at all"
    return probability(value)


def _solve_sentence(
    unknown: str, says: str, truth: str, epsilon: float, n: int, beta: float, alpha: float, now: float
) -> str:
    short = f"falls short of the best by {percent(alpha)} of the people or more"
    if unknown == "beta":
        return (
            f"With ε = {nats(epsilon)} and {n:,} people, the answer {short} with probability at most {says}, "
            f"says the theorem; exactly, with probability {truth}."
        )
    given = f"{n:,} people" if unknown == "epsilon" else f"ε = {nats(epsilon)}"
    symbol = SOLVED[unknown]
    return (
        f"So that with {given} the answer {short} with probability at most {percent(beta)}, the theorem asks "
        f"for {symbol}: {says}. Exactly, this table needs {symbol}: {truth}. As the sliders stand, with "
        f"ε = {nats(epsilon)} and {n:,} people, it does so with probability {percent(now)}."
    )
