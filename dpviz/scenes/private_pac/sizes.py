"""How many records: which term rules, how it grows with d, and learning curves."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, percent, plain, probability
from dpviz.learning.curves import LearningCurve
from dpviz.scenes.marks import line, points

Values = NDArray[np.float64]


def upright(x: NDArray[Any], low: float, high: float) -> tuple[NDArray[np.float64], list[float]]:
    """A vertical line at each frame's x."""
    return np.repeat(np.asarray(x, dtype=float)[:, None], 2, axis=1), [low, high]


def nearest(x: NDArray[np.int64], n: NDArray[np.int64]) -> NDArray[np.int64]:
    """The place of the size drawn that is nearest to each n."""
    return np.asarray(np.abs(np.log(x)[None, :] - np.log(n)[:, None]).argmin(axis=1))


def many(count: float) -> str:
    """A number of records, rounded up; past a billion in powers of ten."""
    if count < 1e9:
        return f"{math.ceil(count):,}"
    mantissa, power = f"{count:.1e}".split("e+")
    return f"{mantissa} × 10{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(digit)] for digit in str(int(power)))}"


def curve_scene(
    *,
    curve: LearningCurve,
    rows: NDArray[np.int64],
    bound: Values,
    occam: Values,
    n: NDArray[np.int64],
    epsilon: Values,
    alpha: Values,
    bits: int,
    seed: int,
    axis: str,
    values: Values,
    start: int,
    code: str = "",
) -> Scene:
    """Probability to err by more than α, with and without privacy, against n (PP-3, PP-5, PAC-7).

    Parameters
    ----------
    curve : LearningCurve
        The consistent learner in row 0, private ones after it.
    rows : ndarray of int, shape (F,)
        The row of each frame's ε.
    bound, occam : ndarray of shape (F, K)
        Bounds on both failures; above 1 they say nothing.
    n, epsilon, alpha : ndarray of shape (F,)
    bits, seed : int
    axis, values, start, code
        See `Scene`.
    """
    distinct, back = np.unique(alpha, return_inverse=True)
    shares = curve.failure(distinct)
    each = np.arange(len(alpha))
    share, low, high = (part[back] for part in shares)
    private, plow, phigh = share[each, rows], low[each, rows], high[each, rows]
    free = share[:, 0]
    band = np.concatenate([phigh, plow[:, ::-1]], axis=1)
    x = curve.n
    place = nearest(x, n)
    where, ends = upright(n, 0, 1.05)
    figure = style.figure(
        {"type": "scatter", "mode": "lines", "x": np.concatenate([x, x[::-1]]), "y": band[start], "fill": "toself",
         "fillcolor": style.FAINT_BLUE, "line": {"color": style.CLEAR, "width": 0}, "hoverinfo": "skip",
         "showlegend": False},
        line(x, private[start], style.BLUE, "private, simulated", width=4),
        line(x, np.minimum(bound[start], 1), style.BLUE, "its bound", dash="dash", width=2),
        line(x, free[start], style.ORANGE, "not private", width=4),
        line(x, np.minimum(occam[start], 1), style.ORANGE, "its bound", dash="dash", width=2),
        line(where[start], ends, style.GREY, width=2, dash="dot"),
        height=440,
        margin={"l": 64, "r": 16, "t": 60, "b": 56},
        xaxis=style.axis("records n", type="log", range=[float(np.log10(x[0])), float(np.log10(x[-1]))],
                         tickvals=[10, 30, 100, 300, 1000], ticktext=["10", "30", "100", "300", "1,000"]),
        yaxis=style.axis("chance to err by more than α", range=[0, 1.05]),
    )  # fmt: skip
    at = (each, place)
    return Scene(
        title=f"Learning a threshold on {2**bits} instances",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): band,
            ("data", 1, "y"): private,
            ("data", 2, "y"): np.minimum(bound, 1),
            ("data", 3, "y"): free,
            ("data", 4, "y"): np.minimum(occam, 1),
            ("data", 5, "x"): where,
        },
        sentences=[
            f"At n = {int(x[p])}, ε = {nats(float(e))}: in {percent(float(private[f, p]))} of "
            f"{curve.repetitions:,} runs (95 % band {percent(float(plow[f, p]))} to {percent(float(phigh[f, p]))}) the "
            f"private learner erred by more than {percent(float(a))}; the learner that is not private in "
            f"{percent(float(free[f, p])) if free[f, p] else 'none'}."
            for f, (p, e, a) in enumerate(zip(place, epsilon, alpha, strict=True))
        ],
        table=Table(
            columns=("n", "private (± 95 %)", "bound", "not private", "bound"),
            rows=tuple(
                tuple(
                    (str(int(x[k])),
                     f"{private[f, k]:.3f} ({plow[f, k]:.3f} to {phigh[f, k]:.3f})", f"{min(bound[f, k], 1):.3f}",
                     f"{free[f, k]:.3f}", f"{min(occam[f, k], 1):.3f}")
                    for k in range(0, len(x), 5)
                )
                for f in range(len(alpha))
            ),
        ),
        slots={
            "n": [str(int(x[p])) for p in place],
            "epsilon": [plain(float(e)) for e in epsilon],
            "alpha": [plain(float(a)) for a in alpha],
            "bits": [str(bits)],
            "size": [str(2**bits + 1)],
            "seed": [str(seed)],
            "share": [
                f"{v:.3f} ({a:.3f} to {b:.3f})" for v, a, b in zip(private[at], plow[at], phigh[at], strict=True)
            ],
            "bound": [probability(float(v)) for v in bound[at]],
            "free": [f"{v:.3f}" for v in free[at]],
        },
        card=Card(
            title="The learning curve, bounded",
            source="PP-5, PAC-7, PP-1",
            formula=formula(
                r"\Pr[L_D>\alpha]\;\le\;|C|\left(1-\alpha\left(1-e^{-\varepsilon/2}\right)\right)^{n}"
                r",\qquad\text{not private:}\quad|C|(1-\alpha)^{n}"
            ),
            filled=formula(
                r"\text{@size}\left(1-\text{@alpha}\left(1-e^{-\text{@epsilon}/2}\right)\right)^{\text{@n}}"
                r"=\text{@bound}"
            ),
            rows=(
                ("private, bound", "bound"),
                ("private, simulated, with its 95 % band", "share"),
                ("not private, simulated", "free"),
            ),
            assumptions=(Assumption("the data are realizable, and records are drawn independently"),),
            note="All ε meet the same samples and the same luck. The private bound is derived for this package.",
        ),
        code=code,
    )  # fmt: skip


