"""Behind a web server that speaks https and has other pages too: nothing leaves the prefix, and all of it works."""

from __future__ import annotations

import re
import select
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from dpviz.lessons.catalogue import LESSONS
from tests.serving import ROOT, Served, serve, wait_for

LESSON = next(entry for entry in LESSONS if entry.slug == "exponential")
CONFIGURATION = ROOT / "docs" / "guides" / "nginx.conf"
NAME = "localhost"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate that nobody but this test trusts, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    pem, key = folder / "dpviz.pem", folder / "dpviz.key"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    if shutil.which("openssl") is None:
        pytest.skip("no openssl, so no certificate for https")
    subprocess.run([*words, "-out", str(pem), "-keyout", str(key)], check=True, capture_output=True)
    return pem, key


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def forward(browser: socket.socket, target: int, tls: ssl.SSLContext, public: int) -> None:
    """Hand one connection on; the first request's head says how, as the configuration of nginx does."""
    try:
        with tls.wrap_socket(browser, server_side=True) as near, socket.create_connection(("127.0.0.1", target)) as far:
            head = b""
            while b"\r\n\r\n" not in head:
                head += near.recv(65536) or b"\r\n\r\n"
            # One request a connection, so that each has its head written; a websocket stays.
            line, _, rest = head.partition(b"\r\n")
            if b"upgrade: websocket" not in head.lower():
                rest = re.sub(rb"(?i)\r\nconnection:[^\r]*", b"", b"\r\n" + rest)[2:]
                rest = b"Connection: close\r\n" + rest
            far.sendall(line + b"\r\nX-Forwarded-Proto: https\r\nX-Forwarded-For: 192.0.2.1\r\n" + rest)
            while True:
                ready = [near] if near.pending() else select.select([near, far], [], [])[0]
                for one in ready:
                    part = one.recv(65536)
                    if not part:
                        return
                    (far if one is near else near).sendall(part)
    except OSError:
        pass


@pytest.fixture(scope="module", params=["proxy", pytest.param("nginx", marks=pytest.mark.slow)])
def public(request: pytest.FixtureRequest, certificate: tuple[Path, Path], tmp_path_factory: Any) -> Iterator[Served]:
    """The gallery's address for others, ``https://localhost:PORT/lessons/``."""
    pem, key = certificate
    port = free_port()
    options = ["--base-url", "lessons", "--allow-host", NAME, "--preheat", "1"]
    if request.param == "nginx" and shutil.which("nginx") is None:
        pytest.skip("no nginx: install the package nginx-light to try the configuration of the guide")
    with serve(*options) as served:
        inner = urlsplit(served.address).port
        assert inner
        if request.param == "nginx":
            folder = tmp_path_factory.mktemp("nginx")
            with nginx(folder, port, inner, pem, key):
                served.address = f"https://{NAME}:{port}/lessons/"
                yield served
            return
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(pem, key)
        with socket.create_server(("127.0.0.1", port)) as listener:

            def accept() -> None:
                while True:
                    try:
                        browser, _ = listener.accept()
                    except OSError:
                        return
                    threading.Thread(target=forward, args=(browser, inner, tls, port), daemon=True).start()

            threading.Thread(target=accept, daemon=True).start()
            served.address = f"https://{NAME}:{port}/lessons/"
            yield served


class nginx:
    """A running nginx with the guide's configuration; ports, name and certificate are this test's."""

    def __init__(self, folder: Path, port: int, inner: int, pem: Path, key: Path) -> None:
        text = CONFIGURATION.read_text()
        for there, here in [
            ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
            ("server_name dpviz.example.org", f"server_name {NAME}"),
            ("/etc/ssl/dpviz.pem", str(pem)),
            ("/etc/ssl/dpviz.key", str(key)),
            ("http://localhost:8866", f"http://127.0.0.1:{inner}"),
        ]:
            assert text.count(there) == 1, there
            text = text.replace(there, here)
        temporary = "\n".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        file = folder / "nginx.conf"
        file.write_text(
            f"pid {folder}/pid;\nerror_log {folder}/errors;\ndaemon off;\nworker_processes 1;\nevents {{}}\n"
            f"http {{\naccess_log off;\n{temporary}\n{text}\n}}\n"
        )
        folder.chmod(0o755)
        self.process = subprocess.Popen(
            [str(shutil.which("nginx")), "-c", str(file), "-e", f"{folder}/errors"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.port = port

    def __enter__(self) -> None:
        def listening() -> bool:
            assert self.process.poll() is None, "nginx has ended"
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.port)) == 0

        wait_for(listening)

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()


@pytest.mark.browser
def test_a_lesson_behind_https_and_a_prefix(public: Served, new_page: Callable[..., Any]) -> None:
    page = new_page(ignore_https_errors=True)
    sockets: list[str] = []
    failed: list[str] = []
    page.on("websocket", lambda line: sockets.append(line.url))
    page.on("requestfailed", lambda request: failed.append(f"{request.url} {request.failure}"))
    page.on("response", lambda answer: failed.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
    # From the gallery by its own link.
    page.goto(public.url())
    page.locator(f'a[href$="voila/render/{LESSON.notebook}"]').first.click()
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    panel = page.locator(".dpviz-panel:not(.dpviz-opening)").first
    slider = panel.get_by_role("slider", name="privacy parameter")
    slider.press("End")
    page.wait_for_function("location.search.includes('law.epsilon')")  # the kernel has said so
    # The short address, as the page shows it.
    page.get_by_role("button", name="Share").click()
    page.get_by_role("dialog", name="Share this page").wait_for()
    short = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).dpvizShort")
    assert not short or short == f"/lessons/{LESSON.number}"
    page.keyboard.press("Escape")
    # All links of the page and of its reference, each below the prefix.
    links = page.evaluate("Array.from(document.links, a => a.href).filter(a => a.startsWith(location.origin))")
    assert [link for link in links if not link.startswith(public.address)] == []
    page.goto(public.url("dpviz/glossary"))
    links = page.evaluate("Array.from(document.links, a => a.href).filter(a => a.startsWith(location.origin))")
    assert [link for link in links if not link.startswith(public.address)] == []
    asked = [address for address in page.requests if not address.startswith(("data:", "blob:"))]
    assert [address for address in asked if not address.startswith(public.address)] == []
    assert sockets
    assert [line for line in sockets if not line.startswith(public.address.replace("https", "wss"))] == []
    # What the browser gave up because the page was left is no failure.
    assert [line for line in failed if "ERR_ABORTED" not in line] == []
    assert page.complaints == []


@pytest.mark.browser
def test_a_notebook_is_downloaded_and_a_wrong_address_says_so(public: Served, new_page: Callable[..., Any]) -> None:
    """Behind a web server nobody is at this machine."""
    page = new_page(ignore_https_errors=True)
    answer = page.request.get(public.url(f"notebook/{LESSON.notebook}"))
    assert "attachment" in answer.headers["content-disposition"]
    page.goto(public.url("no-such-page"))
    page.get_by_role("link", name="To the gallery").click()
    page.wait_for_url(public.address)
    short = page.request.get(public.url(str(LESSON.number)), max_redirects=0)
    assert short.headers["location"] == f"/lessons/voila/render/{LESSON.notebook}"
