"""``python walls.py FOLDER PATH ... -- COMMAND``: what `unshare` runs first; it leaves the command those paths only.

The root becomes an empty file system of its own. The paths are put into it read-only, with what is mounted below them;
``/proc`` shows the box's own processes; the folder is new, small and empty, and the only place where the command can
write. All privileges over the box are given up before the command begins. It needs Linux 5.12, and imports no `dpviz`.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from pathlib import Path

_SYSTEM = ctypes.CDLL(None, use_errno=True)
# Of Linux: mount flags, `umount2`, `mount_setattr` (its number is the same on all processors), `prctl`.
_BIND_ALL = 0x1000 | 0x4000
_DETACH = 2
_SETATTR, _HERE, _RECURSIVE = 442, -100, 0x8000
_READ_ONLY, _NO_SUID, _NO_DEVICES = 1, 2, 4
_DROP, _NO_NEW_PRIVILEGES = 24, 38
_DEVICES = ("null", "zero", "full", "random", "urandom")
_OLD = "/.old"


def _asked(name: str, *arguments: object) -> None:
    """A call of the system's that must succeed."""
    words = [word.encode() if isinstance(word, str) else word for word in arguments]
    words = [ctypes.c_ulong(word & 2**64 - 1) if isinstance(word, int) else word for word in words]
    if getattr(_SYSTEM, name)(*words) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name} {arguments}: {os.strerror(number)}")


def _restrict(path: str, flags: int) -> None:
    """Set flags of a mount and of all below it."""
    _asked("syscall", _SETATTR, _HERE, path, _RECURSIVE, struct.pack("4Q", flags, 0, 0, 0), 32)


def _put(path: str, place: str) -> None:
    """What was at a path, and all that is mounted below it, at its place in the new root."""
    old = _OLD + path
    target = Path(place)
    if os.path.isdir(old):
        target.mkdir(parents=True, exist_ok=True)
    elif not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    _asked("mount", old, place, None, _BIND_ALL, None)


def build(folder: str, paths: list[str]) -> None:
    """Build the walls around this process, which has a user, mount and process name space of its own."""
    # Names are followed while they still lead where they should; of a path within another, the outer one is enough.
    found: dict[str, str] = {}
    for path in sorted(paths):
        real = os.path.realpath(path)
        within = (place for place in found if path.startswith(f"{place}/"))
        if all(real != found[place] + path[len(place) :] for place in within):
            found[path] = real
    _asked("mount", "tmpfs", "/tmp", "tmpfs", _NO_SUID | _NO_DEVICES, "size=1m,mode=755")
    os.mkdir(f"/tmp{_OLD}")
    os.chdir("/tmp")
    _asked("pivot_root", ".", f".{_OLD}")
    os.chdir("/")
    for path, real in found.items():
        _put(real, path)
    for name in _DEVICES:
        _put(f"/dev/{name}", f"/dev/{name}")
    os.makedirs("/proc", exist_ok=True)
    _asked("mount", "proc", "/proc", "proc", 0, None)
    # A name space within would give new privileges.
    Path("/proc/sys/user/max_user_namespaces").write_text("0")
    os.makedirs(folder, exist_ok=True)
    os.makedirs("/tmp", exist_ok=True)
    _asked("umount2", _OLD, _DETACH)
    os.rmdir(_OLD)
    _restrict("/", _READ_ONLY | _NO_SUID)
    for path in found:
        _restrict(path, _NO_DEVICES)
    _asked("mount", "tmpfs", folder, "tmpfs", _NO_SUID | _NO_DEVICES, "size=64m,nr_inodes=10k,mode=700")
    os.chdir(folder)
    capability = 0
    while _SYSTEM.prctl(_DROP, capability, 0, 0, 0) == 0:
        capability += 1
    _asked("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)


if __name__ == "__main__":
    end = sys.argv.index("--")
    build(sys.argv[1], sys.argv[2:end])
    os.execvp(sys.argv[end + 1], sys.argv[end + 1 :])
