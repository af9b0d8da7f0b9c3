"""Weights beside noise on a toy: random yes-or-no queries over a small universe."""

from collections.abc import Iterator
from typing import Any

from dpviz.draw import Picture
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons.multiplicative_weights import comparison
from dpviz.queries.error_cases import random_case

PEOPLE = (100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
QUERIES = (4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096)
CELLS = (8, 16, 32, 64, 128, 256, 512)

n = Number(3000, low=PEOPLE[0], high=PEOPLE[-1], values=PEOPLE, whole=True, label="n, the people", ends=("few", "many"))
epsilon = comparison.epsilon_slider()
queries = Number(512, low=QUERIES[0], high=QUERIES[-1], values=QUERIES, whole=True, label="k, the queries",
                 ends=("few", "many"))  # fmt: skip
cells = Number(64, low=CELLS[0], high=CELLS[-1], values=CELLS, whole=True, label="|U|, the universe",
               show=lambda value: f"{int(value):,} cells", ends=("small", "large"))  # fmt: skip
rounds = comparison.rounds_slider()


def asked(n: int, epsilon: float, queries: int, cells: int) -> Any:
    case, measure = random_case(n=n, epsilon=epsilon, queries=queries, cells=cells), "query"
    return case, measure


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    frames = zip(*(part.tolist() for part in (at.n, at.epsilon, at.queries, at.cells)), strict=True)
    yield from comparison.draw(
        at,
        [asked(*frame)[0] for frame in frames],
        title="Errors on random yes-or-no queries",
        people="people",
        note="The queries say yes to each cell with probability 1/2; the people are in a few of the cells.",
        names={
            "n": "people n",
            "epsilon": "privacy parameter ε",
            "queries": "queries k",
            "cells": "cells |U|",
            "rounds": "rounds T of MWEM",
        },
        code=(asked, comparison.compared),
    )


SECTION = Section(draw, axes=(n, epsilon, queries, cells, rounds))
