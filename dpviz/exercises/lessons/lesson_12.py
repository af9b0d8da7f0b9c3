"""Exercise 12, privacy accounting: δ from the losses, many releases, the best order, a step of DP-SGD, an attacker."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dpviz._numeric.stats import normal_cdf
from dpviz.exercises import Exercise, Given, Task, Verdict, almost, correct, require, working
from dpviz.exercises.probes import draws, fits_cdf, number, short, vector
from dpviz.privacy import power_ceiling
from dpviz.privacy.accounting import renyi_epsilon, renyi_epsilon_at, renyi_gaussian
from dpviz.privacy.pairs import distance_delta

Generator = np.random.Generator
Mistake = tuple[Callable[..., Any], str]


def _recognised(
    found: Sequence[Any], cases: Sequence[tuple[Any, ...]], mistakes: Sequence[Mistake], within: float = 1e-6
) -> str:
    """The sentence of the mistake that gives the same as the student in all cases; empty if none does."""
    with np.errstate(all="ignore"):
        for mistake, sentence in mistakes:
            if all(np.allclose(a, mistake(*c), rtol=within, atol=1e-9) for a, c in zip(found, cases, strict=True)):
                return sentence
    return ""


def _near(found: float, wanted: float) -> bool:
    return abs(found - wanted) <= 1e-9 + 1e-5 * abs(wanted)


def _require_deltas(
    found: Sequence[float],
    exact: Callable[..., float],
    cases: Sequence[tuple[Any, ...]],
    mistakes: Sequence[Mistake],
    shown: Callable[..., list[tuple[str, object]]],
    otherwise: Callable[[int], str],
) -> None:
    """Ends the check unless every δ is right; `otherwise` makes a sentence of the first case that is not."""
    off = [abs(answer - exact(*case)) for answer, case in zip(found, cases, strict=True)]
    wrong = [at for at, case in enumerate(cases) if not _near(found[at], exact(*case))]
    if not wrong:
        return
    rows = shown(*cases[wrong[0]], found[wrong[0]])
    sentence = _recognised(found, cases, mistakes)
    require(not sentence, working(sentence, rows))
    for at in wrong:
        require(
            -1e-9 <= found[at] <= 1 + 1e-9,
            working(
                f"δ is a probability, and yours is {'negative' if found[at] < 0 else 'above 1'}. Which outcomes count, "
                "and how much?",
                shown(*cases[at], found[at]),
            ),
        )
    near = (
        "Very near, but not the number itself: do you round, add something, draw at random, or drop what is unlikely?"
    )
    require(max(off) > 0.006, almost(near, rows))
    require(False, working(otherwise(wrong[0]), rows))


# 1. δ from the losses -----------------------------------------------------------------------------------------


def _worlds(rng: Generator, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Two distributions, to hundredths."""
    while True:
        p, q = ((100 * rng.dirichlet(np.full(size, 2.0))).round() / 100 for _ in range(2))
        if min(p.min(), q.min()) > 0 and abs(p.sum() - 1) + abs(q.sum() - 1) < 1e-9:
            return p, q


def _delta_numbers(rng: Generator) -> dict[str, Any]:
    p, q = _worlds(rng, 5)
    return {"p": p.tolist(), "q": q.tolist(), "epsilon": round(float(rng.uniform(0.1, 0.5)), 2)}


