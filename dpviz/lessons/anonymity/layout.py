"""Where to draw the people of a graph."""

import numpy as np
from numpy.typing import NDArray

STEPS = 300


def spring_layout(graph: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Places in which friends are near and everybody keeps apart, shape (n, 2), within [-1, 1] each way.

    Friends pull with the square of their distance, all push with its inverse, and moves grow smaller. This is
    Fruchterman and Reingold's rule (1991), from a start on a circle: the same graph is always drawn alike.
    """
    n = len(graph)
    if n == 1:
        return np.zeros((1, 2))
    # The golden angle spreads neighbours in number over the whole circle.
    turn = 2.399963 * np.arange(n)
    at = np.sqrt((np.arange(n) + 1) / n)[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])
    wanted = np.sqrt(4 / n) * 0.8
    for step in range(STEPS):
        apart = at[:, None] - at[None]
        far = np.maximum(np.sqrt((apart**2).sum(axis=-1)), 1e-3)
        force = wanted**2 / far**2 - np.where(graph, far / wanted, 0.0)
        move = (apart * force[:, :, None]).sum(axis=1) - 0.4 * at  # a little pull to the middle holds all together
        size = np.maximum(np.sqrt((move**2).sum(axis=1)), 1e-9)
        at = at + move * (np.minimum(size, 0.15 * (1 - step / STEPS)) / size)[:, None]
    low, high = at.min(axis=0), at.max(axis=0)
    placed: NDArray[np.float64] = 2 * (at - low) / np.maximum(high - low, 1e-9) - 1
    return placed


def edges(graph: NDArray[np.bool_], at: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Line segments of all friendships, as one trace with gaps: (x, y), three entries each."""
    first, second = np.nonzero(np.triu(graph))
    gap = np.full(len(first), np.nan)
    x, y = (np.column_stack([at[first, way], at[second, way], gap]).ravel() for way in range(2))
    return x, y


def seen(graph: NDArray[np.bool_], victim: int, depth: int) -> NDArray[np.bool_]:
    """Which friendships each depth tells of the victim, shape (depth + 1, friendships)."""
    reached = np.zeros((depth + 1, len(graph)), dtype=bool)
    for level in range(1, depth + 1):
        reached[level] = reached[level - 1] | graph[reached[level - 1]].any(axis=0)
        reached[level, victim] = True
    first, second = np.nonzero(np.triu(graph))
    return reached[:, first] | reached[:, second]
