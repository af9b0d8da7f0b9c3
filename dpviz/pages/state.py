"""What a page knows of its widgets before any kernel has spoken: a file that browsers keep."""

from __future__ import annotations

import gzip

from dpviz.kernel.core import Prepared
from dpviz.kernel.core.message import pack


def packed(content: bytes) -> bytes:
    """Compressed, always to the same bytes."""
    return gzip.compress(content, 9, mtime=0)


def state_file(prepared: Prepared) -> bytes:
    """The widgets' states as one message of the kernels' binary protocol, compressed."""
    return packed(pack("states", {"data": prepared.states, "known": prepared.known}, prepared.buffers))
