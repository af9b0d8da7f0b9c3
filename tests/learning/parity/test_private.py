"""The private learner: PAR-4 to PAR-8, exactly, and by going through everything."""

import math
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.learning import PrivateParityLearner, parity
from dpviz.learning.parity.distribution import distribution_of, hypotheses, profile
from dpviz.privacy import privacy_loss, worst_case

RELATIONS = ("replace", "add_remove")


@pytest.mark.parametrize(
    ("X", "y", "distribution"),
    [
        ([[1, 0], [0, 1]], [1, 0], [0.1171875, 0.1953125, 0.0703125, 0.1171875, 0.5]),
        ([[1, 0], [1, 0]], [1, 0], [0.1171875] * 4 + [0.53125]),
    ],
)
def test_the_listed_distributions(X, y, distribution):
    np.testing.assert_allclose(PrivateParityLearner(1.0).distribution(X, y), distribution, rtol=0, atol=1e-15)


@pytest.mark.parametrize(
    ("epsilon", "keep", "replace", "add_remove", "fail"),
    [
        (0.1, 0.025, 0.05001042, 0.02531781, 0.02469261),
        (0.5, 0.125, 0.25131443, 0.13353139, 0.11778304),
        (1.0, 0.250, 0.51082562, 0.28768207, 0.22314355),
    ],
)
def test_the_listed_losses(epsilon, keep, replace, add_remove, fail):
    learner = PrivateParityLearner(epsilon)
    assert learner.keep == keep
    assert learner.loss(neighbouring="replace").total == pytest.approx(replace, abs=1e-7)
    assert learner.loss(neighbouring="replace").total == pytest.approx(2 * math.atanh(keep), abs=1e-15)
    assert learner.loss(neighbouring="add_remove").total == pytest.approx(add_remove, abs=1e-7)
    assert learner.loss(neighbouring="replace").fail == pytest.approx(fail, abs=1e-7)
    for neighbouring in RELATIONS:
        assert learner.loss(neighbouring=neighbouring).total < epsilon


SAMPLES = [(bits, n) for bits in (1, 2, 3) for n in (1, 2, 3, 4) if (bits, n) != (3, 4)]


@cache
def every_profile(bits, n):
    """The profiles of all samples of n - 1 records, and of those with each record added, two rows of a table."""
    records = [(x, y) for x in hypotheses(bits) for y in (0, 1)]

    @cache
    def profile_of(sample):
        X = np.array([records[i][0] for i in sample], np.uint8).reshape(len(sample), bits)
        return profile(X, [records[i][1] for i in sample] or np.zeros(0, int))

    cores = list(combinations_with_replacement(range(len(records)), n - 1))
    larger = [[profile_of(tuple(sorted((*core, i)))) for i in range(len(records))] for core in cores]
    return np.array([profile_of(core) for core in cores])[:, None], np.array(larger)


def counted(learner, bits, n, neighbouring):
    """The largest loss of a parity, and of FAIL: samples that share n - 1 records are neighbours of each other."""
    smaller, larger = (
        distribution_of(table, learner.keep, learner.coin, drop=learner._drop) for table in every_profile(bits, n)
    )
    other = larger.min(axis=1, keepdims=True) if neighbouring == "replace" else smaller
    with np.errstate(divide="ignore", invalid="ignore"):
        losses = np.where(larger == other, 0.0, np.abs(np.log(larger) - np.log(other)))
    return losses[..., :-1].max(), losses[..., -1].max()


@pytest.mark.parametrize("neighbouring", RELATIONS)
@pytest.mark.parametrize(("bits", "n"), [*SAMPLES, pytest.param(3, 4, marks=pytest.mark.slow)])
def test_closed_form_and_enumeration_agree(bits, n, neighbouring):
    for epsilon in (0.1, 0.5, 1.0, 3.0):
        for keep in (None, parity.optimal_keep(epsilon, neighbouring=neighbouring), 1.0, 0.0):
            for coin in (0.5, 0.25, 0.05, 0.0):
                learner = PrivateParityLearner(epsilon, keep, coin)
                closed = learner.loss(neighbouring=neighbouring)
                found = counted(learner, bits, n, neighbouring)
                assert found == pytest.approx((closed.hypotheses, closed.fail), abs=1e-12)


