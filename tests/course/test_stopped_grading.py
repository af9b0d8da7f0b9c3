"""However the grader ends, every answer ends with it, in every box and without one."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dpviz.course import sandbox
from dpviz.exercises import start

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")

#: An answer that is known by its name wherever it runs, ignores all signals that it may, and tries to outlive its
#: parent: as another user, by asking, and as a child of a child, in a session of its own.
SLEEPS = """
import ctypes, os, signal, time
for number in signal.valid_signals() - {{signal.SIGKILL, signal.SIGSTOP}}:
    signal.signal(number, signal.SIG_IGN)
ctypes.CDLL(None).prctl(15, b"{name}", 0, 0, 0)
try: os.setegid(1)
except OSError: pass
ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
try:
    if os.fork() == 0:
        os.setsid()
        os.fork()
except OSError: pass
while True:
    time.sleep(.1)
"""
WAYS = {
    "killed": (signal.SIGKILL,),
    "terminated": (signal.SIGTERM,),
    "terminal closed": (signal.SIGHUP,),
    "Ctrl-C": (signal.SIGINT,),
    "Ctrl-C twice": (signal.SIGINT, signal.SIGINT),
}


def called(name):
    """Processes of that name."""
    found = []
    for place in Path("/proc").iterdir():
        try:
            if place.name.isdigit() and (place / "comm").read_text().strip() == name:
                found.append(int(place.name))
        except OSError:
            continue
    return found


def within(seconds, done):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if done():
            return True
        time.sleep(0.05)
    return done()


@pytest.mark.parametrize(
    ("way", "box"),
    [
        pytest.param(way, box, marks=[pytest.mark.slow] * (number != place))
        for number, way in enumerate(WAYS)
        for place, box in enumerate(sandbox.CHOICES[1:])
    ],
)
def test_no_answer_lives_longer_than_the_grader(tmp_path, box, way):
    if why := sandbox.problem(box):
        pytest.skip(f"no {box} here: {why}")
    name = secrets.token_hex(7)
    record = json.loads(start(1, seed="Ada")._json())
    for item in record["tasks"]:
        item["source"] = SLEEPS.format(name=name)
    (tmp_path / "r.json").write_text(json.dumps(record), encoding="utf-8")
    grader = subprocess.Popen(
        [sys.executable, "-m", "dpviz.cli", "grade", str(tmp_path), "--box", box],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        assert within(300, lambda: called(name))
        for number in WAYS[way]:
            grader.send_signal(number)
            time.sleep(0.2)
        assert within(120, lambda: not called(name))  # .2 s where the machine is idle; the answers sleep for longer
        assert grader.wait(120) in (130, *(-number for number in WAYS[way]))
    finally:
        grader.kill()
        grader.wait()
        for process in called(name):
            os.kill(process, signal.SIGKILL)
