"""What is installed only if asked for: the error that names the extra."""

from __future__ import annotations

import importlib
from types import ModuleType


def needs(module: str, *, extra: str, purpose: str) -> ModuleType:
    """Import a module of an extra, or say which extra brings it.

    Raises
    ------
    ImportError
        ``PURPOSE needs MODULE: pip install "dpviz[EXTRA]"``.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        if error.name != module.partition(".")[0]:
            raise  # it is there, and something else is wrong
        raise ImportError(f'{purpose} needs {error.name}: pip install "dpviz[{extra}]"', name=error.name) from None
