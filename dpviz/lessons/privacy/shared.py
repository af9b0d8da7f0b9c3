"""What several sections share: the question asked of the table, and the noise on its answer in two worlds."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.data import TeachingTable, teaching_table
from dpviz.draw.words import rounded, superscript
from dpviz.frame.kinds import Choice
from dpviz.frame.section import Frames, Limits, Snapshot
from dpviz.lessons import common
from dpviz.lessons.tables import HEALTH, TableChoice, used
from dpviz.mechanisms import GaussianMechanism, LaplaceMechanism, gaussian_scale
from dpviz.mechanisms.statistics import Statistic, count, histogram_bin, mean
from dpviz.privacy import GaussianPair, LaplacePair

Floats = NDArray[np.float64]
ORDER = 2024  # the seed of the order in which people join the table as n grows
PEOPLE = 200  # whose answer is published where a section does not ask how many
DELTA = 1e-5  # of the Gaussian mechanism, where a section does not ask which


# How many counts or releases a slider goes through.
MANY = [*range(1, 21), *range(25, 101, 5), *range(110, 201, 10), *range(250, 1001, 50)]
HERE, THERE = "this table", "its neighbour"
TITLES = {"count": "people in fair or poor health", "mean": "mean age", "bin": "the bin “poor” of a histogram"}
NOISES = {"laplace": "Laplace noise", "gaussian": "Gaussian noise"}

data = TableChoice()
question = Choice(
    "count",
    options={"count": "A count: fair or poor", "mean": "The mean age", "bin": "Histogram: bin “poor”"},
    label="Question",
)
neighbouring = common.neighbouring()


def relations(now: Snapshot) -> Limits:
    """What can be asked of the table, and the neighbouring relations that the sensitivity is known for."""
    made = counted(now)
    known = asked(made.key, now.question).relations
    return {question: _options(made), neighbouring: {name: common.RELATIONS[name] for name in known}}


def counted(now: Snapshot) -> TeachingTable:
    """The table, if it has what the three questions need."""
    return used(now, "secret", "number")


def _options(made: TeachingTable) -> dict[str, str]:
    if made.key == HEALTH:
        return question.options
    group, label = made.group_name, made.table.column(made.averaged).label
    return {"count": f"A count: {group}", "mean": f"The mean: {label}", "bin": f"Histogram: bin “{made.group[-1]}”"}


def title_of(now: Snapshot, asked: str) -> str:
    """The question in a picture's title."""
    made = counted(now)
    return TITLES[asked] if made.key == HEALTH else _options(made)[asked]


def people(now: Snapshot) -> tuple[float, float]:
    """How few and how many people may be asked."""
    return 10, counted(now).table.n


# What the reader sees of the question and of the noise ----------------------------------------------------------


def count_of(data: str, n: int) -> Statistic:
    made = teaching_table(data)
    people = made.table.shuffled(np.random.default_rng(ORDER)).head(n)
    statistic = count(people.column(made.secret), *made.group)
    return statistic


def mean_of(data: str, n: int) -> Statistic:
    made = teaching_table(data)
    people = made.table.shuffled(np.random.default_rng(ORDER)).head(n)
    statistic = mean(people.column(made.averaged))
    return statistic


def bin_of(data: str, n: int) -> Statistic:
    made = teaching_table(data)
    people = made.table.shuffled(np.random.default_rng(ORDER)).head(n)
    statistic = histogram_bin(people.column(made.secret), made.group[-1])
    return statistic


def laplace(statistic: Statistic, epsilon: float, neighbouring: str) -> Any:
    mechanism = LaplaceMechanism(epsilon=epsilon, sensitivity=statistic.sensitivity(neighbouring))
    neighbour = statistic.value + statistic.worst_move([statistic.n])[0]
    worlds = mechanism.pair(statistic.value, neighbour)
    return mechanism, worlds


