"""A counterexample as a test for the reader's own project."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from dpviz._numeric import check
from dpviz.privacy.auditing.verdict import Audit

DEFAULTS = {"delta": 0.0, "batch": None, "bits": False, "exceptions": "raise"}

FORM = '''"""Tries `{name}` on the pair of neighbours on which the bench of dpviz saw most. Run it with pytest."""

{imports}


def test_{plain}_keeps_its_claim():
    data = {data}
    neighbour = {neighbour}
    found = dpviz.privacy.bench({name}, data=data, neighbour=neighbour, {options})
    # Seen before: {seen}
    assert not found.violated, str(found)
'''


def source_of_test(mechanism: Callable[..., Any], found: Audit, options: dict[str, Any]) -> str:
    """The source of a module with one test."""
    name = getattr(mechanism, "__name__", "")
    module = getattr(mechanism, "__module__", None)
    if not name.isidentifier() or getattr(mechanism, "__qualname__", name) != name:
        raise ValueError(f"mechanism must be a function of a module, for a test to import it; got {mechanism!r}")
    data, neighbour = written("data", found.data), written("neighbour", found.neighbour)
    texts = data + neighbour
    place = f"from {module} import {name}"
    if module in (None, "__main__"):
        place = f"from your_module import {name}  # wherever it is"
    used = {
        "from math import inf, nan": ("inf", "nan"),
        "import numpy as np": ("np.",),
        "import pandas as pd": ("pd.",),
    }
    imports = [line for line, signs in used.items() if any(sign in texts for sign in signs)]
    said = [f"{key}={value!r}" for key, value in options.items() if key not in DEFAULTS or value != DEFAULTS[key]]
    return FORM.format(
        name=name,
        plain=name.strip("_"),
        imports="\n".join([*imports, "", "import dpviz", place]).strip(),
        data=data,
        neighbour=neighbour,
        options=", ".join(said),
        seen=f"{found.event!r}, {found.counts[0]} times on data and {found.counts[1]} on neighbour, of {found.trials}.",
    )


def written(name: str, value: Any) -> str:
    """A value as Python code."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "biufU":
        plain = value.dtype in (np.dtype(bool), np.dtype(np.float64), np.array([0]).dtype) or value.dtype.kind == "U"
        return f"np.array({value.tolist()!r}{'' if plain else f', dtype=np.{value.dtype}'})"
    if hasattr(value, "to_dict") and hasattr(value, "itertuples"):
        return f"pd.DataFrame({value.to_dict('list')!r})"
    text = repr(value)
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        accepted = "what Python writes as code (numbers, texts, lists, arrays of numbers), for a test to hold it"
        raise check.wrong_type(name, accepted, value) from None
    return text
