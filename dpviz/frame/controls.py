"""The control of each kind of parameter, what it shows that may change, and all controls of a lesson."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from dpviz.frame.kinds import Choice, Number, Pattern, Seed
from dpviz.frame.parameters import Parameters
from dpviz.widgets import Button, Page, Slider, Toggles
from dpviz.widgets import Choice as Select

Control = Slider | Select | Toggles | Button


class Controls:
    """The controls of a lesson, one a parameter however often it is shown, and each picture's button back.

    A refusal is told on the page.
    """

    def __init__(self, parameters: Parameters, page: Page) -> None:
        self._parameters, self._page = parameters, page
        self._made: dict[str, Control] = {}
        self._back: dict[str, tuple[Button, list[str]]] = {}

    def of(self, name: str) -> Control:
        """The control of a parameter."""
        if name not in self._made:
            control = self._made[name] = make_control(self._parameters, name, self._page.page)
            if not isinstance(control, Button):
                control.observe(lambda change: self._set(name, change["new"]), names="value")
        return self._made[name]

    def back(self, picture: str, names: Iterable[str], press: Callable[[], None]) -> None:
        """Give a picture its button *Back to the text's values*: those of these parameters."""
        if picture not in self._back:
            button = Button(page=self._page.page, name=f"back-{picture}", label="Back to the text’s values")
            button.add_class("dpviz-back")
            button.on_press(press)
            self._back[picture] = (button, list(names))
            self._refresh_back()

    def back_of(self, picture: str) -> tuple[Button, list[str]]:
        """That button, and the parameters that it brings back."""
        return self._back[picture]

    def refresh(self) -> None:
        """Show what the parameters are, and may be, after a change."""
        for name, control in self._made.items():
            if isinstance(control, Button):
                continue
            # hold_sync: the page gets the new steps and the new value in one message.
            with control.hold_sync():
                for trait, value in control_state(self._parameters, name).items():
                    if getattr(control, trait) != value:
                        setattr(control, trait, value)
        self._refresh_back()

    def close(self) -> None:
        """Take them off the page."""
        for widget in (*self._made.values(), *(button for button, _ in self._back.values())):
            widget.close()

    def _refresh_back(self) -> None:
        declared = self._parameters.declared()
        for button, names in self._back.values():
            button.disabled = all(getattr(self._parameters, name) == declared[name].default_value for name in names)

    def _set(self, name: str, value: Any) -> None:
        kind = self._parameters.declared()[name]
        if isinstance(kind, Number) and kind.whole:
            value = int(value)
        if value == getattr(self._parameters, name):  # the control follows the model, not the reader
            return
        try:
            self._page.problems = []  # of before; what this change brings about stays
            setattr(self._parameters, name, value)
        except (ValueError, TypeError):
            self._page.problems = [{"parameter": name, "message": self._parameters.refusal(name, value)}]
            self._made[name].value = getattr(self._parameters, name)


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
