"""Where Pyodide comes from: the pinned release's files, each checked, from a folder, an address or the cache."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from dpviz.site import pyodide
from dpviz.site._errors import SiteError

CONTENT = {"core.js": b"core " * 20_000, "numpy.whl": b"numpy " * 30_000, "scipy.whl": b"scipy", "blas.zip": b"blas"}

RIGHT, CHANGED = (hashlib.sha256(one + CONTENT["numpy.whl"][1:]).hexdigest() for one in (b"n", b"C"))


def entry(name: str, *depends: str) -> dict[str, Any]:
    content = CONTENT[name]
    digest = hashlib.sha256(content).hexdigest()
    return {"depends": list(depends), "file_name": name, "sha256": digest, "size": len(content)}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A release of four small files, and an empty cache."""
    core = entry("core.js")
    release = {
        "info": {"version": pyodide.VERSION},
        "core": {"core.js": {"size": core["size"], "sha256": core["sha256"]}},
        "packages": {
            "numpy": entry("numpy.whl"),
            "scipy": entry("scipy.whl", "numpy", "open_blas"),
            "open-blas": entry("blas.zip"),
        },
    }
    monkeypatch.setattr(pyodide, "_RELEASE", release)
    monkeypatch.setattr(pyodide, "cache", lambda: tmp_path / "cache" / "release")
    monkeypatch.setenv("NO_PROXY", "*")
    return tmp_path / "cache" / "release"


@dataclass
class Host:
    """A file server; ``wrong`` changes how a name is answered."""

    address: str = ""
    wrong: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)


@pytest.fixture
def host() -> Iterator[Host]:
    host = Host()

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.rpartition("/")[2]
            host.asked.append(self.path)
            how = host.wrong.get(name, "") if not self.path.startswith("/elsewhere/") else ""
            content = CONTENT[name]
            if how == "absent":
                return self.send_error(404)
            if how.startswith("to "):
                self.send_response(302)
                self.send_header("Location", how[3:])
                return self.end_headers()
            self.send_response(200)
            if how == "truncated":
                self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if how == "changed":
                content = b"C" + content[1:]
            elif how == "truncated":
                content = content[:1000]
            try:
                self.wfile.write(content)
                while how == "endless":
                    self.wfile.write(content)
            except OSError:
                pass  # the reader has left
            return None

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    host.address = f"http://127.0.0.1:{server.server_port}/full"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield host
    server.shutdown()
    server.server_close()


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} if folder.is_dir() else set()


def test_an_address_fills_the_cache_once(small: Path, host: Host) -> None:
    seen: list[tuple[int, int]] = []
    found = pyodide.provide(host.address, progress=lambda done, total: seen.append((done, total)))
    assert found.folder == small
    assert found.files == ("core.js", "numpy.whl")
    assert names(small) == {"core.js", "numpy.whl"}
    total = len(CONTENT["core.js"]) + len(CONTENT["numpy.whl"])
    assert {end for _, end in seen} == {total}
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1][0] == total
    assert all(path.read_bytes() == CONTENT[path.name] for path in found.paths)

    asked = list(host.asked)
    assert pyodide.provide(host.address + "/").files == found.files
    assert host.asked == asked == ["/full/core.js", "/full/numpy.whl"]
    pyodide.provide(host.address, ("scipy",))
    assert set(host.asked[2:]) == {"/full/scipy.whl", "/full/blas.zip"}


def test_without_a_source_the_release_has_its_public_address(
    small: Path, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pyodide.ADDRESS.endswith(f"/pyodide/v{pyodide.VERSION}/full/")
    monkeypatch.setattr(pyodide, "ADDRESS", host.address + "/")
    assert pyodide.provide().folder == small


@pytest.mark.parametrize("broken", [b"", b"core", b"X" * len(CONTENT["core.js"])], ids=len)
def test_a_broken_file_of_the_cache_is_fetched_anew(small: Path, host: Host, broken: bytes) -> None:
    pyodide.provide(host.address)
    (small / "core.js").write_bytes(broken)
    host.asked.clear()
    pyodide.provide(host.address)
    assert host.asked == ["/full/core.js"]
    assert (small / "core.js").read_bytes() == CONTENT["core.js"]


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("changed", f"is not the file of Pyodide {pyodide.VERSION}: SHA-256 {RIGHT} expected, {CHANGED} found"),
        ("truncated", "180000 bytes expected, only 1000 came|cannot be fetched"),
        ("endless", "180000 bytes expected, more came"),
        ("absent", "cannot be fetched.*Not Found.*--pyodide FOLDER"),
        ("to ftp://example.org/numpy.whl", "leads to ftp://example.org/numpy.whl, which is no web address"),
        ("to file:///etc/passwd", "is not allowed"),
        ("to /full/numpy.whl", "cannot be fetched"),
    ],
)
def test_a_wrong_file_is_refused_and_leaves_nothing(small: Path, host: Host, how: str, says: str) -> None:
    host.wrong["numpy.whl"] = how
    with pytest.raises(SiteError, match=says) as caught:
        pyodide.provide(host.address)
    assert f"{host.address}/numpy.whl" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert names(small) == {"core.js"}
    host.wrong.clear()
    assert pyodide.provide(host.address).files == ("core.js", "numpy.whl")


