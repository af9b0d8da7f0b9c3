"""Python packages for the browser, from the environment that builds: the versions that executed the lessons."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
import zipfile
from collections.abc import Mapping
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

import dpviz
from dpviz._extras import needs
from dpviz._notebooks import PACKAGE, clone
from dpviz.site._errors import SiteError
from dpviz.site.pyodide import canonical

#: What dpviz needs and a lesson's worker does not get from here: Pyodide has numpy, `dpviz.kernel.browser.stub` stands
#: for IPython, and the page has its own front end.
ELSEWHERE = frozenset({"dpviz", "numpy", "ipython", "jupyterlab-widgets", "widgetsnbextension"})

_WHEEL = "Wheel-Version: 1.0\nGenerator: dpviz\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
_COMPILED = {".so", ".pyd", ".dylib", ".dll"}
_STATIC = "dpviz/widgets/static/"
_BUNDLE = f"{_STATIC}dpviz.js"
# What goes with a picture that is saved.
_SAVED = [f"{_STATIC}{name}" for name in ("dpviz.licenses.txt", "maths.licence.txt")]
# Of dpviz: what no browser runs; what no lesson imports.
_NOT_IN_BROWSERS = ("course/", "docs/", "kernel/forked/", "notebooks/", "pages/", "server/", "site/")
_NOT_IN_LESSONS = {"exercises/", "notebooks/", "privacy/benching/command.py", "reference/", "cli.py"}
# What only the bench's page imports.
_OF_THE_BENCH = (
    "dpviz/live_bench/",
    "dpviz/kernel/browser/bench.py",
    "dpviz/privacy/benching/as_test.py",
    "dpviz/privacy/benching/neighbours.py",
)
# Of any distribution: what Python does not read when it runs them.
_FOLDERS_NOT_RUN = {"docs", "labextension", "nbextension", "static", "test", "tests"}
_SUFFIXES_NOT_RUN = {".js", ".json", ".pyi", ".typed"}
# Of numpy: what compiles other code against it, describes its types, or is there for its own tests.
_NUMPY_NOT_RUN = re.compile(
    r"numpy/(f2py|_pyinstaller)/|\.(a|c|h|pc|pxd|pyi|pyx|rst)$"
    r"|/(_(operand_flag|rational|struct_ufunc|umath)_tests|_simd|lapack_lite)\.[^/]*so$"
)


def wheel(name: str, folder: Path) -> Path:
    """Repack an installed distribution as a pure wheel, in a folder; one with the same bytes is left as it is.

    dpviz may be installed for development: its package is taken as it lies there.
    """
    file_name, content = wheel_bytes(name)
    path = folder / file_name
    if not path.is_file() or path.read_bytes() != content:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return path


def wheel_bytes(name: str) -> tuple[str, bytes]:
    """The name and the bytes of the wheel that `wheel` writes; the same bytes each time."""
    found = _distribution(name)
    info = _info(found)
    package = _own() if canonical(name) == "dpviz" else _installed(name)
    files = package | {f"{info}/{path}": content for path, content in _metadata(found).items()}
    files[f"{info}/WHEEL"] = _WHEEL.encode()
    return f"{info.removesuffix('.dist-info')}-py3-none-any.whl", zipped(_recorded(files, info))


def of_the_bench() -> bytes:
    """One `stored` archive of what the bench's page imports beside."""
    files = {path: content for path, content in _own().items() if path.startswith(_OF_THE_BENCH) and _is_run(path)}
    return zipped(files, zipfile.ZIP_STORED)


def engine() -> bytes:
    """One `stored` archive of all that a lesson imports in a browser, numpy excepted."""
    ours = {path: content for path, content in _own().items() if not path.startswith(_OF_THE_BENCH)}
    left_out = tuple(f"dpviz/{name}" for name in _NOT_IN_LESSONS)
    files = {path: content for path, content in ours.items() if not path.startswith(left_out) and _is_run(path)}
    # Widgets name the runtime by its first line; the page has the rest.
    files |= {_BUNDLE: ours[_BUNDLE].partition(b"\n")[0] + b"\n", **{path: ours[path] for path in _SAVED}}
    for name in runtime():
        files |= {path: content for path, content in _installed(name).items() if _is_run(path)}
        # anywidget asks for its own version; a copy goes with its licence.
        found = _distribution(name)
        info = _info(found)
        files |= {f"{info}/{path}": content for path, content in _licences(found).items()}
        files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {found.version}\n".encode()
    return zipped(files, zipfile.ZIP_STORED)


def slim_numpy(wheel: bytes) -> bytes:
    """Pyodide's wheel of numpy without what no lesson can use, a sixth of its bytes; `stored`."""
    files = {name: content for name, content in _unzipped(wheel).items() if not _NUMPY_NOT_RUN.search(name)}
    info = next(name.partition("/")[0] for name in files if name.endswith(".dist-info/METADATA"))
    del files[f"{info}/RECORD"]
    return zipped(_recorded(files, info), zipfile.ZIP_STORED)


def stored(archive: bytes) -> bytes:
    """A zip archive with nothing in it compressed: compressed as a whole, it is smaller, and is unpacked faster."""
    return zipped(_unzipped(archive), zipfile.ZIP_STORED)


