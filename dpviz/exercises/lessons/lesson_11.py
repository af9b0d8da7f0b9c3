"""Exercise 11, the sparse vector technique: AboveThreshold, how many questions, c positives, a split, an attack."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._solve import least_integer
from dpviz.exercises import Exercise, Given, Task, Verdict, almost, correct, require, working
from dpviz.exercises.probes import draws, fits_distribution, laplace_cdf, laplace_noise, number, short, vector, whole
from dpviz.exercises.verdict import Answered
from dpviz.mechanisms.sparse import (
    VARIANTS,
    above_threshold_probabilities,
    pattern_log_probability,
    patterns,
    sparse_alpha_bound,
    sparse_alpha_textbook,
    sparse_failure,
)

Generator = np.random.Generator
Floats = NDArray[np.float64]

# 1. AboveThreshold --------------------------------------------------------------------------------------------


def _above_numbers(rng: Generator) -> dict[str, Any]:
    counts = rng.integers(5, 45, size=12)
    counts[int(rng.integers(6, 11))] = int(rng.integers(62, 80))
    return {
        "answers": counts,
        "threshold": 50,
        "sensitivity": int(rng.integers(1, 4)),
        "epsilon": round(float(rng.uniform(0.6, 1.6)), 2),
    }


def _listed(answer: Any, name: str) -> list[Any]:
    found = answer.tolist() if isinstance(answer, np.ndarray) else answer
    if isinstance(found, (list, tuple)):
        return list(found)
    raise Answered(
        working(f"What `{name}` returns should be a list with an entry for each answer; it is {short(answer)}.")
    )


def _is_mark(entry: Any) -> bool:
    return isinstance(entry, (bool, np.bool_)) or (isinstance(entry, (int, float)) and entry in (0, 1))


def _stop(answer: Any, size: int) -> int:
    """Which answer was the first above; `size` if none was."""
    found = _listed(answer, "above")
    for entry in found:
        if not _is_mark(entry):
            raise Answered(
                working(
                    "Each entry should be `True` or `False`. A number that is shown is a release of its own, and has "
                    "not been paid for.",
                    {"you publish": short(found)},
                )
            )
    first = found.index(True) if True in found else len(found)
    if len(found) <= size and first == len(found) - 1:
        return first
    if len(found) == size == first:
        return size
    shown = {"you publish": short(found)}
    require(len(found) <= size, working("There are more entries than answers.", shown))
    require(
        first < len(found),
        working(f"Of {size} answers you look at {len(found)}, and none was above. When does a run end?", shown),
    )
    require(
        not any(found[first + 1 :]),
        working("Your run goes on after the first `True`. Whoever goes on has to pay again.", shown),
    )
    raise Answered(almost("After the first `True` nothing more is published: there the list ends.", shown))


def _alone(answers: Floats, threshold: float, wide: float, narrow: float) -> Floats:
    """Probability of each answer to be above, with noise of its own on the threshold; a scale of 0 is no noise."""
    if wide and narrow:
        logs = pattern_log_probability([True], answers[:, None], threshold, threshold_scale=wide, query_scale=narrow)
        return np.exp(np.asarray(logs))
    return 1.0 - laplace_cdf(0.0, wide or narrow)(threshold - answers)


def _first(answers: Floats, threshold: float, wide: float, narrow: float, kind: str = "once") -> Floats:
    """Probability that each answer is the first above, and last that none is."""
    if kind == "once" and wide and narrow:
        first, second = 1.0 / wide, 2.0 / narrow
        return above_threshold_probabilities(
            answers, threshold, first + second, threshold_share=first / (first + second)
        )
    if (kind == "once" and wide) or kind == "shared":  # one noise in all: the largest answer so far decides
        over = _alone(np.maximum.accumulate(answers), threshold, wide, narrow)
        return np.diff(np.concatenate([[0.0], over, [1.0]]))
    one = _alone(answers, threshold, wide, narrow)
    stay = np.concatenate([[1.0], np.cumprod(1.0 - one)])
    return stay * np.append(one, 1.0)


#: Stream, threshold, Δ, ε.
Case = tuple[Floats, float, float, float]
Scale = Callable[[float, float], float]


def _scale(factor: float, *, delta: int = 1, epsilon: int = -1) -> Scale:
    """The factor times these powers of Δ and ε."""
    return lambda sensitivity, budget: factor * sensitivity**delta * budget**epsilon


#: Mistakes: scales on threshold and answers at Δ and ε, how they are drawn, what to look at.
_MISTAKES: list[tuple[Scale, Scale, str, str]] = [
    *(
        (
            _scale(0),
            _scale(factor),
            "once",
            "Your threshold gets no noise. Then nothing hides a person who is in many answers: each “below” gives away "
            "a little more.",
        )
        for factor in (4, 2, 1)
    ),
    *(
        (
            _scale(factor),
            _scale(2 * factor),
            "each",
            "You draw the threshold’s noise anew for each answer. Which step of the proof moves the threshold for "
            "**all** answers before the last?",
        )
        for factor in (2, 1)
    ),
    *(
        (
            _scale(factor),
            _scale(0),
            "once",
            "Your answers get no noise. Say one person lowers the first answer and raises the second: can the same "
            "list come out?",
        )
        for factor in (2, 1, 4)
    ),
    *(
        (
            _scale(factor),
            _scale(2 * factor),
            "shared",
            "You draw the answers’ noise once, for all of them. Two answers then differ by exactly what they differ by "
            "in the data.",
        )
        for factor in (2, 1)
    ),
    (
        _scale(2, delta=0),
        _scale(4, delta=0),
        "once",
        "If one person can move the answers by Δ = 3 instead of by 1, your noise does not grow with it.",
    ),
    (_scale(2, epsilon=0), _scale(4, epsilon=0), "once", "Your noise is the same at every ε."),
]

_TWICE = "Your threshold spends all of ε, and your answers spend it again. How is ε to be divided?"
_NOISIER = "This is private, but noisier than it has to be: some of ε is left."
_OTHER_SHARE = "This keeps the promise. But half of ε is to go to the threshold, and half to the answers."
_NARROW = "Your noise is too narrow. Count what the threshold spends, and what the one answer above does."

#: Other scales in Δ/ε, for threshold and answers.
_PAIRS: dict[tuple[float, float], str] = {
    (2, 2): "The noise on your answers is too narrow. The threshold may move by Δ, and an answer by Δ the other way: "
    "how far is it to the threshold then?",
    (1, 1): "Each of your two noises alone spends ε or more. How is ε to be divided?",
    (1, 2): _TWICE,
    (4, 2): "Which of the two needs the wider noise? Look at how far the proof moves each of them.",
    (1, 4): "The noise on your threshold is too narrow: half of ε is to pay for it.",
    (2, 1): "The noise on your answers is too narrow: half of ε is to pay for it, and one answer moves further than Δ.",
    (0.5, 1): "Do you multiply by what you should divide by? Both your noises are far too narrow.",
    (4, 8 / 3): _OTHER_SHARE,
    (4, 4): _NOISIER,
    (4, 8): _NOISIER,
    (2, 8): _NOISIER,
    (1, 8): _NARROW,
    (0.5, 2): _NARROW,
    (0.5, 4): _NARROW,
    (4, 1): _NARROW,
}


def _cases(given: Given) -> list[Case]:
    rising = np.array([-24.0, -17, -11, -7, -14, -4, -2, -9, 0.5, 4])
    return [
        (np.full(10, 20.0), 20.0, 1.0, 1.0),
        (30.0 + rising, 30.0, 1.0, 1.0),
        (30.0 + 6 * rising, 30.0, 3.0, 0.5),
        (30.0 + 0.5 * rising, 30.0, 1.0, 2.0),
        (
            np.asarray(given.answers, dtype=float),
            float(given.threshold),
            float(given.sensitivity),
            float(given.epsilon),
        ),
    ]


def _check_above(above: Any, given: Given, rng: Generator) -> Verdict:
    clear = np.array([10.0, 20.0, 90.0, 30.0, 95.0])

    def run(answers: Floats, threshold: float, delta: float, epsilon: float, draw: Generator) -> int:
        return _stop(above(answers, threshold, delta, epsilon, draw), len(answers))

    rows: list[tuple[object, ...]] = [("answers", short(clear)), ("threshold", 50), ("ε", 400)]
    stops = [run(clear, 50.0, 1.0, 400.0, np.random.default_rng(seed)) for seed in range(12)]
    require(
        stops != [0] * 12,
        working("An answer far below the threshold is called “above”. Which way do you compare?", rows),
    )
    require(
        len(set(stops)) == 1,
        working(
            "At ε = 400 your output changes from run to run. Which end of ε is the private one, with much noise?", rows
        ),
    )
    require(stops[0] == 2, working("The third answer is the first above, and with hardly any noise you miss it.", rows))
    even = np.full(5, 50.0)
    require(
        len({run(even, 50.0, 1.0, 1.0, np.random.default_rng(seed)) for seed in range(12)}) > 1,
        working("All answers at the threshold, and ε = 1: twelve runs with twelve seeds agree. Where is the noise?"),
    )
    cases = _cases(given)
    # All answers at the threshold tell best how wide its noise is, beside theirs.
    sizes = [12_000, 3_000, 3_000, 3_000, 3_000]
    counts = []
    for case, size in zip(cases, sizes, strict=True):
        found = Counter(draws(run, *case, size=size, rng=rng))
        counts.append(np.array([found[place] for place in range(len(case[0]) + 1)]))

    def expected(wide: Scale, narrow: Scale, kind: str = "once") -> list[Floats]:
        return [
            _first(answers, level, wide(delta, eps), narrow(delta, eps), kind) for answers, level, delta, eps in cases
        ]

    def fits(exact: list[Floats]) -> bool:
        return all(fits_distribution(seen, p).ok for seen, p in zip(counts, exact, strict=True))

    exact = expected(_scale(2), _scale(4))
    if fits(exact):
        return correct(
            "Your runs end where AboveThreshold’s do, on every stream we tried. A run costs ε, however many answers "
            "were below.",
            {"of 3,000 runs on your stream end at the week that matters": f"{counts[-1][cases[-1][0].argmax()]:,}"},
        )
    # Of all known mistakes the likeliest, if it can be the one.
    guesses = [
        (expected(wide, narrow, kind), _told(wide, narrow, kind, text)) for wide, narrow, kind, text in _MISTAKES
    ]
    guesses += [(expected(_scale(a), _scale(b)), _other_scales(a, b)) for a, b in _PAIRS]
    found_in, verdict = max(guesses, key=lambda guess: _likelihood(counts, guess[0]))
    if fits(found_in):
        return verdict
    worst = max(range(4), key=lambda place: fits_distribution(counts[place], exact[place]).distance)
    answers, level, delta, eps = cases[worst]
    return working(
        "Your runs do not end where AboveThreshold’s do. Is the noise Laplace’s, one draw for the threshold, and a "
        "fresh one for each answer, with the scales that half of ε pays for?",
        [
            ("threshold, Δ, ε", f"{level:g}, {delta:g}, {eps:g}"),
            ("answers", *(f"{answer:g}" for answer in answers), "none"),
            (f"first above, of your {sizes[worst]:,} runs", *counts[worst]),
            ("of AboveThreshold’s, about", *(round(sizes[worst] * p) for p in exact[worst])),
        ],
    )


def _likelihood(counts: Sequence[Floats], exact: Sequence[Floats]) -> float:
    """Logarithm of the probability of these counts."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return sum(
            float(np.where(seen > 0, seen * np.log(np.maximum(p, 0)), 0.0).sum())
            for seen, p in zip(counts, exact, strict=True)
        )


