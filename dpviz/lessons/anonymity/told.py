"""What somebody who finds their victim's class believes of its members (LEG-1, LEG-2)."""

from typing import Any

import numpy as np

from dpviz.anonymity import Classes, beliefs, distinct_diversity, group_beliefs, homogeneous
from dpviz.draw import Picture, axis, bars, moving, num, panel, table_by_column, upright, when
from dpviz.draw.marks import label
from dpviz.draw.style import BLUE, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Limits, Section, Snapshot
from dpviz.lessons.anonymity import coarsening
from dpviz.lessons.anonymity.shared import data
from dpviz.lessons.tables import HEALTH, used

BELIEFS = [*np.arange(0, 1, 0.1), 1.0]  # where the bars begin; the last one is certainty
# One is sure of the people in the last bar, which stands apart; the numbers stand where the others begin and end.
PLACES = [*range(10), 11]
TICKS = (["0", "20", "40", "60", "80", "100", "sure"], [*(np.arange(0, 11, 2) - 0.5), 11])

# The release that the section before ended with.
age, income = coarsening.level_of_age(3), coarsening.level_of_income(4)
site, sex = coarsening.kept_or_dropped(coarsening.SITE), coarsening.kept_or_dropped(coarsening.SEX)
known = Number(0, low=0, high=2, steps=3, whole=True, label="Values ruled out", ends=("none", "two"),
               help="How many false ones the attacker can strike out.")  # fmt: skip


def shown(classes: Classes, counts: Any, known: int, group: Any) -> Any:
    belief = beliefs(counts, known)
    sure = counts[belief > 1 - 1e-9].sum()
    given = classes.sizes[homogeneous(counts)].sum()
    mean = np.nansum(belief * counts) / counts.sum()
    unwell = group_beliefs(counts, group)
    most = unwell.max()
    return belief, unwell, sure, given, mean, most


def draw(at: Frames) -> Picture:
    which, words = coarsening.levels(at), coarsening.words_of(at)
    made = [coarsening.released(*one) for one in which]
    values = made[0][1].shape[1]
    group = list(range(values - len(used(at, "known").group), values))
    found = [shown(classes, counts, out, group) for (classes, counts), out in zip(made, at.known.tolist(), strict=True)]
    belief, unwell, sure, given, mean, most = zip(*found, strict=True)
    counts, sizes = [n for _, n in made], [classes.sizes for classes, _ in made]
    people = int(sizes[0].sum())
    truth = np.stack(
        [coarsening.histogram(b[n > 0], n[n > 0], BELIEFS) / people for b, n in zip(belief, counts, strict=True)]
    )
    shared = np.stack([coarsening.histogram(u, s, BELIEFS) / people for u, s in zip(unwell, sizes, strict=True)])
    whole = float(unwell[0] @ sizes[0] / people)
    distinct = np.array([distinct_diversity(n).min() for n in counts])
    colours = [BLUE] * 10 + [ORANGE]
    lines = [*(f"{10 * i}–{10 * i + 10} %" for i in range(10)), "sure"]
    # The few of whom one is sure are a bar too low to be seen.
    few = label("", moving(truth[:, -1]), ORANGE) | {
        "text": moving([f"{count:,} people" for count in sure]), "xref": "x", "x": PLACES[-1], "xanchor": "center",
    }  # fmt: skip
    return Picture(
        panel(
            bars(PLACES, moving(truth), colours),
            x=axis("", **coarsening.ticks(*TICKS)),
            y=axis("people", **coarsening.PEOPLE),
            heading=f"belief in one’s true {words.secret}",
        ),
        panel(
            bars(PLACES, moving(shared), colours),
            upright(10 * whole - 0.5, PURPLE, reach=(0, 1.05), dash="dot"),
            x=axis("belief, in %", **coarsening.ticks(*TICKS)),
            y=axis("people", **coarsening.PEOPLE),
            heading=f"belief in {words.group}; dotted: whole table",
        ),
        title="What one’s class tells",
        height=400,
        annotations=[few],
        values={
            "group": num(group, one=True),
            "secret": words.secret,
            "named": words.group,
            "among": f"{words.verb} {words.group}",
            "published": [coarsening.published(*one) for one in which],
            "people": people,
            "sure": np.array(sure),
            "share": np.array(sure) / people,
            "given": np.array(given),
            "mean": num(np.array(mean), "probability"),
            "most": num(np.array(most), "probability"),
            "whole": num(whole, "probability"),
            "distinct": distinct,
            "two_more": distinct > at.known + 1,
        },
        sentence=[
            "Published: {published}. The attacker ",
            when(at.known > 1, "rules out {known} wrong values and "),
            when(at.known == 1, "rules out one wrong value and "),
            when(np.array(sure) == 0, "is sure of nobody’s {secret}. "),
            when(
                np.array(sure) > 0,
                "is sure of the {secret} of {sure:,} of {people:,} people ({share:percent}); {given:,} of them are in "
                "classes with one value only. ",
            ),
            "The mean belief in the truth is {mean:percent}. In the whole table "
            "{whole:percent} {among}; in the class that leans most, {most:percent}.",
        ],
        table=table_by_column(
            ("belief", lines),
            (f"people, of their true {words.secret}", moving(truth)),
            (f"people, of {words.group}", moving(shared)),
            form="percent",
        ),
        code=(coarsening.coarsened, shown),
    )


def _ruled() -> dict[str, float]:
    _, counts = coarsening.released(HEALTH, 3, 4, "kept", "kept")
    none, one, two = (float(counts[beliefs(counts, known) > 1 - 1e-9].sum()) for known in (0, 1, 2))
    return {"people": float(counts.sum()), "none": none, "one": one, "two": two}


def limits(now: Snapshot) -> Limits:
    """What the columns are called, and how many values can be ruled out: all but two."""
    made = used(now, "known")
    values = len(made.table.column(made.secret).categories)
    return {**coarsening.words_of(now).limits(age, income, site, sex), known: (0, min(2, max(0, values - 2)))}


SECTION = Section(draw, axes=(age, income, known), controls=(data, age, income, site, sex, known), limits=limits)
