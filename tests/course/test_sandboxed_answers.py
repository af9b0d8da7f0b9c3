"""Receipts of the hostile, graded in each box: the honest answer counts, the attack does nothing and does not last."""

from __future__ import annotations

import json
import platform
import socket
import time

import pytest

from dpviz.course import sandbox
from dpviz.course.recheck import Limits, recheck
from dpviz.exercises import receipt, start
from dpviz.exercises.examine import examine_recorded
from dpviz.exercises.lessons import lesson_12
from tests.course.test_sandbox import TWICE, growth
from tests.exercises.judged import BOUNDED, unhurried
from tests.exercises.material import solutions


@pytest.fixture(params=sandbox.CHOICES[1:])
def name(request):
    if why := sandbox.problem(request.param):
        pytest.skip(f"no {request.param} here: {why}")
    return request.param


def graded(tmp_path, name, before, *, seconds=60):
    """The first row of a receipt whose right answer comes behind other code."""
    my = start(1, seed="Ada")
    right = solutions(1).people(my.given("people"))
    record = json.loads(my._json())
    item = next(item for item in record["tasks"] if item["task"] == "people")
    item |= {"source": before + f"\nn = {right}\n", "verdict": "correct", "points": 1.0, "tries": 1}
    record["points"] = 1.0
    record["checksum"] = receipt.digest(record)
    path = tmp_path / "r.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    rows = recheck(path, limits=Limits(box=name, seconds=seconds))
    return next(row for row in rows if row.task == "people")


def test_an_honest_answer_counts_in_every_box(name, tmp_path):
    row = graded(tmp_path, name, "import numpy as np")
    assert (row.found, row.flags, row.box) == ("correct", (), name)


def test_what_it_starts_ends_with_it(name, tmp_path):
    table = tmp_path / "grades.csv"
    table.write_text("")
    began = time.monotonic()
    graded(
        tmp_path,
        name,
        f"import sys\nsys.argv = ['', {str(table)!r}]\nif not __import__('os').fork():\n" + indented(TWICE),
    )
    assert time.monotonic() - began < BOUNDED
    assert growth(table) == 0


def indented(code):
    return "".join(f"    {line}\n" for line in code.strip().splitlines())


def test_it_cannot_end_the_grader(name, tmp_path):
    if name == "none":
        pytest.skip("it can, and would end this test")
    graded(tmp_path, name, "import os\nif os.getppid() > 1: os.kill(os.getppid(), 9)")


def test_it_cannot_send_or_read(name, tmp_path):
    secret = tmp_path / "id_ed25519"
    secret.write_text("a key")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        send = f"""
import socket
try: key = open({str(secret)!r}).read()
except OSError: key = "nothing"
try: socket.create_connection(("127.0.0.1", {server.getsockname()[1]}), 2).sendall(key.encode())
except OSError: pass
"""
        row = graded(tmp_path, name, send)
        assert row.found == "correct"
        assert any("socket" in flag for flag in row.flags)
        if name == "none":
            assert server.accept()[0].recv(100) == b"a key"
        else:
            with pytest.raises(TimeoutError):
                server.accept()


#: What an answer may find out and do with files, found by trying; nothing is changed that is there before.
TRIES = {
    "rewrite the grader": "open({ours!r}, 'a').close()",
    "read another receipt": "open({other!r}).close()",
    "rewrite another receipt": "open({other!r}, 'w').write('rewritten')",
    "find other receipts": "assert __import__('os').listdir({folder!r})",
}


def test_it_reads_and_writes_nothing_but_its_own_folder(name, tmp_path):
    folder = tmp_path / "handed in"
    folder.mkdir()
    other = folder / "bob.json"
    other.write_text("Bob's")
    tries = [
        f"try: {line.format(ours=lesson_12.__file__, other=str(other), folder=str(folder))}\n"
        f"except OSError: pass\nelse: done += [{what!r}]\n"
        for what, line in TRIES.items()
    ]
    row = graded(tmp_path, name, "done = []\n" + "".join(tries) + "if done: raise RuntimeError(', '.join(done))")
    if name == "none":
        assert ", ".join(TRIES) in row.sentence  # so that the test tests something
    else:
        assert row.found == "correct", row.sentence
        assert other.read_text() == "Bob's"


#: It ends itself, or never comes back, when it is asked for the last time in the first look.
LAST = """
import os
import dpviz.exercises.judge.child as child
answer = child.Calls.answer
child.Calls.answer = lambda self, message, *rest: {way} if message[0] == "report" else answer(self, message, *rest)
"""


