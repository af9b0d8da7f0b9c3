"""The server: Voilà, with our template, our gallery as its home page, and lessons kept warm."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import shutil
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jupyter_client.kernelspec import NATIVE_KERNEL_NAME, KernelSpec, KernelSpecManager
from jupyter_server.utils import url_path_join
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.netutil import bind_sockets
from tornado.web import HTTPError
from traitlets.config import Config
from voila.app import Voila

from dpviz.kernel.forked.fork_server import warm
from dpviz.lessons.catalogue import LESSONS
from dpviz.pages import assets, lectures, places
from dpviz.server import bench, gallery, lab, lesson, pages, redirects, reference, routes, websocket_filter
from dpviz.server.auth import Access, own_name
from dpviz.server.auth_handlers import Gate
from dpviz.server.kernels import warm_kernel_manager
from dpviz.server.warm import handlers as ready

# Seconds. A page that is open keeps its kernel however long the lecture; one that was left behind lets go of it.
IDLE_KERNEL = 30 * 60
#: How many ports are tried, from the wanted one upwards.
PORTS = 100
#: What a request may send (bytes), and how long it may take to (seconds). Tables come by the line to the kernel.
LARGEST_BODY, PATIENCE = 64 * 1024, 60


class OwnKernel(KernelSpecManager):
    """Every lesson runs in this very Python, whatever kernels the user has registered elsewhere."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """The one kernel there is, by whatever name a notebook asks for it."""
        return KernelSpec(
            argv=[sys.executable, "-m", "dpviz.server.launch", "-f", "{connection_file}", *KERNEL_OPTIONS],
            display_name="Python 3",
            language="python",
            metadata={"debugger": False},
        )

    def get_all_specs(self) -> dict[str, Any]:
        """The one kernel there is."""
        spec = self.get_kernel_spec(NATIVE_KERNEL_NAME).to_dict()
        return {NATIVE_KERNEL_NAME: {"resource_dir": "", "spec": spec}}


# A page's kernel keeps no history of what was typed: nothing is.
KERNEL_OPTIONS = ("--HistoryManager.enabled=False", "--log-level=ERROR")


def configuration(base_url: str = "/", *, verbose: bool = False) -> Config:
    """What we ask of Voilà: everything is served below `base_url`; `verbose` logs what the server does."""
    config = Config()
    config.Voila.log_level = logging.INFO if verbose else logging.CRITICAL
    config.VoilaConfiguration.update(lesson.LOOK)
    config.VoilaConfiguration.kernel_spec_manager_class = OwnKernel
    # For pages that need Voilà's full front end (see page.js): what shows widgets, nothing else.
    config.VoilaConfiguration.extension_allowlist = [
        "@jupyter-widgets/jupyterlab-manager",
        "@voila-dashboards/widgets-manager8",
        "anywidget",
    ]
    # A kernel that says nothing within this time leaves Voilà's page waiting for ever; a busy machine takes a minute.
    config.VoilaExecutor.startup_timeout = 300
    config.VoilaConfiguration.resources = assets.lesson_resources(base_url, base_url)
    config.VoilaConfiguration.page_config_hook = lectures.beside
    if sys.platform == "linux":
        # Between server and kernel: sockets in a folder only this user can open, instead of ports.
        config.KernelManager.transport = "ipc"
    config.MappingKernelManager.cull_idle_timeout = IDLE_KERNEL
    config.MappingKernelManager.cull_interval = 5 * 60
    config.MappingKernelManager.cull_connected = False
    return config


class DpvizServer(Voila):
    """Voilà serving the dpviz gallery."""

    #: How many lessons to keep ready; None: all.
    warm: int | None = 0
    #: Who is answered.
    access = Access()
    #: How many readers at once; None: as many as the machine's memory has room for.
    max_kernels: int | None = None
    kernel_manager: Any
    port: Any
    lab: lab.LabProcess

    def load_config_file(self, *_: Any, **__: Any) -> None:
        """Read none: what somebody set for their own Voilà is not meant for us."""

    def setup_template_dirs(self) -> None:
        """Let Jupyter find our template wherever this package lies."""
        known = os.environ.get("JUPYTER_PATH", "").split(os.pathsep)
        if str(places.JUPYTER_DATA) not in known:
            os.environ["JUPYTER_PATH"] = os.pathsep.join([str(places.JUPYTER_DATA), *filter(None, known)])
        super().setup_template_dirs()

    def init_settings(self) -> dict[str, Any]:
        """Voilà's settings, our kernel manager, our links."""
        settings: dict[str, Any] = super().init_settings()
        if self.warm != 0:
            manager = warm_kernel_manager(self.voila_configuration.multi_kernel_manager_class)
            self.kernel_manager = settings["kernel_manager"] = manager(
                parent=self, connection_dir=self.connection_dir, kernel_spec_manager=self.kernel_spec_manager
            )
        self.kernel_manager.allowed_message_types = list(websocket_filter.ALLOWED)
        settings |= ready.settings(most=self.max_kernels, others=self.kernel_manager)
        # Names, origins and tokens are the gate's business, which every request has passed before.
        settings["allow_remote_access"] = True
        settings["headers"] = {
            "Content-Security-Policy": pages.content_policy((*pages.OURS, *self.access.embed)),
            "Referrer-Policy": "same-origin",
        }
        settings["websocket_max_message_size"] = websocket_filter.LARGEST
        settings["dpviz_environment"] = assets.environment()
        settings["dpviz_links"] = {
            "home": self.base_url,
            "reference": url_path_join(self.base_url, "dpviz/"),
            "app": url_path_join(self.base_url, "voila/render/"),
            "notebook": url_path_join(self.base_url, "notebook/"),
        }
        settings["dpviz_lab"] = self.lab = lab.LabProcess(Path.cwd() / lab.COPIES, enabled=self.private)
        settings["default_handler_class"] = pages.NotFound
        return settings

    @property
    def private(self) -> bool:
        """Whether nobody but the people at this machine is meant to read."""
        return own_name(self.ip) and not self.access.hosts and not self.access.token

    def init_handlers(self) -> list[Any]:
        """Our handlers; of Voilà's, those that pages need, and no others."""
        ours_by_part = (gallery.handlers, redirects.handlers, reference.handlers, bench.handlers, lab.handlers)
        rendering = {
            "template_paths": self.template_paths,
            "config": self.config,
            "voila_configuration": self.voila_configuration,
        }
        ours = [route for part in ours_by_part for route in part(self.base_url)]
        return ours + lesson.handlers(self.base_url, rendering) + routes.needed(super().init_handlers())

    def bind(self) -> list[socket.socket]:
        """Listening sockets on the wanted port, or on the next free one; `port` is set to theirs.

        An OSError, if the address is not this machine's, or no port is to be had.
        """
        wanted: int = self.port
        for port in range(wanted, min(wanted + PORTS, 65536)):
            try:
                sockets = bind_sockets(port, address=self.ip)
            except OSError as error:
                if error.errno in (errno.EADDRINUSE, errno.EACCES) and port:
                    continue
                raise
            self.port = sockets[0].getsockname()[1]
            if wanted not in (0, self.port):
                print(f"Port {wanted} is taken, so dpviz uses {self.port}.", flush=True)
            return sockets
        raise OSError(f"no free port from {wanted} to {min(wanted + PORTS, 65536) - 1}")

    @property
    def address(self) -> str:
        """Where a browser finds the gallery."""
        host = socket.gethostname() if self.ip in ("", "0.0.0.0", "::") else self.ip
        host = f"[{host}]" if ":" in host else host
        return f"http://{host}:{self.port}{self.base_url}"

    def http_server(self) -> HTTPServer:
        """The gate, with the application behind it."""
        return HTTPServer(
            Gate(self.app, self.access),
            # What a web server in front says of its reader; beyond this machine, anybody could say it.
            xheaders=own_name(self.ip),
            max_body_size=LARGEST_BODY,
            body_timeout=PATIENCE,
            idle_connection_timeout=PATIENCE,
        )

    def listen(self) -> None:
        """Serve until stopped."""
        try:
            self.http_server().add_sockets(self.bind())
        except OSError:
            shutil.rmtree(self.connection_dir, ignore_errors=True)
            raise
        self.ioloop = IOLoop.current()
        # Ctrl-C stops the loop as SIGTERM does; as an exception it could surface in the middle of any task.
        signal.signal(signal.SIGINT, self._handle_signal_stop)
        print(f"dpviz is running at {self.address}{self.access.query()} (stop it with Ctrl-C)", flush=True)
        if self.access.token and not self.access.given:
            print("Whoever has this link is let in. Nobody else is.", flush=True)
        if self.open_browser:
            invitation = self.address + self.access.invite()
            threading.Thread(target=webbrowser.open, args=(invitation,), daemon=True).start()
        if self.warm != 0:
            self.ioloop.add_callback(self.preheat, [entry.notebook for entry in LESSONS][: self.warm])
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()

    async def preheat(self, notebooks: Sequence[str]) -> None:
        """Have notebooks executed, and their pages made, before anybody asks for them."""
        lessons, resources = self.app.settings[ready.LESSONS], self.voila_configuration.resources["dpviz"]
        for name in notebooks:
            found = await lessons.find(Path(self.root_dir, name).resolve())
            if found is None:
                await self.kernel_manager.preheat([name])
            else:
                await asyncio.to_thread(lesson.page, found, self.base_url, resources)

    def stop(self) -> None:
        """Stop every kernel, and JupyterLab if it was started."""
        # A second Ctrl-C while we clean up must not leave kernels behind.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        print("\nStopping dpviz.", flush=True)
        self.lab.stop()
        warm.stop()
        self.app.settings[ready.KERNELS].close()
        # In the loop in which they were started: what is only starting would go on in no other.
        self.ioloop.run_sync(lambda: end_kernels(self.kernel_manager))
        shutil.rmtree(self.connection_dir, ignore_errors=True)


