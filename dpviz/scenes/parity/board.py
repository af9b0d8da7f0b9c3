"""All parities over d bits as places: the corners of a cube for d up to 4, the cells of a grid for more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.moving import moving
from dpviz.scenes.marks import line, points

# Where each coordinate's step leads; the fourth puts a second cube beside the first.
_STEPS = np.array([[1.0, 0.0], [0.0, 1.0], [0.42, 0.3], [1.9, 0.0]])


def word(index: int, bits: int) -> str:
    """A parity as its bits, the first coordinate first."""
    return "".join(str(index >> j & 1) for j in range(bits))


def index_of(r: Any) -> int:
    """The place of a parity given by its bits."""
    return int(np.dot(np.asarray(r, dtype=np.int64), 1 << np.arange(len(r))))


def bits_of(row: Any) -> str:
    """Bits as they are read."""
    return "".join(str(int(b)) for b in row)


@dataclass(frozen=True)
class Board:
    """A drawing of all parities: traces, and what of them moves.

    Attributes
    ----------
    x, y : ndarray of shape (2**d,)
        Where each parity stands.
    cube : bool
    """

    bits: int

    @property
    def cube(self) -> bool:
        """Whether corners are drawn, and not cells."""
        return self.bits <= 4

    @property
    def places(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """X and y of every parity."""
        index = np.arange(1 << self.bits)
        if self.cube:
            place = (index[:, None] >> np.arange(self.bits) & 1) @ _STEPS[: self.bits]
            return place[:, 0], place[:, 1]
        across = (self.bits + 1) // 2
        return (index % (1 << across)).astype(float), (index >> across).astype(float)

    def axes(self, number: str, across: tuple[float, float], up: tuple[float, float]) -> dict[str, Any]:
        """The two hidden axes it stands on."""
        x, y = self.places
        room, right = (0.35, 0.5 + 0.1 * self.bits) if self.cube else (0.5, 0.5)  # words stand to the right
        hidden: dict[str, Any] = {"showgrid": False, "showticklabels": False, "showline": False}
        return {
            f"xaxis{number}": style.axis("", domain=list(across), anchor=f"y{number}",
                                         range=[x.min() - room, x.max() + right], **hidden),
            f"yaxis{number}": style.axis("", domain=list(up), anchor=f"x{number}",
                                         range=[y.min() - room, y.max() + room], **hidden),
        }  # fmt: skip

    def draw(
        self,
        inside: NDArray[np.bool_],
        start: int,
        *,
        number: str = "",
        first: int = 0,
        legend: str = "fits all examples so far",
    ) -> tuple[list[dict[str, Any]], dict[tuple[str | int, ...], Any]]:
        """Traces and motion, for parities that are inside or not, a frame at a time.

        Parameters
        ----------
        inside : ndarray of bool, shape (F, 2**d)
        start : int
        number : str
            Of the axes: "" or "2".
        first : int
            The place of the first trace in the figure.
        legend : str
            What the marked ones are called in the legend; empty for no entry.
        """
        x, y = self.places
        on: dict[str, Any] = {"xaxis": f"x{number}", "yaxis": f"y{number}"}
        if not self.cube:
            across = 1 << (self.bits + 1) // 2
            z = inside.astype(float).reshape(len(inside), -1, across)
            cells = {
                "type": "heatmap", "z": z[start], "zmin": 0, "zmax": 1, "showscale": False, "xgap": 1, "ygap": 1,
                "colorscale": [[0, style.GRID], [1, style.BLUE]], "hoverinfo": "skip", **on,
            }  # fmt: skip
            named = points([None], [None], style.BLUE, legend, symbol="square", size=15, **on)
            return [cells, named], {("data", first, "z"): z}
        edge_x: list[float | None] = []
        edge_y: list[float | None] = []
        for i in range(1 << self.bits):
            for j in range(self.bits):
                if not i >> j & 1:
                    edge_x += [x[i], x[i | 1 << j], None]
                    edge_y += [y[i], y[i | 1 << j], None]
        heights = np.where(inside, y, np.nan)
        names = [word(i, self.bits) for i in range(1 << self.bits)]
        traces = [
            line(edge_x, edge_y, style.GRID, width=2, **on),
            points(x, y, style.GREY, size=7, **on) | {
                "mode": "markers+text", "text": names, "textposition": "bottom right",
                "textfont": {"size": 14, "color": style.INK},
            },
            points(x, heights[start], style.BLUE, legend, size=19, **on),
        ]  # fmt: skip
        return traces, {("data", first + 2, "y"): heights}

    def marks(self, inside: NDArray[np.bool_]) -> list[dict[str, Any]]:
        """As `draw`, for the first panel of a section's picture."""
        made, motion = self.draw(inside, 0)
        for (_, number, name), frames in motion.items():
            made[int(number)][str(name)] = moving(frames)
        return made

    def mark(
        self, index: int | None, colour: str, name: str, symbol: str, size: int, number: str = ""
    ) -> dict[str, Any]:
        """One parity, marked."""
        x, y = self.places
        shown = [] if index is None else [index]
        marks = points(x[shown], y[shown], colour, name, symbol=symbol, size=size,
                       xaxis=f"x{number}", yaxis=f"y{number}")  # fmt: skip
        marks["marker"] |= {"line": {"width": 3, "color": colour}}
        return marks
