"""What the reader of the lesson on PAC learning can check about themselves."""

from __future__ import annotations

from dpviz.learning import Thresholds, growth_function, occam_size, uniform_convergence_size
from dpviz.learning.bounds import occam_failure
from dpviz.lessons.questions import ChoiceQuestion, Mistake, NumericQuestion, Option, Question, State


def _halved(_: State) -> dict[str, float]:
    now, then = (float(uniform_convergence_size(65, alpha, 0.05)) for alpha in (0.1, 0.05))
    return {
        "now": now,
        "answer": then,
        "twice": 2 * now,
        "half": now / 2,
        "occam": float(occam_size(65, 0.05, 0.05)),
    }


def _survives(_: State) -> dict[str, float]:
    return {
        "answer": 100 * float(occam_failure(1, 10, 0.2, exponential=False)),
        "bound": 100 * float(occam_failure(1, 10, 0.2)),
        "always_wrong": 100 * float(occam_failure(1, 10, 0.8, exponential=False)),
    }


def _ways(_: State) -> dict[str, float]:
    return {"answer": float(growth_function(Thresholds(4), 10)), "all": 2.0**10, "points": 10.0}


QUESTIONS: dict[str, Question] = {
    "halve": NumericQuestion(
        "For α = 0.1 the one-sided band asks for {now:,.0f} patients (65 rules, β = 5 %). How many does it ask for at "
        "α = 0.05?",
        _halved,
        unit="patients",
        right="α enters squared, so half the error takes four times the patients.",
        small="A narrower band takes more than that. Look where α stands in e^(−2nα²).",
        large="Not quite so many. Look where α stands in e^(−2nα²).",
        mistakes=(
            Mistake(
                "twice",
                "That would be so if α entered plainly, as in Occam’s razor. Here it is squared: the share of "
                "wrong labels settles like one over the *root* of n.",
            ),
            Mistake("half", "A narrower band is harder to keep, and takes more patients, not fewer."),
            Mistake("occam", "That is Occam’s formula. It needs a rule that is right about everybody."),
        ),
    ),
    "survives": NumericQuestion(
        "A rule is wrong about one avocado in five. With what probability does it fit ten avocados, all of them?",
        _survives,
        unit="%",
        right="It is right ten times in a row: 0.8 to the power 10. A rule as bad as that still survives "
        "one such sample in nine.",
        small="Being right once has probability 0.8. It must happen ten times in a row.",
        large="Being right once has probability 0.8. It must happen ten times in a row.",
        mistakes=(
            Mistake(
                "bound",
                "That is e^(−αn), the handy bound. The exact chance is (1 − α)^n, which is a little less.",
            ),
            Mistake(
                "always_wrong", "That is the chance to be *wrong* about all ten. To fit, it must be right."
            ),
        ),
    ),
    "bigger": ChoiceQuestion(
        "A learner is right about all of 500 records. What does that alone tell about new ones?",
        (
            Option(
                "It errs on fewer than one in 500.",
                "The memoriser is right about all its records too, and errs on half of the new ones.",
            ),
            Option(
                "Nothing, before one knows how many rules it could choose from.",
                "Fitting is only evidence if few bad rules could have done it by luck. With enough rules some rule "
                "fits anything.",
                right=True,
            ),
            Option(
                "It has overfitted: a perfect fit is always suspicious.",
                "The threshold learner fits perfectly as well, and is nearly always good. A perfect fit decides "
                "nothing by itself.",
            ),
        ),
    ),
    "growth": NumericQuestion(
        "There are a billion billion thresholds on a fine scale. In how many ways can they label ten given points?",
        _ways,
        unit="ways",
        tolerance=0,
        right="The line lies in one of the eleven places: between two points, or beyond them all. That is Sauer’s "
        "bound for VC dimension 1, met exactly.",
        small="Count the places where the line can lie, as seen from the ten points. Do not forget the two ends.",
        large="All thresholds between two neighbouring points say the same. How many different places are there?",
        mistakes=(
            Mistake(
                "all",
                "That is every labelling there is. A threshold never says 1 to the right of a 0, "
                "so it cannot make them all.",
            ),
            Mistake("points", "Nine places between the points, and one beyond each end."),
        ),
    ),
    "finer": ChoiceQuestion(
        "The vitamin scale is made finer, from 5 rules to 1,025. What happens to the learner’s true chance to fail?",
        (
            Option(
                "It grows like the number of rules.",
                "The plain sum over the rules does, but the sum is far from the truth: it counts one stroke of bad "
                "luck many times.",
            ),
            Option(
                "It grows like the logarithm of the number of rules.",
                "Occam’s bound does. It knows the rules by their number only, and so it must pay.",
            ),
            Option(
                "It hardly changes.",
                "The learner fails only if no patient fell into one region beside the true line. One region, one "
                "chance, however many rules there are.",
                right=True,
            ),
        ),
    ),
}