@pytest.mark.parametrize("way", ["os._exit(0)", "[iter(int, 1).__next__() for _ in iter(int, 1)]"])
def test_who_is_gone_after_the_first_look_does_not_pass(name, tmp_path, way):
    row = graded(tmp_path, name, LAST.format(way=way), seconds=5)
    assert row.found == "working"
    assert "another verdict with other draws" in row.flags
    # The sentence is that of the verdict, and says if the clock had a part in it.
    assert "ended its own process" in row.sentence or (
        "stopped for its time" in str(row.flags) and "still" in row.sentence
    )


#: Calls of the system's: permissions of what is the machine's in every box too; the session's keys, memory that no
#: limit counts, and ways around a filter and a network's end.
REFUSED = {
    # Standard error is `/dev/null`; they are changed into what they are.
    "permissions": "fchmod(2, 0o666)",
    "permissions by name": "chmod(b'/dev/null', 0o666)",
    "owners": "fchown(2, 0, 0)",
    "lists of permissions": "setxattr(b'.', b'user.x', b'', 0, 0)",
    "keys": f"syscall({ ({'x86_64': 250, 'aarch64': 219}.get(platform.machine())) }, 0, -3, 1)",
    "memory": "shmget(0, 1, 0o1600)",
    "messages": "msgget(0, 0o1600)",
    "semaphores": "semget(0, 1, 0o1600)",
    "the host": "socket(40, 1, 0)",
    "calls that no filter sees": "syscall(425, 1, ctypes.create_string_buffer(120))",
}


@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="another processor")
def test_what_no_box_hides_and_no_limit_counts_is_refused(name, tmp_path):
    tries = [f"if ctypes.CDLL(None).{call} != -1: done += [{what!r}]\n" for what, call in REFUSED.items()]
    asked = "import ctypes\ndone = []\n" + "".join(tries) + "if done: raise RuntimeError(', '.join(done))"
    row = graded(tmp_path, name, asked)
    assert row.found == "correct", row.sentence


def test_it_is_alone_in_its_box_without_privileges(name, tmp_path):
    """Another process there could be written into, and nothing would keep that one from starting more."""
    if name == "none":
        pytest.skip("there is no box")
    asked = """
import os
held = [line.split() for line in open("/proc/self/status") if line.startswith(("CapEff", "CapPrm"))]
others = [one for one in os.listdir("/proc") if one.isdigit() and int(one) != os.getpid()]
if others or any(int(mask, 16) for _, mask in held):
    raise RuntimeError("it can")
"""
    assert graded(tmp_path, name, asked).found == "correct"


def test_it_holds_few_files_at_once(name, tmp_path):
    """Files in memory count as nobody's memory."""
    held = "import os\ntry: held = [os.memfd_create('x') for _ in range(100)]\nexcept OSError: held = []"
    row = graded(tmp_path, name, f"{held}\nif held: raise RuntimeError('it can')")
    assert row.found == "correct"


@pytest.mark.parametrize(
    "loop", ["import itertools\nsum(itertools.repeat(1))", "import time\ntime.sleep(1000)", "while True:\n    pass"]
)
def test_a_loop_costs_no_more_than_its_limit(name, tmp_path, loop):
    """Also one in compiled code, which hears no signal; by the clock it may be ten times as long on a busy machine."""
    graded(tmp_path, name, "")  # what is tried and imported the first time
    began = time.monotonic()
    with unhurried():
        row = graded(tmp_path, name, loop, seconds=1)
    assert row.found == "working"
    assert time.monotonic() - began < BOUNDED


ASLEEP = {
    "asleep": "import time\ntime.sleep(1000)",
    # It lets go of the check's process; that one waits for it.
    "elsewhere": "import os, time\nif os.fork(): os.wait()\nos.setsid()\ntime.sleep(1000)",
}


@pytest.mark.parametrize("way", ASLEEP)
def test_who_sleeps_is_ended_by_the_limit(name, tmp_path, way, monkeypatch):
    """And not by the clock, which here allows a hundred times as long."""
    monkeypatch.setattr(Limits, "wall", 500.0)
    monkeypatch.setitem(examine_recorded.__kwdefaults__, "waiting", 100.0)
    began = time.monotonic()
    row = graded(tmp_path, name, ASLEEP[way], seconds=2)
    assert row.found == "working"
    assert time.monotonic() - began < 100


def test_who_sleeps_unseen_is_ended_by_the_clock(name, tmp_path):
    """It speaks up before it is looked at, so that it never seems to sleep."""
    naps = "import time\nfor _ in range(1_900):\n    print(end='.')\n    time.sleep(0.04)"
    assert graded(tmp_path, name, naps, seconds=2).found == "working"
