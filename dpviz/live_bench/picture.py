"""What is seen of a mechanism, as one picture: its answers, their loss, and what is certified (DP-1, DP-2)."""

from __future__ import annotations

import html
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz._text import at_least
from dpviz.draw import Picture, axis, band, bars, curve, level, moving, num, panel, points, table_by_frame, upright
from dpviz.draw.style import BLUE, FAINT_BLUE, GREEN, GREY, ORANGE, PALE, PURPLE
from dpviz.draw.words import small
from dpviz.frame.kinds import Number, log_steps
from dpviz.frame.section import Frames, Section
from dpviz.privacy import Look
from dpviz.privacy.benching.bench import RELATIONS
from dpviz.privacy.benching.certificates import LIKELY, SURE, Certificate, bounds
from dpviz.privacy.benching.histogram import Histogram
from dpviz.privacy.benching.looks import Tried

Floats = NDArray[np.float64]

EPSILONS = (0.0, *log_steps(0.01, 20, 61))
DELTAS = (0.0, *(float(f"{digit}e-{power}") for power in range(10, 0, -1) for digit in (1, 2, 5)))
LOSSES = 1.0  # nats, what the axis of the loss reaches at least
WORDS, HEADING = 14, 60  # letters of a bar's name, and of what the bars are of


@dataclass(frozen=True, kw_only=True, eq=False)
class Seen:
    """What there is to see by now.

    `histogram` is of the pair that tells most, None before there are enough answers; `neighbouring` is the relation of
    the pairs, empty if they were given.
    """

    title: str
    look: Look
    certificates: tuple[Certificate, ...]
    tried: tuple[Tried, ...]
    neighbouring: str
    histogram: Histogram | None = None


def section_of(claim: float, delta: float) -> Section:
    """The section that shows a bench: its sliders begin at what is claimed."""
    epsilon = Number(claim, low=0, high=1e6, values=EPSILONS, label="ε, as claimed", show=small,
                     help="The certified bound is only compared with it.")  # fmt: skip
    slack = Number(delta, low=0, high=1 - 1e-9, values=DELTAS, label="δ, as claimed", show=small,
                   help="The confidence holds for every δ at once.")  # fmt: skip
    return Section(draw, axes=(epsilon, slack), parameters={"claim": epsilon, "delta": slack})


def draw(at: Frames) -> Picture:
    """What there is by now, along the claim or along δ: nothing else of it moves."""
    seen: Seen = at.own
    claim, delta, made = at.claim, at.delta, seen.certificates
    each = [bounds(made, delta, confidence=share) if made else np.zeros((at.frames, 1)) for share in (SURE, LIKELY)]
    sure, likely = (one[:, -1] for one in each)
    which = np.argmax([one.bound(delta) + 1e-12 * one.number for one in made], axis=0) if made else np.array([], int)
    shares = [(one.sure[one.event.more][0], one.sure[1 - one.event.more][1]) for one in made]
    low, high = np.array(shares)[which].T if made else np.zeros((2, at.frames))
    counts = {k: _counts(made[k]) for k in set(which.tolist())}
    return Picture(
        *_answers(seen.histogram, claim),
        _certified(seen, claim, each),
        title=seen.title,
        height=560,
        barmode="overlay",
        bargap=0,
        values={
            "bound": num([at_least(one) for one in sure], ".3g"),
            "bound95": num([at_least(one) for one in likely], ".3g"),
            "low": num(low, "probability"),
            "high": num(high, "probability"),
            "certified": bool(made),
        },
        sentence=[[
            _sentence(seen, counts[which[f]] if made else ("", ""), sure[f], likely[f], claim[f], delta[f])
            for f in range(at.frames)
        ]],
        table=table_by_frame(
            ("pair", "data", "neighbour", "draws on each", "what told them apart best"),
            [_line(place, one) for place, one in enumerate(seen.tried)],
        ),
    )  # fmt: skip


def _answers(shown: Histogram | None, claim: Floats) -> tuple[Any, Any]:
    """The answers on both data sets, and the loss of each bar between the claim and its negative."""
    if shown is None:
        nothing = axis("", 0, 1, showticklabels=False)
        return panel(x=nothing, y=nothing, heading="answers"), panel(x=nothing, y=nothing, heading="loss")
    places, edges = shown.places, shown.edges
    here, there = shown.counts / max(shown.trials, 1)
    held = shown.held / max(shown.trials, 1)
    inside = shown.held.sum(axis=0) > shown.counts.sum(axis=0) / 2
    top = 1.12 * max(here.max(), there.max(), 1e-9)
    gaps = np.full(len(places), np.nan)
    foot = np.repeat(np.where(inside, 0.0, np.nan), 3)
    ends = float(edges[0]), float(edges[-1])
    x = {"range": [*ends], **_names(shown)}
    wide = edges[1] - edges[0]
    if shown.words:
        width = {"width": 0.36 * wide}
        other = bars(places + 0.2 * wide, there, ORANGE, "on the neighbour", **width,
                     marker={"color": ORANGE, "pattern": {"shape": "/"}})  # fmt: skip
        left = places - 0.2 * wide
    else:
        width, left = {"width": 0.96 * wide}, places
        other = curve(np.repeat(edges, 2)[1:-1], np.repeat(there, 2), ORANGE, "on the neighbour", width=2.5)
    middle, least, most = shown.losses()
    reach = max(LOSSES, float(np.nanmax(np.abs([least, most]), initial=0.0)) if np.isfinite(middle).any() else 0.0)
    reaches = 1.1 * np.maximum(np.ceil(2 * reach) / 2, 1.2 * claim)
    return (
        panel(
            bars(left, here, PALE, "on the data", **width),
            bars(left, held[0], BLUE, **width),
            other,
            curve(_row(edges[:-1], edges[1:], gaps), foot, GREEN, "the event" if inside.any() else "", width=8),
            x=axis("", **{**x, "showticklabels": False}),
            y=axis("share of the answers", 0, top, nticks=4),
            heading=_short(shown.name, HEADING),
            share=1.3,
        ),
        panel(
            band(list(ends), moving(np.stack([-claim, -claim], 1)), moving(np.stack([claim, claim], 1)), PURPLE,
                 width=1, fill=FAINT_BLUE),
            curve(_row(places, places, gaps), _row(least, most, gaps), GREY, width=1.5),
            points(places, np.where(inside, np.nan, middle), GREY, size=7),
            points(places, np.where(inside, middle, np.nan), BLUE, size=9, symbol="square"),
            x=axis("", **x),
            y=axis("loss (nats)", range=moving(np.stack([-reaches, reaches], 1)), nticks=5),
            heading="loss, bar by bar (95 % intervals); shaded: ±ε",
        ),
    )  # fmt: skip


