"""How a function wants to be called: read off its parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from dpviz._numeric import check

# A parameter of these names, without a default or with None, is the number of answers wanted at once.
SIZES = ("size", "trials")
# One of these names is no generator, wherever it stands.
NUMBERS = ("epsilon", "eps", "delta", "sensitivity")
FORMS = "callable as (data, rng), (data, rng, size), (data, trials, rng) or (data)"

Call = Callable[..., Any]


def as_called(mechanism: Call, batch: bool | None) -> tuple[Call, bool]:
    """The mechanism, of one of `FORMS`, as the auditor calls it, and whether it is asked for many answers at once.

    With `batch` None that is read off its parameters; else it is called as ``(data, rng)`` or as ``(data, trials,
    rng)``.
    """
    check.function("mechanism", mechanism)
    if inspect.iscoroutinefunction(mechanism):
        raise TypeError(f"mechanism must be {FORMS}; got one that is async, whose answers are not there yet")
    if batch is not None:
        return mechanism, check.flag("batch", batch)
    try:
        parameters = list(inspect.signature(mechanism).parameters.values())
    except (TypeError, ValueError):  # of what is not written in Python
        return mechanism, False
    if any(one.kind is one.VAR_POSITIONAL for one in parameters):
        return mechanism, False
    named = [one for one in parameters if one.kind is not one.VAR_KEYWORD]
    if not named or named[0].kind is inspect.Parameter.KEYWORD_ONLY:
        raise check.wrong_type("mechanism", FORMS, mechanism)
    _, *others = named
    size = next((one for one in others if one.name in SIZES and one.default in (one.empty, None)), None)
    needed = [one for one in others if one is not size and one.default is one.empty]
    able = [one for one in needed if one.name not in NUMBERS]
    rng = next((one for one in others if one.name == "rng"), able[0] if able else None)
    if lacking := ", ".join(one.name for one in needed if one is not rng):
        form = ", ".join(one.name for one in named)
        raise TypeError(f"mechanism must be {FORMS}; got one of ({form}): give {lacking} a default")
    if any(one.kind is one.POSITIONAL_ONLY for one in others):
        return mechanism, size is not None

    def call(data: Any, *given: Any) -> Any:
        named = {size.name: given[0]} if size else {}  # the auditor says how many before it gives the generator
        return mechanism(data, **named, **({rng.name: given[-1]} if rng else {}))

    return call, size is not None