def _told(wide: Scale, narrow: Scale, kind: str, sentence: str) -> Verdict:
    """A mistake, with what it loses at Δ = 1 and ε = 1 where that is to be seen."""
    a, b, size = wide(1, 1), narrow(1, 1), 20
    if kind == "shared" or not b:
        return working(sentence, [("loss", "no number is large enough"), ("promised", 1)])
    if a and kind == "once":
        return working(sentence)
    here, there = (float(_alone(np.array([level]), 0.0, a, b)[0]) for level in (0.0, 1.0))
    loss = size * math.log((1 - here) / (1 - there))
    return working(sentence, [(f"loss of {size} times “below” at the threshold", loss), ("promised", 1)])


def _other_scales(wide: float, narrow: float) -> Verdict:
    loss = 1 / wide + 2 / narrow
    return (working if loss > 1 + 1e-9 else almost)(
        _PAIRS[wide, narrow], [("what one person can lose, at Δ = 1 and ε = 1", loss), ("promised", 1)]
    )


# 2. How many questions ----------------------------------------------------------------------------------------


def _textbook(alpha: float, beta: float, delta: float, epsilon: float) -> float:
    """The theorem, solved for k."""
    return beta / 2 * math.exp(epsilon * alpha / (8 * delta))


def _questions_numbers(rng: Generator) -> dict[str, Any]:
    while True:
        delta, epsilon = int(rng.integers(3, 6)), round(float(rng.uniform(0.6, 2.0)), 2)
        beta = float(rng.choice([0.02, 0.04, 0.05, 0.1]))
        alpha = round(8 * delta / epsilon * (float(rng.uniform(3.7, 7.5)) + math.log(2 / beta)))
        k = _textbook(alpha, beta, delta, epsilon)
        if 0.1 < k % 1 < 0.9 and k > 40:
            return {"alpha": alpha, "beta": beta, "sensitivity": delta, "epsilon": epsilon}


