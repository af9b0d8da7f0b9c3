"""Bits as they come in, and bits packed 64 to a word."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Bits = NDArray[np.uint8]
Words = NDArray[np.uint64]

WORD = 64


def as_bits(name: str, value: ArrayLike, shape: tuple[int | None, ...]) -> Bits:
    """An array of zeros and ones of this shape (None: any length), as uint8."""
    wanted = "(" + ", ".join("any" if size is None else str(size) for size in shape) + ")"
    accepted = f"an array of bits 0 or 1 of shape {wanted}"
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name} must be {accepted}; got rows of unequal length") from None
    if array.dtype.kind == "f" and array.size == 0:
        array = array.astype(np.uint8)  # an empty list has no kind of its own
    if array.dtype.kind not in "iub":
        raise TypeError(f"{name} must be {accepted}; got dtype {array.dtype}")
    fits = array.ndim == len(shape)
    fits = fits and all(want in (None, got) for want, got in zip(shape, array.shape, strict=True))
    if not fits:
        raise ValueError(f"{name} must be {accepted}; got shape {array.shape}")
    if array.dtype.kind != "b" and array.size and not (array.min() >= 0 and array.max() <= 1):
        bad = array[(array < 0) | (array > 1)].flat[0]
        raise ValueError(f"{name} must be {accepted}; got {int(bad)}")
    return array.astype(np.uint8, copy=False)


def constraints(A: ArrayLike, b: ArrayLike, *, names: tuple[str, str] = ("A", "b")) -> tuple[Bits, Bits]:
    """A of shape (m, d) with d >= 1, and b of shape (m,)."""
    rows = as_bits(names[0], A, (None, None))
    if rows.shape[1] == 0:
        raise ValueError(f"{names[0]} must have d >= 1 columns; got shape {rows.shape}")
    return rows, as_bits(names[1], b, (len(rows),))


def pack(bits: Bits) -> Words:
    """Pack the last axis into words; bit j of a row is bit ``j % 64`` of its word ``j // 64``."""
    words = -(-bits.shape[-1] // WORD)
    packed = np.zeros((*bits.shape[:-1], words * 8), dtype=np.uint8)
    found = np.packbits(bits, axis=-1, bitorder="little")
    packed[..., : found.shape[-1]] = found
    return packed.view("<u8").astype(np.uint64, copy=False)


def unpack(words: Words, length: int) -> Bits:
    """The first `length` bits of rows that `pack` made."""
    raw = np.ascontiguousarray(words).astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(raw, axis=-1, count=length, bitorder="little")


def number(bits: Bits) -> int:
    """A row of bits as one Python number, the first bit worth 1."""
    return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")


def row(value: int, length: int) -> Bits:
    """The bits of a number that `number` made."""
    raw = np.frombuffer(value.to_bytes(-(-length // 8), "little"), dtype=np.uint8)
    return np.unpackbits(raw, count=length, bitorder="little")
