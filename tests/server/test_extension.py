"""The lessons inside an ordinary Jupyter server, as on Binder: Voilà's own extension, our template."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from traitlets.config import Config
from traitlets.config.loader import DeferredConfigList

from dpviz.lessons.catalogue import LESSONS
from dpviz.pages import places
from dpviz.server import extension
from tests.serving import PATIENCE, ROOT, _Stay, wait_for, write_notebook

BASE = "/user/somebody/"
TOKEN = "a-token-for-the-test"


@contextmanager
def serving(folder: Path, *command: str, probe: str, **environment: str) -> Iterator[str]:
    """A server of Jupyter's that finds our files as an installed wheel's; where it answers."""
    (folder / "config").mkdir()
    (folder / "config" / "jupyter_server_config.d").symlink_to(
        places.SERVER / "etc" / "jupyter" / "jupyter_server_config.d"
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    around = {
        **os.environ,
        "JUPYTER_PATH": str(places.JUPYTER_DATA),
        "JUPYTER_CONFIG_PATH": str(folder / "config"),
        "JUPYTER_TOKEN": TOKEN,
        "PYTHONPATH": str(ROOT),
        **environment,
    }
    arguments = [sys.executable, "-m", *(part.format(port=port) for part in command)]
    log = (folder / "log").open("w")
    process = subprocess.Popen(arguments, cwd=ROOT, env=around, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"

    def up() -> bool:
        assert process.poll() is None, Path(log.name).read_text()
        try:
            return urllib.request.urlopen(address + probe, timeout=2).status == 200
        except OSError:
            return False

    try:
        wait_for(up)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)
        log.close()


def jupyter_server(folder: Path, root: Path, **environment: str) -> Any:
    """A Jupyter server with a base address, as a hub gives one."""
    command = (
        *("jupyter_server", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1"),
        *("--ServerApp.port={port}", "--ServerApp.port_retries=0"),
        *(f"--ServerApp.root_dir={root}", f"--ServerApp.base_url={BASE}"),
    )
    return serving(folder, *command, probe=BASE + "api", **environment)


def read(address: str) -> str:
    """A page, opened by somebody who knows the token."""
    with urllib.request.urlopen(f"{address}{'&' if '?' in address else '?'}token={TOKEN}", timeout=PATIENCE) as answer:
        return str(answer.read().decode())


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One that shows the folder of the notebooks."""
    with jupyter_server(tmp_path_factory.mktemp("jupyter"), ROOT) as address:
        yield address + BASE


def test_the_gallery_links_to_what_this_server_has(jupyter: str) -> None:
    html = read(jupyter + "dpviz/")
    for entry in LESSONS:
        assert f'href="{BASE}dpviz/lessons/{entry.notebook}"' in html
        assert f'href="{BASE}lab/tree/notebooks/{entry.notebook}"' in html
        assert f"{BASE}dpviz/pictures/{entry.slug}/picture.svg?v=" in html


