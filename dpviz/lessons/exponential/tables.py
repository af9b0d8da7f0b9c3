"""Two tables that differ in one person, and the probabilities of the answers on each (DP-1)."""

import numpy as np

from dpviz.draw import Picture, axis, bars, moving, num, panel, table_by_frame, varying, when
from dpviz.draw.marks import HALVES
from dpviz.draw.style import BLUE, ORANGE, PURPLE
from dpviz.draw.words import probability
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.common import RELATIONS
from dpviz.lessons.exponential import shared
from dpviz.lessons.exponential.neighbours import change, change_in_words, compared, one_person, who
from dpviz.lessons.exponential.shared import Floats, Places
from dpviz.mechanisms import ExponentialMechanism
from dpviz.mechanisms.selection import neighbour_counts

leaves, joins = one_person()
epsilon = common.epsilon(1.0, low=0.001)
n = common.people(10)


def draw(at: Frames) -> Picture:
    made = shared.posed(at)
    places, types, pairs = shared.candidates(made.question), shared.kinds(made.question), change(at, made)
    other = neighbour_counts(made.counts, pairs)
    p, q = made.probabilities(), made.probabilities(other)
    loss = np.abs(made.probabilities(log=True) - made.probabilities(other, log=True)).max(axis=1)
    # A neighbour may be of the other relation than the mechanism is made for.
    moved = made.question.scores(other) - made.scores
    kept, kind = made.given["sensitivity"], shared.kind_of_score(made.question)
    most = max(made.question.sensitivity(relation) for relation in RELATIONS)
    best = p.argmax(axis=1)
    here, there = p[np.arange(at.frames), best], q[np.arange(at.frames), best]
    # A minus over the kind that the person leaves, a plus over the one they join.
    signs = [[(k, sign) for k, sign in zip(pair, ("−1", "+1"), strict=True) if k >= 0] for pair in pairs.tolist()]
    taller = np.maximum(made.counts, other)
    same = bool((pairs == pairs[0]).all() and (made.counts == made.counts[0]).all())
    once = slice(1 if same else None)
    share, number = "%{x}: %{y:.4f}<extra></extra>", "%{x}: %{y:,}<extra></extra>"
    functions, values = shared.code(at, compared)
    return Picture(
        panel(
            bars(types.x, varying(made.counts), BLUE, "the table", hovertemplate=number),
            bars(types.x, varying(other), ORANGE, "its neighbour", hovertemplate=number),
            {"type": "scatter", "mode": "text", "textposition": "top center", "cliponaxis": False,
             "x": moving([[types.x[k] for k, _ in marks] for marks in signs][once]),
             "y": moving([[int(c[k]) for k, _ in marks] for c, marks in zip(taller, signs, strict=True)][once]),
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
            bars(places.x, moving(p), BLUE, "the table", showlegend=False, hovertemplate=share),
            bars(places.x, moving(q), ORANGE, "its neighbour", showlegend=False, hovertemplate=share),
            x=axis(places.title, **places.reach), y=axis("probability", 0, 1.04, **HALVES), share=1.5,
        ),
        title="Two tables that differ in one person · {asked}",
        height=600,
        barmode="group",
        bargroupgap=0,
        values={
            **values,
            "asked": made.question.name,
            "change": [change_in_words(pair, types) for pair in pairs],
            "goes": pairs[:, 0],
            "comes": pairs[:, 1],
            "said": [places.name_of(y) for y in best],
            "here": here,
            "there": there,
            "loss": loss,
            "factor": np.exp(loss),
            "moved": num(np.abs(moved).max(axis=1), "number"),
            "sensitivity": num(kept, "number"),
            "score": shared.SCORES[kind],
            "kind": kind,
            "relation": RELATIONS[at.neighbouring],
        },
        sentence=[
            "{change}. No score moves by more than {moved}. With ε = {epsilon:nats} the likeliest answer, {said}, is "
            "given with probability {here:percent} on the table and {there:percent} on its neighbour. No answer’s "
            "probability moves by more than a factor of {factor:rounded}: ",
            when(loss < np.log(1.5), "from the answer one can hardly tell which table it came from."),
            when((loss >= np.log(1.5)) & (loss < np.log(20)), "an answer can hint at the table it came from."),
            when(loss >= np.log(20), "some answers all but name the table they came from."),
        ],
        table=table_by_frame(("answer", "on the table", "on its neighbour", "ratio"),
                             *(_ratios(places, a, b) for a, b in zip(p, q, strict=True))),
        code=functions,
    )  # fmt: skip


def _ratios(places: Places, p: Floats, q: Floats) -> list[tuple[str, ...]]:
    return [
        (places.labels[y], probability(float(p[y])), probability(float(q[y])),
         f"{p[y] / q[y]:.4g}" if q[y] > 0 else "∞" if p[y] > 0 else "–")
        for y in np.argsort(-p, kind="stable")[:shared.SHOWN]
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
    limits=lambda now: {n: shared.sizes(now), **who(now, leaves, joins)},
)
