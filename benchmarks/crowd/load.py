"""Visitors in numbers: all at once, or one after the other for minutes."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any

from benchmarks.crowd.gauge import Gauge, gauging
from benchmarks.crowd.visitor import Visit, Visitor, is_there
from benchmarks.servers import Server

GONE = 60  # seconds after which none of the kernels that were left may be there
SEED = 1


@dataclass
class Load:
    """What a server was asked to do, and how it went.

    Parameters
    ----------
    visits : list of Visit
    gauge : Gauge
        The server's memory and processor time until the last visitor had left.
    begin, end : float
        Of the visits, by the clock of the gauge's samples.
    own : float
        Seconds of processor time that the visitors themselves took.
    left : int
        Kernels that were still there a minute after the last visitor had left.
    busy : float
        Load average of the machine before the visits.
    """

    gauge: Gauge
    visits: list[Visit] = field(default_factory=list)
    begin: float = 0.0
    end: float = 0.0
    own: float = 0.0
    left: int = 0
    busy: float = 0.0

    @property
    def served(self) -> int:
        """How many were."""
        return sum(visit.served for visit in self.visits)


@dataclass(frozen=True)
class Plan:
    """What visitors do.

    Parameters
    ----------
    lessons : sequence of str
        Notebooks, opened in turn.
    stay : float
        Seconds after the drag.
    patience : float
        Seconds that an answer may take.
    limit : float
        Seconds that all may take together.
    """

    lessons: Sequence[str]
    stay: float = 30.0
    patience: float = 300.0
    limit: float = 900.0


async def at_once(server: Server, plan: Plan, number: int) -> Load:
    """So many visitors in the same moment; nobody leaves before all that the server lets in have been served."""
    visitors = [Visitor(_address(server), lesson, plan.patience) for lesson in islice(cycle(plan.lessons), number)]

    async def stay() -> None:
        while any(visitor.arriving for visitor in visitors):
            await asyncio.sleep(0.2)
        await asyncio.sleep(plan.stay)

    return await _measured(server, plan, [(0.0, visitor) for visitor in visitors], stay)


async def arrivals(server: Server, plan: Plan, per_minute: float, minutes: float, *, poisson: bool = False) -> Load:
    """A visitor every so often, for minutes; each leaves for themselves."""
    number = round(per_minute * minutes)
    gap = 60 / per_minute
    chance = random.Random(SEED)
    # Given how many came, the moments of a Poisson process are uniform draws.
    times = sorted(chance.uniform(0, number * gap) for _ in range(number)) if poisson else None
    plan_of = [
        (times[k] if times else k * gap, Visitor(_address(server), lesson, plan.patience))
        for k, lesson in enumerate(islice(cycle(plan.lessons), number))
    ]
    return await _measured(server, plan, plan_of, lambda: asyncio.sleep(plan.stay))


async def _measured(
    server: Server, plan: Plan, visitors: Sequence[tuple[float, Visitor]], stay: Callable[[], Coroutine[Any, Any, None]]
) -> Load:
    busy, own = _busy(), time.process_time()
    async with gauging(server.process) as gauge:
        load = Load(gauge, [visitor.visit for _, visitor in visitors], time.monotonic(), busy=busy)

        async def come(after: float, visitor: Visitor) -> None:
            await asyncio.sleep(after)
            await visitor.go(stay)

        tasks = {asyncio.create_task(come(after, visitor)): visitor for after, visitor in visitors}
        _, late = await asyncio.wait(tasks, timeout=plan.limit)
        for task in late:
            visit = tasks[task].visit
            if visit.drag is None:  # the others have seen all, and were only staying
                visit.trouble = visit.trouble or f"not finished in {plan.limit:.0f} s"
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=GONE)
        load.end = time.monotonic()
        load.left = await _left(load.visits, plan.patience)
    load.own = time.process_time() - own
    for task in set(tasks) - late:
        task.result()  # a mistake of our own is not a visitor's trouble
    return load


async def _left(visits: Sequence[Visit], patience: float) -> int:
    """Kernels that are there still when all had time to be given back."""
    end = time.monotonic() + GONE
    kernels = {visit.kernel for visit in visits if visit.kernel}
    while kernels:
        kernels = {kernel for kernel in kernels if await is_there(kernel, patience)}
        if time.monotonic() > end:
            break
        if kernels:
            await asyncio.sleep(1)
    return len(kernels)


def _address(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}/"


def _busy() -> float:
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
