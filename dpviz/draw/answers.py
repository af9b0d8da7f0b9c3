"""How the candidates of a question are placed on an axis and named in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Answers:
    """The m candidates of a question, as a picture needs them.

    Parameters
    ----------
    labels : tuple of str, length m
    values : ndarray of shape (m,) or None
        Their places on a number line; None for categories.
    axis : str
        The title of their axis.
    question : str
        What is asked, in a few words; the heading of every picture says it.
    text : str
        What is asked, as a question, and how what fits no candidate is counted.
    """

    labels: tuple[str, ...]
    values: NDArray[np.float64] | None
    axis: str
    question: str = ""
    text: str = ""

    def title(self, text: str) -> str:
        """A picture's heading: what it shows, and of which question."""
        return f"{text} · {self.question}" if self.question else text

    @property
    def x(self) -> list[Any]:
        """Where the bars stand."""
        return list(self.labels) if self.values is None else self.values.tolist()

    @property
    def x_options(self) -> dict[str, Any]:
        """The axis's own settings: categories keep their order, numbers their range."""
        if self.values is None:
            return {"type": "category", "range": [-0.6, len(self.labels) - 0.4]}
        step = float(np.diff(self.values).min()) if len(self.values) > 1 else 1.0
        return {"range": [float(self.values[0]) - step, float(self.values[-1]) + step]}

    def said(self, index: int) -> str:
        """A candidate as it stands in a sentence."""
        label = self.labels[index]
        return f"“{label}”" if self.values is None else label
