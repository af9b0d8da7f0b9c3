"""Learning curves against exact enumeration, common random numbers, sizes kept, bad inputs; and generalisation."""

import math

import numpy as np
import pytest

from dpviz._numeric.stats import binomial_tail
from dpviz.learning import curves
from dpviz.learning.concepts import Conjunctions, Parities, Points, Thresholds
from dpviz.learning.curves import growing_curve, learning_curve
from dpviz.learning.exponential_learner import ExponentialLearner
from dpviz.learning.generalisation import all_functions_gap, generalisation_size, overfitting
from dpviz.learning.hard_cases import private_exact_size, private_failure
from dpviz.learning.private_sizes import private_failure_bound, private_pac_size
from tests.learning.enumerated import exact_errors

LINE = Thresholds(2)
UNIFORM = np.full(4, 0.25)


def rng(seed=1):
    return np.random.default_rng(seed)


def test_simulation_meets_the_exact_errors():
    """CONV-5: two learners, three classes, realisable and not."""
    noisy = np.array([0.9, 0.7, 0.4, 0.1])
    for concepts, target in ((LINE, 2), (LINE, noisy), (Points(2), 1), (Parities(2), noisy)):
        learners = [ExponentialLearner(concepts, 1.0), ExponentialLearner(concepts, 8.0)]
        curve = learning_curve(concepts, learners, UNIFORM, target, [2, 4], repetitions=4000, rng=rng())
        for row, learner in enumerate(learners):
            for column, n in enumerate((2, 4)):
                found = exact_errors(concepts, learner, UNIFORM, target, n)
                errors = curve.errors[row, column]
                assert abs(errors.mean() - found.population) <= 5 * errors.std() / math.sqrt(4000)
                share, p = curve.failure(0.2)[0][row, column], found.failure(0.2)
                assert abs(share - p) <= 5 * math.sqrt(p * (1 - p) / 4000) + 1e-12


def test_bands_hold_the_truth():
    truth = exact_errors(LINE, ExponentialLearner(LINE, 1.0), UNIFORM, 2, 4)
    held = np.zeros(2)
    for seed in range(200):
        curve = learning_curve(LINE, [ExponentialLearner(LINE, 1.0)], UNIFORM, 2, [4], repetitions=100, rng=rng(seed))
        for k, (band, wanted) in enumerate(
            ((curve.mean(), truth.population), (curve.failure(0.2), truth.failure(0.2)))
        ):
            held[k] += band[1][0, 0] <= wanted <= band[2][0, 0]
    assert (held >= 200 * 0.95 - 5 * math.sqrt(200 * 0.95 * 0.05) - 1).all()


def test_without_privacy_it_is_the_consistent_learner():
    line = Thresholds(4)
    weights = np.full(16, 1 / 16)
    curve = learning_curve(line, ["erm"], weights, 8, [5, 20], repetitions=4000, rng=rng(2))
    # The error is the mass between the largest instance labelled 1 and the cut.
    for column, n in enumerate((5, 20)):
        wanted = sum((1 - (8 - x) / 16) ** n / 16 for x in range(8))
        errors = curve.errors[0, column]
        assert abs(errors.mean() - wanted) <= 5 * errors.std() / math.sqrt(4000)


def test_a_growing_curve_ends_as_the_whole_one():
    learners = ["erm", ExponentialLearner(LINE, 0.5)]
    steps = list(growing_curve(LINE, learners, UNIFORM, 2, [1, 5], repetitions=25, rng=rng(), chunk=10))
    assert [step.repetitions for step in steps] == [10, 20, 25]
    assert (steps[-1].errors[..., :10] == steps[0].errors).all()
    again = list(growing_curve(LINE, learners, UNIFORM, 2, [1, 5], repetitions=25, rng=rng(), chunk=10))
    assert (again[-1].errors == steps[-1].errors).all()


def test_long_samples_are_drawn_a_few_at_a_time(monkeypatch):
    monkeypatch.setattr(curves, "MOST_CELLS", 100)
    steps = growing_curve(LINE, ["erm"], UNIFORM, 2, [1, 40], repetitions=5, rng=rng())
    assert [step.repetitions for step in steps] == [2, 4, 5]
    with pytest.raises(ValueError, match="n must be at most 100; got 101"):
        learning_curve(LINE, ["erm"], UNIFORM, 2, [1, 101], repetitions=1, rng=rng())


def test_the_random_numbers_are_common():
    # Sizes are prefixes, ε only scales the noise, and leaving learners out changes nothing for the others.
    one, two = ExponentialLearner(LINE, 0.5), ExponentialLearner(LINE, 5.0)
    both = learning_curve(LINE, [one, two], UNIFORM, 2, [1, 5, 9], repetitions=50, rng=rng())
    alone = learning_curve(LINE, ["erm", two], UNIFORM, 2, [1, 5, 9], repetitions=50, rng=rng())
    assert (both.errors[1] == alone.errors[1]).all()
    endless = learning_curve(LINE, ["erm", ExponentialLearner(LINE, 1e6)], UNIFORM, 2, [9], repetitions=50, rng=rng())
    assert endless.errors[1].mean() <= 0.1


