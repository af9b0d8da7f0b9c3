"""The wiring every lesson shares: parameters to engine to scene to page, and never back.

A lesson names its parameters and its pictures. The rest is here: which picture follows which slider, what is
computed again when a value changes, the link, and where a mistake is told.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.lessons.parameters import Choice, Number, Parameters, Pattern
from dpviz.scenes.block import block
from dpviz.scenes.scene import Scene
from dpviz.widgets import Chart, Page, Slider, Toggles
from dpviz.widgets import Choice as Select

log = logging.getLogger(__name__)

CAVEAT = (
    "For learning, not for protecting data: random draws made with ordinary floating-point numbers leak a little "
    "more than the theory says."
)

State = Mapping[str, Any]
Control = Slider | Select | Toggles
Draw = Callable[[State, str, NDArray[np.float64]], Scene]


@dataclass(frozen=True)
class Picture:
    """One picture of a lesson.

    Parameters
    ----------
    draw : callable
        ``draw(state, axis, values) -> Scene``: the scene along `axis`, all else as in `state`. Pure.
    axes : tuple of str
        The parameters whose sliders move it; the first one is drawn along at the start.
    needs : tuple of str
        The other parameters it depends on.
    """

    draw: Draw
    axes: tuple[str, ...]
    needs: tuple[str, ...] = ()

    @property
    def inputs(self) -> frozenset[str]:
        """Everything it depends on."""
        return frozenset(self.axes) | frozenset(self.needs)


class Lesson:
    """Parameters, pictures and the page they live on.

    Parameters
    ----------
    parameters : Parameters
    pictures : mapping of str to Picture
    """

    def __init__(self, parameters: Parameters, pictures: Mapping[str, Picture]) -> None:
        self.parameters = parameters
        self.pictures = dict(pictures)
        self.identity = uuid.uuid4().hex
        self.page = Page(page=self.identity, caveat=CAVEAT, on_hold=self.hold, on_link=self.open_link)
        self._controls: dict[str, Control] = {}
        self._charts: dict[str, Chart] = {}
        self._drawn: dict[str, tuple[str, tuple[Any, ...]]] = {}
        self._waiting: set[str] | None = None
        parameters.observe(lambda change: self._changed({change["name"]}), names=list(parameters.declared()))

    # What a notebook cell shows -------------------------------------------------------------------------

    def start(self) -> Page:
        """Return the head of the page: theme, link, problems. A lesson's first cell shows it."""
        return self.page

    def show(self, picture: str, *controls: str) -> ipywidgets.VBox:
        """Return a picture with the controls that move it, for a notebook cell to show."""
        if picture not in self._charts:
            axis = self.pictures[picture].axes[0]
            self._charts[picture] = Chart(page=self.identity, block=self._block(picture, axis))
        row = ipywidgets.HBox([self.control(name) for name in controls])
        row.add_class("dpviz-controls")
        panel = ipywidgets.VBox([row, self._charts[picture]])
        panel.add_class("dpviz-panel")
        return panel

    def control(self, name: str) -> Control:
        """Return the control of a parameter; there is one, however often it is shown."""
        if name not in self._controls:
            trait = self.parameters.declared()[name]
            common = {"page": self.identity, "name": name, "label": trait.label, "help": trait.help}
            if isinstance(trait, Number):
                low, high = trait.ends
                self._controls[name] = Slider(
                    **common, **self._state(name), low=low, high=high, play=trait.play
                )
            elif isinstance(trait, Pattern):
                self._controls[name] = Toggles(
                    **common,
                    **self._state(name),
                    alphabet=trait.alphabet,
                    marks=trait.marks,
                    words=trait.words,
                    columns=trait.columns,
                )
            else:
                self._controls[name] = Select(**common, **self._state(name))
            self._controls[name].observe(lambda change: self._set(name, change["new"]), names="value")
        return self._controls[name]

    # What the page asks for -----------------------------------------------------------------------------

    def hold(self, axis: str) -> None:
        """Give every picture that can follow this slider its frames along it, if it has not got them yet."""
        for name in self._charts:
            if axis in self.pictures[name].axes:
                self._draw(name, axis)

    def open_link(self, query: str) -> None:
        """Restore the state of a link; what it gets wrong is told in the page, the rest is taken."""
        with self.together():
            problems = self.parameters.read(query)
        self.page.problems = [{"parameter": p.parameter, "message": p.message} for p in problems]

    def tell(self, parameter: str, message: str) -> None:
        """Say in the page what went wrong; the last good picture stays."""
        self.page.problems = [{"parameter": parameter, "message": message}]

    @contextmanager
    def together(self) -> Iterator[None]:
        """Change several parameters, draw once at the end."""
        if self._waiting is not None:
            yield
            return
        self._waiting = set()
        try:
            yield
        finally:
            changed, self._waiting = self._waiting, None
            if changed:
                self._show_changes(changed)

    def prepare(self, changed: set[str]) -> None:
        """Adapt ranges and options to what changed; a lesson whose data can change overrides it."""

    # ----------------------------------------------------------------------------------------------------

    def _set(self, name: str, value: Any) -> None:
        trait = self.parameters.declared()[name]
        if isinstance(trait, Number) and trait.whole:
            value = int(value)
        if value == getattr(self.parameters, name):  # the control follows the model, not the reader
            return
        try:
            setattr(self.parameters, name, value)
            self.page.problems = []
        except (ValueError, TypeError) as error:
            self.tell(name, str(error))
            self._controls[name].value = getattr(self.parameters, name)

    def _changed(self, names: set[str]) -> None:
        """Take note of a change. Ranges and options follow at once, so that what comes next is judged by them."""
        with self.together():
            cast(set[str], self._waiting).update(names)
            self.prepare(names)

    def _show_changes(self, changed: set[str]) -> None:
        for name in self._charts:
            if changed & self.pictures[name].inputs:
                self._draw(name, self._drawn[name][0] if name in self._drawn else self.pictures[name].axes[0])
        for name, control in self._controls.items():
            # hold_sync: the page gets the new steps and the new value in one message.
            with control.hold_sync():
                for trait, value in self._state(name).items():
                    if getattr(control, trait) != value:
                        setattr(control, trait, value)
        self.page.query = self.parameters.query()

    def _draw(self, picture: str, axis: str) -> None:
        """Draw a picture along an axis unless the frames it has are the right ones already."""
        if self._drawn.get(picture) == self._key(picture, axis):
            return
        try:
            self._charts[picture].block = self._block(picture, axis)
        except ValueError as error:  # the engine refuses an input; what is on screen stays
            self.tell("", str(error))
        except Exception:
            log.exception("drawing %s along %s", picture, axis)
            self.tell("", f"The picture “{picture}” could not be drawn; what you see is the last good one.")

    def _block(self, picture: str, axis: str) -> dict[str, Any]:
        scene = self.pictures[picture].draw(self.parameters.snapshot(), axis, self._values(axis))
        self._drawn[picture] = self._key(picture, axis)
        return block(scene)

    def _values(self, axis: str) -> NDArray[np.float64]:
        return self.parameters.grid(axis)

    def _key(self, picture: str, axis: str) -> tuple[str, tuple[Any, ...]]:
        state = self.parameters.snapshot()
        others = sorted(self.pictures[picture].inputs - {axis})
        return axis, (*(state[name] for name in others), *self._values(axis).tolist())

    def _state(self, name: str) -> dict[str, Any]:
        """What a control shows that may change: its steps, options or cells, and its value."""
        trait, value = self.parameters.declared()[name], getattr(self.parameters, name)
        if isinstance(trait, Number):
            values = self.parameters.grid(name)
            texts = self.parameters.texts(name, values)
            return {"values": values.tolist(), "texts": texts, "value": float(value)}
        if isinstance(trait, Pattern):
            return {"cells": self.parameters.cells_of(name), "value": value}
        assert isinstance(trait, Choice)
        options = self.parameters.options_of(name)
        return {
            "options": [{"value": word, "label": label} for word, label in options.items()],
            "value": value,
        }


def along(state: State, axis: str, values: Iterable[float]) -> dict[str, NDArray[Any]]:
    """Every number of a state as one value a frame: the axis takes its values, the others stay."""
    values = np.asarray(list(values))
    return {
        name: values.astype(type(value)) if name == axis else np.full(len(values), value)
        for name, value in state.items()
        if isinstance(value, int | float)
    }


def place(state: State, axis: str, values: NDArray[np.float64]) -> dict[str, Any]:
    """Where a scene starts, as the arguments it takes: the frame of the value the reader has now."""
    return {"axis": axis, "values": values, "start": int(np.searchsorted(values, state[axis]))}
