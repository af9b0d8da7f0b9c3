"""The bench finds the bugs that its starting points have, each on neighbours that are given or found."""

import numpy as np
import pytest

from dpviz.privacy import bench
from tests.privacy.planted import PLANTED


def clipped_after_the_noise(data, rng, size):
    """Clipping comes too late: what is out of range has moved the answer already. Up to 10 for a sensitivity of 1."""
    return np.clip(np.sum(data) + rng.laplace(size=size), 0, 2)


def rounded_noise(data, rng, size):
    """The noise is whole, the truth is not: what stands behind the point is the truth's."""
    return np.round(np.mean(data) + np.round(rng.laplace(size=size)), 3)


def one_step(data, rng, size):
    """DP-SGD with σ for gradients of norm 1, which nobody has clipped."""
    return np.sum(data) + rng.normal(scale=4.84, size=size)


def planted(name, slow=False, **options):
    """A planted bug on its own pair."""
    bug = PLANTED[name]
    own = dict(zip(("data", "neighbour"), bug.pair, strict=True), delta=bug.delta, bits=bug.bits, batch=bug.batch)
    return pytest.param(bug.mechanism, bug.epsilon, own | options, bug.loss, id=name, marks=[pytest.mark.slow] * slow)


def found(mechanism, claim=1.0, loss=np.inf, **options):
    """A bug on neighbours that the bench finds."""
    planted = PLANTED.get(mechanism) if isinstance(mechanism, str) else None
    if planted:
        options = {"batch": planted.batch, "delta": planted.delta} | options
    function = planted.mechanism if planted else mechanism
    return pytest.param(function, claim, options, loss, id=f"{function.__name__} (found)")


STARTING_POINTS = [
    found("halved_scale", loss=2.0),
    found("sensitivity_of_the_mean", loss=10.0),
    found(clipped_after_the_noise, data=[0.0, 1.0, 0.5], values=[0.0, 10.0], loss=10.0),
    planted("svt_releases_the_compared_answer", slow=True, trials=64_000),
    planted("svt_without_c", slow=True),
    planted("svt_without_query_noise"),
    planted("svt_without_a_limit"),
    planted("svt_without_threshold_noise", slow=True),
    planted("svt_with_noise_for_one", slow=True),
    found("noisy_max_with_its_value", data=[[0] * 5], values=[[0] * 5, [1] * 5], loss=2.5),
    found("exponential_over_what_occurs", data=[1, 2, 2], values=[1, 2, 3]),
    planted("float_low_bits"),
    found(rounded_noise),
    found("mean_with_exact_n", neighbouring="add_remove"),
    found("truth_too_often", 3.0, data=[True], values=[True, False]),
    planted("flip_without_permuting"),
    found(one_step, data=[0.5, -0.5, 0.0], values=[-10.0, 10.0], delta=1e-5, loss=22.0),
]


@pytest.mark.parametrize(("mechanism", "claim", "options", "loss"), STARTING_POINTS)
def test_each_starting_point_that_is_wrong_is_found(mechanism, claim, options, loss):
    report = bench(mechanism, claim, **options)
    assert report.violated, str(report)
    assert report.lower_bound <= loss, "the certified bound is above the truth"