TERMS = (
    ("privacy term 4 ln(2|C|/β)/(εα)", style.BLUE, "solid"),
    ("sampling term 2 ln(2|C|/β)/α²", style.GREEN, "solid"),
    ("direct: ln(|C|/β)/(α(1−e^(−ε/2)))", style.PURPLE, "dash"),
    ("Laplace on all errors", style.ORANGE, "solid"),
    ("not private (Occam)", style.GREY, "dot"),
)


def terms_scene(
    *,
    lines: NDArray[np.float64],
    now: NDArray[np.float64],
    grid: Values,
    numbers: dict[str, Any],
    axis: str,
    values: Values,
    start: int,
    code: str = "",
) -> Scene:
    """Records needed against ε: each term, and its rivals (PP-3, PP-5, EXP-5, PAC-7).

    Parameters
    ----------
    lines : ndarray of shape (F, 5, G)
        Privacy term, sampling term, direct bound, Laplace on all errors, Occam, at each ε of the grid.
    now : ndarray of shape (F, 5)
        The same at the frame's ε.
    grid : ndarray of shape (G,)
    numbers : mapping
        ``epsilon``, ``alpha``, ``beta``, ``bits``, each of shape (F,).
    axis, values, start, code
        See `Scene`.
    """
    epsilon, alpha = numbers["epsilon"], numbers["alpha"]
    where, ends = upright(epsilon, 1.0, 1e12)
    edge, _ = upright(2 * alpha, 1.0, 1e12)
    figure = style.figure(
        *(
            line(grid, lines[start, k], colour, name, dash=dash, width=3)
            for k, (name, colour, dash) in enumerate(TERMS)
        ),
        line(where[start], ends, style.INK, width=2, dash="dot"),
        line(edge[start], ends, style.GREY, "ε = 2α", width=1, dash="dash"),
        height=520,
        margin={"l": 70, "r": 16, "t": 110, "b": 56},
        xaxis=style.axis("privacy loss ε", type="log", range=[float(np.log10(grid[0])), float(np.log10(grid[-1]))],
                         tickvals=[0.01, 0.1, 1, 10], ticktext=["0.01", "0.1", "1", "10"]),
        yaxis=style.axis("records n", type="log", range=[1, 9], dtick=2),
    )  # fmt: skip
    need = np.ceil(now[:, :2].max(axis=1))
    rules = np.where(now[:, 0] >= now[:, 1], "privacy", "sampling")
    return Scene(
        title="Which term rules?",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            **{("data", k, "y"): lines[:, k] for k in range(5)},
            ("data", 5, "x"): where,
            ("data", 6, "x"): edge,
        },
        sentences=[
            f"With ε = {nats(float(e))} and α = {percent(float(a))} the {rule} term rules: {int(w):,} records. Argued "
            f"directly, {int(np.ceil(k[2])):,} suffice on realizable data. Laplace noise on all errors asks for "
            f"{many(max(k[3], k[1]))}; without privacy it takes {int(np.ceil(k[4])):,}."
            for e, a, rule, w, k in zip(epsilon, alpha, rules, need, now, strict=True)
        ],
        table=Table(
            columns=("demand", "records"),
            rows=tuple(
                tuple((name, many(v)) for (name, *_), v in zip(TERMS, row, strict=True)) for row in now
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in epsilon],
            "alpha": [plain(float(a)) for a in alpha],
            "beta": [plain(float(b)) for b in numbers["beta"]],
            "bits": [str(int(d)) for d in numbers["bits"]],
            "size": [str(2 ** int(d) + 1) for d in numbers["bits"]],
            "privacy": [f"{v:,.1f}" for v in now[:, 0]],
            "sampling": [f"{v:,.1f}" for v in now[:, 1]],
            "need": [f"{int(v):,}" for v in need],
            "rules": rules.tolist(),
            "direct": [f"{int(np.ceil(v)):,}" for v in now[:, 2]],
            "laplace": [many(v) for v in now[:, 3]],
            "factor": [many(round(v)) for v in now[:, 3] / now[:, 0]],
        },
        card=Card(
            title="Enough records for the generic private learner",
            source="PP-3, PP-5, EXP-5",
            formula=formula(
                r"n\;\ge\;\max\left\{\frac{4\ln(2|C|/\beta)}{\varepsilon\alpha},\;\frac{2\ln(2|C|/\beta)}{\alpha^{2}}\right\}"
            ),
            filled=formula(r"\max\{\text{@privacy},\;\text{@sampling}\}\;\to\;\text{@need}"),
            rows=(
                ("by the course’s theorem", "need"),
                ("the term that rules (they are equal at ε = 2α)", "rules"),
                ("by the direct argument (realizable data)", "direct"),
                ("Laplace noise on all |C| errors: its privacy term", "laplace"),
                ("times the exponential mechanism’s: exactly |C|", "factor"),
            ),
            assumptions=(Assumption("the class is finite"),),
            note="Neighbours: one person is replaced. One source prints 1/ε² for 1/α²; that suffices on realizable "
            "data and is too little for agnostic learning (PP-4, partly from memory of the literature).",
        ),
        code=code,
    )


