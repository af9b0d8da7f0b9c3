"""The bench in a worker: a reader's code, executed with limits and watched; what goes wrong has a sentence and a line.

The page around it hears nothing but what `Desk` sends, and believes none of it: code that is executed
here can send it too (DP-1).
"""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
import math
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import CodeType
from typing import Any

import anywidget
import ipywidgets
import numpy as np

from dpviz.live_bench.panel import LiveBench
from dpviz.privacy.auditing.reading import MOST_ITEMS

#: What a reader's code is called where it is executed.
FILE = "<bench>"
#: Variables of the code that the bench takes, by the names that `dpviz.privacy.bench` has for them.
TAKEN = ("claim", "delta", "data", "neighbour", "neighbouring", "values", "trials", "seed", "batch", "bits")
SECONDS = 10.0  # that one call may take


class Wrong(Exception):
    """What is wrong with the code: a sentence, and the line, or 0."""

    def __init__(self, says: str, line: int = 0) -> None:
        super().__init__(says)
        self.line = line


class TooLong(BaseException):
    """The time is up; not an `Exception`, so that ``except Exception`` lets it by."""


class Clock:
    """Ends what computes too long, at its line: Python asks at each turn of a loop and at each call of the code's."""

    def __init__(self) -> None:
        self._ends = math.inf
        self.wrong: Wrong | None = None  # what went wrong last
        self._over = False  # whether the time was up

    def watch(self, code: CodeType) -> None:
        """Ask in this code, and in what is defined in it."""
        monitoring: Any = getattr(sys, "monitoring", None)  # since Python 3.12, which browsers have
        if monitoring is None:
            return
        events, tool = monitoring.events, monitoring.DEBUGGER_ID
        if monitoring.get_tool(tool) is None:
            monitoring.use_tool_id(tool, __name__)
        for event in (events.JUMP, events.PY_START):
            monitoring.register_callback(tool, event, self._look)
        monitoring.set_local_events(tool, code, events.JUMP | events.PY_START)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self.watch(constant)

    def _look(self, *_: object) -> None:
        if time.monotonic() > self._ends:
            raise TooLong

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Run the code: its time, its output (which nobody reads), its mistakes as `Wrong`."""
        if self._over and self.wrong is not None:
            raise self.wrong  # where the bench tries other neighbours, each would take as long
        try:
            with self.limit(), contextlib.redirect_stdout(None), contextlib.redirect_stderr(None):
                yield
        except (KeyboardInterrupt, Wrong):
            raise
        except BaseException as error:
            self.wrong = explained(error)
            raise self.wrong from None

    @contextlib.contextmanager
    def limit(self) -> Iterator[None]:
        """Give the code its time where it is not called by name: data that are copied, answers that are compared."""
        before, self._ends = self._ends, time.monotonic() + SECONDS
        try:
            yield
        except TooLong as error:
            self.wrong, self._over = explained(error), True
            raise self.wrong from None
        finally:
            self._ends = before


def explained(error: BaseException) -> Wrong:
    """An error of the code's as a sentence, with the line that it comes from."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == FILE]
    line = (lines[-1] if lines else 0) or 0
    if isinstance(error, TooLong):
        return Wrong(f"This takes longer than {SECONDS:.0f} seconds; a loop may not end.", line)
    if isinstance(error, MemoryError):
        return Wrong("This asks for more memory than there is.", line)
    if isinstance(error, RecursionError):
        return Wrong("This calls itself without end.", line)
    try:
        words = str(error)[:300]
    except BaseException:  # an exception of the reader's own
        words = ""
    return Wrong(f"{type(error).__name__}: {words}".removesuffix(": ") + ".", line)