@pytest.mark.parametrize("neighbouring", RELATIONS)
@pytest.mark.parametrize("coin", [0.5, 0.1, 0.0])
def test_the_general_enumeration_finds_it_too(neighbouring, coin):
    learner = PrivateParityLearner(0.7, coin=coin)
    records = [(tuple(x.tolist()), y) for x in hypotheses(2) for y in (0, 1)]

    def distribution(data):
        X = np.array([x for x, _ in data], dtype=int).reshape(len(data), 2)
        return learner.distribution(X, [y for _, y in data])

    general = worst_case(distribution, records, 2, neighbouring=neighbouring)
    assert learner.loss(neighbouring=neighbouring).total == pytest.approx(general.loss, abs=1e-12)


def test_the_promise_holds_up_to_these_epsilons_and_no_further():
    """PAR-5 (c)."""
    for neighbouring, last in (("replace", 3.8300), ("add_remove", 3.9207)):
        below, above = PrivateParityLearner(last - 2e-4), PrivateParityLearner(last + 2e-4)
        assert below.loss(neighbouring=neighbouring).total < below.epsilon
        assert above.loss(neighbouring=neighbouring).total > above.epsilon


@pytest.mark.parametrize(
    ("neighbouring", "keeps"),
    [("replace", (0.049958, 0.244919, 0.462117)), ("add_remove", (0.095163, 0.393469, 0.632121))],
)
def test_the_tight_learner_uses_all_of_epsilon(neighbouring, keeps):
    for epsilon, keep in zip((0.1, 0.5, 1.0), keeps, strict=True):
        learner = PrivateParityLearner.tight(epsilon, neighbouring=neighbouring)
        assert learner.keep == pytest.approx(keep, abs=1e-6)
        assert learner.loss(neighbouring=neighbouring).total == pytest.approx(epsilon, abs=1e-12)


def test_coins():
    """PAR-5 (e)."""
    assert parity.exact_loss(0.25, 0.25, neighbouring="replace")[1] == pytest.approx(0.5596158, abs=1e-7)
    assert PrivateParityLearner(1.0, coin=0).loss(neighbouring="replace").total == math.inf
    for neighbouring in RELATIONS:
        for keep in (0.05, 0.25, 0.9):
            coin = parity.least_coin(keep, neighbouring=neighbouring)
            hypotheses, fail = parity.exact_loss(keep, [coin, coin * 0.999], neighbouring=neighbouring)
            assert fail[0] == pytest.approx(float(hypotheses[0]), abs=1e-12)
            assert fail[1] > hypotheses[1]
    with pytest.raises(ValueError, match="coin must be at least"):
        PrivateParityLearner.tight(0.1, neighbouring="replace", coin=0.2)


def test_fail_rises_by_half_of_keep_at_most():
    """PAR-5 (b): from 1/2 to 1/2 + ε/8."""
    learner = PrivateParityLearner(1.0)
    assert learner.distribution([[0, 0]], [0])[-1] == 0.5
    assert learner.distribution([[0, 0]], [1])[-1] == 0.5 + 1 / 8


@given(st.integers(1, 3), st.integers(0, 6), st.integers(0, 2**32), st.floats(0, 1), st.floats(0, 0.99))
def test_the_distribution_is_that_of_all_subsets(bits, n, seed, keep, coin):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 2, (n, bits)), rng.integers(0, 2, n)
    wanted = np.zeros(2**bits + 1)
    for subset in range(2**n):
        kept = (subset >> np.arange(n) & 1).astype(bool)
        fits = ((hypotheses(bits) @ X[kept].T) % 2 == y[kept]).all(axis=1)
        share = keep ** kept.sum() * (1 - keep) ** (n - kept.sum())
        wanted += share * np.append(fits / max(fits.sum(), 1), not fits.any())
    wanted *= 1 - coin
    wanted[-1] += coin
    np.testing.assert_allclose(PrivateParityLearner(1.0, keep, coin).distribution(X, y), wanted, atol=1e-12)


