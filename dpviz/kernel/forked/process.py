"""The warm process, and its children: ``python -m dpviz.kernel.forked.process SOCKET``, a file descriptor.

It imports everything once. For each notebook it forks a parent, which executes the notebook once; and that forks a
kernel for each reader. All of them have one thread until then: what forks must not hold another thread's locks.
"""

from __future__ import annotations

import gc
import importlib
import json
import logging
import os
import random
import resource
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

from dpviz.kernel.forked.frames import framed, receive

#: Bytes that a kernel may have of its own.
MEMORY = 1 << 30


def main(line: socket.socket) -> None:
    """Import everything; then one parent for each socket that arrives, until the server is gone."""
    from dpviz.lessons.catalogue import LESSONS

    importlib.import_module("dpviz.kernel.forked.served")
    for lesson in LESSONS:
        importlib.import_module(f"dpviz.lessons.{lesson.slug}")
    _fork_for_each(line, _parent)


def _fork_for_each(line: socket.socket, work: Callable[[socket.socket], object]) -> None:
    """For each socket that arrives, a child that does this with it."""
    from dpviz.kernel.forked.served import give_back

    # What is there by now stays where it is in all children: a collection does not write to it.
    give_back()
    gc.freeze()
    while True:
        said, descriptors, _, _ = socket.recv_fds(line, 1, 1)
        if not said:
            return
        if os.fork():
            os.close(descriptors[0])
            continue
        line.close()
        try:
            work(socket.socket(fileno=descriptors[0]))
        except BaseException:
            logging.exception("in a child of the warm process")
        finally:
            os._exit(0)  # it never comes back to what its parent does


def _parent(line: socket.socket) -> None:
    """Execute a notebook, say what came of it, and fork kernels."""
    from dpviz.kernel.core import CellError, Kernel, prepare
    from dpviz.kernel.core.message import pack

    asked = json.loads(receive(line) or b"null")
    if asked is None:
        return
    os.chdir(asked["folder"])
    sys.path.insert(0, asked["folder"])
    kernel = Kernel()
    try:
        made = prepare(kernel, asked["cells"])
    except CellError as error:
        line.sendall(framed(pack("failed", {"problem": str(error)})))
        return
    told = {"outputs": made.outputs, "known": made.known, "states": made.states}
    line.sendall(framed(pack("prepared", told, made.buffers)))
    del made, told
    _fork_for_each(line, lambda theirs: _kernel(kernel, theirs))


def _kernel(kernel: Any, line: socket.socket) -> None:
    """Be one reader's kernel."""
    import numpy as np

    from dpviz.kernel.forked.served import serve

    os.setsid()  # what is pressed in the server's terminal is not meant for it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    # What this process draws is not what its brothers draw.
    random.seed()
    np.random.seed(int.from_bytes(os.urandom(4)))  # noqa: NPY002
    # What a page asks for may be too much: this kernel then says so, and others have the memory that they need.
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    line.sendall(framed(str(os.getpid()).encode()))
    serve(kernel, line)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system buries its children
    main(socket.socket(fileno=int(sys.argv[1])))