def _beyond(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    """The least δ of one direction."""
    return float(np.maximum(p - math.exp(epsilon) * q, 0.0).sum())


def _delta(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    return max(_beyond(p, q, epsilon), _beyond(q, p, epsilon))


def _tail(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    return float(p[np.log(p / q) > epsilon].sum())


def _skipping(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    both = (p > 0) & (q > 0)
    return _delta(p[both], q[both], epsilon)


def _worst_output(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    return max(0.0, float((p - math.exp(epsilon) * q).max()))


def _all_outputs(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    return float(np.abs(p - math.exp(epsilon) * q).sum())


def _other_weights(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    return float((q * np.maximum(1 - q / p * math.exp(epsilon), 0)).sum())


def _absolute(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    return float((p * np.maximum(1 - np.exp(epsilon - np.abs(np.log(p / q))), 0)).sum())


#: How a student may treat the two directions, and what is to be said of it; nothing of the first.
DIRECTIONS: tuple[tuple[Callable[[float, float], float], str], ...] = (
    (max, ""),
    (lambda here, _: here, "This is one direction. Exchange the two worlds: is the δ you found still enough?"),
    (lambda _, there: there, "This is one direction. Exchange the two worlds: is the δ you found still enough?"),
    (min, "You take the smaller of the two directions. The promise is for both: which of the two is then enough?"),
    (lambda here, there: here + there, "You add the two directions. Only one of the two worlds is the real one."),
    (
        lambda here, there: (here + there) / 2,
        "You take the mean of the two directions. The promise is for both: it must hold in the worse one.",
    ),
)
#: What a student may compute in each direction.
ONE_WAY: tuple[Mistake, ...] = (
    (_beyond, ""),
    (
        _tail,
        "You add up the probabilities of all losses above ε. But an output whose loss is only just above ε hardly "
        "breaks the inequality. By how much does each break it?",
    ),
    (lambda p, q, _: _beyond(p, q, 0.0), "Your number does not depend on ε: it is the one for ε = 0."),
    (
        _worst_output,
        "You look for the one worst output. An event may be a set of outputs: which ones are in the worst?",
    ),
    (_all_outputs, "You count all outputs. Those that keep the inequality do not belong to the worst event."),
    (
        lambda p, q, e: _beyond(p, q, -e),
        "Your δ grows with ε. A larger ε allows more: which sign belongs in the exponent?",
    ),
    (_other_weights, "The weights are those of the other world. The loss is that of an output drawn from the first."),
    (
        lambda p, q, e: math.exp(-e) * _beyond(p, q, e),
        "The weights are those of the other world. The loss is that of an output drawn from the first.",
    ),
    (
        _absolute,
        "You count also outputs that speak strongly for the **other** world: their loss is negative. What does the "
        "inequality say of them?",
    ),
)


def _both_ways(one_way: Callable[..., float], of: Callable[[float, float], float]) -> Callable[..., float]:
    return lambda p, q, epsilon: of(one_way(p, q, epsilon), one_way(q, p, epsilon))


DELTA_MISTAKES: tuple[Mistake, ...] = tuple(
    (_both_ways(one_way, of), sentence or direction)
    for one_way, sentence in ONE_WAY
    for of, direction in DIRECTIONS
    if sentence or direction
)


def _check_delta(delta: Any, given: Given, rng: Generator) -> Verdict:
    def found(p: Any, q: Any, epsilon: float) -> float:
        answer = delta(p.tolist(), q.tolist(), epsilon)
        if isinstance(answer, float) and math.isnan(answer):
            require(
                min(p.min(), q.min()) > 0,
                working(
                    "With this pair your δ is not a number. What is the loss of an output that one of the worlds can "
                    "never give, and what does it count?",
                    shown(p, q, epsilon, answer),
                ),
            )
        return number(answer, "What `delta` returns")

    def shown(p: Any, q: Any, epsilon: float, answer: float) -> list[tuple[str, object]]:
        return [("p", short(p.round(4))), ("q", short(q.round(4))), ("ε", epsilon), ("your δ", f"{answer:.6g}")]

    p, q = np.array([0.5, 0.3, 0.2]), np.array([0.3, 0.3, 0.4])
    cases: list[tuple[np.ndarray, np.ndarray, float]] = [(p, q, 0.2), (q, p, 0.3), (p, q, 0.6), (p, p, 0.3)]
    own = (np.array(given.p), np.array(given.q), float(given.epsilon))
    cases += [(*_worlds(rng, size), epsilon) for size, epsilon in ((2, 0.1), (3, 0.2), (6, 0.3), (9, 0.5))]
    cases += [own]
    _require_deltas(
        [found(*case) for case in cases],
        _delta,
        cases,
        DELTA_MISTAKES,
        shown,
        lambda _: (
            "This is not the least δ. For each output write down p, q and the loss. Which outputs break the "
            "inequality of ε, and by how much?"
        ),
    )
    for zeros, epsilon in ((2, 0.4), (1, 0.2), (3, 0.4), (2, 9.0), (2, 90.0)):
        for swap in (False, True):
            p, q = _worlds(rng, 4 + zeros)
            q[:zeros] = 0.0
            p, q = (q / q.sum(), p) if swap else (p, q / q.sum())
            answer = found(p, q, epsilon)
            exact, rows = _delta(p, q, epsilon), shown(p, q, epsilon, answer)
            require(
                _near(answer, exact) or not _near(answer, _skipping(p, q, epsilon)),
                working(
                    "You leave out the outputs that one of the worlds can never give. Whoever sees one of them knows "
                    "for sure: what is its loss?",
                    rows,
                ),
            )
            require(
                _near(answer, exact),
                working("Right, until one of the worlds can never give some outputs. What do they count?", rows),
            )
    return correct(
        "Each output counts by as much as it breaks the inequality, in the worse of the two directions. What one world "
        "can never give counts in full, at every ε.",
        {"your own p and q, at your ε": f"{_delta(*own):.4g}"},
    )


# 2. Many releases ---------------------------------------------------------------------------------------------

Losses = dict[float, float]
STEP = 0.25


def _losses(rng: Generator, infinite: float = 0.0) -> Losses:
    """Three finite losses, multiples of a quarter, such that there is a pair of worlds which has them."""
    while True:
        values = STEP * np.sort(rng.choice(np.arange(-3, 6), size=3, replace=False))
        chances = (100 * rng.dirichlet(np.full(3, 2.0))).round() / 100
        chances *= 1 - infinite
        there = float((chances * np.exp(-values)).sum())
        # Not so unequal that k hardly matters, nor a mean so large that δ is near 1 at once.
        mean = float((chances * values).sum())
        if (
            chances.min() > 0.02
            and values[0] < 0
            and 0.05 < mean < 0.3
            and there <= 1
            and abs(chances.sum() + infinite - 1) < 1e-9
        ):
            found = dict(zip(values.tolist(), chances.tolist(), strict=True))
            return {**found, math.inf: infinite} if infinite else found


def _sum_numbers(rng: Generator) -> dict[str, Any]:
    losses = {loss: round(chance, 6) for loss, chance in _losses(rng, 0.01).items()}
    return {"losses": losses, "k": int(rng.integers(5, 12)), "epsilon": round(float(rng.uniform(1.0, 3.0)), 1)}


def _summed(losses: Losses, k: int) -> tuple[np.ndarray, np.ndarray]:
    """The finite sums of k losses, and their probabilities."""
    places = {round(loss / STEP): chance for loss, chance in losses.items() if loss < math.inf}
    low = min(places)
    each = np.zeros(max(places) - low + 1)
    for place, chance in places.items():
        each[place - low] = chance
    chances = np.ones(1)
    for _ in range(k):
        chances = np.convolve(chances, each)
    return STEP * (k * low + np.arange(len(chances))), chances


def _weighted(values: Any, chances: Any, epsilon: float) -> float:
    return float((chances * np.maximum(1 - np.exp(np.minimum(epsilon - values, 0.0)), 0.0)).sum())


def _finite_part(losses: Losses, k: int, epsilon: float) -> float:
    return _weighted(*_summed(losses, k), epsilon)


def _total(losses: Losses, k: int, epsilon: float) -> float:
    return _finite_part(losses, k, epsilon) + 1 - (1 - losses.get(math.inf, 0.0)) ** k


def _sum_tail(losses: Losses, k: int, epsilon: float) -> float:
    values, chances = _summed(losses, k)
    return float(chances[values > epsilon].sum())


def _as_normal(losses: Losses, k: int, epsilon: float) -> float:
    mean = sum(loss * chance for loss, chance in losses.items())
    variance = k * sum(chance * (loss - mean) ** 2 for loss, chance in losses.items())
    at, size = k * mean - epsilon, math.sqrt(variance)
    inner, outer = normal_cdf(np.array([at / size, at / size - size]))
    return float(inner - math.exp(variance / 2 - at) * outer)


SUM_MISTAKES: tuple[Mistake, ...] = (
    (lambda a, _, e: _total(a, 1, e), "Your δ does not depend on k: it is the one of a single release."),
    (
        _sum_tail,
        "The sums are right. But you add up the probabilities of all sums above ε; not each of them counts in full.",
    ),
    (
        lambda a, k, e: k * _total(a, 1, e),
        "You add up δ at the same ε. But ε is meant for all releases together, and losses add up.",
    ),
    (
        lambda a, k, e: k * _total(a, 1, e / k),
        "This is basic composition: it holds, but is far too large. Positive and negative losses cancel.",
    ),
    (
        lambda a, k, e: _total(a, 1, e / k),
        "You share ε among the releases, and look at one of them. What of the others?",
    ),
    (
        lambda a, k, e: _weighted(k * np.array(list(a)), np.array(list(a.values())), e),
        "You take k times one loss. Each release has noise of its own, and so a loss of its own.",
    ),
    (
        lambda a, k, e: _total(a, k + 1, e),
        "You add up one loss too many. With which distribution does your loop begin?",
    ),
    (lambda a, k, e: _total(a, k - 1, e), "You add up one loss too few. With which distribution does your loop begin?"),
    (
        lambda a, k, e: _total(a, 2 ** (k - 1), e),
        "You add the sum to itself, again and again: that doubles the number of releases each time.",
    ),
    (
        _as_normal,
        "You take the sum for a normal distribution. For so few releases it is not, and in the tail it never quite is. "
        "Compute the probability of each sum.",
    ),
)


def _check_sum(total_delta: Any, given: Given, rng: Generator) -> Verdict:
    def found(losses: Losses, k: int, epsilon: float) -> float:
        return number(total_delta(dict(losses), k, epsilon), "What `total_delta` returns")

    def shown(losses: Losses, k: int, epsilon: float, answer: float) -> list[tuple[str, object]]:
        chances = [(f"probability of the loss {loss:g}".replace("inf", "∞"), chance) for loss, chance in losses.items()]
        return [*chances, ("k, ε", f"{k}, {epsilon:g}"), ("your δ", f"{answer:.6g}")]

    fixed = {-0.5: 0.3, 0.25: 0.3, 0.5: 0.4}
    cases = [(fixed, k, epsilon) for k, epsilon in ((1, 0.3), (2, 0.3), (3, 0.4), (4, 0.4), (7, 0.4))]
    cases += [(_losses(rng), k, epsilon) for k, epsilon in ((2, 0.2), (3, 0.2), (5, 0.9))]
    _require_deltas(
        [found(*case) for case in cases],
        _total,
        cases,
        SUM_MISTAKES,
        shown,
        lambda first: (
            "Right for one release, wrong for more. In how many ways can the losses of two releases make the "
            "same sum, and how likely is each way?"
            if first
            else "Already for a single release this is not δ: task 1 says how it comes from the losses."
        ),
    )
    # The first is nearly all of what there is, the others a few millionths.
    for k, epsilon in ((40, 1.0), (40, 12.0), (25, 9.0)):
        answer = found(fixed, k, epsilon)
        require(
            _near(answer, _total(fixed, k, epsilon)),
            almost(
                "Right for few releases, but not for many. Do you drop sums that are unlikely? δ is made of nothing "
                "else.",
                shown(fixed, k, epsilon, answer),
            ),
        )
    for k, epsilon, infinite in ((1, 0.1, 0.02), (2, 0.3, 0.05), (9, 1.0, 0.01)):
        case = (_losses(rng, infinite), k, epsilon)
        answer = found(*case)
        rows = shown(*case, answer)
        require(
            not _near(answer, _finite_part(*case)),
            working(
                "You leave out the infinite loss. Whoever sees such an output knows for sure. How likely is it that "
                "there is one among k releases?",
                rows,
            ),
        )
        require(
            _near(answer, _total(*case)),
            working(
                "Right, until a loss may be infinite. What is the sum when one of the losses is infinite, and how "
                "likely is that?",
                rows,
            ),
        )
    own = (dict(given.losses), given.k, float(given.epsilon))
    return correct(
        "Exact, and no assumption about the shape: the distribution of a sum is the convolution of the losses.",
        [
            ("your own losses", "δ"),
            (f"{own[1]} releases, at ε = {own[2]:g}", f"{_total(*own):.4g}"),
            ("by basic composition", f"{min(1.0, own[1] * _total(own[0], 1, own[2] / own[1])):.4g}"),
        ],
    )


# 3. The best order --------------------------------------------------------------------------------------------


def _orders_numbers(rng: Generator) -> dict[str, Any]:
    return {
        "sigma": round(float(rng.uniform(5.0, 30.0)), 1),
        "k": int(rng.integers(5, 60)) * 10,
        "delta": float(rng.choice([1e-4, 1e-5, 1e-6])),
    }


def _tight(sigma: float, k: int, delta: float) -> float:
    return float(renyi_epsilon(lambda order: k * renyi_gaussian(order, sigma), delta).epsilon)


def _whole_orders(sigma: float, k: int, delta: float) -> float:
    alpha = np.arange(2.0, 5_000.0)
    return float(np.min(renyi_epsilon_at(alpha, k * renyi_gaussian(alpha, sigma), delta)))


def _markov(sigma: float, k: int, delta: float) -> float:
    rho = k / (2 * sigma**2)
    return rho + 2 * math.sqrt(rho * math.log(1 / delta))


def _markov_by_alpha(sigma: float, k: int, delta: float) -> float:
    rho, slack = k / (2 * sigma**2), math.log(1 / delta)
    return 2 * math.sqrt(rho * slack) if slack >= rho else rho + slack


MARKOV = (
    "This holds, and the order is the best. But it is Markov’s conversion, which bounds the whole tail. The task asks "
    "for the tight one: of the same divergence it makes a smaller ε."
)


def _check_orders(total_epsilon: Any, given: Given, rng: Generator) -> Verdict:
    def found(sigma: float, k: int, delta: float) -> float:
        return number(total_epsilon(sigma, k, delta), "What `total_epsilon` returns")

    def shown(sigma: float, k: int, delta: float, answer: float) -> list[tuple[str, object]]:
        return [("σ, k, δ", f"{sigma:g}, {k:,}, {delta:g}"), ("your ε", f"{answer:.6g}")]

    first = [(10.0, 100, 1e-5), (10.0, 200, 1e-5), (10.0, 300, 1e-5), (10.0, 100, 1e-3), (20.0, 100, 1e-5)]
    plain, many, more, likely, wide = seen = [found(*case) for case in first]
    rows: list[tuple[str, object]] = [("σ, k, δ", "your ε")]
    rows += [(f"{sigma:g}, {k}, {delta:g}", f"{at:.6g}") for (sigma, k, delta), at in zip(first, seen, strict=True)]
    require(
        likely < plain,
        working(
            "A smaller δ is a stronger promise, so its ε is larger. Yours is not: which sign has the term with ln δ?",
            rows,
        ),
    )
    require(plain > 0, working(f"ε is at least 0; yours is {plain:.4g}.", rows))
    require(abs(many - plain) > 1e-9, working("200 releases cost as much as 100 with you. What adds up?", rows))
    require(
        many > plain > wide,
        working("More releases should cost more, and releases with more noise less. With you they do not.", rows),
    )
    require(
        abs(many - 2 * plain) > 1e-6 * many,
        working(
            "Twice the releases cost twice as much: you add up ε. Add up what adds up without loss, and make ε of it "
            "once, at the end.",
            rows,
        ),
    )
    require(
        abs(more - 2 * many + plain) > 1e-6 * plain,
        working(
            "Each further 100 releases add the same. So you take one order for all, or one divergence for all of "
            "them. But the best order depends on k.",
            rows,
        ),
    )
    cases = [first[0], (5.0, 10, 1e-6), (20.0, 2_000, 1e-4), (10.0, 1_000, 1e-5)]
    cases += [(round(float(rng.uniform(4.0, 40.0)), 1), int(rng.integers(10, 900)), 1e-5) for _ in range(3)]
    cases += [(float(given.sigma), given.k, float(given.delta))]
    answers = [found(*case) for case in cases]
    mistakes: tuple[Mistake, ...] = (
        (_markov, MARKOV),
        (
            _markov_by_alpha,
            "One term of the conversion is not right. By what is ln(1/δ) divided? Derive it once more from Markov’s "
            "inequality.",
        ),
        (
            lambda sigma, k, delta: _tight(sigma / math.sqrt(2), k, delta),
            "Your divergence is twice as large as it has to be. What is it for two normal distributions, Δ = 1 apart?",
        ),
        (
            lambda sigma, k, delta: _tight(math.sqrt(sigma), k, delta),
            "In the divergence of Gaussian noise, does σ stand as it is?",
        ),
        (
            lambda sigma, k, delta: _tight(sigma, k * k, delta),
            "Your divergence grows with the square of k. Divergences of the same order just add up.",
        ),
    )
    sentence = _recognised(answers, cases, mistakes, within=1e-3)  # orders may have been tried one by one
    rows = shown(*cases[0], answers[0])
    require(not sentence, (almost if sentence == MARKOV else working)(sentence, rows))
    # Few releases with much noise, and many with little.
    cases += [(100.0, 1, 1e-5), (1.0, 1_000, 1e-6)]
    answers += [found(*case) for case in cases[-2:]]
    for case, answer in zip(cases, answers, strict=True):
        exact = float(distance_delta(np.asarray(math.sqrt(case[1]) / case[0]), np.asarray(max(answer, 0.0))))
        require(
            answer > 0 and exact <= case[2] * (1 + 1e-3),
            working(
                "You promise too much: at your ε the exact δ is larger than the δ that is allowed. Go through each "
                "term of the conversion, and its sign.",
                [*shown(*case, answer), ("exact δ at your ε", f"{exact:.3g}")],
            ),
        )
    ratios = [answer / _tight(*case) for case, answer in zip(cases, answers, strict=True)]
    loose = [at for at, ratio in enumerate(ratios) if ratio > 1.002]
    if loose:
        rows = shown(*cases[loose[0]], answers[loose[0]])
        require(
            not _recognised(answers, cases, ((_whole_orders, "whole"),), within=1e-3),
            almost("This holds, but you try whole orders only. With so large a divergence the best is below 2.", rows),
        )
        if loose[0]:  # not the first, whose best order is in every list
            return almost(
                "This holds, and for other numbers it is as small as it can be; here it is not. What are the first and "
                "the last order that you try? If the best of them is the first or the last, the list is too short.",
                rows,
            )
        return working("This holds, but a smaller ε would. Are all orders tried, with the tight conversion?", rows)
    own = cases[7]
    return correct(
        "It holds, and no order gives less. What is left to the exact ε is what one moment cannot know.",
        [
            ("your own numbers", "ε"),
            ("yours", f"{answers[7]:.4g}"),
            ("by ρ-zCDP and Markov’s inequality", f"{_markov(*own):.4g}"),
        ],
    )


# 4. A step of DP-SGD ------------------------------------------------------------------------------------------


def _step_numbers(rng: Generator) -> dict[str, Any]:
    gradients = rng.normal(size=(6, 2)) * np.array([[0.2], [0.5], [0.8], [1.5], [3.0], [6.0]])
    return {
        "w": rng.normal(size=2).round(1),
        "gradients": gradients.round(2),
        "clip": 1.0,
        "z": round(float(rng.uniform(0.5, 1.5)), 1),
        "batch": int(rng.integers(5, 9)),
        "eta": 0.5,
    }


def _lengths(g: np.ndarray) -> np.ndarray:
    return np.asarray(np.linalg.norm(g, axis=-1, keepdims=True))


def _clipped(g: np.ndarray, clip: float) -> np.ndarray:
    return g * np.minimum(1.0, clip / np.maximum(_lengths(g), 1e-300))


WAYS: tuple[tuple[Callable[[np.ndarray, float], np.ndarray], str], ...] = (
    (lambda g, clip: _clipped(g, clip).sum(axis=0), ""),
    (lambda g, _: g.sum(axis=0), "Nothing is clipped: one example with a huge gradient moves w as far as it likes."),
    (
        lambda g, clip: len(g) * _clipped(g.mean(axis=0), clip),
        "You clip the mean. But what one example moves is to be bounded: where one gradient is huge, what becomes of "
        "the others when it is there, and when it is not?",
    ),
    (
        lambda g, clip: _clipped(g.sum(axis=0), clip),
        "You clip the sum. But what one example moves is to be bounded: where one gradient is huge, what becomes of "
        "the others when it is there, and when it is not?",
    ),
    (
        lambda g, clip: (g * clip / _lengths(g)).sum(axis=0),
        "You give every gradient the length C, also those that are shorter. Short ones stay as they are.",
    ),
    (
        lambda g, clip: np.clip(g, -clip, clip).sum(axis=0),
        "You clip each coordinate by itself. How long may a gradient still be, in several dimensions?",
    ),
    (
        lambda g, clip: (g * min(1.0, clip / float(_lengths(g).max()))).sum(axis=0),
        "You shorten all gradients by the same factor, and the longest of them decides it. So one example changes what "
        "all the others add.",
    ),
    (
        lambda g, clip: g[_lengths(g)[:, 0] <= clip].sum(axis=0),
        "You leave out the gradients that are longer than C. They should be shortened to C.",
    ),
)
DIVISORS: tuple[tuple[Callable[[int, float], float], str], ...] = (
    (lambda _, batch: batch, ""),
    (
        lambda drawn, _: drawn,
        "You divide by the number of examples that were drawn. That number is itself not public: with one example more "
        "or less, everybody’s share changes.",
    ),
    (lambda *_: 1.0, "You do not divide by the batch."),
    (lambda drawn, batch: drawn * batch, "You divide twice: a mean is divided already."),
)


OUTCOMES: tuple[Mistake, ...] = (
    (lambda w, move, eta: w - eta * move, ""),
    (lambda w, move, eta: w + eta * move, "The step goes uphill: w must go **against** the gradient."),
    (lambda w, move, _: w - move, "The learning rate changes nothing in your step."),
    (lambda _, move, eta: -eta * move, "You return the step alone. Return the weights after it."),
    (lambda _, move, eta: eta * move, "You return the gradient. Return the weights after the step."),
    (lambda *of: of[1], "You return the gradient. Return the weights after the step."),
)


def _step(way: Callable[..., Any], divisor: Callable[..., float], outcome: Callable[..., Any]) -> Callable[..., Any]:
    return lambda w, g, clip, batch, eta: outcome(w, way(g, clip) / divisor(len(g), batch), eta)


STEP_MISTAKES: tuple[Mistake, ...] = tuple(
    (_step(way, divisor, outcome), clipping or dividing or moving)
    for way, clipping in WAYS
    for divisor, dividing in DIVISORS
    for outcome, moving in OUTCOMES
    if clipping or dividing or moving
)


def _check_step(step: Any, given: Given, rng: Generator) -> Verdict:
    what = "What `step` returns"

    def quiet(w: np.ndarray, g: np.ndarray, clip: float, batch: float, eta: float) -> np.ndarray:
        answer = step(w, g, clip, 0.0, batch, eta, np.random.default_rng(3))
        return vector(answer, what, shape=w.shape, finite=False)

    def right(w: np.ndarray, g: np.ndarray, clip: float, batch: float, eta: float) -> np.ndarray:
        return w - eta * _clipped(g, clip).sum(axis=0) / batch

    def shown(case: tuple[np.ndarray, np.ndarray, float, float, float], answer: np.ndarray) -> list[tuple[str, object]]:
        w, g, clip, batch, eta = case
        return [
            ("w", short(w)),
            ("gradients", short(g.round(2), 90)),
            ("clip, z, batch, eta", f"{clip:g}, 0, {batch:g}, {eta:g}"),
            ("you return", short(answer.round(4))),
        ]

    fixed = np.array([[0.3, 0.4], [3.0, 4.0], [-0.6, 0.1], [-1.2, 0.9]])
    cases = [
        (np.array([5.0, -3.0]), fixed, 1.0, 8.0, 1.0),
        (np.array([5.0, -3.0]), fixed, 10.0, 3.0, 0.5),
        (np.array([0.5, 1.0, -2.0]), np.array([[9.0, 9.0, 9.0], [0.1, 0.0, -0.3]]), 2.0, 5.0, 0.1),
    ]
    for _ in range(4):
        m, dim = int(rng.integers(2, 12)), int(rng.integers(2, 6))
        # None of them is 0.
        g = rng.choice([-1, 1], size=(m, dim)) * rng.uniform(0.2, 1.0, size=(m, dim))
        g = (g * rng.uniform(0.2, 6.0, size=(m, 1))).round(2)
        batch = float(rng.choice([size for size in (3, 6, 9, 14) if size != m]))
        cases.append((rng.normal(size=dim).round(1), g, 1.5, batch, round(float(rng.uniform(0.1, 0.9)), 1)))
    answers = [quiet(*case) for case in cases]
    wrong = [at for at, case in enumerate(cases) if not np.allclose(answers[at], right(*case), rtol=1e-5, atol=1e-6)]
    if wrong:
        rows = shown(cases[wrong[0]], answers[wrong[0]])
        sentence = _recognised(answers, cases, STEP_MISTAKES)
        require(not sentence, working(sentence, rows))
        require(
            all(np.isfinite(answer).all() for answer in answers),
            working("Already without noise, this step does not lead to finite weights.", rows),
        )
        w, g, clip, batch, eta = cases[0]
        apart = eta * clip / batch
        reach = max(
            float(np.linalg.norm(quiet(w, np.vstack([g, [row]]), clip, batch, eta) - answers[0]))
            for row in ([300.0, 400.0], [-400.0, 300.0])
        )
        require(
            reach <= apart * (1 + 1e-6),
            working(
                "One example with a huge gradient moves the weights too far, or moves what the others add. Let it add "
                "C to the sum at most, and change nothing else.",
                [("weights without it", short(answers[0].round(4))), ("how far it moves them", reach)],
            ),
        )
        return working(
            "Without noise (z = 0) this is not the step. Write down each gradient’s length, and what is left of it.",
            rows,
        )
    for empty, sentence in (
        (
            np.zeros((0, 2)),
            "Right, until nobody is drawn: with random batches that happens. What is the sum of nothing?",
        ),
        (
            np.array([[0.0, 0.0], [3.0, 4.0]]),
            "Right, until an example’s gradient is 0. What is its length, and what is divided by it?",
        ),
        (np.array([[0.0, 0.0]]), "Right, until all gradients are 0. What is their length, and what is divided by it?"),
    ):
        case = (np.array([5.0, -3.0]), empty, 1.0, 8.0, 0.5)
        answer = quiet(*case)
        require(np.allclose(answer, right(*case), rtol=1e-5, atol=1e-6), almost(sentence, shown(case, answer)))
    return _check_step_noise(step, given, rng)


PER_EXAMPLE = (
    "Your noise grows with the number of examples that are drawn: each seems to bring its own. To hide one of them, "
    "once is enough."
)
SHRINKING = "The more examples are drawn, the smaller is your noise. What it must hide does not get smaller."
SCALE = "Your noise does not grow in proportion to z: what does numpy call `scale`?"
COORDINATES = (
    "Your noise in each coordinate depends on how many coordinates there are. What is bounded is the Euclidean length."
)
#: What changes, how, and mistakes by the factor that the noise is then off by.
NOISE_CHANGES: tuple[tuple[str, dict[str, Any], tuple[tuple[float, str], ...]], ...] = (
    (
        "if one example is drawn, not nine",
        {"g": lambda nine: nine[:1]},
        ((1 / 3, PER_EXAMPLE), (1 / 9, PER_EXAMPLE), (3.0, SHRINKING), (9.0, SHRINKING)),
    ),
    ("if nobody is drawn", {"g": lambda nine: nine[:0]}, ()),
    (
        "if C is four times as large",
        {"clip": 8.0},
        (
            (
                1 / 4,
                "Your noise does not depend on C. With a larger C one example moves the sum farther: z is in units of "
                "what?",
            ),
            (4.0, "Your noise grows faster than C. How far does one example move the sum?"),
        ),
    ),
    (
        "if z is four times as large",
        {"z": 6.0},
        ((1 / 4, "Your noise does not depend on z."), (4.0, SCALE), (1 / 2, SCALE)),
    ),
    (
        "if the batch is four times as large",
        {"batch": 40.0},
        (
            (4.0, "Your noise does not depend on the batch. To what is it added, and what is divided by the batch?"),
            (2.0, "Your noise falls only with the root of the batch. It is added to the sum, and divided with it."),
            (1 / 4, "Your noise is divided by the batch twice."),
        ),
    ),
    (
        "if eta is twice as large",
        {"eta": 1.0},
        ((1 / 2, "Your noise is not multiplied by the learning rate: it is part of the gradient."),),
    ),
    (
        "if there are two coordinates, not eight",
        {"g": lambda nine: nine[:, :2]},
        ((1 / 2, COORDINATES), (2.0, COORDINATES), (4.0, COORDINATES)),
    ),
    ("if the gradients are a hundred times as long", {"g": lambda nine: 100 * nine}, ()),
)


def _check_step_noise(step: Any, given: Given, rng: Generator) -> Verdict:
    """The rest of the check: the step is right without noise."""
    nine = (rng.normal(size=(9, 8)) * 2).round(2)

    def noise(
        size: int, g: np.ndarray = nine, clip: float = 2.0, z: float = 1.5, batch: float = 10.0, eta: float = 0.5
    ) -> np.ndarray:
        """What is added to the weights, in units of what should be its standard deviation."""
        w = np.full(g.shape[1], 0.25)
        drawn = draws(step, w, g, clip, z, batch, eta, size=size, rng=rng)
        found = np.array([vector(one, "What `step` returns", shape=w.shape) for one in drawn])
        return (found - w + eta * _clipped(g, clip).sum(axis=0) / batch) / (eta * z * clip / batch)

    def typical(found: np.ndarray) -> float:
        return math.sqrt(float(found.var(axis=0).mean()))

    base = noise(2_000)
    plain = typical(base)
    require(plain > 1e-9, working("With z = 1.5 you return the same again and again: there is no noise in it."))
    if base.std(axis=0).min() > 1e-9:
        together = np.abs(np.corrcoef(base.T) - np.eye(8)).max()
        require(
            together < 0.15,
            working(
                "Your noise in one coordinate tells of that in another. Each coordinate needs a draw of its own.",
                {"largest correlation of two coordinates": float(together)},
            ),
        )
    sizes: list[tuple[str, object]] = [("", "size of your noise ÷ the right one, about"), ("at first", f"{plain:.2g}")]
    for name, changed, usual in NOISE_CHANGES:
        changes = {key: value(nine) if callable(value) else value for key, value in changed.items()}
        other = typical(noise(150, **changes))
        ratio, rows = other / plain, [*sizes, (name, f"{other:.2g}")]
        for expected, sentence in usual:
            require(abs(ratio - expected) > 0.2 * expected, working(sentence, rows))
        require(
            ratio > 1e-9,
            working("Here you add no noise at all. So whoever sees w knows it: one example more would show.", rows),
        )
        require(
            0.75 < ratio < 1.33,
            working("Your noise depends in a wrong way on what changes here. What is it meant to hide?", rows),
        )
    middle, error = base.mean(axis=0), float(base.std()) / math.sqrt(len(base))
    require(
        float(np.abs(middle).max()) < 6 * error,
        working("On average over the noise this is not the step without noise.", {"off by, in its sd": short(middle)}),
    )
    wide = float(base.std())
    require(
        0.93 < wide < 1.07,
        almost(
            "Your noise reacts rightly to all that it should depend on, but throughout it is too "
            f"{'wide' if wide > 1 else 'narrow'}.",
            [("your standard deviation ÷ the right one, about", f"{wide:.2f}")],
        ),
    )
    mixed = np.concatenate([base[:, :4] + base[:, 4:], base[:, :4] - base[:, 4:]]).ravel() / math.sqrt(2)
    require(
        len(np.unique(base[:, 0])) > 0.9 * len(base),
        almost("One and the same noise comes again and again. Gaussian noise never comes twice."),
    )
    own = noise(300, given.gradients, given.clip, given.z, given.batch, given.eta)
    pooled = np.concatenate([base.ravel(), own.ravel()])
    rows = [("draws", f"{pooled.size:,}"), ("farthest of them, in standard deviations", f"{np.abs(pooled).max():.1f}")]
    require(
        fits_cdf(pooled, normal_cdf).ok and fits_cdf(mixed, normal_cdf).ok,
        almost(
            "Your noise has about the right size, but it is not Gaussian noise. The accountant knows the losses of "
            "that only; look at the tails, and at whether each coordinate has its own draw.",
            rows,
        ),
    )
    return correct(
        "One example more or less moves the sum by C at most, and the noise is z times that: so a step costs the same "
        "whatever the gradients are.",
        rows,
    )


# 5. What an attacker can do -----------------------------------------------------------------------------------


def _attack_numbers(rng: Generator) -> dict[str, Any]:
    while True:
        epsilon = round(float(rng.uniform(0.5, 2.0)), 1)
        delta = float(rng.choice([0.002, 0.003, 0.004]))
        turn = (1 - delta) / (1 + math.exp(epsilon))
        many = round(turn + float(rng.uniform(0.2, 0.6)) * (1 - turn), 2)
        given = {
            "epsilon": epsilon,
            "delta": delta,
            "few": float(rng.choice([0.005, 0.01, 0.02])),
            "many": many,
            "members": float(rng.choice([0.05, 0.1, 0.2])),
        }
        if many < 0.9:
            return given


def _require_share(name: str, found: float, exact: float, mistakes: Sequence[tuple[float, str]], last: str) -> None:
    """Ends the check unless a share is right to four decimals."""

    def is_(wanted: float) -> bool:
        return abs(found - wanted) <= 6e-5

    if is_(exact):
        return
    require(0 <= found <= 1, working(f"`{name}` is a share, from 0 to 1; it is {found:.4g}."))
    for value, sentence in mistakes:
        require(not is_(value), working(f"`{name}`: {sentence}"))
    require(abs(found - exact) > 6e-4, almost(f"`{name}`: very near. Give four decimals."))
    require(False, working(f"`{name}`: {last}"))


GUESSING = "This is what blind guessing reaches. The promise allows more: it is what nobody can exceed."
LEAST = "This is the least that must be accused. The question is for the most."
NOT_ACCUSED = (
    "There is a smaller bound. The promise holds for every event, also for “the attacker does **not** accuse”, and in "
    "both directions."
)


def _check_attack(strict: Any, loose: Any, right: Any, given: Given, rng: Generator) -> Verdict:
    few, many, prior, delta = given.few, given.many, given.members, given.delta
    factor = math.exp(given.epsilon)
    first, second = (float(power_ceiling(part, given.epsilon, delta)) for part in (few, many))

    def members(caught: float, alarms: float, part: float = prior) -> float:
        return part * caught / (part * caught + (1 - part) * alarms)

    _require_share(
        "strict",
        number(strict, "`strict`"),
        first,
        (
            (few, GUESSING),
            (factor * few, "Only ε counts with you. An event may be likelier by a factor of e^ε, and by what more?"),
            (few + delta, "Only δ counts with you. By which factor may an event be likelier with the record?"),
            (factor * (few + delta), "Only the probability without the record is multiplied by e^ε."),
            (1 - few, "Mind which is which: `few` is the share of non-members that the attacker accuses."),
            ((few - delta) / factor, LEAST),
            (few / factor, LEAST),
        ),
        "write the promise down for the event “the attacker accuses”, with the record and without.",
    )
    _require_share(
        "loose",
        number(loose, "`loose`"),
        second,
        (
            (many, GUESSING),
            (1.0, NOT_ACCUSED),
            (factor * many + delta, NOT_ACCUSED),
            (factor * many, NOT_ACCUSED),
            (1 - (1 - many) / factor, "The right event. But only ε counts with you: where does δ belong?"),
            (1 - (1 - many) / factor + delta, "The right event. But is δ subtracted before one divides by e^ε?"),
            (1 - (1 - many - delta) * factor, "Which is divided by e^ε, and which is multiplied?"),
        ),
        "write the promise down for the event “the attacker does not accuse”, in both directions, and take what is "
        "stricter.",
    )
    found, exact = number(right, "`right`"), members(first, few)
    odds = factor * prior / (1 - prior)
    _require_share(
        "right",
        found,
        exact,
        (
            (prior, "This is the share before the attack. Among the accused it is larger."),
            (members(first, few, 0.5), "You forget how few of the records are members."),
            (odds / (1 + odds), "Only ε counts with you. Take the shares of those who are accused."),
            (first, "This is the share of the members who are accused, not of the accused who are members."),
            (prior * first, "This is the share of all records that are accused and members. Of how many accused?"),
            (members(second, many), "This is with `many`. Asked is `right` at `few`."),
            (members(first, few, 1 - prior), "Members and the others are exchanged: how many records are members?"),
            (1 - exact, "This is the share of the accused who are **not** members."),
        ),
        "of 1,000 records, how many members are accused, and how many of the others?",
    )
    return correct(
        "This holds for every attacker, whatever they know besides. Where few are accused the factor e^ε decides, "
        "where many are the other bound does.",
        [
            ("share of the others accused", "share of members accused, at most"),
            (f"{few:g}", f"{first:.4f}"),
            (f"{many:g}", f"{second:.4f}"),
            ("members among all, and among the accused", f"{prior:g}, {found:.4f}"),
        ],
    )


EXERCISE = Exercise(
    lesson=12,
    title="Privacy accounting",
    tasks=(
        Task(
            id="delta",
            title="δ from the losses",
            goal="Write `delta(p, q, epsilon)`: the least δ with which the promise of ε holds between two worlds, in "
            "both directions. `p` and `q` are lists: the probabilities of the same outputs in the one world and in the "
            "other. An output may be impossible in one of them.",
            parts=("delta()",),
            instance=_delta_numbers,
            check=_check_delta,
            hints=(
                "Make a table with a row for each output: p, q, and the loss ln(p ÷ q). Which rows lie above ε?",
                "The worst event is the set of just those outputs. How much likelier than allowed is it?",
                "An output that q cannot give has an infinite loss: then nothing is allowed, and p counts in full. "
                "Last, exchange p and q. Beware of 0 × ∞.",
            ),
        ),
        Task(
            id="sum",
            title="Many releases",
            goal="Write `total_delta(losses, k, epsilon)`: the δ at ε of k independent releases together. `losses` is "
            "the privacy loss distribution of one release, a dictionary from each loss to its probability, such as "
            "`{-0.25: 0.4, 0.5: 0.59, inf: 0.01}`. All finite losses are multiples of a quarter; k may be 40. One "
            "direction is enough here.",
            parts=("total_delta()",),
            instance=_sum_numbers,
            check=_check_sum,
            hints=(
                "First k = 2: a dictionary of all sums of two losses. Where two pairs have the same sum, their "
                "probabilities add up.",
                "The sum of three losses is the sum of two, and one more. So the same loop does k of them. It begins "
                "with no release: the sum is 0 for sure.",
                "Infinity plus anything is infinity, and Python’s `math.inf` knows that. At the end count each sum by "
                "its weight, as in task 1.",
            ),
        ),
        Task(
            id="orders",
            title="The best order",
            goal="Write `total_epsilon(sigma, k, delta)`: the ε at δ of k releases with Gaussian noise of standard "
            "deviation σ, sensitivity 1, by Rényi accounting: the tight conversion of the lesson, at the best of all "
            "orders α > 1. It must hold, and be as small as that conversion makes it; to a thousandth is near enough.",
            parts=("total_epsilon()",),
            instance=_orders_numbers,
            check=_check_orders,
            hints=(
                "One line makes an ε of one order. Write that as a function of the order, and look at its values for "
                "your own numbers.",
                "What adds up over the releases is the divergence at each order. Make an ε of it at the end.",
                "The best α − 1 may be a tenth, and it may be several hundred: try orders whose α − 1 grow by the same "
                "factor each time, as `np.geomspace` makes them.",
            ),
        ),
        Task(
            id="step",
            title="A step of DP-SGD",
            goal="Write `step(w, gradients, clip, z, batch, eta, rng)`: the weights after one step of DP-SGD from `w`. "
            "`gradients` has a row for each example that was drawn; there may be none. `clip` is C, `z` the noise "
            "multiplier, `batch` the **expected** number of examples, `eta` the learning rate. One example more or "
            "less is to be hidden by Gaussian noise whose standard deviation is z times what it can move.",
            parts=("step()",),
            instance=_step_numbers,
            check=_check_step,
            hints=(
                "Put the noise aside: at z = 0, how long is each row, and what is left of it when the longest allowed "
                "is C?",
                "The noise is added once, to the sum of the clipped gradients, one draw for each coordinate. How far "
                "can one example move that sum?",
                "Sum, add noise, divide by what is public, go downhill. Does it work with a row of zeros, and with no "
                "row at all?",
            ),
        ),
        Task(
            id="attack",
            title="What an attacker can do",
            goal="A model was trained with (ε, δ)-differential privacy, for one record more or less. An attacker looks "
            "at it and accuses records of having been in the training data. If a share `few` of the non-members is "
            "accused, which share of the members, `strict`, can be accused at most? And `loose`, if it is a share "
            "`many`? Last, a share `members` of all records are members: of those accused with `few`, which share, "
            "`right`, are members at most? Four decimals each.",
            parts=("strict", "loose", "right"),
            instance=_attack_numbers,
            check=_check_attack,
            hints=(
                "Take the event “the record is accused”. The promise bounds its probability with the record by that "
                "without it.",
                "The promise also holds for “the record is not accused”, and in the other direction. That gives a "
                "second bound; both hold.",
                "For the last number, count: of 1,000 records, how many members are accused at most, and how many of "
                "the others?",
            ),
        ),
    ),
)
