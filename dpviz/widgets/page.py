"""The page as a whole: its address, what went wrong, and the kernel's side of prefetching."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import traitlets

from dpviz.widgets._base import Widget, log, nothing, plain_words

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
        on_prefetch: Callable[[str], object] = nothing,
        on_near: Callable[[list[str]], object] = nothing,
        on_link: Callable[[str], object] = nothing,
        on_go: Callable[[str, str], object] = nothing,
        on_peek: Callable[[str, str, str], dict[str, Any]] = lambda *_: {},
        on_save: Callable[[str, str], bytes] | None = None,
        **traits: Any,
    ) -> None:
        self._prefetch, self._near, self._link, self._go = on_prefetch, on_near, on_link, on_go
        self._peek, self._save = on_peek, on_save
        super().__init__(**{"page": next(page_ids), **traits})
        self._pages[self.page] = self

    def _words(self) -> str:
        return f"*{self.caveat}*" if self.caveat else ""

    def report(self, problem: Exception | str, parameter: str = "") -> None:
        """Say in the page what went wrong, and with which parameter, if it is about one.

        The words of a ValueError or TypeError are shown as they are, other errors by name only.
        """
        message = plain_words(problem) if isinstance(problem, Exception) else problem
        said = {"parameter": parameter, "message": message}
        if said not in self.problems:
            self.problems = [*self.problems, said]

    def _message(self, content: dict[str, Any]) -> None:
        def asked(name: str) -> str:
            return str(content.get(name, ""))

        # The answer goes out whatever happened, or the page would wait for ever.
        match content.get("kind"):
            case "prefetch":
                self._guard(self._prefetch, asked("axis"))
                self.send({"kind": "prefetched", "axis": asked("axis")})
            case "near":
                if isinstance(pictures := content.get("pictures"), list):
                    self._guard(self._near, [str(picture) for picture in pictures])
            case "link":
                self._guard(self._link, asked("query"))
                self.send({"kind": "restored"})
            case "go":
                self._guard(self._go, asked("query"), asked("picture"))
            case "peek":
                answer: dict[str, Any] = {}
                self._guard(lambda: answer.update(self._peek(asked("query"), asked("picture"), asked("axis"))))
                self.peeked = {"id": asked("id"), **answer}
            case "save":
                self._send_saved(asked("id"), asked("picture"), asked("address"))
            case "sync":
                # Messages are handled in order: whatever was asked before this is done.
                self.send({"kind": "synced"})

    def _send_saved(self, identity: str, picture: str, address: str) -> None:
        said = {"kind": "saved", "id": identity}
        try:
            if self._save is None:
                raise ValueError("Nothing can be saved here.")
            made = self._save(picture, address)
        except Exception as error:
            log.exception("saving a picture")
            self.send({**said, "problem": plain_words(error)})
        else:
            self.send(said, buffers=[made])
