"""The disk of the server is full: pages get their kernels all the same, and who has one goes on."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.faults.conftest import SOON
from tests.faults.line import Line
from tests.serving import serve

pytestmark = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can make a small disk"
)


@pytest.fixture
def small() -> Iterator[Path]:
    """A folder with room for little."""
    tmp_path = Path(tempfile.mkdtemp(dir="/tmp"))
    command = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(tmp_path)]
    if subprocess.run(command, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    yield tmp_path
    subprocess.run(["umount", "-l", str(tmp_path)], check=True)
    tmp_path.rmdir()


def test_a_full_disk_hinders_no_page(small: Path) -> None:
    with serve("--preheat", "0", module=SOON, TMPDIR=str(small), JUPYTER_RUNTIME_DIR=str(small)) as server:
        open_one = Line(server, attentive=True)
        assert open_one.answers()
        filler = small / "filler"
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1024))
        assert open_one.answers()
        late = Line(server)
        assert late.answers()
        late.close()
        open_one.close()
