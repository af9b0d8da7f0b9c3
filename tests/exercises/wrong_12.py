"""Plausible wrong answers to exercise 12: what makes the answer, the verdict, a word of its sentence."""

import math
from decimal import Decimal
from fractions import Fraction
from statistics import NormalDist

import numpy as np

# 1. δ from the losses


def stub(*arguments): ...


def broken(p, q, epsilon):
    """By how much each output breaks the inequality, in one direction."""
    return np.maximum(np.array(p) - math.exp(epsilon) * np.array(q), 0)


def one_direction(p, q, epsilon):
    return broken(p, q, epsilon).sum()


def other_direction(p, q, epsilon):
    return broken(q, p, epsilon).sum()


def tail(p, q, epsilon):
    p, q = np.array(p), np.array(q)
    loss = np.log(p / q)
    return max(p[loss > epsilon].sum(), q[-loss > epsilon].sum())


def tail_of_one(p, q, epsilon):
    return sum(a for a, b in zip(p, q, strict=True) if math.log(a / b) > epsilon)


def no_infinite_losses(p, q, epsilon):
    both = [(a, b) for a, b in zip(p, q, strict=True) if a > 0 and b > 0]
    p, q = [a for a, _ in both], [b for _, b in both]
    return max(one_direction(p, q, epsilon), other_direction(p, q, epsilon))


def not_a_number(p, q, epsilon):
    p, q = np.array(p), np.array(q)
    with np.errstate(all="ignore"):
        loss = np.log(p / q)
        here, there = p * (1 - np.exp(epsilon - loss)), q * (1 - np.exp(epsilon + loss))
    return np.max([np.maximum(here, 0).sum(), np.maximum(there, 0).sum()])


def by_losses(p, q, epsilon):
    p, q = np.array(p), np.array(q)
    with np.errstate(all="ignore"):
        loss = np.log(p / q)
        here, there = (np.maximum(1 - np.exp(epsilon - sign * loss), 0) for sign in (1, -1))
    return max(p @ here, q @ there)


def both_added(p, q, epsilon):
    return one_direction(p, q, epsilon) + other_direction(p, q, epsilon)


def both_averaged(p, q, epsilon):
    return both_added(p, q, epsilon) / 2


def the_smaller(p, q, epsilon):
    return min(one_direction(p, q, epsilon), other_direction(p, q, epsilon))


def total_variation(p, q, epsilon):
    return np.abs(np.array(p) - np.array(q)).sum() / 2


def one_output(p, q, epsilon):
    return max(0, *broken(p, q, epsilon), *broken(q, p, epsilon))


def all_outputs(p, q, epsilon):
    return sum(a - math.exp(epsilon) * b for a, b in zip(p, q, strict=True))


def all_absolute(p, q, epsilon):
    return sum(abs(a - math.exp(epsilon) * b) for a, b in zip(p, q, strict=True))


def sign_of_epsilon(p, q, epsilon):
    return max(one_direction(p, q, -epsilon), other_direction(p, q, -epsilon))


def other_weights(p, q, epsilon):
    return math.exp(-epsilon) * max(one_direction(p, q, epsilon), other_direction(p, q, epsilon))


def rounded(p, q, epsilon):
    return round(delta_by_events(p, q, epsilon), 2)


def delta_by_events(p, q, epsilon):
    """The worst of all events, one by one."""
    worst = 0.0
    for event in range(2 ** len(p)):
        here, there = (sum(x for i, x in enumerate(of) if event >> i & 1) for of in (p, q))
        for a, b in ((here, there), (there, here)):
            worst = max(worst, a - math.exp(epsilon) * b)
    return worst


def delta_by_distance(p, q, epsilon):
    """|a − e^ε b| is twice its positive part, less what is negative."""
    factor = math.exp(epsilon)
    ways = [
        sum((a - factor * b) + abs(a - factor * b) for a, b in zip(x, y, strict=True)) / 2 for x, y in ((p, q), (q, p))
    ]
    return np.array([max(ways)])


