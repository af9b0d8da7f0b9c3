"""Film the README's picture: the first picture of the lesson while ε is dragged from one end to the other.

Needs what the tests need (a Chromium, Playwright) and Pillow.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser import FLAGS, find_chromium  # noqa: E402
from tests.serving import serve  # noqa: E402

LESSON = "voila/render/02_exponential_mechanism.ipynb?question=age&law.n=1000&law.epsilon=0.005&theme=light"
STEPS = 40  # frames one way; the film goes there and back
PAUSE = 12  # frames held at each end


def main() -> int:
    from PIL import Image
    from playwright.sync_api import sync_playwright

    with serve("--preheat", "none") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 900, "height": 900})
        page.goto(server.url(LESSON))
        page.wait_for_function("document.querySelector('#step-law .dpv-title')?.innerText.includes('Median age')")
        handle = page.locator("#step-law").get_by_label("ε, the privacy parameter").first
        handle.focus()
        top = handle.evaluate("h => h.closest('.dpviz-panel').getBoundingClientRect().top + scrollY")
        page.evaluate(f"scrollTo(0, {top - 10})")
        foot = page.locator("#step-law .dpv-sentence").bounding_box()
        clip = {"x": 0, "y": 0, "width": 900, "height": foot["y"] + foot["height"] + 40}
        shots = []
        for _ in range(STEPS):
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowRight")
            page.wait_for_timeout(80)
            shots.append(Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB"))
        browser.close()
    small = [shot.resize((720, round(720 * shot.height / shot.width)), Image.Resampling.LANCZOS) for shot in shots]
    # One palette for the whole film, from its ends and its middle: no colour flickers, none is lost.
    parts = [small[0], small[len(small) // 2], small[-1]]
    sample = Image.new("RGB", (720, sum(part.height for part in parts)))
    for i, part in enumerate(parts):
        sample.paste(part, (0, i * part.height))
    palette = sample.quantize(200, method=Image.Quantize.MAXCOVERAGE)
    film = [shot.quantize(palette=palette, dither=Image.Dither.NONE) for shot in small]
    film = [film[0]] * PAUSE + film + [film[-1]] * PAUSE + film[::-1]
    file = ROOT / "docs" / "exponential.gif"
    file.parent.mkdir(exist_ok=True)
    film[0].save(file, save_all=True, append_images=film[1:], duration=60, loop=0, optimize=True)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
