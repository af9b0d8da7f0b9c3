"""A lesson as the list of its sections; the page, its widgets and its kernel come with `lesson`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dpviz.frame.card_file import write_cards
from dpviz.frame.kinds import Parameter
from dpviz.frame.parameters import Parameters
from dpviz.frame.question_file import ask
from dpviz.frame.section import BoundSection, Section, parameters_of

if TYPE_CHECKING:
    from dpviz.frame.lesson import Lesson


class Outline:
    """The sections of a lesson, in reading order.

    Parameters
    ----------
    package : str
        Where their modules lie, ``questions.txt`` with what they ask and ``cards.txt`` with their theorems. A module
        has a ``SECTION``, and its picture is called as the module; or several ``SECTIONS`` by name.
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
        modules: dict[str, ModuleType] = {}
        for name in self._modules:
            module = import_module(f"{self.package}.{name}")
            made = module.SECTIONS if hasattr(module, "SECTIONS") else {name: module.SECTION}
            found |= made
            modules |= dict.fromkeys(made, module)
        folder = Path(import_module(self.package).__path__[0])
        if (file := folder / "questions.txt").is_file():
            ask(file, found, modules)
        if (file := folder / "cards.txt").is_file():
            write_cards(file, found)
        return found

    @cached_property
    def shared(self) -> dict[str, Parameter]:
        """The parameters of the lesson's module ``shared``, which every section can read."""
        return parameters_of(import_module(f"{self.package}.shared")) if self._shares else {}

    def make(self) -> Lesson:
        """Return the lesson, with widgets of its own."""
        from dpviz.frame.lesson import Lesson

        kind: Callable[..., Lesson] = Lesson
        if self._lesson:
            module, _, name = self._lesson.rpartition(".")
            kind = getattr(import_module(f"{self.package}.{module}"), name)
        return make_lesson(self.sections, self.shared, kind)

    def attribute(self, name: str) -> Any:
        """Return ``lesson`` when a notebook imports it; a package's ``__getattr__``."""
        # Made at first use, not at import: a lesson opens widgets, and needs a kernel to show them.
        if name != "lesson":
            raise AttributeError(f"module {self.package!r} has no attribute {name!r}")
        if "lesson" not in vars(self):
            self.lesson = self.make()
        return self.lesson


def make_lesson(
    sections: Mapping[str, Section], shared: Mapping[str, Parameter], kind: Callable[..., Lesson]
) -> Lesson:
    """Return a lesson of these sections, with widgets of its own."""
    names = _names(sections, shared)
    bound = {
        name: BoundSection(
            made, {local: names[parameter] for local, parameter in {**shared, **made.parameters}.items()}
        )
        for name, made in sections.items()
    }
    return kind(_model(names)(), bound, shared)


def _names(sections: Mapping[str, Section], shared: Mapping[str, Parameter]) -> dict[Parameter, str]:
    """What each parameter is called in links.

    As in its module if no other section has one of that name, ``section.name`` otherwise.
    """
    home: dict[Parameter, tuple[str, str]] = {}
    for section, made in sections.items():
        for name, kind in made.parameters.items():
            if kind not in shared.values():
                home.setdefault(kind, (section, name))
    often = Counter([*shared, *(name for _, name in home.values())])
    # The shared ones first: what the others may be can depend on them, and links are read in this order.
    return {kind: name for name, kind in shared.items()} | {
        kind: name if often[name] == 1 else f"{section}.{name}" for kind, (section, name) in home.items()
    }


def _model(names: Mapping[Parameter, str]) -> type[Parameters]:
    """The parameters as the model that is their controls and their link."""
    for name in names.values():
        if hasattr(Parameters, name):
            raise TypeError(f"a parameter must have a name that Parameters does not use itself; got {name!r}")
    return type("LessonParameters", (Parameters,), {name: kind for kind, name in names.items()})
