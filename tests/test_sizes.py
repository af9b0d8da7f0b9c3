"""Sizes in every package of the engine: whole numbers up to 2^62, and a refusal that names the parameter beyond."""

from __future__ import annotations

import pytest

from dpviz._numeric.sizes import whole_size
from dpviz.learning.bounds import occam_size, uniform_convergence_size


def test_large_sizes_are_right():
    assert uniform_convergence_size(10, 1e-9, 0.05) == pytest.approx(2.649158683274018e18, rel=1e-15)
    assert occam_size(2**40, 1e-15, 0.05) == pytest.approx(3.07216194959518e16, rel=1e-15)


def test_rounding():
    assert whole_size(7.2, 2.0, large="x") == 4
    assert whole_size([0.0, 2.0**62], large="x").tolist() == [1, 2**62]
    with pytest.raises(ValueError, match="x must be large enough"):
        whole_size(1.0, 0.0, large="x")