def delta_exactly(p, q, epsilon):
    factor = Fraction(math.exp(epsilon))
    p, q = ([Fraction(x) for x in of] for of in (p, q))
    return max(sum(max(a - factor * b, 0) for a, b in zip(x, y, strict=True)) for x, y in ((p, q), (q, p)))


# 2. Many releases


def sums(losses, k):
    total = {0: 1.0}
    for _ in range(k):
        longer = {}
        for a, p in total.items():
            for b, q in losses.items():
                longer[a + b] = longer.get(a + b, 0) + p * q
        total = longer
    return total


def weighted(total, epsilon):
    return sum(p * (1 - math.exp(epsilon - a)) for a, p in total.items() if a > epsilon)


def first_only(losses, k, epsilon):
    return weighted(losses, epsilon)


def tail_of_the_sum(losses, k, epsilon):
    return sum(p for a, p in sums(losses, k).items() if a > epsilon)


def deltas_added(losses, k, epsilon):
    return k * weighted(losses, epsilon)


def basic(losses, k, epsilon):
    return k * weighted(losses, epsilon / k)


def share_of_epsilon(losses, k, epsilon):
    return weighted(losses, epsilon / k)


def times_k(losses, k, epsilon):
    return weighted({k * a: p for a, p in losses.items()}, epsilon)


def one_too_many(losses, k, epsilon):
    return weighted(sums(losses, k + 1), epsilon)


def one_too_few(losses, k, epsilon):
    return weighted(sums(losses, k - 1), epsilon)


def doubling(losses, k, epsilon):
    total = losses
    for _ in range(k - 1):
        total = sums(total, 2)
    return weighted(total, epsilon)


def finite_only(losses, k, epsilon):
    return weighted(sums({a: p for a, p in losses.items() if a < math.inf}, k), epsilon)


def infinite_added(losses, k, epsilon):
    return finite_only(losses, k, epsilon) + k * losses.get(math.inf, 0)


def infinite_once(losses, k, epsilon):
    return finite_only(losses, k, epsilon) + losses.get(math.inf, 0)


def rescaled(losses, k, epsilon):
    finite = {a: p for a, p in losses.items() if a < math.inf}
    whole = sum(finite.values())
    return weighted(sums({a: p / whole for a, p in finite.items()}, k), epsilon)


def bell(losses, k, epsilon):
    mean = k * sum(a * p for a, p in losses.items())
    size = math.sqrt(k * sum(p * (a - mean / k) ** 2 for a, p in losses.items()))
    normal, at = NormalDist(), (mean - epsilon) / size
    return normal.cdf(at) - math.exp(epsilon - mean + size**2 / 2) * normal.cdf(at - size)


def bell_tail(losses, k, epsilon):
    mean = k * sum(a * p for a, p in losses.items())
    return 1 - NormalDist(mean, math.sqrt(k * sum(p * a * a for a, p in losses.items()) - mean**2 / k)).cdf(epsilon)


def drawn(losses, k, epsilon):
    rng = np.random.default_rng(0)
    total = rng.choice(list(losses), p=list(losses.values()), size=(20_000, k)).sum(axis=1)
    return np.maximum(1 - np.exp(epsilon - total), 0).mean()


def pruned(losses, k, epsilon):
    total = {0: 1.0}
    for _ in range(k):
        longer = {}
        for a, p in total.items():
            for b, q in losses.items():
                longer[a + b] = longer.get(a + b, 0) + p * q
        total = {a: p for a, p in longer.items() if p > 1e-5}
    return weighted(total, epsilon)


