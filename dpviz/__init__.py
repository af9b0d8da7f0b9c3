"""dpviz: see differential privacy and private learning work.

The engine (`dpviz.privacy`, `mechanisms`, `queries`, `learning`, `erm`, `anonymity`, `robust`, `local`, `sensitivity`,
`tuning`, `counting`, `data`) is plain numpy and runs in any script. Packages are imported on first use, so
``import dpviz`` costs nothing.
`dpviz.bench` tries a mechanism of your own against the privacy that it claims, and shows that while it draws.
"""

from importlib import import_module
from typing import Any

__version__ = "0.2.0"

_PACKAGES = (
    "anonymity",
    "counting",
    "data",
    "erm",
    "exercises",
    "learning",
    "lessons",
    "local",
    "mechanisms",
    "privacy",
    "queries",
    "robust",
    "sensitivity",
    "tuning",
    "widgets",
    "draw",
)


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"dpviz.{name}")
    if name == "bench":
        return import_module("dpviz.live_bench").bench
    raise AttributeError(f"module 'dpviz' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_PACKAGES, "bench"])
