"""A lesson as the list of its sections; the page, its widgets and its kernel come with `lesson`."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from dpviz.lessons.kinds import Parameter
from dpviz.lessons.parameters import Parameters
from dpviz.lessons.section import BoundSection, Section, parameters_of

if TYPE_CHECKING:
    from dpviz.lessons.lesson import Lesson


class Outline:
    """The sections of a lesson, in reading order.

    Parameters
    ----------
    package : str
        Where their modules lie. A module has a ``SECTION``, and its picture is called as the module; or several
        ``SECTIONS`` by name.
    *modules : str
    lesson : str, optional
        ``"module.Class"`` of the package: the subclass of `Lesson` for one that has data of the reader's, or forms.
    """

    def __init__(self, package: str, *modules: str, lesson: str = "") -> None:
        self.package, self._modules, self._lesson = package, modules, lesson
        self._shares = find_spec(f"{package}.shared") is not None

    @cached_property
    def sections(self) -> dict[str, Section]:
        """The sections by name. Loaded at first use: the catalogue of lessons needs none of the engine."""
        found: dict[str, Section] = {}
        for name in self._modules:
            module = import_module(f"{self.package}.{name}")
            found |= module.SECTIONS if hasattr(module, "SECTIONS") else {name: module.SECTION}
        return found

    @cached_property
    def shared(self) -> dict[str, Parameter]:
        """The parameters of the lesson's module ``shared``, which every section can read."""
        return parameters_of(import_module(f"{self.package}.shared")) if self._shares else {}

    @cached_property
    def names(self) -> dict[Parameter, str]:
        """What each parameter is called in links.

        As in its module if no other section has one of that name, ``section.name`` otherwise.
        """
        home: dict[Parameter, tuple[str, str]] = {}
        for section, made in self.sections.items():
            for name, kind in made.parameters.items():
                if kind not in self.shared.values():
                    home.setdefault(kind, (section, name))
        often = Counter([*self.shared, *(name for _, name in home.values())])
        # The shared ones first: what the others may be can depend on them, and links are read in this order.
        return {kind: name for name, kind in self.shared.items()} | {
            kind: name if often[name] == 1 else f"{section}.{name}" for kind, (section, name) in home.items()
        }

    @cached_property
    def parameters(self) -> type[Parameters]:
        """The lesson's parameters, as the model that is its controls and its link."""
        former: dict[str, list[str]] = {}
        for kind, name in self.names.items():
            # One that was called otherwise has nothing to do with what was called as it is now.
            old = kind.was or name.rpartition(".")[2]
            if old != name:
                former.setdefault(old, []).append(name)
        traits: dict[str, Any] = {name: kind for kind, name in self.names.items()}
        return type("LessonParameters", (Parameters,), {"former": former, **traits})

    def make(self) -> Lesson:
        """Return the lesson, with widgets of its own."""
        from dpviz.lessons.lesson import Lesson

        kind = Lesson
        if self._lesson:
            module, _, name = self._lesson.rpartition(".")
            kind = getattr(import_module(f"{self.package}.{module}"), name)
        bound = {
            name: BoundSection(
                made, {local: self.names[kind] for local, kind in {**self.shared, **made.parameters}.items()}
            )
            for name, made in self.sections.items()
        }
        return kind(self.parameters(), bound, shared=self.shared)

    def attribute(self, name: str) -> Any:
        """Return ``lesson`` when a notebook imports it; a package's ``__getattr__``."""
        # Made at first use, not at import: a lesson opens widgets, and needs a kernel to show them.
        if name != "lesson":
            raise AttributeError(f"module {self.package!r} has no attribute {name!r}")
        if "lesson" not in vars(self):
            self.lesson = self.make()
        return self.lesson