def by_fourier(losses, k, epsilon):
    steps = {round(4 * a): p for a, p in losses.items() if a < math.inf}
    low, span = min(steps), max(steps) - min(steps)
    each = np.zeros(k * span + 1)
    for at, p in steps.items():
        each[at - low] = p
    total = np.fft.irfft(np.fft.rfft(each) ** k, len(each)) if len(each) > 1 else each**k
    values = (k * low + np.arange(len(each))) / 4
    finite = (total * np.maximum(1 - np.exp(epsilon - values), 0)).sum()
    return finite + 1 - (1 - losses.get(math.inf, 0)) ** k


def by_squaring(losses, k, epsilon):
    def both(one, other):
        found = {}
        for a, p in one.items():
            for b, q in other.items():
                found[a + b] = found.get(a + b, 0) + p * q
        return found

    total = {0: 1.0}
    for digit in bin(k)[2:]:
        total = both(total, total)
        total = both(total, losses) if digit == "1" else total
    return Decimal(weighted(total, epsilon))


# 3. The best order

ALPHAS = 1 + np.geomspace(1e-4, 1e5, 20_000)


def tight(tau, alpha, delta):
    return tau + np.log((alpha - 1) / alpha) - np.log(delta * alpha) / (alpha - 1)


def simple(tau, alpha, delta):
    return tau + np.log(1 / delta) / (alpha - 1)


def total(tau=lambda a, s, k: k * a / (2 * s * s), convert=tight, orders=ALPHAS, k=None, copies=False):
    """An accountant with one thing changed."""

    def epsilon(sigma, releases, delta):
        times = 1 if copies else (k or releases)
        return (releases if copies else 1) * np.min(convert(tau(orders, sigma, times), orders, delta))

    return epsilon


def wrong_sign(tau, alpha, delta):
    return tau - np.log(1 / delta) / (alpha - 1)


def divided_by_alpha(tau, alpha, delta):
    return tau + np.log(1 / delta) / alpha


def wrong_logarithm(tau, alpha, delta):
    return tau + np.log((alpha - 1) / alpha) - np.log10(delta * alpha) / (alpha - 1)


def plus_logarithm(tau, alpha, delta):
    return tau - np.log((alpha - 1) / alpha) - np.log(delta * alpha) / (alpha - 1)


def alpha_forgotten(tau, alpha, delta):
    return tau + np.log((alpha - 1) / alpha) - np.log(delta) / (alpha - 1)


def at_order_ten(sigma, k, delta):
    return tight(k * 10 / (2 * sigma**2), 10.0, delta)


def zcdp(sigma, k, delta):
    rho = k / (2 * sigma**2)
    return rho + 2 * math.sqrt(rho * math.log(1 / delta))


def exact(sigma, k, delta):
    """Of Gaussian noise itself, by bisection: what no order can give."""
    apart, low, high = math.sqrt(k) / sigma, 0.0, zcdp(sigma, k, delta)
    if apart > 20:
        return total()(sigma, k, delta)
    for _ in range(60):
        middle = (low + high) / 2
        near, far = (math.erfc((middle / apart + sign * apart / 2) / math.sqrt(2)) / 2 for sign in (-1, 1))
        left = near - math.exp(middle) * far
        low, high = (middle, high) if left > delta else (low, middle)
    return high


def by_golden_sections(sigma, k, delta):
    low, high, golden = -12.0, 12.0, (math.sqrt(5) - 1) / 2

    def at(x):
        return tight(k * (1 + math.exp(x)) / (2 * sigma**2), 1 + math.exp(x), delta)

    for _ in range(80):
        left, right = high - golden * (high - low), low + golden * (high - low)
        low, high = (low, right) if at(left) < at(right) else (left, high)
    return [at(low)][0]


# 4. A step of DP-SGD


def clip_each(g, clip):
    return g / np.maximum(1, np.linalg.norm(g, axis=1, keepdims=True) / clip)


def clip_mean(g, clip):
    if not len(g):
        return g
    mean = g.mean(axis=0)
    return np.tile(mean / max(1, np.linalg.norm(mean) / clip), (len(g), 1))


