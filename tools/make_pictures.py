"""Draw the gallery's pictures: one frame of a scene of each lesson, light and dark, as SVG.

Needs what the tests need (a Chromium, Playwright). A new lesson adds its scene to `PICTURES`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from dpviz.lessons.catalogue import LESSONS  # noqa: E402
from dpviz.pages import places  # noqa: E402
from tests.browser import FLAGS, find_chromium  # noqa: E402

WIDTH, HEIGHT = 640, 400


def exponential() -> Any:
    """The probabilities of each candidate median, with the scores above them."""
    from dpviz.lessons.exponential import make

    lesson = make()
    lesson.open_link("?question=income&distribution.n=1000&distribution.epsilon=0.05")
    scene = lesson.finish("law")
    return scene.at(scene.start)


def privacy() -> Any:
    """Two neighbouring worlds and the loss at each output."""
    from dpviz.lessons.privacy import make

    scene = make().finish("worlds")
    return scene.at(scene.start)


def pac() -> Any:
    """The chance to fail along n: simulated, exact, and bounded."""
    from dpviz.lessons.pac import make

    lesson = make()
    lesson.open_link("curve.n=60&curve.bits=6")
    scene = lesson.finish("curve")
    return scene.at(scene.start)


def parity() -> Any:
    """The parities that fit two examples, at the corners of a cube."""
    from dpviz.lessons.parity import make

    lesson = make()
    lesson.parameters.examples = 2
    scene = lesson.finish("halving")
    return scene.at(scene.start)


def private_pac() -> Any:
    """The learning curve with and without privacy."""
    from dpviz.lessons.private_pac import make

    scene = make().finish("curve")
    return scene.at(scene.start)


def multiplicative_weights() -> Any:
    """The cells of a toy universe after the fourth round."""
    from dpviz.lessons.multiplicative_weights import make

    lesson = make()
    setattr(lesson.parameters, "bars.round", 4)
    scene = lesson.sections["bars"].scene(lesson.state(), "bars.round", lesson.parameters.grid("bars.round"))
    return scene.at(scene.start)


def robust() -> Any:
    """Many curves and their maximum, at the kink."""
    from dpviz.lessons.robust import make

    lesson = make()
    lesson.parameters.theta = 0.0
    scene = lesson.finish("envelope")
    return scene.at(scene.start)


def halving() -> Any:
    """Sixteen arms after the second round of halving."""
    from dpviz.lessons.halving import make

    lesson = make()
    lesson.parameters.round = 2
    scene = lesson.finish("rounds")
    return scene.at(scene.start)


def accounting() -> Any:
    """What k releases cost together, by every accountant, and the bracket of the truth."""
    from dpviz.lessons.accounting import make

    scene = make().finish("accountants")
    return scene.at(scene.start)


def anonymity() -> Any:
    """People by the size, the diversity and the distance of their class, in a release that is half good."""
    from dpviz.lessons.anonymity import make

    lesson = make()
    lesson.open_link("?release.age=3&release.income=3")
    scene = lesson.finish("release")
    figure = scene.at(scene.start)
    figure.layout.annotations = ()
    return figure


def private_regression() -> Any:
    """The lines of private rules: noise on the answer, noise on the question."""
    from dpviz.lessons.private_regression import make

    scene = make().finish("lines")
    return scene.at(scene.start)


def sparse_vector() -> Any:
    """A stream of counts, a noisy threshold, and the first noisy count above it."""
    from dpviz.lessons.sparse_vector import make

    scene = make().finish("stream")
    return scene.at(scene.start)


PICTURES: dict[str, Callable[[], Any]] = {
    "accounting": accounting,
    "anonymity": anonymity,
    "exponential": exponential,
    "pac": pac,
    "private_pac": private_pac,
    "private_regression": private_regression,
    "parity": parity,
    "privacy": privacy,
    "multiplicative_weights": multiplicative_weights,
    "robust": robust,
    "halving": halving,
    "sparse_vector": sparse_vector,
}


def dark_twins() -> dict[str, str]:
    """Light colour -> dark colour, as the page's own theme has them."""
    source = (ROOT / "js" / "src" / "runtime" / "theme.js").read_text(encoding="utf-8")
    return dict(re.findall(r'"(#[0-9a-f]{6}|rgba\([^)]*\))": "([^"]+)"', source))


def draw(page: Any, figure: Any, colours: dict[str, str]) -> str:
    """One figure as SVG."""
    text = figure.to_json()
    for light, dark in colours.items():
        text = text.replace(json.dumps(light), json.dumps(dark))
    spec = json.loads(text)
    spec["layout"] |= {
        "width": WIDTH,
        "height": HEIGHT,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
    }
    to_svg = "async (spec) => decodeURIComponent((await Plotly.toImage(spec, {format: 'svg'})).split(/,(.*)/s)[1])"
    picture: str = page.evaluate(to_svg, spec)
    # Two decimals are finer than any screen.
    picture = re.sub(r"(\d\.\d\d)\d+", r"\1", picture)
    # Plotly gives each drawing random ids; ours shall be the same whenever nothing changed.
    for i, name in enumerate(dict.fromkeys(re.findall(r"(?:clip|defs-|topdefs-|legend)([0-9a-f]{6})", picture))):
        picture = picture.replace(name, f"{i:06d}")
    return picture


def main() -> int:
    from playwright.sync_api import sync_playwright

    chromium = find_chromium()
    if chromium is None:
        print("Drawing needs a Chromium: install it, or name it in DPVIZ_CHROMIUM.", file=sys.stderr)
        return 1
    plotly = find_spec("plotly")
    assert plotly is not None
    assert plotly.origin is not None
    script = Path(plotly.origin).parent / "package_data" / "plotly.min.js"
    places.PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=chromium, args=FLAGS).new_page()
        page.set_content("<!doctype html><title>Pictures</title>")
        page.add_script_tag(path=str(script))
        for entry in LESSONS:
            figure = PICTURES[entry.slug]()
            for name, colours in ((entry.slug, {}), (f"{entry.slug}-dark", dark_twins())):
                file = places.PICTURES / f"{name}.svg"
                file.write_text(draw(page, figure, colours) + "\n", encoding="utf-8")
                print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