@pytest.mark.filterwarnings("error")
def test_an_epsilon_of_almost_nothing_chooses_any_concept():
    few, none = ExponentialLearner(LINE, 1e-25), ExponentialLearner(LINE, 1e-90)
    curve = learning_curve(LINE, [few, none], UNIFORM, 2, [9], repetitions=400, rng=rng())
    assert (curve.errors[1] == curve.errors[0]).all()
    assert abs(curve.mean()[0][1, 0] - 0.3) < 0.05  # (2 + 1 + 0 + 1 + 2) / 4 / 5


def test_agnostic_failure_is_measured_from_the_best():
    avocado = Conjunctions({"colour": ("green", "dark"), "firmness": ("hard", "soft")})
    chance = [0.1, 0.2, 0.3, 0.9]
    curve = learning_curve(avocado, ["erm"], np.full(4, 0.25), chance, [2000], repetitions=50, rng=rng())
    assert curve.best == pytest.approx(0.175)
    assert curve.failure(0.01)[0][0, 0] == 0
    assert curve.quantile(0.05)[0, 0] == pytest.approx(curve.best)
    assert curve.failure([0.01, 0.5])[0].shape == (2, 1, 1)


def test_the_sample_sizes_keep_their_word():
    """CONV-5 at β, for the direct size on uniform instances; far below it the hard case fails."""
    line = Thresholds(4)
    for epsilon in (0.1, 0.5, 1.0):
        n = private_pac_size(17, 0.1, 0.05, epsilon, form="realizable")
        curve = learning_curve(
            line, [ExponentialLearner(line, epsilon)], np.full(16, 1 / 16), 8, [n], repetitions=500, rng=rng()
        )
        bad = curve.failure(0.1)[0][0, 0] * 500
        assert bad <= 500 * 0.05 + 5 * math.sqrt(500 * 0.05 * 0.95) + 1
        truth = private_failure("thresholds", 4, n, epsilon, mass=0.12)
        assert truth <= private_failure_bound(n, 17, 0.1, epsilon) <= 0.05
        assert private_failure("thresholds", 4, n // 10, epsilon, mass=0.12) > 0.7


@pytest.mark.parametrize(
    ("n", "epsilon", "population", "empirical"),
    [(1, 0.1, 0.298269, 0.290091), (1, 1.0, 0.284454, 0.209798), (4, 1.0, 0.236101, 0.176249)],
)
def test_known_expected_errors(n, epsilon, population, empirical):
    found = exact_errors(LINE, ExponentialLearner(LINE, epsilon), UNIFORM, 2, n)
    assert found.population == pytest.approx(population, abs=5e-7)
    assert found.empirical == pytest.approx(empirical, abs=5e-7)
    assert found.distribution.sum() == pytest.approx(1, abs=1e-12)


def test_privacy_generalises_in_expectation():
    ratios = []
    for epsilon in (0.1, 0.5, 1.0, 2.0):
        for n in (1, 2, 3, 4):
            found = exact_errors(LINE, ExponentialLearner(LINE, epsilon), UNIFORM, 2, n)
            assert found.empirical <= math.exp(epsilon) * found.population
            ratios.append(found.population / found.empirical)
            assert ratios[-1] <= math.exp(epsilon)
    assert min(ratios) == pytest.approx(1.028, abs=5e-4)
    assert max(ratios) == pytest.approx(1.941, abs=5e-4)


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 1.5])
@pytest.mark.parametrize("n", [1, 5, 40, 300])
def test_privacy_generalises_with_high_probability(epsilon, n):
    """All functions, labels by coin flips, no instance seen twice: L_D is 1/2, and n L_X is binomial."""
    right = 1 / (1 + math.exp(-epsilon / 2))
    exceeds_hoeffding = []
    for distance in np.linspace(epsilon / 4, 0.5, 23)[1:-1]:
        failure = binomial_tail(math.floor(n * (0.5 + distance)) + 1, n, right)  # the right ones, of n
        assert failure <= 2 * math.exp(-n * distance * (2 * distance - epsilon))
        exceeds_hoeffding.append(failure > 2 * math.exp(-2 * n * distance**2))
    assert any(exceeds_hoeffding) or n < 300  # a concept chosen beforehand would keep to that
    assert generalisation_size(epsilon, beta=0.05) == math.ceil(math.log(40) / epsilon**2)


