"""Libraries that cannot live in our environment, each measured in one of its own.

The environment is made once and kept in a cache folder outside the repository (`DPVIZ_BENCH_CACHE`, else
`~/.cache/dpviz-bench`). A script is run in it with a JSON object on its standard input, and answers with another, as
the last line it prints. Where an environment cannot be made, `Missing` says why, and the table shows the note.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

INSTALL_SECONDS = 900
ERROR_CHARACTERS = 300


class Missing(RuntimeError):
    """The peer cannot be measured here; the message is a note for the table."""


@dataclass(frozen=True, kw_only=True)
class Peer:
    """A library, and what its environment needs.

    Parameters
    ----------
    name : str
        What it is called in the table, and part of the folder's name.
    requirements : sequence of str
        Installed with all that they depend on.
    alone : sequence of str
        Installed afterwards without their dependencies: for packages that ask for more than is measured of them.
    python : str, optional
        The version wanted ("3.11"): a ``python3.11`` on the PATH (or of pyenv); without it, or where there is none, the
        Python that runs the benchmark.
    """

    name: str
    requirements: Sequence[str]
    alone: Sequence[str] = ()
    python: str = ""

    @property
    def folder(self) -> Path:
        """Where its environment is kept; other requirements go elsewhere."""
        root = os.environ.get("DPVIZ_BENCH_CACHE") or Path.home() / ".cache" / "dpviz-bench"
        asked = json.dumps([list(self.requirements), list(self.alone), _interpreter(self.python)])
        return Path(root) / f"{self.name}-{hashlib.sha256(asked.encode()).hexdigest()[:10]}"

    def executable(self) -> Path:
        """The environment's Python, made if it is not there yet.

        Raises
        ------
        Missing
            If it cannot be made.
        """
        python = self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        done = self.folder / "done"
        if done.exists() and python.exists():
            return python
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        print(f"  making an environment for {self.name}: {self.folder}", file=sys.stderr, flush=True)
        bare = [] if self.requirements or self.alone else ["--without-pip"]
        self._do([_interpreter(self.python), "-m", "venv", *bare, str(self.folder)])
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        if self.requirements:
            self._do([*pip, *self.requirements])
        if self.alone:
            self._do([*pip, "--no-deps", *self.alone])
        done.write_text("everything was installed\n")
        return python

    def run(self, script: Path, given: Any, *, seconds: float = 600) -> Any:
        """Run a script file in the environment and return what it answers.

        Parameters
        ----------
        script : Path
            Reads JSON from its standard input; the last line that it prints is JSON.
        given : object
            Anything that JSON can hold.
        seconds : float
            It is ended after so long.

        Returns
        -------
        object
            The answer.

        Raises
        ------
        Missing
            If the environment cannot be made, or the script fails or takes too long.
        """
        # Neither our packages nor a setting of ours may reach it.
        clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        command = [str(self.executable()), "-W", "ignore", str(script)]
        text = self._do(command, given=json.dumps(given), seconds=seconds, environment=clean)
        try:
            return json.loads(text.strip().splitlines()[-1])
        except (IndexError, ValueError):
            raise Missing(f"{self.name} could not be measured: it answered {text[-100:]!r}") from None

    def _do(
        self,
        command: Sequence[str],
        *,
        given: str = "",
        seconds: float = INSTALL_SECONDS,
        environment: dict[str, str] | None = None,
    ) -> str:
        try:
            done = subprocess.run(
                command, input=given, capture_output=True, text=True, timeout=seconds, env=environment, check=False
            )
        except subprocess.TimeoutExpired:
            raise Missing(f"{self.name} could not be measured: {seconds:.0f} s were not enough") from None
        except OSError as error:
            raise Missing(f"{self.name} could not be measured: {error}") from None
        if done.returncode:
            said = " ".join(done.stderr.split())[-ERROR_CHARACTERS:]
            raise Missing(f"{self.name} could not be measured: {said or f'exit status {done.returncode}'}")
        return done.stdout


def _interpreter(version: str) -> str:
    """The path of a Python of that version, or of our own."""
    if not version or sys.version.startswith(f"{version}."):
        return getattr(sys, "_base_executable", "") or sys.executable
    found = shutil.which(f"python{version}")
    if found:
        return found
    for one in sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python")):
        return str(one)
    return getattr(sys, "_base_executable", "") or sys.executable
