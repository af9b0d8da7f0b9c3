"""Lessons' notebooks, each executed once for all its readers, and known by its content."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat

from dpviz.kernel.core import can_be_prepared
from dpviz.kernel.forked.fork_server import NotWarm, Parent, warm
from dpviz.pages import lectures, places
from dpviz.pages.state import state_file

log = logging.getLogger(__name__)

#: Notebooks whose parents are kept: the oldest goes.
MOST = 24
#: How often the parent of a notebook is made anew.
RENEWALS = 3


@dataclass
class Ready:
    """A notebook that readers can open at once."""

    path: Path
    content: bytes  # of its file
    parent: Parent
    state: bytes  # what pages know of its widgets from the start
    digest: str  # of that
    # its pages, and the same compressed, by what they depend on beside all this
    pages: dict[Any, tuple[bytes, bytes]] = field(default_factory=dict)
    renewed: int = 0  # how often its parent was made anew
    renewing: asyncio.Task[None] | None = None  # that does it just now

    @property
    def name(self) -> str:
        """By which its state and its kernels are asked for."""
        return f"{self.path.stem}.{self.digest}"

    def notebook(self) -> Any:
        """The notebook, to be changed."""
        return nbformat.reads(self.content.decode(), as_version=4)

    def lecture(self) -> Mapping[str, Any]:
        """What the page is told of a lecture beside it."""
        found = lectures.read(self.path.with_suffix(lectures.ENDING))
        return {lectures.KEY: found} if found else {}


class Lessons:
    """The notebooks that were executed."""

    def __init__(self) -> None:
        self._by_content: dict[tuple[Path, str], asyncio.Task[Ready | None]] = {}
        self._by_name: dict[str, Ready] = {}

    async def find(self, path: Path) -> Ready | None:
        """A notebook, executed if it was not; None for one that Voilà has to show."""
        if not sys.platform.startswith("linux"):
            return None
        try:
            content = await asyncio.to_thread(path.read_bytes)
        except OSError:
            return None
        key = path, hashlib.sha256(content).hexdigest()
        task = self._by_content.get(key)
        if task is None:
            task = self._by_content[key] = asyncio.create_task(self._execute(path, content))
            await self._forget()
        return await asyncio.shield(task)

    async def named(self, name: str) -> Ready | None:
        """A notebook by the name that its pages know; None if it has changed since.

        One that was forgotten, or that a server before this one executed, is executed again.
        """
        stem = name.rpartition(".")[0]
        if name not in self._by_name and stem and not stem.startswith("."):
            await self.find(places.notebooks() / f"{stem}.ipynb")
        return self._by_name.get(name)

    def renew(self, lesson: Ready) -> None:
        """Execute a notebook again whose parent has ended; until that is done its kernels are ordinary ones."""
        if lesson.parent.alive or lesson.renewed >= RENEWALS or lesson.renewing is not None:
            return
        lesson.renewed += 1
        lesson.renewing = asyncio.create_task(self._renew(lesson))

    async def _renew(self, lesson: Ready) -> None:
        cells = lesson.parent.prepared.known["cells"]
        try:
            lesson.parent.close()
            lesson.parent = await warm.execute(cells, lesson.path.parent)
        except NotWarm as error:
            log.warning("dpviz: %s is not kept ready: %s", lesson.path.name, error)
        else:
            log.warning("dpviz: %s is kept ready again", lesson.path.name)
        finally:
            lesson.renewing = None

    async def _execute(self, path: Path, content: bytes) -> Ready | None:
        try:
            notebook = nbformat.reads(content.decode(), as_version=4)
            cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
        except Exception:  # no notebook: Voilà says so
            return None
        if not can_be_prepared(cells):
            return None
        try:
            parent = await warm.execute(cells, path.parent)
        except NotWarm as error:
            log.warning("dpviz: %s is not kept ready: %s", path.name, error)
            return None
        state = await asyncio.to_thread(state_file, parent.prepared)
        made = Ready(path, content, parent, state, hashlib.sha256(state).hexdigest()[:16])
        self._by_name[made.name] = made
        return made

    async def _forget(self) -> None:
        """Let go of the oldest, and of what a notebook was before."""
        while len(self._by_content) > MOST:
            task = self._by_content.pop(next(iter(self._by_content)))
            if (old := await asyncio.shield(task)) is not None:
                self._by_name.pop(old.name, None)
                old.parent.close()
