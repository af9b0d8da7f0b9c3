"""A picture that follows a slider inside the page."""

from __future__ import annotations

from typing import Any

import traitlets

from dpviz.widgets._base import Widget


class Chart(Widget):
    """One picture with its theorem card, sentence, table and code.

    Parameters
    ----------
    block : dict
        Everything it needs to be moved along one axis without the kernel, made by
        `dpviz.scenes.block.block`. Replace it whole to show another picture or another axis.
    """

    block = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(kind="chart", **traits)
