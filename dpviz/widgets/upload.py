"""A file on its way from the reader's disk to the kernel's memory, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import traitlets

from dpviz.widgets._base import Widget, log, plain_words

CHUNK = 512 * 1024  # bytes; what the page sends at a time


class Upload(Widget):
    """A file input. The file comes in pieces, is kept in memory only, and handed over whole."""

    label = traitlets.Unicode().tag(sync=True)
    help = traitlets.Unicode().tag(sync=True)
    # bytes; a larger file is refused in the page before anything is sent, and here again
    limit = traitlets.Int(10_000_000).tag(sync=True)
    accept = traitlets.Unicode().tag(sync=True)  # what the file dialog offers, for example ``".csv,text/csv"``
    message = traitlets.Unicode().tag(sync=True)  # what was read
    error = traitlets.Unicode().tag(sync=True)  # what is wrong with the file

    def __init__(self, **traits: Any) -> None:
        self._on_file: Callable[[str, bytes], object] | None = None
        self._forget()
        super().__init__(**traits)

    def on_file(self, function: Callable[[str, bytes], object]) -> None:
        """Set the function that gets the file's name and content.

        What it raises as a ValueError or TypeError is shown beside the input, in its own words.
        """
        self._on_file = function

    def _forget(self) -> None:
        self._name = ""
        self._size = -1  # nothing is under way
        self._content = bytearray()

    def _message(self, content: dict[str, Any]) -> None:
        step = {"begin": self._begin, "chunk": self._chunk, "end": self._end}.get(str(content.get("kind")))
        if step is None:
            return
        try:
            step(content)
        except Exception as error:
            log.exception("in an upload")
            self._forget()
            with self.hold_sync():
                self.message = ""
                self.error = plain_words(error)

    def _begin(self, content: dict[str, Any]) -> None:
        self._forget()
        self.error = ""
        name, size = str(content["name"]), int(content["size"])
        if size > self.limit:
            raise ValueError(f"{name} is {size:,} bytes; at most {self.limit:,} can be read here")
        self._name, self._size = name, size

    def _chunk(self, content: dict[str, Any]) -> None:
        index = int(content["index"])
        # Acknowledge even what is refused: the page sends on only after an answer.
        self.send({"kind": "ack", "index": index})
        if self._size < 0:
            return
        if index * CHUNK != len(self._content):
            raise ValueError(f"{self._name} came in the wrong order; please choose it again")
        self._content += content["buffers"][0]
        if len(self._content) > self._size:
            raise ValueError(f"{self._name} is longer than announced; please choose it again")

    def _end(self, _: dict[str, Any]) -> None:
        if self._size < 0:
            return
        name, size, whole = self._name, self._size, bytes(self._content)
        self._forget()
        if len(whole) != size:
            raise ValueError(f"{name} came incomplete ({len(whole):,} of {size:,} bytes); please choose it again")
        if self._on_file is not None:
            self._on_file(name, whole)
