"""How many readers at once, and who comes next."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path

#: Seconds after which somebody who no longer asks has left the line.
PATIENCE = 15.0
#: Bytes that a kernel needs beside those that it shares, and that the server needs for it.
EACH = 24 << 20
#: Of the memory that is free when the server starts, this part is for kernels.
PART = 0.7
FEWEST = 4


def room() -> int:
    """How many kernels this machine, or the container that it is, has memory for."""
    return max(FEWEST, int(PART * min(_free(), _allowed()) / EACH))


def _free() -> float:
    try:
        text = Path("/proc/meminfo").read_text(encoding="ascii")
        return 1024.0 * int(text.partition("MemAvailable:")[2].split()[0])
    except (OSError, ValueError, IndexError):
        return float(4 << 30)


def _allowed() -> float:
    """What a container allows, less what is in use."""
    group = Path("/sys/fs/cgroup")
    try:
        most, used = ((group / name).read_text(encoding="ascii") for name in ("memory.max", "memory.current"))
        return float("inf") if most.strip() == "max" else float(int(most) - int(used))
    except (OSError, ValueError):
        return float("inf")


class WaitingLine:
    """Readers who wait, in the order in which they came; the clock is in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: dict[str, float] = {}

    def ask(self, ticket: str, free: int) -> tuple[str, int]:
        """Ask to be let in, with the ticket given when asking before ("" the first time), while so many can be let in.

        The ticket to ask again with, and how many others come before: 0 if the reader is let in, and no longer in the
        line.
        """
        now = self._clock()
        self._seen = {other: seen for other, seen in self._seen.items() if now - seen < PATIENCE}
        if ticket not in self._seen:
            ticket = secrets.token_urlsafe(9)
        self._seen[ticket] = now
        place = list(self._seen).index(ticket)
        if place < free:
            del self._seen[ticket]
            return ticket, 0
        return ticket, place - max(free, 0) + 1

    def __len__(self) -> int:
        return len(self._seen)
