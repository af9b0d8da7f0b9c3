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


def seconds_of(server: psutil.Process) -> float:
    """Processor time of all its processes; one that ended is in the account of the one that started it."""
    used = 0.0
    for process in processes_of(server):
        try:
            used += sum(process.cpu_times()[:4])  # its own and its ended children's, in user and system mode
        except psutil.Error:
            continue
    return used


@dataclass
class Gauge:
    """Samples, and the processor time between the first and the last.

    Parameters
    ----------
    samples : list of Sample
    seconds : float
        Of the server's processes.
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
    """Sample a server, about each second, while the block runs."""
    gauge = Gauge([await asyncio.to_thread(sample, server)])
    before = seconds_of(server)

    async def watch() -> None:
        while True:
            begin = time.monotonic()
            gauge.samples.append(await asyncio.to_thread(sample, server))
            took = time.monotonic() - begin
            await asyncio.sleep(max(EVERY - took, took / SHARE))

    task = asyncio.create_task(watch())
    try:
        yield gauge
    finally:
        task.cancel()
        gauge.samples.append(await asyncio.to_thread(sample, server))
        gauge.seconds = seconds_of(server) - before
