"""The ratio of each answer's two probabilities against e^ε, and the exact worst loss (EXP-2, DP-2)."""

from textwrap import wrap
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, moving, num, panel, points, table_by_frame
from dpviz.draw.style import BLUE, GREEN, ORANGE
from dpviz.draw.words import nats
from dpviz.frame.section import Frames, Limits, Section, Snapshot
from dpviz.lessons import common
from dpviz.lessons.exponential import shared
from dpviz.lessons.exponential.neighbours import change, change_in_words, compared, one_person, who, worst
from dpviz.lessons.exponential.shared import Floats, exponent, neighbouring, posed
from dpviz.mechanisms import neighbour_losses
from dpviz.mechanisms.selection import neighbour_changes, neighbour_counts

RELATION = {"replace": "replace one person", "add_remove": "add or remove one person"}
NAMES = ["worst, add or remove one", "worst, replace one", "these two tables", "promised: ε"]
SHORT = ["<br>".join(wrap(name, 14)) for name in NAMES[:2]]

leaves, joins = one_person()
epsilon = common.epsilon(0.1, low=0.001)
n = common.people()


def searched(question: Any, mechanism: Any, scores: Any, n: int, neighbouring: str) -> Any:
    _, changes = neighbour_changes(question, question.histogram(n), neighbouring=neighbouring)
    given = {"sensitivity": mechanism.sensitivity, "monotonic": mechanism.monotonic}
    losses = neighbour_losses(scores, changes, mechanism.epsilon, **given)
    worst = losses.max()
    return worst


def draw(at: Frames) -> Picture:
    made, e = posed(at), at.epsilon
    places, types, pairs = shared.candidates(made.question), shared.kinds(made.question), change(at, made)
    other = neighbour_counts(made.counts, pairs)
    logs = made.probabilities(log=True) - made.probabilities(other, log=True)
    pair_loss = np.abs(logs).max(axis=1)
    losses = {relation: worst(made, relation)[0] for relation in RELATION}
    mine, theirs = at.neighbouring, "add_remove" if at.neighbouring == "replace" else "replace"
    meter = np.stack([losses["add_remove"], losses["replace"], pair_loss, e], axis=1)
    share = meter / e[:, None]
    reach = max(1.15, 1.05 * float(share.max()))
    functions, values = shared.code(at, compared, searched)
    return Picture(
        panel(
            bars(places.x, moving(logs / e[:, None]), BLUE, "ratio",
                 hovertemplate="%{x}: %{y:.3f} of ε<extra></extra>"),
            x=axis(places.title, **places.reach),
            y=axis("log of ratio ÷ ε", -reach, reach, tickvals=[-1, -0.5, 0, 0.5, 1],
                   ticktext=["−1", "−½", "0", "½", "1"]),
        ),
        panel(
            bars(moving(share[:, :2]), SHORT, GREEN, orientation="h", hovertemplate="%{x:.4f} × ε<extra></extra>"),
            # These two tables are neighbours of one kind: they stand on the bar of its worst.
            points(moving(share[:, 2]), [SHORT[mine == "replace"]], BLUE, symbol="diamond", size=14),
            x=axis("loss, as a share of the promised ε", 0, reach), y=axis("", type="category"), share=0.6,
            heading="over all neighbours of this table; diamond: these two tables",
        ),
        title="Is the promise kept? · {asked}",
        height=560,
        showlegend=False,
        shapes=[_promise(xref="paper", x0=0, x1=1, yref="y", y0=1, y1=1),
                _promise(xref="paper", x0=0, x1=1, yref="y", y0=-1, y1=-1),
                _promise(xref="x2", x0=1, x1=1, yref="y2 domain", y0=0, y1=1)],
        annotations=[_label("e<sup>ε</sup>: the promise", 1), _label("e<sup>−ε</sup>: the promise, too", -1)],
        values={
            **values,
            "asked": made.question.name,
            "change": [change_in_words(pair, types) for pair in pairs],
            "goes": pairs[:, 0],
            "comes": pairs[:, 1],
            "loss": num(pair_loss, "nats"),
            "worst": num(losses[mine], "nats"),
            "loss_said": _below(pair_loss, e),
            "worst_said": _below(losses[mine], e),
            "other": num(losses[theirs], "nats"),
            "ceiling": num(np.exp(e), ".4g"),
            "ratio": num(np.exp(losses[mine]), ".4g"),
            "unspent": num(100 * (1 - losses[mine] / e), lambda k: f"{k:.1f} %" if k >= 0.05 else "hardly any"),
            "kept": losses[mine] <= e * (1 + 1e-12),
            "mine": RELATION[mine],
            "theirs": RELATION[theirs],
        },
        sentence="{change}. Their loss is {loss_said}; over every neighbour of this table of {n:,} people the worst "
        f"loss is {{worst_said}} when you {RELATION[mine]}, and {{other}} when you {RELATION[theirs]}. Promised was "
        "ε = {epsilon:nats}.",
        table=table_by_frame(
            ("quantity", "loss (nats)", "share of ε"),
            *([(name, nats(float(k)), f"{part:.4f}") for name, k, part in zip(NAMES, ks, parts, strict=True)][::-1]
              for ks, parts in zip(meter, share, strict=True)),
        ),
        code=functions,
    )  # fmt: skip


def _below(losses: Floats, promised: Floats) -> list[str]:
    """Losses in words: one that only rounding makes equal to ε is less."""
    return [
        f"just under {nats(b)}" if nats(a) == nats(b) else nats(a)
        for a, b in zip(losses.tolist(), promised.tolist(), strict=True)
    ]


def _promise(**place: Any) -> dict[str, Any]:
    return {"type": "line", "line": {"color": ORANGE, "width": 2, "dash": "dash"}, **place}


def _label(text: str, y: float) -> dict[str, Any]:
    return {"text": text, "xref": "paper", "x": 1, "xanchor": "right", "y": y, "yref": "y", "yanchor": "bottom",
            "showarrow": False, "font": {"color": ORANGE}}  # fmt: skip


def limits(now: Snapshot) -> Limits:
    monotone = shared.asked(now).monotonic(now.neighbouring)
    return {exponent: shared.EXPONENTS if monotone else shared.GENERAL, n: shared.sizes(now), **who(now, leaves, joins)}


SECTION = Section(draw, axes=(epsilon, n), controls=(neighbouring, exponent, leaves, joins, epsilon, n), limits=limits)
