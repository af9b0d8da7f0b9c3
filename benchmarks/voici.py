"""The rival without a server: a slider and a line of text in Voici, JupyterLite's kernel without its desktop.

It has an environment of its own: what it asks for does not go with ours.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from benchmarks.pages import Contestant
from benchmarks.peers import Peer

PATH = "voici/render/slider.html"
SLIDER = Contestant(PATH, ".noUi-handle", ".noUi-target", ".widget-readout", "text")
WHEELS = ("ipywidgets", "jupyterlab_widgets", "comm", "pexpect", "ptyprocess")
VOICI = Peer(
    name="voici", requirements=("voici>=0.9", "jupyterlite-core>=0.6,<0.7", "jupyterlite-pyodide-kernel>=0.6,<0.7")
)
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
SOURCE = """\
%pip install -q ipywidgets
import ipywidgets

slider = ipywidgets.IntSlider(description="n")
text = ipywidgets.Label()
slider.observe(lambda change: setattr(text, "value", f"n = {change['new']}"), names="value")
ipywidgets.VBox([slider, text])
"""


def build(folder: Path) -> Path:
    """Build Voici's site in a folder, with Pyodide and all wheels of its own.

    Raises
    ------
    RuntimeError
        If Voici cannot be installed, or there is no folder with Pyodide's files.
    """
    pyodide = os.environ.get("DPVIZ_PYODIDE")
    if pyodide is None:
        raise RuntimeError("Voici is compared with where DPVIZ_PYODIDE names Pyodide's folder")
    python = VOICI.executable()
    source, wheels, site = folder / "source", folder / "wheels", folder / "site"
    source.mkdir()
    cell = {"cell_type": "code", "execution_count": None, "id": "only", "metadata": {}, "outputs": [], "source": SOURCE}
    kernel = {"display_name": "Python", "language": "python", "name": "python"}
    notebook = {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    (source / "slider.ipynb").write_text(json.dumps(notebook))
    _run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(wheels), *WHEELS], folder)
    given = [option for wheel in sorted(wheels.glob("*.whl")) for option in ("--piplite-wheels", str(wheel))]
    # Its other kernel wants a conda environment.
    options = ["--disable-addons", "jupyterlite-xeus", "--contents", str(source), "--output-dir", str(site)]
    _run([str(python.with_name("voici")), "build", *options, *given], folder)
    shutil.copytree(pyodide, site / "pyodide")
    page = site / PATH
    # Its pages lie deeper than the addresses in their settings say.
    text = page.read_text().replace('"./pypi/all', '"/pypi/all').replace('"./extensions/@jupy', '"/extensions/@jupy')
    text = text.replace(f'"{KERNEL}": {{', f'"{KERNEL}": {{"pyodideUrl": "/pyodide/pyodide.js", ', 1)
    page.write_text(text)
    return site


def _run(command: list[str], folder: Path) -> None:
    bin_first = {**os.environ, "PATH": f"{Path(command[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(command, cwd=folder, env=bin_first, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[:3])} failed:\n{(done.stdout + done.stderr)[-1000:]}")
