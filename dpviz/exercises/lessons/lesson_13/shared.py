"""What the tasks share: a table of mistakes, each a function that gives what is handed in by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dpviz.exercises.form import Says

Mistake = tuple[Callable[..., Any], str]
Rows = list[tuple[object, ...]]


def same(found: Any, wanted: Any) -> bool:
    return np.shape(found) == np.shape(wanted) and np.allclose(found, wanted, rtol=1e-6, atol=1e-9)


def require(
    say: Says,
    found: Callable[..., Any],
    exact: Callable[..., Any],
    cases: Sequence[tuple[Any, ...]],
    mistakes: Sequence[Mistake],
    shown: Callable[..., Rows],
    otherwise: str,
    *,
    near: str = "",
) -> None:
    """Ends the check unless all cases are right: with the mistake that explains all of them, or with `otherwise`.

    What is said of numbers that are off by what rounding does is `near`, if there is such a sentence.
    """
    answers = [found(*case) for case in cases]
    wrong = [at for at, case in enumerate(cases) if not same(answers[at], exact(*case))]
    if not wrong:
        return
    rows = shown(*cases[wrong[0]], answers[wrong[0]])
    for mistake, key in mistakes:
        if all(same(answer, mistake(*case)) for answer, case in zip(answers, cases, strict=True)):
            say.end(key, rows)
    say.when(near and max(abs(answers[at] - exact(*cases[at])) for at in wrong) < 6e-3, near, rows)
    say.end(otherwise, rows)
