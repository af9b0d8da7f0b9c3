"""What a page knows of its widgets before any kernel has spoken: a file that browsers keep."""

from __future__ import annotations

import gzip

from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1

from dpviz.kernel import Prepared
from dpviz.widgets._json import to_json


def packed(content: bytes) -> bytes:
    """Compressed, always to the same bytes."""
    return gzip.compress(content, 9, mtime=0)


def state_file(prepared: Prepared) -> bytes:
    """The widgets' states as one message of the kernels' binary protocol, compressed."""
    parts = [b"{}", b"{}", b"{}", to_json({"data": prepared.states, "known": prepared.known}).encode()]
    return packed(serialize_msg_to_ws_v1([*parts, *prepared.buffers], "iopub"))
