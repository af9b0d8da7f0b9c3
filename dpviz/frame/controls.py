"""The control of each kind of parameter, and what it shows that may change."""

from __future__ import annotations

from typing import Any

from dpviz.frame.kinds import Choice, Number, Pattern, Seed
from dpviz.frame.parameters import Parameters
from dpviz.widgets import Button, Slider, Toggles
from dpviz.widgets import Choice as Select

Control = Slider | Select | Toggles | Button


def make_control(parameters: Parameters, name: str, page: str) -> Control:
    """The control of a parameter; a seed's button counts it up, the others are to be observed."""
    kind = parameters.declared()[name]
    common: dict[str, Any] = {"page": page, "name": name, "label": parameters.label_of(name), "help": kind.help}
    if isinstance(kind, Seed):
        button = Button(**{**common, "name": f"again-{name}", "label": kind.button})
        button.on_press(lambda: setattr(parameters, name, getattr(parameters, name) + 1))
        return button
    common |= control_state(parameters, name)
    if isinstance(kind, Number):
        return Slider(page=page, **slider_state(parameters, name))
    if isinstance(kind, Pattern):
        return Toggles(**common, alphabet=kind.alphabet, marks=kind.marks, words=kind.words, columns=kind.columns)
    return Select(**common)


def slider_state(parameters: Parameters, name: str) -> dict[str, Any]:
    """Everything that the slider of a number is made of."""
    kind = parameters.declared()[name]
    assert isinstance(kind, Number)
    low, high = kind.ends
    common = {"name": name, "label": kind.label, "help": kind.help, "low": low, "high": high, "play": kind.play}
    return common | control_state(parameters, name)


def control_state(parameters: Parameters, name: str) -> dict[str, Any]:
    """What a control shows that may change: its label, its steps, options or cells, and its value."""
    kind, value, label = parameters.declared()[name], getattr(parameters, name), parameters.label_of(name)
    if isinstance(kind, Number):
        values = parameters.grid(name)
        return {
            "label": label,
            "values": values.tolist(),
            "texts": parameters.texts(name, values),
            "value": float(value),
        }
    if isinstance(kind, Pattern):
        return {"cells": parameters.cells_of(name), "value": value}
    assert isinstance(kind, Choice)
    options = parameters.options_of(name)
    return {
        "label": label,
        "options": [{"value": word, "label": words} for word, words in options.items()],
        "value": value,
    }
