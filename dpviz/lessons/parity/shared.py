"""The examples that several sections look at: drawn, and the reader's own behind them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.frame.kinds import Choice, Number, Pattern, Seed
from dpviz.learning.parity import label, solve
from dpviz.learning.parity.distribution import hypotheses

Bits = NDArray[np.uint8]
MOST_OWN = 6  # examples that a reader may add


class Examples(Pattern):
    """Examples one after the other, each its bits and its label."""

    def validate(self, obj: Any, value: Any) -> str:
        """Accept whole examples of as many bits as there are now."""
        text, width = super().validate(obj, value), getattr(obj, "bits", 0) + 1
        if len(text) % width:
            raise ValueError(f"{self.name} must be whole examples of {width} characters; got {len(text)} characters")
        return text


bits = Number(3, low=2, high=10, steps=9, whole=True, label="d, the bits", ends=("4 parities", "1,024 parities"))
noise = Choice(
    "none",
    options={"none": "all are right (realisable)", "one": "one of them is wrong"},
    label="Labels of the examples",
)
sample_seed = Seed(button="Other examples", help="A new sample, without yours.")
added = Examples("", least=0, most=11 * MOST_OWN, label="Examples added")


@dataclass(frozen=True, eq=False)
class Sample:
    """Labelled examples, X of shape (n, d) and y of shape (n,), and the parity that labelled them."""

    X: Bits
    y: Bits
    target: Bits

    def without(self, *places: int) -> "Sample":
        """The others."""
        kept = np.setdiff1d(np.arange(len(self.y)), places)
        return Sample(self.X[kept], self.y[kept], self.target)


def drawn(bits: int, *, seed: int, wrong: bool) -> Sample:
    """Uniform examples, d + 2 of them, of which the first d + 1 have full rank.

    The label of the last one may be wrong: the others determine the parity, so it contradicts them.
    """
    rng = np.random.default_rng([seed, bits])
    target = rng.integers(0, 2, bits, dtype=np.uint8)
    if not target.any():
        target[0] = 1
    while True:
        X = rng.integers(0, 2, (bits + 2, bits), dtype=np.uint8)
        if solve(X[:-1], np.zeros(bits + 1, dtype=np.uint8)).rank == bits:
            break
    y = label(target, X)
    y[-1] ^= wrong
    return Sample(X, y, target)


def sample_of(at: Any) -> Sample:
    """The examples that the reader has now."""
    given = drawn(at.bits, seed=at.sample_seed, wrong=at.noise == "one")
    own = np.array([int(c) for c in at.added], dtype=np.uint8).reshape(-1, at.bits + 1)
    return Sample(np.vstack([given.X, own[:, :-1]]), np.append(given.y, own[:, -1]), given.target)


def few_of(at: Any) -> Sample:
    """The first d examples and the reader's own: few enough that one may matter without breaking all."""
    return sample_of(at).without(at.bits, at.bits + 1)


def fitting(sample: Sample) -> NDArray[np.bool_]:
    """Which parities fit each example, shape (n, 2**d)."""
    fits: NDArray[np.bool_] = sample.X.astype(np.int64) @ hypotheses(sample.X.shape[1]).T % 2 == sample.y[:, None]
    return fits
