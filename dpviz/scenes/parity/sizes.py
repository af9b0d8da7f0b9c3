"""How many examples: full rank, and the runs and examples that amplification takes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import number, percent, plain, probability, small
from dpviz.learning.parity.sizes import AmplifiedSize
from dpviz.learning.parity.sweeps import LiveRuns, RankCurve
from dpviz.scenes.marks import line, points


def rank_scene(
    *,
    bits: NDArray[np.int64],
    curves: list[RankCurve],
    extra: NDArray[np.int64],
    enough: NDArray[np.int64],
    alpha: float,
    beta: float,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    seed: int,
    code: str = "",
) -> Scene:
    """The chance that n uniform examples leave one parity: formula, simulation with its band (PAR-3).

    Parameters
    ----------
    bits : ndarray of int, shape (F,)
    curves : list of RankCurve
    extra : ndarray of int
        n - d.
    enough : ndarray of int, shape (F,)
        What the general bound asks for.
    alpha, beta : float
    axis, values, start, code
        See `Scene`.
    seed : int
    """
    exact = np.array([c.exact for c in curves])
    shown = np.array([c.simulated for c in curves])
    half = np.array([c.half for c in curves])
    low, high = np.clip(exact - half, 0, 1), np.clip(exact + half, 0, 1)
    first = curves[start]
    figure = style.figure(
        line(extra, low[start], style.FAINT_BLUE, width=0),
        line(extra, high[start], style.FAINT_BLUE, f"± 2 standard errors of {first.trials} trials", width=0,
             fill="tonexty", fillcolor=style.FAINT_BLUE) | {"showlegend": True},
        line(extra, exact[start], style.BLUE, "exact"),
        points(extra, shown[start], style.ORANGE, "simulated", size=9),
        height=400,
        xaxis=style.axis("examples beyond d: n − d", dtick=2),
        yaxis=style.axis("chance that one parity is left", range=[-0.03, 1.05]),
    )  # fmt: skip
    two = int(np.searchsorted(extra, 2))
    return Scene(
        title="How many examples until one parity is left",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): low,
            ("data", 1, "y"): high,
            ("data", 2, "y"): exact,
            ("data", 3, "y"): shown,
        },
        sentences=[
            f"With d = {d} bits, d + 2 = {d + 2} uniform examples leave one parity with probability "
            f"{percent(float(e[two]))}; in {c.trials} simulated samples it was {percent(float(s[two]))} "
            f"(± {200 * np.sqrt(e[two] * (1 - e[two]) / c.trials):.1f} points). The bound for any distribution asks "
            f"for {number(int(m))}."
            for d, e, s, c, m in zip(bits, exact, shown, curves, enough, strict=True)
        ],
        table=Table(
            columns=("n", "exact", "simulated", "± two standard errors"),
            rows=tuple(
                tuple(
                    (str(int(n)), probability(float(e)), probability(float(s)), probability(float(h)))
                    for n, e, s, h in zip(c.n, c.exact, c.simulated, c.half, strict=True)
                )
                for c in curves
            ),
        ),
        slots={
            "bits": [str(int(d)) for d in bits],
            "two": [str(int(d) + 2) for d in bits],
            "chance": [probability(float(e[two])) for e in exact],
            "shown": [probability(float(s[two])) for s in shown],
            "enough": [number(int(m)) for m in enough],
            "alpha": [small(alpha)],
            "beta": [small(beta)],
            "trials": [str(first.trials)],
            "seed": [str(seed)],
        },
        card=Card(
            title="Full rank, and a bound that needs no uniform examples",
            source="PAR-3",
            formula=formula(
                r"\Pr[\text{rank}=d]=\prod_{i=0}^{d-1}\left(1-2^{\,i-n}\right),\qquad "
                r"n\ge\frac{d\ln 2+\ln(1/\beta)}{\alpha}"
            ),
            filled=formula(
                r"d=\text{@bits},\ n=\text{@two}:\quad\Pr=\text{@chance};\qquad \alpha=\text{@alpha},\ "
                r"\beta=\text{@beta}:\quad n\ge\text{@enough}"
            ),
            rows=(
                ("chance at n = d + 2, exact", "chance"),
                ("the same, simulated", "shown"),
                ("n that the bound asks for", "enough"),
            ),
            assumptions=(
                Assumption("the chance: every bit of every example is a fair coin"),
                Assumption("the bound: examples from any one distribution, labels without a mistake"),
            ),
        ),
        code=code,
    )


def amplify_scene(
    *,
    beta: NDArray[np.float64],
    now: dict[tuple[str, str], list[AmplifiedSize]],
    plainly: list[int],
    accounted: dict[str, NDArray[np.float64]],
    parameters: dict[str, NDArray[Any]],
    axis: str,
    values: NDArray[np.float64],
    start: int,
    curves: NDArray[np.float64],
    code: str = "",
) -> Scene:
    """Runs and examples against the failure probability (PAR-6 to PAR-8).

    Parameters
    ----------
    beta : ndarray of shape (m,)
        Where the curves are drawn.
    now : dict of (split, keep) to list of AmplifiedSize, one a frame
    plainly : list of int
        What the learner without privacy needs, one a frame.
    accounted : dict of split to ndarray of shape (F,)
        Exact ε by composition.
    parameters : dict of arrays of shape (F,)
        epsilon, alpha, beta, bits.
    axis, values, start, code
        See `Scene`.
    curves : ndarray of shape (F, 4, m)
        Runs; examples as published; examples with the tight keep-probability; without privacy.
    """
    seed = now["data", "seed"]
    tight = now["data", "tight"]
    runs = np.array([s.runs for s in seed], dtype=float)
    figure = style.figure(
        line(beta, curves[start, 0], style.PURPLE, "runs, k", shape="hv"),
        points([parameters["beta"][start]], [runs[start]], style.PURPLE, size=12),
        line(beta, curves[start, 1], style.BLUE, "examples, p = ε/4", shape="hv", xaxis="x2", yaxis="y2"),
        line(beta, curves[start, 2], style.GREEN, "examples, p = tanh(ε/2)", dash="dash", shape="hv",
             xaxis="x2", yaxis="y2"),
        line(beta, curves[start, 3], style.GREY, "without privacy", dash="dot", xaxis="x2", yaxis="y2"),
        points([parameters["beta"][start]] * 3, [seed[start].total, tight[start].total, plainly[start]],
               [style.BLUE, style.GREEN, style.GREY], size=12, xaxis="x2", yaxis="y2"),
        height=560,
        xaxis=style.axis("", type="log", anchor="y", range=[-3, np.log10(0.5)], showticklabels=False),
        yaxis=style.axis("runs", domain=[0.66, 1], range=[0, 12.5], nticks=5),
        xaxis2=style.axis("β, the chance to fail", type="log", anchor="y2", range=[-3, np.log10(0.5)],
                          tickvals=[0.001, 0.01, 0.1, 0.5], ticktext=["0.1 %", "1 %", "10 %", "50 %"]),
        yaxis2=style.axis("examples", type="log", domain=[0, 0.56], anchor="x2", nticks=6,
                          range=[np.log10(np.nanmin(curves[:, 3])) - 0.1, np.log10(np.nanmax(curves[:, 1])) + 0.1]),
    )  # fmt: skip
    at = np.repeat(parameters["beta"][:, None].astype(float), 3, axis=1)
    totals = np.array(
        [[a.total, b.total, c] for a, b, c in zip(seed, tight, plainly, strict=True)], dtype=float
    )
    return Scene(
        title="Runs and examples, against the chance to fail",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): curves[:, 0],
            ("data", 1, "x"): at[:, :1],
            ("data", 1, "y"): runs[:, None],
            ("data", 2, "y"): curves[:, 1],
            ("data", 3, "y"): curves[:, 2],
            ("data", 4, "y"): curves[:, 3],
            ("data", 5, "x"): at,
            ("data", 5, "y"): totals,
        },
        sentences=[
            f"For d = {int(d)} bits, error {percent(a)} and a chance to fail of {percent(b)}: {s.runs} runs on "
            f"{number(s.block)} examples each, {number(s.total)} in all. All runs fail with probability "
            f"{percent(0.5**s.runs)}. With the tight keep-probability {number(t.total)} are enough; without privacy, "
            f"{number(c)}."
            for d, a, b, s, t, c in zip(
                parameters["bits"], parameters["alpha"], parameters["beta"], seed, tight, plainly, strict=True
            )
        ],
        table=Table(
            columns=("what is split", "p", "ε a run", "examples a run", "examples in all", "exact ε of all runs"),
            rows=tuple(
                tuple(
                    (
                        {"data": "the examples", "budget": "the ε"}[split],
                        {"seed": "ε/4", "tight": "tanh(ε/2)"}[rule],
                        small(found[f].each),
                        number(found[f].block),
                        number(found[f].total),
                        small(float(accounted[split][f])) if rule == "seed" else small(float(parameters["epsilon"][f])),
                    )
                    for (split, rule), found in now.items()
                )
                for f in range(len(values))
            ),
        ),
        slots={
            **{name: [plain(float(v)) for v in parameters[name]] for name in ("epsilon", "alpha", "beta")},
            "bits": [str(int(d)) for d in parameters["bits"]],
            "runs": [str(s.runs) for s in seed],
            "block": [number(s.block) for s in seed],
            "total": [number(s.total) for s in seed],
            "tight": [number(s.total) for s in tight],
            "allfail": [probability(0.5**s.runs) for s in seed],
            "budget": [number(s.total) for s in now["budget", "seed"]],
            "bydata": [small(float(v)) for v in accounted["data"]],
            "bybudget": [small(float(v)) for v in accounted["budget"]],
        },
        card=Card(
            title="A few runs make FAIL rare",
            source="PAR-6, PAR-7, PAR-8",
            formula=formula(
                r"k=\left\lceil\log_2\frac{2}{\beta}\right\rceil,\quad n_0=\left\lceil"
                r"\frac{4\,(d\ln 2+\ln(2/\beta))}{\varepsilon\,\alpha}\right\rceil,\quad n=k\,n_0"
            ),
            filled=formula(r"k=\text{@runs},\quad n_0=\text{@block},\quad n=\text{@total}"),
            rows=(
                ("chance that all runs fail", "allfail"),
                ("examples when the examples are split", "total"),
                ("examples when the ε is split", "budget"),
                ("exact ε, examples split", "bydata"),
                ("exact ε, ε split", "bybudget"),
            ),
            assumptions=(
                Assumption("labels are those of one parity"),
                Assumption("a run's ε is below 4, so that p = ε/4 is below 1",
                           tuple(bool(e < 4) for e in parameters["epsilon"])),
            ),
            note="Neighbours: one example is replaced. When the examples are split, each run keeps the whole ε: a "
            "changed example is in one block only. One source says to decrease ε and not which variant it means; the "
            "constant in n₀ is derived here.",
        ),
        code=code,
    )  # fmt: skip


def live_scene(
    *,
    bits: NDArray[np.int64],
    found: list[LiveRuns],
    axis: str,
    values: NDArray[np.float64],
    start: int,
    seed: int,
    numbers: dict[str, Any],
    code: str = "",
) -> Scene:
    """The runs of one amplified learner, for many bits (PAR-7).

    Parameters
    ----------
    bits : ndarray of int, shape (F,)
    found : list of LiveRuns
    axis, values, start, code
        See `Scene`.
    seed : int
    numbers : dict
        epsilon, alpha, beta, keep: for the code.
    """
    most = max(f.size.runs for f in found)
    run = np.arange(1, most + 1)
    rank = np.array([f.rank / d for f, d in zip(found, bits, strict=True)])
    stopped = np.array([f.stopped for f in found])
    right = np.array([f.right for f in found])
    marks = {
        "FAIL, by the coin": (stopped, np.zeros_like(rank), style.ORANGE, "x"),
        "the true parity": (right, rank, style.GREEN, "circle"),
        "another parity": (~stopped & ~right, rank, style.PURPLE, "diamond"),
    }
    drawn = [np.where(where, height, np.nan) for where, height, _, _ in marks.values()]
    figure = style.figure(
        {"type": "bar", "x": run, "y": rank[start], "marker": {"color": style.FAINT_BLUE}, "hoverinfo": "skip",
         "name": "rank of what was kept, ÷ d"},
        *[points(run, y[start], colour, name, symbol=symbol, size=15)
          for y, (name, (_, _, colour, symbol)) in zip(drawn, marks.items(), strict=True)],
        line([0.4, most + 0.6], [1, 1], style.GREY, "full rank", dash="dot", width=2),
        height=380,
        xaxis=style.axis("run", dtick=1, range=[0.4, most + 0.6]),
        yaxis=style.axis("rank ÷ d", range=[-0.06, 1.12], nticks=6),
    )  # fmt: skip
    return Scene(
        title="All runs, live",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): rank,
            **{("data", i + 1, "y"): y for i, y in enumerate(drawn)},
        },
        sentences=[_live_sentence(int(d), f) for d, f in zip(bits, found, strict=True)],
        table=Table(
            columns=("run", "coin", "kept", "rank", "parity drawn"),
            rows=tuple(
                tuple(
                    (
                        str(i + 1),
                        "FAIL" if f.stopped[i] else "go on",
                        number(int(f.kept[i])),
                        str(int(f.rank[i])),
                        "–" if f.stopped[i] else "the true one" if f.right[i] else "another",
                    )
                    for i in range(f.size.runs)
                )
                for f in found
            ),
        ),
        slots={
            "bits": [str(int(d)) for d in bits],
            "seed": [str(seed)],
            **{name: [plain(float(numbers[name]))] for name in ("epsilon", "alpha", "beta")},
            "keep": [repr(numbers["keep"])],
        },
        code=code,
    )


def _live_sentence(bits: int, found: LiveRuns) -> str:
    fails = int(found.stopped.sum())
    said = (
        f"{2**bits:,} parities over {bits} bits" if bits <= 20 else f"2^{bits} parities over {bits} bits"
    ) + f": {found.size.runs} runs on {number(found.size.block)} examples each, {fails} ended by the coin. "
    if found.first is None:
        return said + "All failed: published is FAIL."
    i = found.first
    verdict = "the true parity" if found.right[i] else "another parity"
    return said + f"Run {i + 1} is the first that went on, and it publishes {verdict}."
