"""Old names work for one more release, and say what the new one is."""

import numpy as np
import pytest

import dpviz.data
import dpviz.mechanisms
from dpviz.erm import gap_bound
from dpviz.learning import private_pac_size
from dpviz.learning.parity import amplified_size
from dpviz.mechanisms import ExponentialMechanism
from dpviz.queries import PrivateMultiplicativeWeights, mistake_bound, potential_step


def test_old_names_warn_and_do_the_same():
    mechanism = ExponentialMechanism(epsilon=1.0, sensitivity=1.0)
    with pytest.warns(DeprecationWarning, match="choose is now called select"):
        old = mechanism.choose([0, 1, 2], np.random.default_rng(1), size=5)
    assert (old == mechanism.select([0, 1, 2], np.random.default_rng(1), size=5)).all()
    with pytest.warns(DeprecationWarning, match="exponential_laws is now called exponential_distributions"):
        assert dpviz.mechanisms.exponential_laws is dpviz.mechanisms.exponential_distributions
    with pytest.warns(DeprecationWarning, match="HealthExamples is now called LabelledExamples"):
        assert dpviz.data.HealthExamples is dpviz.data.LabelledExamples
    with pytest.raises(AttributeError, match="no_such_name"):
        dpviz.mechanisms.no_such_name  # noqa: B018


def test_old_words_of_options_warn_and_do_the_same():
    with pytest.warns(DeprecationWarning, match="'slide' is now called 'standard'"):
        assert mistake_bound(16, 0.1, "slide") == mistake_bound(16, 0.1, "standard")
    with pytest.warns(DeprecationWarning, match="'tight' is now called 'optimal'"):
        assert PrivateMultiplicativeWeights(1.0, 0.1, mode="tight").mode == "optimal"
    with pytest.warns(DeprecationWarning, match="'slides' is now called 'generic'"):
        assert private_pac_size(17, 0.1, 0.05, 1.0, form="slides") == private_pac_size(17, 0.1, 0.05, 1.0)
    with pytest.warns(DeprecationWarning, match="'sharp' is now called 'proved'"):
        assert gap_bound(100, 1.0, 0.1, 3, 0.1, form="sharp") == gap_bound(100, 1.0, 0.1, 3, 0.1, form="proved")
    with pytest.warns(DeprecationWarning, match="'seed' is now called 'standard'"):
        amplified_size(bits=8, alpha=0.1, beta=0.05, epsilon=1.0, keep="seed")


def test_old_names_of_fields_warn():
    step = potential_step([1, 0], [0.5, 0.5], [0, 1], 0.5)
    with pytest.warns(DeprecationWarning, match="slide_bound is now called standard_bound"):
        assert step.slide_bound == step.standard_bound
