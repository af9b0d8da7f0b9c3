"""Memory and processor time of a server and all its processes, taken while it works."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import psutil

EVERY = 1.0  # seconds between two samples
SHARE = 0.05  # of the time at most goes into taking them: each is work for the machine that is measured


@dataclass(frozen=True)
class Sample:
    """A server at a moment.

    Parameters
    ----------
    at : float
        Seconds of a clock.
    processes : int
    pss, rss : float
        Bytes of all its processes: with what they share counted once (Linux; elsewhere what each has of its own), and
        with that counted in each.
    """

    at: float
    processes: int
    pss: float
    rss: float


def processes_of(server: psutil.Process) -> list[psutil.Process]:
    """The server and all that it started."""
    try:
        return [server, *server.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def sample(server: psutil.Process) -> Sample:
    """Take one."""
    pss = rss = 0.0
    count = 0
    for process in processes_of(server):
        try:
            memory = process.memory_full_info()
        except (psutil.Error, OSError):
            continue
        count += 1
        pss += getattr(memory, "pss", memory.uss)
        rss += memory.rss
    return Sample(time.monotonic(), count, pss, rss)


class Times:
    """Processor time of a server's processes, those included that have ended: as much as was seen of them."""

    def __init__(self, server: psutil.Process) -> None:
        self._server = server
        self._seen: dict[psutil.Process, float] = {}
        self.alive = 0  # processes, when last looked

    def look(self) -> float:
        """Seconds of all, now."""
        alive = processes_of(self._server)
        self.alive = len(alive)
        for process in alive:
            try:
                used = process.cpu_times()
            except psutil.Error:
                continue
            self._seen[process] = used.user + used.system
        return sum(self._seen.values())


@dataclass
class Gauge:
    """What was seen of a server, from first to last.

    Parameters
    ----------
    samples : list of Sample
    seconds : float
        Of processor time.
    """

    samples: list[Sample] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def peak(self) -> Sample:
        """The one with the most memory."""
        return max(self.samples, key=lambda one: one.pss)

    def at(self, moment: float) -> Sample:
        """The last one before a moment of the clock, or the first."""
        return next((one for one in reversed(self.samples) if one.at <= moment), self.samples[0])


@asynccontextmanager
async def gauging(server: psutil.Process) -> AsyncIterator[Gauge]:
    """Look at a server about each second while the block runs.

    At its memory less often if that takes long; but always when it has more processes than ever, and no more to come.
    """
    gauge, times = Gauge([await asyncio.to_thread(sample, server)]), Times(server)
    before = times.look()

    async def watch() -> None:
        due, before = 0.0, 0
        while True:
            begin = time.monotonic()
            await asyncio.to_thread(times.look)
            full = times.alive == before > max(one.processes for one in gauge.samples)
            if full or begin >= due:
                gauge.samples.append(await asyncio.to_thread(sample, server))
                due = begin + (time.monotonic() - begin) / SHARE
            before = times.alive
            await asyncio.sleep(EVERY)

    task = asyncio.create_task(watch())
    try:
        yield gauge
    finally:
        task.cancel()
        gauge.samples.append(await asyncio.to_thread(sample, server))
        gauge.seconds = times.look() - before