def test_runs_follow_the_distribution():
    rng = np.random.default_rng(8)
    X, y = np.array([[1, 0], [0, 1], [1, 1]]), np.array([1, 0, 0])
    learner, trials = PrivateParityLearner(1.0, 0.6), 4000
    counts = np.zeros(5)
    for _ in range(trials):
        run = learner.run(X, y, rng)
        counts[4 if run.output is None else run.output @ [1, 2]] += 1
        assert not (run.stopped and run.kept.any())
    distribution = learner.distribution(X, y)
    assert (np.abs(counts - trials * distribution) <= 5 * np.sqrt(trials * distribution * (1 - distribution)) + 1).all()


def test_sizes():
    assert parity.consistent_size(bits=8, alpha=0.1, beta=0.05) == 86
    assert (parity.runs_needed(0.05), parity.runs_needed(0.01), parity.runs_needed(0.5)) == (6, 8, 2)
    for bits, alpha, beta, epsilon, block, runs, total, sharp in (
        (8, 0.1, 0.05, 1.0, 370, 6, 2220, 200),
        (8, 0.1, 0.05, 0.1, 3694, 6, 22164, 1849),
        (10, 0.05, 0.01, 0.5, 1957, 8, 15656, 999),
    ):
        asked = {"bits": bits, "alpha": alpha, "beta": beta, "epsilon": epsilon}
        found = parity.amplified_size(**asked)
        assert (found.block, found.runs, found.total) == (block, runs, total)
        assert parity.amplified_size(**asked, keep="optimal").block == sharp
        by_budget = parity.amplified_size(**asked, split="budget").total
        assert total - runs <= by_budget <= total  # the same but for rounding
        assert 2**bits * (1 - epsilon / 4 * alpha) ** block <= beta / 2


@pytest.mark.parametrize("split", ["data", "budget"])
@pytest.mark.parametrize("keep", ["standard", "optimal"])
def test_sizes_broadcast(split, keep):
    bits, beta, epsilon = [2, 8, 64], [[0.01], [0.05]], 0.5
    found = parity.amplified_size(bits=bits, alpha=0.1, beta=beta, epsilon=epsilon, split=split, keep=keep)
    assert found.total.shape == (2, 3)
    for i, (b,) in enumerate(beta):
        for j, d in enumerate(bits):
            one = parity.amplified_size(bits=d, alpha=0.1, beta=b, epsilon=epsilon, split=split, keep=keep)
            assert (one.block, one.total) == (found.block[i, j], found.total[i, j])
            assert isinstance(one.total, int)
    plainly = parity.consistent_size(bits=bits, alpha=0.1, beta=0.05)
    assert plainly.tolist() == [parity.consistent_size(bits=d, alpha=0.1, beta=0.05) for d in bits]


def test_the_simulated_chance_of_full_rank_is_the_formula():
    n, trials = np.arange(4, 14), 4000
    exact = parity.full_rank_probability(5, n)
    share = parity.full_rank_rate(5, n, trials=trials, rng=np.random.default_rng(3))
    assert (np.abs(share - exact) <= 5 * np.sqrt(exact * (1 - exact) / trials)).all()
    both = parity.full_rank_probability([[5], [64]], n)
    np.testing.assert_array_equal(both, [exact, parity.full_rank_probability(64, n)])


def test_ranks():
    for bits, n, chance in ((3, 3, 0.328125), (3, 4, 0.615234), (8, 8, 0.289919), (8, 10, 0.770854), (8, 16, 0.996114)):
        assert parity.full_rank_probability(bits, n) == pytest.approx(chance, abs=1e-6)
    assert parity.full_rank_probability(4, [0, 3]).tolist() == [0, 0]


def test_one_run_is_as_accurate_as_promised_on_a_hard_distribution():
    """PAR-6, PAR-8: x = e_i with mass 1.001 α each, the rest on 0."""
    rng, alpha, bits = np.random.default_rng(4), 0.1, 8
    target, bad, runs = np.ones(bits, dtype=int), 0, 400
    learner = PrivateParityLearner(1.0, coin=0.0)
    n = parity.amplified_size(bits=bits, alpha=alpha, beta=0.05, epsilon=1.0).block
    for _ in range(runs):
        place = rng.choice(bits + 1, size=n, p=[1.001 * alpha] * bits + [1 - 1.001 * alpha * bits])
        X = np.eye(bits + 1, dtype=int)[place, :bits]
        bad += bool((learner.run(X, X @ target % 2, rng).output != target).any())
    assert bad <= runs * 0.025 + 5 * math.sqrt(runs * 0.025 * 0.975) + 1


