"""What several tasks need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from dpviz.exercises.form import Says
from dpviz.exercises.probes import number, short

Mistakes = Mapping[str, Sequence[Callable[..., float]]]


def require_values(
    say: Says,
    answer: Callable[..., Any],
    exact: Callable[..., float],
    cases: Sequence[tuple[Any, ...]],
    mistakes: Mistakes,
    names: Sequence[str],
    otherwise: tuple[str, str, str],
) -> None:
    """End the check unless a function is right in all cases; a mistake is one that gives the same in all of them.

    `otherwise` are the keys of what is said if none does: very near, wrong in the first case, wrong in a later one.
    """
    found = [number(answer(*case), f"What `{names[0]}` returns") for case in cases]
    wanted = [exact(*case) for case in cases]

    def near(values: Sequence[float]) -> bool:
        return bool(np.allclose(found, values, rtol=1e-5, atol=1e-9))

    if near(wanted):
        return
    first = next(at for at in range(len(cases)) if not np.isclose(found[at], wanted[at], rtol=1e-5, atol=1e-9))
    rows: list[tuple[str, object]] = [(name, short(part)) for name, part in zip(names[1:], cases[first], strict=True)]
    rows.append(("you return", f"{found[first]:.6g}"))
    for key, ways in mistakes.items():
        say.when(any(near([way(*case) for case in cases]) for way in ways), key, rows)
    off = max(abs(a - b) for a, b in zip(found, wanted, strict=True))
    near_by, at_once, later = otherwise
    say.when(off <= 0.006, near_by, rows)
    say.end(later if first else at_once, rows)
