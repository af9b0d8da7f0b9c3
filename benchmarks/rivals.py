"""The rivals' pages, written as notebooks: a bare slider, and the lesson's first picture on `FigureWidget`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

BARE = "bare.ipynb"
FIGURE = "figure.ipynb"
QUESTION = "age"  # 66 candidates: two rows of 66 bars

_BARE = """\
import ipywidgets

ipywidgets.IntSlider(description="n")
"""

_FIGURE = """\
import json
from pathlib import Path

import ipywidgets
import numpy as np
import plotly.graph_objects as go

saved = json.loads(Path("figure.json").read_text())
frames = np.load("frames.npy")
picture = go.FigureWidget(saved["figure"])
slider = ipywidgets.SelectionSlider(
    options=[(text, i) for i, text in enumerate(saved["texts"])],
    value=saved["start"],
    description="ε",
    layout={"width": "700px"},
)


def move(change):
    with picture.batch_update():
        picture.data[1].y = frames[change["new"]]


slider.observe(move, names="value")
ipywidgets.VBox([slider, picture])
"""


def write(folder: Path) -> None:
    """Write the notebooks, and the picture's data, into a folder.

    Parameters
    ----------
    folder : pathlib.Path
        It must exist.
    """
    from dpviz.lessons.exponential import make

    lesson = make()
    lesson.parameters.question = QUESTION
    scene = lesson.finish("law")
    saved = {
        "figure": json.loads(scene.at(scene.start).to_json()),
        "texts": lesson.parameters.texts(scene.axis, scene.values),
        "start": scene.start,
    }
    (folder / "figure.json").write_text(json.dumps(saved))
    np.save(folder / "frames.npy", scene.motion["data", 1, "y"])
    for name, source in ((BARE, _BARE), (FIGURE, _FIGURE)):
        (folder / name).write_text(json.dumps(_notebook(source)))


def _notebook(source: str) -> dict[str, object]:
    cell = {"cell_type": "code", "execution_count": None, "id": "only", "metadata": {}, "outputs": [], "source": source}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
