"""A generalised table: how large its classes are, how diverse, how close to the whole (LEG-1, LEG-2, LEG-3)."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.anonymity import Classes, closeness, distinct_diversity, entropy_diversity, homogeneous
from dpviz.data import teaching_table
from dpviz.draw import Picture, axis, bars, card, moving, num, panel, table_by_row, upright, when
from dpviz.draw.style import BLUE, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons.anonymity.coarsening import (
    PEOPLE,
    SEX,
    SITE,
    coarsened,
    histogram,
    kept_or_dropped,
    level_of_age,
    level_of_income,
    levels,
    published,
    released,
    ticks,
    words_of,
)
from dpviz.lessons.anonymity.shared import data
from dpviz.lessons.tables import HEALTH

SIZES = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]  # where the bars begin
DIVERSITIES = [1, 1.001, *np.arange(1.25, 4.01, 0.25)]  # the first bar is "one value only"
DISTANCES = np.arange(0, 1, 0.05)
TINY = 1e-9  # a class that only rounding keeps from what is wanted has it
WORDS = (
    [f"{a}" if a + 1 == b else f"{a:,}+" for a, b in zip(SIZES, [*SIZES[1:], 0], strict=True)],
    ["1", "", *(f"{x:g}" for x in DIVERSITIES[2:])],
    [f"{x:.2g}" if i % 2 == 0 else "" for i, x in enumerate(DISTANCES)],
)
HEADINGS = ("size of one’s class", "entropy diversity of one’s class, e<sup>H</sup>", "distance from the whole table")

age, income = level_of_age(), level_of_income()
site, sex = kept_or_dropped(SITE), kept_or_dropped(SEX)
k = Number(5, low=2, high=100, values=[2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100], whole=True,
           label="k, class size wanted", ends=("small", "large"))  # fmt: skip
l = Number(1.5, low=1, high=4, steps=13, label="ℓ, diversity wanted",  # noqa: E741
           ends=("one value", "many alike"))  # fmt: skip
t = Number(0.2, low=0.05, high=0.95, steps=19, label="t, distance wanted", ends=("as the whole table", "far from it"))


def shown(classes: Classes, counts: Any, ground: str) -> Any:
    k_anon = classes.k_anon
    diversity, distance = entropy_diversity(counts), closeness(counts, ground=ground)
    l_diverse, t_close = diversity.min(), distance.max()
    alone = (classes.sizes == 1).sum()
    return classes.sizes, diversity, distance, k_anon, l_diverse, t_close, alone


@lru_cache(maxsize=200)
def measured(data: str, age: int, income: int, site: str, sex: str) -> Any:
    """What `shown` gives of a release."""
    return shown(*released(data, age, income, site, sex), ground(data))


def ground(data: str) -> str:
    """Whether the sensitive values have an order; those of a file have none that is known."""
    return "ordered" if teaching_table(data).stated else "categorical"


def _bars(place: int, sizes: Any, starts: Any, wanted: Any, values: Any, well: Any) -> Any:
    """One row of bars: people by one of the three measures, with what is wanted of it."""
    blue, orange = (
        np.stack([histogram(v[w == side], s[w == side], starts) / s.sum()
                  for v, w, s in zip(values, well, sizes, strict=True)])
        for side in (True, False)
    )  # fmt: skip
    names = ("as wanted", "not as wanted", "wanted: k, ℓ, t") if place == 0 else ("", "", "")
    across = np.arange(len(starts))
    # The line stands between two bars: what is wanted is the start of one of them, or lies within one.
    line = np.interp(wanted, starts, across) - 0.5
    return panel(
        bars(across, moving(blue), BLUE, names[0]),
        bars(across, moving(orange), ORANGE, names[1]),
        upright(moving(line), PURPLE, names[2], reach=(0, 1.05), dash="dot"),
        x=axis("", **ticks(WORDS[place])), y=axis("people", **PEOPLE), heading=HEADINGS[place],
    )  # fmt: skip


def draw(at: Frames) -> Picture:
    which, words = levels(at), words_of(at)
    ordered = ground(at.data) == "ordered"
    made, found = [released(*one) for one in which], [measured(*one) for one in which]
    sizes, diversity, distance, k_anon, l_diverse, t_close, alone = zip(*found, strict=True)
    people = int(sizes[0].sum())
    what = f"{', '.join(words.names[:-1])} and {words.names[-1]}"
    order = (
        "Health has an order: from excellent to poor costs 1, and each step a third."
        if at.data == HEALTH
        else "Its values have an order: from the first to the last costs 1, and each step the same."
        if ordered
        else "Its values are taken without an order: each differs from each other one by 1."
    )
    measures: list[Any] = [
        (SIZES, at.k, sizes, [s >= k for s, k in zip(sizes, at.k, strict=True)]),
        (DIVERSITIES, at.l, diversity, [d >= l - TINY for d, l in zip(diversity, at.l, strict=True)]),  # noqa: E741
        (DISTANCES, at.t, distance, [d <= t + TINY for d, t in zip(distance, at.t, strict=True)]),
    ]
    everywhere = [[bool(one.all()) for one in well] for *_, well in measures]
    return Picture(
        *(_bars(place, sizes, *measure) for place, measure in enumerate(measures)),
        title="Classes of the published table",
        height=480,
        barmode="stack",
        # Stacked bars would turn the order around.
        legend={"traceorder": "normal"},
        values={
            "ground": ground(at.data),
            "secret": words.secret,
            "published": [published(*one) for one in which],
            "people": people,
            "classes": num(np.array([len(classes) for classes, _ in made]), "number"),
            "alone": num(np.array(alone), "number"),
            "below": num(np.array([c.below(k).sum() for (c, _), k in zip(made, at.k.tolist(), strict=True)]), "number"),
            "given": num(np.array([c.sizes[homogeneous(n)].sum() for c, n in made]), "number"),
            "distinct": np.array([distinct_diversity(n).min() for _, n in made]),
            "k_anon": np.array(k_anon),
            "l_diverse": num(np.array(l_diverse), ".4g"),
            "t_close": num(np.array(t_close), "probability"),
            "share": np.array(alone) / people,
            "t_wanted": num(at.t, ".2g"),
        },
        sentence=[
            "Published: {published}. {classes} classes; ",
            when(np.array(alone) > 0, "{alone} of {people:,} people are alone in theirs ({share:percent}).",
                 "nobody is alone, and the smallest class has {k_anon:,} people."),
            " It reaches k = {k_anon}, ℓ = {l_diverse:.3g}, t = {t_close:.3g}. Wanted: k ≥ {k} ",
            when(everywhere[0], "✓", "✗"), ", ℓ ≥ {l} ", when(everywhere[1], "✓", "✗"), ", t ≤ {t_wanted} ",
            when(everywhere[2], "✓.", "✗."),
        ],
        table=table_by_row(
            ("", "this release"),
            ("classes", "{classes}"),
            ("people alone in their class", "{alone}"),
            ("people in classes smaller than {k}", "{below}"),
            ("people whose class has one {secret} value only", "{given}"),
            ("smallest class, k", "{k_anon}"),
            ("fewest different values in a class (distinct diversity d)", "{distinct}"),
            ("least e^H of a class (entropy diversity ℓ)", "{l_diverse}"),
            ("largest distance of a class, t", "{t_close:.4g}"),
        ),
        card=card(
            "k-anonymity, entropy ℓ-diversity, t-closeness",
            "LEG-1, LEG-2, LEG-3",
            r"\min_{C}|C|\ge k,\qquad\min_{C}e^{H(C)}\ge\ell,\qquad"
            + (
                r"\max_{C}\frac{1}{m-1}\sum_{i}\Big|\sum_{j\le i}(p_j(C)-q_j)\Big|\le t"
                if ordered
                else r"\max_{C}\frac12\sum_{i}|p_i(C)-q_i|\le t"
            ),
            r"k:\ @k_anon\;(@k),\qquad\ell:\ @l_diverse\;(@l),\qquad t:\ @t_close\;(@t_wanted)",
            rows={
                "smallest class": "k_anon",
                "least entropy diversity e^H": "l_diverse",
                "largest distance from the whole table": "t_close",
                "people alone in their class": "alone",
            },
            given=(
                ("every class has at least k people: k-anonymous", everywhere[0]),
                ("every class has e^H of at least ℓ: entropy ℓ-diverse", everywhere[1]),
                ("every class is within t of the whole table: t-close", everywhere[2]),
            ),
            note="In brackets: what is wanted. "
            f"An equivalence class C is everybody with the same published {what}. H is the entropy of the class’s "
            f"{words.secret} in nats; p is the class, q the whole table. {order} These are properties of one table; "
            "none of them speaks of what else is known.",
        ),
        code=(coarsened, shown),
    )  # fmt: skip


def _diverse() -> dict[str, float]:
    counts = [[2, 1, 1]]
    answer = float(entropy_diversity(counts)[0])
    return {"answer": answer, "distinct": float(distinct_diversity(counts)[0]), "entropy": math.log(answer)}


def _distance() -> dict[str, float]:
    counts, whole = [[1, 1, 0, 0]], [1, 1, 1, 1]
    answer = float(closeness(counts, ground="ordered", whole=whole)[0])
    return {
        "answer": answer,
        "total": float(closeness(counts, ground="categorical", whole=whole)[0]),
        "steps": 3 * answer,
    }


def _left_out() -> dict[str, float]:
    """How many of 100 people are alone without one of the columns."""
    without = {
        "age": (4, 0, "kept", "kept"),
        "income": (0, 4, "kept", "kept"),
        "site": (0, 0, "dropped", "kept"),
        "sex": (0, 0, "kept", "dropped"),
    }
    return {name: 100 * _alone(*which) for name, which in without.items()}


def _alone(age: int, income: int, site: str, sex: str) -> float:
    sizes = released(HEALTH, age, income, site, sex)[0].sizes
    return float((sizes == 1).sum() / sizes.sum())


SECTION = Section(
    draw,
    axes=(age, income, k, l, t),
    controls=(data, age, income, site, sex, k, l, t),
    limits=lambda now: words_of(now).limits(age, income, site, sex),
)
