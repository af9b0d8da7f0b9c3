"""What a mechanism returns, as columns: numbers, and labels for all that is not a number."""

from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from numbers import Complex, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Wider answers are cut: the search keeps the columns that tell most (see `features`).
MOST_COLUMNS = 20_000
LONGEST = 60


class Kind(str):
    """What sort of thing stands at a place, said in words; never equal to a returned string by accident."""

    __slots__ = ()


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
    """Which columns there are: agreed on in the first half of the draws, and kept for the second."""

    numbers: tuple[str, ...]
    booleans: frozenset[str]
    labels: tuple[str, ...]
    shape: tuple[int, ...] | None = None  # of plain arrays, which need no walk
    vocabulary: Vocabulary = field(default_factory=Vocabulary)

    def table(self, outcomes: Any) -> Table:
        """The outcomes as columns; a number that an outcome does not have is nan."""
        matrix = _plain(outcomes)
        if matrix is not None and self.shape == matrix.shape[1:]:
            flat = matrix.reshape(len(matrix), math.prod(matrix.shape[1:]))
            return Table(self, _cut(flat), np.empty((len(matrix), 0)))
        if not self.numbers and self.labels == ("the answer",) and _words(outcomes):
            codes = np.array([self.vocabulary.code(one) for one in outcomes], dtype=np.float64)
            return Table(self, np.empty((len(codes), 0)), codes[:, None])
        where = {name: place for place, name in enumerate(self.numbers)}
        named = {name: place for place, name in enumerate(self.labels)}
        numbers = np.full((len(outcomes), len(where)), np.nan)
        labels = np.full((len(outcomes), len(named)), np.nan)
        for row, outcome in enumerate(outcomes):
            for name, value in leaves(outcome):
                if isinstance(value, float):
                    place = where.get(name)
                    if place is not None:
                        numbers[row, place] = value
                else:
                    place = named.get(name)
                    if place is not None:
                        labels[row, place] = self.vocabulary.code(value)
        return Table(self, numbers, labels)


@dataclass(frozen=True)
class Table:
    """Outcomes as columns: `numbers` (trials, columns), and `labels` (trials, columns) of codes."""

    layout: Layout
    numbers: Floats
    labels: Floats

    def __len__(self) -> int:
        return len(self.numbers)


def layout_of(*worlds: Any) -> Layout:
    """The columns that the outcomes of several worlds have between them."""
    matrices = [_plain(outcomes) for outcomes in worlds]
    shapes = {matrix.shape[1:] if matrix is not None else None for matrix in matrices}
    nan = any(matrix is not None and np.isnan(matrix).any() for matrix in matrices)
    if len(shapes) == 1 and None not in shapes and not nan:
        (shape,) = shapes
        assert shape is not None
        names = _entries(shape)
        flat = all(matrix is not None and matrix.dtype == bool for matrix in matrices)
        return Layout(names, frozenset(names if flat else ()), (), shape)
    if all(map(_words, worlds)):
        return Layout((), frozenset(), ("the answer",))
    numbers: dict[str, bool] = {}
    labels: dict[str, Any] = {}
    met: dict[str, int] = {}
    varied: set[str] = set()
    for outcomes in worlds:
        for outcome in outcomes:
            for name, value in leaves(outcome):
                if isinstance(value, float):
                    numbers[name] = numbers.get(name, True) and isinstance(value, Flag)
                else:
                    met[name] = met.get(name, 0) + 1
                    if labels.setdefault(name, value) != value:
                        varied.add(name)
                if len(numbers) + len(labels) > MOST_COLUMNS:
                    raise ValueError(
                        f"mechanism must return answers of at most {MOST_COLUMNS} entries in all; got more"
                    )
    flags = frozenset(name for name, only in numbers.items() if only)
    runs = sum(map(len, worlds))
    # A label that only some answers have tells something too. What has a name comes before what is of a kind.
    kept = [name for name in labels if name in varied or met[name] < runs]
    kept.sort(key=lambda name: isinstance(labels[name], Kind))
    return Layout(tuple(numbers), flags, tuple(kept))


class Flag(float):
    """A bool as a number, which remembers that it was one."""

    __slots__ = ()


