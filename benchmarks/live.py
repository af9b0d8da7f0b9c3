"""The live panel of the bench: when it shows something, how often, and how soon 100,000 draws are searched and counted.

Run ``python -m benchmarks.live``. The rivals' searches, DP-Sniper's and StatDP's of `benchmarks.auditors`, get the same
draws of the same mechanism. Without a page: what showing a picture costs is in it, what a browser takes to draw it is
not.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from benchmarks.auditors import sniper, statdp
from benchmarks.table import Row, render
from dpviz.live_bench import LiveBench

DRAWS, SINGLE = 100_000, 4000


def half(data: Any, rng: np.random.Generator, size: int) -> Any:
    return data + rng.laplace(scale=0.5, size=size)


def slow(data: Any, rng: np.random.Generator) -> Any:
    """About a tenth of a millisecond a call."""
    return data + np.median(rng.laplace(scale=0.5, size=2000))


def rows(repetitions: int = 5) -> list[Row]:
    """Three rows: the first picture, from one to the next, and many draws."""
    first, whole, rival, plain = [], [], [], []
    for seed in range(repetitions):
        begin = time.perf_counter()
        live = LiveBench(half, data=0, neighbour=1, seed=seed, trials=DRAWS)
        first.append(time.perf_counter() - begin)
        live.finish()
        whole.append(time.perf_counter() - begin)
        rng = np.random.default_rng(seed)
        made = live.result.draws // 2
        here, there = (half(world, rng, made)[:, None] for world in (0, 1))
        begin = time.perf_counter()
        sniper(here, there, 0.0, rng)
        rival.append(time.perf_counter() - begin)
        begin = time.perf_counter()
        statdp(here, there, 0.0)
        plain.append(time.perf_counter() - begin)
        live.close()
    # In a thread: after the parts that open pages, the browser's event loop still runs in this one.
    with ThreadPoolExecutor(1) as aside:
        gaps = np.concatenate([aside.submit(asyncio.run, _watched(seed)).result() for seed in range(repetitions)])
    return [
        Row(what="bench: from the call to the first histogram", ours=_ms(first), theirs=None, unit="ms", most=300.0),
        Row(
            what="bench: from one picture to the next while it draws, nine of ten",
            ours=1000 * float(np.quantile(gaps, 0.9)),
            theirs=None,
            unit="ms",
            most=100.0,
            note=f"{len(gaps) / gaps.sum():.0f} a second",
        ),
        Row(
            what=f"bench: {made:,} draws on each data set drawn, searched at each look, counted and shown; against one "
            "search of as many by DP-Sniper",
            ours=_ms(whole),
            theirs=_ms(rival),
            unit="ms",
            most=2000.0,
            most_ratio=1.0,
            note=f"one search by StatDP's events: {_ms(plain):.0f} ms",
        ),
    ]


async def _watched(seed: int) -> list[float]:
    """Seconds between pictures that a page would get."""
    live = LiveBench(slow, 50.0, data=0, neighbour=1, seed=seed, trials=SINGLE)
    chart = live.widget.children[2]
    shown: list[float] = []
    chart.observe(lambda _: shown.append(time.perf_counter()), names="block")
    live.resume()
    while live.running:
        await asyncio.sleep(0.01)
    live.close()
    return np.diff(shown).tolist()


def _ms(seconds: list[float]) -> float:
    return 1000 * float(np.median(seconds))


if __name__ == "__main__":
    print(render(rows()))
