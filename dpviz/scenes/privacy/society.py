"""What a vote is worth, what a group risks, and what the low bits of floating-point noise tell."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, percent, plain, probability, small
from dpviz.mechanisms.society_sweep import BitsSweep, GroupSweep, VoteSweep
from dpviz.scenes.marks import heading, line, points


def vote_scene(
    *, sweep: VoteSweep, axis: str, values: NDArray[np.float64], start: int, code: str = ""
) -> Scene:
    """Expected utility with a vote, between the limits from the world without it (DP-5).

    Parameters
    ----------
    sweep : VoteSweep
    axis, values, start, code
        See `Scene`.
    """
    grow = np.exp(sweep.epsilon)[:, None]
    high, low = sweep.there * grow, sweep.there / grow
    now = sweep.at[:, :1]
    spot = sweep.worth[:, None]
    holds = np.array([not text for text in sweep.refusal])
    reach = [-1.6, 1.6]
    figure = style.figure(
        line(sweep.worths, sweep.here[start], style.BLUE, "your vote given", width=4),
        line(sweep.worths, high[start], style.ORANGE, "limits by the factor", dash="dash"),
        line(sweep.worths, low[start], style.ORANGE, dash="dash"),
        line(sweep.worths, sweep.signed[start, :, 0], style.GREEN, "limits for any sign", dash="dot"),
        line(sweep.worths, sweep.signed[start, :, 1], style.GREEN, dash="dot"),
        points(spot[start], now[start], style.PURPLE, "now", size=15),
        height=430,
        xaxis=style.axis("worth of outcome B (outcome A is worth 1)", range=[-1.03, 1.03]),
        yaxis=style.axis("expected utility", range=reach, nticks=6),
        shapes=[{"type": "line", "x0": 0, "x1": 0, "yref": "paper", "y0": 0, "y1": 1,
                 "line": {"color": style.GREY, "width": 1, "dash": "dot"}}],
    )  # fmt: skip
    factor = [float(a / b) if b else np.inf for a, b in sweep.at]
    return Scene(
        title="What is one vote worth, and to whom?",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): sweep.here,
            ("data", 1, "y"): high,
            ("data", 2, "y"): low,
            ("data", 3, "y"): sweep.signed[:, :, 0],
            ("data", 4, "y"): sweep.signed[:, :, 1],
            ("data", 5, "x"): spot,
            ("data", 5, "y"): now,
        },
        sentences=[
            f"If B is worth {v:.2g} to somebody, their expected utility is {a:.4g} with your vote for A "
            f"and {b:.4g} with your vote for B: "
            + (
                f"a factor of {f:.3g}, where {np.exp(e):.3g} is the limit."
                if ok
                else f"here a factor means nothing, and the theorem is refused ({text.split(';')[0]}). The limits for "
                "any sign still hold."
            )
            for v, (a, b), f, e, ok, text in zip(
                sweep.worth, sweep.at, factor, sweep.epsilon, holds, sweep.refusal, strict=True
            )
        ],
        table=Table(
            columns=("", "expected utility"),
            rows=tuple(
                (("your vote for A", f"{a:.6g}"), ("your vote for B", f"{b:.6g}"),
                 ("the most the theorem allows", f"{b * np.exp(e):.6g}"))
                for (a, b), e in zip(sweep.at, sweep.epsilon, strict=True)
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in sweep.epsilon],
            "worth": [plain(float(v)) for v in sweep.worth],
            "here": [f"{a:.6g}" for a, _ in sweep.at],
            "there": [f"{b:.6g}" for _, b in sweep.at],
            "limit": [f"{b * np.exp(e):.6g}" for (_, b), e in zip(sweep.at, sweep.epsilon, strict=True)],
        },
        card=Card(
            title="Nobody’s expected utility moves by more than a factor",
            source="DP-5",
            formula=formula(
                r"u\ge 0:\quad e^{-\varepsilon}\,E_{X'}[u]\;\le\;E_X[u]\;\le\;e^{\varepsilon}\,E_{X'}[u]"
            ),
            rows=(("E with the vote", "here"), ("E without it", "there"), ("the most the theorem allows", "limit")),
            assumptions=(
                Assumption("no outcome is worth less than 0", tuple(bool(h) for h in holds)),
                Assumption("one voter changes one vote; the outcome is drawn ε-privately"),
            ),
            note="The source leaves out u ≥ 0; without it the claim is false, as the left half of the picture shows. "
            "For any sign, |E − E′| ≤ (exp(ε) − 1) E′|u| holds.",
        ),
        code=code,
    )  # fmt: skip


def group_scene(
    *, sweep: GroupSweep, axis: str, values: NDArray[np.float64], start: int, code: str = ""
) -> Scene:
    """What ε for one person says about g people, and under the other relation (DP-7, DP-8).

    Parameters
    ----------
    sweep : GroupSweep
    axis, values, start, code
        See `Scene`.
    """
    at = np.searchsorted(sweep.sizes, sweep.size)
    rows = np.arange(len(values))
    spot = sweep.size[:, None].astype(float)
    loss, belief = sweep.promised[rows, at], sweep.belief[rows, at]
    last = float(sweep.sizes[-1])
    figure = style.figure(
        line(sweep.sizes, sweep.exact[start], style.BLUE, "exact: Laplace noise on a count", width=5),
        line(sweep.sizes, sweep.promised[start], style.ORANGE, "promised: g × ε", dash="dash", width=2),
        points(spot[start], loss[start : start + 1], style.PURPLE, "this group", size=14),
        line(sweep.sizes, sweep.belief[start], style.BLUE, xaxis="x2", yaxis="y2", width=4),
        points(spot[start], belief[start : start + 1], style.PURPLE, xaxis="x2", yaxis="y2", size=14),
        height=500,
        xaxis=style.axis("", anchor="y", range=[0, last + 0.5], showticklabels=False),
        xaxis2=style.axis("people in the group, g", anchor="y2", range=[0, last + 0.5]),
        yaxis=style.axis("loss (nats)", domain=[0.56, 1], rangemode="tozero", nticks=5,
                         range=[0, 1.08 * float(sweep.promised[start].max())]),
        yaxis2=style.axis("belief", domain=[0, 0.42], range=[0.48, 1.02], tickvals=[0.5, 0.75, 1],
                          ticktext=["50 %", "75 %", "100 %"]),
        annotations=[heading("how far a belief of 50 % about the whole group may move", 0.43)],
    )  # fmt: skip
    motion: dict[tuple[str | int, ...], Any] = {
        ("data", 0, "y"): sweep.exact,
        ("data", 1, "y"): sweep.promised,
        ("data", 2, "x"): spot,
        ("data", 2, "y"): loss[:, None],
        ("data", 3, "y"): sweep.belief,
        ("data", 4, "x"): spot,
        ("data", 4, "y"): belief[:, None],
        ("layout", "yaxis", "range"): [(0.0, 1.08 * float(row.max())) for row in sweep.promised],
    }
    return Scene(
        title="A family in the table",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            f"Whoever promises ε = {nats(float(e))} for one person promises {nats(float(w))} for {int(g)} together: a "
            f"belief of 50 % about all of them may move to {percent(float(b))}. And ε = {nats(float(e))} for adding or "
            f"removing a person gives ε = {nats(float(c[0]))} for replacing one."
            for e, g, w, b, c in zip(sweep.epsilon, sweep.size, loss, belief, sweep.converted, strict=True)
        ],
        table=Table(
            columns=("guarantee", "ε", "δ"),
            rows=tuple(
                (("one person added or removed", nats(float(e)), probability(float(d))),
                 ("one person replaced, which follows", nats(float(c[0])), probability(float(c[1]))),
                 (f"{int(g)} people added or removed", nats(float(w)), probability(float(x))))
                for e, d, c, g, w, x in zip(
                    sweep.epsilon, sweep.delta, sweep.converted, sweep.size, loss, sweep.grown, strict=True)
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in sweep.epsilon],
            "delta": [small(float(d)) for d in sweep.delta],
            "size": [str(int(g)) for g in sweep.size],
            "group": [f"{w:.6g}" for w in loss],
            "grown": [probability(float(x)) for x in sweep.grown],
            "replaced": [f"{c[0]:.6g}" for c in sweep.converted],
            "slack": [probability(float(c[1])) for c in sweep.converted],
        },
        card=Card(
            title="g people, and the two relations",
            source="DP-7, DP-8",
            formula=formula(
                r"(\varepsilon,\delta)\;\to\;\left(g\varepsilon,\;\delta\,\frac{e^{g\varepsilon}-1}{e^{\varepsilon}-1}"
                r"\right),"
                r"\qquad\text{add or remove}\;\to\;\text{replace}:\;"
                r"\left(2\varepsilon,\;(1+e^{\varepsilon})\delta\right)"
            ),
            filled=formula(r"\text{@size}\times\text{@epsilon}=\text{@group},"
                r"\qquad 2\times\text{@epsilon}=\text{@replaced}"),
            rows=(("ε for the group", "group"), ("its δ", "grown"),
                  ("ε for replacing one person", "replaced"), ("its δ", "slack")),
            assumptions=(Assumption("ε and δ hold for one person added or removed"),),
            note="In the other direction nothing follows: when a person is replaced, n is public, and a mechanism may "
            "print it.",
        ),
        code=code,
    )  # fmt: skip


def bits_scene(
    *, sweep: BitsSweep, seed: int, axis: str, values: NDArray[np.float64], start: int, code: str = ""
) -> Scene:
    """The last binary digit of live draws in two worlds, with plain and with lattice noise (CONV-7).

    Parameters
    ----------
    sweep : BitsSweep
    seed : int
    axis, values, start, code
        See `Scene`.
    """
    x = sweep.digits
    names = ("the count is 0", "the count is 1")
    colours = (style.BLUE, style.ORANGE)

    def bars(shares: NDArray[np.float64], place: str, legend: bool) -> list[dict[str, Any]]:
        return [
            {"type": "bar", "x": x, "y": shares[start, world], "name": names[world], "showlegend": legend,
             "marker": {"color": colours[world]}, "xaxis": f"x{place}", "yaxis": f"y{place}", "hoverinfo": "skip"}
            for world in (0, 1)
        ]  # fmt: skip

    figure = style.figure(
        *bars(sweep.plain, "", True),
        *bars(sweep.lattice, "2", False),
        height=540,
        barmode="group",
        bargap=0.05,
        xaxis=style.axis("", anchor="y", range=[x[0] - 1, x[-1] + 1], showticklabels=False),
        xaxis2=style.axis("last binary digit that is 1: the output is an odd multiple of 2 to this", anchor="y2",
                          range=[x[0] - 1, x[-1] + 1], dtick=10),
        yaxis=style.axis("share of draws", domain=[0.57, 1], range=[0, 0.56], tickformat=".0%", nticks=4),
        yaxis2=style.axis("share of draws", domain=[0, 0.43], range=[0, 0.56], tickformat=".0%", nticks=4),
        annotations=[heading("plain floating-point noise", 0.955), heading("noise on a lattice of step 2⁻¹⁰", 0.44)],
    )  # fmt: skip
    return Scene(
        title="What the last digits tell",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): sweep.plain[:, 0],
            ("data", 1, "y"): sweep.plain[:, 1],
            ("data", 2, "y"): sweep.lattice[:, 0],
            ("data", 3, "y"): sweep.lattice[:, 1],
        },
        sentences=[
            f"{sweep.draws:,} draws in each world (seed {seed}, ε = {nats(float(e))}). Of the plain draws around 0, "
            f"{percent(float(b[0]))} ± {200 * float(s[0]):.2g} points have a digit so fine that no float around 1 can "
            f"have it: they give the count away with certainty. On the lattice: {percent(float(b[1]))}."
            for e, b, s in zip(sweep.epsilon, sweep.betrayed, sweep.error, strict=True)
        ],
        table=Table(
            columns=("sampler", "draws that give 0 away", "± two standard errors"),
            rows=tuple(
                (("plain floats", f"{b[0]:.4f}", f"{2 * s[0]:.4f}"), ("lattice", f"{b[1]:.4f}", f"{2 * s[1]:.4f}"))
                for b, s in zip(sweep.betrayed, sweep.error, strict=True)
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in sweep.epsilon],
            "seed": [str(seed)],
            "draws": [str(sweep.draws)],
        },
        code=code,
    )  # fmt: skip
