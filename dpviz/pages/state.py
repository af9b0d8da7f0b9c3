"""What a page knows of its widgets before any kernel has spoken: a file that browsers keep."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Mapping
from typing import Any

from dpviz.kernel.core import Prepared
from dpviz.kernel.core.message import pack

#: The style that ipywidgets keeps for each widget, a widget of its own, and where it is named. Our pages have none.
LAYOUT = "LayoutModel", "layout"


def packed(content: bytes) -> bytes:
    """Compressed, always to the same bytes."""
    return gzip.compress(content, 9, mtime=0)


def state_file(prepared: Prepared) -> bytes:
    """The widgets' states as one message of the kernels' binary protocol, compressed."""
    data, buffers = _once(prepared.states, prepared.buffers)
    return packed(pack("states", {"data": data, "known": prepared.known}, buffers))


def _once(told: Mapping[str, Any], buffers: list[bytes]) -> tuple[dict[str, Any], list[bytes]]:
    """States without what a page does not ask for; what most have of their kind stands once, as ``common``.

    Equal buffers come one after the other: what is further apart than 32 kB, the compression does not find again.
    """
    model, has = LAYOUT
    kept = {
        name: {key: value for key, value in one["state"].items() if key != has}
        for name, one in told["states"].items()
        if one["model_name"] != model
    }
    own = Counter((key, value) for state in kept.values() for key, value in state.items() if _of_its_kind(key, value))
    common = {key: value for (key, value), times in own.items() if times > len(kept) / 2}
    states = {
        name: {"state": {key: value for key, value in state.items() if common.get(key) != value}}
        for name, state in kept.items()
    }
    order = sorted(range(len(buffers)), key=lambda place: (buffers.index(buffers[place]), place))
    paths = [told["buffer_paths"][place] for place in order]
    return {"states": states, "common": common, "buffer_paths": paths}, [buffers[place] for place in order]


def _of_its_kind(key: str, value: object) -> bool:
    return key.startswith("_") and isinstance(value, str)
