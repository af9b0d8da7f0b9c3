"""Lessons executed as a reader's browser will execute them, each in a process of its own."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat

from dpviz.kernel import Executed
from dpviz.site._errors import SiteError


@dataclass(frozen=True)
class Run:
    """A notebook that was executed.

    Parameters
    ----------
    notebook : NotebookNode
    known : dict
        What a reader's browser is told to execute them again: the code ``cells``, and what was ``drawn`` of them.
    executed : Executed
    states : dict
        Of its widgets, by the ids that they have in every run.
    buffers : list of bytes
        Where ``states["buffer_paths"]`` says.
    """

    notebook: Any
    known: dict[str, Any]
    executed: Executed
    states: dict[str, Any]
    buffers: list[bytes]


def run(path: Path) -> Run:
    """Execute a notebook in this process, which must not have executed another one.

    Raises
    ------
    SiteError
        If a cell fails.
    """
    os.environ["JUPYTER_WIDGETS_ECHO"] = "0"  # as in the browser
    from dpviz.kernel import CellError, Executed, Kernel

    notebook = nbformat.read(path, as_version=4)
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    kernel = Kernel()
    try:
        executed = kernel.execute(cells)
    except CellError as error:
        raise SiteError(f"{path.name}: {error}") from error
    told = kernel.states()
    buffers = [bytes(memoryview(buffer).cast("B")) for buffer in told.buffers]
    lesson = executed.names["lesson"]
    return Run(notebook, {"cells": cells, "drawn": lesson.drawn()}, Executed(executed.outputs, {}), told.data, buffers)


def run_all(paths: Sequence[Path]) -> Iterator[Run]:
    """Execute notebooks, in order, as many at a time as there are cores."""
    workers = min(len(paths), os.cpu_count() or 1)
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=fresh, max_tasks_per_child=1) as pool:
        yield from pool.map(run, paths)
