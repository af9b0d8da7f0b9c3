"""Start pytest inside Pyodide, in Node: ``python -m tests.wasm.start tests/queries -k marginals``."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from subprocess import CompletedProcess, run

from dpviz.site import pyodide
from tests.pyodide import pyodide_folder
from tests.widgets.test_javascript import node

ROOT = Path(__file__).resolve().parents[2]
# Pure Python all of them, and all that they need: these of the machine serve in Pyodide too.
PACKAGES = ("pytest", "hypothesis", "ipywidgets", "anywidget", "plotly")


def start(command: Sequence[str], options: Sequence[str], *, capture: bool = True) -> CompletedProcess[str]:
    """Run pytest with these options inside Pyodide; `command` starts Node."""
    found = [find_spec(name) for name in PACKAGES]
    folders = sorted({str(Path(spec.origin).parents[1]) for spec in found if spec and spec.origin})
    with tempfile.TemporaryDirectory() as name:
        lock = Path(name, pyodide.LOCK)
        lock.write_text(pyodide.lock(), encoding="utf-8")
        wanted = {
            "pyodide": str(pyodide_folder()),
            "lock": str(lock),
            "mounted": {"/repository": str(ROOT), **{f"/packages/{k}": each for k, each in enumerate(folders)}},
            "options": list(options),
        }
        script = Path(__file__).with_name("run.mjs")
        return run([*command, script, json.dumps(wanted)], text=True, capture_output=capture, check=False)


if __name__ == "__main__":
    sys.exit(start(node() or sys.exit("There is no Node."), sys.argv[1:], capture=False).returncode)
