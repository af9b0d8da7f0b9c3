"""The processes of a server: the warm one, the parents of notebooks, their kernels; and what they weigh."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

from tests.serving import FAMILY

WARM = "dpviz.kernel.forked.process"


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


def _mark(pid: int) -> bytes:
    """The server's name in a process's environment, which whatever came of the server has; empty without one."""
    with suppress(OSError):
        for entry in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
            if entry.startswith(FAMILY.encode()):
                return entry
    return b""


def tree(server: int) -> list[int]:
    """A server and all that came of it, also where the process between has ended."""
    mark = _mark(server)
    assert mark
    pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return sorted(pid for pid in pids if _mark(pid) == mark and alive(pid))


def _executes(pid: int, module: str) -> bool:
    with suppress(OSError):  # it may have ended since it was listed
        return module in Path(f"/proc/{pid}/cmdline").read_text()
    return False


def kernels(server: int) -> list[int]:
    """Of pages, forked or not: each leads a session of its own."""
    found = []
    for pid in tree(server):
        with suppress(ProcessLookupError):
            if os.getsid(pid) == pid != server:
                found.append(pid)
    return found


def _forking(server: int) -> list[tuple[int, bool]]:
    """The processes that fork, each with whether it is the server's own child."""
    found, leaders = [], kernels(server)
    for pid in tree(server):
        with suppress(OSError):
            if _executes(pid, WARM) and pid not in leaders:
                found.append((pid, _status(pid)[0] == server))
    return found


def warm(server: int) -> list[int]:
    """The warm process of a server; none after its end, until a notebook is executed."""
    return [pid for pid, own in _forking(server) if own]


def parents(server: int) -> list[int]:
    """Of notebooks."""
    return [pid for pid, own in _forking(server) if not own]


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
