"""In Pyodide itself: that it is the place it is tested for, and that nothing of the machine's can be changed."""

import sys
from pathlib import Path

import numpy as np
import pytest


def test_numpys_own_integers_have_32_bits():
    assert sys.platform == "emscripten"
    assert np.dtype(np.intp).itemsize == np.arange(1).dtype.itemsize == 4


@pytest.mark.parametrize(
    "change",
    [
        lambda path: path.write_text(""),
        lambda path: path.unlink(),
        lambda path: path.rename(path.with_suffix(".old")),
        lambda path: path.with_suffix(".new").write_text(""),
        lambda path: path.with_suffix(".new").mkdir(),
    ],
    ids=["write", "remove", "rename", "create", "folder"],
)
def test_the_repository_cannot_be_changed(change):
    path = Path("/repository/README.md")
    before = path.read_bytes()
    with pytest.raises(OSError, match="Read-only file system"):
        change(path)
    assert path.read_bytes() == before
