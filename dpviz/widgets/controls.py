"""What the reader turns: sliders, choices, rows of marks, buttons."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import traitlets

from dpviz.widgets._base import Widget


class Slider(Widget):
    """A slider over a list of values, which moves the charts inside the page.

    The kernel hears of a new `value` once, when the slider is let go.

    Parameters
    ----------
    name : str
        The parameter it sets; charts whose block's axis has this name follow it.
    label, help : str
        Its name in words, and one line of explanation.
    values : list of float
        What it can be set to, increasing.
    texts : list of str
        What is shown and read out for each value, for example ``"ε = 0.50"``.
    value : float
        Where it stands; one of `values`.
    low, high : str
        Words at the two ends, for example ``"more private"`` and ``"more accurate"``.
    play : bool
        Adds Play, Step and Reset, for a run that is walked through.
    """

    name = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    help = traitlets.Unicode().tag(sync=True)
    values = traitlets.List(traitlets.Float()).tag(sync=True)
    texts = traitlets.List(traitlets.Unicode()).tag(sync=True)
    value = traitlets.Float().tag(sync=True)
    play = traitlets.Bool().tag(sync=True)
    low = traitlets.Unicode().tag(sync=True)
    high = traitlets.Unicode().tag(sync=True)

    def __init__(self, *, values: list[float], texts: list[str], **traits: Any) -> None:
        values = [float(value) for value in values]
        _check_values(values, texts)
        traits.setdefault("value", values[0])
        super().__init__(kind="slider", values=values, texts=list(texts), **traits)


class Choice(Widget):
    """One of a few options.

    Parameters
    ----------
    name, label, help : str
    options : list of {"value": str, "label": str, "disabled": bool (optional)}
    value : str
        The value of the chosen option.
    """

    name = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    help = traitlets.Unicode().tag(sync=True)
    options = traitlets.List(traitlets.Dict()).tag(sync=True)
    value = traitlets.Unicode().tag(sync=True)

    def __init__(self, *, options: list[dict[str, Any]], **traits: Any) -> None:
        if not options:
            raise ValueError("options must have at least one entry; got none")
        traits.setdefault("value", options[0]["value"])
        super().__init__(kind="choice", options=options, **traits)


class Toggles(Widget):
    """A row of small buttons, one a character of a string; a press steps it to the next of its alphabet.

    The kernel hears of each press.

    Parameters
    ----------
    name, label, help : str
    alphabet : str
        The characters there are, in the order of the steps.
    value : str
        One character a button.
    cells : list of str
        What each button is called.
    marks, words : mapping of str to str, optional
        What is written on a button that stands at a character, and how it is read aloud; by default the
        character itself.
    columns : int
        How many buttons a row has; 0 for as many as fit.
    """

    name = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    help = traitlets.Unicode().tag(sync=True)
    alphabet = traitlets.Unicode("01").tag(sync=True)
    value = traitlets.Unicode().tag(sync=True)
    cells = traitlets.List(traitlets.Unicode()).tag(sync=True)
    marks = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    columns = traitlets.Int().tag(sync=True)

    def __init__(self, *, value: str, alphabet: str = "01", **traits: Any) -> None:
        if not value or not set(value) <= set(alphabet):
            raise ValueError(f"value must be characters of {alphabet!r}; got {value!r}")
        cells = traits.setdefault("cells", [str(k + 1) for k in range(len(value))])
        if len(cells) != len(value):
            raise ValueError(f"cells must have one entry a character ({len(value)}); got {len(cells)}")
        super().__init__(kind="toggles", value=value, alphabet=alphabet, **traits)


class Button(Widget):
    """A button that asks the kernel for something.

    Parameters
    ----------
    name, label, help : str
    disabled : bool
    """

    name = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    help = traitlets.Unicode().tag(sync=True)
    disabled = traitlets.Bool().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        self._press: list[Callable[[], object]] = []
        super().__init__(kind="button", **traits)

    def on_press(self, function: Callable[[], object]) -> None:
        """Call a function, without arguments, each time the button is pressed."""
        self._press.append(function)

    def _message(self, content: dict[str, Any]) -> None:
        if content.get("kind") == "press":
            for function in self._press:
                self._guard(function)


class Field(Widget):
    """A line of text or a number that the reader types; the kernel hears of it when they are done.

    Parameters
    ----------
    name, label, help : str
    value : str
    numeric : bool
        Whether a number is wanted, so that a phone shows the right keys. What comes is still text.
    error : str
        What is wrong with it, shown beside it.
    """

    name = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    help = traitlets.Unicode().tag(sync=True)
    value = traitlets.Unicode().tag(sync=True)
    numeric = traitlets.Bool().tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(kind="field", **traits)


class Note(Widget):
    """A line that the kernel writes: a result, or what to do next; read aloud when it changes.

    Parameters
    ----------
    text : str
    tone : {"plain", "answer", "warn"}
    """

    text = traitlets.Unicode().tag(sync=True)
    tone = traitlets.Enum(["plain", "answer", "warn"], "plain").tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(kind="note", **traits)


def _check_values(values: list[float], texts: list[str]) -> None:
    if not values or any(b <= a for a, b in pairwise(values)):
        raise ValueError(f"values must be increasing and not empty; got {values!r}")
    if len(texts) != len(values):
        raise ValueError(f"texts must have one entry a value ({len(values)}); got {len(texts)}")
