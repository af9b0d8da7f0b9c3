"""Who looks at what a cell returns, and what they are given: the widget, a still of it, or both."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Literal

Still = Callable[[], dict[str, str]]


def audience() -> Literal["page", "notebook", "program"]:
    """A page that draws the widget and keeps nothing, a notebook that may be saved, or a program that runs it."""
    from IPython import get_ipython

    parent: dict[str, Any] = getattr(get_ipython(), "get_parent", dict)()
    if "VOILA_PREHEAT" in os.environ or not parent:  # set by Voilà for each of its kernels
        return "page"
    # Whoever can be asked a question sits at a front end; nbconvert, `jupyter execute` and papermill cannot.
    return "notebook" if parent["content"].get("allow_stdin") else "program"


def shown(widget: Any, still: Still) -> Any:
    """The outputs of a cell by MIME type: what shows the widget, perhaps with what is said about it, and a still.

    The still shows where no widget runs: in a notebook that was saved, on GitHub, in print. A program gets this alone:
    it keeps the widget's state, which nothing could draw, and would prefer it.
    """
    to = audience()
    if to == "page" or widget is None:
        return widget
    if to == "program":
        return still()
    if isinstance(widget, tuple):
        return {**widget[0], **still()}, *widget[1:]
    return {**widget, **still()}
