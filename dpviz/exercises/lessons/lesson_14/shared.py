"""What several tasks need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Mistake = tuple[Callable[..., Any], str]


def named(found: Sequence[Any], cases: Sequence[tuple[Any, ...]], mistakes: Sequence[Mistake]) -> str:
    """The key of the mistake that gives the same as the student in all cases; empty if none does."""
    with np.errstate(all="ignore"):
        for mistake, key in mistakes:
            if all(np.allclose(a, mistake(*case), rtol=1e-6, atol=1e-9) for a, case in zip(found, cases, strict=True)):
                return key
    return ""
