"""What can be reached: the lessons, the lines of their pages to their kernels, and static files; nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.iostream import StreamClosedError
from tornado.websocket import WebSocketClosedError, websocket_connect

from dpviz.lessons.catalogue import LESSONS
from tests.serving import PATIENCE, Served, run_async, serve, write_notebook

LESSON = f"/voila/render/{LESSONS[0].notebook}"
NOBODY = "00000000-0000-0000-0000-000000000000"
PROTOCOL = "v1.kernel.websocket.jupyter.org"


@pytest.fixture(scope="module")
def lessons() -> Iterator[Served]:
    with serve("--preheat", "none") as served:
        yield served


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of a notebook that is no lesson; beside it, and below it, lies what nobody may have."""
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder, "one", "# One", "import ipywidgets; ipywidgets.IntSlider()")
    (folder / "exercises").mkdir()
    write_notebook(folder, "exercises/two", "# CANARY", "open('executed', 'w')")
    (folder / "table.csv").write_text("CANARY")
    (folder.parent / "outside.ipynb").write_bytes((folder / "exercises" / "two.ipynb").read_bytes())
    with serve("--preheat", "none", notebooks=folder, cwd=folder) as served:
        write_notebook(folder, ".hidden", "# CANARY", "open('executed', 'w')")
        yield served


@dataclass
class Answer:
    status: int
    body: str


def ask(served: Served, path: str, method: str = "GET", headers: str = "", body: bytes = b"") -> Answer:
    """Send exactly these bytes, as no browser and no library would; status 0 where the line was just cut."""
    host, port = served.address.split("/")[2].split(":")
    lines = headers if "Host:" in headers else f"Host: {host}:{port}\r\n{headers}"
    if body:
        lines += f"Content-Length: {len(body)}\r\n"
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        try:
            line.sendall(
                f"{method} {path} HTTP/1.1\r\n{lines}Connection: close\r\n\r\n".encode("utf-8", "surrogateescape")
            )
            line.sendall(body)
        except (BrokenPipeError, ConnectionResetError):
            pass  # refused before all of it was sent
        said = b""
        try:
            while part := line.recv(65536):
                said += part
        except ConnectionResetError:
            pass
    found = re.match(rb"HTTP/1\.1 (\d{3})", said)
    return Answer(int(found[1]) if found else 0, said.decode("utf-8", "replace"))


#: In what nobody may get there stands one of these.
SECRETS = ("CANARY", "root:x:", '"cells"', "[project]", "import annotations", "Traceback", "kernelspec", "<pre>")

PATHS = [
    *(text for text in (Path(__file__).parent / "nowhere.txt").read_text().splitlines() if text and text[:2] != "# "),
    "/\udcff",
    "/" + "a/" * 20_000,
    "/voila/render/" + "a" * 5000,
    "/voila/render/" + "a" * 5000 + ".ipynb",
]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: ascii(path[:60]))
def test_no_such_address_leads_anywhere(others: Served, path: str) -> None:
    answer = ask(others, path)
    assert 400 <= answer.status < 500, answer.body[:300]
    assert [word for word in SECRETS if word in answer.body] == []
    assert not (others.folder / "executed").exists()


def test_what_is_refused_is_refused_on_a_page_of_ours(others: Served) -> None:
    """Below each of the folders that are served."""
    below = ["dpviz/static/", "dpviz/pictures/", "voila/render/", "voila/static/", "voila/templates/dpviz/static/"]
    for path in ("lab", "x" * 3000, "%00", *(f"{folder}none.svg" for folder in below)):
        status, html, _ = others.get(path, Accept="text/html")
        assert status in (403, 404), path
        assert "There is no such page" in html or "This is not served" in html
        assert 'href="/"' in html


METHODS = ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "X" * 300]


@pytest.mark.parametrize("method", METHODS)
def test_nothing_can_be_put_changed_or_deleted(others: Served, method: str) -> None:
    for path in (
        "/",
        "/voila/render/one.ipynb",
        "/voila/templates/dpviz/static/gallery.css",
        f"/api/kernels/{NOBODY}",
        "/voila/api/contents/x",
    ):
        answer = ask(others, path, method, body=b"{}")
        assert answer.status in (400, 405), path
        assert "no files" in answer.body or not answer.body.partition("\r\n\r\n")[2]


