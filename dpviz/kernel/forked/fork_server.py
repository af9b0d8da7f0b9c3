"""The server's side of the warm process: notebooks executed there, and kernels forked from them."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from dpviz.kernel import ENVIRONMENT
from dpviz.kernel.core import Prepared
from dpviz.kernel.core.message import unpack
from dpviz.kernel.forked.frames import framed, received

log = logging.getLogger(__name__)

EXECUTED_WITHIN = 120.0  # seconds
FORKED_WITHIN = 30.0
#: How often the warm process is started anew before the server does without it.
STARTS = 3


class NotWarm(Exception):
    """There is no warm process to do it; or the notebook failed in it, which its message then says."""


class KernelProcess(NamedTuple):
    """A reader's kernel: the line to it, and how it is ended, once."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    kill: Callable[[], None]


class Parent:
    """A notebook that was executed, in a process that forks kernels for it; its cells run in `folder`."""

    def __init__(
        self, prepared: Prepared, folder: Path, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.prepared, self.folder = prepared, folder
        self._reader, self._writer = reader, writer
        self._line = socket.socket(fileno=os.dup(writer.get_extra_info("socket").fileno()))

    @property
    def alive(self) -> bool:
        """Whether it can fork."""
        return not self._reader.at_eof()

    async def fork(self) -> KernelProcess:
        """Fork a kernel, which listens by then; `NotWarm` if the parent is gone, or does not answer."""
        ours, theirs = socket.socketpair()
        reader, writer = await asyncio.open_connection(sock=ours)
        try:
            with theirs:
                socket.send_fds(self._line, [b"+"], [theirs.fileno()])
            said = await asyncio.wait_for(received(reader), FORKED_WITHIN)
            process = os.pidfd_open(int(said or ""))
        except (OSError, ValueError) as error:  # a TimeoutError is an OSError
            writer.close()
            raise NotWarm("the process that forks this lesson's kernels is gone, or does not answer") from error

        def kill() -> None:
            try:
                signal.pidfd_send_signal(process, signal.SIGKILL)
            finally:
                os.close(process)

        return KernelProcess(reader, writer, kill)

    async def start(self) -> KernelProcess:
        """Start a kernel as other programs are, which takes some seconds: it executes the cells again."""
        ours, theirs = socket.socketpair()
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "dpviz.kernel.forked.start", str(theirs.fileno())),
                pass_fds=(theirs.fileno(),),
                cwd=self.folder,
                env={**os.environ, **ENVIRONMENT},
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        reader, writer = await asyncio.open_connection(sock=ours)
        writer.write(framed(json.dumps(self.prepared.known).encode()))
        return KernelProcess(reader, writer, process.kill)

    def close(self) -> None:
        """Let the process end; its kernels go on."""
        self._line.close()
        self._writer.close()


class WarmProcess:
    """The process in which everything is imported; started when it is first needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._starts = 0
        self._turn = threading.Lock()

    async def execute(self, cells: Sequence[str], folder: Path) -> Parent:
        """Execute a notebook's code cells in a process of its own; `NotWarm` if one fails, or none can run."""
        ours, theirs = socket.socketpair()
        try:
            await asyncio.to_thread(self._hand_over, theirs)
        except OSError as error:
            ours.close()
            raise NotWarm(f"the warm process cannot be started: {error}") from error
        finally:
            theirs.close()
        reader, writer = await asyncio.open_connection(sock=ours)
        writer.write(framed(json.dumps({"cells": list(cells), "folder": str(folder)}).encode()))
        try:
            answer = await asyncio.wait_for(received(reader), EXECUTED_WITHIN)
        except TimeoutError:
            answer = None
        _, made, buffers = unpack(answer) if answer else ({}, {"problem": "the warm process did not execute it"}, [])
        if "problem" in made:
            writer.close()
            raise NotWarm(made["problem"])
        prepared = Prepared(made["outputs"], made["known"], made["states"], [bytes(buffer) for buffer in buffers])
        return Parent(prepared, folder, reader, writer)

    def _hand_over(self, line: socket.socket) -> None:
        """Give the warm process one end of a line, on which it will hear what to execute."""
        with self._turn:  # lessons that are opened together start one process
            if self._process is None or self._process.poll() is not None:
                self._start()
            assert self._line is not None
            socket.send_fds(self._line, [b"+"], [line.fileno()])

    def _start(self) -> None:
        if self._process is not None:
            log.warning("dpviz: the warm process has ended (%s)", self._process.returncode)
        self._starts += 1
        if self._starts > STARTS:
            raise OSError(f"it has ended {STARTS} times")
        if self._line is not None:
            self._line.close()  # kernels of the one that has ended go on
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "dpviz.kernel.forked.process", str(theirs.fileno())],
                pass_fds=(theirs.fileno(),),
                env={**os.environ, **ENVIRONMENT},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        self._line = ours

    def stop(self) -> None:
        """End it; what it has forked goes on."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._process is not None:
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:  # on a machine that is very busy; or it hangs
                self._process.kill()
                self._process.wait()


#: One for each server.
warm = WarmProcess()
