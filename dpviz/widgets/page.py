"""The page as a whole: its address, what went wrong, and the kernel's side of prefetching."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import traitlets

from dpviz.widgets._base import Widget, log, plain_words

#: Ids for pages to come; lessons of several notebooks can be open in one window of JupyterLab.
page_ids: Iterator[str] = iter(lambda: uuid4().hex, "")


class Page(Widget):
    """The line at the top of a lesson: theme, link, problems, and the alarm when the kernel is gone.

    `page` is the id that the lesson's other widgets carry too; made up if not given. Called are

    ``on_prefetch(axis)`` when the pointer or the focus reaches a slider: give the charts their frames for that axis;
    ``on_near(pictures)`` with the pictures that the reader is near, whenever they are others;
    ``on_link(query)`` once when the page opens with an address: restore the state it names;
    ``on_go(query, picture)`` to bring the page into the state of a link, and that picture first;
    ``on_peek(query, picture, axis)`` for what a picture would be in the state of a link, along an axis or "" for its
    first: the state stays as it is, and the page finds the answer in `peeked`;
    ``on_save(picture, address)`` for a picture as a file that needs no kernel; `address` is "" if nowhere public.
    """

    query = traitlets.Unicode().tag(sync=True)  # what the address's query should be: ``"epsilon=0.5&n=200"``
    names = traitlets.List(traitlets.Unicode()).tag(sync=True)  # the lesson's part of the address
    caveat = traitlets.Unicode().tag(sync=True)  # shown all the time: which numbers are exact
    # ``parameter`` and ``message``: an alert until dismissed
    problems = traitlets.List(traitlets.Dict()).tag(sync=True)

    peeked = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        *,
        on_prefetch: Callable[[str], object] | None = None,
        on_near: Callable[[list[str]], object] | None = None,
        on_link: Callable[[str], object] | None = None,
        on_go: Callable[[str, str], object] | None = None,
        on_peek: Callable[[str, str, str], dict[str, Any]] | None = None,
        on_save: Callable[[str, str], bytes] | None = None,
        **traits: Any,
    ) -> None:
        self._save = on_save
        self._prefetch = on_prefetch
        self._near = on_near
        self._link = on_link
        self._go = on_go
        self._peek = on_peek
        super().__init__(**{"page": next(page_ids), **traits})
        self._pages[self.page] = self

    def _words(self) -> str:
        return f"*{self.caveat}*" if self.caveat else ""

    def on_prefetch(self, function: Callable[[str], object]) -> None:
        """Set the function that answers a request for another axis' frames."""
        self._prefetch = function

    def on_link(self, function: Callable[[str], object]) -> None:
        """Set the function that restores the state a link names."""
        self._link = function

    def report(self, problem: Exception | str, parameter: str = "") -> None:
        """Say in the page what went wrong, and with which parameter, if it is about one.

        The words of a ValueError or TypeError are shown as they are, other errors by name only.
        """
        message = plain_words(problem) if isinstance(problem, Exception) else problem
        said = {"parameter": parameter, "message": message}
        if said not in self.problems:
            self.problems = [*self.problems, said]

    def _message(self, content: dict[str, Any]) -> None:
        # The answer goes out whatever happened, or the page would wait for ever.
        if content.get("kind") == "prefetch":
            axis = str(content.get("axis", ""))
            if self._prefetch is not None:
                self._guard(self._prefetch, axis)
            self.send({"kind": "prefetched", "axis": axis})
        elif content.get("kind") == "near":
            pictures = content.get("pictures")
            if self._near is not None and isinstance(pictures, list):
                self._guard(self._near, [str(picture) for picture in pictures])
        elif content.get("kind") == "link":
            if self._link is not None:
                self._guard(self._link, str(content.get("query", "")))
            self.send({"kind": "restored"})
        elif content.get("kind") == "go":
            if self._go is not None:
                self._guard(self._go, str(content.get("query", "")), str(content.get("picture", "")))
        elif content.get("kind") == "peek":
            asked = [str(content.get(name, "")) for name in ("query", "picture", "axis")]
            answer: dict[str, Any] = {}
            if self._peek is not None:
                peek = self._peek
                self._guard(lambda: answer.update(peek(*asked)))
            self.peeked = {"id": str(content.get("id", "")), **answer}
        elif content.get("kind") == "save":
            self._send_saved(content)
        elif content.get("kind") == "sync":
            # Messages are handled in order: whatever was asked before this is done.
            self.send({"kind": "synced"})

    def _send_saved(self, content: dict[str, Any]) -> None:
        said = {"kind": "saved", "id": str(content.get("id", ""))}
        try:
            if self._save is None:
                raise ValueError("Nothing can be saved here.")
            made = self._save(str(content.get("picture", "")), str(content.get("address", "")))
        except Exception as error:
            log.exception("saving a picture")
            self.send({**said, "problem": plain_words(error)})
        else:
            self.send(said, buffers=[made])
