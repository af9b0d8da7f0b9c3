"""The numbers of the page of corrections, each computed by the engine when the page is made."""

from __future__ import annotations

from math import atanh, comb, e, exp, inf, log, sqrt
from typing import Any

import numpy as np

from dpviz import erm, learning, mechanisms, privacy, queries, robust, tuning
from dpviz._numeric.solve import safe_end
from dpviz.learning import parity as parities

Numbers = dict[str, Any]


def ratio_form() -> Numbers:
    return {"epsilon": privacy.from_ratio_form(0.1)}


def giveaway() -> Numbers:
    line = learning.Thresholds(3)
    here, there = (learning.learn_threshold(line, [x, 5], [1, 0]).index for x in (2, 3))
    p, q = (np.eye(line.size)[int(cut or 0)] for cut in (here, there))
    loss = privacy.privacy_loss(p, q)
    return {
        "here": here,
        "there": there,
        "loss": "infinite" if loss == inf else loss,
        "delta": privacy.smallest_delta(p, q, 100.0),
    }


def vote() -> Numbers:
    high = e / (1 + e)
    here, there = (privacy.expected_utility([p, 1 - p], [-1, 0]) for p in (1 - high, high))
    return {"high": high, "low": 1 - high, "here": here, "there": there, "bound": e * there}


def blocks() -> Numbers:
    epsilon = 0.5
    # Outputs far below both counts: the loss of one bin is ε, and of both bins twice that.
    one_bin = float(np.squeeze(np.abs(privacy.LaplacePair(here=1, there=0, scale=1 / epsilon).loss([-100.0]))))
    return {"epsilon": epsilon, "loss": 2 * one_bin}


def gaussian_pure() -> Numbers:
    return {"delta": mechanisms.gaussian_delta(1.0, 1.0), "wide": mechanisms.gaussian_delta(1.0, 10.0)}


def laplace_error() -> Numbers:
    setting: Numbers = {"dim_out": 10, "epsilon": 0.5, "sensitivity": 1.0}
    bound = mechanisms.laplace_error_bound(0.05, **setting)
    return {"bound": bound, "exact": mechanisms.laplace_failure(bound, **setting)}


def classical_gaussian() -> Numbers:
    deltas = {
        name: mechanisms.gaussian_delta(epsilon, mechanisms.classical_scale(epsilon, 1e-5))
        for name, epsilon in (("small", 0.5), ("eight", 8.0), ("ten", 10.0))
    }
    return dict(deltas)


def factor_two() -> Numbers:
    line = learning.Thresholds(2)
    records = [(x, y) for x in range(4) for y in (0, 1)]
    wrong = np.array([[(x < cut) != y for cut in range(line.size)] for x, y in records]).astype(int)

    def worst(epsilon: float, neighbouring: Any) -> float:
        learner = learning.ExponentialLearner(line, epsilon, neighbouring)
        found = privacy.worst_case(
            lambda sample: learner.distribution(wrong[list(sample)].sum(axis=0)), range(8), 3, neighbouring=neighbouring
        )
        return float(found.loss)

    # Without its 2, the exponent at ε = 1 is the exponent with it at ε = 2.
    return {"added": worst(1.0, "add_remove"), "replaced": worst(2.0, "replace"), "safe": worst(1.0, "replace")}


def utility_bound() -> Numbers:
    # Errors of the five thresholds on (0, 1), (1, 1), (2, 0), (3, 0); one of them has none.
    scores = -learning.Thresholds(2).errors([0, 1, 2, 3], [1, 1, 0, 0])
    chosen = mechanisms.exponential_distributions(scores, [4.0], sensitivity=1.0)[0]
    return {
        "exact": mechanisms.tail(chosen, scores, 1.0),
        "printed": mechanisms.tail_bound(1.0, 5, 4.0, 1.0),
        "refined": mechanisms.tail_bound(1.0, 5, 4.0, 1.0, optimal=1),
    }


def sides() -> Numbers:
    size = learning.uniform_convergence_size
    printed, right = (size(1, 0.49, 0.62, sides=both) for both in (1, 2))
    return {
        "printed": printed,
        "right": right,
        "both": learning.coin_deviation(printed, 0.49, sides=2),
        "one": learning.coin_deviation(printed, 0.49, sides=1),
        "then": learning.coin_deviation(right, 0.49, sides=2),
        "small": size(1024, 0.1, 0.05, sides=1),
        "large": size(1024, 0.1, 0.05, sides=2),
    }


def points() -> Numbers:
    n = learning.region_size(0.1, 0.05)
    return {
        "n": n,
        "errors": int(learning.Points(1).errors(np.zeros(n, int), np.zeros(n, int))[0]),
        "zero": n,
        "proper": learning.proper_point_size(0.1, 0.05),
    }


