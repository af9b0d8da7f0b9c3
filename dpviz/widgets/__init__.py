"""The parts of a page: charts that move inside the page, and what moves them."""

from dpviz.widgets._base import Widget
from dpviz.widgets._runtime import bundle_bytes, bundle_hash, bundle_path
from dpviz.widgets.chart import Chart
from dpviz.widgets.controls import Button, Choice, Field, Note, Slider, Toggles
from dpviz.widgets.download import Download
from dpviz.widgets.page import Page
from dpviz.widgets.panel import Panel, controls_row
from dpviz.widgets.prediction import DrawnPrediction
from dpviz.widgets.question import Question
from dpviz.widgets.standalone import standalone_page
from dpviz.widgets.upload import Upload

__all__ = [
    "Button",
    "Chart",
    "Choice",
    "Download",
    "DrawnPrediction",
    "Field",
    "Note",
    "Page",
    "Panel",
    "Question",
    "Slider",
    "Toggles",
    "Upload",
    "Widget",
    "bundle_bytes",
    "bundle_hash",
    "bundle_path",
    "controls_row",
    "standalone_page",
]
