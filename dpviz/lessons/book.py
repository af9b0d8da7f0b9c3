"""A lesson as the list of its sections; the page, its widgets and its kernel come with `lesson`."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from dpviz.lessons.kinds import Parameter
from dpviz.lessons.parameters import Parameters
from dpviz.lessons.questions import Question
from dpviz.lessons.section import Drawn, Section, parameters_of

if TYPE_CHECKING:
    from dpviz.lessons.lesson import Lesson


class Book:
    """The sections of a lesson, in reading order.

    Parameters
    ----------
    package : str
        Where their modules lie: each has a ``SECTION``, and a picture is called as its module.
    *sections : str
    """

    def __init__(self, package: str, *sections: str) -> None:
        self.package, self._modules = package, sections
        self._shares = find_spec(f"{package}.shared") is not None

    @cached_property
    def sections(self) -> dict[str, Section]:
        """The sections by name. Loaded at first use: the catalogue of lessons needs none of the engine."""
        return {name: import_module(f"{self.package}.{name}").SECTION for name in self._modules}

    @cached_property
    def shared(self) -> dict[str, Parameter]:
        """The parameters of the lesson's module ``shared``, which every section can read."""
        return parameters_of(import_module(f"{self.package}.shared")) if self._shares else {}

    @cached_property
    def names(self) -> dict[Parameter, str]:
        """What each parameter is called in links.

        As in its module if no other section has one of that name, ``section.name`` otherwise.
        """
        home = {kind: (section, name) for section, made in self.sections.items()
                for name, kind in made.parameters.items() if kind not in self.shared.values()}  # fmt: skip
        often = Counter([*self.shared, *(name for _, name in home.values())])
        own = {
            kind: name if often[name] == 1 else f"{section}.{name}" for kind, (section, name) in home.items()
        }
        return own | {kind: name for name, kind in self.shared.items()}

    @cached_property
    def parameters(self) -> type[Parameters]:
        """The lesson's parameters, as the model that is its controls and its link."""
        former = {kind.was: name for kind, name in self.names.items() if kind.was}
        traits = {name: kind for kind, name in self.names.items()}
        return type("LessonParameters", (Parameters,), {"former": former, **traits})

    @cached_property
    def questions(self) -> dict[str, Question]:
        """The questions of all sections."""
        return {name: asked for made in self.sections.values() for name, asked in made.questions.items()}

    def make(self) -> Lesson:
        """Return the lesson, with widgets of its own."""
        from dpviz.lessons.lesson import Lesson

        pictures = {}
        for name, made in self.sections.items():
            known = {local: self.names[kind] for local, kind in {**self.shared, **made.parameters}.items()}
            pictures[name] = Drawn(made, known, tuple(self.names[axis] for axis in made.axes))
        return Lesson(self.parameters(), pictures, self.questions)

    def attribute(self, name: str) -> Any:
        """Return ``lesson`` when a notebook imports it; a package's ``__getattr__``."""
        # Made at first use, not at import: a lesson opens widgets, and needs a kernel to show them.
        if name != "lesson":
            raise AttributeError(f"module {self.package!r} has no attribute {name!r}")
        if "lesson" not in vars(self):
            self.lesson = self.make()
        return self.lesson
