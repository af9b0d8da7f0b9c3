"""The picture that begins a lesson's page, with its slider: nothing else moves with them, and no kernel is asked."""

from __future__ import annotations

from typing import Any

from dpviz.frame.controls import slider_state
from dpviz.frame.parameters import Parameters
from dpviz.widgets import Chart, Panel, Slider, controls_row

#: Of a picture under which nothing unfolds, and of which nothing else speaks.
LESS: dict[str, Any] = {"card": None, "code": "", "slots": {}, "numbers": {}, "state": []}


def opening(parameters: Parameters, axis: str, block: dict[str, Any], lesson: str) -> Panel:
    """A picture along an axis, with these parameters; `lesson` is the id of the page that it begins."""
    page = f"{lesson}-opening"  # one of its own
    block = block and {**block, **LESS, "table": {"columns": [], "rows": []}}
    chart = Chart(page=page, bare=True, block=block)
    panel = Panel([controls_row(Slider(page=page, **slider_state(parameters, axis))), chart], block=lambda _: block)
    panel.add_class("dpviz-opening")
    return panel
