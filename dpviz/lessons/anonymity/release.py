"""A generalised table: how large its classes are, how diverse, how close to the whole (LEG-1, LEG-2, LEG-3)."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.anonymity import Classes, closeness, distinct_diversity, entropy_diversity, homogeneous
from dpviz.data import teaching_table
from dpviz.draw import Picture, axis, bars, moving, num, panel, table_by_row, upright, when
from dpviz.draw.style import BLUE, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons.anonymity import coarsening
from dpviz.lessons.anonymity.shared import data
from dpviz.lessons.tables import HEALTH

SIZES = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]  # where the bars begin
DIVERSITIES = [1, 1.001, *np.arange(1.25, 4.01, 0.25)]  # the first bar is "one value only"
DISTANCES = np.arange(0, 1, 0.05)
TINY = 1e-9  # a class that only rounding keeps from what is wanted has it
TICKS = (  # where bars begin, and under the first one of the diversities
    (["1", *(f"{x:,}" for x in SIZES[1::2])], [-0.5, *(np.arange(1, len(SIZES), 2) - 0.5)]),
    (["1", *(f"{x:g}" for x in DIVERSITIES[3::2])], [0, *(np.arange(3, len(DIVERSITIES), 2) - 0.5)]),
    ([f"{x:.2g}" for x in DISTANCES[::2]], np.arange(0, len(DISTANCES), 2) - 0.5),
)
HEADINGS = ("size of one’s class: wanted ≥", "its diversity e<sup>H</sup>: wanted ≥", "its distance t: wanted ≤")

age, income = coarsening.level_of_age(), coarsening.level_of_income()
site, sex = coarsening.kept_or_dropped(coarsening.SITE), coarsening.kept_or_dropped(coarsening.SEX)
k = Number(5, low=2, high=100, values=[2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100], whole=True,
           label="k, class size wanted", ends=("small", "large"))  # fmt: skip
l = Number(1.5, low=1, high=4, steps=13, label="ℓ, diversity wanted",  # noqa: E741
           ends=("one value", "many values"))  # fmt: skip
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
    return shown(*coarsening.released(data, age, income, site, sex), ground(data))


def ground(data: str) -> str:
    """Whether the sensitive values have an order; those of a file have none that is known."""
    return "ordered" if teaching_table(data).stated else "categorical"


def _bars(place: int, sizes: Any, starts: Any, wanted: Any, values: Any, well: Any) -> Any:
    """One row of bars: people by one of the three measures, with what is wanted of it."""
    blue, orange = (
        np.stack([coarsening.histogram(v[w == side], s[w == side], starts) / s.sum()
                  for v, w, s in zip(values, well, sizes, strict=True)])
        for side in (True, False)
    )  # fmt: skip
    names = ("as wanted", "not as wanted", "where wanted begins or ends") if place == 0 else ("", "", "")
    # The line stands between two bars: what is wanted is the start of one of them, or lies within one.
    line = np.interp(wanted, starts, across := np.arange(len(starts))) - 0.5
    return panel(
        bars(across, moving(blue), BLUE, names[0]),
        bars(across, moving(orange), ORANGE, names[1]),
        upright(moving(line), PURPLE, names[2], reach=(0, 1.05), dash="dot"),
        x=axis("", **coarsening.ticks(*TICKS[place])), y=axis("people", **coarsening.PEOPLE),
        heading=moving([f"{HEADINGS[place]} {x:.4g}" for x in wanted]),
    )  # fmt: skip


def draw(at: Frames) -> Picture:
    which, words = coarsening.levels(at), coarsening.words_of(at)
    ordered = ground(at.data) == "ordered"
    made, found = [coarsening.released(*one) for one in which], [measured(*one) for one in which]
    sizes, diversity, distance, k_anon, l_diverse, t_close, alone = zip(*found, strict=True)
    people = int(sizes[0].sum())
    what = f"{', '.join(words.names[:-1])} and {words.names[-1]}"
    order = "none" if not ordered else "health" if at.data == HEALTH else "steps"
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
            "published": [coarsening.published(*one) for one in which],
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
            "anonymous": everywhere[0],
            "diverse": everywhere[1],
            "close": everywhere[2],
            "names": what,
            "order": order,
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
        code=(coarsening.coarsened, shown),
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
    sizes = coarsening.released(HEALTH, age, income, site, sex)[0].sizes
    return float((sizes == 1).sum() / sizes.sum())


SECTION = Section(
    draw,
    axes=(age, income, k, l, t),
    controls=(data, age, income, site, sex, k, l, t),
    limits=lambda now: coarsening.words_of(now).limits(age, income, site, sex),
)
