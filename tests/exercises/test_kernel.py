"""Checks in a real kernel: its sockets and threads survive, products of matrices work, *Interrupt* ends a check."""

from __future__ import annotations

import os

import pytest

from tests.exercises.judged import UNHURRIED
from tests.serving import wait_for

jupyter = pytest.importorskip("jupyter_client.manager")

SETTING = (
    """
import os, time
import numpy as np
from IPython.display import HTML, display
from dpviz.exercises import start
my = start(1, seed="x")
(np.ones((500, 500)) @ np.ones((500, 500))).sum()
def laplace(value, sensitivity, epsilon, rng):
    return value + rng.laplace(scale=sensitivity / epsilon)
"""
    + UNHURRIED
)


class Kernel:
    def __init__(self):
        # Two threads for products of matrices: copying such a process must not hang.
        threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "2")
        self.manager, self.client = jupyter.start_new_kernel(kernel_name="python3", env={**os.environ, **threads})

    def run(self, code, interrupt_when=None):
        sent = self.client.execute(code, allow_stdin=False)
        if interrupt_when:
            wait_for(interrupt_when)
            self.manager.interrupt_kernel()
        shown = []
        while True:
            message = self.client.get_iopub_msg(timeout=300)
            if message["parent_header"].get("msg_id") != sent:
                continue
            content = message["content"]
            if content.get("execution_state") == "idle":
                return "\n".join(shown)
            shown.append(content.get("text") or content.get("data", {}).get("text/plain") or content.get("evalue", ""))

    def end(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.fixture(scope="module")
def kernel():
    found = Kernel()
    try:
        found.run(SETTING)
        yield found
    finally:
        found.end()


def check(kernel, *lines, **options):
    body = "\n    ".join(lines)
    return kernel.run(f"def mine(value, sensitivity, epsilon, rng):\n    {body}\nmy.check('laplace', mine)", **options)


def test_it_goes_on_after_every_kind_of_end(kernel):
    assert "Correct" in kernel.run("my.check('laplace', laplace)")
    seen = check(kernel, "(np.ones((200, 200)) @ np.ones((200, 200))).sum()", "display(HTML('x'))", "return 1 / 0")
    assert "ZeroDivisionError: division by zero, in line 4: `return 1 / 0`" in seen
    assert "IPython.core.display.HTML object" in seen
    assert "nobody can be asked" in check(kernel, "return input('?')")
    assert "ended its own process" in check(kernel, "os._exit(3)")
    assert "SIGSEGV" in check(kernel, "import ctypes", "ctypes.string_at(0)")
    assert "Correct" in kernel.run("my.check('laplace', laplace)")
    assert "Correct" in kernel.run("my")


def test_interrupt_ends_the_check(kernel, tmp_path):
    begun = tmp_path / "begun"
    lines = f"open({str(begun)!r}, 'w').close()", "while True: pass"
    assert "You stopped the check" in check(kernel, *lines, interrupt_when=begun.exists)
    assert "Correct" in kernel.run("my.check('laplace', laplace)")


def test_a_call_that_never_comes_back_is_ended(kernel):
    assert "still running after 5 seconds" in check(kernel, "return sum(range(10**13))")
    left = kernel.run(
        "import subprocess\nprint(subprocess.run(['ps', '-o', 'stat=', '--ppid', str(os.getpid())], "
        "capture_output=True, text=True).stdout.split())"
    )
    assert left.count("'") == 2, "only ps itself is left"
