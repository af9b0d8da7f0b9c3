"""Exercise 9, adversarial training: the worst picture, a maximum's gradient, a kink, a bug, when it pays."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

from dpviz.exercises import Exercise, Given, Task, Verdict, almost, correct, require, working
from dpviz.exercises.probes import number, short, vector
from dpviz.robust import SignalFeatures, adversarial_losses, adversarial_training, plain_training

Generator = np.random.Generator

# 1. The worst picture -----------------------------------------------------------------------------------------


def _worst_numbers(rng: Generator) -> dict[str, Any]:
    return {
        "w": rng.normal(size=6).round(1),
        "x": rng.random(6).round(2),
        "y": int(rng.choice([-1, 1])),
        "radius": round(float(rng.uniform(0.1, 0.3)), 2),
    }


def _check_worst(worst: Any, given: Given, rng: Generator) -> Verdict:
    def at(w: np.ndarray, x: np.ndarray, y: int, radius: float) -> tuple[np.ndarray, list[tuple[object, ...]]]:
        found = vector(worst(w, x, y, radius), "What `worst` returns", shape=x.shape)
        rows: list[tuple[object, ...]] = [
            ("weights", short(w.round(3))),
            ("picture", short(x.round(3))),
            ("label, radius", y, radius),
            ("you return", short(found.round(4))),
        ]
        return found, rows

    w, x = np.array([2.0, -1.0, 0.5]), np.array([0.5, 0.6, 0.4])
    for y in (1, -1):
        found, rows = at(w, x, y, 0.1)
        change = found - x
        best = -0.1 * y * np.sign(w)
        require(
            not np.allclose(found, best, atol=1e-6),
            working("This is the change. Return the picture as it looks **after** it.", rows),
        )
        require(np.abs(change).max() <= 0.1 + 1e-6, working("A pixel changes by more than the radius.", rows))
        require(
            y * float(w @ change) <= 1e-6,
            working(
                "Your change makes the label’s case stronger. The adversary wants y × (w · x) small."
                if y == 1
                else "For a picture with label −1 your change helps. What does the adversary want there?",
                rows,
            ),
        )
        require(
            np.allclose(change, best, atol=1e-6),
            working(
                "The adversary could do worse: each pixel may change by the radius, however small its weight is.", rows
            ),
        )
    edge = np.array([0.03, 0.98, 0.5])
    found, rows = at(w, edge, 1, 0.1)
    require(
        bool(((found >= -1e-9) & (found <= 1 + 1e-9)).all()),
        almost("In general right. But no pixel can be darker than 0 or brighter than 1.", rows),
    )
    cases = [
        (rng.normal(size=12), rng.random(12), int(rng.choice([-1, 1])), float(rng.uniform(0, 0.6))) for _ in range(30)
    ]
    cases += [(w, edge, 1, 0.1), (given.w, given.x, given.y, given.radius)]
    for weights, picture, y, radius in cases:
        found, rows = at(weights, picture, y, round(radius, 3))
        radius = round(radius, 3)
        require(
            bool(((found >= -1e-9) & (found <= 1 + 1e-9)).all()) and np.abs(found - picture).max() <= radius + 1e-6,
            working("This picture is not allowed: a pixel leaves the range, or changes by more than the radius.", rows),
        )
        least = np.where(y * weights > 0, np.maximum(picture - radius, 0), np.minimum(picture + radius, 1))
        require(
            abs(float(weights @ found) - float(weights @ least)) <= 1e-5,
            almost("Nearly. Here the adversary can do worse: use all that is allowed, also near 0 and 1.", rows),
        )
    return correct(
        "No search, no gradient: for a linear model each pixel can be decided by itself. So the worst case costs no "
        "more than a usual one."
    )


# 2. The gradient of a maximum ---------------------------------------------------------------------------------


def _gradient_numbers(rng: Generator) -> dict[str, Any]:
    return {
        "w": (rng.choice([-1, 1], size=3) * rng.uniform(0.2, 2, size=3)).round(1),
        "x": rng.normal(size=3).round(1),
        "y": round(float(rng.choice([-4, 4]) + rng.normal() / 2), 1),
        "radius": round(float(rng.uniform(0.1, 0.5)), 2),
    }


def _check_gradient(gradient: Any, given: Given, rng: Generator) -> Verdict:
    cases = [
        (np.array([1.0, -2.0]), np.array([0.5, 0.5]), 3.0, 0.5),
        (np.array([1.0, -2.0]), np.array([2.0, -1.0]), 1.0, 0.5),
        (given.w, given.x, given.y, given.radius),
    ]
    for _ in range(20):
        w, x = rng.choice([-1, 1], size=4) * rng.uniform(0.1, 2, size=4), rng.normal(size=4)
        cases.append((w, x, float(w @ x) + float(rng.choice([-1, 1]) * rng.uniform(0.2, 3)), 0.3))
    answers = []
    for w, x, y, radius in [*cases, (cases[0][0], cases[0][1], 3.0, 0.0)]:
        found = vector(gradient(w, x, y, radius), "What `gradient` returns", shape=w.shape)
        error = float(w @ x) - y
        answers.append((w, x, y, radius, found, error, radius * np.sign(error) * np.sign(w)))

    def always(formula: Callable[[np.ndarray, float, np.ndarray, float], np.ndarray], sign: int = 1) -> bool:
        """Whether every answer is ``formula(x, its error, moved x, its error)``; with sign -1 it is moved back."""
        return all(
            np.allclose(
                found, formula(x, error, x + sign * attack, float(w @ (x + sign * attack)) - y), rtol=1e-6, atol=1e-9
            )
            for w, x, y, _, found, error, attack in answers
        )

    require(
        not always(lambda x, e, *_: 2 * e * x),
        working("This is the gradient when nobody attacks: your answer does not depend on the radius."),
    )
    require(
        not always(lambda x, _e, _m, more: 2 * more * x),
        working("You attack where the error is computed. But the moved x stands in a second place of the gradient."),
    )
    require(
        not always(lambda _x, e, moved, _: 2 * e * moved),
        working("The moved x stands in two places of the gradient. You have it in one: the error is still that of x."),
    )
    require(
        not always(lambda _x, _e, moved, more: -2 * more * moved),
        working("This goes downhill: the gradient points to where the loss **grows**."),
    )
    require(
        not always(lambda _x, _e, moved, more: 2 * more * moved, -1),
        working("Your adversary helps. When is the squared error larger: is the score too high already, or too low?"),
    )
    require(
        not always(lambda _x, _e, moved, more: more * moved),
        almost("The right direction, and half as long as it should be, everywhere. What is the slope of a square?"),
    )
    require(
        not all(np.allclose(found, 2 * (float(w @ (x + attack)) - y) * w) for w, x, y, _, found, _, attack in answers),
        working("This is the gradient in x. Whose gradient is asked for?"),
    )
    for w, x, y, radius, found, error, attack in answers:
        wanted = 2 * (w @ (x + attack) - y) * (x + attack)
        if not np.allclose(found, wanted, rtol=1e-3, atol=3e-3):  # differences will do
            rows = [
                ("weights", short(w.round(3))),
                ("example", short(x.round(3)) + f", y = {y:.3g}"),
                ("radius", radius),
                ("w · x − y", error),
                ("you return", short(found.round(4))),
            ]
            if radius == 0:
                return working(
                    "With radius 0 nobody attacks, and your gradient is not that of the squared error.", rows
                )
            return working(
                "This is not how the worst squared error grows. Which x is the worst for these weights? Its error may "
                "be positive or negative.",
                rows,
            )
    return correct(
        "The worst x moves as the weights do, and yet it may be held still: that is Danskin’s theorem. It holds "
        "because here only one x is the worst."
    )


# 3. A kink ----------------------------------------------------------------------------------------------------


def _minimax(slopes: np.ndarray, heights: np.ndarray) -> tuple[float, float, float, float] | None:
    """Where the largest of some lines is least, its slopes left and right there, and how far the others lie below."""
    for i in np.flatnonzero(slopes < 0):
        for j in np.flatnonzero(slopes > 0):
            theta = (heights[j] - heights[i]) / (slopes[i] - slopes[j])
            values = slopes * theta + heights
            rest = np.delete(values, [i, j])
            if values[i] - rest.max() > 0:
                return float(theta), float(slopes[i]), float(slopes[j]), float(values[i] - rest.max())
    return None


def _crossings(slopes: np.ndarray, heights: np.ndarray, besides: tuple[float, float]) -> list[float]:
    """Where two lines cross, for all pairs but the one with these slopes."""
    return [
        float((heights[j] - heights[i]) / (slopes[i] - slopes[j]))
        for i, j in combinations(range(len(slopes)), 2)
        if {slopes[i], slopes[j]} != set(besides)
    ]


def _kink_numbers(rng: Generator) -> dict[str, Any]:
    while True:
        slopes = np.concatenate(
            [-rng.choice(np.arange(1, 7), 2, replace=False), rng.choice(np.arange(1, 7), 2, replace=False)]
        )
        heights = rng.integers(-30, 30, size=4) / 10
        found = _minimax(slopes, heights)
        # The slopes at the answer must differ in size.
        if found is None or found[3] < 0.3 or abs(found[0]) < 0.1 or found[1] == -found[2]:
            continue
        # Any other two lines cross elsewhere, so that a wrong pair is a wrong place.
        if min(abs(crossing - found[0]) for crossing in _crossings(slopes, heights, found[1:3])) < 0.02:
            continue
        # Nor are they the steepest two, nor the flattest.
        steepest, flattest = (slopes.min(), slopes.max()), (slopes[slopes < 0].max(), slopes[slopes > 0].min())
        if found[1:3] not in (steepest, flattest):
            order = rng.permutation(4)
            return {"slopes": slopes[order].astype(float), "heights": heights[order]}


def _check_kink(theta: Any, left: Any, right: Any, given: Given, rng: Generator) -> Verdict:
    at, before, after = number(theta, "`theta`"), number(left, "`left`"), number(right, "`right`")
    slopes, heights = given.slopes, given.heights
    # Slopes by differences are as good as exact ones.
    before, after = (
        min((slope for slope in slopes if abs(slope - side) < 1e-2), default=side) for side in (before, after)
    )
    best = _minimax(slopes, heights)
    assert best is not None
    values = slopes * at + heights
    rows: list[tuple[object, ...]] = [
        ("at your θ the four lines are at", *(float(value) for value in values)),
        ("so the adversary’s loss is", float(values.max())),
    ]
    if abs(at - best[0]) > 2e-3:
        require(
            abs(at - best[0]) > 0.02,
            almost("Very near. Two of the lines cross there: compute where, to three digits.", rows),
        )
        active = float(slopes[np.argmax(values)])
        return working(
            "Here it is not least. At your θ the largest of the lines "
            f"{'falls' if active < 0 else 'rises'} to the right: which way should you go?",
            rows,
        )
    require(
        (before, after) != (best[2], best[1]),
        almost(
            "The place is right, the slopes are those of the two lines; which of them is the largest to the left?", rows
        ),
    )
    require(
        before != 0 and after != 0,
        working(
            "The place is right. But the maximum is not flat there: on each side another line is the largest.", rows
        ),
    )
    require(
        before != after,
        working("The place is right. Two slopes meet there: what is it on the left, what on the right?", rows),
    )
    require(
        before in slopes and after in slopes,
        working("The place is right. To each side the maximum is one of your lines, and has that line’s slope.", rows),
    )
    require(
        (before, after) == best[1:3],
        almost("The place is right. Which lines are the largest just to the left of it, and just to the right?", rows),
    )
    return correct(
        "At its least the maximum has no gradient, and no slope is 0: every step to either side goes up. That is why "
        "training against an adversary can hold a weight at exactly 0.",
        rows,
    )


# 4. Find the bug ----------------------------------------------------------------------------------------------

CLASSES = SignalFeatures(strong=1.0, weak=0.15, count=5)


def _train_numbers(rng: Generator) -> dict[str, Any]:
    X, y = CLASSES.sample(300, rng)
    return {"X": X.round(2), "y": y, "radius": round(float(rng.uniform(0.21, 0.25)), 2)}


def _check_train(train: Any, given: Given, rng: Generator) -> Verdict:
    # The same for everybody: how far training comes hangs on the examples, and verdicts should not.
    fresh, signs = CLASSES.sample(800, np.random.default_rng(0))

    def weights(radius: float) -> np.ndarray:
        return vector(train(fresh, signs, radius), "What `train` returns", shape=(fresh.shape[1],))

    def loss(w: np.ndarray, radius: float) -> float:
        return float(adversarial_losses(w, fresh, signs, radius=radius, norm="linf").mean())

    radius = 0.24
    plain = plain_training(fresh, signs, epochs=300).final
    quiet = weights(0.0)
    require(
        loss(quiet, 0.0) <= loss(plain, 0.0) + 0.01,
        working(
            "With radius 0 nobody attacks, and your weights are worse than those of plain training. Do you step "
            "downhill, and often enough?",
            {"your mean loss": loss(quiet, 0.0), "plain training": loss(plain, 0.0)},
        ),
    )
    mine = weights(radius)
    best = adversarial_training(fresh, signs, radius=radius, norm="linf", epochs=300).final
    rows: list[tuple[object, ...]] = [
        ("", "strong weight", "weak weights, mean size", "loss when attacked"),
        ("yours", mine[0], float(np.abs(mine[1:]).mean()), loss(mine, radius)),
        ("plain training", plain[0], float(np.abs(plain[1:]).mean()), loss(plain, radius)),
    ]
    require(
        not np.allclose(mine, quiet, rtol=1e-3, atol=1e-3),
        working("With and without an adversary you learn the same weights. At which weights is the attack made?", rows),
    )
    require(
        loss(mine, radius) <= loss(plain, radius),
        working(
            "Attacked, your rule does worse than one that never met an adversary. Whom does your attack help? Is it "
            "made for the weights of each step, and does the attacked x stand everywhere in that step?",
            rows,
        ),
    )
    # The same examples, all turned to label -1: nothing changes for an adversary who minds the label.
    turned = vector(
        train(-fresh * signs[:, None], -np.ones_like(signs), radius), "What `train` returns", shape=(fresh.shape[1],)
    )
    require(
        loss(turned, radius) <= loss(plain, radius),
        working("If all labels are −1, your adversary helps. What should become of an example with label −1?", rows),
    )
    # What is left to gain, as a share of what there was: 0 for the best weights, 1 for plain training.
    gap = (loss(mine, radius) - loss(best, radius)) / (loss(plain, radius) - loss(best, radius))
    require(
        gap <= 0.45,
        working(
            "Your weak weights live, although this adversary can turn their features around. Does it change every "
            "feature of every example as far as it may?",
            rows,
        ),
    )
    require(
        gap <= 0.1,
        almost(
            "Your rule learns from the attack, but another one loses less when it is attacked. Is the attack as "
            "strong as it may be, and made for the weights of each step? Or are the steps so long that weights jump "
            "to and fro?",
            rows,
        ),
    )
    # Twice as large, all features: the steps are as if four times as long, and few of them are enough.
    twice = vector(train(2 * fresh, signs, 2 * radius), "What `train` returns", shape=(fresh.shape[1],))
    require(
        2 * twice[0] > 0.95 * best[0],
        almost(
            "The weak weights are right, the strong one is too small: attacked, a larger one loses less. Does the "
            "attacked x stand everywhere in your step where x stands?",
            [
                ("", "strong weight"),
                ("yours, from features twice as large", float(2 * twice[0])),
                ("the best", float(best[0])),
            ],
        ),
    )
    return correct(
        "Attack the weights as they are now, hold the attack still, step, and again. What the adversary can turn "
        "around is not learnt.",
        rows,
    )


# 5. What robustness costs -------------------------------------------------------------------------------------


def _cost_numbers(rng: Generator) -> dict[str, Any]:
    while True:
        strong, weak = round(float(rng.uniform(0.9, 1.4)), 2), round(float(rng.uniform(0.08, 0.16)), 3)
        count = int(rng.integers(15, 35))
        # Were the means of length 1, it would make no difference to forget that length.
        if abs(math.hypot(strong, weak * math.sqrt(count)) - 1) > 0.05:
            return {"strong": strong, "weak": weak, "count": count}


def _check_cost(radius: Any, given: Given, rng: Generator) -> Verdict:
    found = number(radius, "`radius`")
    require(found >= 0, working(f"`radius` is at least 0; it is {found:.4g}."))
    classes = SignalFeatures(strong=given.strong, weak=given.weak, count=given.count)
    means = classes.means
    alone = np.where(np.arange(means.size) == 0, means, 0.0)
    everything, strong = classes.accuracy(means, radius=found), classes.accuracy(alone, radius=found)
    rows = [
        ("right when attacked with your radius: all features", f"{everything:.2%}"),
        ("the strong one alone", f"{strong:.2%}"),
    ]
    length, total = float(np.linalg.norm(means)), float(means.sum())
    wanted = length * (length - given.strong) / (total - length)
    apart = abs(found - wanted) / wanted
    if apart <= 6e-3:
        return correct(
            "From here on it pays to give up the weak features. Mind that this comes before the adversary can turn "
            "one weak feature around: there are many of them, and it changes all at once.",
            [*rows, ("mean of a weak feature", given.weak)],
        )
    require(apart > 0.03, almost("Very near. Give three digits that count.", rows))
    require(
        abs(found - given.weak) > 1e-9,
        working(
            "There the adversary can turn a weak feature around, and the best weight for it is 0. But the question is "
            "when these two rules are equally good.",
            rows,
        ),
    )
    require(
        abs(found - (length - given.strong) * length / total) > 6e-3 * found,
        working(
            "There the strong feature alone is as good as the other **without** an attack. It is attacked too.", rows
        ),
    )
    require(
        abs(found - length**2 / total) > 1e-3 * found,
        working("There the rule with all features only guesses. When is it as good as the other?", rows),
    )
    if everything > strong:
        return working("With so weak an attack, all features together are still the better rule.", rows)
    if strong <= 0.5 + 1e-9:
        return working("With so strong an attack both rules only guess, or do worse. Where do they part?", rows)
    return working("With so strong an attack, the strong feature alone has long been the better rule.", rows)


EXERCISE = Exercise(
    lesson=9,
    title="Adversarial training",
    tasks=(
        Task(
            id="worst",
            title="The worst picture",
            goal="A picture `x` is a list of pixels from 0 to 1, its label `y` is −1 or 1. A linear model says 1 if "
            "w · x is positive. An adversary may change each pixel by at most `radius`, and the result must be a "
            "picture again. Write `worst(w, x, y, radius)`: the picture that makes y × (w · x) as small as possible.",
            parts=("worst()",),
            instance=_worst_numbers,
            check=_check_worst,
            hints=(
                "Look at one pixel. If its weight is positive and the label 1, should it become darker or brighter?",
                "Only the sign of the weight matters, and the label; not how large the weight is.",
                "Last, no pixel may leave the range: `np.clip`.",
            ),
        ),
        Task(
            id="gradient",
            title="The gradient of a maximum",
            goal="Let the loss be the squared error (w · x − y)², y any number; and let an adversary change each "
            "entry of x by at most `radius`, so as to make it as large as possible. Write `gradient(w, x, y, "
            "radius)`: the gradient of that worst loss in w. (No weight is 0, and neither is w · x − y.)",
            parts=("gradient()",),
            instance=_gradient_numbers,
            check=_check_gradient,
            hints=(
                "First find the worst x. If w · x is too large already, the adversary makes it larger still; if it is "
                "too small, smaller.",
                "Now hold that x still, and take the gradient of the squared error there, as if nobody had moved it.",
                "Test it: change one weight by 0.0001, and see by how much the worst loss grows.",
            ),
        ),
        Task(
            id="kink",
            title="Where a maximum is least",
            goal="An adversary has four ways to attack a model with one weight θ. With way i the loss is "
            "`slopes[i]` × θ + `heights[i]`, and the adversary takes the largest. At which θ is that least (`theta`, "
            "three digits)? And which slope has the maximum just to the left of it (`left`), and just to the right "
            "(`right`)?",
            parts=("theta", "left", "right"),
            instance=_kink_numbers,
            check=_check_kink,
            hints=(
                "Compute the largest of the four for many θ: `np.linspace(-5, 5, 1001)`. Where is it least?",
                "There two of the lines cross. Set them equal, and you have θ exactly.",
                "To the left of it one of the two is the largest, to the right the other.",
            ),
        ),
        Task(
            id="train",
            title="Find the bug",
            goal="`train(X, y, radius)` should find the weights with the least mean logistic loss when an adversary "
            "changes each feature of each example by at most `radius`. It does not. Run the check, and mend it.",
            parts=("train()",),
            instance=_train_numbers,
            check=_check_train,
            hints=(
                "What does the adversary do at the very first weights? Print it.",
                "The worst change depends on the weights. They change with every step.",
                "And it depends on the label: what hurts one example helps another.",
            ),
        ),
        Task(
            id="cost",
            title="When it pays",
            goal="Labels are −1 or 1. The first feature is `strong` times the label, `count` others are `weak` times "
            "the label each; all have normal noise of size 1. One rule takes the means as weights; the other uses the "
            "first feature alone. An adversary changes each feature by at most r. At which r (`radius`, three digits "
            "that count) are the two rules right equally often?",
            parts=("radius",),
            instance=_cost_numbers,
            check=_check_cost,
            hints=(
                "With weights w, y × (w · x) is normal: its mean is w · means, its size the length of w. The attack "
                "takes r times the sum of the sizes of the weights off the mean.",
                "So a rule is the better, the larger (w · means − r × sum of |w|) ÷ length of w.",
                "For the strong feature alone that is `strong` − r. Write it down for the other, and set the two "
                "equal.",
            ),
        ),
    ),
)
