"""Draws of a mechanism in two worlds: mixed calls, a generator each, errors told with their place."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from typing import Any

import numpy as np

from dpviz._numeric import check
from dpviz.privacy.auditing.reading import MOST_ITEMS, Raised

Outcomes = tuple[Any, Any]  # in the two worlds, one a trial
WORLDS = ("data", "neighbour")


class MechanismError(RuntimeError):
    """The mechanism itself failed; the message says in which trial, and on which data set."""


def draw_pair(
    mechanism: Callable[..., Any],
    worlds: tuple[Any, Any],
    trials: int,
    rng: np.random.Generator,
    *,
    batch: bool,
    exceptions: str = "raise",
) -> Outcomes:
    """`trials` outcomes on the data and as many on the neighbour; `drawing` says how."""
    steps = drawing(mechanism, worlds, trials, rng, batch=batch, exceptions=exceptions)
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            return ended.value


def drawing(
    mechanism: Callable[..., Any],
    worlds: tuple[Any, Any],
    trials: int,
    rng: np.random.Generator,
    *,
    batch: bool,
    exceptions: str = "raise",
) -> Generator[Outcomes, None, Outcomes]:
    """The same, step by step: after each trial, or each world of a batch, the outcomes so far, which grow in place.

    Each world has a generator of its own. Single calls come in random order, two by two: a mechanism that changes
    with the number of its calls changes for both worlds alike.
    """
    order, *generators = rng.spawn(3)
    if batch:
        return (yield from _batches(mechanism, worlds, trials, generators))
    if hasattr(mechanism, "together"):  # one that lives elsewhere: the same calls in the same order, asked for at once
        firsts = order.integers(0, 2, trials)
        made: Outcomes = mechanism.together(worlds, generators, np.column_stack([firsts, 1 - firsts]).ravel().tolist())
        return made
    guard = _Guard(worlds)
    outcomes: tuple[list[Any], list[Any]] = ([], [])
    for trial, first in enumerate(order.integers(0, 2, trials).tolist()):
        for world in (first, 1 - first):
            try:
                found = mechanism(guard.give(world), generators[world])
                if isinstance(found, Iterator):
                    found = list(islice(found, MOST_ITEMS))
            except Exception as error:
                if exceptions == "raise":
                    raise _failed(error, f"in trial {trial + 1} of {trials}", world) from error
                found = Raised(type(error).__name__, str(error))
            outcomes[world].append(_kept(found))
        if trial == 0:
            guard.look()
        yield outcomes
    guard.end()
    return outcomes


def _kept(found: Any) -> Any:
    """What is handed out may be changed by the next call."""
    kind = type(found)
    if kind is np.ndarray:
        return found.copy()
    if kind in (list, dict, set):
        try:
            return copy.deepcopy(found)
        except Exception:  # of what cannot be copied
            return found
    return found


def _batches(
    mechanism: Callable[..., Any], worlds: tuple[Any, Any], trials: int, generators: list[np.random.Generator]
) -> Generator[Outcomes, None, Outcomes]:
    found: list[Any] = [[], []]
    for world in (0, 1):
        try:
            outcomes = mechanism(copy.deepcopy(worlds[world]), trials, generators[world])
        except Exception as error:
            raise _failed(error, f"in a batch of {trials} trials", world) from error
        if not isinstance(outcomes, (list, tuple, np.ndarray)) or len(outcomes) != trials:
            raise ValueError(
                f"mechanism(data, trials, rng) must return {trials} outcomes, one a trial, as a list or an array; "
                f"got {_size(outcomes)}"
            )
        found[world] = outcomes
        yield found[0], found[1]
    return found[0], found[1]


def _size(outcomes: Any) -> str:
    kind = type(outcomes).__name__
    return f"a {kind} of {len(outcomes)}" if hasattr(outcomes, "__len__") else f"a {kind}"


def _failed(error: Exception, when: str, world: int) -> MechanismError:
    return MechanismError(f"mechanism failed {when}, on the {WORLDS[world]}: {type(error).__name__}: {error}")


class _Guard:
    """A mechanism that changes its data in place would spoil every later trial: it is given copies.

    The first trial is given copies in any case; if it leaves them as they are, the others get the data themselves.
    """

    def __init__(self, worlds: tuple[Any, Any]) -> None:
        self.worlds = worlds
        self.seals = tuple(map(_seal, worlds))
        self.first = tuple(
            copy.deepcopy(world) if seal else world for world, seal in zip(worlds, self.seals, strict=True)
        )
        self.now = self.first
        self.copying = False

    def give(self, world: int) -> Any:
        return copy.deepcopy(self.worlds[world]) if self.copying else self.now[world]

    def look(self) -> None:
        self.copying = any(map(_differ, self.seals, self.first))
        self.now = self.worlds

    def end(self) -> None:
        if any(map(_differ, self.seals, self.worlds)):
            raise ValueError(
                "mechanism must leave its data as they are; got data changed in place, after the first call"
            )


def _differ(seal: bytes | None, value: Any) -> bool:
    return seal is not None and seal != _seal(value)


def _seal(value: Any) -> bytes | None:
    try:
        return pickle.dumps(value)
    except Exception:
        return None


def check_trials(trials: object) -> int:
    """Trials a world: enough for two halves that say something."""
    return check.count("trials", trials, least=100, most=10_000_000)
