"""What a student's process is shut in: a box that the system offers, tried before it is believed.

- ``bwrap`` (bubblewrap): sees Python and `dpviz`, read-only, and an empty folder; no other file, process or network.
- ``unshare`` (util-linux): the same, built by `dpviz.course.walls` where the system lets us.
- ``none``: a process like any other, with limits on time and memory only.

What has gone into one of the first two ends with it, whatever it started.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from dpviz.course import walls

_PACKAGE = Path(__file__).resolve().parents[1]
_WORD = "it runs"
_TRIAL = f"""
import os, sys, numpy, dpviz.exercises.receipt as ours
assert not os.path.exists(sys.argv[1]), "it sees other files"
assert not os.access(ours.__file__, os.W_OK), "it could rewrite dpviz"
open("own", "w").close()
print({_WORD!r})
"""


class NoBox(Exception):
    """The box that was asked for cannot be had here; the message says why."""


def _seen() -> Iterable[Path]:
    """What an answer must see to run: Python, its libraries, this package; of a prefix no more than that."""
    for prefix in {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix, "/usr/local"}:
        yield from (Path(prefix) / part for part in ("bin", "lib", "lib64", "pyvenv.cfg"))
    yield from (Path(sysconfig.get_paths()[kind]) for kind in ("stdlib", "platstdlib", "purelib", "platlib"))
    for name in ("numpy", "scipy"):  # perhaps installed elsewhere
        found = importlib.util.find_spec(name)
        if found and found.origin:
            home = Path(found.origin).parent
            yield from (home, home.with_name(f"{name}.libs"))
    # The loader's: shared libraries, and how Debian and Nix find them.
    system = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives", "/nix/store")
    yield from map(Path, system)
    yield _PACKAGE


@functools.cache
def _paths() -> tuple[str, ...]:
    return tuple(sorted({str(path) for path in _seen() if path.exists()}))


def _own_folder(folder: str) -> list[str]:
    """A folder in memory, which has an end, and no name spaces within, where all privileges would be had again."""
    return ["--unshare-user", "--disable-userns", "--size", f"{64 << 20}", "--tmpfs", folder]


@functools.cache
def _is_new() -> bool:
    """Whether this system's bubblewrap has what `_own_folder` asks for: since 0.8."""
    trial = ["bwrap", "--ro-bind", "/", "/", *_own_folder("/dev"), "--", sys.executable, "-c", ""]
    return subprocess.run(trial, capture_output=True, timeout=60, check=False).returncode == 0


def _bwrap(folder: str) -> list[str]:
    binds = [word for path in _paths() for word in ("--ro-bind", path, path)]
    own = _own_folder(folder) if _is_new() else ["--bind", folder, folder]
    return [
        *("bwrap", "--unshare-all", "--die-with-parent", "--tmpfs", "/tmp", *binds, "--proc", "/proc", "--dev", "/dev"),
        # The answer is the box's only process: another would be one to write into, and to start more from. Root keeps
        # its privileges over the box, unless told.
        *("--as-pid-1", "--cap-drop", "ALL"),
        *(*own, "--chdir", folder, "--remount-ro", "/tmp", "--remount-ro", "/dev"),
        *("--remount-ro", "/proc", "--remount-ro", "/", "--"),
    ]


def _unshare(folder: str) -> list[str]:
    return [
        # `unshare` ends with the grader, and the first process of the box with `unshare`; with that all of the box.
        *("setpriv", "--pdeathsig", "KILL", "--"),
        *("unshare", "--user", "--map-root-user", "--mount", "--net", "--ipc", "--uts", "--pid"),
        *("--fork", "--kill-child", "--"),
        *(sys.executable, "-I", "-S", str(Path(walls.__file__)), folder, *_paths(), "--"),
    ]


#: The words before a command that put it into the box; the best box first.
_BOXES: dict[str, Callable[[str], list[str]]] = {"bwrap": _bwrap, "unshare": _unshare, "none": lambda _: []}
#: What `choose` takes.
CHOICES = ("best", *_BOXES)


@functools.cache
def problem(name: str) -> str:
    """Why a box cannot be used here, found by running Python in it once; nothing if it can."""
    if name == "none":
        return ""
    environment = {key: os.environ[key] for key in ("PATH", "VIRTUAL_ENV") if key in os.environ}
    path = os.pathsep.join(filter(None, (str(_PACKAGE.parent), os.environ.get("PYTHONPATH"))))
    with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile() as secret:
        trial = [sys.executable, "-c", _TRIAL, secret.name]
        try:
            done = subprocess.run(
                [*_BOXES[name](folder), *trial],
                cwd=folder,
                env={**environment, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=60,
                text=True,
                errors="replace",
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)[:300]
    if done.returncode == 0 and done.stdout.strip() == _WORD:
        return ""
    return " ".join(done.stderr.split())[-300:] or f"status {done.returncode}"


def choose(wanted: str = "best") -> str:
    """The name of the box that will be used; `NoBox` if the one that was asked for does not work.

    ``"best"`` is the first of the others that works here.
    """
    if wanted not in CHOICES:
        raise ValueError(f"wanted must be one of {', '.join(CHOICES)}; got {wanted!r}")
    if wanted == "best":
        return next(name for name in _BOXES if not problem(name))
    if why := problem(wanted):
        raise NoBox(f"the box {wanted!r} cannot be used here: {why}")
    return wanted


def shut_in(command: Sequence[str], box: str, folder: str) -> list[str]:
    """A command, as for `subprocess`, that runs inside a box; it starts in the folder, and writes nowhere else."""
    return [*_BOXES[choose(box)](folder), *command]
