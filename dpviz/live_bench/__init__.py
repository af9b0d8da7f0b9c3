"""The bench on a page: a mechanism of the reader's own, drawn from while the page shows what is certified.

- `picture`: what is seen by now → one picture. `panel`: the panel, and what draws between the page's messages.
"""

from dpviz.live_bench.panel import LiveBench, bench

__all__ = ["LiveBench", "bench"]