_POSTS = """
/ /1 /voila/render/one.ipynb /voila/templates/dpviz/static/gallery.css /api/kernels /api/sessions /api/contents
/api/terminals /api/shutdown /login /voila/files/x /dpviz/kernels/of/x
"""
POSTS = [*_POSTS.split(), f"/api/kernels/{NOBODY}"]


@pytest.mark.parametrize("path", POSTS)
def test_nothing_is_started_by_a_post(others: Served, path: str) -> None:
    for body in (b"", b'{"name": "python3"}', b"a=b"):
        assert 400 <= ask(others, path, "POST", body=body).status < 500
        assert 400 <= ask(others, path, "POST", "Content-Type: application/json\r\n", body).status < 500


NAMES = "evil.example 127.0.0.1.evil.example 192.168.0.9 localhost@evil.example"


@pytest.mark.parametrize("name", [*NAMES.split(), "evil.example, localhost", ""])
def test_another_name_is_refused_with_the_option_that_would_allow_it(lessons: Served, name: str) -> None:
    port = lessons.address.rstrip("/").rpartition(":")[2]
    below = (
        "voila/templates/dpviz/static/gallery.css",
        "voila/static/voila.js",
        f"api/kernels/{NOBODY}",
        f"dpviz/kernels/{NOBODY}",
    )
    for path in ("/", LESSON, *(f"/{path}" for path in below)):
        answer = ask(
            lessons, path, headers=f"Host: {name}:{port}\r\nX-Forwarded-Host: localhost\r\nAccept: text/html\r\n"
        )
        assert answer.status in (400, 403)
        assert LESSONS[0].title not in answer.body
        assert answer.status == 400 or "--allow-host" in answer.body


def test_two_names_are_no_name(lessons: Served) -> None:
    assert ask(lessons, "/", headers="Host: localhost\r\nHost: evil.example\r\n").status in (400, 403)


# A page's line to its kernel --------------------------------------------------------------------------------


def line(served: Served, path: str) -> str:
    """Open a page as a browser does; where its kernel is."""
    with urllib.request.urlopen(served.url(path.lstrip("/")), timeout=PATIENCE) as answer:
        html = answer.read().decode()
    config = json.loads(re.search(r'id="jupyter-config-data" type="application/json">(.*?)</script>', html)[1])  # type: ignore[index]
    if config.get("kernelId"):
        return f"api/kernels/{config['kernelId']}"
    where = urllib.request.Request(
        urllib.parse.urljoin(served.url(path.lstrip("/")), config["dpvizKernels"]), data=b"", method="POST"
    )
    with urllib.request.urlopen(where, timeout=PATIENCE) as answer:
        return f"dpviz/kernels/{json.loads(answer.read())['id']}"


@pytest.fixture(scope="module", params=["other", "lesson"])
def kernel(request: pytest.FixtureRequest, others: Served, lessons: Served) -> tuple[Served, str]:
    served, path = (others, "voila/render/one.ipynb") if request.param == "other" else (lessons, LESSON)
    return served, line(served, path)


def message(kind: str, channel: str = "shell", **content: Any) -> bytes:
    header = {"msg_id": uuid4().hex, "msg_type": kind, "username": "", "session": "x", "date": "", "version": "5.3"}
    parts = [json.dumps(part).encode() for part in (header, {}, {}, content)]
    packed: bytes = serialize_msg_to_ws_v1(parts, channel)
    return packed


async def connect(kernel: tuple[Served, str], origin: str | None = None) -> Any:
    served, path = kernel
    address = served.url(path).replace("http", "ws", 1) + f"/channels?session_id={uuid4()}"
    headers = {"Origin": origin} if origin else {}
    patient = HTTPRequest(address, headers=headers, connect_timeout=PATIENCE, request_timeout=PATIENCE)
    return await websocket_connect(patient, subprotocols=[PROTOCOL])


def talk(kernel: tuple[Served, str], what: Callable[[Any], Awaitable[Any]]) -> Any:
    async def conversation() -> Any:
        socket = await connect(kernel)
        try:
            return await asyncio.wait_for(what(socket), PATIENCE)
        finally:
            socket.close()

    return run_async(conversation())


