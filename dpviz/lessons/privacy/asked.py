"""The numbers this lesson asks of the table, and how each is written in code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dpviz.data import health
from dpviz.mechanisms.statistics import Statistic, count, histogram_bin, mean

ORDER = 2024  # the seed of the order in which people join the table as n grows

QUESTIONS = {
    "count": "How many feel only fair or poor?",
    "mean": "What is the mean age?",
    "bin": "A histogram of all replies: how many “poor”?",
}


@dataclass(frozen=True)
class Asked:
    """A number asked of the table, and the lines that ask it.

    Parameters
    ----------
    statistic : Statistic
    title : str
    code : str
        Lines that build ``asked`` of the first ``{n}`` people.
    """

    statistic: Statistic
    title: str
    code: str


@lru_cache(maxsize=8)
def asked_of_health(key: str) -> Asked:
    """Return one of `QUESTIONS`, asked of the shipped table in its fixed random order."""
    people = health().shuffled(np.random.default_rng(ORDER))
    words = people.column("health")
    statistic, title, call = {
        "count": lambda: (count(words, "fair", "poor"), "people in fair or poor health",
                          'count(people.column("health"), "fair", "poor")'),
        "mean": lambda: (mean(people.column("age")), "mean age", 'mean(people.column("age"))'),
        "bin": lambda: (histogram_bin(words, "poor"), "the bin “poor” of a histogram",
                        'histogram_bin(people.column("health"), "poor")'),
    }[key]()  # fmt: skip
    name = call.split("(")[0]
    code = (
        "import numpy as np\n"
        "from dpviz.data import health\n"
        f"from dpviz.mechanisms.statistics import {name}\n\n"
        f"people = health().shuffled(np.random.default_rng({ORDER})).head({{n}})\n"
        f"asked = {call}\n"
    )
    return Asked(statistic, title, code)