@cache
def runtime() -> tuple[str, ...]:
    """The distributions that lessons import besides dpviz, as the metadata of what is installed has them."""
    requirements = needs("packaging.requirements", extra="site", purpose="building the site")
    found: set[str] = set()
    waiting = ["dpviz"]
    while waiting:
        for line in _distribution(waiting.pop()).requires or ():
            need = requirements.Requirement(line)
            name = canonical(need.name)
            if name not in found | ELSEWHERE and (need.marker is None or need.marker.evaluate({"extra": ""})):
                found.add(name)
                waiting.append(name)
    return tuple(sorted(found))


def _is_run(path: str) -> bool:
    parts = PurePosixPath(path)
    return not _FOLDERS_NOT_RUN & set(parts.parts) and parts.suffix not in _SUFFIXES_NOT_RUN


def zipped(files: Mapping[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive that depends on its files alone: no times, names in order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, files[name], compression, 9)
    return out.getvalue()


def _unzipped(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {entry.filename: opened.read(entry) for entry in opened.infolist() if not entry.is_dir()}


def _recorded(files: Mapping[str, bytes], info: str) -> dict[str, bytes]:
    """Files with the RECORD that lists them."""
    lines = []
    for name in sorted(files):
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=").decode()
        quoted = '"' + name.replace('"', '""') + '"' if set(name) & set(',"') else name
        lines.append(f"{quoted},sha256={digest},{len(files[name])}\n")
    return {**files, f"{info}/RECORD": ("".join(lines) + f"{info}/RECORD,,\n").encode()}


def _own() -> dict[str, bytes]:
    """The package dpviz without pictures and documents; with exercises' notebooks, which they are compared with."""
    files = {f"dpviz/{path}": content for path, content in _tree(PACKAGE).items()}
    if root := clone():
        exercises = _tree(root / "notebooks" / "exercises")
        files |= {f"dpviz/notebooks/exercises/{path}": content for path, content in exercises.items()}
    return {
        path: content
        for path, content in files.items()
        if not path.endswith((".html", ".md", ".svg"))
        if path.startswith("dpviz/notebooks/exercises/") or not path.removeprefix("dpviz/").startswith(_NOT_IN_BROWSERS)
    }


def _tree(folder: Path) -> dict[str, bytes]:
    """All files below a folder, but for caches and hidden ones."""
    found = {}
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") or part == "__pycache__" for part in parts)
        if not hidden and path.suffix != ".pyc" and path.is_file():
            found["/".join(parts)] = path.read_bytes()
    return found


def _installed(name: str) -> dict[str, bytes]:
    """The files of a distribution that are neither compiled nor outside the folder of packages."""
    found = _distribution(name)
    if json.loads(found.read_text("direct_url.json") or "{}").get("dir_info", {}).get("editable"):
        raise SiteError(f"{name} is installed for development: install it as others do, so that it can be repacked")
    if found.files is None:
        raise SiteError(f"{name} was installed without a list of its files, and cannot be repacked")
    paths = [path for path in found.files if not path.is_absolute() and ".." not in path.parts]
    paths = [path for path in paths if "__pycache__" not in path.parts and path.suffix not in (".pyc", ".pth")]
    compiled = [path for path in paths if _COMPILED & set(path.suffixes)]
    names = {path.as_posix() for path in paths}
    for path in compiled:
        module = (path.parent / path.name.partition(".")[0]).as_posix()
        # mypyc keeps what its modules share in one that no Python code imports.
        if not {f"{module}.py", f"{module}/__init__.py"} & names and not module.endswith("__mypyc"):
            raise SiteError(f"{name} cannot be repacked for the browser: {path} is compiled, and no Python beside it")
    # Newer versions of importlib.metadata leave out what is not there.
    listed = [PurePosixPath(row[0]) for row in csv.reader((found.read_text("RECORD") or "").splitlines()) if row]
    for entry in listed:
        if entry.suffix == ".py" and ".." not in entry.parts and str(entry) not in names:
            raise SiteError(f"{name} is not installed as it says: {entry} (it is missing)")
    files = {}
    for path in paths:
        if path not in compiled and not path.parts[0].endswith(".dist-info"):
            try:
                files[path.as_posix()] = Path(str(path.locate())).read_bytes()
            except OSError as error:
                raise SiteError(f"{name} is not installed as it says: {path} ({error.strerror})") from None
    return files


def _metadata(found: Distribution) -> dict[str, bytes]:
    """What a wheel's metadata folder says of a distribution, by the names in it."""
    text = found.read_text("METADATA") or ""
    # Of an installation for development, the version may be an old one.
    files = {"METADATA": re.sub(r"(?m)^Version: .*$", f"Version: {_version(found)}", text, count=1).encode()}
    if points := found.read_text("entry_points.txt"):
        files["entry_points.txt"] = points.encode()
    return files | _licences(found)


def _licences(found: Distribution) -> dict[str, bytes]:
    """The texts of a distribution's licences, by their names in its metadata folder."""
    inside = [path for path in found.files or () if path.parts[0].endswith(".dist-info")]
    texts = [path for path in inside if "licenses" in path.parts or path.name.upper().startswith(("LICEN", "COPYING"))]
    return {"/".join(path.parts[1:]): Path(str(path.locate())).read_bytes() for path in texts}


def _info(found: Distribution) -> str:
    """The name of a wheel's metadata folder."""
    return f"{canonical(found.name).replace('-', '_')}-{_version(found)}.dist-info"


def _version(found: Distribution) -> str:
    return dpviz.__version__ if canonical(found.name) == "dpviz" else found.version


def _distribution(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError:
        raise SiteError(f"{name} is not installed: it is repacked from the environment that builds the site") from None