async def heard(socket: Any) -> list[str]:
    """The kinds of messages until the kernel has done with one that a page may send, or the line is cut."""
    kinds = []
    sent = message("comm_msg", comm_id="nobody", data={"method": "request_state"})
    asked = json.loads(deserialize_msg_from_ws_v1(sent)[1][0])["msg_id"]
    await socket.write_message(sent, binary=True)
    while True:
        said = await socket.read_message()
        if said is None:
            return kinds
        header, parent, _, content, *_ = (json.loads(part) for part in deserialize_msg_from_ws_v1(said)[1][:4])
        kinds.append(header["msg_type"])
        if parent.get("msg_id") == asked and content.get("execution_state") == "idle":
            return kinds


CODE = "open('executed', 'w').close()"
FORBIDDEN = [
    message(
        "execute_request",
        code=CODE,
        silent=False,
        store_history=True,
        user_expressions={"x": CODE},
        stop_on_error=False,
    ),
    message("execute_request", code=CODE, silent=True, user_expressions={}, allow_stdin=True),
    message("execute_request", "control", code=CODE, silent=False),
    message("execute_request", "stdin", code=CODE, silent=False),
    message("execute_request", "iopub", code=CODE),
    message("execute_request", "nonesuch", code=CODE),
    message("complete_request", code="open('/etc/pa", cursor_pos=12),
    message("inspect_request", code="open", cursor_pos=4, detail_level=1),
    message("history_request", output=True, raw=True, hist_access_type="tail", n=100),
    message("is_complete_request", code=CODE),
    message("connect_request"),
    message("input_reply", "stdin", value=CODE),
    message("shutdown_request", restart=False),
    message("shutdown_request", "control", restart=True),
    message("interrupt_request", "control"),
    message("debug_request", "control", type="request", seq=1, command="attach", arguments={}),
    message("create_subshell_request", "control"),
    message("apply_request", code=CODE),
    message("comm_open", comm_id="x", target_name="nonesuch", data={}),
    message("comm_open", comm_id="y", target_module="os", target_name="system", data={"command": CODE}),
    message("comm_msg", comm_id="nonesuch", data={"method": "update", "state": {"x": CODE}}),
]


def test_no_message_executes_reads_or_ends_anything(kernel: tuple[Served, str]) -> None:
    async def send(socket: Any, one: bytes) -> list[str]:
        with contextlib.suppress(WebSocketClosedError, StreamClosedError):
            await socket.write_message(one, binary=True)
            return await heard(socket)
        return []  # cut at once

    kinds = {kind for one in FORBIDDEN for kind in talk(kernel, lambda socket, one=one: send(socket, one))}
    assert talk(kernel, heard)  # the kernel is there, and hears what it may
    answers = ("execute", "complete", "inspect", "history", "shutdown", "interrupt", "debug", "connect")
    assert not kinds & {*(f"{kind}_reply" for kind in answers), "execute_input", "execute_result", "input_request"}
    served, path = kernel
    assert not list(served.folder.glob("**/executed"))
    assert served.get(path)[0] == 200


RUBBISH = ["", "x", "{}", "[]", "null", '{"header": null}', '{"header": {"msg_type": "execute_request"}}', "é" * 1000]
ZEROS = b"\0" * 7
RUBBISH_BYTES = [b"", b"\0", b"\xff" * 64, b"\1" + ZEROS, b"\2" + ZEROS + b"\xff" * 16, message("comm_msg")[:40]]


def test_rubbish_harms_nobody(kernel: tuple[Served, str]) -> None:
    for rubbish in (*RUBBISH, *RUBBISH_BYTES):

        async def send(socket: Any, rubbish: str | bytes = rubbish) -> None:
            await socket.write_message(rubbish, binary=isinstance(rubbish, bytes))

        talk(kernel, send)  # heard or cut
    assert talk(kernel, heard)  # and another line to the same kernel holds


def test_a_message_beyond_all_measure_cuts_the_line_and_no_other(kernel: tuple[Served, str]) -> None:
    async def send(socket: Any) -> None:
        with contextlib.suppress(WebSocketClosedError, StreamClosedError):
            await socket.write_message(b"\0" * 12_000_000, binary=True)
            while await socket.read_message() is not None:
                pass

    talk(kernel, send)
    assert talk(kernel, heard)


