"""What a picture is: a standard plotly figure, and everything that changes along one axis."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpviz._extras import needs

if TYPE_CHECKING:
    import plotly.graph_objects as go

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Assumption:
    """One condition of a theorem, and whether it holds, a frame at a time or (length 1) in all."""

    text: str
    holds: tuple[bool, ...] = (True,)


@dataclass(frozen=True)
class Card:
    """A theorem with the numbers of the moment put into it."""

    title: str  # what it says in a few words
    source: str  # its id in the theory notes (``"EXP-3"``)
    formula: str  # MathML of `dpviz.draw.formula`; its gaps are filled from the scene's slots
    filled: str = ""
    rows: tuple[tuple[str, str], ...] = ()  # label and slot, under the formula: the bound, the truth, the slack
    assumptions: tuple[Assumption, ...] = ()
    note: str = ""  # what to keep in mind, for example that a statement was reconstructed


@dataclass(frozen=True)
class Table:
    """The numbers of a picture, a frame at a time."""

    columns: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], ...], ...]  # a table a frame, or one for all; a table is a tuple of rows


@dataclass(frozen=True)
class Scene:
    """A picture that moves along one axis: a plotly figure and its frames."""

    title: str
    figure: dict[str, Any]  # as plotly writes it down; `motion` overrides it, so it may leave the moving parts empty
    axis: str  # the parameter that is scrubbed
    values: NDArray[np.float64]  # of shape (F,), increasing
    start: int  # the frame to show first
    # a path into the figure, ``("data", 0, "y")``, and one value a frame: an array (F, ...) or F texts or lists
    motion: Mapping[Path, Any]
    sentences: Sequence[str]  # what the picture says, in one plain sentence a frame
    table: Table
    # texts that fill the gaps of the card and the code, F or one
    slots: Mapping[str, Sequence[str]] = field(default_factory=dict)
    card: Card | None = None
    code: str = ""  # lines of the public engine that reproduce the numbers on screen, with ``{slot}`` gaps
    # what the texts are made of, and the picture's other values
    numbers: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        frames = len(self.values)
        if frames == 0 or np.any(np.diff(self.values) <= 0):
            raise ValueError(f"values must be increasing and not empty; got {self.values!r}")
        if not 0 <= self.start < frames:
            raise ValueError(f"start must be a frame in [0, {frames}); got {self.start}")
        counts = {f"motion {path}": len(moving) for path, moving in self.motion.items()}
        counts["sentences"] = len(self.sentences)
        for name, length in counts.items():
            if length != frames:
                raise ValueError(f"{name} must have one entry a frame ({frames}); got {length}")
        constant = {f"slot {name}": len(texts) for name, texts in self.slots.items()}
        constant["table"] = len(self.table.rows)
        for name, length in constant.items():
            if length not in (1, frames):
                raise ValueError(f"{name} must have 1 or {frames} entries; got {length}")

    def __len__(self) -> int:
        return len(self.values)

    def slot(self, name: str, frame: int) -> str:
        """The text of a slot at one frame."""
        texts = self.slots[name]
        return texts[frame if len(texts) > 1 else 0]

    def code_at(self, frame: int) -> str:
        """The code of the picture at one frame, ready to run."""
        return self.code.format(**{name: self.slot(name, frame) for name in self.slots})

    def at(self, frame: int) -> go.Figure:
        """The figure as it stands at one frame, for tests and for export."""
        go = needs("plotly.graph_objects", extra="plotly", purpose="a frame as a plotly figure")  # a page does without

        spec = copy.deepcopy(self.figure)
        for path, moving in self.motion.items():
            target: Any = spec
            for step in path[:-1]:
                target = target[step]
            value = moving[frame]
            target[path[-1]] = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
        return go.Figure(spec)
