"""Lessons executed as a reader's browser will execute them, each in a process of its own."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import nbformat

from dpviz.kernel.core import Prepared
from dpviz.site._errors import SiteError


def run(path: Path) -> Prepared:
    """Execute a notebook in this process, which must not have executed another one; `SiteError` if a cell fails."""
    notebook = nbformat.read(path, as_version=4)
    return run_cells([cell.source for cell in notebook.cells if cell.cell_type == "code"], path.name)


def run_cells(cells: Sequence[str], name: str) -> Prepared:
    """The same with code cells; `name` says in a `SiteError` whose they are."""
    os.environ["JUPYTER_WIDGETS_ECHO"] = "0"  # as in the browser
    from dpviz.kernel.core import CellError, Kernel, prepare

    try:
        return prepare(Kernel(), cells)
    except CellError as error:
        raise SiteError(f"{name}: {error}") from error


def run_all(paths: Sequence[Path]) -> Iterator[Prepared]:
    """Execute notebooks, in order, as many at a time as there are cores."""
    workers = min(len(paths), os.cpu_count() or 1)
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=fresh, max_tasks_per_child=1) as pool:
        yield from pool.map(run, paths)
