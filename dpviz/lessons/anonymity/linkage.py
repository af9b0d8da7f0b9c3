"""A few known ratings find their owner: along the knowledge, and along its noise (LEG-5)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.anonymity import Matches, link, make_auxiliary, make_ratings, match, scores
from dpviz.draw import Picture, axis, band, curve, ends, moving, num, panel, points, table_by_column, when
from dpviz.draw.marks import QUARTERS, SHARES
from dpviz.draw.style import BLUE, CLEAR, FAINT_BLUE, FAINT_ORANGE, GREY, ORANGE, PURPLE
from dpviz.draw.words import probability
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section

RATINGS = 8  # the most the attacker knows of anybody
NOISE = np.linspace(0, 1, 11).round(10)  # shares of wrong stars that are drawn

ratings = Number(5, low=1, high=RATINGS, steps=RATINGS, whole=True, label="Ratings known", ends=("one", "many"),
                 play=True)  # fmt: skip
wrong = Number(0.2, low=0, high=1, steps=11, label="Share wrong", ends=("all right", "mere noise"),
               show=lambda share: f"{100 * share:.3g} %",
               help="The stars of each known rating are drawn again with this chance.")  # fmt: skip
threshold = Number(1.5, low=0, high=4, steps=17, label="Threshold",
                   ends=("name everybody", "only if sure"),
                   help="A record is named only if its eccentricity is larger.")  # fmt: skip
seed = Seed(button="Draw again", help="Other people with other ratings.")


def people(seed: int) -> Any:
    everybody = make_ratings(people=600, items=300, rated=25, rng=np.random.default_rng([seed, 0]))
    published, targets = everybody[:500], everybody[300:]  # 200 of the 300 targets are published
    own = [person if person < 500 else -1 for person in range(300, 600)]
    return published, targets, own


def shown(published: Any, targets: Any, own: Any, seed: int, wrong: float, ratings: int, threshold: float) -> Any:
    rng = np.random.default_rng([seed, 1])
    items, stars = make_auxiliary(targets, known=RATINGS, wrong=wrong, rng=rng)
    found = scores(published, items[:, :ratings], stars[:, :ratings])
    linked = link(match(found), own, threshold)
    named, right = linked.accepted[0], linked.correct[0]
    recall, precision = linked.recall[0], linked.precision[0]
    return named, right, recall, precision


@lru_cache(maxsize=64)
def matched(wrong: float, seed: int, rarity: bool) -> Matches:
    """The best records with 1, …, RATINGS ratings known, shape (RATINGS, targets); all noise has the same draws."""
    published, targets, _ = people(seed)
    items, stars = make_auxiliary(targets, known=RATINGS, wrong=wrong, rng=np.random.default_rng([seed, 1]))
    found, made = np.zeros((len(targets), len(published))), []
    for one in range(RATINGS):  # each further rating adds to the scores
        found = found + scores(published, items[:, [one]], stars[:, [one]], rarity=rarity)
        made.append(match(found))
    return Matches(np.stack([m.best for m in made]), np.stack([m.eccentricity for m in made]))


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    frames, steps, levels = np.arange(at.frames), np.arange(1, RATINGS + 1), np.unique([*NOISE, *at.wrong])
    at_wrong, at_known = np.searchsorted(levels, at.wrong), at.ratings - 1
    own = people(at.seed)[2]

    def linked(rarity: bool) -> Any:
        every = [matched(share, at.seed, rarity) for share in levels.tolist()]
        both = Matches(np.stack([m.best for m in every]), np.stack([m.eccentricity for m in every]))
        return link(both, own, at.threshold)  # shares of shape (F, noise, knowledge)

    rare, alike = linked(True), linked(False)
    now = lambda a: a[frames, at_wrong, at_known]  # noqa: E731

    along_knowledge = lambda a: moving(a[frames, at_wrong])  # noqa: E731
    along_noise = lambda a: moving(a[frames, :, at_known])  # noqa: E731
    found, right = rare.recall_band, rare.precision_band

    def shares(x: NDArray[Any], here: Any, cut: Any) -> list[Any]:
        """The curves along x, what else is known being as it is now."""
        return [
            band(x, cut(found[0]), cut(found[1]), CLEAR, fill=FAINT_BLUE, width=0),
            curve(x, cut(rare.recall), BLUE),
            band(x, cut(right[0]), cut(right[1]), CLEAR, fill=FAINT_ORANGE, width=0),
            curve(x, cut(rare.precision), ORANGE, dash="dash"),
            curve(x, cut(alike.recall), GREY, width=2, dash="dot"),
            points(moving(here), moving(now(rare.recall)), PURPLE),
        ]

    # One stage: begun when the reader comes near.
    yield 1.0, Picture(
        panel(
            *shares(steps, at.ratings, along_knowledge),
            x=axis("ratings known", 0.8, RATINGS + 0.2, dtick=1), y=axis("share", **SHARES),
            heading=moving([f"{100 * share:.3g} % of the known stars wrong" for share in at.wrong.tolist()]),
        ),
        panel(
            *shares(levels, at.wrong, along_noise),
            ends(1.02, [one[frames, :, at_known] for one in (rare.precision, rare.recall, alike.recall)],
                 [ORANGE, BLUE, GREY], ["precision", "recall", "all alike"], low=-0.03, high=1.05, log=False,
                 apart=0.2),
            x=axis("share of them wrong", -0.03, 1.41, **QUARTERS), y=axis("share", **SHARES),
            heading=moving([f"{count} rating{'s' * (count > 1)} known" for count in at.ratings.tolist()]),
        ),
        title="A few ratings find their owner",
        height=460,
        values={
            "targets": len(own),
            "present": rare.present,
            "named": now(rare.accepted),
            "right": now(rare.correct),
            "recall": num(now(rare.recall), "probability"),
            "precision": num(now(rare.precision), _share),
            "low": now(found[0]),
            "high": now(found[1]),
            "recall_band": _bands(*map(now, found)),
            "precision_band": _bands(*map(now, right)),
            "alike": num(now(alike.recall), "probability"),
            "victims": len(own),
        },
        sentence=[
            "The attacker knows ",
            when(at.ratings == 1, "one rating", "{ratings} ratings"),
            " of each person, {wrong:percent} of them drawn again. For {named} of {targets} people looked for, the "
            "best record has an eccentricity above {threshold:.3g}",
            when(now(rare.correct) == 0, ". None of the {present} who are in the table is found."),
            when(
                now(rare.correct) > 0,
                ", and it is the right one {right} times. That finds {recall:percent} of the {present} who are in the "
                "table (95 % interval {low:percent} to {high:percent}); with all items counting alike, "
                "{alike:percent}.",
            ),
        ],
        table=table_by_column(
            ("ratings known", steps),
            ("named", along_knowledge(rare.accepted)),
            ("right", along_knowledge(rare.correct)),
            ("found", along_knowledge(rare.recall)),
            ("right of those named", along_knowledge(rare.precision), _share),
            ("found, all alike", along_knowledge(alike.recall)),
        ),
        code=(people, shown),
    )  # fmt: skip


def _share(x: float) -> str:
    return "nobody named" if np.isnan(x) else probability(x)


def _bands(low: Any, high: Any) -> list[str]:
    return [f"{probability(a)} to {probability(b)}" for a, b in zip(low, high, strict=True)]


SECTION = Section(draw, axes=(ratings, wrong, threshold), controls=(ratings, wrong, threshold, seed))
