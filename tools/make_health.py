"""Make dpviz/data/health.csv.gz from the source table: ``python tools/make_health.py path/to/randhie.csv``.

The source is ``statsmodels/datasets/randhie/src/randhie.csv`` of the statsmodels distribution: 20,190 person-years.
One record a person is kept, the earliest year on file, so that "one record more or less" means one person
more or less. What each column holds is said in dpviz/data/HEALTH.md. The same source gives the same bytes.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import sys
from collections.abc import Callable
from pathlib import Path

SOURCE_SHA256 = "fe64f3c8e987779daa6052dd756d9ce277e025330f5549126c7c2f6a3c9c5541"
TARGET = Path(__file__).resolve().parent.parent / "dpviz" / "data" / "health.csv.gz"


def whole(text: str) -> str:
    """To the nearest whole number; a half goes to the even neighbour."""
    return str(round(float(text)))


def plan(row: dict[str, str]) -> str:
    if row["idp"] == "1":
        return "individual deductible"
    return {"0": "free care", "25": "family pays 25%", "50": "family pays 50%", "95": "family pays 95%"}[row["coins"]]


def health(row: dict[str, str]) -> str:
    flags = row["hlthg"], row["hlthf"], row["hlthp"]
    return {("0", "0", "0"): "excellent", ("1", "0", "0"): "good", ("0", "1", "0"): "fair", ("0", "0", "1"): "poor"}[
        flags
    ]


def limitation(row: dict[str, str]) -> str:
    """The source has 0 and 1, and a group's average for whoever was not asked."""
    return {"0": "no", "1": "yes"}.get(row["physlm"], "not known")


COLUMNS = {
    "site": lambda row: f"site {row['site']}",
    "plan": plan,
    "study_year": lambda row: row["year"],
    "sex": lambda row: {"0": "male", "1": "female"}[row["female"]],
    "age": lambda row: str(int(float(row["xage"]))),
    "family_size": lambda row: row["num"],
    "income": lambda row: whole(row["income"]),
    "health": health,
    "mental_health": lambda row: whole(row["mhi"]),
    "chronic": lambda row: whole(row["disea"]),
    "visits": lambda row: row["mdvis"],
    "admissions": lambda row: row["totadm"],
    "spending": lambda row: whole(row["meddol"]),
    "limitation": limitation,
}


def table(source: bytes) -> str:
    """The text of health.csv: people in the order in which the source first names them."""
    first: dict[str, dict[str, str]] = {}
    for row in csv.DictReader(io.StringIO(source.decode("ascii"))):
        person = row["zper"]
        if person not in first or int(row["year"]) < int(first[person]["year"]):
            first[person] = row
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([make(row) for make in COLUMNS.values()] for row in first.values())
    return out.getvalue()


def packed(text: str) -> bytes:
    """Gzip with nothing in its header that depends on when or where it was made."""
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=out, mtime=0) as file:
        file.write(text.encode("ascii"))
    return out.getvalue()


def write(path: str, expected: str, table: Callable[[bytes], str], target: Path) -> None:
    """Make a table from its source, of which the SHA-256 is known."""
    source = Path(path).read_bytes()
    digest = hashlib.sha256(source).hexdigest()
    if digest != expected:
        sys.exit(f"{path} is not the expected source: its SHA-256 is {digest}, expected {expected}")
    content = packed(table(source))
    target.write_bytes(content)
    print(f"{target.name}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(sys.argv[1], SOURCE_SHA256, table, TARGET)
