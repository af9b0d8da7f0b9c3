"""Questions worth asking of the health table: one table of recipes, in the order a lesson offers them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from dpviz._numeric import check
from dpviz.data.table import Table
from dpviz.mechanisms import selection
from dpviz.mechanisms.selection import Question

_KINDS: dict[str, Callable[..., Question]] = {
    "mode": selection.mode,
    "median": selection.median,
    "threshold": selection.threshold,
}


@dataclass(frozen=True, kw_only=True)
@check.fields(
    kind=check.word(tuple(_KINDS)), columns=check.texts, **dict.fromkeys(("key", "title", "text", "watch"), check.text)
)
class Recipe:
    """How to ask one question of the health table, or of some of its people.

    Parameters
    ----------
    key : str
        Short name, as in a link.
    kind : {"mode", "median", "threshold"}
        Which constructor of `dpviz.mechanisms.selection` it goes to.
    columns : tuple of str
        The columns it goes to that constructor with.
    options : mapping
        And the keywords: the public grid or candidates, chosen without looking at the data.
    title : str
        A few words, for a menu.
    text : str
        The question in plain English.
    watch : str
        What to look for when ε and n move.
    """

    key: str
    kind: str
    columns: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    title: str
    text: str
    watch: str

    def __post_init__(self) -> None:
        if not isinstance(self.options, Mapping):
            raise check.wrong_type("options", "a mapping of keywords to values", self.options)

    def build(self, table: Table) -> Question:
        """The question, asked of `table`: `dpviz.data.health()`, shuffled or cut as you like.

        Candidates, record types and sensitivity are the same for every such table.
        """
        columns = (check.instance("table", table, Table).column(name) for name in self.columns)
        return _KINDS[self.kind](*columns, **self.options, name=self.title, text=self.text)

    @property
    def code(self) -> str:
        """The call that asks it of a table called ``people``."""
        columns = [f'people.column("{name}")' for name in self.columns]
        options = [f"{name}={value!r}" for name, value in self.options.items()]
        return f"{self.kind}({', '.join(columns + options)})"


_RECIPES = (
    Recipe(
        key="health",
        kind="mode",
        columns=("health",),
        title="Most common health",
        text="Which word do most people choose for their own health: excellent, good, fair or poor?",
        watch="Four candidates and a clear winner: at ε = 0.1 a few hundred people are enough.",
    ),
    Recipe(
        key="plan",
        kind="mode",
        columns=("plan",),
        title="Most common plan",
        text="Which insurance plan were most people given?",
        watch="Five candidates and a closer second: it takes more people, or a larger ε, than health does.",
    ),
    Recipe(
        key="common-visits",
        kind="mode",
        columns=("visits",),
        options={"candidates": range(21)},
        title="Most common visits",
        text="How many times did people most often see a doctor in the year?",
        watch="The answer is 0, once there are enough people; the candidates nobody holds stay possible for long.",
    ),
    Recipe(
        key="family",
        kind="mode",
        columns=("family_size",),
        options={"candidates": range(1, 15)},
        title="Most common family size",
        text="In how large a family do people most often live?",
        watch="At n = 10 anything may come out; 4 stands out slowly.",
    ),
    Recipe(
        key="common-age",
        kind="mode",
        columns=("age",),
        options={"candidates": range(66)},
        title="Most common age",
        text="Which age do most people have?",
        watch="66 candidates, nearly level but for one: the newborn. Up to a few hundred people chance decides.",
    ),
    Recipe(
        key="age",
        kind="median",
        columns=("age",),
        options={"low": 0, "high": 65, "step": 1},
        title="Median age",
        text="At which age are there as many people older as younger?",
        watch="A hill around 22, sharper with every person: even a wrong answer is a near one.",
    ),
    Recipe(
        key="visits",
        kind="median",
        columns=("visits",),
        options={"low": 0, "high": 20, "step": 1},
        title="Median doctor visits",
        text="How many doctor visits does the person in the middle have in the year?",
        watch="2 is the median, 1 a near miss, 3 far off: the score falls at a different pace on each side.",
    ),
    Recipe(
        key="income",
        kind="median",
        columns=("income",),
        options={"low": 0, "high": 20_000, "step": 500},
        title="Median family income",
        text="Which family income is in the middle, to the nearest 500 dollars?",
        watch="Incomes above 20,000 still count. With all 5,912 people no grid point is quite a median.",
    ),
    Recipe(
        key="spending",
        kind="median",
        columns=("spending",),
        options={"low": 0, "high": 200, "step": 5},
        title="Median medical spending",
        text="Which medical spending is in the middle, to the nearest 5 dollars?",
        watch="The largest value is above 25,000 and moves nothing: a median does not care how far away it is.",
    ),
    Recipe(
        key="age-health",
        kind="threshold",
        columns=("age", "health"),
        options={
            "positive": ("good", "fair", "poor"),
            "low": 0,
            "high": 65,
            "step": 1,
            "words": ("excellent health", "less than excellent health"),
        },
        title="Best age threshold",
        text="From which age on is it best to guess that a person does not call their health excellent?",
        watch="Ages 24 to 43 err nearly equally often: at ε = 0.1 the answer stays spread even for all 5,912 people.",
    ),
    Recipe(
        key="spending-hospital",
        kind="threshold",
        columns=("spending", "admissions"),
        options={"positive": 1, "low": 0, "high": 1000, "step": 20, "words": ("not in hospital", "in hospital")},
        title="Best spending threshold",
        text="From which medical spending on is it best to guess that a person was in hospital that year?",
        watch="A wide plateau of good answers from 280 to 500 dollars, and a cliff below it.",
    ),
)


def health_questions() -> Mapping[str, Recipe]:
    """Questions to ask of the health table, by key, in the order to offer them.

    Returns
    -------
    mapping of str to Recipe
        ``health_questions()["age"].build(health())`` is a `dpviz.mechanisms.selection.Question`.
    """
    return MappingProxyType({recipe.key: recipe for recipe in _RECIPES})
