"""Pictures that take longer than a second: made a stage at a time, between the page's messages.

One task a lesson carries all of them on, those in view first, and gives the event loop back after each slice of
work. It begins when the reader's page has shown the picture, so that a kernel kept ready for nobody stays idle.
"""

from __future__ import annotations

import asyncio
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from dpviz.draw.scene import Scene

SLICE = 0.05  # seconds of work before the page's messages are looked at (or one stage, if that takes longer)
PAUSE = 0.005  # seconds in which they are
BLOCKS = 0.35  # seconds until the second picture: a block may be a megabyte, and the line slow
LONGER = 1.5  # how many times as long the next one is waited for
IDLE = -1.0  # the progress of a picture that is complete

P = ParamSpec("P")
R = TypeVar("R")

Staged = Iterator[tuple[float, Scene]]


@dataclass
class Run:
    """One picture along one axis, as far as it is."""

    key: Any
    stages: Staged
    scene: Scene
    fraction: float
    done: bool = False
    stopped: bool = False
    shown: float = field(default_factory=time.monotonic)  # when the page got a picture last
    ahead: bool = False  # whether there is a better one than it got
    pause: float = field(default_factory=lambda: BLOCKS)  # seconds until it gets the next

    def step(self) -> None:
        """Take one stage more."""
        try:
            self.fraction, self.scene = next(self.stages)
            self.ahead = True
            self.done = self.fraction >= 1
        except StopIteration:
            self.done = True
        except BaseException:
            self.done = True
            raise
        if self.done:
            self.close()

    def close(self) -> None:
        """Let go of what the stages hold."""
        close = getattr(self.stages, "close", None)  # a generator has it, another iterator need not
        if close is not None:
            close()


def alone(method: Callable[Concatenate[Stages, P], R]) -> Callable[Concatenate[Stages, P], R]:
    """Keep other threads out: JupyterLab may hand messages to a thread beside the one that works."""

    @wraps(method)
    def locked(self: Stages, *arguments: P.args, **named: P.kwargs) -> R:
        with self.lock:
            return method(self, *arguments, **named)

    return locked


