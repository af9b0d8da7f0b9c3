"""Exercise 7, private regression: a slope with noise, output perturbation, long rows, a promise broken and mended."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np

from dpviz.erm import ObjectivePerturbation, OutputPerturbation, largest_loss
from dpviz.exercises import Exercise, Given, Task, Verdict, almost, correct, require, working
from dpviz.exercises.probes import draws, fits_cdf, fits_distribution, short, vector, whole

Generator = np.random.Generator

# 1. The slope -------------------------------------------------------------------------------------------------


def _people(rng: Generator, n: int, dim: int) -> tuple[np.ndarray, np.ndarray]:
    features = rng.uniform(-1, 1, size=(n, dim)) / math.sqrt(dim)
    return features.round(2), np.where(features[:, 0] + rng.normal(scale=0.3, size=n) > 0, 1, -1)


def _slope_numbers(rng: Generator) -> dict[str, Any]:
    X, y = _people(rng, 6, 2)
    return {"X": X, "y": y, "lam": 0.1, "b": rng.normal(scale=2.0, size=2).round(1)}


def _check_slope(slope: Any, given: Given, rng: Generator) -> Verdict:
    def found(w: Any, X: np.ndarray, y: np.ndarray, lam: float, b: Any) -> np.ndarray:
        w, b = np.asarray(w, dtype=float), np.asarray(b, dtype=float)
        return vector(slope(w, X, y, lam, b), "What `slope` returns", shape=w.shape)

    X, y = np.array([[0.5, 0.2], [-0.3, 0.8], [0.1, -0.6], [0.9, 0.3]]), np.array([1, -1, 1, 1])
    zero, w, b = np.zeros(2), np.array([0.7, -1.1]), np.array([3.0, -2.0])
    plain = found(zero, X, y, 0.5, zero)
    # At 0 the logistic slope is one half for everybody.
    half = -(y[:, None] * X).sum(axis=0) / 2
    rows = [("w, b", "0, 0"), ("people", 4), ("yours", short(plain.round(4)))]
    require(
        not np.allclose(plain, -half / 4),
        working("At w = 0 your slope leads uphill: to make the errors smaller, w must go **against** it.", rows),
    )
    require(not np.allclose(plain, half), working("You add the losses up. The objective takes their mean.", rows))
    require(
        not np.allclose(plain, ((0.5 - y)[:, None] * X).mean(axis=0)),
        working("This is the slope for labels 0 and 1. Here they are −1 and 1, and the loss another formula.", rows),
    )
    require(
        np.allclose(plain, half / 4),
        working(
            "Already at w = 0 and without noise this is not the slope. Each person’s loss is ln(1 + e^(−y w·x)): what "
            "is its derivative at w = 0?",
            rows,
        ),
    )
    noise = found(zero, X, y, 0.5, b) - plain
    rows = [("w", "0"), ("b", short(b)), ("people", 4), ("what b adds to your slope", short(noise.round(4)))]
    require(not np.allclose(noise, 0, atol=1e-6), working("The noise b changes nothing in your slope.", rows))
    require(
        not np.allclose(noise, b), working("You add b as it is. In the objective it counts like one of n people.", rows)
    )
    require(
        np.allclose(noise, b / 4, atol=1e-5),
        working("What b adds is not right: the last term is linear in w. What is its slope?", rows),
    )
    pull = found(w, X, y, 0.9, zero) - found(w, X, y, 0.4, zero)
    rows = [("w", short(w)), ("λ", "0.4, then 0.9"), ("your slope changes by", short(pull.round(4)))]
    require(
        not np.allclose(pull, 0, atol=1e-6), working("λ makes no difference to your slope: who keeps w small?", rows)
    )
    require(
        not (np.allclose(pull, w) or np.allclose(pull, w / 4)),
        working("The term with λ is off by a factor. What is the derivative of half a square?", rows),
    )
    require(np.allclose(pull, 0.5 * w, atol=1e-5), working("The term with λ does not have the right slope.", rows))
    for _ in range(5):
        n, dim = int(rng.integers(2, 9)), int(rng.integers(1, 5))
        X, y = _people(rng, n, dim)
        w, b = rng.normal(scale=3.0, size=dim).round(2), rng.normal(size=dim).round(2)
        margin = y * (X @ w)
        exact = 0.2 * w - (X * (y / (1 + np.exp(margin)))[:, None]).mean(axis=0) + b / n
        rows = [("w", short(w)), ("λ, b", f"0.2, {short(b)}"), ("yours", short(found(w, X, y, 0.2, b).round(4)))]
        require(
            np.allclose(found(w, X, y, 0.2, b), exact, rtol=1e-4, atol=1e-5),
            working(
                "Right at w = 0, wrong elsewhere. Who is on the right side already pulls less; who is on the wrong "
                "side, more.",
                [*rows, ("y w·x of each person", short(margin.round(2)))],
            ),
        )
    with np.errstate(all="ignore"):
        for far in (2_000.0, -2_000.0):
            value = np.asarray(slope(np.array([far]), np.ones((3, 1)), np.ones(3, dtype=int), 0.1, np.zeros(1)))
            require(
                value.shape == (1,)
                and value.dtype.kind == "f"
                and bool(np.isfinite(value).all())
                and abs(value[0] - (0.1 * far - (far < 0))) < 0.05,  # differences of losses are no more exact
                almost(
                    "Right, until w gets large. What does `np.exp` say to 2,000? Write the fraction such that this "
                    "does no harm.",
                    {"w": far, "yours": short(value)},
                ),
            )
    return correct(
        "Where this slope is zero, there the released w is. And each w belongs to exactly one b: that is how one "
        "finds out what the noise hides.",
        {"your table’s slope at w = 0": short(found(zero, given.X, given.y, given.lam, given.b).round(4))},
    )


# 2. Output perturbation ---------------------------------------------------------------------------------------


def _release_numbers(rng: Generator) -> dict[str, Any]:
    return {
        "w": rng.normal(size=3).round(2),
        "n": int(rng.integers(5, 40)) * 100,
        "lam": float(rng.choice([0.01, 0.02, 0.05])),
        "epsilon": round(float(rng.uniform(0.2, 1.5)), 1),
    }


def _gamma_cdf(dim: int, scale: float) -> Any:
    """Distribution function of a sum of `dim` exponentials."""

    def cdf(x: np.ndarray) -> np.ndarray:
        z = np.asarray(x) / scale
        terms = sum(np.exp(-z + k * np.log(np.maximum(z, 1e-300)) - math.lgamma(k + 1)) for k in range(dim))
        return np.clip(1 - terms, 0, 1)

    return cdf


def _check_release(release: Any, given: Given, rng: Generator) -> Verdict:
    def noise(w: Any, n: int, lam: float, epsilon: float, size: int) -> np.ndarray:
        at = np.asarray(w, dtype=float)
        drawn = draws(release, at, n, lam, epsilon, size=size, rng=rng)
        return np.array([vector(one, "What `release` returns", shape=at.shape) for one in drawn]) - at

    def length(n: int, lam: float, epsilon: float) -> float:
        found = noise([0.5, -2.0, 1.0], n, lam, epsilon, 400)
        return float(np.median(np.linalg.norm(found, axis=1)))

    w = np.array([40.0, -30.0, 20.0])
    base = noise(w, 100, 0.1, 1.0, 20_000)
    norms = np.linalg.norm(base, axis=1)
    typical = float(np.median(norms))
    require(
        typical > 0 and len(np.unique(norms)) > 1,
        working("Called again and again, you release the same: there is no chance in it."),
    )
    require(
        bool((np.abs(np.median(base, axis=0)) < typical / 2).all()),
        working(
            "The middle of what you release is not the minimiser: is the noise added to it?",
            [("minimiser", short(w)), ("middle of yours", short(np.median(w + base, axis=0).round(2)))],
        ),
    )
    sizes = [
        ("typical length of the noise", ""),
        ("at n = 100, λ = 0.1, ε = 1", typical),
        ("at ε = 0.25", tight := length(100, 0.1, 0.25)),
        ("at n = 400", many := length(400, 0.1, 1.0)),
        ("at λ = 0.4", strong := length(100, 0.4, 1.0)),
    ]
    for found, more, sentence in (
        (tight, True, "At a quarter of ε your noise should be four times as long."),
        (many, False, "With four times as many people one of them moves the minimiser a quarter as far."),
        (strong, False, "At four times the λ one person moves the minimiser a quarter as far."),
    ):
        ratio = found / typical if more else typical / found
        require(3 < ratio < 5.4, working(f"{sentence} Yours is not so.", sizes))
    # Uniform directions in three dimensions: each coordinate is uniform (Archimedes), and so are the caps.
    unit = base / norms[:, None]
    near = int((np.abs(unit).max(axis=1) > 0.9).sum())
    straight = all(fits_cdf(unit[:, j], lambda z: (np.asarray(z) + 1) / 2).ok for j in range(3))
    axes = fits_distribution([near, len(unit) - near], [0.3, 0.7]).ok
    rows = [
        ("draws", len(unit)),
        ("within a cap around one of the axes", near),
        ("if all directions were alike, about", round(0.3 * len(unit))),
    ]
    require(
        straight and axes,
        working(
            "Some directions are likelier than others: noise must not know the axes. How does one draw a direction "
            "that favours none?",
            rows,
        ),
    )
    exact = _gamma_cdf(3, 0.2)
    if not fits_cdf(norms, exact).ok:
        wide = float(norms.mean()) / 0.6
        shape = fits_cdf(norms, _gamma_cdf(3, 0.2 * wide)).ok
        require(
            not (0.95 < wide < 1.05 and norms.max() < 0.2 * 11),
            almost(
                "All directions are alike, and the lengths nearly right. But your noise has an end: longer noise never "
                "comes. Privacy hangs on the tails.",
                [("your longest noise, in units of t", float(norms.max() / 0.2)), ("draws", len(norms))],
            ),
        )
        require(
            shape,
            working(
                "All directions are alike, but the lengths do not have the right distribution. The density e^(−length "
                "÷ t) is that of a **point**; farther out there are more points.",
                [
                    ("features", 3),
                    *(
                        (f"{share:.0%} of your lengths are below", float(np.quantile(norms, share)))
                        for share in (0.1, 0.5, 0.9)
                    ),
                ],
            ),
        )
        return almost(
            f"The form is right; but the noise is too {'long' if wide > 1 else 'short'} throughout. How far can "
            "**one** person, replaced by another, move the minimiser?",
            [*sizes, ("yours ÷ the right one, at n = 100", f"{wide:.2f}")],
        )
    levels = [exact(norms)]
    for at, n, lam, epsilon, size in (
        (np.zeros(1), 50, 0.2, 0.5, 10_000),
        (np.zeros(6), 200, 0.05, 2.0, 6_000),
        (given.w, given.n, given.lam, given.epsilon, 6_000),
    ):
        t = 2 / (n * lam * epsilon)
        lengths = np.linalg.norm(noise(at, n, lam, epsilon, size), axis=1)
        levels.append(_gamma_cdf(len(at), t)(lengths))
        if 0.97 < lengths.mean() / (len(at) * t) < 1.03:
            continue
        require(
            fits_cdf(levels[-1], _uniform_cdf).ok,
            almost(
                "Right in three dimensions, wrong in another number of them. What depends on it?"
                if len(at) != 3
                else "Right for n = 100, λ = 0.1 and ε = 1, wrong for your own numbers.",
                {"features": len(at), "your typical length": float(np.median(lengths))},
            ),
        )
    require(
        all(fits_cdf(level, _uniform_cdf).ok for level in (*levels, np.concatenate(levels))),
        almost(
            "Nearly the right noise. But among thousands of draws the long ones are too rare, or too frequent. Is it "
            "cut off somewhere? Privacy hangs on the tails.",
            [("draws", sum(map(len, levels)))],
        ),
    )
    return correct(
        "Whoever is replaced moves the minimiser by at most 2 ÷ (n λ), and the density by a factor of at most e^ε.",
        sizes,
    )


def _uniform_cdf(x: np.ndarray) -> np.ndarray:
    """A distribution function at its own draws."""
    return x


# 3. Long rows -------------------------------------------------------------------------------------------------


def _rows_numbers(rng: Generator) -> dict[str, Any]:
    longest = int(rng.integers(3, 12))
    X = rng.normal(scale=longest / 2, size=(8, 2))
    X[0] *= 4
    return {"X": X.round(1), "longest": longest}


def _check_rows(prepare: Any, given: Given, rng: Generator) -> Verdict:
    def found(X: np.ndarray, longest: float) -> np.ndarray:
        return vector(prepare(X, longest), "What `prepare` returns", shape=X.shape)

    n, lam, epsilon, longest = 60, 0.1, 1.0, 5.0
    angle = rng.uniform(-0.5, 0.5, size=n)
    size = rng.uniform(1.0, 4.9, size=n)
    X = (size[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])).round(2)
    y = np.ones(n)
    here = found(X, longest)
    for row in ([0.0, 400.0], [0.0, 0.01]):
        other = X.copy()
        other[0] = row
        there = found(other, longest)
        if np.abs(here[1:] - there[1:]).max() <= 1e-9:
            continue
        rows: list[tuple[str, object]] = [
            ("somebody else’s row", short(X[1])),
            ("prepared, when person 0 is " + short(X[0]), short(here[1].round(4))),
            ("prepared, when person 0 is " + short(other[0]), short(there[1].round(4))),
        ]
        if max(np.linalg.norm(here, axis=1).max(), np.linalg.norm(there, axis=1).max()) <= 1 + 1e-6:
            method = OutputPerturbation(epsilon=epsilon, regularization=lam)
            apart = float(np.linalg.norm(method.centre(here, y) - method.centre(there, y)))
            loss = apart * n * lam * epsilon / 2
            if loss > epsilon:
                rows += [("n, λ", f"{n}, {lam}"), ("exact loss of what is released", loss), ("promised ε", epsilon)]
        return working(
            "One person changes, and everybody’s row does. The noise is made for one row only: what is the factor "
            "computed from?",
            rows,
        )
    cases = [
        (np.array([[3.0, 4.0], [30.0, 40.0], [0.3, -0.4]]), 5.0),
        (np.array([[5.0, 5.0], [-5.0, 4.0], [1.0, 0.0]]), 5.0),
        (np.array([[6.0, 0.0, 8.0], [0.1, 0.1, 0.1]]), 2.0),
        (np.asarray(given.X, dtype=float), float(given.longest)),
    ]
    for table, bound in cases:
        new = found(table, bound)
        before, after = np.linalg.norm(table, axis=1), np.linalg.norm(new, axis=1)
        worst = int(after.argmax())
        require(
            after.max() <= 1 + 1e-6,
            working(
                "This row is longer than 1, and the proof is over: such a person moves the minimiser farther than the "
                "noise allows for.",
                [
                    ("longest", bound),
                    ("row", short(table[worst])),
                    ("prepared", short(new[worst].round(4))),
                    ("its length", float(after[worst])),
                ],
            ),
        )
        inside = (before <= bound) & (before > 0)
        if not np.allclose(new[inside] * bound, table[inside], rtol=1e-5, atol=1e-6):
            place = int(np.flatnonzero(inside)[np.abs(new[inside] * bound - table[inside]).max(axis=1).argmax()])
            rows = [("longest", bound), ("row", short(table[place])), ("prepared", short(new[place].round(4)))]
            require(
                not np.allclose(after[inside], 1),
                almost(
                    "Private, but now all rows are equally long: what their lengths said is lost. Only those that are "
                    "too long need to be shortened.",
                    rows,
                ),
            )
            return almost(
                "Private. But a row that was not too long should keep its place: only the unit changes, such that "
                "`longest` becomes 1.",
                rows,
            )
        long = before > bound
        place = int(long.argmax())
        rows = [("longest", bound), ("row", short(table[place])), ("prepared", short(new[place].round(4)))]
        require(
            bool((after[long] > 1e-9).all()),
            almost(
                "Private. But a person whose row is too long is not heard at all. It is enough to shorten the row.",
                rows,
            ),
        )
        require(
            np.allclose(new[long] * before[long, None], table[long], rtol=1e-5),
            almost(
                "Private, but a row that is too long should keep its direction, and as much of its length as it may.",
                rows,
            ),
        )
    # Last: who divides by the length has the wrong idea first, and this afterwards.
    empty = np.array([[3.0, 4.0], [0.0, 0.0]])
    new = np.asarray(prepare(empty, 5.0))
    require(
        new.shape == (2, 2) and np.array_equal(new[1], [0, 0]),
        almost(
            "Right, but for a row of zeros: its length is 0. Do you divide by it?",
            [("row", short(empty[1])), ("prepared", short(new[-1]))],
        ),
    )
    return correct(
        "Each row by itself, by a length that was known before: so one person is one row, and the noise is enough."
    )


# 4. A promise broken ------------------------------------------------------------------------------------------


def _broken_numbers(rng: Generator) -> dict[str, Any]:
    return {"n": int(rng.integers(30, 121)), "lam": 0.01, "epsilon": round(float(rng.uniform(0.08, 0.12)), 3)}


def _table(value: Any, name: str, n: int) -> Counter[tuple[float, float]]:
    """The people, and how many there are of each: in which order they stand makes no difference."""
    found = vector(value, f"`{name}`")
    require(
        found.ndim == 2 and found.shape[1] == 2,
        working(f"`{name}` should be a list of pairs (x, label), such as [(0.5, 1), (0, -1)]; it is {short(value)}."),
    )
    require(len(found) == n, working(f"`{name}` should hold {n} people; it holds {len(found)}."))
    require(
        bool((np.abs(found[:, 0]) <= 1).all()) and bool(np.isin(found[:, 1], (-1, 1)).all()),
        working(f"In `{name}`, every x is between −1 and 1 and every label −1 or 1."),
    )
    return Counter((float(x), float(label)) for x, label in found)


def _check_broken(here: Any, there: Any, given: Given, rng: Generator) -> Verdict:
    ours, theirs = _table(here, "here", given.n), _table(there, "there", given.n)
    before, after = list((ours - theirs).elements()), list((theirs - ours).elements())
    require(
        len(before) == 1,
        working(
            "Your two tables hold the same people: nobody is replaced."
            if not before
            else f"Neighbours differ in exactly one person; yours differ in {len(before)}."
        ),
    )
    method = ObjectivePerturbation(epsilon=given.epsilon, regularization=given.lam, mode="printed")
    # The others first, in one order, and the one who is replaced last.
    others = sorted((ours & theirs).elements())
    tables = (np.array([*others, *one]) for one in (before, after))
    found = largest_loss(method, *((table[:, :1], table[:, 1]) for table in tables))
    rows = [
        ("the one who is replaced", f"{before[0][0]:g}, {before[0][1]:g}"),
        ("by", f"{after[0][0]:g}, {after[0][1]:g}"),
        ("largest loss of your pair", found.loss),
        ("found at w =", found.at),
        ("promised ε", given.epsilon),
    ]
    if found.loss > given.epsilon + 1e-9:
        return correct(
            "The noise b alone would keep the promise. But w is published, and how densely the b lie around it "
            "depends on how the table bends the objective. The printed proof forgot that.",
            rows,
        )
    require(
        abs(before[0][0]) != abs(after[0][0]),
        working(
            "Both tables bend the objective alike: the curvature of a person’s loss at w = 0 is x²/4, whatever the "
            "label is.",
            rows,
        ),
    )
    active = sum(x != 0 for x, _ in others)
    require(
        not active,
        working(
            "For this pair the promise holds. The others bend the objective already, so that one person more hardly "
            "changes how much it bends.",
            [*rows, ("others with x not 0", active)],
        ),
    )
    return working(
        "For this pair the promise holds. Make the one person bend the objective as much as anybody can.", rows
    )


# 5. A promise mended ------------------------------------------------------------------------------------------


def _half_numbers(rng: Generator) -> dict[str, Any]:
    while True:
        lam, epsilon = float(rng.choice([0.001, 0.002, 0.005, 0.01])), round(float(rng.uniform(0.08, 0.9)), 2)
        # Rounding up and rounding to the nearest should differ.
        if 0.02 < 1 / (4 * lam * math.expm1(epsilon / 2)) % 1 < 0.48:
            return {"lam": lam, "epsilon": epsilon}


def _check_half(n: Any, given: Given, rng: Generator) -> Verdict:
    found = whole(n, "`n`")
    require(found >= 1, working(f"`n` is a number of people, so at least 1; it is {found}."))
    lam, epsilon = float(given.lam), float(given.epsilon)

    def bent(people: int, curvature: float = 0.25) -> float:
        return math.log1p(curvature / (people * lam))

    def least(target: float, curvature: float = 0.25) -> int:
        return math.ceil(curvature / (lam * math.expm1(target)) - 1e-9)

    rows = [
        ("people", "goes into the bending", "left for the noise"),
        *(
            (f"{m:,}", f"{bent(m):.5f}", f"{epsilon - bent(m):.5f}")
            for m in sorted({max(1, found // 2), found, 2 * found})
        ),
        ("ε, and half of it", f"{epsilon:.5f}", f"{epsilon / 2:.5f}"),
    ]
    if bent(found) > epsilon / 2 * (1 + 1e-12):
        require(bent(found + 1) > epsilon / 2, almost("So close: one person more. Which way must one round?", rows))
        require(
            found != least(epsilon),
            working("At this n the bending costs all of ε, and nothing is left for the noise.", rows),
        )
        return working("With so few people the bending costs more than half of ε.", rows)
    if found > 1 and bent(found - 1) <= epsilon / 2:
        require(
            found not in (least(epsilon / 4), least(epsilon / 4) + 1),
            almost(
                "This is enough even if the bending is paid for twice, as it is in the usual calibration. Here the "
                "sharper bound of the goal is meant.",
                rows,
            ),
        )
        require(
            found != least(epsilon / 2, 1.0), working("The loss of one person bends by at most 1/4, not by 1.", rows)
        )
        if found == math.ceil(0.25 / (lam * epsilon / 2)):
            return almost(
                "This is what one gets from ln(1 + x) ≤ x. A little more than it takes: keep the logarithm.", rows
            )
        return working(f"{found:,} are enough, but fewer would do. Find the smallest number.", rows)
    return correct("From here on the noise has most of ε. With few people, or a small λ, the bending eats it up.", rows)


EXERCISE = Exercise(
    lesson=7,
    title="Private regression",
    tasks=(
        Task(
            id="slope",
            title="The slope, with noise in it",
            goal="Objective perturbation makes (λ/2) ‖w‖² + (1/n) Σ ln(1 + e^(−yᵢ w·xᵢ)) + (1/n) b·w as small as "
            "possible, where b is noise. Write `slope(w, X, y, lam, b)`: the gradient of this in w.",
            parts=("slope()",),
            instance=_slope_numbers,
            check=_check_slope,
            hints=(
                "Three terms, three slopes. The first and the last are short.",
                "The derivative of ln(1 + e^(−m)) in m is −1 ÷ (1 + e^m). And m is y w·x.",
                "For large m, e^m is too large for a number. 1 ÷ (1 + e^m) is also (1 − tanh(m/2)) ÷ 2.",
            ),
        ),
        Task(
            id="release",
            title="Output perturbation",
            goal="`w` is the minimiser for n people, with regularisation λ and all rows of length at most 1. Write "
            "`release(w, n, lam, epsilon, rng)`: w with noise h that makes it ε-differentially private, one person "
            "being replaced. Its density at h is proportional to e^(−‖h‖ ÷ t), with t as small as the lesson’s "
            "theorem allows.",
            parts=("release()",),
            instance=_release_numbers,
            check=_check_release,
            hints=(
                "How far does one person move the minimiser? Remember that the objective bends by at least λ "
                "everywhere. The noise must cover that distance: t is the distance divided by ε.",
                "Draw a direction and a length. A vector of normal numbers favours no direction; what is left to do "
                "with its length?",
                "In d dimensions the length has a Gamma distribution: look at `help(rng.gamma)`. In one dimension it "
                "is exponential, which is Gamma with shape 1.",
            ),
        ),
        Task(
            id="rows",
            title="Rows that are too long",
            goal="The theorems want rows of length at most 1. `prepare(X, longest)` sees to that before output "
            "perturbation is run; `longest` is public, and most rows are not longer. It gives people away. Let the "
            "check show you how, and mend it: one unit for all, and rows that are too long are shortened.",
            parts=("prepare()",),
            instance=_rows_numbers,
            check=_check_rows,
            hints=(
                "Which person decides by how much everybody’s row is divided?",
                "Nothing but `longest` and the row itself may go into what becomes of a row.",
                "A row of length ℓ: divide by `longest`, or, if it is longer, by ℓ. Which of the two is the larger?",
            ),
        ),
        Task(
            id="broken",
            title="Break the promise",
            goal="As first printed, objective perturbation draws b with scale 2 ÷ ε and publishes the minimiser w. "
            "There is one feature, between −1 and 1, and labels −1 and 1. Prove that its loss can exceed your ε: give "
            "two neighbouring tables of n pairs (x, label), `here` and `there` (one person replaced).",
            parts=("here", "there"),
            instance=_broken_numbers,
            check=_check_broken,
            hints=(
                "The density of w has two factors: that of the b that leads to w, and how fast b changes with w.",
                "The second is the curvature: n λ, and for every person x² times at most 1/4. One person’s share of it "
                "should change by a large factor. What can the one who is replaced do for that, and what the others?",
                "Try it: check a pair, look at its largest loss, change one x, and check again. Which changes help?",
            ),
        ),
        Task(
            id="half",
            title="Mend the promise",
            goal="The loss of objective perturbation is at most ε′ + ln(1 + 1 ÷ (4 n λ)), if b is drawn with scale "
            "2 ÷ ε′. The second part is the price of the bending. How many people `n` must there be **at least**, so "
            "that the promise of your ε is kept and the noise has still at least half of it, ε′ ≥ ε ÷ 2?",
            parts=("n",),
            instance=_half_numbers,
            check=_check_half,
            hints=(
                "What may the logarithm be at most?",
                "It falls as n grows. Try some n, or solve for it with an exponential.",
                "Then round: which way?",
            ),
        ),
    ),
)
