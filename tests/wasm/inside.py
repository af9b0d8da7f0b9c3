"""What runs in Pyodide: pytest, with few examples and no cache."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

#: Compiled for the machine, so of no use here, though they may lie among the packages.
MACHINE = ("dp_accounting", "galois", "joblib", "mpmath", "numba", "pandas", "scipy", "sklearn")
OPTIONS = (
    "--capture=sys",
    "--continue-on-collection-errors",
    "-pno:cacheprovider",
    "-pno:faulthandler",
    "-q",
    "--tb=short",
)


def run(options: Sequence[str]) -> int:
    """Run pytest in the repository; its exit status."""
    os.chdir("/repository")
    sys.dont_write_bytecode = True
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for name in MACHINE:
        sys.modules[name] = None  # type: ignore[assignment]
    import hypothesis
    import pytest

    # An interpreter ten times as slow meets any deadline ten times as late.
    hypothesis.settings.register_profile("wasm", max_examples=10, deadline=None, database=None)
    hypothesis.settings.load_profile("wasm")
    return int(pytest.main([*OPTIONS, *options]))