def gaussian(statistic: Statistic, epsilon: float, delta: float, neighbouring: str) -> Any:
    sensitivity = statistic.sensitivity(neighbouring, norm=2)
    mechanism = GaussianMechanism(epsilon=epsilon, delta=delta, sensitivity=sensitivity, mode="analytic")
    neighbour = statistic.value + statistic.worst_move([statistic.n])[0]
    worlds = mechanism.pair(statistic.value, neighbour)
    return mechanism, worlds


ASK: dict[str, Callable[[str, int], Statistic]] = {"count": count_of, "mean": mean_of, "bin": bin_of}


@lru_cache(maxsize=16)
def asked(data: str, question: str) -> Statistic:
    """A question asked of everybody, in the table's fixed random order."""
    return ASK[question](data, teaching_table(data).table.n)


# What the pictures draw of them -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Noisy:
    """An answer with noise on it, in the table's world and in that of the neighbour that moves it most, F times.

    The worlds are of shape (F, 1), so that they broadcast against outputs of shape (F, m); the true answers, the
    noise's scale and what one person can move are of shape (F,). `code` is what the reader sees of it.
    """

    statistic: Statistic
    worlds: LaplacePair | GaussianPair
    here: Floats
    there: Floats
    scale: Floats
    sensitivity: Floats
    code: tuple[Callable[..., Any], ...]

    @property
    def move(self) -> Floats:
        """How far the two true answers lie apart, shape (F,)."""
        return np.abs(self.there - self.here)

    def around(self, reach: int) -> Floats:
        """Outputs of shape (F, m), so many moves on either side of the middle; both true answers are among them."""
        grid = np.linspace(-reach, reach, 28 * reach + 1)
        return ((self.here + self.there) / 2)[:, None] + grid * self.move[:, None]


def noisy(at: Frames, n: Any = None, *, pure: bool = True) -> Noisy:
    """The noise of a section that has ``epsilon``, for n people an entry; Gaussian noise pays `DELTA`."""
    statistic = asked(counted(at).key, at.question)
    n = np.full(at.frames, min(PEOPLE, statistic.n)) if n is None else n
    sensitivity = statistic.sensitivity(at.neighbouring, n, norm=1 if pure else 2)
    # Both kinds of noise grow in proportion to the sensitivity.
    scale = sensitivity / at.epsilon if pure else sensitivity * gaussian_scale(at.epsilon, DELTA)
    here = statistic.values_of(n)
    there = here + statistic.worst_move(n)
    return Noisy(
        statistic,
        (LaplacePair if pure else GaussianPair)(here=here[:, None], there=there[:, None], scale=scale[:, None]),
        *(here, there, scale, sensitivity),
        code=(ASK[at.question], laplace if pure else gaussian),
    )


# In words ---------------------------------------------------------------------------------------------------------


def factor(times: float) -> str:
    """How many times as likely: three digits that count, large ones in words."""
    if times < 1000:
        return f"{times:.3g}"
    return f"about {rounded(times)}" if times < 1e6 else "more than a million"


def in_percent(p: float) -> str:
    """A belief as a percentage to a tenth, with as many noughts or nines as it has."""
    rest = min(p, 1 - p)
    if rest < 1e-6:
        return "almost 0" if p < 0.5 else "almost 100 %"
    digits = -math.floor(math.log10(rest)) - 1 if rest < 0.01 else 1
    return f"{100 * p:.{digits}f} %"


def signed(x: float) -> str:
    """A number of either sign, with four digits that count and no powers of ten."""
    return f"{Decimal(f'{x:.4g}'):,f}".replace("-", "−")


def power_of_ten(p: float) -> str:
    """A small probability: two digits that count, below a thousandth with a power of ten."""
    if p == 0 or p >= 1e-3:
        return f"{p:.2g}" if p else "0"
    if p < 1e-9:
        return "less than 10⁻⁹"
    digits, power = f"{p:.1e}".split("e-")
    return f"{digits} × 10{superscript(-int(power))}"