def _row(*values: Floats) -> Floats:
    """Several values a bar, one after the other."""
    return np.stack(values, axis=1).ravel()


def _names(shown: Histogram) -> dict[str, Any]:
    if not shown.words:
        return {}
    words = [_short(word, WORDS) for word in shown.words]
    return {"tickvals": shown.places.tolist(), "ticktext": words, **({"tickangle": 90} if len(words) > 6 else {})}


def _short(words: str, most: int) -> str:
    """Words of the mechanism's as a figure takes them: without markup, and not too long."""
    return html.escape(words if len(words) <= most else f"{words[: most - 1]}…", quote=False)


def _certified(seen: Seen, claim: Floats, each: list[Floats]) -> Any:
    """The certified bounds as they grew, beside the claim."""
    draws = [*(one.draws for one in seen.certificates), max(seen.look.draws, 1)]
    first, last = math.log10(draws[0]), math.log10(draws[-1])
    top = 1.25 * np.maximum(np.maximum(claim, each[1][:, -1]), 0.1)
    reach = 10 ** (first - 1), 10 ** (last + 1)
    known = [np.column_stack([one, one[:, -1:]])[:, -len(draws) :] for one in each]
    sure, likely = known if seen.certificates else [np.full((len(claim), len(draws)), np.nan)] * 2
    return panel(
        level(moving(claim), PURPLE, "ε, as claimed", reach=reach, width=2.5),
        curve(draws, moving(likely), BLUE, width=1.5, dash="dot", shape="hv"),
        curve(draws, moving(sure), BLUE, shape="hv"),
        points(draws[:-1], moving(sure[:, :-1]), BLUE, size=8),
        upright(draws[-1], GREY, reach=(-1, 1e4), width=1),
        x=axis("draws so far", first - 0.15, last + 0.1, type="log", dtick=1, tickformat=","),
        y=axis("nats", range=moving(np.stack([-0.02 * top, top], 1)), nticks=4),
        heading="certified: ε is at least (99 %; dotted: 95 %)",
    )


def _sentence(seen: Seen, counted: tuple[str, str], sure: float, likely: float, claim: float, delta: float) -> str:
    promised = f"ε = {small(claim)}" + (f" and δ = {small(delta)}" if delta else "")
    tried = f"{seen.look.draws:,} draws on {len(seen.tried)} pair{'s' * (len(seen.tried) > 1)} of neighbours"
    tried += f", {RELATIONS[seen.neighbouring]}." if seen.neighbouring else "."
    counts, note = counted
    at_99, at_95 = (f"{at_least(one):.3g}" for one in (sure, likely))
    if not counts:
        return f"Nothing is certified yet about {promised}. {tried}"
    if sure > claim:
        return f"Refuted: with 99 % confidence ε is at least {at_99}, above {promised}. {counts}{note}{tried}"
    if sure > 0:
        more = f"; at 95 % it is, with {at_95}" if likely > claim else f" ({at_95} at 95 %)"
        said = f"{promised} is not refuted: with 99 % confidence ε is at least {at_99}{more}. {counts}{note}"
    else:
        said = f"{promised} is not refuted: no event tells the two data sets apart so far. {note}"
    return f"{said}{tried} Nothing found is no proof of privacy."


def _counts(one: Certificate) -> tuple[str, str]:
    """What was counted, and what is to be noted of the answers, in words."""
    found = one.found
    first, second = found.counts
    return (
        f"“{found.event}” happened {first:,} times in {found.trials:,} on the data {_data(found.data)}, "
        f"and {second:,} times on the neighbour {_data(found.neighbour)}. "
    ), f"{found.note} " if found.note else ""


def _line(place: int, one: Tried) -> tuple[str, ...]:
    event = f"left out: {one.failed}" if one.failed else one.event or "–"
    return str(place + 1), _data(one.data), _data(one.neighbour), f"{one.drawn:,}", event


def _data(value: Any) -> str:
    """A data set, as short as it can be said."""
    if hasattr(value, "itertuples"):  # a data frame's own text has lines
        value = value.to_dict("list")
    return check.shown(value.tolist() if isinstance(value, np.ndarray) else value)
