"""A budget for the code's own weight: one idea in one file, and a file that is read in one sitting.

What is above it stands here with its length. Lists and lengths may only become shorter: who adds to such a file takes
something else out, or parts it.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

import dpviz

PACKAGE = Path(dpviz.__file__).parent
SECTION, FILE, MEDIAN = 160, 450, 131

#: Sections that show two or three pictures in one, or one that is drawn from shapes of its own.
LONG_SECTIONS = {
    "accounting/accountants.py": 215,
    "accounting/attack.py": 181,
    "accounting/descent.py": 230,
    "accounting/sums.py": 176,
    "anonymity/linkage.py": 175,
    "anonymity/release.py": 222,
    "anonymity/structure.py": 182,
    "exponential/solve.py": 185,
    "exponential/tables.py": 210,
    "multiplicative_weights/descent.py": 194,
    "multiplicative_weights/own.py": 170,
    "multiplicative_weights/private.py": 208,
    "multiplicative_weights/sizes.py": 172,
    "multiplicative_weights/table.py": 256,
    "multiplicative_weights/traps.py": 185,
    "private_pac/curve.py": 173,
    "private_pac/health.py": 175,
    "private_regression/choice.py": 170,
    "private_regression/counterexample.py": 166,
    "private_regression/real.py": 198,
    "private_regression/rings.py": 196,
    "private_regression/weights.py": 168,
    "private_regression/width.py": 168,
    "sparse_vector/online.py": 174,
    "sparse_vector/variants.py": 191,
}
#: Files with more than one subject, to be parted.
LONG_FILES = {
    "data/teaching.py": 460,
    "exercises/judge/codec.py": 507,
    "exercises/judge/process.py": 493,
    "frame/lesson.py": 502,
    "privacy/accounting/losses.py": 459,
}


SOURCES = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
SECTIONS = {
    name.removeprefix("lessons/"): text.count("\n")
    for name, text in SOURCES.items()
    if name.startswith("lessons/") and "\nSECTION" in text
}
FILES = {name: text.count("\n") for name, text in SOURCES.items() if name.removeprefix("lessons/") not in SECTIONS}


@pytest.mark.parametrize(
    ("found", "limit", "known"),
    [(SECTIONS, SECTION, LONG_SECTIONS), (FILES, FILE, LONG_FILES)],
    ids=["sections", "files"],
)
def test_nothing_is_longer_than_its_budget(found: dict[str, int], limit: int, known: dict[str, int]) -> None:
    assert {name: lines for name, lines in found.items() if lines > known.get(name, limit)} == {}
    assert [name for name in known if found.get(name, 0) <= limit] == [], "these need no exception any more"


def test_most_sections_are_shorter() -> None:
    assert len(SECTIONS) > 100
    assert median(SECTIONS.values()) <= MEDIAN
