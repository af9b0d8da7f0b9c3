"""What is installed only if asked for: the error that names the extra."""

from __future__ import annotations

import importlib
from types import ModuleType


def needs(module: str, *, extra: str, purpose: str) -> ModuleType:
    """Import a module of an extra; an `ImportError` says: ``PURPOSE needs MODULE: pip install "dpviz[EXTRA]"``."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        library = module.partition(".")[0]
        if (error.name or "").partition(".")[0] != library:
            raise  # it is there, and something else is wrong
        raise ImportError(f'{purpose} needs {library}: pip install "dpviz[{extra}]"', name=library) from None
