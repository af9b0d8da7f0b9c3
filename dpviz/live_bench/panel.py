"""The panel: a mechanism is drawn from between the page's messages, a slice of time at a time, while it is watched."""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any, cast

from dpviz.frame.card_file import write_cards
from dpviz.frame.lesson import PATIENCE, Lesson
from dpviz.frame.outline import make_lesson
from dpviz.frame.section import OWN
from dpviz.frame.stages import IDLE, Stages, work
from dpviz.live_bench.picture import Seen, section_of
from dpviz.live_bench.run import Run
from dpviz.privacy import Bench
from dpviz.widgets import Button, Note, Panel

log = logging.getLogger(__name__)

NAME = "bench"  # of the section
SLICE = 0.03  # seconds of draws before the page's messages are looked at (or one call, if that takes longer)
PAUSE = 0.003  # seconds in which they are
FRAME = 0.06  # seconds that a picture stays at least, between two certificates; or as long as it took to make
FIRST = 0.2  # seconds that the call itself may draw for, to have something to show
CAVEAT = (
    "What is certified here is a lower bound on the privacy loss, at the confidence said however long you watch. "
    "Nothing found is no proof of privacy."
)


def bench(mechanism: Callable[..., Any], claim: float = 1.0, **options: Any) -> LiveBench:
    """Show a mechanism on the bench: a panel that draws from it while one looks.

    It returns at once, while `dpviz.privacy.bench` returns when it is done; `finish` is that, of what is shown.

    Parameters
    ----------
    mechanism : callable
        As for `dpviz.privacy.bench`: ``(data, rng)``, ``(data, rng, size)``, ``(data, trials, rng)`` or ``(data)``.
    claim : float, default 1
        The ε claimed, finite and >= 0, in nats. Its slider begins there.
    **options
        Those of `dpviz.privacy.bench`, and ``title``. Where that stops at a refutation, the panel goes on to `trials`
        draws for a data set, or for so many `seconds`; *More draws* doubles either.

    Returns
    -------
    LiveBench
        To be shown by a notebook's cell; its numbers can be read at any time.

    Raises
    ------
    TypeError, ValueError, MechanismError
        As `dpviz.privacy.bench`, as far as the first draws show it; what is raised later is said in the panel.

    Notes
    -----
    The confidence is true for all looks, and for every claim and every δ that the sliders are moved to after looking:
    certificates bound the probabilities of events, and these bounds do not depend on either
    (`dpviz.privacy.benching.certificates` has the proof). Each call of this function is a bench of its own, with an
    error of its own. One call of the mechanism is not interrupted. The draws have a button and no slider, because those
    that were looked at cannot be taken back: each certificate needs as many fresh ones again.
    Source: DP-1, DP-2.

    Examples
    --------
    >>> def total(data, rng):  # one person changes it by 2, and the noise is for 1
    ...     return 2 * sum(data) + rng.laplace()
    >>> live = bench(total, claim=1.0, trials=2000)
    >>> live.finish().violated
    True
    """
    return LiveBench(mechanism, claim, **options)


