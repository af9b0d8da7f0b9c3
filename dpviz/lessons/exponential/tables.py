"""Two tables that differ in one person, and the probabilities of the answers on each (DP-1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import Picture, axis, bars, card, moving, num, panel, table_by_frame, varying, when
from dpviz.draw.marks import HALVES
from dpviz.draw.style import BLUE, ORANGE, PURPLE
from dpviz.draw.words import probability
from dpviz.frame.kinds import Choice, Parameter
from dpviz.frame.section import Frames, Limits, Section, Snapshot
from dpviz.lessons import common
from dpviz.lessons.common import RELATIONS
from dpviz.lessons.exponential.shared import (
    SHOWN,
    Floats,
    Places,
    Posed,
    asked,
    candidates,
    code,
    kinds,
    posed,
    score_of,
    sizes,
)
from dpviz.mechanisms import ExponentialMechanism
from dpviz.mechanisms.selection import Question, neighbour_counts, worst_neighbours
from dpviz.privacy import privacy_loss

Ints = NDArray[np.int64]
WORST, NOBODY = {"worst": "whoever matters most"}, {"nobody": "nobody"}


def one_person() -> tuple[Choice, Choice]:
    """Who leaves the table, and who joins it."""
    leaves = Choice("worst", options={**WORST, **NOBODY}, label="One person leaves")
    return leaves, Choice("worst", options={**WORST, **NOBODY}, label="One person joins")


def who(now: Snapshot, leaves: Parameter, joins: Parameter) -> Limits:
    """Who may leave and who may join: the worst change is one of both, and somebody must change."""
    there = {**NOBODY, **{str(k): name for k, name in enumerate(asked(now).record_types)}}
    leaving = {**WORST, **there}
    left = now.leaves if now.leaves in leaving else "worst"
    joining = WORST if left == "worst" else {k: name for k, name in there.items() if k != left}
    return {leaves: leaving, joins: joining}


def change(at: Frames, made: Posed) -> Ints:
    """The type of person who leaves and the one who joins, shape (F, 2); -1 for nobody."""
    if at.leaves == "worst":
        return worst(made, at.neighbouring)[1]
    pair = [-1 if end == "nobody" else int(end) for end in (at.leaves, at.joins)]
    pairs = np.tile(pair, (at.frames, 1))
    if pair[0] >= 0:  # who is not there cannot leave; the sentence says so
        pairs[made.counts[:, pair[0]] == 0] = -1
    return pairs


def worst(made: Posed, relation: str) -> tuple[Floats, Ints]:
    """The loss of each frame's table to its worst neighbour, and that one."""
    ns, epsilons = tuple(made.counts.sum(axis=1).tolist()), tuple(made.epsilon.tolist())
    return _searched(made.question, relation, ns, epsilons, tuple(made.given.items()))


@lru_cache(maxsize=12)
def _searched(question: Question, relation: str, ns: Any, epsilons: Any, given: Any) -> tuple[Floats, Ints]:
    tables = question.running_histograms(ns)
    return worst_neighbours(question, tables, epsilons, neighbouring=relation, **dict(given))


def told(pair: Ints, places: Places) -> str:
    """What the change is, in words."""
    leaves, joins = (int(k) for k in pair)
    if leaves < 0 and joins < 0:
        return "There is no such person among these, so nothing changes"
    if leaves < 0:
        return f"One person with {places.said(joins)} is added"
    if joins < 0:
        return f"One person with {places.said(leaves)} is removed"
    return f"One person changes from {places.said(leaves)} to {places.said(joins)}"


leaves, joins = one_person()
epsilon = common.epsilon(1.0, low=0.001)
n = common.people(30)


def compared(question: Any, mechanism: Any, scores: Any, n: int, goes: int, comes: int) -> Any:
    neighbour = neighbour_counts(question.histogram(n), [goes, comes])
    before = mechanism.log_probabilities(scores)
    after = mechanism.log_probabilities(question.scores(neighbour))
    here, there = np.exp([before.max(), after[before.argmax()]])
    loss = privacy_loss(before, after, log=True)
    return here, there, loss


