"""What several sections share: the toy universe, the learner's runs on it, and how shares are written."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.data import HEALTH_ATTRIBUTES, binary_records, health
from dpviz.draw.words import small
from dpviz.frame.kinds import Choice, Number
from dpviz.lessons import common
from dpviz.lessons.tables import TableChoice
from dpviz.queries import Marginals, Trajectory, learn

ROUNDS = 200  # of the learner without privacy; more are not drawn
WRONG_ROUNDS = 60  # of one that goes the wrong way; it would go on for ever

data = TableChoice()


def people() -> Choice:
    options = {"health": "like the health table", "corner": "all in one eighth of the cells", "same": "all in one cell"}
    return Choice("health", options=options, label="People")


def kinds() -> Choice:
    return Choice("16", options={size: size for size in ("8", "16", "32", "64")}, label="Cells")


def tolerance() -> Number:
    return common.alpha(
        0.05, low=0.02, high=0.24, steps=41, label="α, the tolerance", ends=("small", "large"), show=common.percent
    )


def learning_rate(default: float) -> Number:
    return Number(default, low=0.01, high=3, scale="log", steps=41, label="η, the learning rate",
                  ends=("small steps", "large steps"), show=small)  # fmt: skip


def modes() -> Choice:
    options = {"optimal": "η = 4α", "standard": "η = α"}
    return Choice("optimal", options=options, label="Learning rate")


def of_health(bits: int) -> Any:
    attributes = HEALTH_ATTRIBUTES[:bits]
    queries = Marginals(bits, 2, up_to=True, names=[a.name for a in attributes])
    histogram = queries.histogram(binary_records(health(), attributes))
    return queries, histogram


def made_up(bits: int, full: int) -> Any:
    queries = Marginals(bits, 2, up_to=True, names=[a.name for a in HEALTH_ATTRIBUTES[:bits]])
    histogram = np.zeros(queries.size, dtype=int)
    histogram[:full] = 1
    return queries, histogram


@lru_cache(maxsize=16)
def toy(truth: str, cells: str) -> tuple[Marginals, NDArray[np.int64]]:
    """The queries over so many cells, and how many people are in each."""
    _, values = toy_code(truth, cells)
    return of_health(values["bits"]) if truth == "health" else made_up(**values)


def toy_code(truth: str, cells: str) -> tuple[Any, dict[str, int]]:
    """The lines that make them, and the values that stand in these."""
    size = int(cells)
    full = max(1, size // 8) if truth == "corner" else 1
    return of_health if truth == "health" else made_up, {"bits": size.bit_length() - 1, "full": full}


@lru_cache(maxsize=128)
def learnt(
    truth: str, cells: str, alpha: float, eta: float, *, sign: str = "away", pick: Any = "largest"
) -> Trajectory:
    """One run of the learner without privacy."""
    queries, histogram = toy(truth, cells)
    return learn(
        histogram / histogram.sum(),
        queries,
        alpha=alpha,
        eta=eta,
        rounds=ROUNDS if sign == "away" else WRONG_ROUNDS,
        pick=pick,
        rng=np.random.default_rng(1),
        wrong_sign=sign == "towards",
    )


def share(p: float) -> str:
    """A fraction of people, to a tenth of a percent."""
    return "–" if p != p else f"{100 * p:.1f} %"


def mistakes(count: int) -> str:
    return "1 mistake" if count == 1 else f"{count} mistakes"