def test_a_redirection_to_another_host_is_followed(small: Path, host: Host) -> None:
    host.wrong["core.js"] = host.address.replace("/full", "/elsewhere/core.js").join(["to ", ""])
    pyodide.provide(host.address)
    assert "/elsewhere/core.js" in host.asked


def test_no_network_names_the_address_and_a_way_out(small: Path, host: Host) -> None:
    free = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    address = f"http://127.0.0.1:{free.server_port}"
    free.server_close()
    with pytest.raises(SiteError, match=rf"{address}/core\.js cannot be fetched .*: --pyodide FOLDER takes the files"):
        pyodide.provide(address)


def test_a_folder_is_read_and_not_written(small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in CONTENT:
        (folder / name).write_bytes(CONTENT[name])
    (folder / "other.txt").write_text("of no concern")
    before = names(folder)
    for source in (folder, str(folder)):
        found = pyodide.provide(source, ("scipy",))
        assert found.folder == folder
        assert found.files == ("core.js", "numpy.whl", "blas.zip", "scipy.whl")
    assert names(folder) == before
    assert names(small) == set()

    (folder / "numpy.whl").write_bytes(b"numpy")
    with pytest.raises(SiteError, match=r"numpy\.whl is not the file of Pyodide .* expected, .* found"):
        pyodide.provide(folder)
    (folder / "numpy.whl").unlink()
    with pytest.raises(SiteError, match=r"numpy\.whl is missing"):
        pyodide.provide(folder)


@pytest.mark.parametrize(
    ("source", "says"), [("nowhere", "no such folder"), ("ftp://example.org/", "begins with http:// or https://")]
)
def test_a_source_that_is_none(small: Path, source: str, says: str) -> None:
    with pytest.raises(SiteError, match=says):
        pyodide.provide(source)


def test_a_cache_that_cannot_be_written(small: Path, host: Host) -> None:
    small.parent.mkdir()
    small.write_text("a file where the folder would be")
    with pytest.raises(SiteError, match=r"the cache .* cannot be written"):
        pyodide.provide(host.address)


def test_an_unknown_package_is_named(small: Path) -> None:
    with pytest.raises(SiteError, match="pandas is not among the packages of Pyodide"):
        pyodide.files(["pandas"])


def test_whether_a_folder_is_whole(small: Path, host: Host) -> None:
    assert not pyodide.is_whole(small)
    pyodide.provide(host.address)
    assert pyodide.is_whole(small)
    assert not pyodide.is_whole(small, ("scipy",))


# The release itself --------------------------------------------------------------------------------------------


def test_the_release_is_complete() -> None:
    release = json.loads(Path(pyodide.__file__).with_name("pyodide.json").read_text(encoding="utf-8"))
    assert pyodide.VERSION == "0.27.7"
    core = {"pyodide.js", "pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"}
    assert set(pyodide.files(())) == core
    assert pyodide.closure(["numpy"]) == ("numpy",)
    assert pyodide.closure(["SciPy"]) == ("numpy", "openblas", "scipy")
    assert "prompt-toolkit" in pyodide.closure(["ipython"])
    assert pyodide.closure(list(release["packages"])) == tuple(sorted(release["packages"]))
    for entry in pyodide.files(list(release["packages"])).values():
        assert len(entry["sha256"]) == 64
        assert 0 < entry["size"] < 2**24


def test_a_lock_has_what_is_served_and_nothing_else() -> None:
    trimmed = json.loads(pyodide.lock(["scipy"]))
    assert list(trimmed["packages"]) == ["numpy", "openblas", "scipy"]
    assert trimmed["info"]["version"] == pyodide.VERSION
    assert "size" not in trimmed["packages"]["numpy"]
    assert trimmed["packages"]["numpy"]["file_name"].startswith("numpy-2.0.2-")
    changed = json.loads(pyodide.lock(["scipy"], {"numpy": b"smaller"}))
    assert changed["packages"]["numpy"]["sha256"] == hashlib.sha256(b"smaller").hexdigest()
    assert changed["packages"]["scipy"] == trimmed["packages"]["scipy"]
