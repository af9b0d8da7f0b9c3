"""Draw the gallery's pictures: one frame of a picture of each lesson, light and dark, as SVG; and for a phone, titled.

    python tools/make_pictures.py [SLUG ...]        of these lessons; without, of all

Each lesson's `lesson.toml` says of which section, and in which state.
"""

from __future__ import annotations

import json
import math
import re
import sys
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from dpviz.draw.payload import exact_figure  # noqa: E402
from dpviz.draw.svg import figure_svg  # noqa: E402
from dpviz.lessons.catalogue import LESSONS, CatalogueEntry, lesson  # noqa: E402
from dpviz.pages import places  # noqa: E402

SIZE = {"width": 704, "height": 440}  # the page shows them at 640 x 400 or less
# What a phone shows until a lesson's first picture is drawn: as wide and as high, with letters as large.
STILL_WIDTH, LETTERS = 338, 0.88


def dark_twins() -> dict[str, str]:
    """Light colour -> dark colour, as the page's own theme has them."""
    source = (ROOT / "js" / "src" / "runtime" / "theme.js").read_text(encoding="utf-8")
    return dict(re.findall(r'"(#[0-9a-f]{6}|rgba\([^)]*\))": "([^"]+)"', source))


def figure_of(entry: CatalogueEntry) -> tuple[dict[str, Any], str]:
    """What is drawn of a lesson, as large as on a page; and its title there, below a slider that may play."""
    made = import_module(f"dpviz.lessons.{entry.slug}").make()
    made.open_link(entry.state)
    scene = made.finish(entry.section)
    own, declared = made.sections[entry.section].section.parameters, made.parameters.declared()
    axis = own[entry.axis] if entry.axis else declared[scene.axis]
    plays = " data-plays" if axis.play else ""
    return exact_figure(scene), f"<p{plays}>{escape(scene.title)}</p>"


def draw(figure: dict[str, Any], colours: dict[str, str], size: dict[str, int]) -> str:
    """One figure as SVG, in other colours and of another size than its own."""
    figure = {**figure, "layout": figure["layout"] | size}
    light = re.compile("|".join(map(re.escape, colours)) or "(?!)")
    figure = json.loads(light.sub(lambda found: colours[found[0]], json.dumps(figure)))
    return light.sub(lambda found: colours[found[0]], figure_svg(figure, paper=None)) + "\n"


def still_height(figure: dict[str, Any]) -> float:
    """Its height on a phone, in px: panels with one scale for both axes in one row are as high as the width lets them.

    As `filled` in js/src/runtime/figure.js; the page's drawing is held against the still.
    """
    layout = figure["layout"]
    upright = [one for name, one in layout.items() if name.startswith("yaxis")]
    if not all(one.get("scaleanchor") for one in upright) or len({tuple(one["domain"]) for one in upright}) > 1:
        return float(layout["height"])
    margin = {side: LETTERS * layout["margin"][side] for side in "lrtb"}
    across, size = STILL_WIDTH - min(margin["l"], 48) - min(margin["r"], 10), 15 * LETTERS
    shares = []
    for one in upright:
        below = layout["xaxis" + one["scaleanchor"][1:]]
        shares.append(np.ptp(below["domain"]) * np.ptp(one["range"]) / np.ptp(below["range"]) / np.ptp(one["domain"]))
    names = [trace["name"] for trace in figure["data"] if trace.get("name") and trace.get("showlegend") is not False]
    rows = math.ceil(sum(56 + 0.52 * size * len(name) for name in names) / across)
    return float(across * max(shares) + margin["t"] + margin["b"] + max(0, rows - 1) * 1.3 * size)


def pictures(entry: CatalogueEntry) -> dict[Path, str]:
    """The files of a lesson's pictures, and what is to stand in them."""
    (figure, title), folder = figure_of(entry), places.LESSONS / entry.slug
    still = {"width": round(STILL_WIDTH / LETTERS), "height": round(still_height(figure) / LETTERS)}
    return {
        folder / "picture.svg": draw(figure, {}, SIZE),
        folder / "picture-dark.svg": draw(figure, dark_twins(), SIZE),
        folder / "still.html": title + draw(figure, {}, still),
    }


def main() -> None:
    for entry in map(lesson, sys.argv[1:]) if sys.argv[1:] else LESSONS:
        for file, drawn in pictures(entry).items():
            file.write_text(drawn, encoding="utf-8")
            print(f"{file.relative_to(ROOT)}: {len(drawn) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
