"""What several tasks need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dpviz.exercises.form import Says

say = Says(__file__)

Mistake = tuple[Callable[..., Any], str]


def recognised(
    found: Sequence[Any], cases: Sequence[tuple[Any, ...]], mistakes: Sequence[Mistake], within: float = 1e-6
) -> str:
    """The key of the mistake that gives the same as the student in all cases; empty if none does."""
    with np.errstate(all="ignore"):
        for mistake, key in mistakes:
            if all(np.allclose(a, mistake(*c), rtol=within, atol=1e-9) for a, c in zip(found, cases, strict=True)):
                return key
    return ""


def near(found: float, wanted: float) -> bool:
    return abs(found - wanted) <= 1e-9 + 1e-5 * abs(wanted)


def require_deltas(
    says: Says,
    found: Callable[..., float],
    exact: Callable[..., float],
    cases: Sequence[tuple[Any, ...]],
    mistakes: Sequence[Mistake],
    shown: Callable[..., list[tuple[str, object]]],
    *otherwise: str,
) -> None:
    """Ends the check unless every δ that is found is right; the sentences of mistakes are those of the task, `says`.

    If no mistake is recognised, it is the first of `otherwise` if the first case is wrong, else the last.
    """
    answers = [found(*case) for case in cases]
    wrong = [at for at, case in enumerate(cases) if not near(answers[at], exact(*case))]
    if not wrong:
        return
    rows = shown(*cases[wrong[0]], answers[wrong[0]])
    key = recognised(answers, cases, mistakes)
    says.when(key, key, rows)
    for at in wrong:
        how = "negative" if answers[at] < 0 else "above 1"
        say.unless(-1e-9 <= answers[at] <= 1 + 1e-9, "no probability", shown(*cases[at], answers[at]), how=how)
    off = [abs(answer - exact(*case)) for answer, case in zip(answers, cases, strict=True)]
    say.unless(max(off) > 0.006, "very near", rows)
    says.end(otherwise[-1 if wrong[0] else 0], rows)
