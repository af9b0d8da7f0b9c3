"""What a planted bug says about itself, and the list of all of them."""

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dpviz.privacy import GaussianPair

# Small data that many share: one person of ten.
PEOPLE = [1, 0, 1, 1, 0, 1, 0, 0, 1, 1]


@dataclass(frozen=True, kw_only=True)
class Planted:
    """A mechanism that claims (ε, δ) and loses `loss` on a pair of neighbours, or no more: infinite where no ε holds.

    ``mechanism(data, rng)`` gives one answer, ``mechanism(data, n, rng)`` so many, and ``mechanism()`` makes the
    mechanism: some keep something from call to call. `missed` says why an audit of so many `trials` does not find it.
    """

    bug: str
    source: str
    mechanism: Callable[..., Any]
    epsilon: float = 1.0
    delta: float = 0.0
    pair: tuple[Any, Any] = (PEOPLE, [0, *PEOPLE[1:]])
    loss: float = math.inf
    bits: bool = False
    exceptions: str = "raise"
    trials: int = 4000
    missed: str = ""

    @property
    def anew(self) -> bool:
        """Whether it is made anew for each audit."""
        return not inspect.signature(self.mechanism).parameters

    @property
    def batch(self) -> bool:
        """Whether it gives many answers at once."""
        return "n" in inspect.signature(self.mechanism).parameters

    def build(self) -> Callable[..., Any]:
        """The mechanism, anew."""
        return self.mechanism() if self.anew else self.mechanism


PLANTED: dict[str, Planted] = {}


def planted(bug: str, source: str, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add a mechanism to the list; `options` are the fields of `Planted`."""

    def add(mechanism: Callable[..., Any]) -> Callable[..., Any]:
        name = mechanism.__name__
        assert name not in PLANTED, name
        PLANTED[name] = Planted(bug=bug, source=source, mechanism=mechanism, **options)
        return mechanism

    return add


def gaussian_loss(shift: float, sigma: float, delta: float) -> float:
    """The least ε that normal noise keeps at this δ, from its exact curve."""
    return least_epsilon(GaussianPair(here=0.0, there=shift, scale=sigma).delta, delta)


def least_epsilon(delta_of: Callable[[float], Any], delta: float) -> float:
    """The least ε with this δ, of a curve that gives δ at each ε."""
    low, high = 0.0, 200.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if delta_of(middle) > delta else (low, middle)
    return high


def log_ratio(p: float, q: float) -> float:
    """How far apart two probabilities of one event are."""
    return abs(math.log(p / q))
