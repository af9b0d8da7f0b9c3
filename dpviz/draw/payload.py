"""A scene as the page receives it: one dictionary, its numeric frames as raw float32."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw.scene import Path, Scene


def chart_payload(scene: Scene, sent: Iterable[str] = (), state: Iterable[dict[str, Any]] = ()) -> dict[str, Any]:
    """Everything one chart needs to follow a slider without asking the kernel.

    Numbers that move travel as float32 buffers (a memoryview each), not as JSON text: a picture of 101 bars over 101
    frames is 40 kB instead of 200. What has ``differences`` has each frame as what it differs by from the one before,
    which can be compressed.

    The page gets the values named in `sent` as ``numbers`` too, a list of one a frame. `state` is what the picture was
    drawn from, a parameter each: see `dpviz.frame.parameters.Parameters.stated`.
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
        "motion": [_moving(path, moving, _finest(scene, path)) for path, moving in scene.motion.items()],
        "sentences": list(scene.sentences),
        "table": {"columns": list(scene.table.columns), "rows": scene.table.rows},
        "slots": {name: list(texts) for name, texts in scene.slots.items()},
        "card": card,
        "code": scene.code,
        "numbers": {name: _numbers(scene.numbers[name], len(scene)) for name in sent},
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
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return _plain(_short(value))
    if isinstance(value, np.ndarray | np.generic):
        return _plain(value.tolist())
    return None if isinstance(value, float) and value != value else value


def _short(values: NDArray[Any]) -> Any:
    """An array with seven digits, as what moves has them: half the text."""
    return np.array([float(f"{value:.7g}") for value in values.ravel()]).reshape(values.shape).tolist()


#: Parts of an axis that a screen tells apart at most, and of a scale of colours. Finer numbers cannot be compressed.
PLACES, SHADES = 2**12, 2**9


def _finest(scene: Scene, path: Path) -> float:
    """The step to which a mark's moving numbers are seen only; 0 where that is not known, or where they are read."""
    if path[0] != "data" or len(path) != 3:
        return 0.0
    mark, what = scene.figure["data"][path[1]], path[2]
    if what == "z":
        z = np.asarray(scene.motion[path], dtype=float)
        return float(mark.get("zmax", np.nanmax(z)) - mark.get("zmin", np.nanmin(z))) / SHADES
    name = mark.get(f"{what}axis", what)
    name = f"{name[0]}axis{name[1:]}"
    axis = scene.figure["layout"].get(name, {})
    moves = ("layout", name, "range") in scene.motion
    if what not in ("x", "y") or "hovertemplate" in mark or "range" not in axis or axis.get("type") == "log" or moves:
        return 0.0
    low, high = axis["range"]
    return abs(high - low) / PLACES


def _moving(path: Path, moving: Any, finest: float) -> dict[str, Any]:
    if isinstance(moving, np.ndarray) and moving.dtype.kind in "iufb":
        frames = np.ascontiguousarray(moving, dtype=np.float32)
        described: dict[str, Any] = {"path": list(path), "shape": list(frames.shape)}
        if finest > 0 and frames.ndim > 1:
            step = np.float32(2.0 ** math.floor(math.log2(finest)))
            frames = np.round(frames / step) * step
            with np.errstate(invalid="ignore"):
                differences = np.diff(frames, axis=0, prepend=np.float32(0))
                if np.array_equal(np.cumsum(differences, axis=0), frames, equal_nan=True):
                    frames, described["differences"] = differences, True
        # A flat byte view: numpy keeps the shape, and ipywidgets wants plain bytes.
        return {**described, "buffer": memoryview(frames.tobytes())}
    return {"path": list(path), "values": [_plain(v) for v in moving]}
