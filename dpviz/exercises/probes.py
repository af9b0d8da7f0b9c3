"""What checks are made of: reading answers, testing laws, exact losses, the auditor.

Each statistical test here has a stated chance to accuse a right answer, and its bounds hold for every number of
draws; with the seeds fixed, a right answer is accused always or never.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz.exercises.verdict import require, working
from dpviz.privacy import audit_pairs, privacy_loss

Floats = NDArray[np.float64]


def short(value: object, most: int = 60) -> str:
    """A value in a few words, for a sentence or a cell.

    Parameters
    ----------
    value : object
        Any.
    most : int, default 60
        Characters at most; the rest is cut.

    Returns
    -------
    str
        Python's way to write it, numbers to four digits.
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, np.generic):
        return short(value.item(), most)
    text = repr(value)
    return text if len(text) <= most else text[: most - 1] + "…"


# Reading what came --------------------------------------------------------------------------------------------


def number(value: object, what: str) -> float:
    """One finite number, or the check ends with a sentence.

    Parameters
    ----------
    value : object
        What the student gave or their function returned.
    what : str
        What it is called in the sentence: "`laplace`", "`n`".

    Returns
    -------
    float
        The number.
    """
    if isinstance(value, np.ndarray) and value.shape == ():
        value = value.item()
    ok = isinstance(value, (Real, np.bool_)) and not isinstance(value, (bool, np.bool_))
    kind = f"array of shape {value.shape}" if isinstance(value, np.ndarray) else type(value).__name__
    require(ok, working(f"{what} should be one number; it is {short(value)}, of type {kind}."))
    found = float(value)  # type: ignore[arg-type]
    require(math.isfinite(found), working(f"{what} should be a finite number; it is {found}."))
    return found


def whole(value: object, what: str) -> int:
    """One whole number (3.0 counts as 3), or the check ends with a sentence.

    Parameters
    ----------
    value : object
        What the student gave.
    what : str
        What it is called in the sentence.

    Returns
    -------
    int
        The number.
    """
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    found = number(value, what)
    require(found == int(found), working(f"{what} should be a whole number; it is {found:.6g}."))
    return int(found)


def vector(value: object, what: str, *, shape: tuple[int, ...] | None = None) -> Floats:
    """An array of finite numbers, or the check ends with a sentence.

    Parameters
    ----------
    value : object
        What the student gave or their function returned: an array, a list, nested lists.
    what : str
        What it is called in the sentence.
    shape : tuple of int, optional
        The shape it must have.

    Returns
    -------
    ndarray of float64
        The numbers.
    """
    try:
        found = np.asarray(value)
        if found.dtype.kind not in "biuf":
            raise ValueError
        found = found.astype(np.float64)
    except (ValueError, TypeError):
        found = np.array(np.nan)
        require(False, working(f"{what} should be an array of numbers; it is {short(value)}."))
    if shape is not None:
        require(
            found.shape == shape,
            working(f"{what} should have the shape {shape}; it has the shape {found.shape}."),
        )
    bad = np.argwhere(~np.isfinite(found))
    if len(bad):
        first = tuple(int(i) for i in bad[0])
        where = f" at {first[0] if len(first) == 1 else first}" if first else ""
        require(False, working(f"{what} holds {found[first]}{where}; every entry should be finite."))
    return found


def law(value: object, what: str, *, size: int | None = None) -> Floats:
    """Probabilities of finitely many outcomes, or the check ends with a sentence.

    Parameters
    ----------
    value : object
        What the student's function returned.
    what : str
        What it is called in the sentence.
    size : int, optional
        How many outcomes there are.

    Returns
    -------
    ndarray of shape (m,)
        Probabilities that sum to 1 (within 1e-9; divided by their sum).
    """
    found = vector(value, what, shape=None if size is None else (size,))
    require(found.ndim == 1 and len(found), working(f"{what} should be a list of probabilities."))
    require(
        (found >= 0).all(), working(f"{what} holds the probability {found.min():.4g}; none may be negative.")
    )
    total = float(found.sum())
    require(abs(total - 1) <= 1e-9, working(f"The probabilities of {what} sum to {total:.6g}, not to 1."))
    return found / total


