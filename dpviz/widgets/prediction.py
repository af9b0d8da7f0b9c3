"""A curve that the reader draws along a slider, before the truth is drawn over it."""

from __future__ import annotations

import traitlets

from dpviz._text import raised
from dpviz.widgets._base import Widget


class DrawnPrediction(Widget):
    """A field to draw a curve in; see `dpviz.frame.predictions.DrawnCurve`.

    The truth is a value of a picture, which the page has already.
    """

    kind = traitlets.Unicode("prediction").tag(sync=True)
    name = traitlets.Unicode().tag(sync=True)  # under which the page remembers it
    picture = traitlets.Unicode().tag(sync=True)  # the section whose picture has the truth
    axis = traitlets.Unicode().tag(sync=True)  # the slider that is the horizontal axis
    axis_label = traitlets.Unicode().tag(sync=True)  # its words
    values = traitlets.List(traitlets.Float()).tag(sync=True)  # its steps, increasing
    texts = traitlets.List(traitlets.Unicode()).tag(sync=True)  # the same as a person reads them
    prompt = traitlets.Unicode().tag(sync=True)
    value = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    low = traitlets.Float().tag(sync=True)
    high = traitlets.Float().tag(sync=True)
    why = traitlets.Unicode().tag(sync=True)
    scale = traitlets.Unicode("linear").tag(sync=True)
    percent = traitlets.Bool().tag(sync=True)
    panel = traitlets.Int().tag(sync=True)  # of the picture, in whose axes it is drawn; 0 for a field of its own

    def _words(self) -> str:
        return raised(f"**Predict.** {self.prompt}")
