"""Structure: a social graph without names, and somebody who knows how their victim is connected. Synthetic data only.

What is known of a person grows step by step: nothing; the number of friends; the friends' numbers of friends; and so
on. People whose signatures are equal look alike, so they are equivalence classes again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.anonymity.classes import Classes, equivalence_classes

MOST_PEOPLE = 10_000
"""The most people of a graph: a table of the square of this."""


def make_graph(*, people: int, links: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """A synthetic social graph: each newcomer befriends some of those there, the popular more often (LEG-5).

    Shape (n, n), symmetric, False on the diagonal, for n > `links` >= 1, the friends each newcomer makes. The first
    ``links + 1`` people all know each other.
    """
    each = check.count("links", links, cap=MOST_PEOPLE)
    n = check.count("people", people, least=each + 1, cap=MOST_PEOPLE)
    draw = check.generator(rng)
    graph = np.zeros((n, n), dtype=bool)
    graph[: each + 1, : each + 1] = ~np.eye(each + 1, dtype=bool)
    for newcomer in range(each + 1, n):
        popular = graph[:newcomer, :newcomer].sum(axis=1).astype(float)
        friends = draw.choice(newcomer, each, replace=False, p=popular / popular.sum())
        graph[newcomer, friends] = graph[friends, newcomer] = True
    return graph


def signature_classes(graph: ArrayLike, depth: int) -> Classes:
    """Who looks alike to somebody who knows each person's surroundings to a depth (LEG-5).

    Depth 0 is nothing, depth 1 the number of friends, and each further step adds what the friends looked like before:
    it only splits classes, and a class of one is a person found. This is colour refinement: people whom a symmetry of
    the graph exchanges stay together for ever.

    Parameters
    ----------
    graph : array_like of bool, shape (n, n)
        Symmetric, False on the diagonal.
    depth : int
        Steps, >= 0.

    Examples
    --------
    A path of three people: the two at its ends cannot be told apart.

    >>> signature_classes([[False, True, False], [True, False, True], [False, True, False]], 5).of.tolist()
    [0, 1, 0]
    """
    edges = as_graph(graph).astype(np.float64)  # products of floats are many times as fast, and counts exact
    steps = check.count("depth", depth, least=0)
    colours = np.zeros(len(edges), dtype=np.int64)
    for _ in range(steps):
        around = edges @ np.eye(int(colours.max()) + 1)[colours]
        both = np.column_stack([colours, around])
        finer = np.unique(both, axis=0, return_inverse=True)[1].reshape(-1)
        if finer.max() == colours.max():
            break  # nothing was split, and nothing ever will be
        colours = finer
    return equivalence_classes(colours)


def seed_classes(graph: ArrayLike, seeds: ArrayLike) -> Classes:
    """Who looks alike to somebody who has found some people already and knows their victim's distance to each (LEG-5).

    `seeds` are at least one person of the graph, all different. People who cannot be reached have a distance of their
    own.

    Examples
    --------
    >>> seed_classes([[False, True, False], [True, False, True], [False, True, False]], [0]).sizes.tolist()
    [1, 1, 1]
    """
    edges = as_graph(graph)
    found = check.integers("seeds", seeds, least=0, most=len(edges) - 1)
    if found.ndim != 1 or len(set(found.tolist())) < found.size:
        raise ValueError(f"seeds must be a row of people, all different; got {seeds!r}")
    reached = np.eye(len(edges), dtype=bool)[found]
    distance = np.where(reached, 0, len(edges))
    for step in range(1, len(edges)):
        grown = reached | (reached.astype(np.int64) @ edges.astype(np.int64) > 0)
        if (grown == reached).all():
            break
        distance[grown & ~reached] = step
        reached = grown
    return equivalence_classes(*distance)


def look_alikes(graph: ArrayLike, *, depth: int, seeds: ArrayLike = ()) -> Classes:
    """Who looks alike to somebody who knows surroundings to a depth, and the distances to people already found (LEG-5).

    `depth` is as in `signature_classes`, `seeds` as in `seed_classes`, but there may be none.

    Examples
    --------
    A path of three people: to know one of its ends is to know all.

    >>> path = [[False, True, False], [True, False, True], [False, True, False]]
    >>> look_alikes(path, depth=1).sizes.tolist(), look_alikes(path, depth=1, seeds=[0]).sizes.tolist()
    ([2, 1], [1, 1, 1])
    """
    around = signature_classes(graph, depth)
    return around if not np.size(seeds) else equivalence_classes(around.of, seed_classes(graph, seeds).of)


def as_graph(graph: ArrayLike) -> NDArray[np.bool_]:
    """Check that an array is a graph: square, bool, symmetric, nobody their own friend."""
    edges = check.array("graph", graph)
    if edges.dtype.kind != "b":
        raise TypeError(f"graph must be an array of bool; got dtype {edges.dtype}")
    if edges.ndim != 2 or edges.shape[0] != edges.shape[1] or not edges.size:
        raise ValueError(f"graph must have shape (n, n) with n >= 1; got {edges.shape}")
    if (edges != edges.T).any() or edges.diagonal().any():
        raise ValueError("graph must be symmetric, with False on the diagonal; got one that is not")
    return edges
