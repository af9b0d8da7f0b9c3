"""The parameters that most lessons have, declared once: range, steps, label, and what the two ends mean.

Each takes its default and, by name, whatever else a lesson wants otherwise:
``alpha(label="α, the shortfall")``, ``epsilon(1.0, high=3)``.
"""

from typing import Any

from dpviz.draw.words import small
from dpviz.frame.kinds import Choice, Number

RELATIONS = {"replace": "one person is replaced", "add_remove": "one person is added or removed"}


def percent(value: float) -> str:
    """Return a slider's fraction as a person reads it: ``5 %``, ``0.1 %``."""
    return f"{100 * value:.3g} %"


def _like(default: float, overrides: dict[str, Any], /, **usual: Any) -> Number:
    return Number(default, **usual | overrides)


def epsilon(default: float = 0.5, **overrides: Any) -> Number:
    """Return ε, the privacy parameter in nats; 0.01 to 10 unless said otherwise."""
    return _like(default, overrides, low=0.01, high=10, scale="log", steps=121,
                 label="ε, the privacy parameter", ends=("more private", "more accurate"), show=small)  # fmt: skip


def delta(default: float = 1e-5, **overrides: Any) -> Number:
    """Return δ, the slack beside ε; 1e-9 to 0.1 unless said otherwise."""
    return _like(default, overrides, low=1e-9, high=0.1, scale="log", steps=49, label="δ, the slack",
                 ends=("hardly any", "too much"), show=small)  # fmt: skip


def people(default: int = 200, **overrides: Any) -> Number:
    """Return n, the number of people; 10 to 5,912 (the shipped table) unless said otherwise."""
    return _like(default, overrides, low=10, high=5912, scale="log", steps=61, whole=True,
                 label="n, the people asked", ends=("few", "all of them"))  # fmt: skip


def alpha(default: float = 0.05, **overrides: Any) -> Number:
    """Return α, the error, as a fraction of n; 0.001 to 0.5 unless said otherwise."""
    return _like(default, overrides, low=0.001, high=0.5, scale="log", steps=81, label="α, the error",
                 ends=("exact", "far off"), show=lambda value: f"{percent(value)} of n")  # fmt: skip


def beta(default: float = 0.05, **overrides: Any) -> Number:
    """Return β, the chance to fail; 0.001 to 0.5 unless said otherwise."""
    return _like(default, overrides, low=0.001, high=0.5, scale="log", steps=81,
                 label="β, the chance to fail", ends=("almost never", "every other time"), show=percent)  # fmt: skip


def neighbouring(**overrides: Any) -> Choice:
    """Return the neighbouring relation (CONV-2): replace one person, or add or remove one."""
    return Choice("replace", **{"options": RELATIONS, "label": "Neighbours: tables where"} | overrides)
