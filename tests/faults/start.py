"""`dpviz` with other constants: ``python -m tests.faults.start MODULE.NAME=NUMBER … OPTIONS``."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """Set them, and start."""
    from dpviz.cli import main as dpviz

    options = list(arguments)
    while options and "=" in options[0]:
        name, _, number = options.pop(0).partition("=")
        module, _, constant = name.rpartition(".")
        setattr(importlib.import_module(f"dpviz.server.warm.{module}"), constant, float(number))
    return dpviz(options)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
