"""A mechanism that is drawn from for as long as it may be, a slice of time at a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from dpviz.live_bench.picture import Seen
from dpviz.privacy import Bench
from dpviz.privacy.benching.bench import prepare
from dpviz.privacy.benching.looks import FIRST


class Run:
    """The draws of one mechanism; `options` as for `dpviz.privacy.bench`.

    `ended` says why no more is drawn: ``"trials"``, ``"seconds"`` or, where the mechanism has raised, ``"failed"``;
    empty while it goes on.
    """

    def __init__(self, mechanism: Callable[..., Any], claim: float, *, title: str = "", **options: Any) -> None:
        self._ready = prepare(mechanism, claim, **options)
        self.watch = self._ready.watch
        self.ended = ""
        self._trials: int = self._ready.options["trials"]
        self._seconds: float | None = options.get("seconds")
        self._spent = 0.0  # seconds
        name = getattr(mechanism, "__name__", "")
        self._title = title or (f"{name} on the bench" if name.isidentifier() else "A mechanism on the bench")

    def draw(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Draw for so long, or until something; whether there is a new certificate. An error ends the run."""
        start = time.monotonic()
        number = len(self.watch.certificates)
        end = start + seconds
        try:
            while not (self.ended or until()):
                self._step(start)  # one at least, however late it is
                if time.monotonic() >= end:
                    break
        except BaseException:
            self.ended = "failed"
            raise
        finally:
            self._spent += time.monotonic() - start
        return len(self.watch.certificates) > number

    def more(self) -> None:
        """Allow twice as many draws, and as much time again."""
        self._trials *= 2
        if self._seconds is not None:
            self._seconds, self._spent = 2 * self._seconds, min(self._spent, self._seconds)
        if self.ended != "failed":
            self.ended = ""

    @property
    def fraction(self) -> float:
        """How much of what it may draw is drawn, in [0, 1]."""
        part = self.watch.draws / max(_expected(len(self.watch.pairs), self._trials), 1)
        if self._seconds is not None:
            part = max(part, self._spent / self._seconds)
        return min(part, 1.0)

    @property
    def result(self) -> Bench:
        """What was found by now, as `dpviz.privacy.bench` returns it."""
        return self._ready.result("violated" if self.watch.look().violated else self.ended)

    def see(self) -> Seen:
        """What there is to see by now."""
        watch = self.watch
        _, histogram = watch.shown() or (-1, None)
        return Seen(
            title=self._title,
            look=watch.look(),
            certificates=tuple(watch.certificates),
            tried=tuple(watch.tried()),
            neighbouring=self._ready.neighbouring,
            histogram=histogram,
        )

    def _step(self, start: float) -> None:
        try:
            look = self.watch.step()
        except StopIteration:
            self.ended = "trials"
            return
        if look is not None and look.certified and 2 * look.drawn > self._trials:
            self.ended = "trials"
        elif self._seconds is not None and self._spent + time.monotonic() - start > self._seconds:
            self.ended = "seconds"


def _expected(pairs: int, trials: int) -> int:
    """About how many calls `watch` makes for so many draws on each data set of one pair."""
    alive, size, calls = pairs, FIRST, 0
    while 2 * size <= trials:
        searched = alive * size if size == FIRST else (alive - 1) * size // 2
        calls += 2 * (searched + size)
        alive, size = min(alive, max(4, (alive + 1) // 2)), 2 * size
    return calls
