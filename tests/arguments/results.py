"""What a call gave back: its leaves, and whether they make sense."""

from __future__ import annotations

import dataclasses
import inspect
import math
import re
from collections.abc import Container, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

MOST_ITEMS = 1000


def leaves(thing: Any, where: str = "", seen: frozenset[int] = frozenset()) -> Iterator[tuple[str, Any]]:
    """Every number, text and array in a result, with its place: fields, properties, items and entries."""
    if id(thing) in seen or len(seen) > 6:
        return
    inner = seen | {id(thing)}
    if isinstance(thing, np.ndarray) and thing.dtype == object:
        thing = list(thing.flat)
    if thing is None or isinstance(thing, bool | int | float | complex | str | bytes | np.generic | np.ndarray):
        yield where, thing
    elif isinstance(thing, np.random.Generator | slice | range) or inspect.isclass(thing) or inspect.isroutine(thing):
        return
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from leaves(value, f"{where}[{key!r}]", inner)
    elif dataclasses.is_dataclass(thing) or hasattr(thing, "__dict__"):
        for name, value in _parts(thing):
            yield from leaves(value, f"{where}.{name}", inner)
    elif hasattr(thing, "__iter__"):
        for at, value in zip(range(MOST_ITEMS), thing, strict=False):
            yield from leaves(value, f"{where}[{at}]", inner)


def _parts(thing: Any) -> Iterator[tuple[str, Any]]:
    made = {
        name for name, value in inspect.getmembers_static(type(thing)) if isinstance(value, property | cached_property)
    }
    for name in sorted(made | set(vars(thing))):
        try:
            if not name.startswith("_"):
                yield name, getattr(thing, name)
        except (ValueError, AttributeError):
            continue  # refused with reason, or not there for this instance


def trouble(result: Any, name: str, *, infinite: Container[str] = (), undefined: Container[str] = ()) -> str:
    """What is wrong with what `name` gave back: a NaN or an infinity that nobody declared, a complex number."""
    for where, leaf in leaves(result):
        if isinstance(leaf, str | bytes | bool) or leaf is None or isinstance(leaf, int):
            continue
        array = np.asarray(leaf)
        field = re.sub(r"\[.*?\]", "", where).rpartition(".")[2] or name.rpartition(".")[2]
        if array.dtype.kind == "c" and field not in undefined:
            return f"result{where} is complex"
        if array.dtype.kind != "f":
            continue
        if field not in undefined and np.isnan(array).any():
            return f"result{where} has a NaN"
        if field not in infinite and np.isinf(array).any():
            return f"result{where} is infinite"
    return ""


def differ(one: Any, other: Any) -> str:
    """Where two results differ by more than rounding; "" where they do not."""
    left, right = list(leaves(one)), list(leaves(other))
    if len(left) != len(right):
        return f"{len(left)} leaves, not {len(right)}"
    for (where, a), (_, b) in zip(left, right, strict=True):
        if isinstance(a, str | bytes) or a is None or b is None or isinstance(b, str):
            if type(a) is not type(b) or a != b:
                return f"result{where} is {a!r}, not {b!r}"
            continue
        if isinstance(a, int) and isinstance(b, int):
            equal = a == b
        elif isinstance(a, float) and isinstance(b, float):
            equal = math.isclose(a, b, rel_tol=1e-12) or a == b or (a != a and b != b)
        else:
            a, b = np.asarray(a), np.asarray(b)
            equal = a.shape == b.shape and bool(
                np.all(np.isclose(a, b, rtol=1e-12, atol=1e-300, equal_nan=a.dtype.kind == "f") | (a == b))
            )
        if not equal:
            return f"result{where} is {a!r}, not {b!r}"
    return ""
