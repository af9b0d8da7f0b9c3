"""The exercises without a server: JupyterLite, whose Python is Pyodide, in one folder of plain files."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any
from urllib.parse import quote

from dpviz._extras import needs
from dpviz._notebooks import notebooks
from dpviz.site._errors import SiteError
from dpviz.site.folder import digest
from dpviz.site.packages import wheel

#: What the lab takes from Pyodide: what exercises compute with, and what the kernel is made of.
PACKAGES = ("numpy", "scipy", "ipython", "jedi", "micropip", "sqlite3", "ssl")
#: What it takes from the environment that builds it.
WHEELS = ("dpviz", "comm")

_KERNEL = "@jupyterlite/pyodide-kernel-extension"
#: Loaded before the first cell. The kernel asks a package index for those of its own that are not among them.
_LOADED = ("ssl", "sqlite3", "micropip", "piplite", "ipykernel", "comm", "pyodide_kernel", "jedi", "ipython", "dpviz")
#: JupyterLab; for narrow windows, Notebook and its list of files.
_APPS = ("lab", "notebooks", "tree")
_SPEC = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
#: As text: JupyterLite would write numbers in its own way, and leave Python waiting for ever where a file is empty.
_JSON = {"name": "json", "fileFormat": "text", "mimeTypes": ["application/json"], "extensions": [".json"]}
_SETTINGS = {
    # Light or dark as the reader's system is.
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
}


def lab_files(*, pyodide: str, lock: str) -> dict[str, bytes]:
    """What `build_lab` writes, by paths below its folder; the wheels are made here."""
    with tempfile.TemporaryDirectory() as name:
        folder, work = Path(name) / "lab", Path(name) / "work"
        wheels = [wheel(distribution, Path(name) / "wheels") for distribution in WHEELS]
        build_lab(folder, pyodide=pyodide, lock=lock, wheels=wheels, work=work)
        found = sorted(path for path in folder.rglob("*") if path.is_file())
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def build_lab(folder: Path, *, pyodide: str, lock: str, wheels: Sequence[Path], work: Path) -> None:
    """Put a JupyterLite with the notebooks of the exercises into a folder, beside the pages of the lessons.

    `pyodide` is where, relative to `folder`, the files of Pyodide will be, with all that `PACKAGES` need. `lock` is the
    text of the lock file that goes with them, `wheels` are those of `WHEELS`, `work` is an empty folder.

    Raises `SiteError` if JupyterLite cannot be built.
    """
    for module in ("jupyterlite_core", "jupyterlite_pyodide_kernel"):
        needs(module, extra="site", purpose="the exercises of a site")
    (work / "files").mkdir(parents=True)
    for path in sorted((notebooks() / "exercises").glob("*.ipynb")):
        (work / "files" / path.name).write_text(_copy(path.read_text(encoding="utf-8")), encoding="utf-8")
    _write(work / "overrides.json", _SETTINGS)
    _write(work / "jupyter-lite.json", _lite(pyodide))
    _write(work / "jupyter_lite_config.json", {"LiteBuildConfig": _options(folder)})
    _run(work)
    kernel = sorted((folder / "extensions" / _KERNEL).glob("static/pypi/*.whl"))
    own = [_placed(path, folder) for path in [*wheels, *(path for path in kernel if "nbext" not in path.name)]]
    _write(folder / "pyodide-lock.json", _extended(json.loads(lock), own, (folder / pyodide).resolve()))
    for app in _APPS:
        _finish_page(folder / app / "index.html")


def address(notebook: str) -> str:
    """Where the lab opens a notebook, relative to its folder."""
    return f"lab/index.html?path={quote(notebook)}"


def _write(path: Path, content: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")


# What JupyterLite is told --------------------------------------------------------------------------------------


def _copy(text: str) -> str:
    """An exercise as the lab has it: with the lab's kernel, and links that `_finish_page` leads to the lessons."""
    notebook = json.loads(re.sub(r"\]\(\.\./([\w.-]+)\.ipynb\)", rf"]({_BESIDE}\1.html)", text))
    notebook["metadata"]["kernelspec"] = _SPEC
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _lite(pyodide: str) -> dict[str, Any]:
    """The lab's settings. JupyterLite takes an address as relative to its folder if it begins with ``./``."""
    kernel = {
        "pyodideUrl": f"./{pyodide.removeprefix('./').rstrip('/')}/pyodide.js",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"lockFileURL": "./pyodide-lock.json", "packages": list(_LOADED)},
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "dpviz exercises",
            "defaultKernelName": _SPEC["name"],
            "litePluginSettings": {f"{_KERNEL}:kernel": kernel},
        },
    }


