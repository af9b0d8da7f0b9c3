"""dpviz: see differential privacy and private learning work.

The engine (`dpviz.privacy`, `dpviz.mechanisms`, `dpviz.data`) is plain numpy and runs in any script.
Rooms are imported on first use, so ``import dpviz`` costs what ``import numpy`` costs.
"""

from importlib import import_module
from types import ModuleType

__version__ = "0.1.0"

_ROOMS = ("privacy", "mechanisms", "data", "scenes", "widgets", "lessons", "exercises")


def __getattr__(name: str) -> ModuleType:
    if name in _ROOMS:
        return import_module(f"dpviz.{name}")
    raise AttributeError(f"module 'dpviz' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_ROOMS])