def bits_scene(
    *,
    kind: str,
    bits: NDArray[np.int64],
    slides: NDArray[np.float64],
    direct: NDArray[np.float64],
    exact_bits: NDArray[np.int64],
    exact: NDArray[np.int64],
    free: int,
    free_bound: int,
    frames: NDArray[np.int64],
    epsilon: float,
    alpha: float,
    beta: float,
    axis: str,
    values: Values,
    start: int,
    code: str = "",
) -> Scene:
    """Records needed against d: private O(d), not private O(1) (PP-6, EXP-7, PAC-8, PAC-9)."""
    where, ends = upright(frames.astype(float), 0, 1e6)
    top = float(max(direct.max(), exact.max()) * 1.1)
    truth = np.interp(bits, exact_bits, exact)
    figure = style.figure(
        line(bits, direct, style.BLUE, "private: direct bound", dash="dash"),
        points(exact_bits, exact, style.BLUE, "private, hard case, exact", size=9),
        line(bits, np.full(len(bits), free_bound), style.ORANGE, "not private: bound", dash="dash"),
        line(bits, np.full(len(bits), free), style.ORANGE, "not private, exact", width=4),
        line(where[start], ends, style.GREY, width=2, dash="dot"),
        height=440,
        margin={"l": 70, "r": 16, "t": 60, "b": 56},
        xaxis=style.axis("bits d: the class has 2ᵈ concepts", range=[0, 61]),
        yaxis=style.axis("records n", range=[0, top]),
    )
    pick = frames - int(bits[0])
    known = dict(zip(exact_bits.tolist(), exact.tolist(), strict=True))
    truths = [
        f"{known[int(d)]:,}" if int(d) in known else f"about {truth[p]:,.0f}"
        for d, p in zip(frames, pick, strict=True)
    ]
    return Scene(
        title=f"The price of privacy grows with d · {kind}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={("data", 4, "x"): where},
        sentences=[
            f"{2 ** int(d) + (kind == 'thresholds'):,} {kind}. The direct bound asks for "
            f"{math.ceil(direct[p]):,} records, "
            f"the course’s form for {math.ceil(slides[p]):,}. On the hard case the private learner needs "
            f"{truths[f]}; without privacy it takes {free}, whatever d is."
            for f, (d, p) in enumerate(zip(frames, pick, strict=True))
        ],
        table=Table(
            columns=(
                "d", "private: course’s form", "private: direct bound", "private, hard case", "not private, same case"
            ),
            rows=(
                tuple(
                    (str(int(d)), f"{int(np.ceil(slides[d - bits[0]])):,}", f"{int(np.ceil(direct[d - bits[0]])):,}",
                     f"{m:,}", str(free))
                    for d, m in zip(exact_bits, exact, strict=True)
                ),
            ),
        ),
        slots={
            "bits": [str(int(d)) for d in frames],
            "epsilon": [plain(epsilon)],
            "alpha": [plain(alpha)],
            "beta": [plain(beta)],
            "direct": [f"{int(np.ceil(direct[p])):,}" for p in pick],
            "truth": truths,
            "free": [str(free)],
        },
        card=Card(
            title="A private learner pays for every bit",
            source="PP-6, EXP-7, PP-5",
            formula=formula(
                r"n\;\ge\;\frac{\ln(|C|/\beta)}{\alpha\left(1-e^{-\varepsilon/2}\right)},\qquad\ln|C|\approx d\ln 2"
            ),
            filled=formula(r"d=\text{@bits}:\quad n\ge\text{@direct}"),
            rows=(
                ("private, bound", "direct"),
                ("private, least n on the hard case", "truth"),
                ("not private, least n on the hard case", "free"),
            ),
            assumptions=(Assumption("the data are realizable"),),
            note="The hard case puts 1.2 α on each instance next to the target (on the target, for points), and the "
            "rest far away. Every d is computed from blocks of equal errors: no list of 2⁶⁰ concepts is made.",
        ),
        code=code,
    )  # fmt: skip
