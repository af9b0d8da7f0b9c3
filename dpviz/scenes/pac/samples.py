"""Errors on the sample against errors on the distribution, and the band that holds all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import percent, plain
from dpviz.learning.pac_sweep import GrowingSample
from dpviz.scenes.marks import heading, line, points

Floats = NDArray[np.float64]

SIDES = {1: "one side", 2: "both sides"}


def cut_scene(
    *,
    found: GrowingSample,
    width: Floats,
    beta: Floats,
    sides: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """Every cut's error on the patients seen, and on all doses (PAC-2, PAC-3, PAC-6, PAC-9).

    Parameters
    ----------
    found : GrowingSample
        Of the scurvy example.
    width, beta : ndarray of shape (F,)
        The band's width, and the chance it is left with.
    sides : {1, 2}
    axis, values, start, code
        See `Scene`.
    """
    cuts = np.arange(found.concepts.size)
    low, high = found.population - width[:, None], found.population + width[:, None]
    high = np.broadcast_to(high if sides == 2 else np.nan, low.shape)
    learned = found.learned
    spot = np.stack([learned, learned], axis=1).astype(float)
    heights = np.stack([found.sample[np.arange(len(learned)), learned], found.population[learned]], axis=1)
    ill = np.where(found.truth, found.counts, 0) / found.n[:, None]
    well = np.where(found.truth, 0, found.counts) / found.n[:, None]
    doses = found.concepts.instances
    figure = style.figure(
        line(cuts, found.population, style.ORANGE, "on all doses", width=4),
        line(cuts, found.sample[start], style.BLUE, "on the patients", width=3),
        line(cuts, low[start], style.PURPLE, "the theorem’s band", dash="dot", width=2),
        line(cuts, high[start], style.PURPLE, dash="dot", width=2),
        points(spot[start], heights[start], [style.BLUE, style.ORANGE], "learned", size=14),
        _bars(doses, ill[start], style.ORANGE, "scurvy"),
        _bars(doses, well[start], style.GREEN, "healthy"),
        height=560,
        barmode="stack",
        bargap=0.1,
        xaxis=style.axis("the rule: scurvy below this dose (mg a day)", anchor="y", range=[-1, 65]),
        xaxis2=style.axis("dose of the patients seen (mg a day)", anchor="y2", range=[-1, 65]),
        yaxis=style.axis("share of wrong labels", domain=[0.42, 1], range=[-0.03, 0.9], nticks=6),
        yaxis2=style.axis("share", domain=[0, 0.22], range=[0, 0.16], nticks=3),
        annotations=[heading("the patients", 0.225)],
    )
    wrong = found.population[learned]
    most, strays = width, found.gap if sides == 2 else found.deepest
    return Scene(
        title="How much vitamin C is enough?",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 1, "y"): found.sample,
            ("data", 2, "y"): low,
            ("data", 3, "y"): high,
            ("data", 4, "x"): spot,
            ("data", 4, "y"): heights,
            ("data", 5, "y"): ill,
            ("data", 6, "y"): well,
        },
        sentences=[
            f"After {_count(k, 'patient')} the learner says: scurvy below {j} mg. It is right about every patient it "
            f"has seen, and wrong about {_share(w, 'dose')}. "
            + (
                f"The cut whose two errors differ most is off by {s:.3f}; "
                if sides == 2
                else f"No cut looks better on the patients than it is by more than {s:.3f}; "
            )
            + (
                f"the theorem allows {m:.3f}."
                if m < 1
                else f"the theorem allows {m:.2f}, which says nothing yet."
            )
            for k, j, w, s, m in zip(found.n, learned, wrong, strays, most, strict=True)
        ],
        table=Table(
            columns=("rule", "error on the patients", "error on all doses"),
            rows=tuple(
                tuple(
                    (f"below {j} mg", f"{row[j]:.4f}", f"{found.population[j]:.4f}") for j in range(0, 65, 8)
                )
                for row in found.sample
            ),
        ),
        slots=_slots(found, width, beta, strays),
        card=_band_card(
            sides, "The truth is 10 mg in this made-up town: all doses from 0 to 63 mg are equally common."
        ),
        code=code,
    )


def band_scene(
    *,
    found: GrowingSample,
    width: Floats,
    beta: Floats,
    sides: int,
    words: str,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """One dot a rule: its error on the distribution across, its error on the sample upwards (PAC-5, PAC-6).

    Parameters
    ----------
    found : GrowingSample
    width, beta : ndarray of shape (F,)
    sides : {1, 2}
    words : str
        What the records are called.
    axis, values, start, code
        See `Scene`.
    """
    fits = found.consistent
    alive = np.where(fits, found.sample, np.nan)
    dead = np.where(fits, np.nan, found.sample)
    learned = found.population[found.learned]
    ends = np.array([0.0, 1.0])
    low, high = ends - width[:, None], ends + width[:, None]
    high = high if sides == 2 else np.full_like(high, np.nan)
    figure = style.figure(
        points(found.population, dead[start], style.GREY, "rules with errors on the sample", size=6),
        points(found.population, alive[start], style.BLUE, "rules without", size=11),
        line(ends, ends, style.GREY, width=1),
        line(ends, low[start], style.PURPLE, "the theorem’s band", dash="dot", width=2),
        line(ends, high[start], style.PURPLE, dash="dot", width=2),
        points([learned[start]], [0.0], style.ORANGE, "learned", symbol="diamond", size=15),
        height=480,
        xaxis=style.axis(f"error on all {words}", range=[-0.03, 1.03], nticks=6),
        yaxis=style.axis("error on the sample", range=[-0.05, 1.05], nticks=6),
    )
    size = found.concepts.size
    strays = found.gap if sides == 2 else found.deepest
    alive_count = fits.sum(axis=1)
    return Scene(
        title=f"Every rule at once · {words}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): dead,
            ("data", 1, "y"): alive,
            ("data", 3, "y"): low,
            ("data", 4, "y"): high,
            ("data", 5, "x"): learned[:, None],
        },
        sentences=[
            f"After {k:,} {words}, {a:,} of {size:,} rules make no mistake on the sample. The worst of them is wrong "
            f"about {_share(w, words[:-1])}. The learner takes “{found.concepts.name(int(j))}”, which is wrong "
            f"about {_share(e, words[:-1])}. The farthest that a rule is {'off' if sides == 2 else 'flattered'} "
            f"is {s:.3f}, and the theorem allows {m:.3f}."
            for k, a, w, j, e, s, m in zip(
                found.n, alive_count, found.worst, found.learned, learned, strays, width, strict=True
            )
        ],
        table=Table(
            columns=("", "rules", "largest error on the distribution"),
            rows=tuple(
                (
                    ("no mistake on the sample", f"{a}", f"{w:.4f}"),
                    ("all", f"{size}", f"{found.population.max():.4f}"),
                )
                for a, w in zip(alive_count, found.worst, strict=True)
            ),
        ),
        slots=_slots(found, width, beta, strays) | {"alive": [str(int(a)) for a in alive_count]},
        card=_band_card(
            sides,
            "The avocados are reconstructed: the source’s pictures are lost, and its word for the colour is illegible."
            if words == "avocados"
            else "Made-up patients: all doses equally common.",
        ),
        code=code,
    )


def _slots(found: GrowingSample, width: Floats, beta: Floats, strays: Floats) -> dict[str, list[str]]:
    return {
        "n": [str(int(k)) for k in found.n],
        "beta": [plain(float(b)) for b in beta],
        "size": [str(found.concepts.size)],
        "width": [f"{w:.4f}" for w in width],
        "strays": [f"{s:.4f}" for s in strays],
        "learned": [str(int(j)) for j in found.learned],
        "error": [f"{found.population[j]:.4f}" for j in found.learned],
        "worst": [f"{w:.4f}" for w in found.worst],
    }


def _band_card(sides: int, note: str) -> Card:
    many = r"\text{@size}" if sides == 1 else r"2\times\text{@size}"
    return Card(
        title=f"Uniform convergence, {SIDES[sides]}",
        source="PAC-6",
        formula=formula(
            r"\max_{c}\,\left(L_D(c)-L_X(c)\right)\;\le\;\left(\frac{\ln(|C|/\beta)}{2n}\right)^{1/2}"
            if sides == 1
            else r"\max_{c}\,\left|L_X(c)-L_D(c)\right|\;\le\;\left(\frac{\ln(2|C|/\beta)}{2n}\right)^{1/2}"
        ),
        filled=formula(
            r"\left(\frac{\ln(" + many + r"/\text{@beta})}{2\times\text{@n}}\right)^{1/2}=\text{@width}"
        ),
        rows=(("the theorem’s width, α", "width"), ("the largest difference in this sample", "strays")),
        assumptions=(
            Assumption("the records are drawn independently from the distribution we care about"),
            Assumption("the class was fixed before the sample was seen"),
        ),
        note="It holds for all rules together with probability at least 1 − β over the sample, whatever the labels. "
        + note,
    )


def _bars(x: Any, y: Any, colour: str, name: str) -> dict[str, Any]:
    return {"type": "bar", "x": x, "y": y, "name": name, "marker": {"color": colour}, "xaxis": "x2", "yaxis": "y2",
            "hoverinfo": "skip"}  # fmt: skip


def _count(k: int, noun: str) -> str:
    return f"{k:,} {noun}" if k == 1 else f"{k:,} {noun}s"


def _share(part: float, noun: str) -> str:
    return f"{percent(part)} of all {noun}s" if part else f"no {noun} at all"