class LiveBench:
    """A bench at work and the panel that shows it; see `bench`.

    `widget` is what shows it. A page that has another mechanism to try hands it to `restart`: the panel stays.
    """

    def __init__(self, mechanism: Callable[..., Any], claim: float = 1.0, **options: Any) -> None:
        self._run = _begun(mechanism, claim, **options)
        self._paused = False
        self._task: asyncio.Task[None] | None = None
        self._next = 0.0  # when the page gets another picture, as time.monotonic() has it
        section = section_of(self._run.watch.epsilon, self._run.watch.delta)
        write_cards(Path(__file__).with_name("cards.txt"), {NAME: section})
        self._lesson = make_lesson({NAME: section}, {}, lambda *given: _BenchLesson(self, *given))
        self.widget = self._panel()

    # What there is by now --------------------------------------------------------------------------------

    @property
    def result(self) -> Bench:
        """What was found so far, as `dpviz.privacy.bench` returns it, at the claim and the δ of the sliders.

        Its `ended` is empty while it goes on, and ``"failed"`` where the mechanism has raised.
        """
        return self._run.result

    @property
    def running(self) -> bool:
        """Whether it draws, or will as soon as somebody looks."""
        return not self._run.ended and not self._paused

    def to_frame(self) -> Any:
        """The certificates as a table, a row a look (`Bench.to_frame`)."""
        return self.result.to_frame()

    def as_test(self) -> str:
        """The counterexample as a test for pytest (`Bench.as_test`)."""
        return self.result.as_test()

    def save(self, path: str | PathLike[str]) -> None:
        """Write what it shows as one HTML file, whose sliders move the claim and δ without any server."""
        self._show()
        self._lesson.save(NAME, path)

    # What it does ----------------------------------------------------------------------------------------

    def pause(self) -> None:
        """Draw no more until `resume`."""
        self._paused = True
        self._show()

    def resume(self) -> None:
        """Go on."""
        self._paused = False
        self._show()
        self._wake()

    def more(self) -> None:
        """Allow twice as many draws, and as much time again; go on."""
        self._run.more()
        self.resume()

    def finish(self) -> Bench:
        """Draw here and now as long as it may, and return what was found: for scripts, which no page asks for it."""
        while not self._run.ended:
            self._run.draw(1.0)
        self._show()
        return self.result

    def restart(self, mechanism: Callable[..., Any], claim: float = 1.0, **options: Any) -> None:
        """Try another mechanism in this panel, from nothing; the sliders go to its claim and its δ.

        What the options or the first draws raise is raised here, and the panel stays as it is.
        """
        self._run = _begun(mechanism, claim, **options)
        self._lesson.page.problems = []
        watch, parameters = self._run.watch, self._lesson.parameters
        epsilon, delta = watch.epsilon, watch.delta
        with self._lesson.together():
            parameters.claim, parameters.delta = epsilon, delta
        self.resume()

    def close(self) -> None:
        """Draw no more, and take the panel off the page."""
        self._paused = True
        self._lesson.close()
        self.widget.close()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.widget._repr_mimebundle_(**options)

    # The page --------------------------------------------------------------------------------------------

    def _panel(self) -> Panel:
        lesson = self._lesson
        lesson.own = self._run.see()
        [row, _, chart] = lesson.show(NAME).children
        self._chart = chart
        chart.on_seen(lambda visible: self._wake() if visible else None)
        chart.on_cancel(self.pause)
        chart.on_resume(self.resume)
        more = Button(page=lesson.identity, name="more", label="More draws")
        more.on_press(self.more)
        row.children += (more,)

        def block(printed: bool) -> dict[str, Any]:
            if printed:  # nobody comes to look
                self._run.draw(PATIENCE)
                self._show()
            return cast(dict[str, Any], chart.shown)

        return Panel([lesson.start(), row, chart, Note(page=lesson.identity, text=CAVEAT)], block=block)

    @property
    def progress(self) -> tuple[float, bool]:
        """How much of what it may draw is drawn, in [0, 1), or -1 where that is all; and whether it is paused."""
        return (IDLE, False) if self._run.ended else (min(self._run.fraction, 0.999), self._paused)

    def _fail(self) -> None:
        """Draw no more and show no more: what a picture is made of may be at fault."""
        self._run.ended = "failed"
        self._chart.progress, self._chart.stopped = self.progress

    def aim(self, epsilon: float, delta: float) -> Seen:
        """Search for what refutes this claim from now on; what there is to see at it."""
        self._run.watch.aim(epsilon=epsilon, delta=delta)
        return self._run.see()

    def _show(self) -> None:
        begin = time.monotonic()
        self._lesson.take(self._run.see())
        now = time.monotonic()
        self._next = now + max(FRAME, now - begin)

    # Between the page's messages -------------------------------------------------------------------------

    def _wake(self) -> None:
        """See to it that there is a task, if there is work; without a running loop `finish` is all there is."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if self.running and (self._task is None or self._task.done()):
            self._task = loop.create_task(work(weakref.ref(self), PAUSE))

    def _slice(self) -> bool:
        """Work for a moment; False if there is nothing left to do."""
        if not self.running:
            return False
        try:
            certified = self._run.draw(SLICE)
            if certified or self._run.ended or time.monotonic() >= self._next:
                self._show()
        except Exception as error:
            log.exception("on the bench")
            self._lesson.page.report(error if isinstance(error, ValueError | TypeError) else str(error))
            self._run.ended = "failed"
            self._show()
        return True


def _begun(mechanism: Callable[..., Any], claim: float, **options: Any) -> Run:
    """A run that has something to show, if that takes no longer than a moment."""
    run = Run(mechanism, claim, **options)
    run.draw(FIRST, until=lambda: run.watch.shown() is not None)
    return run


class _BenchLesson(Lesson):
    """One picture and its sliders; what is claimed is handed to the bench before the picture is drawn."""

    def __init__(self, bench: LiveBench, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._bench = weakref.ref(bench)
        self._stages = _Progress(self._bench)
        self.page.caveat = ""  # what is to be kept in mind stands under the picture

    def show(self, picture: str, *controls: str) -> Panel:
        """Return the picture with its sliders; it has a progress bar, as those have that are made in stages."""
        panel = super().show(picture, *controls)
        chart = self._charts[picture]
        chart.staged = True
        chart.progress, chart.stopped = self._stages.progress(picture)
        return panel

    def _changed(self, names: set[str]) -> None:
        bench = self._bench() if {"claim", "delta"} & names else None
        if bench is not None:
            self.own = bench.aim(self.parameters.claim, self.parameters.delta)
            names = names | {OWN}
        super()._changed(names)


class _Progress(Stages):
    """Of a picture whose work is done elsewhere: how far that is."""

    def __init__(self, bench: weakref.ref[LiveBench]) -> None:
        super().__init__(lambda *_: None, lambda *_: None)
        self._bench = bench

    def progress(self, _: str) -> tuple[float, bool]:
        """How far the bench is, and whether it is paused."""
        bench = self._bench()
        return (IDLE, False) if bench is None else bench.progress
