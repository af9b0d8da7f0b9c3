"""A section of a lesson: parameters, one picture that follows them, and questions, all of one module.

The module's own parameters are the section's; those of the lesson's module ``shared`` are every section's. Names are
learnt from these modules, and what the picture depends on from what it reads.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw.picture import Picture
from dpviz.draw.texts import Value
from dpviz.lessons.kinds import Number, Parameter
from dpviz.lessons.questions import Question
from dpviz.scenes.scene import Scene

State = Mapping[str, Any]
Values = NDArray[np.float64]
Draw = Callable[["At"], Picture] | Callable[["At"], Iterator[tuple[float, Picture]]]


class Section:
    """One picture of a lesson and what belongs to it.

    Parameters
    ----------
    draw : callable
        ``draw(at) -> Picture``, or a generator of (fraction done, Picture) for what takes longer than a second.
    axes : tuple of Number
        The parameters whose sliders move it; the first one is drawn along at the start.
    questions : mapping of str to Question, optional
    """

    def __init__(
        self, draw: Draw, *, axes: tuple[Number, ...], questions: Mapping[str, Question] | None = None
    ) -> None:
        module = inspect.getmodule(draw)
        self.draw, self.questions = draw, dict(questions or {})
        # Looked up in the module as it is now: parameters stand above the section.
        self.parameters = parameters_of(module)
        self.axes = axes
        self.staged = inspect.isgeneratorfunction(draw)


def parameters_of(module: Any) -> dict[str, Parameter]:
    """The parameters of a module by their names in it."""
    return {name: kind for name, kind in vars(module).items() if isinstance(kind, Parameter)}


class At:
    """The parameters as a section reads them, along one of its axes.

    ``at.alpha`` is an array of shape (F,), one value a frame, if `alpha` is one of the section's axes; the value
    itself (a number, a word) if it is not. What has been read is what the picture depends on: two of these are equal
    if nothing that either has read differs.

    Parameters
    ----------
    drawn : Drawn
    state : mapping
        Of the lesson's parameters.
    axis : str
        The lesson's name of the parameter drawn along.
    values : ndarray of shape (F,)
    """

    def __init__(self, drawn: Drawn, state: State, axis: str, values: Values) -> None:
        self._drawn, self._state = drawn, state
        self.axis, self.values = axis, values
        self.start = int(np.searchsorted(values, state[axis]))
        self.read: set[str] = set()

    @property
    def frames(self) -> int:
        """How many frames there are."""
        return len(self.values)

    @property
    def parameters(self) -> Mapping[str, Value]:
        """The parameters as values for texts."""
        return _Values(self)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._drawn.names:
            raise AttributeError(
                f"the section has no parameter {name}; it has {', '.join(self._drawn.names)}"
            )
        known = self._drawn.names[name]
        self.read.add(known)
        self._drawn.noted.add(known)
        value = self._state[known]
        if known == self.axis:
            return self.values.astype(type(value))
        return np.full(self.frames, value) if known in self._drawn.axes else value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, At) or self._drawn is not other._drawn or self.axis != other.axis:
            return False
        read = (self.read | other.read) - {self.axis}
        return np.array_equal(self.values, other.values) and all(
            self._state[name] == other._state[name] for name in read
        )

    __hash__ = None  # type: ignore[assignment]


def drawn_in(section: Section, parameters: type[Any]) -> Drawn:
    """A section in a lesson whose parameters are still declared in one class."""
    known = {kind: name for name, kind in parameters.declared().items()}
    names = {local: known[kind] for local, kind in section.parameters.items()}
    return Drawn(section, names, tuple(known[axis] for axis in section.axes))


class _Values(Mapping[str, Value]):
    def __init__(self, at: At) -> None:
        self.at = at

    def __getitem__(self, name: str) -> Value:
        if name not in self.at._drawn.names:
            raise KeyError(f"{name} is neither a value of the picture nor a parameter of the section")
        return Value(getattr(self.at, name))

    def __iter__(self) -> Iterator[str]:
        return iter(self.at._drawn.names)

    def __len__(self) -> int:
        return len(self.at._drawn.names)


class Drawn:
    """A section as a lesson draws it: with the lesson's names of its parameters.

    Parameters
    ----------
    section : Section
    names : mapping of str to str
        The lesson's name of each parameter that the section can read.
    axes : tuple of str
        The lesson's names of those whose sliders move it.
    """

    def __init__(self, section: Section, names: Mapping[str, str], axes: tuple[str, ...]) -> None:
        self.section, self.names = section, dict(names)
        self.axes = axes
        self.stages = self.grow if section.staged else None
        self.noted: set[str] = set(self.axes)

    @property
    def inputs(self) -> frozenset[str]:
        """Everything it has been seen to depend on."""
        return frozenset(self.noted)

    def at(self, state: State, axis: str, values: Values) -> At:
        """The parameters as it is to read them."""
        return At(self, state, axis, values)

    def drawn(self, at: At) -> Scene:
        """The complete scene."""
        made = self.section.draw(at)
        if isinstance(made, Picture):
            return made.scene(at)
        *_, (_, scene) = self.stages_at(at)
        return scene

    def stages_at(self, at: At) -> Iterator[tuple[float, Scene]]:
        """The scene in stages."""
        made = self.section.draw(at)
        assert not isinstance(made, Picture)
        for fraction, picture in made:
            yield fraction, picture.scene(at)

    def scene(self, state: State, axis: str, values: Values) -> Scene:
        """The complete scene, however long it takes."""
        return self.drawn(self.at(state, axis, values))

    def grow(self, state: State, axis: str, values: Values) -> Iterator[tuple[float, Scene]]:
        """The scene in stages."""
        return self.stages_at(self.at(state, axis, values))