@pytest.mark.slow
def test_lessons_outside_the_servers_folder_are_shown_all_the_same(tmp_path: Path) -> None:
    """The usual class: dpviz is installed, and the server shows each student's own folder."""
    home = tmp_path / "home"
    home.mkdir()
    own = write_notebook(home, "own", "# Own\n\nWith $x$.")
    hub = {"JUPYTERHUB_SERVICE_PREFIX": BASE, "JUPYTERHUB_BASE_URL": "/"}
    with jupyter_server(tmp_path, home, **hub) as address:
        gallery = read(f"{address}{BASE}dpviz/")
        for entry in LESSONS:
            assert f'href="{BASE}dpviz/lessons/{entry.notebook}"' in gallery
            assert f'href="{BASE}dpviz/notebook/{entry.notebook}"' in gallery
            assert f'href="{BASE}dpviz/notebook/exercises/{entry.notebook}"' in gallery
        assert "lab/tree" not in gallery
        lesson = read(f"{address}{BASE}dpviz/lessons/{LESSONS[0].notebook}")
        assert f'<a href="{BASE}dpviz/" rel="home">' in lesson
        assert "application/vnd.jupyter.widget-view+json" in lesson
        assert json.dumps({"base": BASE, "hub": "/hub/"}) in lesson
        assert f'"dpvizShort": "{BASE}dpviz/1"' in lesson
        assert "<title>PAC learning" in read(f"{address}{BASE}dpviz/3")
        alone = read(f"{address}{BASE}dpviz/lessons/{LESSONS[0].notebook}?only=worlds")
        assert alone == lesson  # which the browser shows a part of
        # What the student writes is rendered by Voilà's extension, in the same way.
        assert "<math" in read(f"{address}{BASE}{own}")
        for wrong in ("nothing.ipynb", "../pyproject.toml", "exercises"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                read(f"{address}{BASE}dpviz/lessons/{wrong}")
            assert refused.value.code == 404, wrong


@pytest.mark.slow
def test_a_notebook_outside_the_servers_folder_opens_as_a_copy_once(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    name = LESSONS[0].notebook
    with jupyter_server(tmp_path, home) as address:
        exercise = f"{address}{BASE}dpviz/notebook/exercises/{name}"

        def open_it() -> None:
            with pytest.raises(urllib.error.HTTPError) as answer:
                urllib.request.build_opener(_Stay).open(f"{exercise}?token={TOKEN}", timeout=PATIENCE)
            assert answer.value.code == 302
            assert answer.value.headers["Location"] == f"{BASE}lab/tree/dpviz-notebooks/exercises/{name}"

        open_it()
        copies = home / "dpviz-notebooks"
        # The exercise links to its lesson, which lies above it.
        assert sorted(path.relative_to(copies).as_posix() for path in copies.rglob("*.ipynb")) == [
            name,
            f"exercises/{name}",
        ]
        assert "](../docs/" not in (copies / name).read_text(encoding="utf-8")
        (copies / "exercises" / name).write_text("mine", encoding="utf-8")
        open_it()
        assert (copies / "exercises" / name).read_text(encoding="utf-8") == "mine"
        for wrong in ("nothing.ipynb", "exercises/nothing.ipynb", "more/audited_libraries.ipynb", "..%2Fx.ipynb"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                read(f"{address}{BASE}dpviz/notebook/{wrong}")
            assert refused.value.code == 404, wrong
        with pytest.raises(urllib.error.HTTPError) as stranger:
            urllib.request.build_opener(_Stay).open(exercise.replace(name, LESSONS[1].notebook), timeout=PATIENCE)
        assert "login" in stranger.value.headers["Location"]
        assert not (copies / LESSONS[1].notebook).exists()


@pytest.mark.slow
def test_under_a_plain_voila_no_gallery_is_promised(tmp_path: Path) -> None:
    write_notebook(tmp_path, "plain", "# Plain\n\nWith $x$.")
    command = ("voila", str(tmp_path), "--no-browser", "--port={port}", "--Voila.port_retries=0")
    with serving(tmp_path, *command, probe="/voila/tree") as address:
        html = read(address + "/voila/render/plain.ipynb")
    assert "Plain" in html
    assert "All lessons" not in html


@pytest.mark.parametrize(
    ("before", "theirs"),
    [
        ("", {}),
        ("c.VoilaExporter.filters = {'shout': 'str.upper'}", {"shout": "str.upper"}),
        ("c.VoilaExporter.filters.update({'shout': 'str.upper'})", {"shout": "str.upper"}),
        ("c.VoilaExporter.filters = DeferredConfigList(['shout=str.upper'])", {"shout": "str.upper"}),
        ("c.VoilaExporter.filters = {'ours': 'theirs'}", {}),
    ],
)
def test_what_the_user_configured_for_voila_stays(before: str, theirs: dict[str, str]) -> None:
    config = Config()
    exec(before, {"c": config, "DeferredConfigList": DeferredConfigList})
    extension.add(config.VoilaExporter, "filters", {"ours": "x.y"})
    assert config.VoilaExporter.filters == {**theirs, "ours": "x.y"}


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, None),
        ({"JUPYTERHUB_SERVICE_PREFIX": BASE}, {"hub": "/hub/"}),
        ({"JUPYTERHUB_SERVICE_PREFIX": "/user/another/"}, None),
        (
            {"JUPYTERHUB_SERVICE_PREFIX": BASE, "JUPYTERHUB_BASE_URL": "/j/", "JUPYTERHUB_HOST": "https://hub.e.org"},
            {"hub": "https://hub.e.org/j/hub/"},
        ),
        (
            {
                "JUPYTERHUB_SERVICE_PREFIX": BASE,
                "BINDER_LAUNCH_HOST": "https://mybinder.org/",
                "BINDER_REQUEST": "v2/gh/dpviz/dpviz/HEAD",
            },
            {"launch": "https://mybinder.org/v2/gh/dpviz/dpviz/HEAD"},
        ),
    ],
)
def test_a_page_is_told_how_its_links_are_shared(environment: dict[str, str], said: dict[str, str] | None) -> None:
    assert extension.share(BASE, environment) == (None if said is None else {"base": BASE, **said})


@pytest.mark.browser
def test_a_lesson_opens_in_our_template(jupyter: str, new_page: Any) -> None:
    entry = LESSONS[0]
    page = new_page()
    page.goto(f"{jupyter}dpviz/lessons/{entry.notebook}?token={TOKEN}")
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    assert page.get_by_role("heading", level=1).inner_text() == entry.title
    assert page.locator("input[type=range]").count() > 0
    assert page.locator(".dpviz-header a[rel=home]").get_attribute("href") == f"{BASE}dpviz/"
    page.wait_for_selector("math", state="attached")
    hosts = {address.split("/")[2] for address in page.requests if not address.startswith(("blob:", "data:"))}
    assert hosts == {jupyter.split("/")[2]}
    assert not [address for address in page.requests if "voila.js" in address]
    # Leaving gives the kernel back here too.
    page.wait_for_selector("html[data-dpviz-kernel=connected]", state="attached")
    kernel = page.evaluate("document.documentElement.dataset.dpvizKernelId")
    page.goto(f"{jupyter}dpviz/")

    def stopped() -> bool:
        try:
            urllib.request.urlopen(f"{jupyter}dpviz/kernels/{kernel}?token={TOKEN}", timeout=PATIENCE)
        except urllib.error.HTTPError as error:
            return error.code == 404
        return False

    wait_for(stopped)


@pytest.mark.parametrize("name", ["glossary", "corrections"])
def test_the_pages_of_reference_are_there_too(jupyter: str, name: str) -> None:
    html = urllib.request.urlopen(f"{jupyter}dpviz/{name}?token={TOKEN}", timeout=PATIENCE).read().decode()
    assert f'href="{BASE}dpviz/lessons/{LESSONS[0].notebook}#' in html
    assert f'href="{BASE}dpviz/glossary"' in html


@pytest.mark.slow
def test_a_lesson_links_to_them_behind_the_prefix(jupyter: str) -> None:
    address = f"{jupyter}voila/render/notebooks/{LESSONS[0].notebook}?token={TOKEN}"
    html = urllib.request.urlopen(address, timeout=PATIENCE).read().decode()
    assert f'<a class="dpviz-term" href="{BASE}dpviz/glossary#' in html
    assert f'data-dpviz-corrections="{BASE}dpviz/corrections"' in html
