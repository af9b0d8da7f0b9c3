"""How wrong may noisy counts be, and what is needed to have them right."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, number, percent, plain, probability
from dpviz.mechanisms.error_sweep import ErrorSweep, Needed
from dpviz.scenes.marks import CHANCES, line, points

FLOOR = 1e-6  # the pictures' lowest probability
KINDS = {"histogram": "bins of one histogram", "separate": "separate questions"}


def error_scene(
    *, sweep: ErrorSweep, kind: str, axis: str, values: NDArray[np.float64], start: int, code: str = ""
) -> Scene:
    """Probability that the worst of k errors is t or more: truth and bound (LAP-3).

    Parameters
    ----------
    sweep : ErrorSweep
    kind : {"histogram", "separate"}
    axis, values, start, code
        See `Scene`.
    """
    t = sweep.errors
    exact, bound = (np.clip(curve, FLOOR / 10, 1.0) for curve in (sweep.exact, sweep.bound))
    edge = np.clip(sweep.within, t[0], t[-1])
    upright = np.repeat(edge[:, :, None], 2, axis=2)
    level = np.repeat(sweep.beta[:, None], 2, axis=1)
    figure = style.figure(
        line(t, exact[start], style.BLUE, "exact", width=4),
        line(t, bound[start], style.ORANGE, "bound", dash="dash"),
        line([t[0], t[-1]], level[start], style.GREY, "β", width=2),
        line(upright[start, 0], [FLOOR / 10, 1.5], style.BLUE, width=2),
        line(upright[start, 1], [FLOOR / 10, 1.5], style.ORANGE, width=2, dash="dash"),
        height=420,
        xaxis=style.axis("error t of the worst count, in people", type="log",
                         range=[float(np.log10(t[0])), float(np.log10(t[-1]))], dtick=1),
        yaxis=style.axis("chance to be off by t or more", type="log", range=[np.log10(FLOOR), 0.15], **CHANCES),
    )  # fmt: skip
    return Scene(
        title=f"How wrong may they be? · {KINDS[kind]}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): exact,
            ("data", 1, "y"): bound,
            ("data", 2, "y"): level,
            ("data", 3, "x"): upright[:, 0],
            ("data", 4, "x"): upright[:, 1],
        },
        sentences=[
            f"With ε = {nats(float(e))} for all {int(k):,} counts together, every one is within "
            f"{number(round(float(w[0]), 1))} people of the truth with probability {percent(1 - float(b))}. The "
            f"theorem says within {number(round(float(w[1]), 1))}; beyond that the exact chance is {percent(float(a))}."
            for e, k, b, w, a in zip(
                sweep.epsilon, sweep.k, sweep.beta, sweep.within, sweep.at_bound, strict=True
            )
        ],
        table=Table(
            columns=("", "exact", "bound"),
            rows=tuple(
                (("error exceeded with probability β (people)", number(float(w[0])), number(float(w[1]))),
                 ("chance to exceed the bound's error", probability(float(a)), probability(float(b))))
                for w, a, b in zip(sweep.within, sweep.at_bound, sweep.beta, strict=True)
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in sweep.epsilon],
            "beta": [plain(float(b)) for b in sweep.beta],
            "k": [str(int(k)) for k in sweep.k],
            "sensitivity": [plain(float(d)) for d in sweep.sensitivity],
            "within": [number(float(w)) for w in sweep.within[:, 1]],
            "truth": [number(float(w)) for w in sweep.within[:, 0]],
            "exact": [probability(float(a)) for a in sweep.at_bound],
        },
        card=Card(
            title="All k answers are close at once",
            source="LAP-3",
            formula=formula(
                r"\Pr\left[\max_i|Y_i|\ge\frac{\Delta}{\varepsilon}\ln\frac{k}{\beta}\right]"
                r"=1-\left(1-\frac{\beta}{k}\right)^{k}\;\le\;\beta"
            ),
            filled=formula(
                r"\frac{\text{@sensitivity}}{\text{@epsilon}}\times\ln\frac{\text{@k}}{\text{@beta}}=\text{@within},"
                r"\qquad\Pr=\text{@exact}\;\le\;\text{@beta}"
            ),
            rows=(
                ("Δ: how far one person moves all k counts together", "sensitivity"),
                ("error by the theorem, in people", "within"),
                ("error that is exceeded exactly with probability β", "truth"),
            ),
            assumptions=(Assumption("each count gets noise of its own, of scale Δ/ε"),),
            note="The errors do not depend on the table: noise is all there is.",
        ),
        code=code,
    )  # fmt: skip


SOLVED = {"n": "n", "epsilon": "ε", "alpha": "α", "beta": "β"}
_AXES = {
    "n": "people n",
    "epsilon": "privacy loss ε",
    "alpha": "error α, as a share of n",
    "beta": "privacy loss ε",
}
_TOP = r"\frac{\text{@sensitivity}\times\ln(\text{@k}/\text{@beta})}"
_FORMULAS = {
    "n": (r"n\;\ge\;\frac{\Delta\,\ln(k/\beta)}{\varepsilon\,\alpha}",
          _TOP + r"{\text{@epsilon}\times\text{@alpha}}\;\to\;\text{@solved}"),
    "epsilon": (r"\varepsilon\;\ge\;\frac{\Delta\,\ln(k/\beta)}{\alpha\,n}",
                _TOP + r"{\text{@alpha}\times\text{@n}}=\text{@solved}"),
    "alpha": (r"\alpha\;\ge\;\frac{\Delta\,\ln(k/\beta)}{\varepsilon\,n}",
              _TOP + r"{\text{@epsilon}\times\text{@n}}=\text{@solved}"),
    "beta": (r"\beta\;\le\;k\,e^{-\varepsilon\alpha n/\Delta}",
             r"\text{@k}\times e^{-\text{@epsilon}\times\text{@alpha}\times\text{@n}/\text{@sensitivity}}"
             r"=\text{@solved}"),
}  # fmt: skip


def needed_scene(
    *,
    found: Needed,
    kind: str,
    numbers: dict[str, NDArray[np.float64]],
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """What n, ε, α or β is needed, by the bound and exactly (LAP-3 solved).

    Parameters
    ----------
    found : Needed
    kind : {"histogram", "separate"}
    numbers : mapping of str to ndarray of shape (F,)
        ``n``, ``epsilon``, ``alpha``, ``beta``, ``k`` and ``sensitivity``.
    axis, values, start, code
        See `Scene`.
    """
    unknown, grid = found.unknown, found.grid
    exact, bound = (np.clip(curve, FLOOR / 10, 1.0) for curve in (found.exact, found.bound))
    level = np.repeat(numbers["beta"][:, None], 2, axis=1)
    spots = np.stack([found.by_exact, found.by_bound], axis=1)
    spots = np.where((spots < grid[0]) | (spots > grid[-1]), np.nan, spots)
    here = np.repeat(numbers["epsilon" if unknown == "beta" else unknown].astype(float)[:, None], 2, axis=1)
    now = np.clip(found.now, FLOOR / 10, 1.0)
    both = [style.BLUE, style.ORANGE]
    figure = style.figure(
        line(grid, exact[start], style.BLUE, "exact", width=4),
        line(grid, bound[start], style.ORANGE, "bound", dash="dash"),
        line([grid[0], grid[-1]], level[start], style.GREY, "β", width=2),
        points(spots[start], level[start], both, "solved", symbol="diamond", size=14),
        points(here[start], now[start], both, "now", symbol="circle-open", size=14),
        height=400,
        xaxis=style.axis(_AXES[unknown], type="log", dtick=1,
                         range=[float(np.log10(grid[0])), float(np.log10(grid[-1]))]),
        yaxis=style.axis("chance to be off by αn or more", type="log", range=[np.log10(FLOOR), 0.15], **CHANCES),
    )  # fmt: skip
    if unknown == "beta":  # what is solved for is where we are now
        figure["data"][2]["visible"] = figure["data"][3]["visible"] = False
    says = [_solved(unknown, float(v)) for v in found.by_bound]
    truth = [_solved(unknown, float(v)) for v in found.by_exact]
    return Scene(
        title=f"Solved for {SOLVED[unknown]} · {KINDS[kind]}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): exact,
            ("data", 1, "y"): bound,
            ("data", 2, "y"): level,
            ("data", 3, "x"): spots,
            ("data", 3, "y"): level,
            ("data", 4, "x"): here,
            ("data", 4, "y"): now,
        },
        sentences=[
            _sentence(
                unknown, s, t, {name: float(v[f]) for name, v in numbers.items()}, float(found.now[f, 0])
            )
            for f, (s, t) in enumerate(zip(says, truth, strict=True))
        ],
        table=Table(
            columns=("", "by the bound", "exactly"),
            rows=tuple(((f"{SOLVED[unknown]} needed", s, t),) for s, t in zip(says, truth, strict=True)),
        ),
        slots={
            **{name: [plain(float(x)) for x in v] for name, v in numbers.items()},
            "solved": says,
            "truth": truth,
        },
        card=Card(
            title=f"Solve for {SOLVED[unknown]}",
            source="LAP-3, inverse form",
            formula=formula(_FORMULAS[unknown][0]),
            filled=formula(_FORMULAS[unknown][1]),
            rows=(("by the bound", "solved"), ("exactly", "truth")),
            note="Both hold for every table: the noise knows nothing of the data.",
        ),
        code=code,
    )


def _solved(unknown: str, value: float) -> str:
    if unknown == "n":
        return f"{value:,.0f}"
    if unknown == "alpha":
        return f"{value:.4g}"
    return nats(value) if unknown == "epsilon" else probability(value)


def _sentence(unknown: str, says: str, truth: str, at: dict[str, float], now: float) -> str:
    given = {"n": f"{at['n']:,.0f} people", "epsilon": f"ε = {nats(at['epsilon'])}"}
    off = "a count" if unknown == "alpha" else f"one of {at['k']:,.0f} counts"
    if unknown == "beta":
        return (
            f"With {given['epsilon']} and {given['n']}, {off} is off by {percent(at['alpha'])} of the people or more "
            f"with probability at most {says}, says the theorem; exactly, with probability {truth}."
        )
    if unknown == "alpha":
        return (
            f"With {given['epsilon']} and {given['n']}, all {at['k']:,.0f} counts are within α of n with probability "
            f"{percent(1 - at['beta'])} for α = {says}, says the theorem; exactly, for α = {truth}."
        )
    known = given["epsilon" if unknown == "n" else "n"]
    return (
        f"So that with {known} {off} is off by {percent(at['alpha'])} of the people or more with probability at most "
        f"{percent(at['beta'])}, the theorem asks for {SOLVED[unknown]} = {says}. Exactly, {truth} is enough. As the "
        f"sliders stand, it happens with probability {percent(now)}."
    )