# Laws ---------------------------------------------------------------------------------------------------------


def draws(function: Callable[..., Any], *arguments: Any, size: int, rng: np.random.Generator) -> list[Any]:
    """Call ``function(*arguments, rng)`` often; the check ends if its chance does not come from `rng`.

    Parameters
    ----------
    function : callable
        The student's, with `rng` as its last parameter.
    *arguments : object
        The ones before it.
    size : int
        How often.
    rng : numpy.random.Generator
        Where the seeds come from.

    Returns
    -------
    list
        What it returned.
    """
    name = getattr(function, "name", "your function")
    seed = int(rng.integers(2**32))
    first, second = (function(*arguments, np.random.default_rng(seed)) for _ in range(2))
    require(
        repr(first) == repr(second),
        working(
            f"Called twice with the same seed, `{name}` gives {short(first)} and {short(second)}: "
            "all its chance should come from `rng`."
        ),
    )
    return [function(*arguments, rng) for _ in range(size)]


def samples(
    function: Callable[..., Any], *arguments: Any, size: int, rng: np.random.Generator, random: bool = True
) -> Floats:
    """`draws` of single finite numbers.

    Parameters
    ----------
    function : callable
        The student's, with `rng` as its last parameter.
    *arguments : object
        The ones before it.
    size : int
        How often.
    rng : numpy.random.Generator
        Where the seeds come from.
    random : bool, default True
        The check ends if all draws are the same.

    Returns
    -------
    ndarray of shape (size,)
        The numbers.
    """
    name = f"`{getattr(function, 'name', 'your function')}`"
    found = np.array(
        [number(value, f"What {name} returns") for value in draws(function, *arguments, size=size, rng=rng)]
    )
    require(
        not random or len(np.unique(found)) > 1,
        working(f"{name} returned {short(float(found[0]))} {size} times in a row: there is no chance in it."),
    )
    return found


@dataclass(frozen=True)
class Fit:
    """Whether draws may come from a law.

    Parameters
    ----------
    ok : bool
        False if they cannot, but for the stated chance of a false alarm.
    distance, limit : float
        How far from the law they are, and how far luck would carry them. For `fits_cdf` the largest difference
        of distribution functions; for `fits_law` the largest divergence of an outcome, in nats a draw.
    where : int or float
        Where the distance is largest: a value, or the outcome's number.
    """

    ok: bool
    distance: float
    limit: float
    where: float


#: Where the tails of a law are looked at by themselves: Kolmogorov and Smirnov hardly see them.
_LEVELS = np.array([0.0, 0.003, 0.01, 0.03, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 0.997, 1.0])


def fits_cdf(found: ArrayLike, cdf: Callable[[Floats], Floats], *, false_alarm: float = 1e-9) -> Fit:
    """Whether draws may come from a continuous law.

    Kolmogorov and Smirnov's test with Massart's bound, and the shares between the law's outer quantiles with
    Chernoff's; both hold for every number of draws.

    Parameters
    ----------
    found : array_like of shape (k,)
        Draws.
    cdf : callable
        The law's distribution function, on an array.
    false_alarm : float, default 1e-9
        Chance to reject draws that do come from it.

    Returns
    -------
    Fit
        Whether they may.
    """
    ordered = np.sort(np.asarray(found, dtype=np.float64))
    exact = np.asarray(cdf(ordered), dtype=np.float64)
    steps = np.arange(len(ordered) + 1) / len(ordered)
    gaps = np.maximum(steps[1:] - exact, exact - steps[:-1])
    limit = math.sqrt(math.log(4 / false_alarm) / (2 * len(ordered)))
    shares = fits_law(np.histogram(exact, _LEVELS)[0], np.diff(_LEVELS), false_alarm=false_alarm / 2)
    return Fit(
        bool(gaps.max() <= limit) and shares.ok, float(gaps.max()), limit, float(ordered[gaps.argmax()])
    )


