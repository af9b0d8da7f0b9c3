"""Weights beside noise on a table: all marginals of an order."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.data import binary_records, teaching_table
from dpviz.draw import Picture
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Limits, Section, Snapshot
from dpviz.lessons.multiplicative_weights import comparison
from dpviz.lessons.multiplicative_weights.shared import data
from dpviz.lessons.tables import called, used
from dpviz.queries import Marginals
from dpviz.queries.error_cases import marginals_case

ORDER_OF_PEOPLE = 2024  # the seed with which they are shuffled
MEMBERS = (100, 200, 400, 800, 1500, 3000, 5912)
MOST = 6

epsilon = comparison.epsilon_slider()
order = Number(3, low=1, high=MOST, steps=MOST, whole=True, label="l, attributes in a query",
               ends=("few queries", "many queries"))  # fmt: skip
n = Number(5912, low=MEMBERS[0], high=MEMBERS[-1], values=MEMBERS, whole=True, label="n, the people",
           ends=("few", "all of them"))  # fmt: skip
bits = Number(12, low=MOST, high=12, steps=7, whole=True, label="d, attributes (2ᵈ cells)",
              ends=("small universe", "large universe"))  # fmt: skip
rounds = comparison.rounds_slider()


def asked(data: str, n: int, epsilon: float, order: int, bits: int) -> Any:
    made = teaching_table(data)
    people = binary_records(made.table.shuffled(np.random.default_rng(ORDER_OF_PEOPLE)), made.attributes)
    case, measure = marginals_case(people, n=n, epsilon=epsilon, order=order, bits=bits), "marginal"
    return case, measure


@lru_cache(maxsize=4)
def shuffled(data: str) -> NDArray[np.uint8]:
    made = teaching_table(data)
    return binary_records(made.table.shuffled(np.random.default_rng(ORDER_OF_PEOPLE)), made.attributes)


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    made = used(at, "attributes")
    people = shuffled(made.key)
    frames = zip(*(part.tolist() for part in (at.n, at.epsilon, at.order, at.bits)), strict=True)
    yield from comparison.draw(
        at,
        [marginals_case(people, n=m, epsilon=e, order=o, bits=d) for m, e, o, d in frames],
        title=f"Errors on {called(made.key)}: all l-way marginals",
        people=f"{made.table.records} of the table",
        note="The first d of twelve attributes; MWEM measures whole marginal tables.",
        names={
            "order": "attributes l in a query",
            "epsilon": "privacy parameter ε",
            "n": "people n",
            "bits": "attributes d",
            "rounds": "rounds T of MWEM",
        },
        code=(asked, comparison.compared),
    )


def _moved() -> dict[str, float]:
    pairs = Marginals(10, 2)
    return {
        "answer": float(pairs.sensitivity("l1", neighbouring="replace")),
        "leaves": float(pairs.sensitivity("l1", neighbouring="add_remove")),
        "all": float(pairs.num_queries),
        "one": 1.0,
    }


def _queries() -> dict[str, float]:
    facts, triples = (float(Marginals(12, l).num_queries) for l in (1, 3))  # noqa: E741
    return {"facts": facts, "triples": triples}


def limits(now: Snapshot) -> Limits:
    """As many people and attributes as the table has."""
    made = used(now, "attributes")
    most = min(made.table.n, MEMBERS[-1])
    return {n: (min(MEMBERS[0], most), most), bits: (MOST, len(made.attributes))}


SECTION = Section(
    draw, axes=(order, epsilon, n, bits, rounds), controls=(data, order, epsilon, rounds, n, bits), limits=limits
)