#: Seconds for all kernels to end.
SHUTDOWN = 20.0


async def end_kernels(manager: Any) -> None:
    """Stop every kernel, also if one ends by itself or is only starting: it is then not there to be stopped (404)."""
    for tries_left in reversed(range(1_200)):  # on a busy machine a kernel starts for a minute
        try:
            await asyncio.wait_for(manager.shutdown_all(now=True), SHUTDOWN)
            return
        except TimeoutError:
            return  # one whose start never ends; the processes of all end with this one
        except HTTPError as error:
            if error.status_code != 404 or not tries_left:
                raise
            await asyncio.sleep(0.1)


def serve(
    *,
    ip: str,
    port: int,
    open_browser: bool,
    preheat: int | None,
    access: Access,
    max_kernels: int | None = None,
    verbose: bool = False,
) -> int:
    """Serve the gallery until stopped; the exit status.

    `port` is the first of those to try; 0 takes any free one. `preheat` says how many lessons to keep ready in the
    background, and `max_kernels` how many readers there may be at once; None: all, and as many as the machine's memory
    has room for.
    """
    if not verbose:
        logging.getLogger("tornado").setLevel(logging.CRITICAL)
    app = DpvizServer(config=configuration(access.base_url, verbose=verbose))
    app.ip, app.port, app.open_browser, app.warm = ip, port, open_browser, preheat
    app.access, app.base_url, app.max_kernels = access, access.base_url, max_kernels
    app.root_dir = str(places.notebooks())
    try:
        app.initialize([])
        app.start()
    except OSError as error:
        print(f"dpviz cannot listen on {ip}, port {port}: {error.strerror or error}", file=sys.stderr)
        return 1
    return 0
