"""Post-processing: whatever is made of a release, the loss never grows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, plain, probability
from dpviz.mechanisms.processed_sweep import TRIES, ProcessedSweep
from dpviz.scenes.marks import heading, line

MAPS = {"round": "rounded", "clamp": "clamped", "random": "through a random matrix"}


def processed_scene(
    *, sweep: ProcessedSweep, map: str, width: NDArray[np.int64], seed: int,
    axis: str, values: NDArray[np.float64], start: int, code: str = "",
) -> Scene:  # fmt: skip
    """The two worlds' laws before and after a map, and their losses (DP-4).

    Parameters
    ----------
    sweep : ProcessedSweep
    map : {"round", "clamp", "random"}
    width : ndarray of shape (F,)
    seed : int
    axis, values, start, code
        See `Scene`.
    """
    x = sweep.outcomes
    meter = np.stack([sweep.tried, sweep.after, sweep.before, sweep.epsilon], axis=1) / sweep.epsilon[:, None]
    names = [f"{TRIES} tries", "after", "before", "ε"]
    top = 1.1 * float(
        max(sweep.here_after[start].max(), sweep.there_after[start].max(), sweep.here[start].max())
    )
    figure = style.figure(
        {"type": "bar", "x": x, "y": sweep.here_after[start], "name": "this table, after",
         "marker": {"color": style.BLUE}, "hoverinfo": "skip"},
        {"type": "bar", "x": x, "y": sweep.there_after[start], "name": "its neighbour, after",
         "marker": {"color": style.ORANGE}, "hoverinfo": "skip"},
        line(x, sweep.here[start], style.BLUE, "before", width=2, shape="hvh"),
        line(x, sweep.there[start], style.ORANGE, width=2, dash="dash", shape="hvh"),
        {"type": "bar", "orientation": "h", "x": meter[start], "y": names, "xaxis": "x2", "yaxis": "y2",
         "showlegend": False, "hoverinfo": "skip",
         "marker": {"color": [style.GREEN, style.BLUE, style.GREY, style.PURPLE]}},
        height=560,
        barmode="group",
        xaxis=style.axis("published in the end", anchor="y", range=[-1, len(x)]),
        yaxis=style.axis("probability", domain=[0.5, 1], range=[0, top], nticks=4),
        xaxis2=style.axis("loss ÷ ε", anchor="y2", range=[0, 1.15], nticks=6),
        yaxis2=style.axis("", domain=[0, 0.27], type="category"),
        annotations=[heading(f"exact losses, and the worst of {TRIES} random matrices", 0.29)],
    )  # fmt: skip
    motion: dict[tuple[str | int, ...], Any] = {
        ("data", 0, "y"): sweep.here_after,
        ("data", 1, "y"): sweep.there_after,
        ("data", 2, "y"): sweep.here,
        ("data", 3, "y"): sweep.there,
        ("data", 4, "x"): meter,
        ("layout", "yaxis", "range"): [
            (0.0, 1.1 * float(max(a.max(), b.max(), c.max())))
            for a, b, c in zip(sweep.here_after, sweep.there_after, sweep.here, strict=True)
        ],
    }
    how = {"round": "rounded to multiples of {}", "clamp": "clamped, {} cut off at each end",
           "random": "sent through random matrix number {}"}[map]  # fmt: skip
    number = [int(w) - (map == "clamp") if map != "random" else seed for w in width]
    return Scene(
        title=f"Try to make the loss grow · {MAPS[map]}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            f"With ε = {nats(float(e))} the noisy count loses {nats(float(b))} nats; {how.format(k)}, it loses "
            f"{nats(float(a))}. Of {TRIES} matrices drawn at random the worst loses {nats(float(t))}. "
            "None loses more than the release it was made from."
            for e, b, a, t, k in zip(sweep.epsilon, sweep.before, sweep.after, sweep.tried, number, strict=True)
        ],
        table=Table(
            columns=("", "loss (nats)"),
            rows=tuple(
                (("before", nats(float(b))), ("after", nats(float(a))), (names[0], nats(float(t))))
                for b, a, t in zip(sweep.before, sweep.after, sweep.tried, strict=True)
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in sweep.epsilon],
            "width": [str(int(w)) for w in width],
            "seed": [str(seed)],
            "before": [nats(float(b)) for b in sweep.before],
            "after": [nats(float(a)) for a in sweep.after],
            "room": [probability(max(round(float(x), 9), 0.0)) for x in sweep.before - sweep.after],
        },
        card=Card(
            title="Nothing done afterwards makes it worse",
            source="DP-4",
            formula=formula(r"\Pr[g(M(X))\in T]=\Pr[M(X)\in g^{-1}(T)]"
                r"\;\le\;e^{\varepsilon}\Pr[M(X')\in g^{-1}(T)]+\delta"),
            filled=formula(r"\text{@after}\;\le\;\text{@before}"),
            rows=(("loss before, in nats", "before"), ("loss after", "after"), ("thrown away", "room")),
            assumptions=(Assumption("the map does not look at the table again"),),
            note="A random map is a mixture of maps without chance, and the inequality is linear. The proof is missing "
            "in the source; it is given here.",
        ),
        code=code,
    )  # fmt: skip