def thresholds() -> Numbers:
    line = learning.Thresholds(3)
    learnt, errors = learning.learn_threshold(line, [2, 5], [1, 0]), line.errors([2, 5], [1, 0])
    return {"cut": learnt.index, "right": int(errors[learnt.index]), "wrong": int(errors[2])}


def labellings() -> Numbers:
    return {
        "one": learning.growth_function(learning.Intervals(8), 1),
        "points": learning.growth_function(learning.Points(3), 8),
        "sauer": learning.sauer_bound(8, 1),
    }


def generic() -> Numbers:
    def largest(form: Any) -> float:
        terms = learning.private_pac_terms(1024, 0.05, 0.05, 1.0, form=form)
        return float(max(terms.privacy, terms.sampling))

    return {"printed": largest("printed"), "published": largest("published")}


def realisable() -> Numbers:
    def sizes(form: Any) -> list[int]:
        return [learning.private_pac_size(17, 0.1, 0.05, epsilon, form=form) for epsilon in (0.1, 0.5, 1.0)]

    return {"old": sizes("generic"), "new": sizes("realizable")}


def generalisation() -> Numbers:
    return {"pure": learning.generalisation_size(0.5, beta=0.05)}


def one_more_example() -> Numbers:
    def left(*examples: tuple[tuple[int, int], int]) -> int:
        found = parities.solve(
            np.array([x for x, _ in examples], int).reshape(-1, 2), np.array([y for _, y in examples], int)
        )
        return 2 ** (2 - found.rank) if found.consistent else 0

    first, other = ((1, 0), 1), ((1, 0), 0)
    return {"none": left(), "one": left(first), "again": left(first, first), "other": left(first, other)}


def parity() -> Numbers:
    replace = [parities.exact_loss(epsilon / 4, 0.5, neighbouring="replace")[0] for epsilon in (0.1, 0.5, 1.0)]
    learner = parities.PrivateParityLearner(1.0)
    records = [(x, y) for x in np.ndindex(2, 2) for y in (0, 1)]
    return {
        "replace": replace,
        "counted": privacy.worst_case(
            lambda data: learner.distribution(*map(np.array, zip(*data, strict=True))),
            records,
            2,
            neighbouring="replace",
        ).loss,
        "limit": safe_end(lambda epsilon: 2 * atanh(epsilon / 4) <= epsilon, 1.0, 3.999),
        "limit_added": safe_end(lambda epsilon: exp(-epsilon) <= 1 - epsilon / 4, 1.0, 3.999),
    }


def parity_fail() -> Numbers:
    # FAIL on purpose with probability 1/2, else if the example is kept (p = 1/4) and contradicts another.
    loss = parities.exact_loss(0.25, 0.5, neighbouring="replace")[1]
    return {"fail": 0.5 * exp(loss), "loss": float(loss)}


def runs() -> Numbers:
    return {"runs": parities.runs_needed(0.05)}


def marginals() -> Numbers:
    of_two = queries.Marginals(10, 2)
    setting: Numbers = {"num_queries": of_two.num_queries, "alpha": 0.1, "beta": 0.05, "epsilon": 1.0}
    moved = of_two.sensitivity("l1")
    return {
        "queries": of_two.num_queries,
        "moved": moved,
        "exact": queries.laplace_size(sensitivity=moved, **setting),
        "naive": queries.laplace_size(**setting),
    }


def sign() -> Numbers:
    truth, estimate, query = [1.0, 0, 0, 0], np.full(4, 0.25), np.array([0.0, 1, 1, 1])
    # e^(+ηq) and e^(−η(1−q)) differ by a constant factor.
    right, wrong = (queries.multiplicative_update(estimate, q, 0.5) for q in (query, 1 - query))
    names = {"start": estimate, "right": right, "wrong": wrong}
    return {name: queries.relative_entropy(truth, it) for name, it in names.items()}


def mistakes() -> Numbers:
    return {
        "standard": queries.mistake_bound(1024, 0.1, "standard"),
        "same": queries.mistakes_bound(log(1024), alpha=0.1, eta=0.1),
        "optimal": queries.mistake_bound(1024, 0.1, "optimal"),
    }


def exponent() -> Numbers:
    rounds = int(np.ceil(queries.mistake_bound(64, 0.1, "standard")))
    each = queries.epsilon_per_round(1.0, rounds)
    return {"rounds": rounds, "each": each, "inverted": 1 / each}


def closed_form() -> Numbers:
    each = {name: queries.epsilon_per_round(1.0, 2773, delta=1e-6, composition=name) for name in ("closed", "solved")}
    unchecked = 0.5 / (4 * sqrt(347 * log(1 / 0.9999)))
    return {"spent": privacy.advanced_composition(unchecked, 2 * 347, 0.9999)[0], **each}