def draw_overfitting(n, points, epsilon, generator, size):
    """Population and empirical error of the exponential learner on all functions, run by run."""
    population, empirical = np.empty(size), np.empty(size)
    for run in range(size):
        seen = np.unique(generator.integers(0, points, n), return_counts=True)[1]
        wrong = generator.random(seen.size) < 0.5 * (1 - np.tanh(epsilon * seen / 4))
        empirical[run] = (wrong * seen).sum() / n
        population[run] = (wrong.sum() + (points - seen.size) / 2) / points
    return population, empirical


def test_all_functions():
    assert all_functions_gap(0.5) == pytest.approx(0.06218, abs=5e-6)
    found = overfitting(1000, 10**7, 0.5)
    assert found.gap == pytest.approx(all_functions_gap(0.5), abs=1e-4)
    assert overfitting([100, 1024], 1024, 1.0).memoriser == pytest.approx([0.453459, 0.183850], abs=5e-7)
    population, empirical = draw_overfitting(1000, 10**7, 0.5, rng(), 100)
    gaps = population - empirical
    assert abs(gaps.mean() - found.gap) <= 5 * gaps.std() / 10
    assert (np.abs(gaps) <= 0.5).all()


def test_all_functions_by_enumeration():
    # With two points the class of all functions is small: labels 00, 01, 10, 11 as conjunction-free brute force.
    epsilon, n = 0.8, 3
    fresh = seen = 0.0
    for k in range(n + 1):  # records at the first point; the truth is all ones, without loss of generality
        chance = math.comb(n, k) / 2**n
        wrong = [1 / (1 + math.exp(epsilon * c / 2)) for c in (k, n - k)]
        fresh += chance * sum(wrong) / 2
        seen += chance * (k * wrong[0] + (n - k) * wrong[1]) / n
    found = overfitting(n, 2, epsilon)
    assert (found.population, found.empirical) == pytest.approx((fresh, seen), abs=1e-13)


@pytest.mark.parametrize("kind", ["points", "thresholds"])
@pytest.mark.parametrize(("n", "epsilon"), [(1, 0.3), (7, 1.0), (20, 2.5)])
def test_hard_cases_by_enumeration(kind, n, epsilon):
    weights = np.zeros(8)
    weights[[3, 6] if kind == "points" else [0, 3, 4]] = [0.12, 0.88] if kind == "points" else [0.76, 0.12, 0.12]
    concepts, target = (Points(3), 3) if kind == "points" else (Thresholds(3), 4)
    listed = exact_errors(concepts, ExponentialLearner(concepts, epsilon), weights, target, n)
    assert private_failure(kind, 3, n, epsilon, mass=0.12) == pytest.approx(listed.failure(0.1), abs=1e-11)


def test_hard_sizes_grow_with_d():
    found = [private_exact_size("thresholds", d, 0.5, mass=0.12, beta=0.05) for d in (10, 20, 40)]
    for n, d in zip(found, (10, 20, 40), strict=True):
        assert private_failure("thresholds", d, n, 0.5, mass=0.12) <= 0.05
        assert private_failure("thresholds", d, n - 1, 0.5, mass=0.12) > 0.05
    assert 400 < found[2] - found[1] < 600  # some 25 records a bit, and no end to it


def test_bad_inputs_are_named():
    good = {"weights": UNIFORM, "target": 2, "n": [1, 2], "repetitions": 3}
    for change, error, message in (
        ({"n": [2, 1]}, ValueError, "rising"),
        ({"n": np.array([2, 1], np.uint8)}, ValueError, "rising"),
        ({"weights": [0.5, 0.5]}, ValueError, "weights"),
        ({"weights": [0.5, 0.5, 0.5, 0.5]}, ValueError, "weights"),
    ):
        with pytest.raises(error, match=message):
            learning_curve(LINE, ["erm"], **{**good, **change}, rng=rng())
    for learners in ([], "erm", ["best"]):
        with pytest.raises(ValueError, match="learners"):
            learning_curve(LINE, learners, **good, rng=rng())
    with pytest.raises(ValueError, match="more are needed"):
        private_exact_size("points", 60, 1e-4, mass=0.12, beta=0.05)


def test_a_band_has_a_width_where_no_run_errs():
    # The consistent learner of many records is right in all of 50 runs; its mean error is small and not 0.
    curve = learning_curve(LINE, ["erm"], UNIFORM, 2, [30], repetitions=50, rng=rng())
    estimate, low, high = curve.mean()
    assert estimate[0, 0] == low[0, 0] == 0
    truth = 0.25 * 0.75**30  # the only error there is: the instance next to the cut was never seen
    assert truth < high[0, 0] < 0.1
    one = learning_curve(LINE, ["erm"], UNIFORM, 2, [30], repetitions=1, rng=rng()).mean()
    assert one[1][0, 0] <= one[0][0, 0] < one[2][0, 0] <= 0.75
