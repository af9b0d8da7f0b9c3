"""A page's kernel started on its own: ``python -m dpviz.kernel.forked.start SOCKET``, a file descriptor.

For where nothing can be forked. The first frame says which cells, as `Prepared.known` does.
"""

from __future__ import annotations

import json
import socket
import sys
from pathlib import Path


def main(line: socket.socket) -> None:
    """Execute the cells, drawing nothing that the page shows already, and serve their widgets."""
    # While modules are loaded, a file beside the notebook must not be taken for one.
    sys.path[:] = [entry for entry in sys.path if entry and Path(entry) != Path.cwd()]
    from dpviz.kernel.core import resume
    from dpviz.kernel.forked.frames import receive
    from dpviz.kernel.forked.served import serve

    sys.path.insert(0, str(Path.cwd()))
    known = receive(line)
    if known is not None:
        serve(resume(json.loads(known)), line)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
