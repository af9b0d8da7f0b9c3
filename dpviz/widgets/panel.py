"""A picture with the controls that move it; where nothing can move, a still of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets

from dpviz.widgets._audience import audience, shown
from dpviz.widgets._base import log


def controls_row(*controls: ipywidgets.Widget) -> ipywidgets.HBox:
    """Controls beside each other."""
    row = ipywidgets.HBox(controls)
    row.add_class("dpviz-controls")
    return row


class Panel(ipywidgets.VBox):
    """A picture and its controls, one under the other.

    ``block(printed)`` is what the page gets of the picture, printed where nobody comes to look at one made in stages.
    An empty one has not been begun.
    """

    def __init__(self, children: Sequence[ipywidgets.Widget], *, block: Callable[[bool], dict[str, Any]]) -> None:
        self._block = block
        super().__init__(children)
        self.add_class("dpviz-panel")

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return shown(super()._repr_mimebundle_(**options), self._still)

    def _still(self) -> dict[str, str]:
        block = self._block(audience() == "program")
        if not block:
            return {"text/plain": "A picture that takes a while: run the notebook, and scroll to it."}
        from dpviz.draw.svg import payload_svg  # a page does without

        words = f"{block['title']}. {block['sentences'][block['start']]}"
        try:
            return {"image/svg+xml": payload_svg(block), "text/plain": words}
        except Exception:  # the widget is worth more than its still
            log.exception("drawing a still")
            return {"text/plain": words}
