"""Starts a lesson's kernel: ``python -m dpviz.server.launch -f CONNECTION_FILE``.

As ``python -m ipykernel_launcher`` does, but without the debugger: nobody can reach it from a page, and importing it
takes 8 MB and 70 ms of every session.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path


def main() -> None:
    """Run a kernel until it is told to stop."""
    # Jupyter interrupts before it ends; ipykernel ignores that too as long as nothing is executed.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Products of small matrices gain nothing from a second thread, and on a busy machine they wait for it.
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    # While modules are loaded, a file beside the notebook must not be taken for one; IPython puts the folder back.
    if sys.path[0] == "" or Path(sys.path[0]) == Path.cwd():
        del sys.path[0]
    # ipykernel does without debugpy where it is not installed; this is how it looks there.
    sys.modules["debugpy"] = None  # type: ignore[assignment]
    from ipykernel.kernelapp import launch_new_instance

    launch_new_instance()


if __name__ == "__main__":
    main()
