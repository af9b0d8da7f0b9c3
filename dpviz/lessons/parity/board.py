"""All parities over d bits as places: the corners of a cube for d up to 4, the cells of a grid for more."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import axis, curve, heatmap, moving, points
from dpviz.draw.marks import Mark
from dpviz.draw.style import BLUE, GREY, GRID, INK

# Where each coordinate's step leads; the fourth puts a second cube beside the first.
_STEPS = np.array([[1.0, 0.0], [0.0, 1.0], [0.42, 0.3], [1.9, 0.0]])
HIDDEN: dict[str, Any] = {"showgrid": False, "showticklabels": False, "showline": False}


def word(index: int, bits: int) -> str:
    """A parity as its bits, the first coordinate first."""
    return "".join(str(index >> j & 1) for j in range(bits))


def index_of(r: Any) -> int:
    """The place of a parity given by its bits."""
    return int(np.dot(np.asarray(r, dtype=np.int64), 1 << np.arange(len(r))))


def bits_of(row: Any) -> str:
    """Bits as they are read."""
    return "".join(str(int(b)) for b in row)


class Board:
    """A drawing of all parities over `bits` bits; parity i stands at (x[i], y[i])."""

    def __init__(self, bits: int) -> None:
        self.bits, self.cube = bits, bits <= 4  # corners are drawn, and not cells
        index, self.across = np.arange(1 << bits), 1 << (bits + 1) // 2
        if self.cube:
            self.x, self.y = (_STEPS[:bits].T @ (index >> np.arange(bits)[:, None] & 1)).astype(float)
        else:
            self.x, self.y = (index % self.across).astype(float), (index // self.across).astype(float)

    def axes(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The two hidden axes it stands on."""
        room, right = (0.35, 0.5 + 0.1 * self.bits) if self.cube else (0.5, 0.5)  # words stand to the right
        return (
            axis("", self.x.min() - room, self.x.max() + right, **HIDDEN),
            axis("", self.y.min() - room, self.y.max() + room, **HIDDEN),
        )

    def marks(self, inside: NDArray[np.bool_], name: str) -> list[Mark]:
        """The parities, marked where they are `inside`, of shape (F, 2**d); without a name not in the legend."""
        if not self.cube:
            cells = inside.astype(float).reshape(len(inside), -1, self.across)
            return [
                heatmap(moving(cells), zmin=0, zmax=1, xgap=1, ygap=1, scale=[[0, GRID], [1, BLUE]]),
                points([None], [None], BLUE, name, symbol="square", size=15),
            ]
        ends = [(i, i | 1 << j) for i in range(1 << self.bits) for j in range(self.bits) if not i >> j & 1]
        x, y = ([end for i, k in ends for end in (at[i], at[k], None)] for at in (self.x, self.y))
        names = points(self.x, self.y, GREY, size=7) | {
            "mode": "markers+text",
            "text": [
                "\u2002\u2002" + word(i, self.bits) for i in range(1 << self.bits)
            ],  # beside the ring of the target
            "textposition": "bottom right",
            "textfont": {"size": 14, "color": INK},
        }
        heights = moving(np.where(inside, self.y, np.nan))
        return [curve(x, y, GRID, width=2), names, points(self.x, heights, BLUE, name, size=19)]

    def ring(self, index: int, colour: str, name: str, *, sizes: tuple[int, int]) -> Mark:
        """One parity, marked; the sizes of a ring at a corner and around a cell."""
        symbol, size = ("circle-open", sizes[0]) if self.cube else ("square-open", sizes[1])
        mark = points(self.x[[index]], self.y[[index]], colour, name, symbol=symbol, size=size)
        mark["marker"] |= {"line": {"width": 3, "color": colour}}
        return mark
