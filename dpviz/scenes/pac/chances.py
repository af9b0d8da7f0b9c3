"""The chance that learning fails: Occam's razor with its union bound, learning curves, and the memoriser."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import number, percent, plain, probability, small
from dpviz.learning.threshold_sweep import Union
from dpviz.scenes.marks import heading, line, points

Floats = NDArray[np.float64]

FLOOR = 1e-4
CHANCES: dict[str, Any] = {
    "tickvals": [1e-4, 1e-2, 1, 100],
    "ticktext": ["10⁻⁴", "0.01", "1", "100"],
}


def occam_scene(
    *,
    found: Union,
    n: NDArray[np.int64],
    alpha: Floats,
    beta: Floats,
    needed: NDArray[np.int64],
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """How likely each bad rule is to fit the whole sample, and the sum of these chances (PAC-7).

    Parameters
    ----------
    found : Union
    n, alpha, beta : ndarray of shape (F,)
    needed : ndarray of int, shape (F,)
        The n that Occam's razor asks for.
    axis, values, start, code
        See `Scene`.
    """
    size = found.survive.shape[1]
    cuts = np.arange(size)
    low = FLOOR / 10
    bad = np.where(found.bad, np.maximum(found.survive, low), np.nan)
    good = np.where(found.bad, np.nan, np.maximum(found.survive, low))
    sums = np.stack([found.exact, found.total, found.power, found.exponential], axis=1)
    shown = np.clip(sums, low, 1e3)
    names = ["exact", "sum over bad", "|C|(1 − α)ⁿ", "|C| exp(−αn)"]
    level = np.repeat(beta[:, None], 2, axis=1)
    figure = style.figure(
        line(cuts, good[start], style.GREEN, "good rules", width=3, mode="lines+markers"),
        line(cuts, bad[start], style.ORANGE, "bad rules", width=3, mode="lines+markers"),
        points(shown[start], names[::-1], style.ORANGE, xaxis="x2", yaxis="y2", size=15),
        line(level[start], [names[-1], names[0]], style.GREY, "β", width=2, xaxis="x2", yaxis="y2"),
        height=560,
        xaxis=style.axis("the rule: scurvy below this", anchor="y", range=[-0.02 * size, 1.02 * size]),
        xaxis2=style.axis("chance that some fits", anchor="y2", type="log", range=[-4.1, 3.1], **CHANCES),
        yaxis=style.axis("chance to fit", domain=[0.5, 1], type="log", range=[-4.2, 0.3], **CHANCES),
        yaxis2=style.axis("", domain=[0, 0.3], anchor="x2", type="category", range=[-0.6, 3.6]),
        annotations=[heading("all bad rules together", 0.31)],
        shapes=[{"type": "line", "xref": "x2", "yref": "y2 domain", "x0": 1, "x1": 1, "y0": 0, "y1": 1,
                 "line": {"color": style.GREY, "width": 1, "dash": "dot"}}],
    )  # fmt: skip
    figure["data"][2]["y"] = names
    figure["data"][2]["marker"]["color"] = [style.BLUE, style.ORANGE, style.ORANGE, style.ORANGE]
    counts = found.bad.sum(axis=1)
    return Scene(
        title="Occam’s razor: few rules, few that fit by luck",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): good,
            ("data", 1, "y"): bad,
            ("data", 2, "x"): shown,
            ("data", 3, "x"): level,
        },
        sentences=[
            f"{b:,} of {size:,} rules are bad: wrong about more than {percent(a)} of all doses. After {k:,} "
            f"patients the chance that any of them still fits is {percent(e)}. Adding up the chances of each gives "
            f"{_chance(t)}, and Occam’s formula {_chance(o)}"
            + (": a bound above 1, true and empty." if o >= 1 else ".")
            + f" For β = {percent(f)} it asks for {w:,} patients."
            for b, a, k, e, t, o, f, w in zip(
                counts, alpha, n, found.exact, found.total, found.exponential, beta, needed, strict=True
            )
        ],
        table=Table(
            columns=("", "chance that some bad rule fits"),
            rows=tuple(
                tuple((name, probability(float(v))) for name, v in zip(names, row, strict=True)) for row in sums
            ),
        ),
        slots={
            "n": [str(int(k)) for k in n],
            "alpha": [plain(float(a)) for a in alpha],
            "beta": [plain(float(b)) for b in beta],
            "size": [str(size)],
            "exact": [probability(float(v)) for v in found.exact],
            "total": [probability(float(v)) for v in found.total],
            "power": [probability(float(v)) for v in found.power],
            "bound": [probability(float(v)) for v in found.exponential],
            "needed": [str(int(w)) for w in needed],
        },
        card=Card(
            title="Any rule that fits is good",
            source="PAC-7",
            formula=formula(
                r"\Pr[\text{some bad rule fits}]\le\sum_{\text{bad}}(1-L_D)^n"
                r"\le|C|(1-\alpha)^n\le|C|e^{-\alpha n}"
            ),
            filled=formula(r"\text{@exact}\le\text{@total}\le\text{@power}\le\text{@bound}"),
            rows=(("patients that the formula asks for", "needed"), ("the formula now", "bound"),
                  ("the truth now", "exact")),
            assumptions=(Assumption("some rule of the class labels every patient right (realizable)"),
                         Assumption("the patients are drawn independently")),
            note="The truth is for these doses, all equally common; the formula holds for every distribution.",
        ),
        code=code,
    )  # fmt: skip


def curve_scene(
    *,
    grid: NDArray[np.int64],
    simulated: tuple[Floats, Floats, Floats],
    exact: Floats,
    region: Floats,
    occam: Floats,
    solved: Floats,
    now: Floats,
    numbers: dict[str, NDArray[Any]],
    repetitions: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """The chance that the threshold learner errs by more than α: simulated, exact, and bounded twice (PAC-7, PAC-9).

    Parameters
    ----------
    grid : ndarray of int, shape (K,)
    simulated : three ndarray of shape (F, K)
        Share of runs that failed, and its band.
    exact, region, occam : ndarray of shape (F, K)
        The exact chance, ``(1 - α)^n``, and ``|C| exp(-α n)``.
    solved : ndarray of shape (F, 3)
        The n needed: exactly, by the region, by Occam.
    now : ndarray of shape (F, 2)
        The exact chance and Occam's bound at the present n.
    numbers : mapping
        ``n``, ``alpha``, ``beta``, ``size`` and ``vc`` (what the VC bound asks for), each of shape (F,).
    repetitions : int
    axis, values, start, code
        See `Scene`.
    """
    low = FLOOR / 10
    share, below, above = (np.maximum(v, low) for v in simulated)
    share = np.where(simulated[0] > 0, share, np.nan)
    exact_, region_, occam_ = (np.clip(v, low, 1.0) for v in (exact, region, occam))
    level = np.repeat(numbers["beta"][:, None], 2, axis=1)
    marks = np.repeat(numbers["beta"][:, None], 3, axis=1)
    here = np.repeat(numbers["n"][:, None].astype(float), 2, axis=1)
    colours = [style.BLUE, style.GREEN, style.ORANGE]
    spots = np.where((solved >= grid[0]) & (solved <= grid[-1]), solved, np.nan)
    figure = style.figure(
        line(grid, above[start], style.PURPLE, width=1),
        line(grid, below[start], style.PURPLE, width=1, fill="tonexty", fillcolor="rgba(0,114,178,0.15)"),
        points(grid, share[start], style.PURPLE, f"{repetitions:,} runs", size=7),
        line(grid, exact_[start], style.BLUE, "exact", width=4),
        line(grid, region_[start], style.GREEN, "(1 − α)ⁿ", dash="dot"),
        line(grid, occam_[start], style.ORANGE, "Occam", dash="dash"),
        line([grid[0], grid[-1]], level[start], style.GREY, "β", width=2),
        points(spots[start], marks[start], colours, "solved for n", symbol="diamond", size=14),
        points(here[start], np.clip(now[start], low, 1), [style.BLUE, style.ORANGE], "now",
               symbol="circle-open", size=14),
        height=480,
        xaxis=style.axis("patients n", type="log", dtick=1,
                         range=[float(np.log10(grid[0])), float(np.log10(grid[-1]))]),
        yaxis=style.axis("chance to err by more than α", type="log", range=[np.log10(FLOOR), 0.15],
                         tickvals=[1e-4, 1e-3, 1e-2, 0.1, 1], ticktext=["10⁻⁴", "0.001", "0.01", "0.1", "1"]),
    )  # fmt: skip
    return Scene(
        title="Learning curves: bound, truth and trial",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): above,
            ("data", 1, "y"): below,
            ("data", 2, "y"): share,
            ("data", 3, "y"): exact_,
            ("data", 4, "y"): region_,
            ("data", 5, "y"): occam_,
            ("data", 6, "y"): level,
            ("data", 7, "x"): spots,
            ("data", 7, "y"): marks,
            ("data", 8, "x"): here,
            ("data", 8, "y"): np.clip(now, low, 1.0),
        },
        sentences=[
            f"With {k:,} patients the learner errs by more than {percent(a)} with probability {percent(p)}; Occam’s "
            f"bound is {_chance(o)}. To bring the chance down to {percent(b)}: Occam asks for {w[2]:,.0f} "
            f"patients, the argument made for thresholds alone for {w[1]:,.0f}, and on these doses {w[0]:,.0f} "
            f"{'is' if w[0] == 1 else 'are'} enough."
            for k, a, p, o, b, w in zip(
                numbers["n"], numbers["alpha"], now[:, 0], now[:, 1], numbers["beta"], solved, strict=True
            )
        ],
        table=Table(
            columns=("solved for n", "patients"),
            rows=tuple(
                (
                    ("exactly, for these doses", number(float(w[0]))),
                    ("(1 − α)ⁿ, for thresholds and points", number(float(w[1]))),
                    ("Occam, for any class of this size", number(float(w[2]))),
                    ("VC dimension 1 (constants from memory)", number(float(v))),
                )
                for w, v in zip(solved, numbers["vc"], strict=True)
            ),
        ),
        slots={
            "n": [str(int(k)) for k in numbers["n"]],
            "alpha": [plain(float(a)) for a in numbers["alpha"]],
            "beta": [plain(float(b)) for b in numbers["beta"]],
            "size": [str(int(s)) for s in numbers["size"]],
            "bits": [str(int(s - 1).bit_length() - 1) for s in numbers["size"]],
            "exactly": [f"{w[0]:.0f}" for w in solved],
            "region": [f"{w[1]:.0f}" for w in solved],
            "occam": [f"{w[2]:.0f}" for w in solved],
            "vc": [str(int(v)) for v in numbers["vc"]],
            "truth": [probability(float(p)) for p in now[:, 0]],
            "bound": [probability(float(p)) for p in now[:, 1]],
        },
        card=Card(
            title="Solve for n",
            source="PAC-7, PAC-9, VC-4",
            formula=formula(
                r"n\ge\frac{\ln(|C|/\beta)}{\alpha}\qquad\text{or, for thresholds,}\qquad"
                r" n\ge\frac{\ln(1/\beta)}{\alpha}"
            ),
            filled=formula(
                r"\frac{\ln(\text{@size}/\text{@beta})}{\text{@alpha}}\to\text{@occam},\qquad"
                r"\frac{\ln(1/\text{@beta})}{\text{@alpha}}\to\text{@region}"
            ),
            rows=(("Occam: any consistent learner, any class of this size", "occam"),
                  ("thresholds and points, any distribution", "region"),
                  ("by the VC dimension, which is 1", "vc"),
                  ("exactly, for these doses", "exactly"),
                  ("chance to fail now, exactly", "truth"), ("Occam’s bound on it now", "bound")),
            assumptions=(Assumption("the labels come from a threshold (realizable)"),
                         Assumption("the patients are drawn independently")),
            note="The VC bound’s constants are quoted from memory of the literature. Dots are shares of simulated "
            "samples; the shaded band holds each true value with probability about 95 %.",
        ),
        code=code,
    )  # fmt: skip


def memory_scene(
    *,
    grid: NDArray[np.int64],
    memory: Floats,
    idea: Floats,
    now: Floats,
    n: NDArray[np.int64],
    size: NDArray[np.int64],
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """The memoriser, perfect on its sample, beside a learner with an idea (PAC-12, PAC-9).

    Parameters
    ----------
    grid : ndarray of int, shape (K,)
    memory, idea : ndarray of shape (F, K)
        Expected errors on the distribution.
    now : ndarray of shape (F, 2)
    n, size : ndarray of int, shape (F,)
    axis, values, start, code
        See `Scene`.
    """
    here = np.repeat(n[:, None].astype(float), 2, axis=1)
    figure = style.figure(
        line(grid, memory[start], style.ORANGE, "memoriser, on all", width=4),
        line(grid, idea[start], style.BLUE, "threshold learner, on all", width=4),
        line([grid[0], grid[-1]], [0.0, 0.0], style.GREEN, "both, on their sample", dash="dash", width=4),
        points(here[start], now[start], [style.ORANGE, style.BLUE], "now", size=14),
        height=420,
        xaxis=style.axis("records n", type="log", dtick=1,
                         range=[float(np.log10(grid[0])), float(np.log10(grid[-1]))]),
        yaxis=style.axis("expected error", range=[-0.02, 0.55], nticks=6),
    )  # fmt: skip
    return Scene(
        title="Perfect on the sample, useless on the rest",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): memory,
            ("data", 1, "y"): idea,
            ("data", 3, "x"): here,
            ("data", 3, "y"): now,
        },
        sentences=[
            f"After {k:,} records out of a world of {s:,} instances both learners are right about everything they "
            f"have seen. On the whole world the memoriser is wrong about {percent(m)}, the threshold learner about "
            f"{percent(t)}."
            for k, s, (m, t) in zip(n, size, now, strict=True)
        ],
        table=Table(
            columns=("", "error on the sample", "expected error on the distribution"),
            rows=tuple(
                (("memoriser", "0", f"{m:.6f}"), ("threshold learner", "0", f"{t:.6f}")) for m, t in now
            ),
        ),
        slots={
            "n": [str(int(k)) for k in n],
            "size": [str(int(s)) for s in size],
            "memory": [f"{m:.6f}" for m in now[:, 0]],
            "idea": [small(float(t)) for t in now[:, 1]],
        },
        card=Card(
            title="The memoriser’s error",
            source="PAC-12",
            formula=formula(r"E\left[L_D(h)\right]=\frac12\sum_x D(x)\,(1-D(x))^n=\frac12\left(1-\frac1N\right)^n"),
            filled=formula(
                r"\frac12\left(1-\frac{1}{\text{@size}}\right)^{\text{@n}}=\text{@memory}"
            ),
            rows=(("memoriser, on the distribution", "memory"), ("threshold learner, on the distribution", "idea")),
            assumptions=(Assumption("all N instances are equally likely"),
                         Assumption("no instance comes with two labels")),
            note="Exact, over the sample and the coins. The true threshold is in the middle.",
        ),
        code=code,
    )  # fmt: skip


def _chance(bound: float) -> str:
    return percent(bound) if bound <= 1 else f"{number(float(f'{bound:.3g}'))}"
