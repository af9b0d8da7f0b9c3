"""What every widget shares: the page it belongs to, the stub, and mistakes that are said in the page."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, ClassVar
from weakref import WeakValueDictionary

import anywidget
import traitlets

from dpviz.widgets._audience import shown
from dpviz.widgets._runtime import bundle_bytes, stub

log = logging.getLogger("dpviz")


class Widget(anywidget.AnyWidget):
    """A part of a page; widgets with the same `page`, the id their `Page` carries, move together."""

    _esm = stub()
    kind = traitlets.Unicode().tag(sync=True)
    page = traitlets.Unicode().tag(sync=True)

    @traitlets.default("kind")
    def _kind(self) -> str:
        return type(self).__name__.lower()

    # The Page of each id, so that a mistake in any widget's callback is said where the reader looks.
    _pages: ClassVar[WeakValueDictionary[str, Any]] = WeakValueDictionary()

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.on_msg(self._receive)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return shown(super()._repr_mimebundle_(**options), lambda: {"text/markdown": self._words()})

    def _words(self) -> str:
        """What a reader is told, in markdown, where the widget cannot be shown."""
        return ""

    def _receive(self, _: Any, content: Any, buffers: list[memoryview]) -> None:
        if not isinstance(content, dict):
            return
        if content.get("kind") == "bundle":
            self.send({"kind": "bundle"}, buffers=[bundle_bytes()])
        else:
            self._guard(self._message, {**content, "buffers": buffers})

    def _message(self, content: dict[str, Any]) -> None:
        """A custom message from the page, its binary parts under "buffers"; for the widgets that expect one."""

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """What the page changed. Observers run in here: what they raise is said in the page."""
        self._guard(super().set_state, sync_data)

    def _guard(self, function: Callable[..., object], *arguments: Any) -> bool:
        """Call a function; log and report what it raises. True if it raised nothing."""
        try:
            function(*arguments)
        except Exception as error:
            log.exception("in a callback of %s", type(self).__name__)
            page = self._pages.get(self.page)
            if page is not None:
                page.report(error)
            return False
        return True


class Labelled(Widget):
    """A control: the parameter it sets, its name in words, and one line of explanation."""

    name = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    help = traitlets.Unicode().tag(sync=True)


def nothing(*_: object) -> None:
    """What is done where nobody has said what to do."""


def plain_words(error: Exception) -> str:
    """An error as a sentence for the reader: its own words if it was written for them, never a traceback."""
    if isinstance(error, ValueError | TypeError) and str(error):
        return str(error)
    return f"Something went wrong here ({type(error).__name__}); what you see is the last good state."
