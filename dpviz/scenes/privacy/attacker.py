"""The attacker's seat: what one output does to a belief, and how good the best attack is."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, percent, plain, probability, small
from dpviz.mechanisms.noise_sweep import Attack, NoiseSweep
from dpviz.privacy.attacker import posterior, posterior_range
from dpviz.scenes.marks import HALVES, QUARTERS, heading, line, points
from dpviz.scenes.privacy.worlds import Told, outputs_around

REACH = 12.0


def seat_scene(
    *,
    told: Told,
    sweep: NoiseSweep,
    prior: NDArray[np.float64],
    output: NDArray[np.float64],
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """One output is shown; the belief in "this table" moves from the prior (Bayes, with DP-1's limits).

    Parameters
    ----------
    told : Told
    sweep : NoiseSweep
    prior : ndarray of shape (F,)
        Belief before the output is seen.
    output : ndarray of shape (F,)
        The number that was published.
    axis, values, start, code
        See `Scene`.
    """
    outputs = outputs_around(sweep, REACH)
    belief = np.asarray(posterior(prior[:, None], sweep.loss(outputs)))
    seen_loss = sweep.loss(output[:, None])[:, 0]
    now = np.asarray(posterior(prior, seen_loss))
    floor, roof = (np.asarray(end) for end in posterior_range(prior, sweep.epsilon))
    pure = sweep.noise == "laplace"
    low, high = outputs[:, 0], outputs[:, -1]
    place = np.clip(output, low, high)
    ends = np.stack([low, high], axis=1)
    pair = [np.repeat(level[:, None], 2, axis=1) for level in (roof, floor, prior)]
    upright = np.repeat(place[:, None], 2, axis=1)
    names = ["before", "after"]
    bars = np.stack([prior, now], axis=1)
    figure = style.figure(
        line(outputs[start], belief[start], style.BLUE, "belief after each output", width=4),
        line(ends[start], pair[0][start], style.PURPLE, "as far as ε lets it move", dash="dot", width=2),
        line(ends[start], pair[1][start], style.PURPLE, dash="dot", width=2),
        line(ends[start], pair[2][start], style.GREY, "before", width=2),
        line(upright[start], [0, 1], style.ORANGE, "the output seen", width=2, dash="dash"),
        points([place[start]], [now[start]], style.ORANGE, size=15),
        {"type": "bar", "orientation": "h", "x": bars[start], "y": names, "xaxis": "x2", "yaxis": "y2",
         "marker": {"color": [style.GREY, style.ORANGE]}, "showlegend": False, "hoverinfo": "skip"},
        height=560,
        xaxis=style.axis(f"the number that is published ({told.unit})", anchor="y", nticks=7,
                         range=[float(low[start]), float(high[start])]),
        yaxis=style.axis("belief", domain=[0.44, 1], range=[-0.02, 1.02], **HALVES),
        xaxis2=style.axis("", anchor="y2", range=[0, 1], **QUARTERS),
        yaxis2=style.axis("", domain=[0, 0.17], type="category", autorange="reversed"),
        annotations=[heading(f"belief in “{told.here}”", 0.19)],
    )  # fmt: skip
    motion: dict[tuple[str | int, ...], Any] = {
        ("data", 0, "y"): belief,
        ("data", 1, "y"): pair[0],
        ("data", 2, "y"): pair[1],
        ("data", 3, "y"): pair[2],
        ("data", 4, "x"): upright,
        ("data", 5, "x"): place[:, None],
        ("data", 5, "y"): now[:, None],
        ("data", 6, "x"): bars,
    }
    if np.ptp(low) > 0:
        motion |= {
            ("data", 0, "x"): outputs,
            ("layout", "xaxis", "range"): [tuple(map(float, e)) for e in ends],
        }
        motion |= {("data", k, "x"): ends for k in (1, 2, 3)}
    tells = [
        f"Published was {z:,.4g}. It is {_likelier(float(w))}. Belief in “{told.here}” moves from "
        f"{percent(float(p))} to {percent(float(q))}. "
        + (
            f"With ε = {nats(float(e))}, no output whatever could have moved it below {percent(float(f))} or above "
            f"{percent(float(r))}."
            if pure
            else f"With Gauss's noise ε = {nats(float(e))} is no firm limit: a rare output may move it beyond "
            f"{percent(float(f))} or {percent(float(r))}."
        )
        for z, w, p, q, e, f, r in zip(output, seen_loss, prior, now, sweep.epsilon, floor, roof, strict=True)
    ]
    return Scene(
        title=f"One output, one belief · {told.name}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=tells,
        table=Table(
            columns=("", f"belief in “{told.here}”"),
            rows=tuple(
                (("before", probability(float(p))), ("after this output", probability(float(q))),
                 ("lowest that ε allows", probability(float(f))), ("highest that ε allows", probability(float(r))))
                for p, q, f, r in zip(prior, now, floor, roof, strict=True)
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in sweep.epsilon],
            "delta": [small(float(d)) for d in sweep.delta],
            "n": [str(int(k)) for k in sweep.n],
            "prior": [plain(float(p)) for p in prior],
            "output": [f"{z:.6g}" for z in output],
            "loss": [f"{w:.4g}" for w in seen_loss],
            "odds": [f"{p / (1 - p):.4g}" for p in prior],
            "after": [f"{q / (1 - q):.4g}" for q in now],
            "floor": [probability(float(f)) for f in floor],
            "roof": [probability(float(r)) for r in roof],
            "posterior": [probability(float(q)) for q in now],
        },
        card=Card(
            title="One output moves the odds by a factor of at most e to the ε",
            source="DP-1, with Bayes' rule",
            formula=formula(
                r"\frac{\Pr[X\,|\,z]}{\Pr[X'\,|\,z]}=e^{\text{loss}(z)}\cdot\frac{\Pr[X]}{\Pr[X']},\qquad "
                r"e^{-\varepsilon}\le e^{\text{loss}(z)}\le e^{\varepsilon}"
            ),
            filled=formula(r"e^{\text{@loss}}\times\text{@odds}=\text{@after}"),
            rows=(
                ("loss at this output, in nats", "loss"),
                ("belief after it", "posterior"),
                ("lowest belief that ε allows", "floor"),
                ("highest belief that ε allows", "roof"),
            ),
            assumptions=(
                Assumption("the attacker knows everybody else's record: these two worlds are all that is left"),
                Assumption("pure ε (Gauss's noise keeps it but for δ)", (pure,)),
            ),
            note="The limits hold for any attacker, with any prior and any computer. They say nothing of what the "
            "whole table teaches about people in general.",
        ),
        code=code,
    )  # fmt: skip


def roc_scene(
    *,
    told: Told,
    sweep: NoiseSweep,
    attack: Attack,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """False alarms against hits of the best attack, under the ceiling of (ε, δ) (DP-1).

    Parameters
    ----------
    told : Told
    sweep : NoiseSweep
    attack : Attack
    axis, values, start, code
        See `Scene`.
    """
    limit = (attack.ceiling - attack.alarms).max(axis=1)
    alarm, hit = attack.best[:, 0], attack.best[:, 1]
    figure = style.figure(
        line(attack.alarms, attack.ceiling[start], style.PURPLE, "ceiling of (ε, δ)", dash="dot"),
        line(attack.alarms, attack.caught[start], style.BLUE, "best attack", width=4),
        line([0, 1], [0, 1], style.GREY, "a coin", width=2, dash="dash"),
        points([alarm[start]], [hit[start]], style.ORANGE, "fewest mistakes", size=15),
        height=440,
        xaxis=style.axis("false alarms: says “here”, and is wrong", range=[-0.01, 1.01], **QUARTERS),
        yaxis=style.axis("hits: says “here”, and is right", range=[-0.01, 1.02], **QUARTERS),
    )  # fmt: skip
    return Scene(
        title=f"How good can an attack be? · {told.name}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): attack.ceiling,
            ("data", 1, "y"): attack.caught,
            ("data", 3, "x"): alarm[:, None],
            ("data", 3, "y"): hit[:, None],
        },
        sentences=[
            f"With ε = {nats(float(e))} the best attack there is tells the two worlds apart correctly "
            f"{percent(float(h))} of the time, where a coin is right half of the time: {_in_words(float(h))}. "
            f"No mechanism with this promise lets anybody do better than {percent(0.5 + float(g) / 2)}."
            for e, h, g in zip(sweep.epsilon, hit, limit, strict=True)
        ],
        table=Table(
            columns=("false alarms", "hits of the best attack", "ceiling"),
            rows=tuple(
                tuple(
                    (f"{a:.2f}", f"{c[i]:.4f}", f"{t[i]:.4f}")
                    for i, a in zip(_steps(len(c)), attack.alarms[_steps(len(c))], strict=True)
                )
                for c, t in zip(attack.caught, attack.ceiling, strict=True)
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in sweep.epsilon],
            "delta": [small(float(d)) for d in sweep.delta],
            "n": [str(int(k)) for k in sweep.n],
            "hit": [percent(float(h)) for h in hit],
            "advantage": [probability(float(a)) for a in attack.advantage],
            "limit": [probability(float(g)) for g in limit],
        },
        card=Card(
            title="A ceiling on every attack",
            source="DP-1",
            formula=formula(
                r"\text{hits}\;\le\;\min\left(e^{\varepsilon}a+\delta,\;1-e^{-\varepsilon}(1-\delta-a)\right),"
                r"\quad a=\text{false alarms}"
            ),
            rows=(
                ("hits less false alarms of the best attack", "advantage"),
                ("the most that the promise allows", "limit"),
            ),
            assumptions=(Assumption("the attacker sees one output, and knows the mechanism and both worlds"),),
            note="The event “the attacker says here” is an event like any other: the definition bounds its probability "
            "in one world by that in the other. The lower right half is the same picture for who says the opposite.",
        ),
        code=code,
    )  # fmt: skip


def _steps(points_drawn: int) -> NDArray[np.int64]:
    return np.linspace(0, points_drawn - 1, 11).astype(int)


def _in_words(hit: float) -> str:
    """Both ends of ε in words."""
    if hit < 0.55:
        return "hardly better than guessing"
    if hit < 0.7:
        return "a hint, no more"
    if hit < 0.9:
        return "a serious clue"
    if hit < 0.99:
        return "as good as knowing, mostly"
    return "the secret is out"


def _likelier(loss: float) -> str:
    if abs(loss) < 1e-9:
        return "equally likely in both worlds"
    ratio = math.exp(min(abs(loss), 600))
    here, there = ("this table", "its neighbour") if loss > 0 else ("its neighbour", "this table")
    return f"{ratio:.3g} times as likely from {here} as from {there}"
