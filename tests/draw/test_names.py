"""Names at the ends of lines."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.draw import ends


def test_names_that_would_meet_are_moved_apart_and_one_beyond_the_top_says_so() -> None:
    lines = [np.array([0.0, 0.5]), np.array([1.0, 0.51]), np.array([0.3, 7.0]), np.array([np.nan, np.nan])]
    mark = ends(2, lines, ["#000000"] * 4, ["a", "b", "c", "none"], low=0, high=1, log=False, apart=0.1)
    a, b, c, nowhere = mark["y"]
    assert (a, b, c) == pytest.approx((0.5, 0.6, 1.0))
    assert np.isnan(nowhere)
    assert mark["text"] == ["a", "b", "c ↑", "none"]
    assert list(mark["x"]) == [2] * 4


def test_names_move_with_their_lines_on_a_logarithmic_axis() -> None:
    line = np.array([[1.0, 10.0], [1.0, 1000.0]])
    mark = ends(2, [line], ["#000000"], ["a"], low=1, high=100)
    np.testing.assert_allclose(mark["y"].frames, [[10], [100]])
    assert mark["text"].frames == [["a"], ["a ↑"]]
