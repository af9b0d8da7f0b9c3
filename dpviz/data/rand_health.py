"""The shipped table: 5,912 people of the RAND Health Insurance Experiment (see HEALTH.md beside this file)."""

from __future__ import annotations

from functools import cache

from dpviz.data._shipped import Coding, category, number, shipped
from dpviz.data.table import Table

SOURCE = (
    "RAND Health Insurance Experiment (United States, 1974 to 1982), collected by the RAND Corporation; the extract "
    "used by Cameron and Trivedi, Microeconometrics (Cambridge University Press, 2005), as distributed with "
    "statsmodels (randhie.csv). Public domain. One record a person is kept: the earliest year on file."
)


COLUMNS: dict[str, Coding] = {
    "site": category(
        "Site",
        "Where the person lived at enrolment: one of six places, numbered in the source.",
        *(f"site {number}" for number in range(1, 7)),
    ),
    "plan": category(
        "Insurance plan",
        "The plan the family was assigned at random: care for free, a share of each bill, or an individual "
        "deductible. Source columns idp and coins.",
        "free care",
        "family pays 25%",
        "family pays 50%",
        "family pays 95%",
        "individual deductible",
    ),
    "study_year": number(
        "Study year",
        "year",
        1,
        5,
        "Which year of the experiment the kept record is: the person's earliest on file. Range by the design.",
    ),
    "sex": category("Sex", "Source column female: 0 is male, 1 is female.", "male", "female"),
    "age": number(
        "Age",
        "years",
        0,
        65,
        "Completed years in the kept year (source column xage, rounded down). Public bound, chosen: the "
        "experiment enrolled people younger than 62.",
    ),
    "family_size": number(
        "Family size", "people", 1, 20, "People in the family (source column num). Public bound, chosen."
    ),
    "income": number(
        "Family income",
        "dollars a year",
        0,
        50_000,
        "Yearly income of the family as reported (source column income), to the whole dollar. The source does "
        "not name the year of the dollar. Public bound, chosen.",
    ),
    "health": category(
        "Self-rated health",
        "The person's own rating at enrolment (source columns hlthg, hlthf, hlthp; none of them is excellent).",
        "excellent",
        "good",
        "fair",
        "poor",
    ),
    "mental_health": number(
        "Mental health index",
        "points",
        0,
        100,
        "Index at enrolment, higher is better (source column mhi), to the whole point; for many people, "
        "children above all, the source holds a group's average. Range by the coding.",
    ),
    "chronic": number(
        "Chronic disease index",
        "points",
        0,
        100,
        "Index of chronic diseases at enrolment, higher is more (source column disea), to the whole point; for "
        "many people the source holds a group's average. Range by the coding, as far as it can be told.",
    ),
    "visits": number(
        "Doctor visits",
        "visits a year",
        0,
        100,
        "Outpatient visits to a physician in the kept year (source column mdvis). Public bound, chosen.",
    ),
    "admissions": number(
        "Hospital admissions",
        "admissions a year",
        0,
        20,
        "Hospital admissions in the kept year (source column totadm). Public bound, chosen.",
    ),
    "spending": number(
        "Medical spending",
        "dollars a year",
        0,
        50_000,
        "Medical spending in the kept year, by the family and the plan together, without dental care and "
        "outpatient psychotherapy (source column meddol), to the whole dollar. Public bound, chosen.",
    ),
    "limitation": category(
        "Physical limitation",
        "Whether the person's health limited what they could do, at enrolment (source column physlm). Where the "
        "source holds a group's average instead of 0 or 1, it is not known.",
        "no",
        "yes",
        "not known",
    ),
}


@cache
def health() -> Table:
    """The RAND Health Insurance Experiment, one record a person.

    Real data: public domain, collected by the RAND Corporation. HEALTH.md beside this module says where the file comes
    from, which record of a person is kept, and how each column is coded. Families took part together, so records are
    not independent of one another; differential privacy does not need them to be.

    Returns
    -------
    Table
        5,912 people and 14 columns, in the order of the source. No value is missing. Read once, then cached.
    """
    return Table(
        name="RAND Health Insurance Experiment",
        columns=shipped("health.csv.gz", COLUMNS),
        record="person",
        records="people",
        source=SOURCE,
    )
