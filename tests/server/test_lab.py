"""JupyterLab on demand, and the copies it works on."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path

import psutil
import pytest

from dpviz._project import DOCUMENTS
from dpviz.lessons.catalogue import LESSONS
from dpviz.pages import places
from dpviz.server.lab import COPIES, LabProcess, asked_by_another_user, owner, working_copy
from tests.serving import PATIENCE, Served, serve, wait_for, write_notebook

NAME = LESSONS[0].notebook


def test_a_copy_is_made_once_and_never_written_over(tmp_path: Path) -> None:
    write_notebook(tmp_path, "one", "# One")
    folder = tmp_path / "copies"
    copy = working_copy(tmp_path / "one.ipynb", folder)
    assert copy.read_bytes() == (tmp_path / "one.ipynb").read_bytes()
    copy.write_text("mine")
    assert working_copy(tmp_path / "one.ipynb", folder) == copy
    assert copy.read_text() == "mine"
    assert working_copy(tmp_path / "one.ipynb", folder / "exercises").is_file()


def test_a_copy_links_to_the_documents_on_the_web(tmp_path: Path) -> None:
    write_notebook(tmp_path, "one", "So it is[†](../docs/corrections.md#pac-6), see [lesson 3](03_pac_learning.ipynb).")
    text = working_copy(tmp_path / "one.ipynb", tmp_path / "copies").read_text(encoding="utf-8")
    assert f"]({DOCUMENTS}/corrections.md#pac-6)" in text
    assert "](03_pac_learning.ipynb)" in text


def test_the_token_is_not_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {}

    class Recorded:
        def __init__(self, command: list[str], **options: object) -> None:
            seen.update(command=command, **options)

        def poll(self) -> int:
            return 0

    monkeypatch.setattr("dpviz.server.lab.subprocess.Popen", Recorded)
    lab = LabProcess(tmp_path)
    lab.start()
    token = seen["env"]["JUPYTER_TOKEN"]
    assert len(token) == 48
    assert not any(token in part for part in seen["command"])
    assert "--ServerApp.ip=127.0.0.1" in seen["command"]


TABLE = """\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:22A2 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 100 0 0 10 0
   1: 0100007F:D431 0100007F:22A2 01 00000000:00000000 00:00000000 00000000  1234        0 2 1 0 20 4 30 10 -1
   2: 0100007F:22A2 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 3 1 0 20 4 30 10 -1
"""


def test_another_user_of_this_machine_gets_a_download_not_our_jupyterlab(monkeypatch: pytest.MonkeyPatch) -> None:
    assert owner(TABLE, 0xD431) == 1234
    assert owner(TABLE, 0xD432) is None
    monkeypatch.setattr("pathlib.Path.read_text", lambda *_, **__: TABLE)
    monkeypatch.setattr("os.getuid", lambda: 1000)
    assert asked_by_another_user(("127.0.0.1", 0xD431))
    monkeypatch.setattr("os.getuid", lambda: 1234)
    assert not asked_by_another_user(("127.0.0.1", 0xD431))
    assert not asked_by_another_user(("127.0.0.1", 1))
    assert not asked_by_another_user(None)


def test_beyond_this_machine_a_notebook_is_downloaded(tmp_path: Path) -> None:
    with serve("--preheat", "none", "--ip", "0.0.0.0", "--no-token") as served:
        served.address = f"http://127.0.0.1:{served.address.rstrip('/').rsplit(':', 1)[1]}/"
        status, _, headers = served.get(f"notebook/{NAME}")
        assert status == 200
        assert "attachment" in headers["Content-Disposition"]
        exercise = served.get(f"notebook/exercises/{NAME}")
        assert exercise[0] == 200
        assert json.loads(exercise[1])["cells"][0]["source"][0].startswith("# Exercise 1")
        assert served.get("notebook/exercises/none.ipynb")[0] == 404
        assert json.loads(served.get("notebook-state")[1]) == {"state": "stopped"}


@pytest.mark.slow
def test_the_first_notebook_starts_jupyterlab_and_the_end_stops_it(tmp_path: Path) -> None:
    with serve("--preheat", "none", cwd=tmp_path) as served:
        assert json.loads(served.get("notebook-state")[1]) == {"state": "stopped"}
        status, html, _ = served.get(f"notebook/{NAME}")
        assert status == 200
        assert "JupyterLab is starting" in html
        assert "token" not in html
        wait_for(lambda: json.loads(served.get("notebook-state")[1]) == {"state": "ready"})
        status, _, headers = served.get(f"notebook/{NAME}")
        assert status == 302
        target = headers["Location"]
        assert target.startswith("http://127.0.0.1:")
        assert f"/lab/tree/{NAME}?token=" in target
        with urllib.request.urlopen(target, timeout=PATIENCE) as lab:
            assert "JupyterLab" in lab.read().decode()
        # JupyterLab saves by itself: what it opens is a copy, and an exercise brings its lesson along.
        assert served.get(f"notebook/exercises/{NAME}")[0] == 302
        for part in (NAME, f"exercises/{NAME}"):
            shipped = (places.notebooks() / part).read_text(encoding="utf-8")
            # Documents do not lie beside a copy: its links to them lead to the web.
            copied = (tmp_path / COPIES / part).read_text(encoding="utf-8")
            assert copied.replace(f"]({DOCUMENTS}/", "](../docs/") == shipped
        # Without the token: nobody.
        contents = target.split("/lab/")[0] + "/api/contents"
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(contents, timeout=PATIENCE)
        children = psutil.Process(served.process.pid).children(recursive=True)
        assert children
        assert served.stop() == 0
        assert not [child for child in children if child.is_running() and child.status() != "zombie"]


@pytest.mark.browser
@pytest.mark.slow
def test_the_waiting_page_goes_on_by_itself(server: Served, new_page) -> None:
    page = new_page()
    page.goto(server.url(f"notebook/{NAME}"))
    page.wait_for_url("**/lab/tree/**")
