"""The boxes hold: what a hostile answer tries, in each box that can be had here."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from dpviz.course import sandbox

BOXES = ["bwrap", "unshare"]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(params=BOXES)
def name(request):
    if why := sandbox.problem(request.param):
        pytest.skip(f"no {request.param} here: {why}")
    return request.param


def run(code, name, *words, seconds=60):
    """What a program says that runs in a box as an answer does."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            sandbox.shut_in([sys.executable, "-c", code, *map(str, words)], name, folder),
            cwd=folder,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            text=True,
        )
        try:
            return process.communicate(timeout=seconds)[0].strip()
        finally:
            process.kill()


# The second child leaves the session, and is nobody's: no signal to the first one's group reaches it.
TWICE = """
import os, sys, time
if os.fork(): os._exit(0)
os.setsid()
if os.fork(): os._exit(0)
os.closerange(0, 3)
for _ in range(100):
    time.sleep(.05)
    try: open(sys.argv[1], "a").write("here still\\n")
    except OSError: pass
"""


def growth(path):
    time.sleep(0.5)
    before = path.stat().st_size
    time.sleep(0.5)
    return path.stat().st_size - before


def test_nothing_lives_on_after_its_box(name, tmp_path):
    table = tmp_path / "grades.csv"
    table.write_text("")
    run(TWICE, name, table)
    assert growth(table) == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_without_a_box_it_does(tmp_path):
    """So that the test above tests something."""
    table = tmp_path / "grades.csv"
    table.write_text("")
    run(TWICE, "none", table)
    assert growth(table) > 0


def test_the_grader_cannot_be_ended_from_inside(name):
    code = f"""
import os
print(os.getppid(), os.path.exists('/proc/{os.getpid()}/environ') and open('/proc/{os.getpid()}/cmdline').read())
try: os.kill({os.getpid()}, 0)
except ProcessLookupError: print("nobody there")
if os.getppid(): os.kill(os.getppid(), 9)
print("tried")
"""
    said = run(code, name).splitlines()
    assert said == [said[0], "nobody there", "tried"]
    assert said[0] in ("0 False", "1 False")


def test_there_is_no_network(name):
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = f"import socket; socket.create_connection(('127.0.0.1', {server.getsockname()[1]}), 5)"
        assert "Connection refused" in run(code, name) or "unreachable" in run(code, name)
        assert run(code, "none") == ""


def test_files_of_the_grader_are_out_of_sight(name, tmp_path):
    secret = tmp_path / ".ssh" / "id_ed25519"
    secret.parent.mkdir()
    secret.write_text("a key")
    home = Path.home()
    code = f"""
import os, sys, dpviz
FOLDERS = ".", "tmp", "dev", "usr/lib"
for path in sys.argv[1:]: print(os.path.exists(path))
for folder in ({str(home)!r}, {str(ROOT)!r}):
    print(sorted(set(os.listdir(folder)) - {{".pyenv", ".venv", ".local"}}) if os.path.isdir(folder) else [])
read_only = [dpviz.__file__, sys.executable, "/proc/sys/kernel/core_pattern"]
for path in (*read_only, *(f"/{{folder}}/x" for folder in FOLDERS)):
    try: open(path, "a"); print("writable")
    except OSError: print("read-only")
"""
    found = run(code, name, secret, "/etc/passwd", "/etc/shadow", ROOT / "tests", "/home").splitlines()
    assert found == [*["False"] * 5, "[]", "['dpviz']", *["read-only"] * 7]
    assert "False" not in run(code, "none", secret, "/etc/passwd").splitlines()


# Each would be allowed to who builds the walls.
BREAK = """
import ctypes, os
system = ctypes.CDLL(None)
package = os.path.dirname(__import__("dpviz").__file__).encode()
for flags in (0x1000 | 32, 32): print(system.mount(package, package, None, flags, None))
for path in (package, b"/proc", b"/"): print(system.umount2(path, 2))
print(system.chroot(b"."), system.unshare(0x10000000), system.unshare(0x00020000), system.sethostname(b"x", 1))
try: open(package + b"/new", "w")
except OSError: print("still read-only")
"""


def test_walls_cannot_be_taken_down_from_inside(name):
    if name == "bwrap":
        pytest.skip("bubblewrap's own walls are bubblewrap's to test")
    assert run(BREAK, name).splitlines() == [*["-1"] * 5, "-1 -1 -1 -1", "still read-only"]


def test_its_own_folder_has_an_end(name):
    if name == "bwrap" and not sandbox._is_new():
        pytest.skip("an old bubblewrap binds a folder of the disk")
    code = "data = bytes(1 << 20)\nfor k in range(100): open(str(k), 'wb').write(data)"
    assert "No space left" in run(code, name)


def test_no_box_is_made_within(name):
    if name == "bwrap" and not sandbox._is_new():
        pytest.skip("an old bubblewrap lets one be made")
    assert run("import ctypes; print(ctypes.CDLL(None).unshare(0x10000000))", name) == "-1"


def test_its_own_folder_can_be_written(name):
    assert run("open('x', 'w').write('y'); print(open('x').read())", name) == "y"


def test_a_box_that_does_not_work_is_not_used(monkeypatch):
    monkeypatch.setitem(sandbox._BOXES, "bwrap", lambda folder: ["sh", "-c", "echo not permitted >&2; exit 1"])
    monkeypatch.setitem(sandbox._BOXES, "unshare", lambda folder: ["there-is-no-such-program"])
    sandbox.problem.cache_clear()
    try:
        assert sandbox.choose() == "none"
        assert sandbox.shut_in(["x"], "best", "/") == ["x"]
        with pytest.raises(sandbox.NoBox, match="not permitted"):
            sandbox.choose("bwrap")
        with pytest.raises(sandbox.NoBox, match="there-is-no-such-program"):
            sandbox.choose("unshare")
    finally:
        sandbox.problem.cache_clear()
    with pytest.raises(ValueError, match="wanted must be one of best, bwrap"):
        sandbox.choose("a cupboard")
