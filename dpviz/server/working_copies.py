"""Where a Jupyter server shows another folder than that of the notebooks, as on a hub: each reader gets a copy."""

from __future__ import annotations

from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.utils import url_path_join
from tornado.web import HTTPError, authenticated

from dpviz._notebooks import for_a_copy
from dpviz.lessons.catalogue import LESSONS
from dpviz.pages import places
from dpviz.server.lab import COPIES
from dpviz.server.pages import Page


class NotebookCopy(Page):
    """``notebook/NAME.ipynb`` and ``notebook/exercises/NAME.ipynb``: the reader's own copy, in JupyterLab."""

    @authenticated
    async def get(self, name: str) -> None:
        """Copy the notebook, once and never over the reader's own, then open it."""
        wanted = name.removeprefix("exercises/")
        if wanted not in {entry.notebook for entry in LESSONS} or not (places.notebooks() / name).is_file():
            raise HTTPError(404)
        # An exercise links to its lesson.
        for part in dict.fromkeys((name, wanted)):
            await self.copy(part)
        self.redirect(url_path_join(self.settings["base_url"], "lab/tree", COPIES, name))

    async def copy(self, name: str) -> None:
        """Through the server's contents, wherever it keeps them."""
        contents: Any = self.settings["contents_manager"]
        path = f"{COPIES}/{name}"
        if await ensure_async(contents.file_exists(path)):
            return
        folder = ""
        for part in path.split("/")[:-1]:
            folder = f"{folder}/{part}".strip("/")
            if not await ensure_async(contents.dir_exists(folder)):
                await ensure_async(contents.save({"type": "directory"}, folder))
        model = {"type": "file", "format": "text", "content": for_a_copy(places.notebooks() / name)}
        await ensure_async(contents.save(model, path))


def handlers(home: str) -> list[Any]:
    """The routes, below the gallery's address."""
    return [(url_path_join(home, r"notebook/((?:exercises/)?[^/]+\.ipynb)"), NotebookCopy)]
