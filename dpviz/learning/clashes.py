"""Samples that no concept fits: the fewest errors there are, and which records clash."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric.solve import least_integer
from dpviz.learning.blocks import blocks_of
from dpviz.learning.concepts import MOST_CELLS, ConceptClass, Points, Thresholds


class NotRealizableError(ValueError):
    """No concept fits the sample.

    Attributes
    ----------
    records : tuple of int
        Places of records that clash: no concept fits even these. Without any one of them some concept does, unless it
        would take more than 10^7 labels to see which can be spared.
    least_errors : int
        The fewest records that any concept gets wrong.
    """

    def __init__(
        self,
        concepts: ConceptClass,
        *,
        X: NDArray[np.int64],
        y: NDArray[np.bool_],
        records: tuple[int, ...],
        least_errors: int,
    ) -> None:
        self.records, self.least_errors = records, least_errors
        shown = ", ".join(f"record {i} (x = {X[i]}, label {int(y[i])})" for i in records[:6])
        more = f" and {len(records) - 6} more" if len(records) > 6 else ""
        super().__init__(
            f"the sample must be realisable, but no concept of {concepts!r} fits {shown}{more} together; the minimum "
            f"achievable error is {least_errors} of {len(y)} records = {least_errors / len(y):.4g}"
        )


def candidates(
    concepts: ConceptClass, position: NDArray[np.int64], truth: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Errors of the concepts that the sample tells apart, and the first concept of each kind."""
    if isinstance(concepts, Points | Thresholds):
        blocks = blocks_of(concepts, position, truth)
        every = np.arange(len(blocks.errors))
        index = blocks.concepts_at(every, np.zeros_like(every))
        return blocks.errors[index.argsort()], np.sort(index)
    errors = concepts.errors(position + concepts.first, truth)
    return errors, np.arange(concepts.size, dtype=np.int64)


def clash(
    concepts: ConceptClass, X: NDArray[np.int64], truth: NDArray[np.bool_], position: NDArray[np.int64], least: int
) -> NotRealizableError:
    """Records that clash: what is left when any record that is not needed for the clash is taken out."""
    # Copies of a record clash with nothing that the first does not clash with.
    _, first = np.unique(2 * position + truth, return_index=True)
    kept = np.sort(first)
    _, index = candidates(concepts, position[kept], truth[kept])
    if len(index) * len(kept) > MOST_CELLS:
        # The shortest beginning that no concept fits is mostly a few records.
        shortest = least_integer(
            lambda many: bool(candidates(concepts, position[kept[:many]], truth[kept[:many]])[0].all()), most=len(kept)
        )
        kept = kept[:shortest]
        _, index = candidates(concepts, position[kept], truth[kept])
    if len(index) * len(kept) <= MOST_CELLS:
        kept = kept[_irreducible(concepts.label(index[:, None], X[kept]) != truth[kept])]
    return NotRealizableError(concepts, X=X, y=truth, records=tuple(kept.tolist()), least_errors=least)


def _irreducible(wrong: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Columns such that every row has a True among them, and none of them can be spared."""
    hits = wrong.sum(axis=1)
    keep = np.ones(wrong.shape[1], dtype=np.bool_)
    for column in range(wrong.shape[1] - 1, -1, -1):
        left = hits - wrong[:, column]
        if (left > 0).all():
            hits, keep[column] = left, False
    return np.flatnonzero(keep)