def _check_questions(questions: Any, given: Given, rng: Generator) -> Verdict:
    found = whole(questions, "`questions`")
    require(found >= 1, working(f"`questions` is a number of weeks, at least 1; it is {found}."))
    alpha, beta, delta, epsilon = float(given.alpha), float(given.beta), float(given.sensitivity), float(given.epsilon)
    best = math.floor(_textbook(alpha, beta, delta, epsilon))
    rows: list[tuple[object, ...]] = [
        ("questions", "α by the theorem"),
        *(
            (f"{k:,}", f"{sparse_alpha_textbook(beta, k, epsilon, sensitivity=delta):.2f}")
            for k in sorted({max(found // 2, 1), found, 2 * found})
            if k < 1e15
        ),
        ("allowed", f"{alpha:g}"),
    ]
    if found == best:
        truth = float(sparse_failure(alpha, found, epsilon, sensitivity=delta))
        return correct(
            "One question more, and the theorem promises it no longer. The truth is kinder: on the worst stream such a "
            "run fails much more rarely than it may.",
            [*rows, ("fails, exactly, with probability", f"{truth:.2g}"), ("may fail with", f"{beta:g}")],
        )

    def near(value: float) -> bool:
        return found in (math.floor(value), math.ceil(value)) or (value > 1e9 and abs(found / value - 1) < 1e-9)

    require(found != best + 1, almost("So close: one question too many. Which way must one round?", rows))
    require(
        not near(2 * best) and not near(_textbook(alpha, 2 * beta, delta, epsilon)),
        almost("Nearly. Two things may go wrong, the threshold’s noise and the answers’; they share β.", rows),
    )
    require(
        not near(_textbook(2 * alpha, beta, delta, epsilon))
        and not near(_textbook(2 * alpha, 2 * beta, delta, epsilon)),
        working("Far more than the theorem promises. Which part of α is left for the noise on an answer?", rows),
    )
    require(
        not near(_textbook(alpha, beta, 1, epsilon)) and not near(_textbook(alpha, 2 * beta, 1, epsilon)),
        working("One patient moves an answer by more than 1 here. Where does Δ come in?", rows),
    )
    for base in (2, 10):
        require(
            not near(beta / 2 * base ** (epsilon * alpha / (8 * delta))),
            working(f"Your logarithm has the base {base}; the theorem’s is the natural one.", rows),
        )
    require(
        not near(math.exp(epsilon * alpha / (8 * delta)) * 2 / beta),
        working("The rarer a failure may be, the fewer questions: with your number it is the other way round.", rows),
    )

    def least(ok: Callable[[int], bool]) -> int:
        return (least_integer(lambda k: not ok(k), most=10**9) or 10**9) - 1

    for promised in (
        lambda k: float(sparse_failure(alpha, k, epsilon, sensitivity=delta)) <= beta,
        lambda k: float(sparse_alpha_bound(beta, k, epsilon, sensitivity=delta)) <= alpha,
    ):
        if found < 10**9 and promised(found) and not promised(found + 1):
            return almost("True, and more than asked. Here take what the theorem itself promises.", rows)
    if found > best:
        return working("For so many questions the theorem’s α is larger than allowed.", rows)
    return (almost if found >= 0.97 * best else working)(
        "So many the theorem allows, but more too. Find the largest number.", rows
    )


# 3. c positives, and their numbers ----------------------------------------------------------------------------


def _sparse_numbers(rng: Generator) -> dict[str, Any]:
    counts = rng.integers(5, 45, size=16)
    counts[rng.choice(np.arange(2, 16), size=4, replace=False)] = rng.integers(60, 90, size=4)
    return {
        "answers": counts,
        "threshold": 50,
        "epsilons": (0.5, round(float(rng.uniform(3.0, 5.0)), 1), round(float(rng.uniform(1.0, 2.0)), 1)),
        "count": int(rng.integers(2, 4)),
    }


Run = tuple[tuple[bool, ...], tuple[float, ...]]


def _run(answer: Any, size: int, count: int) -> Run:
    """Which answers were called above, and the numbers published."""
    found = _listed(answer, "sparse_vector")
    marks: list[bool] = []
    values: list[float] = []
    for entry in found:
        if entry is True or (isinstance(entry, np.bool_) and entry):
            raise Answered(
                working(
                    "For an answer above publish a number in place of `True`: the answer with fresh noise.",
                    {"you publish": short(found)},
                )
            )
        below = entry is None or (_is_mark(entry) and not entry)
        marks.append(not below)
        if not below:
            values.append(number(entry, "An answer that `sparse_vector` publishes"))
    shown = {"c": count, "you publish": short(found)}
    if sum(marks) > count:
        require(False, working(f"Your run goes on after {count} positives: who pays for the next?", shown))
    if sum(marks) == count and not marks[-1]:
        require(False, almost(f"After {count} positives nothing more is published: there the list ends.", shown))
    require(len(marks) <= size, working("There are more entries than answers.", shown))
    if sum(marks) < count and len(marks) < size:
        raise Answered(
            working(
                f"Of {size} answers you look at {len(marks)}, and {sum(marks)} of them were above. When does a run "
                "end?",
                shown,
            )
        )
    return tuple(marks), tuple(values)


def _distribution(
    answers: Floats, threshold: float, count: int, wide: float, narrow: float, kind: str = "kept"
) -> Floats:
    """Probability of each pattern of a run."""
    every = patterns(len(answers), count)
    if kind == "each" or not wide:
        one = _alone(answers, threshold, wide, narrow)
        return np.array([np.prod(np.where(marks, one[: len(marks)], 1 - one[: len(marks)])) for marks in every])
    return np.exp(
        [
            float(
                pattern_log_probability(
                    marks, answers, threshold, threshold_scale=wide, query_scale=narrow or None, resample=kind == "anew"
                )
            )
            for marks in every
        ]
    )


def _fits_patterns(runs: Sequence[Run], answers: Floats, count: int, probabilities: Floats) -> bool:
    seen = Counter(marks for marks, _ in runs)
    return fits_distribution([seen[marks] for marks in patterns(len(answers), count)], probabilities).ok


#: ε of so little noise that it changes nothing.
_PLENTY = 1e7


def _check_sparse(sparse_vector: Any, given: Given, rng: Generator) -> Verdict:
    def run(answers: Floats, threshold: float, epsilons: tuple[float, ...], count: int, draw: Generator) -> Run:
        return _run(sparse_vector(answers, threshold, epsilons, count, draw), len(answers), count)

    clear = np.array([90.0, 10, 80, 20, 70, 30])
    marks, values = run(clear, 50.0, (1000.0, 1000.0, 1000.0), 2, np.random.default_rng(1))
    rows: list[tuple[object, ...]] = [
        ("answers", short(clear)),
        ("threshold", 50),
        ("c", 2),
        (
            "you publish",
            short(
                [
                    round(value, 2) if above else False
                    for above, value in zip(marks, _spread(marks, values), strict=True)
                ]
            ),
        ),
    ]
    require(
        marks == (True, False, True),
        working("With hardly any noise, which answers are above? And when does the run end?", rows),
    )
    require(
        max(abs(values[0] - 90), abs(values[1] - 80)) < 1,
        working("The numbers should be near the true answers, with so little noise.", rows),
    )
    _threshold_noise(run, rng)
    level = 400.0
    for count, second, shift in ((3, 3.0, 0.0), (2, 8.0, 0.3)):
        # A threshold as good as exact: each answer by itself.
        answers = level + shift + 2 * count / second * np.array([-1.5, 0.2, -0.7, -2.5, 0.6])
        runs = draws(run, answers, level, (_PLENTY, second, 2.0), count, size=5_000, rng=rng)
        _answers_noise(runs, answers, level, count, second)
        _numbers_compared(runs, answers, level, count / 2.0)
    # Answers that are surely above: the numbers by themselves. Whole answers, for numbers may be rounded.
    for count, third in ((4, 0.5), (2, 3.0)):
        answers = np.array([300.0, 220, 500, 240, 450, 422, 475])
        runs = draws(run, answers, 10.0, (_PLENTY, _PLENTY, third), count, size=2_000, rng=rng)
        _numbers(np.array([values for _, values in runs]) - answers[:count], count, third, rng)
    answers, count = level + np.array([-4.0, 1, -9, 3, -2]), 2
    runs = draws(run, answers, level, (0.5, 1.0, 0.5), count, size=3_000, rng=rng)
    kept, anew = (
        _distribution(answers, level, count, wide, 4.0, kind) for wide, kind in ((2.0, "kept"), (4.0, "anew"))
    )
    require(
        _fits_patterns(runs, answers, count, kept) or _fits_patterns(runs, answers, count, anew),
        working(
            "Right where one of the two noises is as good as zero, but not where both are there. Do they depend on one "
            "another?"
        ),
    )
    own, own_values = run(
        np.asarray(given.answers, dtype=float),
        float(given.threshold),
        given.epsilons,
        given.count,
        np.random.default_rng(0),
    )
    return correct(
        "Whatever the stream, ε₁ + ε₂ + ε₃ is all that is lost: the threshold once, and then the positives only.",
        [("on your own stream, looked at", len(own)), ("published numbers", short([round(v, 1) for v in own_values]))],
    )


def _spread(marks: Sequence[bool], values: Sequence[float]) -> list[float]:
    rest = iter(values)
    return [next(rest) if above else 0.0 for above in marks]


def _threshold_noise(run: Callable[..., Run], rng: Generator) -> None:
    """Answers without noise worth the name: what is left is the threshold's."""
    first, count, level = 0.5, 3, 70.0
    answers = level + np.array([-1.0, 1.2, -3.0, 2.0, 0.1, 4.0])
    runs = draws(run, answers, level, (first, _PLENTY, 1.0), count, size=3_000, rng=rng)

    def fits(wide: float, kind: str) -> bool:
        return _fits_patterns(runs, answers, count, _distribution(answers, level, count, wide, 0.0, kind))

    if fits(1 / first, "kept") or fits(count / first, "anew"):
        return
    exact = tuple(answers >= level)
    rows = [
        ("answers less threshold", *(f"{answer - level:g}" for answer in answers)),
        ("ε₁, c", first, count),
        ("different lists, of 3,000 runs", len({marks for marks, _ in runs})),
    ]
    require(
        not all(marks == exact[: len(marks)] for marks, _ in runs),
        working("At a small ε₁ and a huge ε₂ all your runs agree: the threshold gets no noise.", rows),
    )
    require(
        not fits(1 / first, "anew"),
        working(
            "You draw the threshold’s noise anew after each positive, each time with all of ε₁. Keep it, or pay for "
            "each draw.",
            rows,
        ),
    )
    require(
        not (fits(1 / first, "each") or fits(count / first, "each")),
        working("You draw the threshold’s noise anew for each answer. Who pays for that?", rows),
    )
    require(
        not fits(count / first, "kept"),
        almost("You draw the threshold’s noise once, but pay for it c times: it could be narrower.", rows),
    )
    raise Answered(
        working(
            "The noise on your threshold is not Laplace’s of the scale that ε₁ pays for. How far can one patient move "
            "all the answers below together?",
            rows,
        )
    )


def _answers_noise(runs: Sequence[Run], answers: Floats, level: float, count: int, second: float) -> None:
    """A threshold as good as exact: what is left is the noise on the answers."""

    def fits(factor: float) -> bool:
        return _fits_patterns(runs, answers, count, _distribution(answers, level, count, 0.0, factor / second))

    if fits(2 * count):
        return
    exact = tuple(answers >= level)
    rows: list[tuple[object, ...]] = [("ε₂, c", second, count)]
    require(
        not all(marks == exact[: len(marks)] for marks, _ in runs),
        working("At a huge ε₁ and a small ε₂ all your runs agree: the answers get no noise.", rows),
    )
    for factor, sentence in (
        (2, "The noise on your answers would do for one positive. There may be c."),
        (1, "The noise on your answers would not even do for one positive. How far does the proof move an answer?"),
        (
            count,
            "You pay for c positives. But how far does the proof move each of them, if the threshold has moved the "
            "other way?",
        ),
    ):
        loss = 2 * count / factor * second
        require(not fits(factor), working(sentence, [*rows, ("what the positives can lose", loss), ("paid", second)]))
    for factor in (4 * count, 2 * count * count, 3 * count):
        require(not fits(factor), almost("The noise on your answers is wider than ε₂ asks for.", rows))
    raise Answered(
        working(
            "The noise on your answers is not Laplace’s of the scale that ε₂ pays for, drawn afresh for each.", rows
        )
    )


def _numbers_compared(runs: Sequence[Run], answers: Floats, level: float, scale: float) -> None:
    """Whether the published numbers have noise of their own, whatever was compared."""
    chosen = np.concatenate([answers[: len(marks)][list(marks)] for marks, _ in runs])
    values = np.array([value for _, found in runs for value in found])
    require(
        bool((values < level - 0.01).any()),
        working(
            "Of your published numbers none is below the threshold: is it the noisy answer that was compared? Then it "
            "also tells where the noisy threshold is not.",
            {"published numbers": f"{len(values):,}", "the smallest": float(values.min()), "threshold": level},
        ),
    )
    lift = float((values - chosen).mean())
    # Laplace noise of that scale has a mean so small, but once in 10^9.
    require(
        lift < 10 * scale / math.sqrt(len(values)),
        working(
            "Your published numbers are too large on average: an answer that was compared is above because its noise "
            "was. Is that noise still in them?",
            {"published numbers": f"{len(values):,}", "above the true answers, on average, by": lift},
        ),
    )


def _numbers(noise: Floats, count: int, third: float, rng: Generator) -> None:
    """Noise of the published numbers; rows are runs."""
    require(bool(noise.any(axis=0).all()), working("You publish the answers above without noise.", {"ε₃": third}))
    found = laplace_noise(noise, rng)
    wide = float(found.scales.mean()) * third / count
    rows = [("ε₃, c", third, count), ("mean size of the numbers’ noise", float(np.abs(noise).mean()))]
    require(
        bool((np.ptp(noise, axis=1) > 1e-9).all()) or bool((noise == np.round(noise)).all()),
        working("All numbers of a run have the same noise: their differences are exact.", rows),
    )
    require(
        abs(wide * count - 1) > 0.15,
        working("Your numbers would do if there were only one. Each of the c has to be paid for.", rows),
    )
    require(wide > 0.93, working("The noise on your numbers is too narrow for ε₃.", rows))
    require(
        wide < 1.07,
        almost("The noise on your numbers is wider than ε₃ asks for: how far does one patient move an answer?", rows),
    )
    require(
        found.ok,
        almost(
            "The noise on your numbers has about the right size, but it is not Laplace’s around the true answer.", rows
        ),
    )


# 4. The split -------------------------------------------------------------------------------------------------


def _split_numbers(rng: Generator) -> dict[str, Any]:
    while True:
        epsilon, count = round(float(rng.uniform(1.2, 3.0)), 2), int(rng.choice([5, 6, 7, 9, 10, 12, 14]))
        # Who gives a share of ε must not be told that it is the other case's ε₁.
        replaced, added = (1 + factor ** (2 / 3) for factor in (2 * count, count))
        if abs(epsilon * added / replaced - 1) > 0.01:
            return {"epsilon": epsilon, "count": count}


def _ratio_sentence(found: float, epsilon: float, factor: float, other: float, count: int) -> str:
    """What a wrong ε₁ looks like; empty if like nothing known."""

    def near(value: float) -> bool:
        return abs(found - value) <= 1e-3 * value

    def first(ratio: float) -> float:
        return epsilon / (1 + ratio)

    power = 2 / 3
    looks = [
        (
            [epsilon / 2],
            "These are halves. But with c positives the answers’ noise is then far wider than the threshold’s: where "
            "does a little more ε help most?",
        ),
        ([epsilon - first(factor**power)], "This is ε₂. Asked is for ε₁, which pays for the threshold."),
        ([1 / (1 + factor**power)], "This is ε₁’s share of ε, not ε₁ itself."),
        (
            [first(factor)],
            "Now both noises are equally wide. Is the variance of the **sum** least there? Move a little ε across, and "
            "look.",
        ),
        (
            [first(other**power)],
            "This belongs to the other case. In which of them can the threshold and an answer move apart?",
        ),
        (
            [first(factor / count), first((factor / count) ** power)] if factor > count else [],
            "This would be right for one positive. There are c.",
        ),
        (
            [first(factor**0.5), first(factor ** (1 / 3)), first(factor**1.5), first(factor**2)],
            "The right idea, and another power. Write down the variance of the sum, and set its derivative to 0.",
        ),
    ]
    return next((sentence for values, sentence in looks if any(near(value) for value in values)), "")


def _check_split(replaced: Any, added: Any, given: Given, rng: Generator) -> Verdict:
    epsilon, count = float(given.epsilon), int(given.count)
    results = []
    for value, name, factor, other in ((replaced, "replaced", 2 * count, count), (added, "added", count, 2 * count)):
        found = number(value, f"`{name}`")
        require(
            0 < found < epsilon,
            working(f"`{name}` is the part ε₁ of ε = {epsilon:g}: above 0 and below ε; it is {found:.4g}."),
        )

        def variance(first: float, factor: float = factor) -> float:
            return 2 / first**2 + 2 * factor**2 / (epsilon - first) ** 2

        rows: list[tuple[object, ...]] = [
            ("ε₁", "variance of a noisy answer less the noisy threshold"),
            *(
                (f"{first:.4f}", f"{variance(first):.4g}")
                for first in (0.9 * found, found, min(1.1 * found, (found + epsilon) / 2))
            ),
        ]
        best = epsilon / (1 + factor ** (2 / 3))
        results.append((name, found, best, rows, _ratio_sentence(found, epsilon, factor, other, count)))
    good = [abs(found - best) <= 1e-3 * best for _, found, best, _, _ in results]
    if all(good):
        factors = [("", "ε₁", "ε₂")] + [(name, f"{found:.4f}", f"{epsilon - found:.4f}") for name, found, *_ in results]
        return correct(
            "Most goes to the answers. And where all answers move the same way, half the noise on them is enough, so "
            "the threshold gets a little more.",
            factors,
        )
    name, found, best, rows, sentence = results[good.index(False)]
    case = "one patient is replaced" if name == "replaced" else "one patient is added or left out"
    answer = almost if any(good) or abs(found - best) <= 0.02 * best else working
    if sentence:
        return answer(f"`{name}`: {sentence[0].lower() if not sentence.startswith('ε') else 'ε'}{sentence[1:]}", rows)
    if abs(found - best) <= 0.02 * best:
        return almost(f"`{name}` is very near. Give more digits.", rows)
    return answer(
        f"`{name}`: if {case}, which scale does ε₁ give the threshold, and which does ε₂ give an answer? Another ε₁ "
        "makes the variance smaller.",
        rows,
    )


# 5. Break a published algorithm -------------------------------------------------------------------------------

_VARIANT = VARIANTS[4]


def _attack_numbers(rng: Generator) -> dict[str, Any]:
    count, epsilon = int(rng.integers(3, 6)), round(float(rng.uniform(0.4, 1.0)), 2)
    return {
        "epsilon": epsilon,
        "count": count,
        "threshold": int(rng.integers(30, 71)),
        "weeks": count + 12,
        "wanted": round(0.9 * _VARIANT.true_epsilon(epsilon, count=count), 2),
    }


def _counts(value: Any, name: str, weeks: int) -> Floats:
    found = vector(value, f"`{name}`")
    require(
        found.ndim == 1 and 1 <= len(found) <= weeks,
        working(f"`{name}` should be a list of 1 to {weeks} counts, one a week; it is {short(value)}."),
    )
    require(
        bool((found == np.floor(found)).all() and (found >= 0).all() and (found <= 1000).all()),
        working(f"`{name}` should be counts: whole numbers from 0 to 1,000."),
    )
    return found


def _check_attack(here: Any, there: Any, output: Any, given: Given, rng: Generator) -> Verdict:
    weeks, count, epsilon = int(given.weeks), int(given.count), float(given.epsilon)
    one, other = _counts(here, "here", weeks), _counts(there, "there", weeks)
    require(
        len(one) == len(other),
        working(f"Both streams answer the same questions; yours have {len(one)} and {len(other)} weeks."),
    )
    gap = np.abs(one - other)
    require(
        gap.max() <= 1,
        working(
            "One patient changes a week’s count by at most 1.",
            {"week, from 0": gap.argmax(), "here": f"{one[gap.argmax()]:g}", "there": f"{other[gap.argmax()]:g}"},
        ),
    )
    require(gap.max() > 0, working("Your two streams are the same: there is nobody to be told apart."))
    marks = _listed(output, "output") if isinstance(output, (list, tuple, np.ndarray)) else None
    require(
        marks and all(_is_mark(mark) for mark in marks),
        working(f"`output` should be a list of `True` and `False`, as it is published; it is {short(output)}."),
    )
    marks = [bool(mark) for mark in marks or ()]
    require(len(marks) <= len(one), working(f"`output` has {len(marks)} entries for {len(one)} weeks."))
    positives = sum(marks)
    require(
        positives < count or (positives == count and marks[-1]),
        working(f"This list is never published: the run ends with the “above” number {count}."),
    )
    require(
        positives == count or len(marks) == len(one),
        working(
            f"This list is never published: with {positives} times “above” the run goes on, to the last of {len(one)} "
            "weeks."
        ),
    )
    logs = [
        float(_VARIANT.log_probability(marks, stream, float(given.threshold), epsilon=epsilon, count=count))
        for stream in (one, other)
    ]
    loss = abs(logs[0] - logs[1])
    rows: list[tuple[object, ...]] = [
        ("probability of `output`, here", _power(logs[0])),
        ("there", _power(logs[1])),
        ("loss", loss),
        ("claimed", epsilon),
        ("wanted", float(given.wanted)),
    ]
    if loss >= given.wanted:
        return correct(
            "Here is the proof that it is not what it claims: two neighbours, one output, and its exact loss. Each "
            "further positive adds to it; nobody had paid for them.",
            rows,
        )
    moves = one[: len(marks)] - other[: len(marks)]
    above = np.array(marks)
    broken = "It is broken already: the loss is above ε. " if loss > epsilon else ""
    answer = almost if broken else working
    require(
        positives,
        answer(f"{broken}“Below” all the time loses little, at whatever length. What has not been paid for?", rows),
    )
    require(positives == count, answer(f"{broken}How many positives may there be? Each of them loses something.", rows))
    require(
        not above.all(),
        answer(f"{broken}Without a single “below” the threshold’s noise may lie wherever it likes. Pin it down.", rows),
    )
    require(
        not (moves >= 0).all() and not (moves <= 0).all(),
        answer(
            f"{broken}In your streams all weeks move the same way. Who replaces a patient may raise some counts, and "
            "lower others.",
            rows,
        ),
    )
    require(
        len(set(moves[above])) == 1 and len(set(moves[~above])) == 1 and moves[above][0] * moves[~above][0] < 0,
        answer(
            f"{broken}Not all your weeks pull the same way. Which way must those “below” move, and those “above”?", rows
        ),
    )
    return answer(
        f"{broken}The directions are right. Now pin the threshold better: more weeks “below” before the positives, or "
        "counts at which “below” is more of a surprise.",
        rows,
    )


def _power(log: float) -> str:
    """A probability as a power of ten, however small."""
    tens = math.floor(log / math.log(10))
    return f"{math.exp(log):.3g}" if tens > -5 else f"{math.exp(log - tens * math.log(10)):.2f} × 10^{tens}"


EXERCISE = Exercise(
    lesson=11,
    title="The sparse vector technique",
    tasks=(
        Task(
            id="above",
            title="AboveThreshold",
            goal="Write `above(answers, threshold, sensitivity, epsilon, rng)`: AboveThreshold, with half of ε for the "
            "threshold, and half for the answers. It returns what is published, a list: `False` for each answer that "
            "is said to be below, `True` for the first that is said to be above; there the list ends.",
            parts=("above()",),
            instance=_above_numbers,
            check=_check_above,
            hints=(
                "Two noises: one on the threshold, one on each answer. Which of them is drawn once, which again and "
                "again?",
                "The proof moves the threshold by at most Δ, and the one answer above by at most 2Δ. Each of the moves "
                "may cost half of ε.",
                "Draw the noisy threshold before the loop. In the loop add fresh noise to an answer, put `True` or "
                "`False` into a list, and leave the loop at the first `True`.",
            ),
        ),
        Task(
            id="questions",
            title="How many questions?",
            goal="One patient can change each week’s count by up to `sensitivity`. A run of AboveThreshold with "
            "`epsilon` should be (α, β)-accurate, with `alpha` and `beta`. For how many weeks, `questions`, does the "
            "accuracy theorem promise that, **at most**?",
            parts=("questions",),
            instance=_questions_numbers,
            check=_check_questions,
            hints=(
                "In the theorem α is given by k. Here α is given, and k is wanted.",
                "Bring ln k to one side. What undoes a natural logarithm?",
                "A number of weeks is whole, and the promise must hold for it: round accordingly.",
            ),
        ),
        Task(
            id="sparse",
            title="Up to c positives, with their numbers",
            goal="Write `sparse_vector(answers, threshold, epsilons, count, rng)` for counts with Δ = 1. "
            "`epsilons` is (ε₁, ε₂, ε₃): what pays for the threshold’s noise, for the comparisons, and for the numbers "
            "that are published. Return a list: `False` for an answer below, a noisy number for an answer above; it "
            "ends with the answer above number `count`, or with the stream. Use all of ε₁ + ε₂ + ε₃, and no more.",
            parts=("sparse_vector()",),
            instance=_sparse_numbers,
            check=_check_sparse,
            hints=(
                "Begin with your AboveThreshold, and let it go on until there are `count` positives.",
                "The threshold’s noise may be kept for the whole run. Then ε₁ pays once; if you draw it anew, it pays "
                "each time.",
                "Each positive costs, and there may be `count` of them: so ε₂ is shared, and ε₃ too.",
                "The number must have noise of its own: the noise that was compared is spent.",
            ),
        ),
        Task(
            id="split",
            title="Threshold and answers",
            goal="A run with `count` positives, Δ = 1, the threshold’s noise kept, no numbers published. ε = ε₁ + ε₂ "
            "is split between threshold and answers, so that a noisy answer less the noisy threshold has the least "
            "variance. How large is ε₁, `replaced`, if neighbours differ by one patient who is replaced? And how "
            "large, `added`, if by one who is added or left out, so that all counts move the same way? Four digits.",
            parts=("replaced", "added"),
            instance=_split_numbers,
            check=_check_split,
            hints=(
                "Write down the scale of each noise. Laplace noise of scale b has the variance 2b².",
                "If all counts move the same way, how far can an answer above and the threshold move apart?",
                "The two variances add up, as functions of ε₁ and ε − ε₁. Set the derivative to 0, or try many ε₁.",
            ),
        ),
        Task(
            id="attack",
            title="Break a published algorithm",
            goal="The code below was published with the claim that it is ε-differentially private. Find two streams of "
            "at most `weeks` counts, `here` and `there`, that differ by at most 1 in each week, and a list `output` "
            "that the code can publish, so that the loss of `output` is at least `wanted`.",
            parts=("here", "there", "output"),
            instance=_attack_numbers,
            check=_check_attack,
            hints=(
                "What does the noise on the answers pay for, and how often is it used?",
                "Take an output that begins with many times “below”, and ends with all the positives there may be.",
                "From one stream to the other, let the counts “below” move one way, and the counts “above” the other "
                "way. At the threshold it shows best.",
            ),
        ),
    ),
)
