"""What a mechanism returns, as columns: numbers, and labels for all that is not a number."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.privacy.auditing.reading import EXACT, MOST_COLUMNS, TOP, Cells, Kind, Reading, read
from dpviz.privacy.auditing.texts import says_more

Floats = NDArray[np.float64]

LONGEST = 60
MOST_CELLS = 20_000_000
MOST_MEMBERS = 500
# Of very many columns those are kept that are filled at least so often: fewer hits prove nothing.
MANY_COLUMNS, FILLED = 500, 5


class Vocabulary:
    """Numbers for labels, the same in both worlds and in both halves."""

    def __init__(self) -> None:
        self.codes: dict[Any, int] = {}
        self.labels: list[Any] = []

    def code(self, label: Any) -> int:
        """The label's number; a new one for a label not met before."""
        key = (type(label), label)
        found = self.codes.get(key)
        if found is None:
            found = self.codes[key] = len(self.labels)
            self.labels.append(label)
        return found

    def words(self, code: float) -> str:
        """The label as a reader would write it."""
        label = self.labels[int(code)]
        text = str(label) if isinstance(label, (Kind, enum.Enum)) else repr(label)
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]} …"


@dataclass(frozen=True)
class Layout:
    """Which columns there are: agreed on in the first half of the draws, and kept for the second.

    `sorts` says what a column of numbers is, where it is not a plain number: a "flag" (a truth value), a "member"
    (whether the sentence that is its name holds) or a "size" (of what is named).
    """

    numbers: tuple[str, ...]
    labels: tuple[str, ...] = ()
    sorts: Mapping[str, str] = field(default_factory=dict)
    kinds: frozenset[str] = frozenset()  # of the labels: those that say what sort of thing it is
    shape: tuple[int, ...] | None = None  # of plain arrays, which need no walk
    vocabulary: Vocabulary = field(default_factory=Vocabulary)

    def names_a_number(self, place: int) -> bool:
        """Whether a column holds numbers that somebody returned as such, or wrote."""
        return self.numbers[place] not in self.sorts

    def table(self, outcomes: Any) -> Table:
        """The outcomes as columns; a number that an outcome does not have is nan."""
        matrix = _plain(outcomes) if self.shape is not None else None
        if matrix is not None and matrix.shape[1:] == self.shape:
            return self.of_matrix(matrix)
        if self.labels == (TOP,) and not self.numbers and _words(outcomes):
            return self.of_words(outcomes)
        return self.of_reading(read(outcomes, len(outcomes)))

    def of_matrix(self, matrix: Any) -> Table:
        """A table of plain numbers, by column."""
        flat = np.asarray(matrix.reshape(len(matrix), math.prod(matrix.shape[1:]))[:, :MOST_COLUMNS], dtype=np.float64)
        return Table(flat, np.empty((len(matrix), 0)))

    def of_words(self, outcomes: Iterable[Any]) -> Table:
        """A table of one label an answer."""
        codes = np.array([self.vocabulary.code(one) for one in outcomes], dtype=np.float64)
        return Table(np.empty((len(codes), 0)), codes[:, None])

    def of_reading(self, found: Reading) -> Table:
        """A table of what stood at the places of this layout."""
        numbers = np.full((found.runs, len(self.numbers)), np.nan)
        labels = np.full((found.runs, len(self.labels)), np.nan)
        sources = {"": found.numbers, "flag": found.flags, "size": found.sizes, "member": found.members}
        for place, name in enumerate(self.numbers):
            sort = self.sorts.get(name, "")
            if sort == "member":
                numbers[:, place] = 0.0
            cells = sources[sort].get(name if sort != "size" else name.removeprefix(SIZE))
            if cells is not None:
                numbers[cells.rows, place] = cells.values
            if not sort and (flags := found.flags.get(name)) is not None:
                numbers[flags.rows, place] = flags.values
        for place, name in enumerate(self.labels):
            if name in self.kinds:
                cells = found.kinds.get(name.removeprefix(KIND))
                known = [Kind(value) for value in cells.values] if cells is not None else []
            else:
                cells = found.labels.get(name)
                known = cells.values if cells is not None else []
            if cells is not None:
                labels[cells.rows, place] = [self.vocabulary.code(value) for value in known]
        return Table(numbers, labels)


SIZE, KIND = "the size of ", "the kind of "


@dataclass(frozen=True)
class Table:
    """Outcomes as columns: `numbers` (trials, columns), and `labels` (trials, columns) of codes.

    Each outcome stands for `weight` of them: what is chosen on half of the draws is chosen as boldly as on all.
    """

    numbers: Floats
    labels: Floats
    weight: int = 1

    def __len__(self) -> int:
        return len(self.numbers)

    def thin(self, start: int) -> Table:
        """Every second answer."""
        return Table(self.numbers[start::2], self.labels[start::2], 2 * self.weight)

    def first(self, size: int) -> Table:
        """The first answers only."""
        return Table(self.numbers[:size], self.labels[:size])


