"""What the reader turns: sliders, choices, rows of marks, buttons."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import traitlets

from dpviz.widgets._base import Labelled, Widget


class Slider(Labelled):
    """A slider over a list of values, which moves the charts inside the page.

    The kernel hears of a new `value` once, when the slider is let go.
    """

    values = traitlets.List(traitlets.Float()).tag(sync=True)  # what it can be set to, increasing
    texts = traitlets.List(traitlets.Unicode()).tag(sync=True)  # shown and read out for each value: ``"ε = 0.50"``
    value = traitlets.Float().tag(sync=True)  # one of `values`
    play = traitlets.Bool().tag(sync=True)  # adds Play, Step and Reset, for a run
    low = traitlets.Unicode().tag(sync=True)  # words at the two ends, ``"more private"``
    high = traitlets.Unicode().tag(sync=True)

    def __init__(self, *, values: list[float], texts: list[str], **traits: Any) -> None:
        values = [float(value) for value in values]
        _check_values(values, texts)
        traits.setdefault("value", values[0])
        super().__init__(values=values, texts=list(texts), **traits)


class Choice(Labelled):
    """One of a few options."""

    options = traitlets.List(traitlets.Dict()).tag(sync=True)  # ``value``, ``label`` and perhaps ``disabled`` of each
    value = traitlets.Unicode().tag(sync=True)  # of the chosen option

    def __init__(self, *, options: list[dict[str, Any]], **traits: Any) -> None:
        if not options:
            raise ValueError("options must have at least one entry; got none")
        traits.setdefault("value", options[0]["value"])
        super().__init__(options=options, **traits)


class Toggles(Labelled):
    """A row of small buttons, one a character of a string; a press steps it to the next of its alphabet.

    The kernel hears of each press.
    """

    alphabet = traitlets.Unicode("01").tag(sync=True)  # the characters, in the order of the steps
    value = traitlets.Unicode().tag(sync=True)  # one character a button
    cells = traitlets.List(traitlets.Unicode()).tag(sync=True)  # what each button is called
    marks = traitlets.Dict().tag(sync=True)  # by character: what is written, if not itself
    words = traitlets.Dict().tag(sync=True)  # and how that is read aloud
    columns = traitlets.Int().tag(sync=True)  # buttons in a row; 0 for as many as fit

    def __init__(self, *, value: str, alphabet: str = "01", **traits: Any) -> None:
        if not value or not set(value) <= set(alphabet):
            raise ValueError(f"value must be characters of {alphabet!r}; got {value!r}")
        cells = traits.setdefault("cells", [str(k + 1) for k in range(len(value))])
        if len(cells) != len(value):
            raise ValueError(f"cells must have one entry a character ({len(value)}); got {len(cells)}")
        super().__init__(value=value, alphabet=alphabet, **traits)


class Button(Labelled):
    """A button that asks the kernel for something."""

    disabled = traitlets.Bool().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        self._press: list[Callable[[], object]] = []
        super().__init__(**traits)

    def on_press(self, function: Callable[[], object]) -> None:
        """Call a function, without arguments, each time the button is pressed."""
        self._press.append(function)

    def _message(self, content: dict[str, Any]) -> None:
        if content.get("kind") == "press":
            for function in self._press:
                self._guard(function)


class Field(Labelled):
    """A line of text or a number that the reader types; the kernel hears of it when they are done.

    `numeric` lets a phone show the right keys; what comes is still text.
    """

    value = traitlets.Unicode().tag(sync=True)
    numeric = traitlets.Bool().tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)  # what is wrong with it, shown beside it


class Note(Widget):
    """A line that the kernel writes: a result, or what to do next; read aloud when it changes."""

    text = traitlets.Unicode().tag(sync=True)
    tone = traitlets.Enum(["plain", "answer", "warn"], "plain").tag(sync=True)


def _check_values(values: list[float], texts: list[str]) -> None:
    if not values or any(b <= a for a, b in pairwise(values)):
        raise ValueError(f"values must be increasing and not empty; got {values!r}")
    if len(texts) != len(values):
        raise ValueError(f"texts must have one entry a value ({len(values)}); got {len(texts)}")