def read(source: str, clock: Clock) -> tuple[Callable[..., Any], dict[str, Any]]:
    """Execute code; its mechanism, and what it sets of `TAKEN`.

    The mechanism has that name, or else is the last function that no other one calls. Without a ``claim``, what is
    named ``epsilon`` is claimed. Raises `Wrong`.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    try:
        code = compile(source, FILE, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise Wrong(
            f"Python cannot read this: {getattr(error, 'msg', error)}.", getattr(error, "lineno", 0) or 0
        ) from None
    except (RecursionError, MemoryError):
        raise Wrong("Python cannot read this: it is nested too deeply.") from None
    clock.watch(code)
    with clock.running():
        exec(code, names)
    own = [one for one in names.values() if getattr(getattr(one, "__code__", None), "co_filename", "") == FILE]
    called = {name for one in own for name in one.__code__.co_names}
    last = [one for one in own if one.__name__ not in called] or own
    found = names.get("mechanism") or (last[-1] if last else None)
    if not callable(found):
        raise Wrong("There is no function here. Define one: def mechanism(data, rng).")
    options = {name: names[name] for name in TAKEN if name in names}
    if "epsilon" in names:
        options.setdefault("claim", names["epsilon"])
    return limited(found, clock), options


def line_about(source: str, says: str, mechanism: Callable[..., Any]) -> int:
    """The line of the code that an error is about, whose sentence begins with the name of a parameter; 0 if of none."""
    name = re.match(r"\w*", says)[0]  # type: ignore[index]
    if name == "mechanism":
        return getattr(getattr(inspect.unwrap(mechanism), "__code__", None), "co_firstlineno", 0)
    named = {name, "epsilon"} if name == "claim" else {name}
    stored = [
        one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    ]
    return max((one.lineno for one in stored if one.id in named), default=0)


def limited(mechanism: Callable[..., Any], clock: Clock) -> Callable[..., Any]:
    """A mechanism, each of whose calls is limited."""

    @functools.wraps(mechanism)
    def call(*given: Any, **named: Any) -> Any:
        with clock.running():
            found = mechanism(*given, **named)
            # What a generator computes is part of the call.
            return list(islice(found, MOST_ITEMS)) if isinstance(found, Iterator) else found

    return call


class Desk(anywidget.AnyWidget):
    """The line to the page around the frame, and what is shown in it."""

    _esm = """
export default {
  render({ model }) {
    const page = window.parent;
    model.on("msg:custom", (said) => page.postMessage(said, "*"));
    addEventListener("message", ({ source, data }) => {
      if (source === page && (data.run !== undefined || data.ping)) model.send(data);
    });
    model.send({ ping: true });
  },
};
"""

    def __init__(self, place: ipywidgets.VBox) -> None:
        super().__init__()
        self.clock = Clock()
        # The panel is made, drawn and hidden while the reader reads: that takes much longer than its first picture.
        self._live = _Live(self, _nothing_yet, data=0.0)
        self._live.pause()
        place.children = (self._live.widget,)
        self.on_msg(self._hear)

    def _hear(self, _: object, said: Mapping[str, Any], __: object) -> None:
        if "run" in said:
            self._live.pause()
            try:
                self._run(str(said["run"]))
            except Exception as error:
                self.wrong(error)
        self.send({"pong": True})

    def _run(self, source: str) -> None:
        self.clock = Clock()
        mechanism, options = read(source, self.clock)
        try:
            with self.clock.limit():
                self._live.restart(mechanism, **options)
        except (TypeError, ValueError) as error:
            raise Wrong(str(error), line_about(source, str(error), mechanism)) from error
        self.send({"shown": True})

    def wrong(self, error: Exception) -> None:
        """Tell the page what went wrong."""
        found = error.__cause__ if isinstance(error.__cause__, Wrong) else error
        says = str(found) if isinstance(found, (Wrong, ValueError, TypeError)) else str(explained(found))
        self.send({"wrong": {"line": getattr(found, "line", 0), "says": says}})


def _nothing_yet(data: float, rng: np.random.Generator, size: int) -> Any:
    return rng.laplace(data, size=size)


class _Live(LiveBench):
    """A panel whose news the page hears: whether the claim is refuted, the test for that, and whether it is done."""

    def __init__(self, desk: Desk, mechanism: Callable[..., Any], **options: Any) -> None:
        self._desk = desk
        self._told = 0, ""
        super().__init__(mechanism, **options)

    def restart(self, mechanism: Callable[..., Any], claim: float = 1.0, **options: Any) -> None:
        """As `LiveBench.restart`; the page has heard nothing of the new run yet."""
        super().restart(mechanism, claim, **options)
        self._told = 0, ""

    def _slice(self) -> bool:
        try:
            with self._desk.clock.limit():
                return self._limited_slice()
        except Wrong as error:
            self._fail()
            self._desk.wrong(error)
            return False

    def _limited_slice(self) -> bool:
        goes_on = super()._slice()
        news = len(self._run.watch.certificates), self._run.ended
        if news != self._told:
            self._told = news
            self._tell()
        return goes_on

    def _tell(self) -> None:
        if self._run.ended == "failed":
            self._desk.wrong(self._desk.clock.wrong or Wrong(self._lesson.page.problems[-1]["message"]))
            return
        refuted = self.result.violated
        test = ""
        if refuted:
            with contextlib.suppress(TypeError, ValueError):  # of data that no code can write
                test = self.as_test()
        self._desk.send({"told": {"refuted": refuted, "test": test, "done": bool(self._run.ended)}})


def bench() -> ipywidgets.VBox:
    """What the page's one cell shows: `Desk`, and a place for the panel."""
    place = ipywidgets.VBox()
    return ipywidgets.VBox([Desk(place), place])
