"""What moves: an array whose first axis is the frames, stated once, wherever in a figure it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, eq=False)
class Moving:
    """One value a frame: an array of shape (F, ...), or a sequence of F strings or lists."""

    frames: Any

    def __len__(self) -> int:
        return len(self.frames)


def moving(frames: Any) -> Moving:
    """Say that something has one value a frame, along its first axis: an array, or a sequence of texts or lists.

    It can be put wherever a mark or an axis takes a value.
    """
    if isinstance(frames, Moving):
        return frames
    # Lists may differ in length from frame to frame, so numpy is not asked about them.
    one = isinstance(frames, str) or not isinstance(frames, np.ndarray | Sequence)
    if one or (isinstance(frames, np.ndarray) and frames.ndim == 0):
        raise TypeError(f"frames must have one value a frame; got {frames!r}")
    return Moving(frames)


def varying(frames: np.ndarray[Any, Any]) -> Moving:
    """Say that an array may change with the frame; if it does not, the page is spared its frames."""
    first = np.broadcast_to(frames[:1], frames.shape)
    return Moving(frames[:1] if np.array_equal(frames, first, equal_nan=frames.dtype.kind == "f") else frames)


def coordinate(value: Any) -> Any:
    """What a trace takes for x or y: one number a frame becomes a list of one."""
    if isinstance(value, Moving) and isinstance(value.frames, np.ndarray) and value.frames.ndim == 1:
        return Moving(value.frames[:, None])
    return [value] if isinstance(value, int | float | np.number) else value


def each(function: Any, *values: Any) -> Any:
    """Apply a function of arrays, along their last axis, to plain values or a frame at a time to moving ones."""
    if not any(isinstance(value, Moving) for value in values):
        return function(*(np.asarray(value) for value in values))
    count = next(len(value) for value in values if isinstance(value, Moving))
    parts = [
        np.asarray(value.frames) if isinstance(value, Moving) else np.broadcast_to(value, (count, *np.shape(value)))
        for value in values
    ]
    return Moving(function(*parts))


def taken_apart(figure: Any, start: int) -> tuple[Any, dict[tuple[str | int, ...], Any]]:
    """A figure at one frame, and what moves in it by its path."""
    motion: dict[tuple[str | int, ...], Any] = {}

    def walk(value: Any, path: tuple[str | int, ...]) -> Any:
        if isinstance(value, Moving):
            if len(value) == 1:  # it could move, but not along this axis
                return value.frames[0]
            motion[path] = value.frames
            return value.frames[start]
        if isinstance(value, dict):
            return {key: walk(item, (*path, key)) for key, item in value.items()}
        if isinstance(value, list):
            return [walk(item, (*path, number)) for number, item in enumerate(value)]
        if isinstance(value, np.ndarray) and value.ndim > 1 and path[-1] != "z":  # a heatmap's cells
            raise TypeError(
                f"{path[-1]} must have one axis, or be moving(…) if it has one entry a frame; got shape {value.shape}"
            )
        return value

    return walk(figure, ()), motion
