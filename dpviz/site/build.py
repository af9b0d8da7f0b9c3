"""``dpviz build FOLDER``: everything that a site consists of, and how it gets into a folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nbformat

from dpviz.lessons.catalogue import LESSONS
from dpviz.pages import places
from dpviz.pages.assets import front, front_digest
from dpviz.pages.gallery import drawn
from dpviz.pages.reference import PAGES
from dpviz.pages.state import state_file
from dpviz.site import bench, installable, lab, offline, pages, pyodide
from dpviz.site.folder import Written, digest, known, write
from dpviz.site.notebooks import run_all
from dpviz.site.runtime import runtime

#: Hears how far a build is: steps done, steps in all, what is next.
Progress = Callable[[int, int, str], object]


def build(
    folder: Path, *, source: str | None = None, exercises: bool = False, progress: Progress = lambda *_: None
) -> Written:
    """Make a folder hold the gallery, the lessons and all that these need.

    The folder is new, empty, or has an older site of ours, which stays as it is if the build fails. `source` is where
    Pyodide comes from, a folder or an address; by default its release. With `exercises`, they are there in JupyterLite.

    Raises `SiteError` if the folder holds something else, or Pyodide is not what it should be.
    """
    known(folder)  # refused before the work
    steps = len(LESSONS) + 2
    progress(0, steps, "Pyodide")
    python, addresses = runtime(source)
    front, assets = _front()
    files = {**python, **assets, **_pictures(), **installable.files()}
    if exercises:
        files |= _lab(source)
    look = pages.Look(
        front,
        {**addresses, "runtime": f"{front}dpviz.js", "font": f"{front}maths.woff2"},
        lab=offline.LAB if exercises else "",
    )
    notebooks = [places.notebooks() / lesson.notebook for lesson in LESSONS]
    states: dict[str, str] = {}
    progress(1, steps, LESSONS[0].title)
    for number, (lesson, run) in enumerate(zip(LESSONS, run_all(notebooks), strict=True), 1):
        state = state_file(run)
        place = f"states/{Path(lesson.notebook).stem}.{digest(state)}.bin"
        files[place] = state
        states[pages.address(lesson)] = place
        notebook = nbformat.read(places.notebooks() / lesson.notebook, as_version=4)
        files[pages.address(lesson)] = pages.lesson_page(look, lesson, notebook, run.outputs, place).encode()
        files[f"{lesson.number}/index.html"] = pages.short_page(lesson).encode()
        progress(number + 1, steps, LESSONS[number].title if number < len(LESSONS) else "Writing")
    held, output = bench.state()
    files |= held
    states["bench.html"] = next(iter(held))
    needed = bench.addresses(addresses, front, states["bench.html"])
    files["bench.html"] = pages.bench_page(look, needed, output).encode()
    for name in PAGES:
        files[f"{name}.html"] = pages.reference_page(look, name).encode()
    files["index.html"] = pages.gallery_page(look, places.notebooks(), _addresses).encode()
    files["offline.html"] = pages.offline_page(look).encode()
    files["sw.js"] = offline.service_worker(
        files, [*python, *(name for name in assets if "/bench." not in name)], states
    )
    written = write(folder, files)
    progress(steps, steps, "")
    return written


def _lab(source: str | None) -> dict[str, bytes]:
    """The exercises: JupyterLite, with the files of Pyodide as they are released, and more of them."""
    provided = pyodide.provide(source, lab.PACKAGES)
    place = f"pyodide-{pyodide.VERSION}/"
    files = {f"{place}{path.name}": path.read_bytes() for path in provided.paths}
    files |= lab.lab_files(pyodide=place, lock=provided.lock)
    return {offline.LAB + name: content for name, content in files.items()}


def _front() -> tuple[str, dict[str, bytes]]:
    """Style sheets and scripts: their folder, which changes with any of them, and the files."""
    folder = f"files/{front_digest()}/"
    return folder, {folder + name: content for name, content in front().items()}


def _pictures() -> dict[str, bytes]:
    return {_address(path): path.read_bytes() for entry in LESSONS for _, path in drawn(entry.slug)}


def _addresses(slug: str) -> list[tuple[str, str]]:
    """Theme and address of a lesson's pictures."""
    return [(theme, _address(file)) for theme, file in drawn(slug)]


def _address(picture: Path) -> str:
    return f"pictures/{picture.parent.name}/{picture.name}"
