"""Start `dpviz` for a test, and stop it. Run as a script, it serves another folder of notebooks than the package's."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 60
#: The name of a server in the environment of all the processes that come of it.
FAMILY = "DPVIZ_TESTS_FAMILY"
T = TypeVar("T")


@dataclass
class Served:
    """A running server."""

    process: subprocess.Popen[str]
    folder: Path
    lines: list[str] = field(default_factory=list)
    address: str = ""

    def url(self, path: str = "") -> str:
        return self.address + path

    def get(self, path: str, **headers: str) -> tuple[int, str, Any]:
        """Status, body and headers of an answer; redirects are not followed."""
        request = urllib.request.Request(self.url(path), headers=headers)
        try:
            with urllib.request.build_opener(_Stay).open(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode(errors="replace"), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), error.headers

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Ask it to stop; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(timeout=PATIENCE)


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


@contextmanager
def serve(
    *options: str,
    notebooks: Path | None = None,
    cwd: Path | None = None,
    module: Sequence[str] = (),
    **environment: str,
) -> Iterator[Served]:
    """A server in a process of its own, or a module that starts one; stopped at the end whatever happens."""
    module = module or (["dpviz.cli"] if notebooks is None else ["tests.serving", str(notebooks)])
    port = () if "--port" in options else ("--port", "0")
    served = Served(
        subprocess.Popen(
            [sys.executable, "-m", *module, "--no-browser", *port, *options],
            cwd=cwd or ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), FAMILY: uuid.uuid4().hex, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ),
        folder=notebooks or ROOT / "notebooks",
    )
    running = threading.Event()

    def read() -> None:
        assert served.process.stdout is not None
        for line in served.process.stdout:
            served.lines.append(line.rstrip("\n"))
            found = re.search(r"running at (http://\S+)", line)
            if found:
                served.address = found[1]
                running.set()
        running.set()

    threading.Thread(target=read, daemon=True).start()
    try:
        assert running.wait(PATIENCE), served.lines
        assert served.address, served.lines
        yield served
    finally:
        try:
            served.stop()
        except subprocess.TimeoutExpired:
            served.process.kill()


def write_notebook(folder: Path, name: str, *cells: str, metadata: dict[str, Any] | None = None) -> str:
    """A notebook of ours from its cells; those that begin with '#' are markdown. Returns its address."""
    import nbformat
    from nbformat import v4

    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    book = v4.new_notebook(metadata={"kernelspec": kernel, "voila": {"template": "dpviz"}, **(metadata or {})})
    book.cells = [(v4.new_markdown_cell if text.startswith("#") else v4.new_code_cell)(text) for text in cells]
    nbformat.write(book, folder / f"{name}.ipynb")
    return f"voila/render/{name}.ipynb"


def wait_for(what: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """The first true value `what()` gives."""
    import time

    end = time.monotonic() + patience
    while True:
        value = what()
        if value:
            return value
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.1)


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns, in a thread of its own: Playwright keeps a loop running in the tests'."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, work).result()


def main(arguments: Sequence[str]) -> int:
    from dataclasses import replace

    from dpviz.lessons import catalogue
    from dpviz.pages import places

    folder = Path(arguments[0])
    places.notebooks = lambda: folder
    # The catalogue of this server: what lies in the folder when it starts, else the package's.
    names = sorted(path.name for path in folder.glob("*.ipynb"))
    if names:
        catalogue.LESSONS = tuple(replace(catalogue.LESSONS[0], notebook=name, slug=name) for name in names)
    from dpviz.cli import main as dpviz

    return dpviz(arguments[1:])


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
