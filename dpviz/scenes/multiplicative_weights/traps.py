"""A slip beside the right algorithm, with the same luck: what it does to the error and to ε."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats as few
from dpviz.draw.words import plain
from dpviz.queries.traps import TrapRun
from dpviz.scenes.marks import heading, label, line, points
from dpviz.scenes.multiplicative_weights.bars import share

Floats = NDArray[np.float64]

LEAST, MOST = 1e-6, 1e9  # of the ε drawn; more, and without bound, stands at the edge
RULES = {
    "none": r"e^{-\eta\,q},\quad e^{\varepsilon_0 n\,\text{gap}/2},\quad \text{Lap}(1/(\varepsilon_0 n)),\quad 4\alpha",
    "wrong_sign": r"e^{+\eta\,q}\quad\text{for}\quad e^{-\eta\,q}",
    "inverted_rate": r"e^{n\,\text{gap}/(2\varepsilon_0)}\quad\text{for}\quad e^{\varepsilon_0 n\,\text{gap}/2}",
    "laplace_without_n": r"\text{Lap}(1/\varepsilon_0)\quad\text{for}\quad \text{Lap}(1/(\varepsilon_0 n))",
    "sensitivity_forgotten": r"e^{\varepsilon_0\,\text{gap}/2}\quad\text{for}\quad e^{\varepsilon_0 n\,\text{gap}/2}",
    "exact_answers": r"Y=q(p)\quad\text{for}\quad Y=q(p)+\text{Lap}(1/(\varepsilon_0 n))",
    "absolute_score": r"|q(\hat p)-q(p)|\quad\text{for}\quad q(\hat p)-q(p)\ \text{with complements}",
    "log2": r"L=\frac{\log_2|U|}{2\alpha^2}\quad\text{for}\quad L=\frac{\ln|U|}{2\alpha^2}",
    "mixed_modes": r"\eta=\alpha,\ L=\frac{\ln|U|}{2\alpha^2}\quad\text{for}\quad \eta=4\alpha",
    "error_alpha": r"\text{error}\leq\alpha\quad\text{for}\quad\text{error}\leq 4\alpha",
}


def traps_scene(
    *,
    right: TrapRun,
    slip: TrapRun,
    every: tuple[TrapRun, ...],
    labels: dict[str, str],
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """The largest error round by round, with and without the slip, and ε as claimed and as paid (PMW-11).

    Parameters
    ----------
    right, slip : TrapRun
        With equal generators.
    every : tuple of TrapRun
        All slips, for the table.
    labels : dict
        Each slip in a few words.
    axis, values, start, code
        See `Scene`; the axis counts rounds.
    """
    at = values.astype(np.int64)
    most = int(at[-1])
    rounds = np.arange(most + 1)
    so_far = rounds[None, :] <= at[:, None]
    good, bad = _padded(right, most), _padded(slip, most)
    here = np.minimum(at, slip.rounds)
    promised, kept = slip.promised_error, slip.kept
    top = max(1.0, 1.08 * float(max(np.nanmax(good), np.nanmax(bad))))
    paid = slip.epsilon_paid
    edge = min(max(paid, LEAST), MOST)
    bad_colour = style.ORANGE
    figure = style.figure(
        line([0, most], [promised] * 2, style.INK, width=2, dash="dash"),
        line(rounds, np.where(so_far, good, np.nan)[start], style.GREY, "as it should be", width=8),
        line(rounds, np.where(so_far, bad, np.nan)[start], bad_colour, "with the slip", width=4),
        points([min(right.rounds, most)], [np.nan], style.GREY, symbol="square", size=11),
        points([here[start]], [bad[here[start]]], bad_colour, symbol="square", size=12),
        line([slip.epsilon_claimed, edge], [0, 0], bad_colour, width=5, xaxis="x2", yaxis="y2"),
        points([slip.epsilon_claimed], [0], style.INK, "ε claimed", symbol="line-ns-open", size=26, xaxis="x2",
               yaxis="y2"),
        points([edge], [0], bad_colour, "ε paid", symbol="triangle-right" if paid > MOST else "circle", size=15,
               xaxis="x2", yaxis="y2"),
        height=540,
        xaxis=style.axis("round", range=[-0.02 * most, 1.02 * most], anchor="y"),
        yaxis=style.axis("largest error", range=[0, top], tickformat=".0%", domain=[0.36, 1]),
        xaxis2=style.axis("ε, on a logarithmic scale", type="log",
                          range=[math.log10(LEAST) - 0.3, math.log10(MOST) + 0.5],
                          anchor="y2", tickvals=[1e-6, 1e-3, 1, 1e3, 1e6, 1e9],
                          ticktext=["1e-6", "0.001", "1", "1000", "1e6", "1e9"]),
        yaxis2=style.axis("", range=[-1, 1], domain=[0, 0.1], showticklabels=False, showgrid=False, anchor="x2"),
        annotations=[
            label("error promised", promised, style.INK, yref="y"),
            heading(f"claimed ε = {nats(slip.epsilon_claimed)}, paid {nats(paid)}", 0.11),
        ],
    )  # fmt: skip
    return Scene(
        title=f"The slip: {labels[slip.trap]}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 1, "y"): np.where(so_far, good, np.nan),
            ("data", 2, "y"): np.where(so_far, bad, np.nan),
            ("data", 3, "y"): np.where(
                at >= right.rounds, right.max_error[-1] if right.rounds <= most else np.nan, np.nan
            )[:, None],
            ("data", 4, "x"): here[:, None].astype(float),
            ("data", 4, "y"): bad[here][:, None],
        },
        sentences=[_sentence(right, slip, int(t)) for t in at],
        table=Table(
            columns=("slip", "ε claimed", "ε paid", "rounds", "error promised", "error at the end", "kept"),
            rows=(
                tuple(
                    (
                        labels[run.trap],
                        nats(run.epsilon_claimed),
                        nats(run.epsilon_paid),
                        str(run.rounds),
                        share(run.promised_error),
                        share(float(run.max_error[-1])),
                        _verdict(run),
                    )
                    for run in every
                ),
            ),
        ),
        slots={
            "t": [str(int(t)) for t in here],
            "claimed": [nats(slip.epsilon_claimed)],
            "paid": [nats(paid)],
            "promised": [share(promised)],
            "error": [share(float(slip.max_error[-1]))],
            "right": [share(float(right.max_error[-1]))],
            "used": [f"{slip.rounds:,} of {slip.plan.rounds:,} planned" if slip.trap != "log2" else str(slip.rounds)],
            "epsilon": [plain(slip.epsilon_claimed)],
            "alpha": [plain(slip.alpha)],
            "n": [str(slip.n)],
        },
        card=Card(
            title="What was written, for what should be",
            source="PMW-11",
            formula=formula(RULES[slip.trap]),
            filled="",
            rows=(
                ("ε claimed", "claimed"),
                ("ε paid, by basic composition", "paid"),
                ("error promised", "promised"),
                ("error at the end, with the slip", "error"),
                ("error at the end, as it should be", "right"),
                ("rounds used", "used"),
            ),
            assumptions=(
                Assumption("ε is at least what is paid: the claim about privacy is true", (slip.private,)),
                Assumption("this run ended by itself, within the error promised", (kept,)),
            ),
            note=slip.what + " Both runs have the same luck.",
        ),
        code=code,
    )  # fmt: skip


def nats(x: float) -> str:
    """An ε, however large."""
    return few(x) if not 1e4 <= x < math.inf else f"{float(f'{x:.3g}'):,.0f}"


def _padded(run: TrapRun, most: int) -> Floats:
    found = np.full(most + 1, np.nan)
    shown = min(most, run.rounds) + 1
    found[:shown] = run.max_error[:shown]
    return found


def _verdict(run: TrapRun) -> str:
    said = ["privacy broken"] * (not run.private) + ["error broken"] * (not run.kept)
    return ", ".join(said) or "both kept"


def _sentence(right: TrapRun, slip: TrapRun, t: int) -> str:
    if t == 0:
        return f"Before the first round the largest error is {share(float(slip.max_error[0]))}. {slip.what} Press Play."
    here, there = min(t, slip.rounds), min(t, right.rounds)
    ended = (
        f" (it {'stopped' if slip.stopped else 'used up its rounds'} after {slip.rounds})"
        if t >= slip.rounds
        else ""
    )
    said = (
        f"After round {t} the largest error is {share(float(slip.max_error[here]))} with the slip{ended}, and "
        f"{share(float(right.max_error[there]))} without. "
    )
    if slip.trap == "none":
        return said + "Privacy and error are both kept." if slip.kept else said + "Too few people for this α."
    if not slip.private:
        return said + f"ε = {nats(slip.epsilon_claimed)} is claimed, and {nats(slip.epsilon_paid)} is paid."
    if t < slip.rounds:
        return said + "It is still private: the slip costs accuracy."
    return said + (
        "It is still private, and this run keeps its promise: it wasted budget."
        if slip.kept
        else f"It is still private, but the promised {share(slip.promised_error)} is not kept."
    )
