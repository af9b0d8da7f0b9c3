"""Distributions of scipy's, with their parameters fixed: making one takes as long as hundreds of draws."""

from __future__ import annotations

import functools
import sys
from typing import Any


def remember_frozen() -> None:
    """From here on scipy makes each of them once, if it is there; for a process that only answers calls."""
    module = sys.modules.get("scipy.stats._distn_infrastructure")
    if module is None or hasattr(module.rv_generic.freeze, "__wrapped__"):
        return
    make = module.rv_generic.freeze
    made = functools.lru_cache(maxsize=1_000)(make)

    @functools.wraps(make)
    def freeze(*told: Any, **named: Any) -> Any:
        try:
            return made(*told, **named)
        except TypeError:  # parameters that cannot be remembered
            return make(*told, **named)

    module.rv_generic.freeze = freeze
