"""What a picture of a lesson is: how it is drawn, which sliders move it, and what else it depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw.scene import Scene
from dpviz.lessons.stages import Staged

State = Mapping[str, Any]
Draw = Callable[[State, str, NDArray[np.float64]], Scene]
Grow = Callable[[State, str, NDArray[np.float64]], Staged]


@dataclass(frozen=True)
class Picture:
    """One picture of a lesson: drawn at once, or in stages.

    Parameters
    ----------
    draw : callable or None
        ``draw(state, axis, values) -> Scene``: the scene along `axis`, all else as in `state`. Pure.
    axes : tuple of str
        The parameters whose sliders move it; the first one is drawn along at the start.
    needs : tuple of str
        The other parameters it depends on.
    stages : callable, optional
        In place of `draw`, for what takes longer than a second: ``stages(state, axis, values)`` yields pairs
        (fraction done, scene so far), the first within a second, each further one after at most 0.2 s of work,
        the last with fraction 1 and complete.
    """

    draw: Draw | None
    axes: tuple[str, ...]
    needs: tuple[str, ...] = ()
    stages: Grow | None = None

    def __post_init__(self) -> None:
        if (self.draw is None) == (self.stages is None):
            raise ValueError("a picture must have either draw or stages")

    def scene(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Return the complete scene, however long it takes."""
        if self.draw is not None:
            return self.draw(state, axis, values)
        assert self.stages is not None
        *_, (_, scene) = self.stages(state, axis, values)
        return scene

    @property
    def inputs(self) -> frozenset[str]:
        """Everything it depends on."""
        return frozenset(self.axes) | frozenset(self.needs)


def along(state: State, axis: str, values: Iterable[float]) -> dict[str, NDArray[Any]]:
    """Every number of a state as one value a frame: the axis takes its values, the others stay."""
    values = np.asarray(list(values))
    return {
        name: values.astype(type(value)) if name == axis else np.full(len(values), value)
        for name, value in state.items()
        if isinstance(value, int | float)
    }


def place(state: State, axis: str, values: NDArray[np.float64]) -> dict[str, Any]:
    """Where a scene starts, as the arguments it takes: the frame of the value the reader has now."""
    return {"axis": axis, "values": values, "start": int(np.searchsorted(values, state[axis]))}
