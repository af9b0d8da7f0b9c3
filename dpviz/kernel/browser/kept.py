"""What one start of the worker leaves for the next: memory with modules in it, bytecode of the other modules."""

from __future__ import annotations

import gc
import importlib
import io
import sys
import zipfile
from importlib import import_module
from pathlib import Path

from dpviz.kernel.browser import stub

# A copy of Python's memory holds no compiled extensions: of what lessons import, this is what needs none.
_EARLY = ("ipywidgets", "anywidget", "ctypes", "html", "importlib.readers", "pickle", "platform")
# A header of bytecode: the version of Python, flags, and what tells whether the source has changed since (PEP 552).
_HEADER = 16
_UNCHECKED = (1).to_bytes(4, "little") + bytes(8)


def begin() -> None:
    """Import what the copy of the memory is to hold."""
    sys.dont_write_bytecode = False  # Pyodide's own default is not to
    stub.install()
    for name in _EARLY:
        import_module(name)
    # What the finders remember of archives is open files, which a copy of the memory does not have.
    importlib.invalidate_caches()
    gc.collect()


def bytecode(folder: str) -> bytes | None:
    """The bytecode below Python's packages, archived for the same sources again; None if all of it is from such."""
    found = [Path(str(path)) for module in list(sys.modules.values()) if (path := getattr(module, "__cached__", None))]
    if not any(path.is_file() and path.read_bytes()[4:_HEADER] != _UNCHECKED for path in found):
        return None
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(Path(folder).rglob("__pycache__/*.pyc")):
            content = path.read_bytes()
            archive.writestr(str(path.relative_to(folder)), content[:4] + _UNCHECKED + content[_HEADER:])
    return out.getvalue()
