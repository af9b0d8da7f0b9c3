"""The servers that are compared: dpviz, and Voilà as it comes, both on free loopback ports."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

PATIENCE = 60  # seconds


@dataclass(frozen=True)
class Server:
    """A server that runs.

    Parameters
    ----------
    process : psutil.Process
    port : int
    """

    process: psutil.Process
    port: int

    def kernel(self, identity: str) -> psutil.Process:
        """The process of one of its kernels; of those that are forked, which do not say their id, the youngest."""
        forked = []
        for child in self.process.children(recursive=True):
            try:
                command = child.cmdline()
                if any(f"kernel-{identity}" in part for part in command):
                    return child
                if "dpviz.kernel.forked.process" in command:
                    forked.append(child)
            except psutil.Error:
                continue
        if forked:
            return max(forked, key=lambda child: child.create_time())
        raise RuntimeError(f"the server has no kernel {identity}")

    def rest(self, calm: float = 1.0) -> None:
        """Wait until it and its kernels have had next to nothing to do for `calm` seconds."""
        end = time.monotonic() + PATIENCE
        before = self._work()
        while time.monotonic() < end:
            time.sleep(calm)
            after = self._work()
            if after[0] == before[0] and after[1] - before[1] < 0.04 * calm:
                return
            before = after

    def _work(self) -> tuple[int, float]:
        """How many processes, and the seconds of processor time they have used."""
        seconds, count = 0.0, 0
        for process in [self.process, *self.process.children(recursive=True)]:
            try:
                used = process.cpu_times()
            except psutil.NoSuchProcess:
                continue
            seconds += used.user + used.system
            count += 1
        return count, seconds


@contextmanager
def dpviz(*options: str) -> Iterator[Server]:
    """dpviz, with options of its command line."""
    port = _free_port()
    command = [sys.executable, "-m", "dpviz.cli", "--no-browser", "--port", str(port), *options]
    with _running(command, dict(os.environ), port, Path.cwd()) as server:
        yield server


@contextmanager
def built_site() -> Iterator[Path]:
    """The folder of a site; DPVIZ_SITE names one that is built already."""
    if built := os.environ.get("DPVIZ_SITE"):
        yield Path(built)
        return
    with tempfile.TemporaryDirectory(prefix="dpviz-bench-") as folder:
        command = [sys.executable, "-m", "dpviz.cli", "build", folder]
        if pyodide := os.environ.get("DPVIZ_PYODIDE"):
            command += ["--pyodide", pyodide]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr[-2000:]}")
        yield Path(folder)


@contextmanager
def stock_voila(folder: Path, *options: str) -> Iterator[Server]:
    """Voilà with its own template, serving a folder of notebooks; nobody's settings are read, only these options."""
    port = _free_port()
    command = [
        *(sys.executable, "-m", "voila", str(folder), "--no-browser"),
        *("--Voila.ip=127.0.0.1", f"--port={port}", "--Voila.log_level=WARN", *options),
    ]
    with tempfile.TemporaryDirectory(prefix="dpviz-bench-") as nobody:
        stock = {key: value for key, value in os.environ.items() if not key.startswith(("JUPYTER", "VOILA"))}
        stock |= {f"JUPYTER_{kind}_DIR": nobody for kind in ("CONFIG", "DATA")}
        with _running(command, stock, port, folder) as server:
            yield server


@contextmanager
def _running(command: list[str], environment: dict[str, str], port: int, folder: Path) -> Iterator[Server]:
    with tempfile.TemporaryFile() as log:
        popen = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        server = Server(psutil.Process(popen.pid), port)
        try:
            _wait_until_up(popen, port, log)
            yield server
        finally:
            _stop(server.process)
            popen.wait()


def _wait_until_up(popen: subprocess.Popen[bytes], port: int, log: object) -> None:
    end = time.monotonic() + PATIENCE
    while popen.poll() is None and time.monotonic() < end:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).close()
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
    log.seek(0)  # type: ignore[attr-defined]
    said = log.read().decode(errors="replace")[-2000:]  # type: ignore[attr-defined]
    raise RuntimeError(f"{' '.join(popen.args)} did not start:\n{said}")  # type: ignore[arg-type]


def _stop(process: psutil.Process) -> None:
    """Ask the server to stop; what it leaves behind is ended too."""
    try:
        family = [process, *process.children(recursive=True)]
        process.terminate()
    except psutil.NoSuchProcess:
        return
    _, alive = psutil.wait_procs(family, timeout=8)
    for straggler in alive:
        straggler.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
