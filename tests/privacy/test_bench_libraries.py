"""The guide's example of a library that is not among those of the tests, where it is installed: diffprivlib."""

import re
from pathlib import Path

import pytest

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guides" / "engine.md"


def test_the_noise_of_diffprivlib_keeps_its_claim():
    pytest.importorskip("diffprivlib", exc_type=ImportError)  # also one whose scikit-learn is too new
    [block] = re.findall(r"```python\n(from diffprivlib.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    names = {}
    exec("from dpviz.privacy import bench\n" + block, names)  # it asserts that nothing was found
    assert names["found"].draws > 8000