def draw(at: Frames) -> Picture:
    made = posed(at)
    places, types, pairs = candidates(made.question), kinds(made.question), change(at, made)
    other = neighbour_counts(made.counts, pairs)
    p, q = made.probabilities(), made.probabilities(other)
    loss = np.abs(made.probabilities(log=True) - made.probabilities(other, log=True)).max(axis=1)
    # A neighbour may be of the other relation than the mechanism is made for.
    moved = made.question.scores(other) - made.scores
    kept, score = made.given["sensitivity"], score_of(made.question)
    most = max(made.question.sensitivity(relation) for relation in RELATIONS)
    best = p.argmax(axis=1)
    here, there = p[np.arange(at.frames), best], q[np.arange(at.frames), best]
    # A minus over the kind that the person leaves, a plus over the one they join.
    signs = [[(k, sign) for k, sign in zip(pair, ("−1", "+1"), strict=True) if k >= 0] for pair in pairs.tolist()]
    same = bool((pairs == pairs[0]).all() and (made.counts == made.counts[0]).all())
    once = slice(1 if same else None)
    said, number = "%{x}: %{y:.4f}<extra></extra>", "%{x}: %{y:,}<extra></extra>"
    functions, values = code(at, compared)
    return Picture(
        panel(
            bars(types.x, varying(made.counts), BLUE, "the table", hovertemplate=number),
            bars(types.x, varying(other), ORANGE, "its neighbour", hovertemplate=number),
            {"type": "scatter", "mode": "text", "textposition": "top center", "cliponaxis": False,
             "x": moving([[types.x[k] for k, _ in marks] for marks in signs][once]),
             "y": moving([[int(c[k]) for k, _ in marks] for c, marks in zip(other, signs, strict=True)][once]),
             "text": moving([[sign for _, sign in marks] for marks in signs][once]),
             "showlegend": False, "hoverinfo": "skip", "textfont": {"color": ORANGE, "size": 18}},
            x=axis(types.title, **types.reach),
            y=axis("people", 0, 1.18 * float(max(made.counts.max(), other.max())), nticks=4), share=1.5,
        ),
        panel(
            bars(places.x, varying(moved), PURPLE, "change of the score", showlegend=False,
                 hovertemplate="%{x}: %{y:+.2g}<extra></extra>"),
            x=axis("", **places.reach, showticklabels=False),
            y=axis("change", -1.25 * most, 1.25 * most, tickvals=[-kept, 0, kept], ticktext=["−Δu", "0", "Δu"]),
            heading="how far each answer’s score moves",
        ),
        panel(
            bars(places.x, moving(p), BLUE, "the table", showlegend=False, hovertemplate=said),
            bars(places.x, moving(q), ORANGE, "its neighbour", showlegend=False, hovertemplate=said),
            x=axis(places.title, **places.reach), y=axis("probability", 0, 1.04, **HALVES), share=1.5,
        ),
        title="Two tables that differ in one person · {asked}",
        height=600,
        barmode="group",
        bargroupgap=0,
        values={
            **values,
            "asked": made.question.name,
            "change": [told(pair, types) for pair in pairs],
            "goes": pairs[:, 0],
            "comes": pairs[:, 1],
            "said": [places.said(y) for y in best],
            "here": here,
            "there": there,
            "loss": loss,
            "factor": np.exp(loss),
            "moved": num(np.abs(moved).max(axis=1), "number"),
            "sensitivity": num(kept, "number"),
            "score": score.words,
        },
        sentence=[
            "{change}. No score moves by more than {moved}. With ε = {epsilon:nats} the likeliest answer, {said}, is "
            "given with probability {here:percent} on the table and {there:percent} on its neighbour. No answer’s "
            "probability moves by more than a factor of {factor:rounded}: ",
            when(loss < np.log(1.5), "whoever sees the answer can hardly tell which table it came from."),
            when((loss >= np.log(1.5)) & (loss < np.log(20)), "an answer can hint at the table it came from."),
            when(loss >= np.log(20), "some answers all but name the table they came from."),
        ],
        table=table_by_frame(("answer", "on the table", "on its neighbour", "ratio"),
                             *(_ratios(places, a, b) for a, b in zip(p, q, strict=True))),
        card=card(
            "The score and its sensitivity",
            "EXP-1, EXP-2",
            score.formula,
            r"\Delta u=\max_{y,\;X\sim X'}\left|u(X,y)-u(X',y)\right|=@sensitivity",
            rows={"score u(X, y)": "score", "largest change of a score between these two tables": "moved"},
            given=f"neighbours X ~ X′: {RELATIONS[at.neighbouring]}",
            note=score.why[at.neighbouring],
        ),
        code=functions,
    )  # fmt: skip


def _ratios(places: Places, p: Floats, q: Floats) -> list[tuple[str, ...]]:
    return [
        (places.labels[y], probability(float(p[y])), probability(float(q[y])),
         f"{p[y] / q[y]:.4g}" if q[y] > 0 else "∞" if p[y] > 0 else "–")
        for y in np.argsort(-p, kind="stable")[:SHOWN]
    ]  # fmt: skip


def _lead() -> dict[str, float]:
    def ratio(lead: float, *, monotonic: bool = False) -> float:
        mechanism = ExponentialMechanism(epsilon=0.1, sensitivity=1, monotonic=monotonic)
        first, second = mechanism.probabilities([lead, 0])
        return float(first / second)

    return {"answer": ratio(20), "sharper": ratio(20, monotonic=True), "one": ratio(1), "people": 20.0}


SECTION = Section(
    draw,
    axes=(epsilon, n),
    controls=(leaves, joins, epsilon, n),
    limits=lambda now: {n: sizes(now), **who(now, leaves, joins)},
)
