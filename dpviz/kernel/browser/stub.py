"""A stand-in for IPython: ipywidgets and anywidget import it, and use nothing of it where there is no shell."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


class _Any:
    """Whatever is asked of it."""

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Any()

    def __call__(self, *_: Any, **__: Any) -> Any:
        return _Any()


class _Module(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Any


def _nothing(*_: Any, **__: Any) -> None:
    """There is no shell."""


PARTS = "core core.display core.formatters core.getipython core.interactiveshell display paths utils"
NAMES = ("IPython", *(f"IPython.{part}" for part in PARTS.split()))


def install() -> None:
    """Let ``import IPython`` find the stand-in."""
    for name in NAMES:
        module: Any = _Module(name)
        module.__path__, module.__spec__ = [], ModuleSpec(name, None)
        module.get_ipython = module.display = module.clear_output = _nothing
        module.version_info, module.__version__ = (8, 0, 0), "8.0.0"
        sys.modules[name] = module
