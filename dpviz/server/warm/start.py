"""A page's kernel started on its own: ``python -m dpviz.server.warm.start -f CONNECTION_FILE --lifeline FD``.

For where nothing can be forked. The file beside the connection file says which cells, as `Prepared.known` does.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

#: What follows the connection file's name in that of the other one.
KNOWN = ".known"


def main() -> None:
    """Execute the cells, drawing nothing that the page shows already, and serve their widgets."""
    options = argparse.ArgumentParser()
    options.add_argument("-f", dest="file", type=Path, required=True)
    options.add_argument("--lifeline", type=int, default=-1)
    asked = options.parse_args()
    file: Path = asked.file
    known = json.loads(file.with_name(file.name + KNOWN).read_text(encoding="utf-8"))
    # While modules are loaded, a file beside the notebook must not be taken for one.
    sys.path[:] = [entry for entry in sys.path if entry and Path(entry) != Path.cwd()]
    from dpviz.frame.lesson import DRAWN_BEFORE
    from dpviz.kernel import Kernel
    from dpviz.server.warm.jupyter import serve

    sys.path.insert(0, str(Path.cwd()))
    DRAWN_BEFORE.update(known["drawn"])
    kernel = Kernel()
    kernel.execute(known["cells"])
    serve(kernel, json.loads(file.read_text(encoding="utf-8")), ready=lambda: None, lifeline=asked.lifeline)


if __name__ == "__main__":
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    os.environ["JUPYTER_WIDGETS_ECHO"] = "0"
    main()
