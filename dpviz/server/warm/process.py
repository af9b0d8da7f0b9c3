"""The warm process, and its children: ``python -m dpviz.server.warm.process SOCKET LIFELINE``, two file descriptors.

It imports everything once. For each notebook it forks a parent, which executes the notebook once; and that forks a
kernel for each reader. All of them have one thread until then: what forks must not hold another thread's locks.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import logging
import os
import random
import resource
import signal
import socket
import sys
from contextlib import suppress
from typing import Any

from dpviz.server.warm.frames import framed, receive

#: Bytes that a kernel may have of its own.
MEMORY = 1 << 30


def main(line: socket.socket, lifeline: int) -> None:
    """Import everything; then one parent for each socket that arrives, until the server is gone."""
    from dpviz.lessons.catalogue import LESSONS

    importlib.import_module("dpviz.server.warm.jupyter")
    for lesson in LESSONS:
        importlib.import_module(f"dpviz.lessons.{lesson.slug}")
    _settle()
    while True:
        said, descriptors, _, _ = socket.recv_fds(line, 1, 1)
        if not said:
            return
        if os.fork():
            os.close(descriptors[0])
            continue
        line.close()
        _ended(_parent, socket.socket(fileno=descriptors[0]), lifeline)


def _parent(line: socket.socket, lifeline: int) -> None:
    """Execute a notebook, say what came of it, and fork kernels."""
    from dpviz.kernel import CellError, Kernel, prepare
    from dpviz.widgets._json import to_json

    asked = receive(line)
    if asked is None:
        return
    os.chdir(asked["folder"])
    sys.path.insert(0, asked["folder"])
    kernel = Kernel()
    try:
        made = prepare(kernel, asked["cells"])
    except CellError as error:
        line.sendall(framed({"problem": str(error)}))
        return
    told = to_json({"outputs": made.outputs, "known": made.known, "states": made.states}).encode()
    line.sendall(framed({}, [told, *made.buffers]))
    del made, told
    _settle()
    while (connection := receive(line)) is not None:
        if not os.fork():
            _ended(_kernel, kernel, connection, line, lifeline)


def _kernel(kernel: Any, connection: dict[str, Any], line: socket.socket, lifeline: int) -> None:
    """Be one reader's kernel."""
    from dpviz.server.warm.jupyter import serve

    os.setsid()  # what is pressed in the server's terminal is not meant for it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _own_randomness()
    # What a page asks for may be too much: this kernel then says so, and others have the memory that they need.
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))

    def ready() -> None:
        line.sendall(framed({"key": connection["key"], "pid": os.getpid()}))
        line.close()

    try:
        serve(kernel, connection, ready, lifeline)
    except Exception as error:
        with suppress(OSError):  # said already that all is well
            line.sendall(framed({"key": connection["key"], "problem": str(error)}))
        raise


def _own_randomness() -> None:
    """What this process draws is not what its brothers draw."""
    import numpy as np

    random.seed()
    np.random.seed(int.from_bytes(os.urandom(4)))  # noqa: NPY002


def _settle() -> None:
    """What is there by now stays where it is in all children: a collection does not write to it."""
    gc.collect()
    with suppress(AttributeError, OSError):  # not the C library of GNU
        ctypes.CDLL(None).malloc_trim(0)
    gc.freeze()


def _ended(work: Any, *arguments: Any) -> None:
    """Do what a child does; it never comes back to what its parent does."""
    try:
        work(*arguments)
    except BaseException:
        logging.exception("in a child of the warm process")
    finally:
        os._exit(0)


if __name__ == "__main__":
    # Before numpy is imported: products of small matrices gain nothing from a second thread.
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = "1"
    os.environ["JUPYTER_WIDGETS_ECHO"] = "0"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system buries its children
    main(socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]))
