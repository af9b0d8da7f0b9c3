"""Every planted bug is found at its number of draws, with a bound that is not above what is truly lost."""

import numpy as np
import pytest

from dpviz.privacy import audit
from tests.privacy.planted import PLANTED


def attack(bug, seed=0, **options):
    return audit(
        bug.build(),
        *bug.pair,
        epsilon=bug.epsilon,
        delta=bug.delta,
        batch=bug.batch,
        bits=bug.bits,
        exceptions=bug.exceptions,
        rng=np.random.default_rng(seed),
        **{"trials": bug.trials, **options},
    )


FAMILIES = {bug.mechanism.__module__: name for name, bug in reversed(PLANTED.items())}
#: What the event must speak of, where only one will do.
TELLING = {
    "halved_scale": "the answer is",
    "cached_noise": "the answer is exactly",
    "seed_inside": "the answer is exactly",
    "same_noise_on_both": "answer[0] - answer[1] is exactly",
    "argmax_without_noise": "the answer is exactly 0",
    "noisy_max_with_its_value": "answer[1] is below",
    "exponent_with_the_wrong_sign": "the answer is exactly 0",
    "parity_without_its_coin": "the answer is 'FAIL'",
    "float_low_bits": "last bit is 2^-54 or less",
}
#: One of each family, those with a telling event or with rare values only, and every third of the others.
BY_DAY = {*FAMILIES.values(), *TELLING, "seeds_of_16_bits", *list(PLANTED)[::3]}


def marked(name):
    """A bug that is missed is an expected failure, with its reason; to find it all the same would be one too."""
    missed = PLANTED[name].missed
    marks = [pytest.mark.xfail(reason=missed, strict=True)] if missed else []
    return pytest.param(name, marks=marks if name in BY_DAY else [*marks, pytest.mark.slow])


def test_there_are_many_and_each_says_where_it_is_from():
    assert len(PLANTED) >= 100
    for bug in PLANTED.values():
        assert bug.bug
        assert bug.source
        assert bug.loss > bug.epsilon
    assert len({bug.bug for bug in PLANTED.values()}) == len(PLANTED)


@pytest.mark.parametrize("name", [marked(name) for name in PLANTED])
def test_each_bug_is_found_and_not_exaggerated(name):
    bug = PLANTED[name]
    found = attack(bug)
    assert found.lower_bound <= bug.loss, "the certified bound is above the truth"
    assert found.violated, f"only {found.lower_bound:.2f} was certified, with “{found.event}”"
    assert TELLING.get(name, "") in found.event
