"""A scene as the page receives it: one dictionary, its numeric frames as raw float32."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable
from dataclasses import asdict
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw.scene import Path, Scene


def chart_payload(scene: Scene, sent: Iterable[str] = (), state: Iterable[dict[str, Any]] = ()) -> dict[str, Any]:
    """Everything one chart needs to follow a slider without asking the kernel.

    Numbers that move travel as float32 buffers (a memoryview each), not as JSON text: a picture of 101 bars over 101
    frames is 40 kB instead of 200. The figure does without them: `figure_at_start` is one that has them. What has
    ``differences`` has each frame as what it differs by from the one before, which can be compressed.

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
        "figure": _standing(scene),
        "motion": [_moving(path, moving, *_finest(scene, path)) for path, moving in scene.motion.items()],
        "sentences": list(scene.sentences),
        "table": {"columns": list(scene.table.columns), "rows": scene.table.rows},
        "slots": {name: list(texts) for name, texts in scene.slots.items()},
        "card": card,
        "code": scene.code,
        "numbers": {name: _numbers(scene.numbers[name], len(scene)) for name in sent},
        "state": list(state),
    }


def exact_figure(scene: Scene) -> dict[str, Any]:
    """The figure where the slider stands, all its numbers with seven digits."""
    made: dict[str, Any] = _plain(scene.figure)
    return made


def figure_at_start(payload: dict[str, Any]) -> dict[str, Any]:
    """The figure where the slider stands, of what the page gets."""
    figure: dict[str, Any] = copy.deepcopy(payload["figure"])
    for track in payload["motion"]:
        if "buffer" in track and track["path"][0] == "data":
            frames = np.frombuffer(track["buffer"], np.float32).reshape(track["shape"])
            frame = frames[: payload["start"] + 1].sum(axis=0) if "differences" in track else frames[payload["start"]]
            *way, last = track["path"]
            reduce(lambda part, step: part[step], way, figure)[last] = _plain(frame)
    return figure


def _numbers(value: Any, frames: int) -> list[float | None]:
    """One number a frame; a gap where it is not finite, for which JSON has no word."""
    return [
        _digits(number, 7) if math.isfinite(number) else None
        for number in np.broadcast_to(value, frames).astype(float).tolist()
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


def _standing(scene: Scene) -> dict[str, Any]:
    """The figure as JSON, without the numbers of marks that move, and the others as finely as they are seen."""
    left_out = {path for path, moving in scene.motion.items() if _travels_as_bytes(moving)}
    marks = [
        {
            name: _written(value, *_finest(scene, path)) if _is_real(value) else _plain(value)
            for name, value in mark.items()
            if (path := ("data", number, name)) not in left_out
        }
        for number, mark in enumerate(scene.figure["data"])
    ]
    return {**_plain({**scene.figure, "data": []}), "data": marks}


def _is_real(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.kind == "f"


def _travels_as_bytes(moving: Any) -> bool:
    return isinstance(moving, np.ndarray) and moving.dtype.kind in "iufb"


def _written(values: NDArray[Any], step: float, share: float) -> Any:
    """An array as JSON has it, in as few digits as are seen."""
    if step:
        return _plain(np.round(values, math.ceil(-math.log10(step))).tolist())
    return _plain(_short(values, 1 + math.ceil(-math.log10(share)) if share else 7))


def _short(values: NDArray[Any], digits: int = 7) -> Any:
    """An array with seven digits, as what moves has them: half the text."""
    return np.array([_digits(value, digits) for value in values.ravel()]).reshape(values.shape).tolist()


def _digits(value: float, digits: int) -> float:
    return float(f"{value:.{digits}g}")


#: Parts of an axis that a screen tells apart at most, and of a scale of colours. Finer numbers cannot be compressed.
PLACES, SHADES = 2**12, 2**9


def _finest(scene: Scene, path: Path) -> tuple[float, float]:
    """The step to which a mark's numbers are seen only, or, on a logarithmic axis, its part of a number.

    Both are 0 where that is not known, or where the numbers are read.
    """
    if path[0] != "data" or len(path) != 3:
        return 0.0, 0.0
    mark, what = scene.figure["data"][path[1]], path[2]
    if what == "z":
        z = np.asarray(scene.motion.get(path, mark["z"]), dtype=float)
        return float(mark.get("zmax", np.nanmax(z)) - mark.get("zmin", np.nanmin(z))) / SHADES, 0.0
    name = mark.get(f"{what}axis", what)
    name = f"{name[0]}axis{name[1:]}"
    axis = scene.figure["layout"].get(name, {})
    if what not in ("x", "y") or "hovertemplate" in mark or "range" not in axis:
        return 0.0, 0.0
    ends = np.asarray(scene.motion.get(("layout", name, "range"), [axis["range"]]), dtype=float)
    step = float(np.abs(ends[:, 1] - ends[:, 0]).min()) / PLACES  # of the narrowest, where the range moves
    return (0.0, 10.0**step - 1) if axis.get("type") == "log" else (step, 0.0)


def _moving(path: Path, moving: Any, step: float, share: float) -> dict[str, Any]:
    if not _travels_as_bytes(moving):
        return {"path": list(path), "values": [_plain(v) for v in moving]}
    frames = np.ascontiguousarray(moving, dtype=np.float32)
    described: dict[str, Any] = {"path": list(path), "shape": list(frames.shape)}
    if share > 0:
        parts, powers = np.frexp(frames)
        finest = np.float32(2.0 ** math.ceil(1 - math.log2(share)))
        frames = np.ldexp(np.round(parts * finest) / finest, powers)
    if step > 0 and frames.ndim > 1:
        finest = np.float32(2.0 ** math.floor(math.log2(step)))
        frames = np.round(frames / finest) * finest
        with np.errstate(invalid="ignore"):
            differences = np.diff(frames, axis=0, prepend=np.float32(0))
            if np.array_equal(np.cumsum(differences, axis=0), frames, equal_nan=True):
                frames, described["differences"] = differences, True
    # A flat byte view: numpy keeps the shape, and ipywidgets wants plain bytes.
    return {**described, "buffer": memoryview(frames.tobytes())}
