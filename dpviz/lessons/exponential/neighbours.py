"""Two tables that differ in one person: who leaves and who joins, and which change matters most."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.frame.kinds import Choice, Parameter
from dpviz.frame.section import Frames, Limits, Snapshot
from dpviz.lessons.exponential.shared import Floats, Places, Posed, asked
from dpviz.mechanisms.selection import Question, neighbour_counts, worst_neighbours
from dpviz.privacy import privacy_loss

Ints = NDArray[np.int64]
WORST, NOBODY = {"worst": "the worst case"}, {"nobody": "nobody"}


def one_person() -> tuple[Choice, Choice]:
    """Who leaves the table, and who joins it."""
    leaves = Choice("worst", options={**WORST, **NOBODY}, label="One person leaves")
    return leaves, Choice("worst", options={**WORST, **NOBODY}, label="One person joins")


def who(now: Snapshot, leaves: Parameter, joins: Parameter) -> Limits:
    """Who may leave and who may join: the worst change is one of both, and somebody must change."""
    there = {**NOBODY, **{str(k): name for k, name in enumerate(asked(now).record_types)}}
    leaving = {**WORST, **there}
    left = now.leaves if now.leaves in leaving else "worst"
    joining = WORST if left == "worst" else {k: name for k, name in there.items() if k != left}
    return {leaves: leaving, joins: joining}


def change(at: Frames, made: Posed) -> Ints:
    """The type of person who leaves and the one who joins, shape (F, 2); -1 for nobody."""
    if at.leaves == "worst":
        return worst(made, at.neighbouring)[1]
    pair = [-1 if end == "nobody" else int(end) for end in (at.leaves, at.joins)]
    pairs = np.tile(pair, (at.frames, 1))
    if pair[0] >= 0:  # who is not there cannot leave; the sentence says so
        pairs[made.counts[:, pair[0]] == 0] = -1
    return pairs


def worst(made: Posed, relation: str) -> tuple[Floats, Ints]:
    """The loss of each frame's table to its worst neighbour, and that one."""
    ns, epsilons = tuple(made.counts.sum(axis=1).tolist()), tuple(made.epsilon.tolist())
    return _searched(made.question, relation, ns, epsilons, tuple(made.given.items()))


@lru_cache(maxsize=12)
def _searched(question: Question, relation: str, ns: Any, epsilons: Any, given: Any) -> tuple[Floats, Ints]:
    tables = question.running_histograms(ns)
    return worst_neighbours(question, tables, epsilons, neighbouring=relation, **dict(given))


def change_in_words(pair: Ints, places: Places) -> str:
    """What the change is, in words."""
    leaves, joins = (int(k) for k in pair)
    if leaves < 0 and joins < 0:
        return "There is no such person among these, so nothing changes"
    if leaves < 0:
        return f"One person with {places.name_of(joins)} is added"
    if joins < 0:
        return f"One person with {places.name_of(leaves)} is removed"
    return f"One person changes from {places.name_of(leaves)} to {places.name_of(joins)}"


def compared(question: Any, mechanism: Any, scores: Any, n: int, goes: int, comes: int) -> Any:
    neighbour = neighbour_counts(question.histogram(n), [goes, comes])
    before = mechanism.log_probabilities(scores)
    after = mechanism.log_probabilities(question.scores(neighbour))
    here, there = np.exp([before.max(), after[before.argmax()]])
    loss = privacy_loss(before, after, log=True)
    return here, there, loss
