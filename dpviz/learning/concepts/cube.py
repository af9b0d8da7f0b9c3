"""Classes on a cube of features: parities of bits, and conjunctions of tests."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz._numeric.parities import odd_overlap, walsh_hadamard
from dpviz.learning.concepts._base import MOST_BITS, BitClass, ConceptClass


@dataclass(frozen=True)
class Parities(BitClass):
    """PARITY_d: ``c_r(x) = <r, x> mod 2``, whether an odd number of the bits that r names are set in x (PAC-10).

    Parameters
    ----------
    bits : int
        d >= 1. Instances and concepts are the bit strings of length d, read as whole numbers with the first bit
        first: ``0b1101`` is the string 1101, whose third bit is 0.

    Examples
    --------
    >>> Parities(4).label(0b1101, [0b1101, 0b0111])
    array([ True, False])
    """

    def name(self, index: int) -> str:
        """A concept in a few words, as ``"x1 + x2 + x4 is odd"``."""
        chosen = [f"x{i}" for i, bit in enumerate(f"{self._index(index):0{self.bits}b}", start=1) if bit == "1"]
        return f"{' + '.join(chosen)} is odd" if chosen else "no x"

    def _accepts(self, index: NDArray[np.int64], position: NDArray[np.int64]) -> NDArray[np.bool_]:
        return odd_overlap(index, position)

    def _sums(self, values: NDArray[Any]) -> NDArray[Any]:
        # The Walsh-Hadamard transform holds, for each r, the even part less the odd part.
        found = walsh_hadamard(values)
        difference = found[..., :1] - found
        return difference // 2 if values.dtype.kind == "i" else difference / 2


@dataclass(frozen=True)
class Conjunctions(ConceptClass):
    """Conjunctions over categorical features: ``colour = dark and firmness = medium``.

    Parameters
    ----------
    features : mapping of str to sequence of str
        The values each feature can have, at least one each. Kept as a tuple of pairs, so that the class can be a key.

    Notes
    -----
    Source: PAC-13. A concept has at most one test a feature, so there are ``prod (values + 1)``; concept 0 has no test
    and accepts everything. There is no concept that accepts nothing: whoever wants one would have to ask one
    feature for two values at once, and such a rule tells nothing about the features.

    Instances are numbered as a table in order, the last feature moving fastest; `encode` and `decode` translate.

    Examples
    --------
    >>> avocado = Conjunctions({"colour": ("green", "dark"), "firmness": ("hard", "medium", "soft")})
    >>> avocado.size, avocado.universe, avocado.name(avocado.index({"colour": "dark", "firmness": "medium"}))
    (12, 6, 'colour = dark and firmness = medium')
    """

    features: Any

    def __post_init__(self) -> None:
        given = self.features.items() if isinstance(self.features, Mapping) else self.features
        try:
            pairs = tuple((str(name), tuple(values)) for name, values in given)
        except (TypeError, ValueError):
            raise TypeError(f"features must map names to their values; got {self.features!r}") from None
        if not pairs:
            raise ValueError("features must hold at least one feature; got none")
        if len({name for name, _ in pairs}) < len(pairs):
            raise ValueError(f"features must have different names; got {[name for name, _ in pairs]!r}")
        for name, values in pairs:
            if not values or len(set(values)) < len(values):
                raise ValueError(f"features[{name!r}] must hold different values, at least one; got {values!r}")
        object.__setattr__(self, "features", pairs)
        if self.universe > 1 << MOST_BITS:
            raise ValueError(f"features must have at most 2^{MOST_BITS} instances; got {self.universe:,}")

    @property
    def names(self) -> tuple[str, ...]:
        """The features' names."""
        return tuple(name for name, _ in self.features)

    @property
    def _shape(self) -> tuple[int, ...]:
        return tuple(len(values) for _, values in self.features)

    @property
    def size(self) -> int:
        """One test fewer or more a feature: ``prod (values + 1)`` concepts."""
        return math.prod(k + 1 for k in self._shape)

    @property
    def universe(self) -> int:
        """``prod values`` instances."""
        return math.prod(self._shape)

    def encode(self, rows: Sequence[Sequence[Any]]) -> NDArray[np.int64]:
        """Instances from their values: for each row one value a feature, in the features' order."""
        rows = [check.items("rows", row) for row in check.items("rows", rows)]
        found = np.zeros(len(rows), dtype=np.int64)
        for number, row in enumerate(rows):
            if len(row) != len(self.features):
                raise ValueError(
                    f"rows must hold {len(self.features)} values each ({', '.join(self.names)}); "
                    f"got {row!r} in row {number}"
                )
            for value, (name, values) in zip(row, self.features, strict=True):
                found[number] = found[number] * len(values) + _place(f"rows[{number}]: {name}", values, value)
        return found

    def decode(self, x: int) -> tuple[Any, ...]:
        """The values of one instance, in the features' order."""
        rest, row = int(self.positions("x", x)), []
        for _, values in reversed(self.features):
            rest, digit = divmod(rest, len(values))
            row.append(values[digit])
        return tuple(reversed(row))

    def index(self, tests: Mapping[str, Any]) -> int:
        """The number of the concept with these tests, as ``{"colour": "dark"}``."""
        if not isinstance(tests, Mapping):
            raise check.wrong_type("tests", "a mapping of features to their values", tests)
        unknown = set(tests) - set(self.names)
        if unknown:
            raise ValueError(f"tests must name features ({', '.join(self.names)}); got {sorted(unknown)[0]!r}")
        found = 0
        for name, values in self.features:
            digit = 1 + _place(name, values, tests[name]) if name in tests else 0
            found = found * (len(values) + 1) + digit
        return found

    def tests(self, index: int) -> dict[str, Any]:
        """The tests of a concept: value by feature."""
        rest, found = self._index(index), {}
        for name, values in reversed(self.features):
            rest, digit = divmod(rest, len(values) + 1)
            if digit:
                found[name] = values[digit - 1]
        return {name: found[name] for name in self.names if name in found}

    def name(self, index: int) -> str:
        """A concept in a few words, as ``"colour = dark and firmness = medium"``."""
        tests = self.tests(index)
        return " and ".join(f"{name} = {value}" for name, value in tests.items()) if tests else "every x"

    def _accepts(self, index: NDArray[np.int64], position: NDArray[np.int64]) -> NDArray[np.bool_]:
        accepted = np.ones(np.broadcast_shapes(index.shape, position.shape), dtype=np.bool_)
        for values in reversed(self._shape):
            index, digit = np.divmod(index, values + 1)
            position, value = np.divmod(position, values)
            accepted &= (digit == 0) | (digit == value + 1)
        return accepted

    def _sums(self, values: NDArray[Any]) -> NDArray[Any]:
        batch = values.shape[:-1]
        found = values.reshape(*batch, *self._shape)
        for axis in range(len(batch), found.ndim):
            found = np.concatenate([found.sum(axis=axis, keepdims=True), found], axis=axis)
        return found.reshape(*batch, self.size)


def _place(name: str, values: tuple[Any, ...], value: object) -> int:
    if value not in values:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, values))}; got {value!r}")
    return values.index(value)
