"""The lessons inside an ordinary Jupyter server, as on Binder: Voilà's own extension, our template."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dpviz.lessons.catalogue import LESSONS
from dpviz.server import places
from tests.serving import ROOT, wait_for

BASE = "/user/somebody/"
TOKEN = "a-token-for-the-test"


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Jupyter server with a base address, as a hub gives one, that finds our files as an installed wheel's."""
    folder = tmp_path_factory.mktemp("jupyter")
    (folder / "config").mkdir()
    (folder / "config" / "jupyter_server_config.d").symlink_to(
        places.SERVER / "etc" / "jupyter" / "jupyter_server_config.d"
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "JUPYTER_PATH": str(places.JUPYTER_DATA),
        "JUPYTER_CONFIG_PATH": str(folder / "config"),
        "JUPYTER_TOKEN": TOKEN,
        "PYTHONPATH": str(ROOT),
    }
    command = [
        *(sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root"),
        *("--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"),
        *(f"--ServerApp.root_dir={ROOT}", f"--ServerApp.base_url={BASE}"),
    ]
    log = (folder / "log").open("w")
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}{BASE}"

    def up() -> bool:
        assert process.poll() is None, Path(log.name).read_text()
        try:
            return urllib.request.urlopen(address + "api", timeout=2).status == 200
        except OSError:
            return False

    try:
        wait_for(up)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=30)
        log.close()


def test_the_gallery_links_to_what_this_server_has(jupyter: str) -> None:
    html = urllib.request.urlopen(f"{jupyter}dpviz/?token={TOKEN}", timeout=30).read().decode()
    for entry in LESSONS:
        assert f'href="{BASE}voila/render/notebooks/{entry.notebook}"' in html
        assert f'href="{BASE}lab/tree/notebooks/{entry.notebook}"' in html
        assert f"{BASE}dpviz/pictures/{entry.slug}.svg?v=" in html


@pytest.mark.browser
def test_a_lesson_opens_in_our_template(jupyter: str, new_page: Any) -> None:
    entry = LESSONS[0]
    page = new_page()
    page.goto(f"{jupyter}voila/render/notebooks/{entry.notebook}?token={TOKEN}")
    page.wait_for_selector("html[data-dpviz-ready]", state="attached", timeout=60_000)
    assert page.get_by_role("heading", level=1).inner_text() == entry.title
    assert page.locator("input[type=range]").count() > 0
    assert page.locator(".dpviz-header a[rel=home]").get_attribute("href") == f"{BASE}dpviz/"
    page.wait_for_selector("math")
    hosts = {address.split("/")[2] for address in page.requests if not address.startswith(("blob:", "data:"))}
    assert hosts == {jupyter.split("/")[2]}
    assert not [address for address in page.requests if "voila.js" in address]
    # Leaving gives the kernel back here too.
    kernel = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    page.goto(f"{jupyter}dpviz/")

    def stopped() -> bool:
        try:
            urllib.request.urlopen(f"{jupyter}api/kernels/{kernel}?token={TOKEN}", timeout=5)
        except urllib.error.HTTPError as error:
            return error.code == 404
        return False

    wait_for(stopped)


@pytest.mark.parametrize("name", ["glossary", "corrections"])
def test_the_pages_of_reference_are_there_too(jupyter: str, name: str) -> None:
    html = urllib.request.urlopen(f"{jupyter}dpviz/{name}?token={TOKEN}", timeout=30).read().decode()
    assert f'href="{BASE}voila/render/notebooks/{LESSONS[0].notebook}#' in html
    assert f'href="{BASE}dpviz/glossary"' in html


def test_a_lesson_links_to_them_behind_the_prefix(jupyter: str) -> None:
    address = f"{jupyter}voila/render/notebooks/{LESSONS[0].notebook}?token={TOKEN}"
    html = urllib.request.urlopen(address, timeout=60).read().decode()
    assert f'<a class="dpviz-term" href="{BASE}dpviz/glossary#' in html
    assert f'data-dpviz-corrections="{BASE}dpviz/corrections"' in html
