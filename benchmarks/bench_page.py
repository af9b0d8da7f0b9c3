"""The bench's page: how soon *Run* shows a picture, and how soon 128,000 draws are made, in a browser."""

from __future__ import annotations

import os
from statistics import median
from typing import Any
from urllib.parse import quote

from benchmarks.servers import Server
from benchmarks.table import Row

TRIALS = 64_000  # on each of two data sets
CODE = f"""claim, trials, seed = 5.0, {TRIALS}, SEED
data, neighbour = 0, 1
def mechanism(data, rng, size):
    return data + rng.laplace(scale=0.5, size=size)
"""
NOW = "performance.timeOrigin + performance.now()"
#: When an element says something else, and it is painted; in ms, on a clock that page and frame share.
WATCH = """([selector, wanted]) => {
  const said = () => document.querySelector(selector)?.textContent ?? "";
  const before = said(), turn = new MessageChannel();
  let changed = false;
  window.painted = new Promise((done) => {
    turn.port1.onmessage = () => done(NOW);
    new MutationObserver((_, observer) => {
      changed ||= said() !== before;
      if (!changed || !said().includes(wanted)) return;
      observer.disconnect();
      requestAnimationFrame(() => turn.port2.postMessage(0));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}""".replace("NOW", NOW)


def rows(browser: Any, ours: Server, repetitions: int = 5) -> list[Row]:
    """Two rows, of one page whose Python is there."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.set_default_timeout(300_000)
    page.goto(f"http://127.0.0.1:{ours.port}/dpviz/bench")
    if (missing := page.locator(".dpviz-notice[role=alert]")).count():
        raise RuntimeError(missing.inner_text())
    page.get_by_text("Python is ready.").wait_for()
    first, whole = [], []
    for seed in range(repetitions):
        code = CODE.replace("SEED", str(seed))
        page.evaluate("hash => { location.hash = hash }", f"code={quote(code)}")
        page.locator(".cm-line").filter(has_text=code.splitlines()[0]).wait_for()
        page.frames[1].evaluate(WATCH, [".dpv-sentence", "draws"])
        page.evaluate(WATCH, ["#bench-state", "no proof"])
        begin = page.evaluate(
            f"() => {{ const now = {NOW}; document.getElementById('bench-run').click(); return now }}"
        )
        first.append(page.frames[1].evaluate("painted") - begin)
        whole.append(page.evaluate("painted") - begin)
    page.close()
    load = f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores"
    return [
        _row("from Run to a picture", first, 1000.0, load),
        _row(f"{2 * TRIALS:,} draws made, searched, counted and shown", whole, 2000.0, load),
    ]


def _row(what: str, taken: list[float], most: float, load: str) -> Row:
    note = f"best {min(taken):.0f}; {load}"
    return Row(what=f"bench's page: {what}", ours=median(taken), theirs=None, unit="ms", most=most, note=note)
