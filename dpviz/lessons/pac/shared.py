"""What several sections share: a sample that grows and the band about it, scales of doses, small classes."""

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric.counts import bincount
from dpviz.draw import num
from dpviz.draw.words import number, percent
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames
from dpviz.learning import Intervals, Parities, Points, Thresholds, fewest_errors, toy
from dpviz.learning.bounds import uniform_convergence_width

Floats = NDArray[np.float64]

MOST = 2000  # records in the longest sample; all shorter ones are its beginnings
SIZES = np.unique(np.geomspace(1, MOST, 60).round()).astype(np.int64)  # of samples, along a curve
PLACES = 8  # instances of the small classes


def records(default: int, **overrides: Any) -> Number:
    """How many records are seen; each section has its own."""
    usual: dict[str, Any] = {
        "low": 1,
        "high": MOST,
        "scale": "log",
        "steps": 61,
        "whole": True,
        "label": "n, the records seen",
        "ends": ("few", "many"),
        "play": True,
    }
    return Number(default, **{**usual, **overrides})


def rules(default: int) -> Number:
    """The number of thresholds on a scale, by the digits of the scale."""
    return Number(default, low=2, high=10, steps=9, whole=True, label="|C|, the hypotheses", ends=("few", "many"),
                  show=lambda bits: f"{2 ** int(bits) + 1:,}")  # fmt: skip


def cut_of(bits: Any) -> Any:
    """The cut that labels the doses: 10 of 64, in whatever steps the doses come."""
    share = toy.ENOUGH / toy.SCURVY.universe
    return np.maximum(np.round(share * 2.0 ** np.asarray(bits)), 1).astype(np.int64)


def chance(bound: float) -> str:
    """A probability, or a bound on one, which may be above 1."""
    return percent(bound) if bound <= 1 else number(float(f"{bound:.3g}"))


# A sample that grows, and the band about it ----------------------------------------------------------------

SIDES = {"one": 1, "two": 2}


def band_on() -> Choice:
    """Whether the band has both sides; each section has its own."""
    return Choice("two", options={"two": "both sides", "one": "one side"}, label="The band")


def patients() -> Any:
    concepts, target = toy.SCURVY, toy.ENOUGH
    return concepts, target


def avocados() -> Any:
    concepts, target = toy.AVOCADOS, toy.RIPE
    return concepts, target


def learn(concepts: Any, target: int, seed: int, n: int, beta: float, sides: int) -> Any:
    X = np.random.default_rng(seed).integers(concepts.universe, size=MOST)[:n]
    y = concepts.label(target, X)
    learned = fewest_errors(concepts, X, y).index
    population = concepts.population_errors(np.full(concepts.universe, 1 / concepts.universe), target)
    error = population[learned]
    width = uniform_convergence_width(concepts.size, n, beta, sides=sides)
    off = population - concepts.errors(X, y) / n
    strays = (abs(off) if sides == 2 else off).max()
    return learned, error, width, strays


@lru_cache(maxsize=4)
def sampled(kind: Any, seed: int, n: tuple[int, ...]) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Of the first n records of a sample: how often each instance was seen, and each hypothesis's empirical error.

    The third is each hypothesis's true error: all instances are equally likely.
    """
    concepts, target = kind()
    X = np.random.default_rng(seed).integers(concepts.universe, size=MOST)
    # Frames that see the same records share their counts.
    different, place = np.unique(n, return_inverse=True)
    counts = np.array([bincount(X[:k], minlength=concepts.universe) for k in different])
    wrong = concepts.labels() != concepts.label(target, concepts.instances)
    errors = counts @ wrong.T.astype(np.int64) / different[:, None]
    return counts[place], errors[place], wrong.mean(axis=1)


def band_values(at: Frames, sample: Floats, population: Floats) -> dict[str, Any]:
    """What both pictures of a sample say: the hypothesis learnt, the band, and how far the hypotheses stray."""
    both, size = at.sides == "two", len(population)
    learned, off = sample.argmin(axis=1), population - sample
    return {
        "sides": SIDES[at.sides],
        "size": size,
        "learned": learned,
        "error": num(population[learned], ".4f"),
        "width": num(uniform_convergence_width(size, at.n, at.beta, sides=SIDES[at.sides]), ".4f"),
        "strays": num((np.abs(off) if both else off).max(axis=1), ".4f"),
        "worst": num(np.where(sample == 0, population, -1.0).max(axis=1), ".4f"),
    }


# Small classes, on eight instances --------------------------------------------------------------------------


def points() -> Any:
    concepts = Points(3)
    return concepts


def thresholds() -> Any:
    concepts = Thresholds(3)
    return concepts


def intervals() -> Any:
    concepts = Intervals(8)
    return concepts


def parities() -> Any:
    concepts = Parities(3)
    return concepts


CLASSES = {"points": points, "thresholds": thresholds, "intervals": intervals, "parities": parities}


def class_of_rules() -> Choice:
    """A small class; each section has its own."""
    return Choice("intervals", options={name: name for name in CLASSES}, label="Hypothesis class")


def instances(line: str) -> list[str]:
    """What the eight instances of a class are called."""
    concepts = CLASSES[line]()
    width = int(math.log2(PLACES))
    return [f"{x:0{width}b}" if line == "parities" else str(x) for x in concepts.instances]