class Stages:
    """The runs of a lesson's pictures.

    ``changed(picture, scene)`` hears of progress, and of a better scene unless it is None; ``failed(picture, error)``
    of a stage that raised: what is on screen stays.
    """

    def __init__(self, changed: Callable[[str, Scene | None], None], failed: Callable[[str, Exception], None]) -> None:
        self.lock = threading.RLock()
        self._changed = changed
        self._failed = failed
        self._runs: dict[str, dict[str, Run]] = {}  # by picture and axis
        self._axis: dict[str, str] = {}  # of the run each picture shows
        self._view: dict[str, bool] = {}  # whether a picture is in view; missing until it was
        self._task: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @alone
    def begin(self, picture: str, axis: str, key: Any, make: Callable[[], Staged]) -> Scene:
        """Go on with a picture along an axis, from its first stage unless that was begun before: what to show at once.

        The key is what the run belongs to. Runs of the picture along other axes are kept for when the reader comes
        back.
        """
        runs = self._runs.setdefault(picture, {})
        if axis not in runs or runs[axis].key != key:
            self._close(runs.pop(axis, None))
            stages = make()
            fraction, scene = next(stages)
            runs[axis] = Run(key, stages, scene, fraction, done=fraction >= 1)
        run = runs[axis]
        run.shown, run.ahead = time.monotonic(), False
        self._axis[picture] = axis
        self._wake()
        return run.scene

    @alone
    def key(self, picture: str) -> Any:
        """What the run that a picture shows belongs to."""
        run = self._run(picture)
        return None if run is None else run.key

    @alone
    def keep(self, picture: str, wanted: Callable[[str], Any]) -> None:
        """Drop the runs of a picture whose key is no longer ``wanted(axis)``."""
        runs = self._runs.get(picture, {})
        for axis in [axis for axis, run in runs.items() if run.key != wanted(axis)]:
            self._close(runs.pop(axis))

    @alone
    def drop(self, picture: str) -> None:
        """Drop all runs of a picture."""
        self.keep(picture, lambda _: self)  # no run has that for a key

    @alone
    def progress(self, picture: str) -> tuple[float, bool]:
        """How far a picture is, in [0, 1), or `IDLE`; and whether the reader stopped it."""
        run = self._run(picture)
        if run is None or run.done:
            return IDLE, False
        return min(max(run.fraction, 0.0), 0.999), run.stopped

    @alone
    def seen(self, picture: str, visible: bool) -> None:
        """Take note that the page shows a picture, or that it is out of view now."""
        if visible or picture in self._view:
            self._view[picture] = visible
        self._wake()

    @alone
    def cancel(self, picture: str) -> None:
        """Stop a picture where it is; what has been computed is shown."""
        run = self._run(picture)
        if run is not None and not run.done and not run.stopped:
            run.stopped = True
            self._tell(picture, run, at_once=True)

    @alone
    def resume(self, picture: str) -> None:
        """Go on with a picture that was stopped."""
        run = self._run(picture)
        if run is not None and run.stopped:
            run.stopped = False
            self._changed(picture, None)
            self._wake()

    @alone
    def finish(self, picture: str) -> Scene | None:
        """Run a picture to its end, here and now; None if there is none under way or complete."""
        run = self._run(picture)
        if run is None:
            return None
        run.stopped = False
        try:
            while not run.done:
                run.step()
        finally:
            self._tell(picture, run, at_once=True)
        return run.scene

    @alone
    def close(self) -> None:
        """Give up everything that is under way."""
        for picture in list(self._runs):
            self.drop(picture)
        self._task = None  # it ends when it finds nothing to do

    # ----------------------------------------------------------------------------------------------------

    def _run(self, picture: str) -> Run | None:
        return self._runs.get(picture, {}).get(self._axis.get(picture, ""))

    @staticmethod
    def _close(run: Run | None) -> None:
        if run is not None:
            run.done = True
            run.close()

    def _next(self) -> tuple[str, Run] | None:
        """The run to go on with: of those the page has shown one in view, if there is one."""
        under_way = [
            (not self._view[picture], picture, run)
            for picture in self._axis
            if picture in self._view and (run := self._run(picture)) and not run.done and not run.stopped
        ]
        return min(under_way, key=lambda entry: entry[:1])[1:] if under_way else None

    @alone
    def _wake(self) -> None:
        """See to it that there is a task, if there is work; without a running loop `finish` is all there is."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            if self._loop is not None and self._loop.is_running():  # another thread's
                self._loop.call_soon_threadsafe(self._wake)
            return
        self._loop = loop
        if self._task is not None and not self._task.done() and self._task.get_loop().is_running():
            return
        self._task = loop.create_task(work(weakref.ref(self), PAUSE)) if self._next() else None

    @alone
    def _slice(self) -> bool:
        """Work for a moment; False if there is nothing left to do."""
        found = self._next()
        if found is None:
            self._task = None
            return False
        picture, run = found
        end = time.monotonic() + SLICE
        try:
            while not run.done:
                run.step()
                if time.monotonic() >= end:
                    break
            self._tell(picture, run)
        except Exception as error:
            run.done = True
            run.close()
            self._show_last(picture, run)
            self._failed(picture, error)
        return True

    def _show_last(self, picture: str, run: Run) -> None:
        """Show the last good stage of a picture that failed."""
        try:
            self._tell(picture, run, at_once=True)
        except Exception:  # it is the picture itself that cannot be shown
            self._changed(picture, None)

    def _tell(self, picture: str, run: Run, *, at_once: bool = False) -> None:
        """Show how far it is, and what there is if the last picture was some time ago."""
        now = time.monotonic()
        if run.ahead and (run.done or at_once or now - run.shown >= run.pause):
            run.shown, run.ahead = now, False
            run.pause *= LONGER
            self._changed(picture, run.scene)
        else:
            self._changed(picture, None)


async def work(owner: weakref.ref[Any], pause: float) -> None:
    """Let an object do slice after slice, ``_slice()``, as long as there is something to do, and pause between."""
    # Nothing here holds it while it sleeps: one that is gone takes its task along.
    while (worker := owner()) is not None and worker._slice():
        del worker
        await asyncio.sleep(pause)
