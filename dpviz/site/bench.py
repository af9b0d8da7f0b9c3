"""What the bench's page needs of Python: files for the worker, and what it shows before that has begun."""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any

from dpviz._extras import needs
from dpviz.kernel.core import Prepared
from dpviz.pages.state import state_file
from dpviz.site import pyodide
from dpviz.site.folder import digest
from dpviz.site.notebooks import run_cells
from dpviz.site.runtime import runtime

CELLS = ["from dpviz.kernel.browser.bench import bench", "bench()"]
#: Names in the frame of what stands in the folder of style sheets and scripts.
FRONT = ("dpviz.js", "page.js", "worker.js", "dpviz.css")


def state() -> tuple[dict[str, bytes], dict[str, Any]]:
    """The state of the page's widgets, by its path in a site, and what the page's one cell shows."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        run: Prepared = pool.submit(run_cells, CELLS, "the bench").result()
    content = state_file(run)
    return {f"states/bench.{digest(content)}.bin": content}, run.outputs[-1][0]


def addresses(engine: Mapping[str, str], front: str, state: str) -> dict[str, str]:
    """What the frame needs, by its names there; `engine` as `runtime` has it, `front` the folder of scripts."""
    place = engine["pyodide"]
    return {
        **{name: engine[name] for name in ("wasm", "library", "numpy", "python", "bench")},
        "loader": f"{place}pyodide.js",
        "glue": f"{place}pyodide.asm.js",
        "lock": f"{place}{pyodide.LOCK}",
        **{name: front + name for name in FRONT},
        "font": f"{front}maths.woff2",
        "state": state,
    }


@cache
def served() -> tuple[dict[str, bytes], dict[str, str], str, dict[str, Any]]:
    """For a server: files by path, `runtime`'s addresses, the state's, and what the cell shows.

    An `ImportError` says what of that which makes it is not installed, Pyodide too, and what to do.
    """
    for module in ("packaging.requirements", "platformdirs"):
        needs(module, extra="site", purpose="the bench, which runs Python in your browser,")
    if not pyodide.is_whole(pyodide.cache()):
        raise ImportError(
            f"the bench, which runs Python in your browser, needs Pyodide {pyodide.VERSION}: run “dpviz build FOLDER” "
            "once, which fetches it"
        )
    files, engine = runtime(None)
    held, output = state()
    return {**files, **held}, engine, next(iter(held)), output
