"""Start `dpviz` for a test, and stop it. Run as a script, it serves another folder of notebooks than the package's."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from tests.pyodide import alone

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 300
#: The name of a server in the environment of all the processes that come of it.
FAMILY = "DPVIZ_TESTS_FAMILY"
T = TypeVar("T")


@dataclass
class Served:
    """A running server."""

    process: Any  # subprocess.Popen; None if another process has started it
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
        """Ask it to stop; its exit status. One that goes on says where it is."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)
            self.process.wait(timeout=PATIENCE)
            raise AssertionError("it did not stop:\n" + "\n".join(self.lines)) from None


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
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "PYTHONFAULTHANDLER": "1",
                FAMILY: uuid.uuid4().hex,
                **environment,
            },
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
        with served.process.stdout as said:  # else it is closed, with a warning, in whatever test runs then
            for line in said:
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
        served.stop()


@contextmanager
def serve_to_all(folder: Path, *options: str) -> Iterator[Served]:
    """One server for all processes of a run: the first that needs it starts it, and stops it after all others.

    Each lesson is then executed once in a run. What tells of it lies in `folder`.
    """
    import fcntl

    note = folder / "address"
    folder.mkdir(exist_ok=True)
    with ExitStack() as mine, (folder / "users").open("w") as users:
        with alone(folder / "lock"):
            if note.is_file():
                fcntl.flock(users, fcntl.LOCK_SH)  # let go of by whatever ends this process
                served = Served(None, ROOT / "notebooks", address=note.read_text())
            else:
                served = mine.enter_context(serve(*options))
                note.write_text(served.address)
        yield served
        while served.process is not None:
            with alone(folder / "lock"), suppress(BlockingIOError):
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                note.unlink()
                break
            time.sleep(0.1)


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
