"""A picture that follows a slider inside the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import traitlets

from dpviz.widgets._base import Widget


class Chart(Widget):
    """One picture with its theorem card, sentence, table and code.

    Parameters
    ----------
    name : str
        The section whose picture it is; "" if it is none's.
    block : dict
        Everything it needs to be moved along one axis without the kernel, made by
        `dpviz.draw.block.block`. Replace it whole to show another picture or another axis.
    staged : bool
        Whether it is made in stages: it has a place for a progress bar then.
    progress : float
        How far it is, in [0, 1); -1 when it is complete.
    stopped : bool
        Whether the reader stopped it where it is.
    stale : bool
        Whether it is of a state that was left: it is drawn again when somebody comes near it.
    """

    name = traitlets.Unicode().tag(sync=True)
    block = traitlets.Dict().tag(sync=True)
    staged = traitlets.Bool().tag(sync=True)
    progress = traitlets.Float(-1.0).tag(sync=True)
    stopped = traitlets.Bool().tag(sync=True)
    stale = traitlets.Bool().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        self._seen: Callable[[bool], object] = _nothing
        self._cancel: Callable[[], object] = _nothing
        self._resume: Callable[[], object] = _nothing
        super().__init__(kind="chart", **traits)

    def on_seen(self, function: Callable[[bool], object]) -> None:
        """Set the function that hears when a staged picture comes into view (True) or goes out of it."""
        self._seen = function

    def on_cancel(self, function: Callable[[], object]) -> None:
        """Set the function that stops the picture where it is."""
        self._cancel = function

    def on_resume(self, function: Callable[[], object]) -> None:
        """Set the function that goes on with a picture that was stopped."""
        self._resume = function

    def _message(self, content: dict[str, Any]) -> None:
        if content.get("kind") == "seen":
            self._seen(content.get("visible") is True)
        elif content.get("kind") == "cancel":
            self._cancel()
        elif content.get("kind") == "resume":
            self._resume()


def _nothing(*_: object) -> None:
    pass
