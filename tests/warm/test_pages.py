"""A lesson's page over HTTP: made once for everybody, and kept by browsers."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1
from tornado.websocket import websocket_connect

from tests.serving import PATIENCE, ROOT, Served, run_async, serve, wait_for, write_notebook

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kernels are forked on Linux only")

LESSON = "05_parity.ipynb"
PAGE = f"voila/render/{LESSON}"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("lessons")
    shutil.copy(ROOT / "notebooks" / LESSON, folder)
    with serve("--preheat", "none", notebooks=folder) as made:
        yield made


def config(page: str) -> dict[str, Any]:
    found = re.search(r'id="jupyter-config-data" type="application/json">(.*?)</script>', page)
    assert found
    return dict(json.loads(found[1]))


def post(served: Served, path: str, **headers: str) -> tuple[int, dict[str, Any]]:
    request = urllib.request.Request(served.url(path.lstrip("/")), method="POST", data=b"", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.loads(answer.read() or b"{}")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def test_it_is_made_once_and_asked_for_again_by_its_tag(served: Served) -> None:
    status, page, headers = served.get(PAGE)
    assert status == 200
    assert served.get(PAGE)[1] == page
    assert served.get(f"{PAGE}?parity.k=2")[1] == page
    assert served.get(PAGE, **{"If-None-Match": headers["Etag"]})[0] == 304


def test_its_state_is_kept_for_good(served: Served) -> None:
    address = config(served.get(PAGE)[1])["dpvizFiles"]["state"]
    with urllib.request.urlopen(served.url(address.lstrip("/")), timeout=PATIENCE) as answer:
        assert "immutable" in answer.headers["Cache-Control"]
        assert "Content-Encoding" not in answer.headers
        _, parts = deserialize_msg_from_ws_v1(gzip.decompress(answer.read()))
    told = json.loads(parts[3])
    states = told["data"]["states"]
    assert all(re.fullmatch(r"w\d+", name) for name in states)
    assert set(re.findall(r"IPY_MODEL_(\w+)", json.dumps(states))) < set(states)
    assert len(parts) - 4 == len(told["data"]["buffer_paths"])
    assert served.get(address.lstrip("/").replace(".bin", "0.bin"))[0] == 404


def test_its_kernel_answers_until_it_is_given_back(served: Served) -> None:
    page = config(served.get(PAGE)[1])
    assert page["kernelId"] == ""
    status, said = post(served, page["dpvizKernels"])
    assert status == 201
    home = f"dpviz/kernels/{said['id']}"
    assert served.get(home)[0] == 200

    async def synced() -> dict[str, Any]:
        line = await websocket_connect(
            served.url(f"{home}/channels?session_id=s").replace("http", "ws"),
            subprotocols=["v1.kernel.websocket.jupyter.org"],
            connect_timeout=PATIENCE,
        )
        header = {"msg_id": "1", "msg_type": "comm_msg", "session": "s", "username": "", "date": "", "version": "5.3"}
        content = {"comm_id": "w2", "data": {"method": "custom", "content": {"kind": "sync"}}}
        parts = [json.dumps(part).encode() for part in (header, {}, {}, content)]
        await line.write_message(serialize_msg_to_ws_v1(parts, "shell"), binary=True)
        while True:
            message = await line.read_message()
            assert isinstance(message, bytes)
            _, got = deserialize_msg_from_ws_v1(message)
            if json.loads(got[0])["msg_type"] == "comm_msg":
                line.close()
                return dict(json.loads(got[3])["data"]["content"])

    assert run_async(synced()) == {"kind": "synced"}
    assert post(served, f"{home}/end")[0] == 204
    assert served.get(home)[0] == 404
    assert post(served, f"{home}/end")[0] == 204  # twice is not too often


def test_others_pages_get_none(served: Served) -> None:
    address = config(served.get(PAGE)[1])["dpvizKernels"]
    status, said = post(served, address, Origin="http://evil.example")
    assert status == 403
    assert "another site" in said["message"]


def test_a_lesson_that_was_changed_is_another_one(served: Served) -> None:
    before = config(served.get(PAGE)[1])
    file = served.folder / LESSON
    text = file.read_text(encoding="utf-8")
    book = json.loads(text)
    book["cells"][0]["source"] = ["# Changed by whoever teaches\n"]
    code = next(cell for cell in book["cells"] if cell["cell_type"] == "code")
    code["source"] = [*code["source"], "\nprint('said by the lecturer')"]
    try:
        file.write_text(json.dumps(book), encoding="utf-8")
        _, page, _ = served.get(PAGE)
        assert "Changed by whoever teaches" in page
        assert "said by the lecturer" in page
        after = config(page)
        assert after["dpvizFiles"] != before["dpvizFiles"]
        # A page that was opened before goes on as it was.
        assert post(served, before["dpvizKernels"])[0] == 201
    finally:
        file.write_text(text, encoding="utf-8")
    status, said = post(served, "dpviz/kernels/of/05_parity.0123456789abcdef")
    assert status == 404
    assert "Reload" in said["message"]


def test_a_notebook_that_fails_is_shown_as_ever(served: Served) -> None:
    where = write_notebook(served.folder, "fails", "# Fails", "from dpviz.lessons.parity import lesson", "1 / 0")
    _, page, _ = served.get(where)
    assert "could not be computed" in page
    assert config(page)["kernelId"]


def test_what_is_above_the_folder_is_not_found(served: Served, tmp_path: Path) -> None:
    shutil.copy(ROOT / "notebooks" / LESSON, served.folder.parent / "above.ipynb")
    (served.folder / ".hidden.ipynb").write_text("{}")
    for path in ("../above.ipynb", "%2e%2e/above.ipynb", "..%2fabove.ipynb", ".hidden.ipynb", "/etc/passwd"):
        assert served.get(f"voila/render/{path}")[0] in (302, 400, 403, 404), path


def test_the_front_end_is_kept_for_good(served: Served) -> None:
    _, page, _ = served.get(PAGE)
    found = re.findall(r'"(/dpviz/front/[^"]+)"', page)
    assert len(found) > 3
    for address in set(found):
        status, _, headers = served.get(address.lstrip("/"))
        assert status == 200, address
        assert "immutable" in headers["Cache-Control"], address
    other = re.sub("/front/[0-9a-f]+/", "/front/0123/", found[0])
    assert "immutable" not in served.get(other.lstrip("/"))[2]["Cache-Control"]


def test_no_process_is_left(tmp_path: Path) -> None:
    shutil.copy(ROOT / "notebooks" / LESSON, tmp_path)
    with serve("--preheat", "none", notebooks=tmp_path) as made:
        address = config(made.get(PAGE)[1])["dpvizKernels"]
        post(made, address)
        family = descendants(made.process.pid)
        assert len(family) >= 3  # the warm process, the lesson's, the kernel
        made.stop()
    wait_for(lambda: not [pid for pid in family if Path(f"/proc/{pid}").exists()])


def descendants(pid: int) -> list[int]:
    found = []
    for child in Path(f"/proc/{pid}/task").glob("*/children"):
        for name in child.read_text().split():
            found += [int(name), *descendants(int(name))]
    return found