def final_error() -> Numbers:
    setting: Numbers = {"universe": 64, "num_queries": 40, "beta": 0.05, "epsilon": 1.0, "mode": "optimal"}
    careful, naive = (queries.pmw_size(alpha=alpha, **setting) for alpha in (0.1, 0.4))
    return {"careful": careful, "naive": naive}


def plain_noise() -> Numbers:
    count = comb(20, 8) * 2**8
    setting: Numbers = {"num_queries": count, "alpha": 0.1, "beta": 0.05, "delta": 1e-6}
    of_weights = {
        name: queries.pmw_size(universe=2**20, epsilon=1.0, mode="optimal", composition=name, **setting)
        for name in ("closed", "solved")
    }
    below_one = float(np.nextafter(1, 0))
    gaussian = queries.gaussian_size(epsilon=below_one, sensitivity=sqrt(2 * comb(20, 8)), **setting)
    return {"queries": count, "gaussian": gaussian, **of_weights}


def minimiser_moves() -> Numbers:
    found = erm.search_sensitivity(1000, 0.01)
    return {"moved": float(found.distance.max()), "printed": 2 / 1000, "bound": found.bound}


def determinant() -> Numbers:
    pair = erm.Counterexample(epsilon=0.1, n=100, regularization=0.01)
    here, there = (float(np.squeeze(p)) for p in pair.probabilities(-0.05, 0.05))
    return {
        "n": 100,
        "at_zero": float(np.squeeze(pair.loss([0.0]))),
        "largest": float(np.squeeze(pair.largest().loss)),
        "here": here,
        "there": there,
        "ratio": here / there,
        "allowed": exp(0.1),
    }


def repair() -> Numbers:
    plans = {mode: erm.objective_plan(0.1, 1000, 0.01, mode=mode) for mode in ("printed", "corrected", "tight")}
    return {
        "true": plans["printed"].guarantee,
        "journal": plans["corrected"].noise_epsilon,
        "single": plans["tight"].noise_epsilon,
    }


def records_needed() -> Numbers:
    def largest(method: Any) -> float:
        return float(erm.learning_size(2.0, 0.04, 0.1, 10, method=method).largest)

    return {"objective": largest("objective"), "output": largest("output")}


def general_loss() -> Numbers:
    # With one record the objective is λ-strongly convex: where that is enough nothing is added to λ.
    least = safe_end(lambda convexity: erm.objective_plan(0.1, 1, convexity, mode="tight").extra == 0, 10.0, 1.0)
    return {"least": least}


def gaps() -> Numbers:
    def gap(method: Any, form: Any) -> float:
        return float(erm.gap_bound(10_000, 0.1, 0.01, 10, 0.05, method=method, form=form))

    return {
        "output": gap("output", "printed"),
        "output_proved": gap("output", "proved"),
        "objective": gap("objective", "printed"),
        "objective_proved": gap("objective", "proved"),
    }


def published() -> Numbers:
    def errors(source: Any) -> Any:
        curve = erm.learning_curve(
            source, n=14_000, epsilon=0.1, regularization=0.01, methods=("standard", "output", "printed"), draws=8
        )
        return curve.mean[:, 0]

    return {"uniform": errors(erm.Uniform()), "unseparable": errors(erm.Unseparable())}


def huber() -> Numbers:
    loss = erm.HuberLoss(0.5)
    inside, outside = loss.curvature(np.array([1.499, 1.501]))
    return {"inside": inside, "outside": outside, "bound": loss.curvature_bound}


def danskin() -> Numbers:
    p = np.linspace(-1, 1, 9)
    slopes = robust.finite_maximum(0 * p, p[:, None]).slopes
    return {"low": slopes.min(), "high": slopes.max()}


def hardness() -> Numbers:
    means = [0.9, 0.8, 0.7, 0.5]
    return {"hardness": tuning.hardness(means), "budget": tuning.sufficient_budget(means, beta=0.05)}


def sparse_variants() -> Numbers:
    def case(variant: int) -> tuple[float, float]:
        found = mechanisms.counterexample(variant, 100)
        here, there = mechanisms.VARIANTS[variant].log_probability(
            found.pattern, [found.answers, found.neighbour], 0, epsilon=1.0, count=1, outputs=found.outputs
        )  # type: ignore[misc]
        return float(here - there), exp(here)

    return {
        "right": case(1)[0],
        "three": case(3)[0],
        "four": case(4)[0],
        "four_of_five": mechanisms.VARIANTS[4].true_epsilon(1.0, count=5),
        "five": case(5)[1],
        "six": case(6)[0],
    }
