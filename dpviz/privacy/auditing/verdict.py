"""What an audit found, and how sure it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz._text import at_least


@dataclass(frozen=True, kw_only=True, eq=False)
class Audit:
    """A lower bound on ε, the event that proves it, and its counts.

    Attributes
    ----------
    lower_bound : float
        ε is at least this at `delta`, in nats, >= 0; too large with probability at most 1 - `confidence`.
    confidence : float
        In (0, 1).
    epsilon, delta : float
        What the mechanism claims.
    event : str
        In words: "the answer is at least 3.2".
    likelier_on : str
        ``"data"`` or ``"neighbour"``: where the event happens more often.
    data, neighbour : object
        The pair.
    counts : tuple of int
        How often the event happened on the data, and on the neighbour, in the draws kept for counting.
    trials : int
        The draws, a world, kept for counting.
    shares : tuple of tuple of float
        Bounds on the event's probability on the data and on the neighbour. The audit needs one end of each; each end
        is wrong with probability at most (1 - confidence) / 2.
    pair : int
        Which of the pairs it is, from 0.
    independent : bool
        Whether successive answers, and those on the two data sets, looked like fresh draws. The bound presumes that
        they are.
    note : str
        A sentence for whoever reads the result, where there is something to add; else empty.
    """

    lower_bound: float
    confidence: float
    epsilon: float
    delta: float
    event: str
    likelier_on: str
    data: Any
    neighbour: Any
    counts: tuple[int, int]
    trials: int
    shares: tuple[tuple[float, float], tuple[float, float]]
    pair: int = 0
    independent: bool = True
    note: str = ""
    _holds: Callable[[Any], NDArray[Any]] | None = field(default=None, repr=False)

    @property
    def violated(self) -> bool:
        """Whether the bound is above the ε that was claimed."""
        return self.lower_bound > self.epsilon

    def happens(self, outcomes: Any) -> NDArray[Any]:
        """Whether the event holds for each of several answers of the mechanism, one a trial."""
        assert self._holds is not None
        return self._holds(check.sequence("outcomes", outcomes, "answers, one a trial"))

    def __str__(self) -> str:
        """A few sentences that say it all."""
        first, second = self.counts
        sure = f"with {100 * self.confidence:.10g} % confidence ε is at least {at_least(self.lower_bound):.3g}"
        claim = f"ε = {self.epsilon:g}" + (f" and δ = {self.delta:g}" if self.delta else "")
        seen = (
            f"“{self.event}” happened {first} times in {self.trials} on the data, and {second} times on the neighbour."
        )
        if self.violated:
            said = [f"{sure.capitalize()}, above what was claimed ({claim}).", seen]
        elif self.lower_bound > 0:
            said = [f"No violation of {claim} was found: {sure}. That is no proof of privacy.", seen]
        else:
            said = [f"No violation of {claim} was found, and no event that tells the two data sets apart."]
            said.append("That is no proof of privacy.")
        return " ".join(part for part in (*said, self.note) if part)
