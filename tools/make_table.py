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


def main() -> None:
    readme = ROOT / "README.md"
    table = re.compile(r"(<!-- lessons.*?\n.*?\n.*?\n)(.*?)(?=<!-- end of lessons -->)", re.S)
    rows = "".join(map(row, LESSONS))
    text = readme.read_text(encoding="utf-8")
    readme.write_text(table.sub(lambda found: found[1] + rows, text, count=1), encoding="utf-8")


if __name__ == "__main__":
    main()
