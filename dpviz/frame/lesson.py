"""A lesson at work: parameters to engine to picture to page, and never back.

A lesson is its sections. The rest is here: which picture follows which slider, what is computed again when a value
changes, the link, and where a mistake is told.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from dpviz.draw.payload import chart_payload
from dpviz.draw.scene import Scene
from dpviz.frame.controls import Control, Controls, slider_state
from dpviz.frame.kinds import Number
from dpviz.frame.limits import LimitKeeper, state_of_link
from dpviz.frame.opening import opening
from dpviz.frame.parameters import Parameters
from dpviz.frame.question_widget import AskedQuestions, Shown
from dpviz.frame.section import OWN, BoundSection, Frames
from dpviz.frame.stages import Stages
from dpviz.frame.title import entry_of, title_of
from dpviz.kernel.core import DRAWN_BEFORE
from dpviz.widgets import Chart, Page, Panel, Widget, controls_row, standalone_page

log = logging.getLogger(__name__)


class Drawn(TypedDict):
    """What a picture depends on: names of parameters read at the last drawing, and at any."""

    read: list[str]
    inputs: list[str]


PATIENCE = 5.0  # seconds for a picture in stages, where it is printed and not looked at
CAVEAT = (
    "For learning, not for protecting data: random draws made with ordinary floating-point numbers leak a little "
    "more than the theory says."
)


class Lesson:
    """Parameters, sections and the page they live on; the parameters named in `shared` are no section's own."""

    def __init__(
        self, parameters: Parameters, sections: Mapping[str, BoundSection], shared: Iterable[str] = ()
    ) -> None:
        self.parameters, self.sections, self.shared = parameters, dict(sections), frozenset(shared)
        self.own: Any = None  # of the reader's; sections read it as `at.own`
        self._limits = LimitKeeper(parameters, sections)
        self.page = Page(
            names=sorted(parameters.declared()),
            caveat=CAVEAT,
            on_prefetch=self.prefetch,
            on_near=self.near,
            on_link=self.open_link,
            on_go=self.go,
            on_peek=self.peek,
            on_save=lambda picture, address: self._alone(picture, address, present=True),
        )
        self.identity = self.page.page
        self._controls = Controls(parameters, self.page)
        self._charts: dict[str, Chart] = {}
        self._opened: list[Widget] = []
        self._asked = AskedQuestions(self.sections, parameters, self.identity)
        self._begun: dict[str, None] = {}  # pictures to draw: all but those in stages that nobody has come near
        self._far: frozenset[str] = frozenset()  # pictures that nobody is near, as far as the page says
        self._later: dict[str, str] = {}  # of those: the axes to draw them along when somebody is
        self._ahead: dict[str, Scene] = {}  # and what became of those in stages meanwhile
        self._drawn: dict[str, tuple[str, Any]] = {}  # the axis, and what the picture belongs to
        self._waiting: set[str] | None = None
        self._stages = Stages(self._grown, self._failed)
        parameters.observe(lambda change: self._changed({change["name"]}), names=list(parameters.declared()))
        self._limits.fit(None, None)

    # What a notebook cell shows -------------------------------------------------------------------------

    def start(self) -> Page:
        """Return the head of the page: theme, link, problems. A lesson's first cell shows it."""
        return self.page

    def opening(self) -> Panel:
        """Return the picture by which the gallery knows the lesson, with its slider: it begins the page.

        Slider and picture have an id of their own: nothing else moves with them, and no kernel is asked.
        """
        entry = entry_of(next(iter(self.sections.values())).section.draw)
        section = self.sections[entry["section"]]
        axis = section.known(section.section.parameters[entry["axis"]]) if "axis" in entry else section.axes[0]
        there = state_of_link(entry["state"], self.parameters, self.sections, self.own)
        # Of a page that goes on with another kernel it is there.
        block = {} if DRAWN_BEFORE else self._block_in(there, entry["section"], axis, entry.get("says", ""))
        panel = opening(there, axis, block, self.identity)
        [row, chart] = panel.children
        self._opened += [chart, *row.children]
        return panel

    def show(self, picture: str, *controls: str) -> Panel:
        """Return a picture with the controls that move it, for a notebook cell to show."""
        if picture not in self._charts:
            axis = self.sections[picture].axes[0]
            staged = self.sections[picture].stages is not None
            # What takes long is begun when somebody comes near it.
            block = {} if staged else self._first(picture, axis)
            chart = self._charts[picture] = Chart(page=self.identity, name=picture, block=block, staged=staged)
            if not staged:
                self._begun[picture] = None
            else:
                chart.on_seen(lambda visible: self._seen(picture, visible))
                chart.on_cancel(lambda: self._stages.cancel(picture))
                chart.on_resume(lambda: self._stages.resume(picture))
        parts = [controls_row(*self._row(picture, controls)), self._controls.back_of(picture)[0], self._charts[picture]]
        return Panel(parts, block=lambda printed: self._shown(picture, printed))

    def _first(self, picture: str, axis: str) -> dict[str, Any]:
        """A picture as it is at first; nothing, where the page has it from an earlier run of the same cells."""
        if picture not in DRAWN_BEFORE:
            return self._block(picture, axis)
        at, before = self._at(picture, axis), DRAWN_BEFORE[picture]
        at.read.update(before["read"])
        self.sections[picture].inputs.update(before["inputs"])
        self._drawn[picture] = (axis, at)
        return {}

    def drawn(self) -> dict[str, Drawn]:
        """What the pictures have read so far, for `DRAWN_BEFORE` of a later run."""
        return {
            picture: {"read": sorted(at.read), "inputs": sorted(self.sections[picture].inputs)}
            for picture, (_, at) in self._drawn.items()
            if self.sections[picture].stages is None
        }

    def _shown(self, picture: str, printed: bool) -> dict[str, Any]:
        """What a picture's chart holds; for print, where nobody comes to look, one in stages as far as it gets."""
        section, scene = self.sections[picture], None
        if not printed or section.stages is None:
            return self._charts[picture].shown
        until = time.monotonic() + PATIENCE
        for _, latest in section.stages_at(self._at(picture, section.axes[0])):
            scene = latest  # its sentence says how far it is
            if time.monotonic() > until:
                break
        return self._payload(picture, scene) if scene else {}

    def _row(self, picture: str, controls: tuple[str, ...]) -> list[Control]:
        section = self.sections[picture]
        names = [section.names[name] for name in controls] or [section.known(kind) for kind in section.section.controls]
        # Of the shared ones those that the panel shows: its picture is back only when these are.
        elsewhere = self.shared - set(names)
        own = [name for name in section.names.values() if name not in {*elsewhere, OWN}]
        self._controls.back(picture, own, lambda: self.back(picture))
        return [self.control(name) for name in names]

    def back(self, picture: str) -> None:
        """Put the parameters of a section back to the values that its text speaks of."""
        with self.together():
            self.parameters.back(self._controls.back_of(picture)[1])

    def control(self, name: str) -> Control:
        """Return the control of a parameter; there is one, however often it is shown."""
        return self._controls.of(name)

    def question(self, name: str) -> Shown:
        """Return a question by which readers check themselves, for a notebook cell to show."""
        return self._asked.question(name)

    def predict(self, name: str) -> Shown:
        """Return what lets readers commit themselves before the picture shows it, for a notebook cell to show."""
        return self._asked.prediction(name)

    # What the page asks for -----------------------------------------------------------------------------

    def prefetch(self, axis: str) -> None:
        """Give every picture that can follow this slider its frames along it, if it has not got them yet."""
        for name in self._begun:
            if axis in self.sections[name].axes:
                if name in self._far:
                    self._later[name] = axis
                else:
                    self._draw(name, axis)

    def near(self, pictures: Iterable[str]) -> None:
        """Take note of which pictures the reader is near: the others are not drawn before they are."""
        self._far = frozenset(self.sections) - frozenset(pictures)
        with self._stages.lock:
            for name in [name for name in self._later if name not in self._far]:
                self._draw(name, self._later[name])
            for name in [name for name in self._ahead if name not in self._far]:
                self._grown(name, self._ahead[name])

    def open_link(self, query: str) -> None:
        """Restore the state of a link; what it gets wrong is told in the page, the rest is taken."""
        with self.together():
            problems = self.parameters.read(query)
        self.page.problems = [{"parameter": p.parameter, "message": p.message} for p in problems]

    def go(self, query: str, picture: str = "") -> None:
        """Bring the lesson into the state of a link: what it does not name is at its default.

        The picture that the reader waits for is drawn first.
        """
        with self.together():
            self.parameters.back(self.parameters.declared())
            problems = self.parameters.read(query)
            if picture in self._begun:  # in whose order they are drawn
                self._begun = {picture: None} | self._begun
            self._far -= {picture}
        self.page.problems = [{"parameter": p.parameter, "message": p.message} for p in problems]

    def peek(self, query: str, picture: str, axis: str = "") -> dict[str, Any]:
        """Return what a picture would be in the state of a link, and what is shown stays.

        The ``block`` along an axis, by default the picture's first, and ``values``, those of the numbers by name.
        Nothing for a picture made in stages: it would keep the kernel from the reader for too long.
        """
        section = self.sections[picture]
        if section.stages is not None:
            return {}
        other = state_of_link(query, self.parameters, self.sections, self.own)
        values = {
            name: float(getattr(other, name)) for name, kind in other.declared().items() if isinstance(kind, Number)
        }
        along = axis if axis in section.axes else section.axes[0]
        return {"block": self._block_in(other, picture, along), "values": values}

    def _block_in(self, other: Parameters, picture: str, axis: str, says: str = "") -> dict[str, Any]:
        """A picture as it would be with other parameters; `says`: another sentence than its own."""
        scene = self.sections[picture].scene({**other.snapshot(), OWN: self.own}, axis, other.grid(axis), says)
        return self._payload(picture, scene, other)

    def tell(self, parameter: str, message: str) -> None:
        """Say in the page what went wrong; the last good picture stays."""
        self.page.problems = [{"parameter": parameter, "message": message}]

    def finish(self, picture: str) -> Scene:
        """Run a picture to its end here and now, along the axis it is shown along, and return it.

        A page needs no such thing; tests do, and scripts.
        """
        if self.sections[picture].stages is not None and picture in self._charts:
            self._seen(picture, True)
            finished = self._stages.finish(picture)
            if finished is not None:
                return finished
        axis = self._drawn[picture][0] if picture in self._drawn else self.sections[picture].axes[0]
        return self.sections[picture].scene(self.state(), axis, self._values(axis))

    def save(self, picture: str, path: str | PathLike[str], *, address: str = "") -> None:
        """Write a picture as one HTML file that is dragged without any server, at the parameters' present values.

        Each slider of the section moves it, one at a time; everything else is as it is now, and the file says so. A
        file of that name is overwritten. Pictures made in stages are completed along each of their sliders, which may
        take minutes. `address` is where the picture is to be found on the web; written into the file if it is public.
        """
        if picture not in self.sections:
            raise ValueError(f"picture must be one of {', '.join(self.sections)}; got {picture!r}")
        Path(path).write_bytes(self._alone(picture, address))

    def _alone(self, picture: str, address: str, *, present: bool = False) -> bytes:
        """A picture as a page of its own; `present`: one in stages as far as it is, along its present slider."""
        section = self.sections[picture]
        if present and section.stages is not None:
            if picture in self._later:
                self._draw(picture, self._later[picture])
            shown = self._charts[picture].shown
            if not shown:
                raise ValueError("There is nothing to save yet: the picture is being computed.")
            axis = shown["axis"]
            # The block was begun where the slider stood then.
            here = int(np.abs(np.array(shown["values"]) - getattr(self.parameters, axis)).argmin())
            blocks = {axis: {**shown, "start": here}}
        else:
            scenes = {axis: section.scene(self.state(), axis, self._values(axis)) for axis in section.axes}
            blocks = {axis: self._payload(picture, scene) for axis, scene in scenes.items()}
        sliders = [slider_state(self.parameters, axis) for axis in blocks]
        return standalone_page(
            picture, blocks, sliders, lesson=title_of(self.sections[picture].section.draw), address=address
        )

    def close(self) -> None:
        """Give up what is under way, and take the lesson's widgets off the page."""
        self._stages.close()
        self._controls.close()
        self._asked.close()
        for widget in (self.page, *self._charts.values(), *self._opened):
            widget.close()

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

    # ----------------------------------------------------------------------------------------------------

    def _changed(self, names: set[str]) -> None:
        """Take note of a change. Ranges and options follow at once, so that what comes next is judged by them."""
        with self.together():
            cast(set[str], self._waiting).update(names)
            self._limits.fit(names, self.own)

    def state(self) -> dict[str, Any]:
        """All that pictures are drawn from: the parameters, and what there is of the reader's."""
        return {**self.parameters.snapshot(), OWN: self.own}

    def take(self, own: Any) -> None:
        """Let the sections have something of the reader's, in place of what there was."""
        self.own = own
        self._changed({OWN})

    def _seen(self, picture: str, visible: bool) -> None:
        """A picture in stages is near the window, or no longer."""
        if visible and picture not in self._begun:
            self._begun[picture] = None
            self._draw(picture, self.sections[picture].axes[0])
        elif visible and picture in self._later:
            self._draw(picture, self._later[picture])
        self._stages.seen(picture, visible)

    def _show_changes(self, changed: set[str]) -> None:
        for name in self._begun:
            if changed & self.sections[name].inputs:
                axis = self._drawn[name][0] if name in self._drawn else self.sections[name].axes[0]
                if name in self._far:
                    self._leave(name, self._later.get(name, axis))
                else:
                    self._draw(name, axis)
        self._controls.refresh()
        self._asked.refresh(changed)
        self.page.query = self.parameters.query()

    def _leave(self, picture: str, axis: str) -> None:
        """Draw a picture along an axis when somebody comes near it."""
        with self._stages.lock:
            self._stages.keep(picture, lambda other: (other, self._at(picture, other)))
            self._later[picture] = axis
            self._ahead.pop(picture, None)
            drawn = self._drawn.get(picture)
            self._charts[picture].stale = drawn is None or drawn != (drawn[0], self._at(picture, drawn[0]))

    def _draw(self, picture: str, axis: str) -> None:
        """Draw a picture along an axis unless the frames it has are the right ones already."""
        with self._stages.lock:
            self._later.pop(picture, None)
            ahead = self._ahead.pop(picture, None)
            if self._drawn.get(picture) == (axis, self._at(picture, axis)):
                self._charts[picture].stale = False
                if ahead is not None:
                    self._grown(picture, ahead)
                return
            chart = self._charts[picture]
            try:
                made = self._block(picture, axis)
            except Exception as error:
                self._failed(picture, error)
                made = None
            # hold_sync: the picture and how far it is come in one message.
            with chart.hold_sync():
                if made is not None:
                    chart.show(made)
                chart.stale = False
                chart.progress, chart.stopped = self._stages.progress(picture)

    def _failed(self, picture: str, error: Exception) -> None:
        """Say why a picture could not be drawn; the last good one stays."""
        if isinstance(error, ValueError):  # the engine refuses an input
            self.tell("", str(error))
            return
        log.error("drawing %s", picture, exc_info=error)
        self.tell("", f"The picture “{picture}” could not be drawn; what you see is the last good one.")

    def _block(self, picture: str, axis: str) -> dict[str, Any]:
        section, at = self.sections[picture], self._at(picture, axis)
        key: Any = axis, at
        if section.stages is None:
            scene = section.drawn(at)
        else:
            # What was begun with other inputs is given up, even if this fails now and leaves nothing drawn.
            if picture in self._drawn:
                self._stages.keep(picture, lambda other: (other, self._at(picture, other)))
                self._drawn[picture] = (axis, ())
            else:
                self._stages.drop(picture)
            scene = self._stages.begin(picture, axis, key, lambda: section.stages_at(at))
            key = self._stages.key(picture)  # of a run that goes on: it knows what it has read
        made = self._payload(picture, scene)
        self._drawn[picture] = key
        return made

    def _payload(self, picture: str, scene: Scene, parameters: Parameters | None = None) -> dict[str, Any]:
        section, now = self.sections[picture], parameters or self.parameters
        others = [name for name in section.names.values() if name in section.inputs - {*section.axes, OWN}]
        state = [
            {**now.stated(name, scene.values if name == scene.axis else None), "main": name in section.axes}
            for name in (*section.axes, *others)
        ]
        return chart_payload(scene, section.section.sent_values, state)

    def _grown(self, picture: str, scene: Scene | None) -> None:
        """Show how far a picture in stages is, and what it looks like by now."""
        chart = self._charts[picture]
        if chart.comm is None:  # closed: nobody looks any more
            self._stages.drop(picture)
            return
        with chart.hold_sync():
            if scene is not None and picture in self._far:
                self._ahead[picture] = scene
                chart.stale = True
            elif scene is not None:
                self._ahead.pop(picture, None)
                chart.grow(self._payload(picture, scene))
                chart.stale = False
            chart.progress, chart.stopped = self._stages.progress(picture)

    def _values(self, axis: str) -> NDArray[np.float64]:
        return self.parameters.grid(axis)

    def _at(self, picture: str, axis: str) -> Frames:
        """The moment to draw a picture at; two are equal if nothing that was read differs."""
        return self.sections[picture].at(self.state(), axis, self._values(axis))
