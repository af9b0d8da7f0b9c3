"""A notebook that was executed once, for all who open its page."""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dpviz.kernel.core.cells import Executed
from dpviz.kernel.core.kernel import Kernel

#: What cells may import to be executed without IPython, beside Python's own modules.
KNOWN = ("dpviz", "numpy")
#: What only IPython knows.
IPYTHON = frozenset({"display", "get_ipython", "IPython"})

#: Pictures that the page shows already, and what they have read: the kernel that takes over need not draw them again.
DRAWN_BEFORE: dict[str, Any] = {}


@dataclass(frozen=True)
class Prepared:
    """What is left of an execution."""

    outputs: list[list[dict[str, Any]]]  # of each code cell, as a notebook's file has them
    # what another run of the same cells is told: the code ``cells``, and what was ``drawn`` of them
    known: dict[str, Any]
    states: dict[str, Any]  # of the widgets, by the ids that they have in every run
    buffers: list[bytes]  # where ``states["buffer_paths"]`` says


def prepare(kernel: Kernel, cells: Sequence[str]) -> Prepared:
    """Execute code cells in this process, the first ones; its widgets go on living. `CellError` if one fails."""
    executed = kernel.execute(cells)
    held = kernel.states()
    buffers = [bytes(memoryview(buffer).cast("B")) for buffer in held.buffers]
    return Prepared(executed.outputs, {"cells": list(cells), "drawn": _drawn(executed)}, held.data, buffers)


def resume(known: Mapping[str, Any]) -> Kernel:
    """Execute the cells of a page that was made elsewhere (`Prepared.known`), drawing nothing that it shows already."""
    DRAWN_BEFORE.update(known["drawn"])
    kernel = Kernel()
    kernel.execute(known["cells"])
    return kernel


def _drawn(executed: Executed) -> Mapping[str, Any]:
    drawn = getattr(executed.names.get("lesson"), "drawn", None)
    return drawn() if drawn is not None else {}


def can_be_prepared(cells: Sequence[str]) -> bool:
    """Whether code cells show one of our lessons, and use nothing but Python, numpy and dpviz."""
    try:
        nodes = [node for source in cells for node in ast.walk(ast.parse(source))]
    except SyntaxError:  # a magic, perhaps
        return False
    imported = [name for node in nodes for name in _imports(node)]
    plain = {name.split(".")[0] for name in imported} <= {*KNOWN, *sys.stdlib_module_names}
    asks = any(isinstance(node, ast.Name) and node.id in IPYTHON for node in nodes)
    return plain and not asks and any(name.startswith("dpviz.lessons.") for name in imported)


def _imports(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or "."] if isinstance(node, ast.ImportFrom) else []
