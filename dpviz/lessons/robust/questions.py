"""What the reader of the lesson on adversarial training can check about themselves."""

from __future__ import annotations

from dpviz.lessons.questions import ChoiceQuestion, Mistake, NumericQuestion, Option, Question, State
from dpviz.robust import SignalFeatures, dual_norm


def _corner(_: State) -> dict[str, float]:
    return {
        "answer": 0.1 * float(dual_norm([3.0, -4.0], norm="linf")),
        "disc": 0.1 * float(dual_norm([3.0, -4.0], norm="l2")),
        "signed": 0.1 * abs(3.0 - 4.0),
        "largest": 0.1 * float(dual_norm([-4.0], norm="linf")),
    }


def _worth(_: State) -> dict[str, float]:
    law = SignalFeatures(strong=1.0, weak=0.15, count=20)
    weak = {r: float(law.best_weights(radius=r, norm="linf")[1]) for r in (0.0, 0.05, 0.15)}
    return {"answer": weak[0.05], "unattacked": weak[0.0], "once": weak[0.05] / 2, "dead": weak[0.15]}


QUESTIONS: dict[str, Question] = {
    "kink": ChoiceQuestion(
        "At some θ two perturbations are equally bad, and their curves have the slopes −1 and 2. What is the slope of "
        "the maximum there?",
        (
            Option(
                "0.5, the mean of the two.",
                "The maximum never runs between the curves: it follows the one that is on top. To the left it falls "
                "with slope −1, to the right it rises with 2.",
            ),
            Option(
                "There is none: it is −1 to the left and 2 to the right.",
                "To each side the curve that wins there sets the slope. Where they differ there is a kink.",
                right=True,
            ),
            Option(
                "2, the larger one.",
                "That is the slope to the right. To the left the other curve is on top, and the maximum follows it.",
            ),
        ),
    ),
    "corner": NumericQuestion(
        "A straight model has the weights (3, −4). The adversary may move each feature by up to 0.1. By how much can "
        "it lower the margin?",
        _corner,
        right="Each feature goes as far as it may against the sign of its weight: 0.1 × (3 + 4).",
        small="The adversary may move *both* features, each against the sign of its own weight.",
        large="Each feature is moved by 0.1 only, and the margin falls by that times the size of its weight.",
        mistakes=(
            Mistake(
                "disc",
                "That is the disc, where the weights count by their length, 5. In the square they add up.",
            ),
            Mistake(
                "signed", "The adversary chooses the direction of each feature by itself, so nothing cancels."
            ),
            Mistake(
                "largest", "That is what the larger weight alone gives away. The other feature moves as well."
            ),
        ),
    ),
    "failed": ChoiceQuestion(
        "Projected ascent found no perturbation that fools your model. What do you know?",
        (
            Option(
                "The model is robust at this radius.",
                "Think of the bent model: ascent climbed the near peak and stayed there, though a higher one was in "
                "reach.",
            ),
            Option(
                "That this attack, from this start, found none.",
                "To know more one needs a proof: a formula, as for the straight model, or a bound over the whole ball.",
                right=True,
            ),
            Option(
                "That one should take more steps.",
                "More steps bring it nearer to the peak it is climbing already, and not to the other one.",
            ),
        ),
    ),
    "worth": NumericQuestion(
        "A weak feature has mean 0.15, and noise of size 1. Each feature may be moved by 0.05. What is its best "
        "weight?",
        _worth,
        right="The feature is worth its mean less r, 0.15 − 0.05, and the best weight is twice that.",
        small="The adversary takes r off the mean. What is left still helps, and the best weight is twice that.",
        large="The adversary takes r off the mean before it is doubled.",
        mistakes=(
            Mistake("unattacked", "That is the best weight when nobody attacks: twice the mean."),
            Mistake(
                "once", "That is the mean less r. The best weight is twice that (diamonds in the picture)."
            ),
            Mistake("dead", "It dies only when r reaches its mean. Here r is a third of it."),
        ),
    ),
    "cost": ChoiceQuestion(
        "A model was trained against r = 0.2, and nobody attacks. It is right a little less often than plain training. "
        "Why?",
        (
            Option(
                "It had too few steps of training.",
                "The loss is there after any number of steps: what it gave up, it gave up for good.",
            ),
            Option(
                "It gave up features that help, because they can be turned around.",
                "The weak features are worth something when nobody attacks. Against this adversary they are worth "
                "less than nothing.",
                right=True,
            ),
            Option(
                "It has learned the adversary’s examples in place of the real ones.",
                "It did see moved examples, but each kept its label. What matters is which features can still be "
                "trusted after the move.",
            ),
        ),
    ),
}
