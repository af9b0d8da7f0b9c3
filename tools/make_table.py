"""Rewrite the README's table of lessons, from the `lesson.toml` of each."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from dpviz._project import BINDER, SITE, SOURCE  # noqa: E402
from dpviz.lessons.catalogue import LESSONS, CatalogueEntry  # noqa: E402


def row(lesson: CatalogueEntry) -> str:
    """A lesson's line of the table."""
    binder = f"{BINDER}?urlpath={quote(f'voila/render/notebooks/{lesson.notebook}', safe='')}"
    return (
        f"| {lesson.number} | [{lesson.title}]({SOURCE}/blob/main/notebooks/{lesson.notebook}) | {lesson.question} "
        f"| [open]({SITE}{Path(lesson.notebook).stem}.html) | [Binder]({binder}) |\n"
    )


def readme(text: str) -> str:
    """The README with the table as it is to be."""
    rows = "".join(map(row, LESSONS))
    table = re.compile(r"(<!-- lessons.*?\n.*?\n.*?\n)(.*?)(?=<!-- end of lessons -->)", re.S)
    return table.sub(lambda found: found[1] + rows, text, count=1)


if __name__ == "__main__":
    file = ROOT / "README.md"
    file.write_text(readme(file.read_text(encoding="utf-8")), encoding="utf-8")
