"""A shipped table of another field: 944 people of the American National Election Study 1996 (see VOTERS.md)."""

from __future__ import annotations

from functools import cache

from dpviz.data._shipped import Coding, category, number, shipped
from dpviz.data.binary import Attribute
from dpviz.data.regression import Target
from dpviz.data.table import Table

SOURCE = (
    "American National Election Studies, 1996; the extract distributed with statsmodels (anes96.csv). Public domain, "
    "as stated there. One record a person."
)

COLUMNS: dict[str, Coding] = {
    "age": number("Age", "years", 18, 100, "Age in years. Public bound, chosen: voters are 18 or older."),
    "education": category(
        "Education",
        "Highest level of schooling (source column educ, seven levels).",
        "grades 1 to 8",
        "some high school",
        "high school",
        "some college",
        "two-year degree",
        "bachelor",
        "advanced degree",
    ),
    "income": number(
        "Household income",
        "dollars a year",
        0,
        110_000,
        "Where the bracket of the household's yearly income begins (source column income, 24 brackets). Range by the "
        "coding.",
    ),
    "place": category(
        "Place",
        "Where the person lives: below 10,000 people a village, below 100,000 a town, else a city (column popul).",
        "village",
        "town",
        "city",
    ),
    "tv_news": number(
        "TV news", "days a week", 0, 7, "On how many days of a week the person watches the news. Range by the coding."
    ),
    "left_right": number(
        "Own place, left to right",
        "points",
        1,
        7,
        "From 1, extremely liberal, to 7, extremely conservative, as the person places themselves (source column "
        "selfLR). Range by the coding.",
    ),
    "clinton": number(
        "Clinton, left to right", "points", 1, 7, "Where the person places Bill Clinton on the same scale (ClinLR)."
    ),
    "dole": number(
        "Dole, left to right", "points", 1, 7, "Where the person places Bob Dole on the same scale (DoleLR)."
    ),
    "party": category(
        "Party",
        "Which party the person feels close to (source column PID, seven steps).",
        "strong Democrat",
        "weak Democrat",
        "leans Democrat",
        "independent",
        "leans Republican",
        "weak Republican",
        "strong Republican",
    ),
    "vote": category("Vote", "Whom the person expects to vote for: Bill Clinton or Bob Dole.", "Clinton", "Dole"),
}

VOTERS_ATTRIBUTES = (
    Attribute(name="for Dole", column="vote", words=("Dole",)),
    Attribute(name="over 45", column="age", least=46),
    Attribute(name="Republican", column="party", words=("leans Republican", "weak Republican", "strong Republican")),
    Attribute(name="daily TV news", column="tv_news", least=7),
    Attribute(name="degree", column="education", words=("two-year degree", "bachelor", "advanced degree")),
    Attribute(name="low income", column="income", below=20_000),
    Attribute(name="conservative", column="left_right", least=5),
    Attribute(name="in a city", column="place", words=("city",)),
    Attribute(name="strong party tie", column="party", words=("strong Democrat", "strong Republican")),
    Attribute(name="no TV news", column="tv_news", below=1),
    Attribute(name="over 65", column="age", least=66),
    Attribute(name="liberal", column="left_right", below=4),
)
"""Twelve yes-or-no attributes of the voters, by round public cuts."""

VOTERS_TARGETS = (
    Target(name="dole", label="expecting to vote for Dole", column="vote", words=("Dole",)),
    Target(
        name="republican",
        label="close to the Republicans",
        column="party",
        words=("leans Republican", "weak Republican", "strong Republican"),
    ),
    Target(name="over_45", label="over 45", column="age", least=46.0),
)
"""What may be predicted of the voters; the first one is their label."""


@cache
def voters() -> Table:
    """The American National Election Study 1996, one record a person.

    Real data: public domain. VOTERS.md beside this module says where the file comes from, how each column is coded, and
    how it was read.

    Returns
    -------
    Table
        944 people and 10 columns, in the order of the source. No value is missing. Read once, then cached.
    """
    return Table(
        name="American National Election Study 1996",
        columns=shipped("voters.csv.gz", COLUMNS),
        record="person",
        records="people",
        source=SOURCE,
    )
