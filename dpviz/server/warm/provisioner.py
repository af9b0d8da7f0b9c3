"""How a Jupyter server starts the kernel of a lesson's page: by forking it, or else on its own."""

from __future__ import annotations

import json
import logging
import os
import select
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

from jupyter_client.provisioning import LocalProvisioner

from dpviz.server.warm.fork_server import NotWarm, warm
from dpviz.server.warm.start import KNOWN

log = logging.getLogger(__name__)

#: Its name among jupyter_client's entry points.
NAME = "dpviz-fork"


class Forked:
    """A process that is no child of ours, with as much of `subprocess.Popen`'s face as a provisioner needs.

    Parameters
    ----------
    pid : int
    """

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        try:
            self._handle = os.pidfd_open(pid)
        except ProcessLookupError:
            self._handle = -1

    def poll(self) -> int | None:
        """0 when it has ended: how, only its parent knows."""
        if self._handle < 0:
            return 0
        if not self._ended(0):
            return None
        self._close()
        return 0

    def wait(self) -> int:
        """Wait for its end."""
        if self._handle >= 0:
            self._ended(None)
            self._close()
        return 0

    def send_signal(self, number: int) -> None:
        """Send it a signal, never another process that has got its number since."""
        if self._handle >= 0:
            with suppress(ProcessLookupError):  # it has ended by itself
                signal.pidfd_send_signal(self._handle, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def _ended(self, milliseconds: int | None) -> bool:
        poll = select.poll()  # `select` knows no more than 1,024 files
        poll.register(self._handle, select.POLLIN)
        return bool(poll.poll(milliseconds))

    def _close(self) -> None:
        os.close(self._handle)
        self._handle = -1


class ForkProvisioner(LocalProvisioner):
    """Forks a lesson's kernel from the process that has executed its notebook.

    `start_kernel` is told the ``lesson``, a `Parent`.
    """

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> dict[str, Any]:
        """Fork; where that cannot be done, start a process that executes the cells again."""
        lesson = kwargs.pop("lesson")
        connection = {
            key: value.decode() if isinstance(value, bytes) else value for key, value in self.connection_info.items()
        }
        try:
            process = Forked(await lesson.fork(connection))
        except NotWarm as error:
            log.warning("dpviz: %s; an ordinary kernel is started", error)
            file = Path(self.parent.connection_file)
            known = file.with_name(file.name + KNOWN)
            known.write_text(json.dumps(lesson.prepared.known), encoding="utf-8")
            lifeline = warm.lifeline
            cmd = [*cmd, "--lifeline", str(lifeline)]
            options = {**kwargs, "cwd": str(lesson.folder), "pass_fds": (lifeline,)}
            made: dict[str, Any] = await super().launch_kernel(cmd, **options)
            return made
        self.process = process
        self.pid = process.pid
        # It leads a group of its own, but might have ended: a signal goes to the process that is meant, or to none.
        self.pgid = None
        return self.connection_info