def stretched(g, clip):
    return clip * g / np.linalg.norm(g, axis=1, keepdims=True)


def stretched_safely(g, clip):
    return clip * g / np.maximum(np.linalg.norm(g, axis=1, keepdims=True), 1e-12)


def with_nan(g, clip):
    with np.errstate(all="ignore"):
        lengths = np.linalg.norm(g, axis=1, keepdims=True)
        return g / lengths * np.minimum(lengths, clip)


def by_coordinate(g, clip):
    return np.clip(g, -clip, clip)


def left_out(g, clip):
    return g[np.linalg.norm(g, axis=1) <= clip]


def by_the_longest(g, clip):
    return g * min(1, clip / max(np.linalg.norm(g, axis=1), default=clip))


def normal(rng, size, scale):
    return rng.normal(scale=scale, size=size)


def stepping(
    clipping=clip_each,
    width=lambda z, clip, g: z * clip,
    divisor=lambda g, batch: batch,
    draw=normal,
    after=False,
    sign=-1,
    rate=True,
    quiet_rate=False,
):
    """A step with one thing changed."""

    def step(w, gradients, clip, z, batch, eta, rng):
        noise = draw(rng, len(w), width(z, clip, gradients))
        move = clipping(gradients, clip).sum(axis=0)
        by = divisor(gradients, batch)
        move = move / by + noise if after else (move + noise) / by
        return w + sign * (eta if rate else 1) * move

    return step


def mean_of_the_drawn(w, gradients, clip, z, batch, eta, rng):
    return w - eta * (clip_each(gradients, clip).mean(axis=0) + rng.normal(scale=z * clip / batch, size=len(w)))


def noise_on_each(w, gradients, clip, z, batch, eta, rng):
    noisy = clip_each(gradients, clip) + rng.normal(scale=z * clip, size=gradients.shape)
    return w - eta * noisy.sum(axis=0) / batch


def nothing_if_nobody(w, gradients, clip, z, batch, eta, rng):
    return stepping()(w, gradients, clip, z, batch, eta, rng) if len(gradients) else w


def only_the_gradient(w, gradients, clip, z, batch, eta, rng):
    return w - stepping()(w, gradients, clip, z, batch, eta, rng)


def in_place(w, gradients, clip, z, batch, eta, rng):
    w -= eta * clip_each(gradients, clip).sum(axis=0) / batch
    return w


def noise_without_rate(w, gradients, clip, z, batch, eta, rng):
    return w - (eta * clip_each(gradients, clip).sum(axis=0) + rng.normal(scale=z * clip, size=len(w))) / batch


def fixed_seed(w, gradients, clip, z, batch, eta, rng):
    return stepping()(w, gradients, clip, z, batch, eta, np.random.default_rng(0))


def cut_off(rng, size, scale):
    return np.clip(rng.normal(scale=scale, size=size), -3 * scale, 3 * scale)


def laplacian(rng, size, scale):
    return rng.laplace(scale=scale / math.sqrt(2), size=size)


def one_for_all(rng, size, scale):
    return rng.normal(scale=scale) * np.ones(size)


def one_up_or_down(rng, size, scale):
    return rng.normal(scale=scale) * rng.choice([-1, 1], size=size)


def few_seeds(rng, size, scale):
    return np.random.default_rng(rng.integers(500)).normal(scale=scale, size=size)


def one_by_one(w, gradients, clip, z, batch, eta, rng):
    """In plain Python."""
    move = [z * clip * rng.standard_normal() for _ in w]
    for g in gradients:
        length = math.hypot(*g)
        factor = clip / length if length > clip else 1.0
        move = [m + factor * x for m, x in zip(move, g, strict=True)]
    return [a - eta * m / batch for a, m in zip(w, move, strict=True)]


