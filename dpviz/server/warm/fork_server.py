"""The server's side of the warm process: notebooks executed there, and kernels forked from them."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dpviz.kernel import Prepared
from dpviz.server.warm.frames import framed, received

log = logging.getLogger(__name__)

EXECUTED_WITHIN = 120.0  # seconds
FORKED_WITHIN = 30.0
#: How often the warm process is started anew before the server does without it.
STARTS = 3


class NotWarm(Exception):
    """There is no warm process to do it; or the notebook failed in it, which its message then says."""


class Parent:
    """A notebook that was executed, in a process that forks kernels for it.

    Parameters
    ----------
    prepared : Prepared
        What the execution left.
    folder : pathlib.Path
        In which its cells run.
    """

    def __init__(
        self, prepared: Prepared, folder: Path, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.prepared, self.folder = prepared, folder
        self._writer = writer
        self._waiting: dict[str, asyncio.Future[int]] = {}
        self._hearing = asyncio.create_task(self._hear(reader))

    @property
    def alive(self) -> bool:
        """Whether it can fork."""
        return not self._hearing.done()

    async def fork(self, connection: Mapping[str, Any]) -> int:
        """Fork a kernel.

        Parameters
        ----------
        connection : mapping
            Where the kernel is to listen, as a connection file has it.

        Returns
        -------
        int
            The process, which listens by now.

        Raises
        ------
        NotWarm
            If the parent is gone, or does not answer.
        """
        if not self.alive:
            raise NotWarm("the process that forks this lesson's kernels is gone")
        answer = self._waiting[str(connection["key"])] = asyncio.get_running_loop().create_future()
        self._writer.write(framed(connection))
        try:
            return await asyncio.wait_for(answer, FORKED_WITHIN)
        except TimeoutError:
            raise NotWarm("the process that forks this lesson's kernels does not answer") from None
        finally:
            self._waiting.pop(str(connection["key"]), None)

    def close(self) -> None:
        """Let the process end; its kernels go on."""
        self._writer.close()

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        while (answer := await received(reader)) is not None:
            said = answer[0]
            waiting = self._waiting.get(said["key"])
            if waiting is None or waiting.done():
                continue
            if "pid" in said:
                waiting.set_result(said["pid"])
            else:
                waiting.set_exception(NotWarm(f"a forked kernel could not begin: {said['problem']}"))
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(NotWarm("the process that forks this lesson's kernels has ended"))


class WarmProcess:
    """The process in which everything is imported; started when it is first needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._lifeline = self._held = -1  # the two ends of a pipe
        self._starts = 0
        self._turn = threading.Lock()

    @property
    def lifeline(self) -> int:
        """A file descriptor that is at its end when the server is gone, however it went: for kernels."""
        if self._lifeline < 0:
            self._lifeline, self._held = os.pipe()
        return self._lifeline

    async def execute(self, cells: Sequence[str], folder: Path) -> Parent:
        """Execute a notebook's code cells in a process of its own.

        Raises
        ------
        NotWarm
            If a cell fails, or if there is no warm process.
        """
        ours, theirs = socket.socketpair()
        try:
            await asyncio.to_thread(self._hand_over, theirs)
        except OSError as error:
            ours.close()
            raise NotWarm(f"the warm process cannot be started: {error}") from error
        finally:
            theirs.close()
        reader, writer = await asyncio.open_connection(sock=ours)
        writer.write(framed({"cells": list(cells), "folder": str(folder)}))
        try:
            answer = await asyncio.wait_for(received(reader), EXECUTED_WITHIN)
        except TimeoutError:
            answer = None
        if answer is None or "problem" in answer[0]:
            writer.close()
            raise NotWarm(answer[0]["problem"] if answer else "the warm process did not execute it")
        told, *buffers = answer[1]
        made = json.loads(told)
        return Parent(Prepared(made["outputs"], made["known"], made["states"], buffers), folder, reader, writer)

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
        read = self.lifeline
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "dpviz.server.warm.process", str(theirs.fileno()), str(read)],
                pass_fds=(theirs.fileno(), read),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        finally:
            theirs.close()
        self._line = ours

    def stop(self) -> None:
        """End it, and all kernels."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._held >= 0:
            os.close(self._held)
            os.close(self._lifeline)
            self._held = self._lifeline = -1
        if self._process is not None:
            self._process.wait(timeout=10)


#: One for each server.
warm = WarmProcess()