FOREIGN = "https://evil.example http://127.0.0.1:1 http://localhost.evil.example null file:// http://[::1 x"


@pytest.mark.parametrize("origin", FOREIGN.split())
def test_pages_of_other_sites_get_no_line_and_stop_nothing(kernel: tuple[Served, str], origin: str) -> None:
    served, path = kernel
    with pytest.raises(HTTPClientError, match="403"):
        run_async(connect(kernel, origin))
    number = path.rpartition("/")[2]
    for end in (f"/voila/api/shutdown/{number}", f"/dpviz/kernels/{number}/end"):
        assert ask(served, end, "POST", f"Origin: {origin}\r\nContent-Type: text/plain\r\n", b"x").status == 403
    assert served.get(path)[0] == 200


def test_our_own_page_gets_its_line(kernel: tuple[Served, str]) -> None:
    async def open_and_close() -> None:
        (await connect(kernel, kernel[0].address.rstrip("/"))).close()

    run_async(open_and_close())


# Too much, and too slow ---------------------------------------------------------------------------------------


def test_large_bodies_are_refused_and_the_server_goes_on(lessons: Served) -> None:
    posts = (
        f"/voila/api/shutdown/{NOBODY}",
        "/dpviz/kernels/of/x",
        "/api/contents/x",
        "/voila/templates/dpviz/static/gallery.css",
    )
    for path in ("/", *posts):
        answer = ask(lessons, path, "POST", "Content-Length: 200000000\r\n")
        assert answer.status in (0, 400, 413)
        assert ask(lessons, path, "POST", body=b"\0" * 300_000).status in (0, 400, 413)
        chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
        first = f"POST {path} HTTP/1.1\r\nHost: {{host}}\r\nTransfer-Encoding: chunked\r\n\r\n"
        assert status_of(lessons, first, chunk * 20) in (0, 400, 413)
    assert lessons.get("")[0] == 200


def status_of(served: Served, first: str, rest: bytes = b"") -> int:
    """Send this much, and read the first line of the answer of a connection that is not closed after it."""
    host, port = served.address.split("/")[2].split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        try:
            line.sendall(first.format(host=host).encode() + rest)
            said = line.recv(100)
        except (BrokenPipeError, ConnectionResetError):
            return 0
    return int(said[9:12]) if said else 0


def test_floods_of_headers_are_refused(lessons: Served) -> None:
    for flood in (
        "".join(f"X-{n}: y\r\n" for n in range(20_000)),
        f"X: {'y' * 200_000}\r\n",
        f"Cookie: {'a=b;' * 50_000}\r\n",
    ):
        assert ask(lessons, "/", headers=flood).status in (0, 400, 431)
    for wrong in (
        "Content-Length: -1\r\n",
        "Content-Length: 1\r\nContent-Length: 2\r\n",
        "X\r\n",
        ": y\r\n",
        "X: \0\r\n",
    ):
        assert ask(lessons, "/", headers=wrong).status in (0, 400)
    upgrade = "GET / HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
    assert status_of(lessons, upgrade) in (200, 400)
    assert lessons.get("")[0] == 200


def test_those_who_never_end_their_request_keep_nobody_waiting(lessons: Served) -> None:
    host, port = lessons.address.split("/")[2].split(":")
    slow = [socket.create_connection((host, int(port)), timeout=PATIENCE) for _ in range(200)]
    try:
        for one in slow:
            one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        assert lessons.get("")[0] == 200
    finally:
        for one in slow:
            one.close()


def test_a_server_is_one_that_ends_such_requests(tmp_path: Path) -> None:
    from dpviz.server.app import LARGEST_BODY, PATIENCE, DpvizServer

    app = DpvizServer()
    app.app = lambda _: None
    server = app.http_server()
    limits = server.conn_params
    assert (limits.header_timeout, limits.body_timeout, limits.max_body_size) == (PATIENCE, PATIENCE, LARGEST_BODY)


def test_nobody_learns_which_kernels_there_are(kernel: tuple[Served, str]) -> None:
    served, path = kernel
    folder, _, number = path.rpartition("/")
    for end in ("", "/", f"/{number[:8]}", f"/{number[:-1]}", f"/{NOBODY}", "/*"):
        where = folder + end
        status, said, _ = served.get(where)
        assert status in (404, 405)
        assert number not in said.replace(where, "")