@pytest.mark.parametrize("split", ["data", "budget"])
def test_amplification_keeps_the_promise(split):
    """The exact loss of all runs together, over every neighbour of every sample, is at most what is accounted."""
    learner = parity.AmplifiedParityLearner(epsilon=1.0, runs=2, split=split)
    bits, n, worst = 1, 3, 0.0
    records = [(x, y) for x in (0, 1) for y in (0, 1)]
    orders = np.array(np.meshgrid(*[range(4)] * n)).reshape(n, -1).T  # the blocks go by order, so orders count
    distributions = {
        tuple(o): learner.distribution([[records[i][0]] for i in o], [records[i][1] for i in o]) for o in orders
    }
    for order, distribution in distributions.items():
        assert distribution.sum() == pytest.approx(1, abs=1e-12)
        for place in range(n):
            for other in range(4):
                near = (*order[:place], other, *order[place + 1 :])
                worst = max(worst, privacy_loss(distribution, distributions[near]))
    assert 0.2 < worst <= learner.accounted(neighbouring="replace") + 1e-12 <= 1.0
    assert bits == 1


def test_amplification_accounts():
    data = parity.AmplifiedParityLearner(epsilon=1.0, runs=6)
    budget = parity.AmplifiedParityLearner(epsilon=1.0, runs=6, split="budget")
    assert data.accounted(neighbouring="replace") == pytest.approx(2 * math.atanh(1 / 4), abs=1e-15)
    assert budget.accounted(neighbouring="replace") == pytest.approx(12 * math.atanh(1 / 24), abs=1e-14)
    assert budget.accounted(neighbouring="add_remove") == pytest.approx(-6 * math.log1p(-1 / 24), abs=1e-14)
    sizes = [part.stop - part.start for part in data.blocks(20)]
    assert sum(sizes) == 20
    assert max(sizes) - min(sizes) == 1
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2, (64 * 40, 64))
    target = rng.integers(0, 2, 64)
    found = parity.AmplifiedParityLearner(epsilon=1.0, runs=6, split="budget").run(X, X @ target % 2, rng)
    assert found.first is not None
    assert (found.output == target).all()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: PrivateParityLearner(1.0).distribution(np.zeros((1, 11), dtype=int), [0]), "got 11"),
        (lambda: parity.AmplifiedParityLearner(epsilon=1.0, runs=3).blocks(2), "runs must be at most"),
        (
            lambda: parity.AmplifiedParityLearner(epsilon=1.0, runs=3).accounted(neighbouring="add_remove"),
            "split into blocks",
        ),
    ],
)
def test_bad_inputs_are_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_the_distribution_of_a_long_sample():
    # Beyond 1,029 examples the number of ways to keep half of them is no float. Two kinds of example, many copies of
    # each: what counts is whether any copy of a kind is kept.
    X, y = np.array([[1, 0]] * 700 + [[0, 1]] * 800, np.uint8), np.array([1] * 1500, np.uint8)
    found = PrivateParityLearner(1.0, 0.001, 0.25).distribution(X, y)
    first, second = (1 - 0.999**copies for copies in (700, 800))
    both = [0.25 * (1 - first) * (1 - second), 0.5 * first * (1 - second), 0.5 * (1 - first) * second, first * second]
    each = [both[0], both[0] + both[1], both[0] + both[2], sum(both)]
    np.testing.assert_allclose(found, [*(0.75 * np.array(each)), 0.25], rtol=1e-11)


@pytest.mark.parametrize("neighbouring", ["replace", "add_remove"])
@pytest.mark.parametrize("epsilon", [30.0, 36.0, 38.0, 100.0])
def test_the_tight_learner_loses_epsilon_however_large(epsilon, neighbouring):
    # What is left out with probability e^-ε must not round to "never".
    learner = PrivateParityLearner.tight(epsilon, neighbouring=neighbouring)
    assert learner.loss(neighbouring=neighbouring).total == pytest.approx(epsilon, rel=1e-14)
    assert max(counted(learner, 1, 2, neighbouring)) == pytest.approx(epsilon, rel=1e-12)
