"""A social graph without names: who is found by how they are connected (LEG-5)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric.counts import bincount
from dpviz._numeric.stats import wilson
from dpviz.anonymity import equivalence_classes, look_alikes, make_graph, seed_classes, signature_classes
from dpviz.draw import Picture, axis, band, curve, moving, num, panel, points, table_by_column, when
from dpviz.draw.marks import SHARES
from dpviz.draw.style import BLUE, CLEAR, GRID, INK, ORANGE, PURPLE
from dpviz.frame.kinds import Choice, Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons.anonymity.layout import edges, seen, spring_layout
from dpviz.lessons.anonymity.shared import KNOWN

PEOPLE, GRAPHS = 60, 40  # in a graph; graphs of the mean
DEPTH, SEEDS = 4, 8  # the deepest look into a graph, and the most people found before
BARE: dict[str, Any] = {"showgrid": False, "showticklabels": False, "range": [-1.08, 1.08]}

depth = Number(1, low=0, high=DEPTH, steps=DEPTH + 1, whole=True, label="Depth known",
               ends=("nothing", "friends of friends …"), play=True,
               help="1: numbers of friends. 2: also of theirs.")  # fmt: skip
seeds = Number(0, low=0, high=SEEDS, steps=SEEDS + 1, whole=True, label="Seeds", ends=("none", "many"),
               help="People found before. The attacker knows the distance of everybody to each of them.")  # fmt: skip
links = Choice("2", options={"1": "one friend", "2": "two friends", "3": "three friends"}, label="Each newcomer makes")
seed = Seed(button="Draw again", help="Another graph, made in the same way.")


def shown(seed: int, links: str, seeds: int, depth: int) -> Any:
    rng = np.random.default_rng([seed, 0])
    graph = make_graph(people=PEOPLE, links=int(links), rng=rng)
    found_before = rng.permutation(PEOPLE)[:seeds]
    classes = look_alikes(graph, depth=depth, seeds=found_before)
    alone, crowd = (classes.sizes == 1).sum(), classes.sizes.max()
    return alone, crowd


@lru_cache(maxsize=8)
def looked_at(links: int, seed: int) -> tuple[Any, ...]:
    """The graph on screen, and how many are alone in each of GRAPHS graphs (the first is the one on screen).

    Returns (graph, places, who is found first, second, …, the class of each person by depth and people found before,
    people alone by graph, depth and people found before).
    """
    alone, first = [], None
    for run in range(GRAPHS):
        rng = np.random.default_rng([seed, run])
        graph = make_graph(people=PEOPLE, links=links, rng=rng)
        order = rng.permutation(PEOPLE)[:SEEDS]
        around = [signature_classes(graph, level).of for level in range(DEPTH + 1)]
        apart = [np.zeros(PEOPLE, dtype=np.int64)]
        apart += [seed_classes(graph, order[:count]).of for count in range(1, SEEDS + 1)]
        both = [[equivalence_classes(a, b) for b in apart] for a in around]
        alone.append([[np.count_nonzero(one.sizes == 1) for one in row] for row in both])
        if first is None:
            first = graph, spring_layout(graph), order, np.array([[one.of for one in row] for row in both])
    assert first is not None
    return *first, np.array(alone)


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    graph, places, order, classes, found = looked_at(int(at.links), at.seed)
    of = classes[at.depth, at.seeds]
    mine = np.stack([bincount(row)[row] for row in of])  # the size of each person's class, (F, n)
    crowd, alone = mine.max(axis=1), mine == 1
    before = np.stack([np.isin(np.arange(PEOPLE), order[:count]) for count in at.seeds])
    # The victim is one of those who have as many friends as most.
    victim = int(np.argmax(bincount(classes[1, 0])[classes[1, 0]]))
    alike = (of == of[:, [victim]]) & (np.arange(PEOPLE) != victim)
    x, y = edges(graph, places)
    told = seen(graph, victim, DEPTH)[at.depth]
    share, mean = found[0] / PEOPLE, found.mean(axis=0) / PEOPLE  # by depth and people found before
    # Between graphs; and as if all people were independent, which has a width where all graphs agree.
    between = 2 * found.std(axis=0, ddof=1) / PEOPLE / np.sqrt(GRAPHS)
    least, most = wilson(found.sum(axis=0), PEOPLE * GRAPHS)
    low, high = np.clip(np.minimum(mean - between, least), 0, 1), np.clip(np.maximum(mean + between, most), 0, 1)
    low[0, 0] = high[0, 0] = 0  # who knows nothing finds nobody, in any graph
    error = np.maximum(high - mean, mean - low)
    here, people, nothing = (at.depth, at.seeds), alone.sum(axis=1), (at.depth == 0) & (at.seeds == 0)

    def dots(who: NDArray[np.bool_], colour: str, name: str, **look: Any) -> Any:
        return points(places[:, 0], moving(np.where(who, places[:, 1], np.nan)), colour, name, **look)

    def shares(cut: Any, now: Any) -> list[Any]:
        """The curves along one kind of knowledge, the other being as it is now."""
        x = np.arange(cut(share).shape[1])
        return [
            band(x, moving(cut(low)), moving(cut(high)), CLEAR, width=0),
            curve(x, moving(cut(mean)), BLUE, width=2, dash="dot"),
            curve(x, moving(cut(share)), ORANGE),
            points(moving(now), moving(share[here]), PURPLE),
        ]

    yield 1.0, Picture(  # one stage: begun when the reader comes near
        panel(
            curve(x, y, GRID, width=1.5),
            curve(x, moving(np.where(np.repeat(told, 3, axis=1), y, np.nan)), INK, width=2),
            dots(~alone & ~before, BLUE, "looks like others", size=11),
            dots(alone & ~before, ORANGE, "found", symbol="square", size=11),
            dots(before, PURPLE, "found before", symbol="diamond", size=15),
            dots(alike, INK, "look like the victim", symbol="circle-open", size=19),
            points(places[victim][0], places[victim][1], INK, symbol="star", size=19, mode="markers+text",
                   text=["victim"], textposition="bottom center"),
            x=axis("", **BARE), y=axis("", **BARE), share=2.5,
        ),
        panel(
            *shares(lambda a: a[:, at.seeds].T, at.depth),
            x=axis("depth", -0.3, DEPTH + 0.3, dtick=1), y=axis("found", **SHARES), across=(0, 0.42),
            heading=f"this graph; dotted: mean of {GRAPHS}",
        ),
        panel(
            *shares(lambda a: a[at.depth], at.seeds),
            x=axis("seeds, found before", -0.4, SEEDS + 0.4, dtick=2), y=axis("", **SHARES), across=(0.56, 1),
        ),
        title="Who knows whom",
        height=520,
        values={
            "n": PEOPLE,
            "graphs": GRAPHS,
            "known": [KNOWN[level] for level in at.depth],
            "alone": people,
            "part": people / PEOPLE,
            "crowd": crowd, "alike": alike.sum(axis=1),
            "classes": of.max(axis=1) + 1,
            "mean": num(mean[here], "probability"),
            "error": 100 * error[here],
        },
        sentence=[
            "The attacker knows {known}",
            when(at.seeds == 1, ", and the distance to one person found before"),
            when(at.seeds > 1, ", and the distance to {seeds} people found before"),
            when(people == 0, ". Nobody of {n} is found."),
            when(people > 0, ". {alone} of {n} people "),
            when(people == 1, "is"),
            when(people > 1, "are"),
            when(people > 0, " like nobody else, and found ({part:percent}"),
            when((people > 0) & (at.seeds == 1), ", that one among them"),
            when((people > 0) & (at.seeds > 1), ", those {seeds} among them"),
            when(people > 0, ")."),
            when(crowd > 1, " The largest crowd has {crowd} people. ", " There is no crowd left to hide in. "),
            when(alike.any(axis=1), "The victim, a star, looks like {alike} others. "),
            when(nothing, "Without any knowledge, nobody is found in any graph.",
                 "In {graphs} such graphs the mean is {mean:percent} (95 % interval: ± {error:.1f} points)."),
        ],
        table=table_by_column(
            ("depth", np.arange(DEPTH + 1)),
            ("found in this graph", moving(found[0][:, at.seeds].T), lambda count: f"{count} of {PEOPLE}"),
            ("found, mean", moving(mean[:, at.seeds].T)),
            ("±, 95 % interval", moving(error[:, at.seeds].T), ".4f"),
        ),
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(depth, seeds), controls=(depth, seeds, links, seed))
