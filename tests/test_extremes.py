"""Numbers at the ends of what floats hold: the right answer, or a refusal, and never an infinite one."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz import mechanisms, robust
from dpviz.privacy.pairs import GaussianPair, LaplacePair


def test_losses_far_out():
    # The output's distances from both centres are equal as floats; the loss is theirs to each other all the same.
    pair = LaplacePair(here=0, there=1, scale=1)
    assert pair.loss([1e17, -1e17, 1e100, 0.25]).tolist() == [-1.0, 1.0, -1.0, 0.5]
    assert LaplacePair(here=1, there=0, scale=1).loss(1e17) == 1.0
    assert LaplacePair(here=2, there=2, scale=1).loss(5.0) == 0.0
    assert mechanisms.LaplaceMechanism(epsilon=1.0, sensitivity=1.0).loss([1e17, 0.0], [0.0, 0.0], [1.0, 1.0]) == 0.0
    assert GaussianPair(here=0, there=1, scale=1).loss(1e17) == -1e17


def test_large_but_not_too_large():
    assert robust.linear.dual_norm([3e99, 4e99], norm="l2") == pytest.approx(5e99, rel=1e-15)
    mechanism = mechanisms.LaplaceMechanism(epsilon=1.0, sensitivity=1e100)
    assert np.isfinite(mechanism.release(np.zeros(1000), np.random.default_rng(1))).all()