def by_multivariate(w, gradients, clip, z, batch, eta, rng):
    centre = clip_each(gradients, clip).sum(axis=0) if len(gradients) else np.zeros(len(w))
    return w - eta / batch * rng.multivariate_normal(centre, (z * clip) ** 2 * np.eye(len(w)))


def of_many_small(w, gradients, clip, z, batch, eta, rng):
    """A sum of normals is normal."""
    noise = rng.normal(scale=z * clip / 4, size=(16, len(w))).sum(axis=0)
    return w - eta * (clip_each(gradients, clip).sum(axis=0) + noise) / batch


# 5. What an attacker can do


def right_shares(given, strict=None, loose=None, part=None):
    factor = math.exp(given.epsilon)
    caught = factor * given.few + given.delta
    members = given.members * caught
    return (
        caught if strict is None else strict(given, factor),
        1 - (1 - given.many - given.delta) / factor if loose is None else loose(given, factor),
        members / (members + (1 - given.members) * given.few) if part is None else part(given, factor),
    )


def answer(**changed):
    return lambda given: right_shares(given, **changed)


def members_by_odds(given, factor):
    odds = factor * given.members / (1 - given.members)
    return odds / (1 + odds)


def members_half(given, factor):
    caught = factor * given.few + given.delta
    return caught / (caught + given.few)


def both_bounds(given):
    """The exact curve of the pair that is worst: four outputs, of which two are sure."""
    factor = math.exp(given.epsilon)

    def most(alarms):
        return min(1, factor * alarms + given.delta, 1 - (1 - given.delta - alarms) / factor)

    strict, loose = most(given.few), most(given.many)
    return Fraction(strict), np.float32(loose), 1 / (1 + (1 / given.members - 1) * given.few / strict)


def four_decimals(given):
    return tuple(round(value, 4) for value in right_shares(given))


