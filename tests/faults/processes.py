"""The processes of a server: the warm one, the parents of notebooks, their kernels; and what they weigh."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path


def _status(pid: int) -> tuple[int, str]:
    """Its parent, and its state."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[1]), fields[0]


def alive(pid: int) -> bool:
    """Whether a process runs, and is no zombie."""
    try:
        return _status(pid)[1] not in "ZX"
    except OSError:
        return False


def children(pid: int) -> list[int]:
    """The running processes that it has started."""
    found = []
    for path in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            parent, state = _status(int(path.name))
            if parent == pid and state not in "ZX":
                found.append(int(path.name))
    return sorted(found)


def tree(pid: int) -> list[int]:
    """A process and all that came of it."""
    return [pid, *(each for child in children(pid) for each in tree(child))]


def warm(server: int) -> int:
    """The warm process of a server."""
    for child in children(server):
        if "dpviz.server.warm.process" in Path(f"/proc/{child}/cmdline").read_text():
            return child
    raise LookupError("no warm process")


def parents(server: int) -> list[int]:
    """Of notebooks."""
    return children(warm(server))


def kernels(server: int) -> list[int]:
    """Forked from them."""
    return [kernel for parent in parents(server) for kernel in children(parent)]


def kill(pid: int, how: int = signal.SIGKILL) -> None:
    """Send a signal."""
    os.kill(pid, how)


def weight(pids: list[int]) -> int:
    """Bytes that these processes have, what they share counted once (PSS)."""
    total = 0
    for pid in pids:
        with suppress(OSError):
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
            total += 1024 * int(text.partition("\nPss:")[2].split()[0])
    return total
