"""A scene as the page receives it: one dictionary, its numeric frames as raw float32."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw.scene import Path, Scene


def block(scene: Scene, told: Iterable[str] = (), state: Iterable[dict[str, Any]] = ()) -> dict[str, Any]:
    """Everything one chart needs to follow a slider without asking the kernel.

    Numbers that move travel as float32 buffers (a memoryview each), not as JSON text: a picture of 101 bars
    over 101 frames is 40 kB instead of 200.

    Parameters
    ----------
    scene : Scene
    told : iterable of str
        Values of the picture that the page gets as numbers too.
    state : iterable of dict
        What it was drawn from, a parameter each: see `dpviz.lessons.parameters.Parameters.stated`.

    Returns
    -------
    dict
        ``axis, values, start, title, figure, motion, sentences, table, slots, card, code, numbers, state``;
        ``numbers`` has a list of one number a frame for each value of `told`.
    """
    card = None
    if scene.card is not None:
        card = _plain(asdict(scene.card))
        card["rows"] = [{"label": label, "slot": slot} for label, slot in scene.card.rows]
    return {
        "axis": scene.axis,
        "values": [float(value) for value in scene.values],
        "start": scene.start,
        "title": scene.title,
        "figure": _plain(scene.figure),
        "motion": [_moving(path, moving) for path, moving in scene.motion.items()],
        "sentences": list(scene.sentences),
        "table": {"columns": list(scene.table.columns), "rows": scene.table.rows},
        "slots": {name: list(texts) for name, texts in scene.slots.items()},
        "card": card,
        "code": scene.code,
        "numbers": {name: _numbers(scene.numbers[name], len(scene)) for name in told},
        "state": list(state),
    }


def _numbers(value: Any, frames: int) -> list[float | None]:
    """One number a frame; a gap where it is not finite, for which JSON has no word."""
    return [
        number if math.isfinite(number) else None for number in np.broadcast_to(value, frames).astype(float).tolist()
    ]


def _plain(value: Any) -> Any:
    """The same as JSON has it: no numpy types, and a gap instead of "not a number"."""
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items() if name != "template"}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, np.ndarray | np.generic):
        return _plain(value.tolist())
    return None if isinstance(value, float) and value != value else value


#: Of a heat map's numbers, which are seen as colours: what is left of 23 bits. The rest cannot be compressed.
COLOUR_BITS = 10


def _rounded(values: NDArray[np.float32]) -> NDArray[np.float32]:
    fraction, exponent = np.frexp(values)
    step = np.float32(2.0 ** -(COLOUR_BITS + 1))
    return np.ldexp(np.round(fraction / step) * step, exponent)


def _moving(path: Path, moving: Any) -> dict[str, Any]:
    if isinstance(moving, np.ndarray) and moving.dtype.kind in "iufb":
        frames = np.ascontiguousarray(moving, dtype=np.float32)
        if frames.ndim == 3:
            frames = _rounded(frames)
        # A flat byte view: numpy keeps the shape, and ipywidgets wants plain bytes.
        return {"path": list(path), "shape": list(frames.shape), "buffer": memoryview(frames.tobytes())}
    return {"path": list(path), "values": [_plain(v) for v in moving]}