WRONG = {
    "delta": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: one_direction, "working", "one direction"),
        (lambda given: other_direction, "working", "one direction"),
        (lambda given: tail, "working", "By how much"),
        (lambda given: tail_of_one, "working", "By how much"),
        (lambda given: no_infinite_losses, "working", "leave out"),
        (lambda given: not_a_number, "working", "not a number"),
        (lambda given: both_added, "working", "add the two directions"),
        (lambda given: both_averaged, "working", "mean of the two"),
        (lambda given: the_smaller, "working", "smaller of the two"),
        (lambda given: total_variation, "working", "depend on ε"),
        (lambda given: one_output, "working", "set of outputs"),
        (lambda given: all_outputs, "working", "negative"),
        (lambda given: all_absolute, "working", "keep the inequality"),
        (lambda given: sign_of_epsilon, "working", "grows with ε"),
        (lambda given: other_weights, "working", "other world"),
        (lambda given: rounded, "almost", "round"),
        (lambda given: lambda p, q, epsilon: 0.0, "working", "not the least"),
        (lambda given: lambda p, q, epsilon: [0.1, 0.2], "working", "one number"),
    ],
    "sum": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: first_only, "working", "depend on k"),
        (lambda given: tail_of_the_sum, "working", "counts in full"),
        (lambda given: deltas_added, "working", "add up δ"),
        (lambda given: basic, "working", "basic composition"),
        (lambda given: share_of_epsilon, "working", "share ε"),
        (lambda given: times_k, "working", "k times one loss"),
        (lambda given: one_too_many, "working", "one loss too many"),
        (lambda given: one_too_few, "working", "one loss too few"),
        (lambda given: doubling, "working", "doubles"),
        (lambda given: finite_only, "working", "leave out"),
        (lambda given: infinite_added, "working", "may be infinite"),
        (lambda given: infinite_once, "working", "may be infinite"),
        (lambda given: rescaled, "working", "may be infinite"),
        (lambda given: bell, "working", "normal distribution"),
        (lambda given: bell_tail, "working", "single release"),
        (lambda given: drawn, "almost", "at random"),
        (lambda given: pruned, "almost", "unlikely"),
    ],
    "orders": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: zcdp, "almost", "Markov"),
        (lambda given: total(convert=simple), "almost", "Markov"),
        (lambda given: total(convert=divided_by_alpha), "working", "By what"),
        (lambda given: total(convert=wrong_sign), "working", "which sign"),
        (lambda given: total(convert=wrong_logarithm), "working", "too much"),
        (lambda given: total(convert=plus_logarithm), "working", "smaller ε would"),
        (lambda given: total(convert=alpha_forgotten), "working", "smaller ε would"),
        (lambda given: at_order_ten, "working", "one order"),
        (lambda given: total(orders=np.arange(2.0, 2_000.0)), "almost", "whole orders"),
        (lambda given: total(orders=np.linspace(1.05, 64, 5_000)), "almost", "too short"),
        (lambda given: total(orders=np.linspace(1.5, 1_000, 100_000)), "almost", "too short"),
        (lambda given: total(k=1), "working", "What adds up"),
        (lambda given: total(copies=True), "working", "add up ε"),
        (lambda given: total(tau=lambda a, s, k: k * a / s**2), "working", "twice as large"),
        (lambda given: total(tau=lambda a, s, k: k * a / (2 * s)), "working", "as it is"),
        (lambda given: total(tau=lambda a, s, k: k * k * a / (2 * s * s)), "working", "square of k"),
        (lambda given: total(tau=lambda a, s, k: k / (2 * s * s) + 0 * a), "working", "one divergence"),
        (lambda given: lambda sigma, k, delta: 0.9 * total()(sigma, k, delta), "working", "too much"),
        (lambda given: lambda sigma, k, delta: 1.01 * total()(sigma, k, delta), "working", "smaller ε would"),
    ],
    "step": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: stepping(clip_mean), "working", "clip the mean"),
        (lambda given: stepping(clip_mean, divisor=lambda g, batch: len(g)), "working", "clip the mean"),
        (lambda given: stepping(lambda g, clip: g), "working", "Nothing is clipped"),
        (lambda given: stepping(stretched), "working", "length C"),
        (lambda given: stepping(stretched_safely), "working", "length C"),
        (lambda given: stepping(by_coordinate), "working", "coordinate by itself"),
        (lambda given: stepping(left_out), "working", "leave out"),
        (lambda given: stepping(by_the_longest), "working", "same factor"),
        (lambda given: stepping(with_nan), "almost", "gradient is 0"),
        (lambda given: stepping(divisor=lambda g, batch: len(g)), "working", "were drawn"),
        (lambda given: stepping(divisor=lambda g, batch: max(1, len(g))), "working", "were drawn"),
        (lambda given: stepping(divisor=lambda g, batch: 1), "working", "do not divide"),
        (lambda given: stepping(sign=1), "working", "uphill"),
        (lambda given: stepping(rate=False), "working", "learning rate changes nothing"),
        (lambda given: only_the_gradient, "working", "after the step"),
        (lambda given: in_place, "working", "changes the data"),
        (lambda given: mean_of_the_drawn, "working", "were drawn"),
        (lambda given: stepping(width=lambda z, clip, g: z), "working", "does not depend on C"),
        (lambda given: stepping(width=lambda z, clip, g: clip), "working", "not"),
        (lambda given: stepping(width=lambda z, clip, g: 0), "working", "no noise"),
        (lambda given: stepping(width=lambda z, clip, g: z * z * clip), "working", "proportion to z"),
        (lambda given: noise_on_each, "working", "each seems to bring its own"),
        (lambda given: stepping(after=True), "working", "depend on the batch"),
        (lambda given: noise_without_rate, "working", "learning rate"),
        (lambda given: nothing_if_nobody, "working", "no noise at all"),
        (lambda given: fixed_seed, "working", "no noise"),
        (lambda given: stepping(width=lambda z, clip, g: 2 * z * clip), "almost", "too wide"),
        (lambda given: stepping(width=lambda z, clip, g: 0.8 * z * clip), "almost", "too narrow"),
        (
            lambda given: stepping(width=lambda z, clip, g: z * clip / math.sqrt(g.shape[1])),
            "working",
            "how many coordinates",
        ),
        (lambda given: stepping(width=lambda z, clip, g: z * np.abs(g).max(initial=0.1)), "working", "wrong way"),
        (lambda given: stepping(draw=cut_off), "almost", "not Gaussian"),
        (lambda given: stepping(draw=laplacian), "almost", "not Gaussian"),
        (lambda given: stepping(draw=few_seeds), "almost", "again and again"),
        (lambda given: stepping(draw=one_for_all), "working", "draw of its own"),
        (lambda given: stepping(draw=one_up_or_down), "almost", "its own draw"),
    ],
    "attack": [
        (lambda given: (..., ..., ...), "missing", "three dots"),
        (answer(strict=lambda given, factor: given.few), "working", "blind guessing"),
        (answer(strict=lambda given, factor: factor * given.few), "working", "Only ε"),
        (answer(strict=lambda given, factor: given.few + given.delta), "working", "Only δ"),
        (answer(strict=lambda given, factor: factor * (given.few + given.delta)), "working", "without the record"),
        (answer(strict=lambda given, factor: 1.0), "working", "write the promise down"),
        (answer(strict=lambda given, factor: 2.0), "working", "from 0 to 1"),
        (answer(loose=lambda given, factor: 1.0), "working", "smaller bound"),
        (answer(loose=lambda given, factor: factor * given.many + given.delta), "working", "`loose`"),
        (answer(loose=lambda given, factor: 1 - (1 - given.many) / factor), "working", "where does δ belong"),
        (answer(loose=lambda given, factor: given.many), "working", "blind guessing"),
        (answer(part=members_by_odds), "working", "Only ε counts"),
        (answer(part=members_half), "working", "how few"),
        (answer(part=lambda given, factor: given.members), "working", "before the attack"),
        (answer(part=lambda given, factor: factor * given.few + given.delta), "working", "not of the accused"),
        (lambda given: tuple(value + 2e-4 for value in right_shares(given)), "almost", "four decimals"),
    ],
}