def fits_law(counts: ArrayLike, probabilities: ArrayLike, *, false_alarm: float = 1e-9) -> Fit:
    """Whether counts of finitely many outcomes may come from a law; Chernoff's bound on each, at any size.

    Parameters
    ----------
    counts : array_like of shape (m,)
        How often each outcome came.
    probabilities : array_like of shape (m,)
        The law.
    false_alarm : float, default 1e-9
        Chance to reject counts that do come from it.

    Returns
    -------
    Fit
        Whether they may.
    """
    k, p = np.asarray(counts, dtype=np.float64), np.asarray(probabilities, dtype=np.float64)
    share = k / k.sum()

    def part(x: Floats, y: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(x > 0, x * np.log(x / y), 0.0)

    divergence = part(share, p) + part(1 - share, 1 - p)
    limit = math.log(2 * len(p) / false_alarm) / float(k.sum())
    worst = int(np.argmax(divergence))
    return Fit(bool((divergence <= limit).all()), float(divergence[worst]), limit, worst)


def laplace_cdf(centre: float, scale: float) -> Callable[[Floats], Floats]:
    """Distribution function of Laplace's law.

    Parameters
    ----------
    centre : float
        Its middle.
    scale : float
        Its scale, > 0.

    Returns
    -------
    callable
        From an array to probabilities.
    """

    def cdf(x: Floats) -> Floats:
        z = (np.asarray(x) - centre) / scale
        tail = np.exp(-np.abs(z)) / 2
        return np.where(z < 0, tail, 1 - tail)

    return cdf


# Privacy ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Worst:
    """The worst of many neighbouring pairs.

    Parameters
    ----------
    loss : float
        The largest exact loss, in nats.
    pair : tuple
        The two data sets.
    outcome : int
        The outcome that gives them away, by its number.
    """

    loss: float
    pair: tuple[Any, Any]
    outcome: int


def worst_pair(law_of: Callable[[Any], ArrayLike], pairs: Iterable[tuple[Any, Any]]) -> Worst:
    """Exact loss of a student's law over pairs of neighbours.

    Parameters
    ----------
    law_of : callable
        From a data set to the probabilities of its outcomes.
    pairs : iterable of tuple
        Neighbouring data sets.

    Returns
    -------
    Worst
        Loss, pair and outcome.
    """
    worst = Worst(-1.0, (None, None), 0)
    for here, there in pairs:
        p, q = np.asarray(law_of(here), dtype=float), np.asarray(law_of(there), dtype=float)
        loss = float(privacy_loss(p, q))
        if loss > worst.loss:
            with np.errstate(divide="ignore", invalid="ignore"):
                ratios = np.nan_to_num(np.abs(np.log(p) - np.log(q)), nan=0.0, posinf=np.inf)
            worst = Worst(loss, (here, there), int(np.argmax(ratios)))
    return worst


def keeps_promise(
    mechanism: Callable[[Any, np.random.Generator], Any],
    pairs: Sequence[tuple[Any, Any]],
    *,
    epsilon: float,
    rng: np.random.Generator,
    delta: float = 0.0,
    trials: int = 8_000,
    false_alarm: float = 1e-6,
    sentence: str = "Your mechanism gives somebody away: look how much likelier this event is in one data set.",
) -> None:
    """Let the auditor attack a student's mechanism; the check ends with the pair and the event if it breaks.

    Parameters
    ----------
    mechanism : callable
        ``mechanism(data, rng)``.
    pairs : sequence of tuple
        Neighbouring data sets to attack.
    epsilon : float
        What is promised, in nats.
    rng : numpy.random.Generator
        For the draws.
    delta : float, default 0
        What is promised.
    trials : int, default 8000
        Draws in each world, for each pair.
    false_alarm : float, default 1e-6
        Chance to accuse a mechanism that keeps its promise, over all pairs.
    sentence : str
        What the student is told.
    """
    found = audit_pairs(
        mechanism, pairs, epsilon=epsilon, delta=delta, trials=trials, confidence=1 - false_alarm, rng=rng
    )
    evidence = [
        ("one data set", short(found.data)),
        ("its neighbour", short(found.neighbour)),
        ("the event", found.event),
        ("how often it came", f"{found.counts[0]:,} and {found.counts[1]:,} times of {found.trials:,}"),
        ("its loss", f"at least {found.lower_bound:.3g}; promised: {epsilon:.3g}"),
    ]
    require(not found.violated, working(sentence, evidence))
