"""Draw the gallery's pictures: one frame of a picture of each lesson, light and dark, as SVG.

A new lesson adds its line to `PICTURES`.
"""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from dpviz.draw.payload import block  # noqa: E402
from dpviz.draw.svg import still  # noqa: E402
from dpviz.lessons.catalogue import LESSONS  # noqa: E402
from dpviz.pages import places  # noqa: E402

WIDTH, HEIGHT = 704, 440  # the page shows them at 640 x 400 or less

#: By lesson: a section, and the state that it is drawn in, as a link has it.
PICTURES = {
    "accounting": ("accountants", ""),
    "anonymity": ("release", "release.age=3&release.income=3"),
    "exponential": ("law", "question=income&distribution.n=1000&distribution.epsilon=0.05"),
    "halving": ("rounds", "round=2"),
    "multiplicative_weights": ("bars", "bars.round=4"),
    "pac": ("curve", "curve.n=60&curve.bits=6"),
    "parity": ("halving", "examples=2"),
    "privacy": ("worlds", ""),
    "private_pac": ("curve", ""),
    "private_regression": ("lines", ""),
    "robust": ("envelope", "theta=0"),
    "sparse_vector": ("stream", ""),
}


def dark_twins() -> dict[str, str]:
    """Light colour -> dark colour, as the page's own theme has them."""
    source = (ROOT / "js" / "src" / "runtime" / "theme.js").read_text(encoding="utf-8")
    return dict(re.findall(r'"(#[0-9a-f]{6}|rgba\([^)]*\))": "([^"]+)"', source))


def figure_of(slug: str) -> dict[str, Any]:
    """What is drawn of a lesson."""
    section, link = PICTURES[slug]
    lesson = import_module(f"dpviz.lessons.{slug}").make()
    lesson.open_link(link)
    figure: dict[str, Any] = block(lesson.finish(section))["figure"]
    figure["layout"] |= {"width": WIDTH, "height": HEIGHT}
    return figure


def draw(figure: dict[str, Any], colours: dict[str, str]) -> str:
    """One figure as SVG, in other colours than its own."""
    light = re.compile("|".join(map(re.escape, colours)) or "(?!)")
    figure = json.loads(light.sub(lambda found: colours[found[0]], json.dumps(figure)))
    return light.sub(lambda found: colours[found[0]], still(figure, paper=None))


def main() -> int:
    places.PICTURES.mkdir(parents=True, exist_ok=True)
    for entry in LESSONS:
        figure = figure_of(entry.slug)
        for name, colours in ((entry.slug, {}), (f"{entry.slug}-dark", dark_twins())):
            file = places.PICTURES / f"{name}.svg"
            file.write_text(draw(figure, colours) + "\n", encoding="utf-8")
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
