"""A file on its way from the kernel's memory to the reader's disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dpviz.widgets._base import Labelled, log, plain_words

Made = tuple[str, str, bytes]


class Download(Labelled):
    """A button that saves a file, which is made when the reader asks for it."""

    def __init__(self, **traits: Any) -> None:
        self._make: Callable[[], Made] | None = None
        super().__init__(**traits)

    def on_ask(self, function: Callable[[], Made]) -> None:
        """Set the function that makes the file: name, media type and content, ``("table.csv", "text/csv", b"...")``.

        What it raises as a ValueError or TypeError is shown beside the button, in its own words.
        """
        self._make = function

    def _message(self, content: dict[str, Any]) -> None:
        if content.get("kind") != "ask" or self._make is None:
            return
        try:
            name, media, made = self._make()
            if not isinstance(made, bytes):
                raise TypeError(f"the content of {name} must be bytes; got {type(made).__name__}")
        except Exception as error:
            log.exception("in a download")
            self.send({"kind": "failed", "message": plain_words(error)})
        else:
            self.send({"kind": "file", "name": name, "type": media}, buffers=[made])
