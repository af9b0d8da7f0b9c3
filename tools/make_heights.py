"""Write into the lessons' notebooks how high each cell's output is, so that nothing jumps when it comes.

    python tools/make_heights.py [SLUG ...]        of these lessons; without, of all

Measured in the page at 1280 × 800 as it opens, pictures in a narrower one, where nothing stands beside them;
rounded up to half a rem.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402

from dpviz.lessons.catalogue import LESSONS, lesson  # noqa: E402
from dpviz.pages import places  # noqa: E402
from tests.browser import FLAGS, afresh, find_chromium, open_in  # noqa: E402
from tests.lessons.reader import see_all, settled  # noqa: E402
from tests.serving import serve  # noqa: E402

NARROW, WIDE = 1100, 1280
MEASURE = """(kind) => Object.fromEntries([...document.querySelectorAll(`[id^=dpviz-cell-]${kind}`)].map((output) => [
    output.id.slice('dpviz-cell-'.length),
    output.offsetHeight / parseFloat(getComputedStyle(document.documentElement).fontSize),
]))"""


def measured(page: Any, address: str) -> dict[int, float]:
    """The height in rem of each output, by the place of its cell."""
    found: dict[str, float] = {}
    for width, kind in ((NARROW, ".dpviz-shown"), (WIDE, ":not(.dpviz-shown)")):
        afresh(page, address, width=width)
        see_all(page)
        settled(page)
        found |= page.evaluate(MEASURE, kind)
    return {int(place): math.ceil(2 * high - 0.01) / 2 for place, high in found.items() if high}


def write(file: Path, heights: dict[int, float]) -> int:
    """Write them into a notebook; how many were others before."""
    book, changed = json.loads(file.read_text(encoding="utf-8")), 0
    for place, high in heights.items():
        said = book["cells"][place]["metadata"].setdefault("dpviz", {})
        changed += said.get("height") != f"{high:g}rem"
        said["height"] = f"{high:g}rem"
    file.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return changed


def main() -> None:
    with serve("--preheat", "none") as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = open_in(browser)
        for entry in map(lesson, sys.argv[1:]) if sys.argv[1:] else LESSONS:
            file = places.notebooks() / entry.notebook
            heights = measured(page, served.url(f"voila/render/{entry.notebook}"))
            print(f"{file.relative_to(ROOT)}: {write(file, heights)} of {len(heights)} heights changed", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
