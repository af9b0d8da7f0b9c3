"""What sections of the lesson have in common: kinds of arms, and the people whose model is tuned."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import text
from dpviz.draw.words import probability
from dpviz.erm import Unseparable
from dpviz.frame.kinds import Choice, Number, Seed
from dpviz.frame.section import Frames
from dpviz.tuning import Arms, FailureRates, failure_rates, needle_failure, train_arms
from dpviz.tuning.arms import arm_means

TRAINING, VALIDATION, EVERYBODY = 2000, 1000, 20_000  # people
CUTS = TRAINING, TRAINING + VALIDATION
LAMBDAS = 8  # arms of the tuning, hence three rounds
EACH = 0.5  # ε of each model, for a training person
CHUNKS, CHUNK = 20, 100  # runs of a measured probability: a stage at a time
RUNS = CHUNKS * CHUNK


def measured(at: Frames) -> Iterator[tuple[float, NDArray[np.float64], FailureRates]]:
    """How often the best arm is lost, in stages: the share of the runs done, the arms' means, and what was found."""
    means, rng = arm_means(at.shape, at.arms, round(at.gap, 10)), np.random.default_rng(at.seed)
    failures = np.zeros(at.frames, dtype=np.int64)
    for chunk in range(1, CHUNKS + 1):
        failures = failures + failure_rates(means, at.budget, runs=CHUNK, rng=rng).failures
        yield chunk / CHUNKS, means, FailureRates(at.budget, failures, chunk * CHUNK)


def kinds_of_arms(default: str = "ladder") -> Choice:
    """How good the other arms are; each section has its own."""
    options = {"ladder": "each a little worse", "needle": "all equally worse"}
    return Choice(default, options=options, label="The other arms are")


def number_of_arms(default: int = 16) -> Number:
    """How many arms there are."""
    values = [2, 3, 4, 6, 8, 10, 12, 16, 24, 32]
    return Number(default, low=2, high=32, values=values, whole=True, label="n, the arms")


def gap_to_second() -> Number:
    """How far the second best arm is below the best."""
    return Number(0.1, low=0.02, high=0.3, steps=57, label="Gap to the second", ends=("hard", "easy"))


def number_of_pulls() -> Number:
    """The budget."""
    return Number(2000, low=160, high=100_000, scale="log", steps=41, whole=True, label="B, the pulls",
                  ends=("few", "many"))  # fmt: skip


def number_of_evaluations() -> Number:
    """The budget of a tuning."""
    return Number(96, low=24, high=4800, scale="log", steps=31, whole=True, label="B, the pulls")


def other_draws() -> Seed:
    """A button for other draws."""
    return Seed(button="Draw again", help="The same arms, other pulls.")


def exact_losses(shape: str, means: NDArray[np.float64], budgets: NDArray[np.int64]) -> NDArray[np.float64] | None:
    """The probability that halving loses the best arm, where it is known exactly: all others alike, or only one."""
    if shape != "needle" and len(means) > 2:
        return None
    best, other = float(means[0]), float(means[1])
    return np.array([needle_failure(best, other, len(means), int(one)) for one in budgets])


def on_log_axis(
    exact: NDArray[np.float64] | None, found: FailureRates, floor: float
) -> tuple[NDArray[np.float64], ...]:
    """The probability as it can be drawn where 0 has no place, its band, and its upper end where nothing was seen.

    A measured one ends at the first budget at which no run failed: from there on only the upper end of the band says
    something, and the band is as thin as that.
    """
    low, high = found.band()
    seen = np.logical_and.accumulate(found.failures > 0)
    known = np.where(seen, found.rate, np.nan) if exact is None else np.where(exact > 0, exact, np.nan)
    high = np.maximum(high, floor)
    return known, np.where(seen, np.maximum(low, floor), high), high, np.where(seen, np.nan, high)


def beside(x: Any, line: Any, floor: float, words: str, colour: str, at: str) -> Any:
    """The name of a line, beside the middle of what is drawn of it."""
    drawn = np.flatnonzero(line > floor)
    middle = drawn[len(drawn) // 2 : len(drawn) // 2 + 1]
    return text(x[middle], line[middle], [words], colour, at)


def with_bands(found: FailureRates) -> list[str]:
    """Measured probabilities and their intervals, a text a budget."""
    low, high = found.band()
    return [f"{probability(r)} (95 %: {probability(lo)} to {probability(hi)})"
            for r, lo, hi in zip(found.rate.tolist(), low.tolist(), high.tolist(), strict=True)]  # fmt: skip


def models(seed: int) -> Any:
    rng = np.random.default_rng(seed)
    X, y = Unseparable(dim=5).draw(TRAINING + VALIDATION + EVERYBODY, rng)
    training, validation, others = zip(np.split(X, CUTS), np.split(y, CUTS), strict=True)
    lambdas = np.geomspace(1e-4, 1, LAMBDAS)
    arms = train_arms(training, validation, others, lambdas, epsilon=EACH, rng=rng)
    return arms


@lru_cache(maxsize=8)
def arms_of(seed: int) -> Arms:
    """One private model for each λ, on synthetic people, and its scores."""
    made: Arms = models(seed)
    return made
