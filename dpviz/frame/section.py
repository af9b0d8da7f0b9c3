"""A section of a lesson: parameters and one picture that follows them, of one module.

The module's own parameters are the section's; those of the lesson's module ``shared`` are every section's. Names are
learnt from these modules, and what the picture depends on from what it reads. The questions stand in a text file.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw.cards import CardText
from dpviz.draw.picture import Picture
from dpviz.draw.scene import Scene
from dpviz.draw.texts import Value
from dpviz.frame.kinds import Named, Number, Parameter, Seed
from dpviz.frame.predictions import DrawnCurve, Prediction
from dpviz.frame.questions import Question

State = Mapping[str, Any]
Values = NDArray[np.float64]
Draw = Callable[["Frames"], Picture] | Callable[["Frames"], Iterator[tuple[float, Picture]]]
#: What a parameter may be now: (lowest, highest) of a number, the options of a choice, the labels of a pattern's cells.
Limits = Mapping[Parameter, tuple[float, float] | Mapping[str, str] | Sequence[str] | Named]

OWN = "own"  # what a lesson has of the reader's, under the name by which every section can read it


class Section:
    """One picture of a lesson and what belongs to it.

    Parameters
    ----------
    draw : callable
        ``draw(at) -> Picture``, or a generator of (fraction done, Picture) for what takes longer than a second.
    axes : tuple of Number
        The parameters whose sliders move it; the first one is drawn along at the start.
    controls : tuple of Parameter, optional
        What is shown above the picture, in this order; by default the axes and then the module's other parameters.
    limits : callable, optional
        ``limits(now) -> {parameter: what it may be now}``, for ranges and options that depend on other parameters.
        A value that is out of them is brought back.
    parameters : mapping of str to Parameter, optional
        Where several sections share a module or a `draw`: the parameters of this one by the names that `draw` reads.
    """

    def __init__(
        self,
        draw: Draw,
        *,
        axes: tuple[Number, ...],
        controls: tuple[Parameter, ...] | None = None,
        limits: Callable[[Snapshot], Limits] | None = None,
        parameters: Mapping[str, Parameter] | None = None,
    ) -> None:
        self.draw, self.axes, self.limits = draw, axes, limits
        #: By which readers check themselves, and what they predict before the picture shows it; of `question_file`.
        self.questions: dict[str, Question] = {}
        self.predictions: dict[str, Prediction] = {}
        self.card: CardText | None = None  # of `card_file`
        # Looked up in the module as it is now: parameters stand above the section.
        self.parameters = parameters_of(inspect.getmodule(draw)) if parameters is None else dict(parameters)
        others = (kind for kind in self.parameters.values() if kind not in axes and not isinstance(kind, Seed))
        self.controls = (*axes, *others) if controls is None else controls
        self.staged = inspect.isgeneratorfunction(draw)

    @property
    def sent_values(self) -> tuple[str, ...]:
        """Values of the picture that the page needs as numbers."""
        return tuple({made.value for made in self.predictions.values() if isinstance(made, DrawnCurve)})


def parameters_of(module: Any) -> dict[str, Parameter]:
    """The parameters of a module by their names in it."""
    return {name: kind for name, kind in vars(module).items() if isinstance(kind, Parameter)}


class Snapshot:
    """The parameters of a section at one moment, by the names that the section gives them; notes what is read."""

    def __init__(self, section: BoundSection, state: State) -> None:
        self._section, self._state = section, state
        self.read: set[str] = set()
        self.prefix = ""  # what the picture's sentence begins with

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._state[self._note(name)]

    def _note(self, name: str) -> str:
        if name not in self._section.names:
            raise AttributeError(f"the section has no parameter {name}; it has {', '.join(self._section.names)}")
        known = self._section.names[name]
        self.read.add(known)
        return known


class Frames(Snapshot):
    """The parameters as a picture reads them, along one of its axes.

    ``at.alpha`` is an array of shape (F,), one value a frame, if `alpha` is one of the section's axes; the value itself
    (a number, a word) if it is not. ``at.axis`` is the name of the one drawn along. What has been read is what the
    picture depends on: two of these are equal if nothing that either has read differs.

    `along` is the lesson's name of the parameter drawn along; its `values` increase, and the present one is among them.
    """

    def __init__(self, section: BoundSection, state: State, along: str, values: Values) -> None:
        super().__init__(section, state)
        self.along, self.values = along, values
        self.axis = section.local(along)
        self.start = int(np.searchsorted(values, state[along]))
        self.card = section.section.card

    @property
    def frames(self) -> int:
        """How many frames there are."""
        return len(self.values)

    def parameter(self, name: str) -> Value:
        """A parameter as a value for texts."""
        if name not in self._section.names:
            raise KeyError(f"{name} is neither a value of the picture nor a parameter of the section")
        return Value(getattr(self, name))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        known = self._note(name)
        self._section.inputs.add(known)
        value = self._state[known]
        # Of 64 bits in a browser too, where numpy's own have 32: 2**bits and the like must not wrap around.
        kind = np.int64 if isinstance(value, int | np.integer) else np.float64
        if known == self.along:
            return self.values.astype(kind)
        return np.full(self.frames, value, kind) if known in self._section.axes else value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frames) or self._section is not other._section or self.along != other.along:
            return False
        read = (self.read | other.read) - {self.along}
        # What the reader has brought is compared by identity: it may hold arrays.
        return np.array_equal(self.values, other.values) and all(
            self._state[name] is other._state[name] if name == OWN else self._state[name] == other._state[name]
            for name in read
        )

    __hash__ = None  # type: ignore[assignment]


class BoundSection:
    """A section as a lesson draws it: with the lesson's name of each parameter that it can read."""

    def __init__(self, section: Section, names: Mapping[str, str]) -> None:
        self.section, self.names = section, {**names, OWN: OWN}
        self._known = {kind: self.names[name] for name, kind in section.parameters.items()}
        self.axes = tuple(self._known[axis] for axis in section.axes)
        self.inputs: set[str] = set(self.axes)  # everything it has been seen to depend on
        self.stages = self.grow if section.staged else None

    def known(self, kind: Parameter) -> str:
        """The lesson's name of a parameter of this section."""
        return self._known[kind]

    def local(self, known: str) -> str:
        """The section's name of one of the lesson's parameters."""
        return next(name for name, other in self.names.items() if other == known)

    def now(self, state: State) -> Snapshot:
        """The parameters at this moment."""
        return Snapshot(self, state)

    def at(self, state: State, along: str, values: Values) -> Frames:
        """The parameters as the picture is to read them."""
        return Frames(self, state, along, values)

    def drawn(self, at: Frames, says: str = "") -> Scene:
        """The complete scene; `says`: another sentence than its own."""
        made = self.section.draw(at)
        if isinstance(made, Picture):
            made.sentence = says or made.sentence
            return made.scene(at)
        *_, (_, scene) = self.stages_at(at)
        return scene

    def stages_at(self, at: Frames) -> Iterator[tuple[float, Scene]]:
        """The scene in stages."""
        made = self.section.draw(at)
        assert not isinstance(made, Picture)
        last, scene = None, None
        for fraction, picture in made:
            if scene is None or picture is not last:  # a stage need not have anything new
                last, scene = picture, picture.scene(at)
            yield fraction, scene

    def scene(self, state: State, along: str, values: Values, says: str = "") -> Scene:
        """The complete scene, however long it takes."""
        return self.drawn(self.at(state, along, values), says)

    def grow(self, state: State, along: str, values: Values) -> Iterator[tuple[float, Scene]]:
        """The scene in stages."""
        return self.stages_at(self.at(state, along, values))