def _options(folder: Path) -> dict[str, Any]:
    """How it is built: nothing of what else is installed beside it goes in."""
    paths = needs("jupyter_core.paths", extra="site", purpose="the exercises of a site")
    places = [Path(path) / _KERNEL for path in paths.jupyter_path("labextensions")]
    kernel = next((place for place in places if (place / "package.json").is_file()), None)
    if kernel is None:
        raise SiteError("the kernel of JupyterLite is not installed as JupyterLab's extensions are: reinstall it")
    addons = entry_points(group="jupyterlite.addon.v0")
    return {
        "apps": list(_APPS),
        "contents": ["files"],
        "disable_addons": [
            one.name for one in addons if not one.value.startswith(("jupyterlite_core", "jupyterlite_py"))
        ],
        "extra_file_types": {"json": _JSON},
        "federated_extensions": [str(kernel)],
        "ignore_sys_prefix": True,
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "output_dir": str(folder.resolve()),
    }


def _run(work: Path) -> None:
    """JupyterLite's own build, in a process of its own: it changes the working folder and the logging."""
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", "."]
    # No settings of the user's; hidden files and times as everywhere.
    environment = {**os.environ, "JUPYTER_NO_CONFIG": "1", "SOURCE_DATE_EPOCH": "1577836800"}
    done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
        raise SiteError(f"JupyterLite could not be built:\n{last}")


# What Pyodide is told ------------------------------------------------------------------------------------------


def _extended(lock: dict[str, Any], wheels: Sequence[Path], pyodide: Path) -> dict[str, Any]:
    """A lock file with our wheels too, so that they are loaded like packages of Pyodide, hashes checked."""
    for path in wheels:
        name, version = path.name.split("-")[:2]
        key = name.replace("_", "-").lower()
        lock["packages"][key] = {
            "name": key,
            "version": version,
            # Pyodide looks for it beside its own.
            "file_name": Path(os.path.relpath(path.resolve(), pyodide)).as_posix(),
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "install_dir": "site",
            "package_type": "package",
            "unvendored_tests": False,
            "imports": sorted(set(_modules(path))),
            "depends": ["numpy"] if name == "dpviz" else [],
        }
    missing = [name for name in _LOADED if name.replace("_", "-") not in lock["packages"]]
    if missing:
        raise SiteError(f"the exercises need more than there is: {', '.join(missing)}")
    return lock


def _placed(path: Path, folder: Path) -> Path:
    """A copy of the wheel at an address of its content: none that a browser remembers is taken for another."""
    content = path.read_bytes()
    copy = folder / "wheels" / digest(content) / path.name
    copy.parent.mkdir(parents=True)
    copy.write_bytes(content)
    return copy


def _modules(path: Path) -> Iterator[str]:
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            top = name.partition("/")[0]
            if not top.endswith((".dist-info", ".data")):
                yield top.removesuffix(".py")


# The page ------------------------------------------------------------------------------------------------------

#: JupyterLab takes an address without a host for a file of its own. One with a host it leaves alone, and a host of this
#: name there cannot be.
_BESIDE = "https://lessons.invalid/"
_HEAD = """<link rel="icon" href="favicon.ico" />
<script>
// JupyterLab is made for wide windows.
if (/[/]lab[/](index.html)?$/.test(location.pathname) && innerWidth < 700) {
  location.replace(`../notebooks/index.html${location.search}`);
}
// An exercise's links to its lesson lead there once they are pointed at: the lessons lie beside the lab.
for (const kind of ["pointerover", "focusin"]) {
  addEventListener(kind, event => {
    const link = event.target.closest?.('a[href^="BESIDE"]');
    if (link) link.href = new URL("../" + link.href.slice("BESIDE".length), new URL("../", location.href)).href;
  });
}
</script>
"""


def _finish_page(page: Path) -> None:
    """Complete the page of JupyterLab: its language, its icon, and the way back to the lessons."""
    text = page.read_text(encoding="utf-8")
    for old, new in {"<html>": '<html lang="en">', "</head>": f"{_HEAD.replace('BESIDE', _BESIDE)}</head>"}.items():
        if text.count(old) != 1:
            raise SiteError("this JupyterLite is made otherwise than the one that dpviz knows: jupyterlite-core 0.6")
        text = text.replace(old, new)
    page.write_text(text, encoding="utf-8")