def tables_of(*worlds: Any) -> tuple[Layout, list[Table]]:
    """The columns that the outcomes of several worlds have between them, and each world's table."""
    matrices = [_plain(outcomes) for outcomes in worlds]
    shapes = {matrix.shape[1:] if matrix is not None else None for matrix in matrices}
    alike = (
        len({type(world[0]) if isinstance(world[0], (list, tuple)) else None for world in worlds if len(world)}) == 1
    )
    if alike and len(shapes) == 1 and None not in shapes and not any(map(_incomplete, matrices)):
        (shape,) = shapes
        assert shape is not None
        names = _entries(shape)
        flat = all(matrix.dtype == bool for matrix in matrices)
        layout = Layout(names, sorts=dict.fromkeys(names, "flag") if flat else {}, shape=shape)
        return layout, [layout.of_matrix(matrix) for matrix in matrices]
    if all(map(_words, worlds)):
        layout = Layout((), (TOP,))
        return layout, [layout.of_words(outcomes) for outcomes in worlds]
    readings = [read(outcomes, len(outcomes)) for outcomes in worlds]
    layout = _layout(readings)
    return layout, [layout.of_reading(found) for found in readings]


def _layout(readings: list[Reading]) -> Layout:
    runs = sum(found.runs for found in readings)
    numbers = _filled([found.numbers for found in readings])
    flags = {name: count for name, count in _filled([found.flags for found in readings]).items() if name not in numbers}
    members = _varied([found.members for found in readings])
    members = {name: count for name, count in members.items() if count < runs}
    often = sorted(members, key=members.__getitem__, reverse=True)[:MOST_MEMBERS]
    sizes = [SIZE + name for name in _varied([found.sizes for found in readings], least=2)]
    sorts = {**dict.fromkeys(flags, "flag"), **dict.fromkeys(often, "member"), **dict.fromkeys(sizes, "size")}
    names = [*sizes, *numbers, *flags, *often]
    labels = _filled([found.labels for found in readings])
    several = _varied([found.labels for found in readings], least=2)
    # A label that only some answers have tells something too. What has a name comes before what is of a kind.
    kept = [name for name, count in labels.items() if name in several or count < runs]
    kinds = [KIND + name for name in _varied([found.kinds for found in readings], least=2)]
    room = min(MOST_COLUMNS, max(MOST_CELLS // max(runs, 1), 10))
    return Layout(tuple(names[:room]), tuple([*kept, *kinds][:room]), sorts, frozenset(kinds))


def _filled(worlds: list[dict[str, Cells]]) -> dict[str, int]:
    """The columns of all worlds, and how many rows each has."""
    found: dict[str, int] = {}
    for columns in worlds:
        for name, cells in columns.items():
            found[name] = found.get(name, 0) + len(cells.rows)
    if len(found) > MANY_COLUMNS:
        return {name: count for name, count in found.items() if count >= FILLED}
    return found


def _varied(worlds: list[dict[str, Cells]], least: int = 1) -> dict[str, int]:
    """Columns that hold at least so many different things."""
    return {
        name: count
        for name, count in _filled(worlds).items()
        if least == 1 or _several(chain.from_iterable(columns[name].values for columns in worlds if name in columns))
    }


def _several(values: Iterable[Any]) -> bool:
    first = next(iter(values := iter(values)), None)
    return any(type(value) is not type(first) or value != first for value in values)


def _entries(shape: tuple[int, ...]) -> tuple[str, ...]:
    if not shape:
        return (TOP,)
    places = (place for place, _ in zip(np.ndindex(shape), range(MOST_COLUMNS), strict=False))
    return tuple(f"answer[{', '.join(map(str, place))}]" for place in places)


def _words(outcomes: Any) -> bool:
    """Whether all outcomes are None or strings without anything to be read in them, which need no walk either."""
    if isinstance(outcomes, np.ndarray) or not set(map(type, outcomes)) <= {str, type(None)}:
        return False
    return not any(map(says_more, set(outcomes) - {None}))


def _incomplete(matrix: Any) -> bool:
    """Whether a matrix holds what only a walk sees: nan, and last bits that a float has no room for."""
    if matrix.dtype.kind == "f":
        return bool(np.isnan(matrix).any())
    return matrix.dtype.kind in "iu" and matrix.size > 0 and bool((matrix.max() >= EXACT) | (matrix.min() <= -EXACT))


def _plain(outcomes: Any) -> Any:
    """Outcomes that are one array of numbers at once, without a walk; else None."""
    if isinstance(outcomes, np.ma.MaskedArray):
        return None
    if isinstance(outcomes, np.ndarray):
        return outcomes if outcomes.dtype.kind in "biuf" and outcomes.ndim else None
    kinds = set(map(type, outcomes))
    if kinds == {np.ndarray}:
        if len({(one.shape, one.dtype.kind) for one in outcomes}) > 1 or outcomes[0].dtype.kind not in "biuf":
            return None
        return np.array(outcomes)
    if kinds in ({tuple}, {list}) and len({len(one) for one in outcomes}) == 1:
        inner = set(map(type, chain.from_iterable(outcomes)))
        if inner and (inner <= {float, int, np.float64, np.int64} or inner == {bool}):
            return _numeric(outcomes)
        return None
    scalars = all(issubclass(kind, (float, int, np.floating, np.integer)) and kind is not bool for kind in kinds)
    if (kinds and (scalars and not any(issubclass(kind, enum.Enum) for kind in kinds))) or kinds == {bool}:
        return _numeric(outcomes)
    return None


def _numeric(outcomes: Any) -> Any:
    try:
        array = np.array(outcomes)
    except (ValueError, OverflowError):
        return None
    return array if array.dtype.kind in "bif" else None
