"""The reader's points, one hypothesis after another, and the labellings made so far (VC-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, moving, num, panel, points, table_by_frame
from dpviz.draw.style import BLUE, GREEN, GREY, INK, ORANGE, PURPLE
from dpviz.frame.kinds import Number, Parameter, Pattern
from dpviz.frame.section import Frames, Section, Snapshot
from dpviz.learning import dichotomies, shattered
from dpviz.lessons.pac.shared import CLASSES, PLACES, class_of_rules, instances

NOUNS = {"points": "point", "thresholds": "threshold", "intervals": "interval", "parities": "parity"}
SIGNS = str.maketrans("01", "–+")
NAMED = 16  # labellings that are written out below their squares
LISTED = 32  # and in the table

line = class_of_rules()
labels = Pattern(
    ".1.0.1..",
    alphabet=".01",
    least=PLACES,
    most=PLACES,
    marks={".": "·", "0": "–", "1": "+"},
    words={".": "not chosen", "0": "minus", "1": "plus"},
    label="Your points and their labels",
    help="Click a place to put a point there, and again to change its label.",
)
concept = Number(5, low=0, high=36, steps=37, whole=True, label="Which hypothesis", ends=("first", "last"), play=True)


def limits(now: Snapshot) -> dict[Parameter, Any]:
    last = CLASSES[now.line]().size - 1
    return {labels: [f"x = {name}" for name in instances(now.line)], concept: (0, last)}


def shown(concepts: Any, chosen: list[int]) -> Any:
    reachable, total = len(dichotomies(concepts, chosen)), 2 ** len(chosen)
    whole = shattered(concepts, chosen)
    return reachable, total, whole


def draw(at: Frames) -> Picture:
    concepts, noun, now = CLASSES[at.line](), NOUNS[at.line], at.concept
    place = np.flatnonzero(np.array(list(at.labels)) != ".")
    reachable, total, whole = shown(concepts, place + concepts.first)
    k, mine, ways = len(place), at.labels.replace(".", ""), np.arange(total)
    rows = [f"{way:0{k}b}".translate(SIGNS) if k else "" for way in ways]
    table = concepts.labels()
    # A labelling as a binary number, first point first; and which ones the hypotheses up to each have made.
    codes = table[:, place] @ (1 << np.arange(k)[::-1]) if k else np.zeros(concepts.size, dtype=np.int64)
    made = np.logical_or.accumulate(codes[:, None] == ways, axis=0)
    spots = np.where(table[:, place], 1.0, np.nan), np.where(table[:, place], np.nan, 1.0)
    signs = np.array(list(mine))
    yours = np.where(signs == "1", 2.0, np.nan), np.where(signs == "0", 2.0, np.nan)
    size, some = 22 if total <= 8 else 13 if total <= 16 else 8 if total <= 64 else 4, total <= NAMED
    count = f"{k} point" if k == 1 else f"{k} points"
    wanted = int(mine, 2) if k else 0
    verdict = (
        f"These {count} are shattered: some {noun} makes each of the {total:,} labellings."
        if whole
        else f"Only {reachable:,} of {total:,} labellings can be made: your points are not shattered."
    )
    if k:
        verdict += f" Yours, {' '.join(mine.translate(SIGNS))}, "
        verdict += "is one of them." if made[-1, wanted] else f"no {noun} makes."
    return Picture(
        panel(
            points(np.arange(PLACES), moving(np.where(table, 0.0, np.nan)[now]), GREEN, symbol="square", size=17),
            points(place, moving(spots[0][now]), ORANGE, size=17, **_sign("+", k)),
            points(place, moving(spots[1][now]), BLUE, size=17, **_sign("–", k)),
            points(place, yours[0], ORANGE, size=17, **_sign("+", k)),
            points(place, yours[1], BLUE, size=17, **_sign("–", k)),
            x=axis("", -0.6, 7.6, tickvals=list(range(PLACES)), ticktext=instances(at.line)),
            y=axis("", -0.6, 2.7, tickvals=[0, 1, 2], ticktext=["its 1s", "it says", "you say"]), share=2,
        ),
        panel(
            points(ways, moving(np.where(made, np.nan, 0.0)[now]), GREY, symbol="square-open", size=size),
            points(ways, moving(np.where(made, 0.0, np.nan)[now]), PURPLE, symbol="square", size=size),
            points(moving(codes[now]), [0.55], INK, symbol="triangle-down", size=12),
            points(wanted, [-0.55], GREEN, symbol="triangle-up", size=12),
            x=axis("", -0.6, total - 0.4, tickangle=0,
                   tickvals=ways.tolist() if some else [], ticktext=["<br>".join(way) for way in rows] if some else []),
            y=axis("", -1, 1, tickvals=[-0.55, 0.55], ticktext=["you say", "it says"]),
            heading=f"all {total:,} labellings of your {count}; filled: made so far",
        ),
        title="Can every labelling be made?",
        height=430,
        values={
            "chosen": num((place + concepts.first).tolist(), str, one=True),
            "k": k,
            "reachable": reachable,
            "total": total,
            "whole": whole,
            "name": [concepts.name(int(j)) for j in now],
            "says": [" ".join(rows[way]) or "(there are none)" for way in codes[now]],
            "so_far": made[now].sum(axis=1),
        },
        sentence=[
            "“{name}” labels your points {says}; {so_far:,} of {total:,} labellings so far. ",
            verdict,
        ],
        table=table_by_frame(
            ("labelling", f"made by some {noun}"),
            [(rows[way] or "(none)", "yes" if made[-1, way] else "no") for way in ways[:LISTED]],
        ),
        code=(CLASSES[at.line], shown),
    )  # fmt: skip


def _sign(sign: str, k: int) -> dict[str, Any]:
    """The label in the point, as on the button: colours alone do not reach everybody."""
    return {"mode": "markers+text", "text": [sign] * k, "textposition": "middle center",
            "textfont": {"color": "white", "size": 16}}  # fmt: skip


SECTION = Section(draw, axes=(concept,), controls=(line, labels, concept), limits=limits)
