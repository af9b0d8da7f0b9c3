"""Make dpviz/data/voters.csv.gz from the source table: ``python tools/make_voters.py path/to/anes96.csv``.

The source is ``statsmodels/datasets/anes96/anes96.csv`` of the statsmodels distribution: 944 people, one row each. What
each column holds is said in dpviz/data/VOTERS.md. The same source gives the same bytes.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable
from pathlib import Path

from make_health import write

SOURCE_SHA256 = "c124d8556d6f8c4329b1fea61e3dc6891c5e663f15b7fe5791235963420ba896"
TARGET = Path(__file__).resolve().parent.parent / "dpviz" / "data" / "voters.csv.gz"

PARTIES = (
    "strong Democrat", "weak Democrat", "leans Democrat", "independent", "leans Republican", "weak Republican",
    "strong Republican",
)  # fmt: skip
SCHOOLS = (
    "grades 1 to 8", "some high school", "high school", "some college", "two-year degree", "bachelor",
    "advanced degree",
)  # fmt: skip
#: Where each of the 24 brackets of household income begins, in dollars a year.
BRACKETS = (
    0, 3000, 5000, 7000, 9000, 10_000, 11_000, 12_000, 13_000, 14_000, 15_000, 17_000, 20_000, 22_000, 25_000, 30_000,
    35_000, 40_000, 45_000, 50_000, 60_000, 75_000, 90_000, 105_000,
)  # fmt: skip


def place(row: dict[str, str]) -> str:
    """The source has the place's population in whole thousands."""
    thousands = int(row["popul"])
    return "village" if thousands < 10 else "town" if thousands < 100 else "city"


COLUMNS: dict[str, Callable[[dict[str, str]], str]] = {
    "age": lambda row: row["age"],
    "education": lambda row: SCHOOLS[int(row["educ"]) - 1],
    "income": lambda row: str(BRACKETS[int(row["income"]) - 1]),
    "place": place,
    "tv_news": lambda row: row["TVnews"],
    "left_right": lambda row: row["selfLR"],
    "clinton": lambda row: row["ClinLR"],
    "dole": lambda row: row["DoleLR"],
    "party": lambda row: PARTIES[int(row["PID"])],
    "vote": lambda row: ("Clinton", "Dole")[int(row["vote"])],
}


def table(source: bytes) -> str:
    """The text of voters.csv: people in the order of the source."""
    rows = csv.DictReader(io.StringIO(source.decode("ascii").replace("'", "")), delimiter="\t")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([make(row) for make in COLUMNS.values()] for row in rows)
    return out.getvalue()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(sys.argv[1], SOURCE_SHA256, table, TARGET)