#: Wrong numbers that must differ from the right ones on every seed.
FORMULAS = {
    "attack": [
        answer(strict=lambda given, factor: given.few),
        answer(strict=lambda given, factor: factor * given.few),
        answer(strict=lambda given, factor: given.few + given.delta),
        answer(strict=lambda given, factor: factor * (given.few + given.delta)),
        answer(strict=lambda given, factor: 1 - (1 - given.few - given.delta) / factor),
        answer(loose=lambda given, factor: min(1, factor * given.many + given.delta)),
        answer(loose=lambda given, factor: 1 - (1 - given.many) / factor),
        answer(loose=lambda given, factor: 1 - (1 - given.many) / factor + given.delta),
        answer(loose=lambda given, factor: given.many),
        answer(part=members_by_odds),
        answer(part=members_half),
        answer(part=lambda given, factor: given.members),
    ]
}

#: Right answers by other ways, and of other types.
RIGHT = {
    "delta": [
        lambda given: by_losses,
        lambda given: delta_by_events,
        lambda given: delta_by_distance,
        lambda given: delta_exactly,
    ],
    "sum": [lambda given: by_fourier, lambda given: by_squaring],
    "orders": [
        lambda given: total(),
        lambda given: exact,
        lambda given: by_golden_sections,
        lambda given: total(orders=1 + np.geomspace(0.01, 1_000, 600)),
    ],
    "step": [
        lambda given: stepping(),
        lambda given: one_by_one,
        lambda given: by_multivariate,
        lambda given: of_many_small,
    ],
    "attack": [both_bounds, four_decimals],
}
