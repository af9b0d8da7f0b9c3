"""A curve that the reader draws along a slider, before the truth is drawn over it."""

from __future__ import annotations

from typing import Any

import traitlets

from dpviz.widgets._base import Widget


class DrawnPrediction(Widget):
    """A field to draw a curve in. The truth is a value of a picture, which the page has already.

    Parameters
    ----------
    name : str
        Under which the page remembers it.
    picture : str
        The section whose picture has the truth.
    axis : str
        The slider that is the horizontal axis.
    axis_label : str
        Its words.
    values : list of float
        Its steps, increasing.
    texts : list of str
        The same as a person reads them.
    prompt, value, label, why, scale : str
    low, high : float
    percent : bool
        See `dpviz.frame.predictions.DrawnCurve`.
    """

    name = traitlets.Unicode().tag(sync=True)
    picture = traitlets.Unicode().tag(sync=True)
    axis = traitlets.Unicode().tag(sync=True)
    axis_label = traitlets.Unicode().tag(sync=True)
    values = traitlets.List(traitlets.Float()).tag(sync=True)
    texts = traitlets.List(traitlets.Unicode()).tag(sync=True)
    prompt = traitlets.Unicode().tag(sync=True)
    value = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    low = traitlets.Float().tag(sync=True)
    high = traitlets.Float().tag(sync=True)
    why = traitlets.Unicode().tag(sync=True)
    scale = traitlets.Unicode("linear").tag(sync=True)
    percent = traitlets.Bool().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(kind="prediction", **traits)

    def _words(self) -> str:
        return f"**Predict.** {self.prompt}"
