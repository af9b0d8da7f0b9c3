"""Old names work for one more release, and say what the new one is."""

import numpy as np
import pytest

import dpviz.mechanisms
from dpviz.mechanisms import ExponentialMechanism


def test_old_names_warn_and_do_the_same():
    mechanism = ExponentialMechanism(epsilon=1.0, sensitivity=1.0)
    with pytest.warns(DeprecationWarning, match="choose is now called select"):
        old = mechanism.choose([0, 1, 2], np.random.default_rng(1), size=5)
    assert (old == mechanism.select([0, 1, 2], np.random.default_rng(1), size=5)).all()
    with pytest.warns(DeprecationWarning, match="exponential_laws is now called exponential_distributions"):
        assert dpviz.mechanisms.exponential_laws is dpviz.mechanisms.exponential_distributions
    with pytest.raises(AttributeError, match="no_such_name"):
        dpviz.mechanisms.no_such_name  # noqa: B018
