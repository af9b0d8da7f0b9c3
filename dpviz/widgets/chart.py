"""A picture that follows a slider inside the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any, cast

import traitlets

from dpviz.widgets._base import Widget, nothing


class Chart(Widget):
    """One picture with its theorem card, sentence, table and code."""

    name = traitlets.Unicode().tag(sync=True)  # the section whose picture it is; "" if it is none's
    bare = traitlets.Bool().tag(sync=True)  # it only moves: nothing unfolds under it, and it can't be taken away
    # Everything it needs to be moved along one axis without the kernel (`dpviz.draw.payload.chart_payload`); replace
    # it whole to show another picture or another axis.
    block = traitlets.Dict().tag(sync=True)
    # What has become different since, of a picture made in stages: ``[path, value]``, see `grow`. None before the
    # first block, so that a page that goes on with another kernel hears of none.
    changes = traitlets.List(default_value=None, allow_none=True).tag(sync=True)
    staged = traitlets.Bool().tag(sync=True)  # it is made in stages, and has a place for a progress bar
    progress = traitlets.Float(-1.0).tag(sync=True)  # in [0, 1); -1 when it is complete
    stopped = traitlets.Bool().tag(sync=True)  # the reader stopped it where it is
    # it is of a state that was left, and is drawn again when somebody comes near
    stale = traitlets.Bool().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        self._seen: Callable[[bool], object] = nothing
        self._cancel: Callable[[], object] = nothing
        self._resume: Callable[[], object] = nothing
        super().__init__(**traits)

    @property
    def shown(self) -> dict[str, Any]:
        """The block as it is by now."""
        return cast(dict[str, Any], reduce(lambda whole, change: _put(whole, *change), self.changes or [], self.block))

    def show(self, block: dict[str, Any]) -> None:
        """Show another block."""
        with self.hold_sync():
            self.block, self.changes = block, []

    def grow(self, block: dict[str, Any]) -> None:
        """Show a further stage of the block: the page gets what differs."""
        self.changes = list(_differences(self.block, block))

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


def _differences(old: Any, new: Any, path: tuple[str | int, ...] = ()) -> Iterator[list[Any]]:
    """What differs, as small as it can be said: in dictionaries of the same keys, and in lists as long as before.

    Lists of numbers are taken whole, as is a binary value.
    """
    if old == new:
        return
    keys: Iterable[Any] = ()
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        keys = new
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        keys = () if any(isinstance(item, float | int) for item in new) else range(len(new))
    if not keys:
        yield [list(path), new]
    for key in keys:
        yield from _differences(old[key], new[key], (*path, key))


def _put(whole: Any, path: Sequence[Any], value: Any) -> Any:
    """A copy with another value at the end of a path."""
    if not path:
        return value
    copied = whole.copy()
    copied[path[0]] = _put(whole[path[0]], path[1:], value)
    return copied