def leaves(value: Any, name: str = "the answer", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Every place of an answer with what stands there: a float, or a label; and each place's kind."""
    if isinstance(value, enum.Enum):
        yield name, value
    elif isinstance(value, (bool, np.bool_)):
        yield name, Flag(value)
        yield f"{name}'s kind", Kind("a truth value")
    elif isinstance(value, Real):
        try:
            number = float(value)
        except OverflowError:  # an integer beyond all floats
            number = math.inf if value > 0 else -math.inf  # type: ignore[operator]
        if number != number:
            yield f"{name}'s kind", Kind("not a number")
        else:
            yield name, number
            yield f"{name}'s kind", Kind("a number")
    elif isinstance(value, Complex):
        stem = _stem(name)
        yield f"{stem}.real", float(value.real)
        yield f"{stem}.imag", float(value.imag)
    elif value is None or isinstance(value, (str, bytes)):
        # numpy's own strings are strings.
        yield name, str(value) if isinstance(value, str) else bytes(value) if value is not None else None
        yield (f"{name}'s kind", Kind("None" if value is None else "a string" if isinstance(value, str) else "bytes"))
    elif depth >= 8:
        raise TypeError("mechanism must return answers nested at most 8 deep; got a deeper one")
    elif isinstance(value, np.ndarray) or hasattr(value, "__array__"):
        array = np.asarray(value)
        yield f"{name}'s kind", Kind(f"an array of shape {array.shape}")
        if array.dtype.kind not in "biufcSUO":
            raise TypeError(f"mechanism must return arrays of numbers or strings; got dtype {array.dtype}")
        stem = _stem(name)
        for place in np.ndindex(array.shape):
            inner = f"{stem}[{', '.join(map(str, place))}]" if place else name
            yield from leaves(array[place], inner, depth + 1)
    elif isinstance(value, Mapping):
        yield f"{name}'s kind", Kind(f"a mapping of {len(value)}")
        for key in value:
            yield from leaves(value[key], f"{_stem(name)}[{key!r}]", depth + 1)
    elif isinstance(value, (set, frozenset)):
        yield name, repr(sorted(value, key=repr))
        yield f"{name}'s kind", Kind(f"a set of {len(value)}")
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield f"{name}'s kind", Kind(f"a {type(value).__name__}")
        for entry in dataclasses.fields(value):
            yield from leaves(getattr(value, entry.name), f"{_stem(name)}.{entry.name}", depth + 1)
    elif isinstance(value, Sequence):
        yield f"{name}'s kind", Kind(f"a {type(value).__name__} of {len(value)}")
        for index, entry_value in enumerate(value):
            yield from leaves(entry_value, f"{_stem(name)}[{index}]", depth + 1)
    else:
        raise TypeError(
            "mechanism must return numbers, truth values, strings, None, arrays, or tuples, lists, dicts, sets and "
            f"dataclasses of these; got {type(value).__name__}"
        )


def _stem(name: str) -> str:
    return "answer" if name == "the answer" else name


def _entries(shape: tuple[int, ...]) -> tuple[str, ...]:
    if not shape:
        return ("the answer",)
    places = (place for place, _ in zip(np.ndindex(shape), range(MOST_COLUMNS), strict=False))
    return tuple(f"answer[{', '.join(map(str, place))}]" for place in places)


def _cut(matrix: Any) -> Floats:
    return np.asarray(matrix[:, :MOST_COLUMNS], dtype=np.float64)


def _words(outcomes: Any) -> bool:
    """Whether all outcomes are strings or None, which need no walk either."""
    return not isinstance(outcomes, np.ndarray) and set(map(type, outcomes)) <= {str, type(None)}


def _plain(outcomes: Any) -> Any:
    """Outcomes that are one array of numbers at once, without a walk; else None."""
    if isinstance(outcomes, np.ndarray):
        return outcomes if outcomes.dtype.kind in "biuf" and outcomes.ndim else None
    kinds = set(map(type, outcomes))
    if len(kinds) == 1 and issubclass(next(iter(kinds)), np.ndarray):
        if len({(one.shape, one.dtype.kind) for one in outcomes}) > 1 or outcomes[0].dtype.kind not in "biuf":
            return None
        return np.array(outcomes)
    if kinds <= {tuple, list} and len({len(one) for one in outcomes}) == 1:
        inner = set(map(type, chain.from_iterable(outcomes)))
        if inner and (inner <= {float, int, np.float64, np.int64} or inner == {bool}):
            array = np.array(outcomes)
            return array if array.dtype.kind in "bif" else None
        return None
    scalars = all(issubclass(kind, (float, int, np.floating, np.integer)) and kind is not bool for kind in kinds)
    if (scalars and not any(issubclass(kind, enum.Enum) for kind in kinds)) or kinds == {bool}:
        # A whole number beyond 2^53 would lose its last digits, and one beyond 2^63 would be an object.
        array = np.array(outcomes)
        return array if array.dtype.kind in "bif" else None
    return None
