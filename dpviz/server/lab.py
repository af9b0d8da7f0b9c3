"""JupyterLab, started when somebody first opens a notebook."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jupyter_server.utils import url_path_join
from tornado.httpclient import AsyncHTTPClient
from tornado.web import HTTPError, authenticated

from dpviz._notebooks import for_a_copy
from dpviz.lessons.catalogue import LESSONS
from dpviz.pages import places
from dpviz.server.pages import Page

#: Where notebooks go, in the folder the user started dpviz in: JupyterLab saves them again and again by itself.
COPIES = "dpviz-notebooks"


def working_copy(source: Path, folder: Path) -> Path:
    """A notebook in the user's folder, to be edited: copied there once, never written over."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / source.name
    if not target.exists():
        target.write_text(for_a_copy(source), encoding="utf-8")
    return target


def owner(table: str, port: int) -> int | None:
    """The user whose socket on this machine has that port, the far end's of a connection that came over loopback.

    None if the table (``/proc/net/tcp``) does not tell.
    """
    for line in table.splitlines()[1:]:
        fields = line.split()
        established = len(fields) > 7 and fields[3] == "01"
        if established and int(fields[1].rsplit(":", 1)[1], 16) == port:
            return int(fields[7])
    return None


def asked_by_another_user(peer: tuple[Any, ...] | None) -> bool:
    """True if a connection over loopback comes from another user of this machine, as far as the system tells.

    Our JupyterLab runs code as us; on a shared machine loopback alone does not say who is asking.
    """
    if not peer or not hasattr(os, "getuid"):
        return False
    for file in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            user = owner(Path(file).read_text(encoding="ascii"), peer[1])
        except OSError:
            continue
        if user is not None:
            return user not in (os.getuid(), 0)
    return False


class LabProcess:
    """A JupyterLab of our own: loopback only, its own free port, a random token.

    It shows the user's own copies of the notebooks. It is not enabled when the gallery is served beyond this machine:
    then notebooks are downloaded instead.
    """

    def __init__(self, root: Path, *, enabled: bool = True) -> None:
        self.root = root
        self.enabled = enabled
        self._process: subprocess.Popen[bytes] | None = None
        self._token = ""
        self._port = 0

    def start(self) -> None:
        """Start JupyterLab if it is not running."""
        if self._process and self._process.poll() is None:
            return
        self._token = secrets.token_hex(24)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        # The token travels in the environment, where other users of the machine cannot read it.
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "jupyterlab",
                "--no-browser",
                "--ServerApp.ip=127.0.0.1",
                f"--ServerApp.port={self._port}",
                "--ServerApp.port_retries=0",
                f"--ServerApp.root_dir={self.root}",
                "--LabApp.news_url=",
                "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
                "--LabApp.extension_manager=readonly",
                # In a container one often is root; loopback and the token hold there too.
                *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
            ],
            env={**os.environ, "JUPYTER_TOKEN": self._token, "JUPYTER_CONFIG_PATH": self._config_path()},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @staticmethod
    def _config_path() -> str:
        """Our folder before the ones that the user has named."""
        named = os.environ.get("JUPYTER_CONFIG_PATH")
        return os.pathsep.join([str(places.LAB_CONFIG), *([named] if named else [])])

    def notebook_address(self, notebook: str) -> str:
        return f"http://127.0.0.1:{self._port}/lab/tree/{quote(notebook)}?token={self._token}"

    async def state(self) -> str:
        """One of "stopped", "starting", "ready"."""
        if self._process is None or self._process.poll() is not None:
            return "stopped"
        try:
            await AsyncHTTPClient().fetch(f"http://127.0.0.1:{self._port}/api", request_timeout=2, connect_timeout=1)
        except Exception:
            return "starting"
        return "ready"

    def stop(self) -> None:
        """Stop JupyterLab and its kernels."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class NotebookPage(Page):
    """``/notebook/NAME.ipynb``: JupyterLab if it is up, a page that waits for it if not, a download elsewhere."""

    @authenticated
    async def get(self, name: str) -> None:
        lab: LabProcess = self.settings["dpviz_lab"]
        source = places.notebooks() / name
        # A lesson's exercise has its notebook's name, one folder deeper.
        if name.removeprefix("exercises/") not in {entry.notebook for entry in LESSONS} or not source.is_file():
            raise HTTPError(404)
        connection: Any = self.request.connection
        # Behind a web server everybody seems to be at this machine.
        sent_on = "X-Forwarded-For" in self.request.headers
        stranger = sent_on or asked_by_another_user(getattr(connection.context, "address", None))
        if not lab.enabled or stranger or self.get_query_argument("download", "") == "1":
            self.set_header("Content-Type", "application/x-ipynb+json")
            self.set_header("Content-Disposition", f'attachment; filename="{source.name}"')
            self.finish(source.read_bytes())
            return
        # An exercise links to its lesson, and lessons to each other, so all are there.
        for part in {name, *(entry.notebook for entry in LESSONS)}:
            await asyncio.to_thread(working_copy, places.notebooks() / part, (lab.root / part).parent)
        lab.start()
        if await lab.state() == "ready":
            self.redirect(lab.notebook_address(name))
            return
        self.set_header("Cache-Control", "no-store")
        self.finish(self.render_page("lab.html", notebook=name, folder=str(lab.root)))


class LabState(Page):
    """``/notebook-state``: what the waiting page asks, again and again."""

    @authenticated
    async def get(self) -> None:
        lab: LabProcess = self.settings["dpviz_lab"]
        self.set_header("Cache-Control", "no-store")
        self.finish({"state": await lab.state() if lab.enabled else "stopped"})


def handlers(base_url: str) -> list[Any]:
    """Routes to the notebooks."""
    return [
        (url_path_join(base_url, r"/notebook/((?:exercises/)?[^/]+\.ipynb)"), NotebookPage),
        (url_path_join(base_url, r"/notebook-state"), LabState),
    ]
