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


def test_files_of_the_grader_are_out_of_sight(tmp_path):
    if why := sandbox.problem("bwrap"):
        pytest.skip(f"no bwrap here: {why}")
    secret = tmp_path / ".ssh" / "id_ed25519"
    secret.parent.mkdir()
    secret.write_text("a key")
    home = Path.home()
    code = f"""
import os, sys, dpviz
for path in sys.argv[1:]: print(os.path.exists(path))
for folder in ({str(home)!r}, {str(ROOT)!r}):
    print(sorted(set(os.listdir(folder)) - {{".pyenv", ".venv", ".local"}}) if os.path.isdir(folder) else [])
for path in (dpviz.__file__, sys.executable):
    try: open(path, "a"); print("writable")
    except OSError: print("read-only")
"""
    found = run(code, "bwrap", secret, "/etc/passwd", "/etc/shadow", ROOT / "solutions", "/home").splitlines()
    assert found == [*["False"] * 5, "[]", "['dpviz']", "read-only", "read-only"]
    assert "False" not in run(code, "none", secret, "/etc/passwd").splitlines()


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
