"""What the reader of the lesson on private learning can check about themselves."""

from __future__ import annotations

from dpviz.learning import private_pac_size, private_pac_terms
from dpviz.lessons.questions import ChoiceQuestion, Mistake, NumericQuestion, Option, Question, State


def _weaker(_: State) -> dict[str, float]:
    weak, strong = (float(private_pac_terms(17, 0.1, 0.05, epsilon).privacy) for epsilon in (0.1, 0.5))
    ratio = weak / strong  # what the same chances cost, by the privacy term
    return {"answer": 100 * ratio, "fewer": 100 / ratio, "squared": 100 * ratio**2}


def _terms(_: State) -> dict[str, float]:
    at, beyond = (float(private_pac_size(17, 0.1, 0.05, epsilon)) for epsilon in (0.2, 0.4))
    below = float(private_pac_size(17, 0.1, 0.05, 0.1))
    return {"below": below, "at": at, "beyond": beyond}


QUESTIONS: dict[str, Question] = {
    "certain": ChoiceQuestion(
        "“Let us call the consistent learner private with a very large ε, say 100, and a δ.” How large must δ be?",
        (
            Option(
                "About e^(−100): next to nothing.",
                "ε bounds a ratio of two probabilities. Here one of them is 0, and no factor makes 0 into 1.",
            ),
            Option(
                "1 ÷ n: one person among n.",
                "The rule that appears on one sample never appears on its neighbour. All of that probability must be "
                "covered by δ, not a share of it.",
            ),
            Option(
                "1, which promises nothing.",
                "What is certain on one sample is impossible on the other. Only δ = 1 covers that, and then anything "
                "would be allowed.",
                right=True,
            ),
        ),
    ),
    "weaker": NumericQuestion(
        "You are content with what 100 records give at ε = 0.5. How many records give the same at ε = 0.1?",
        _weaker,
        unit="records",
        right="A cut loses weight by the product of ε and its errors. With a fifth of ε it takes five times the "
        "records.",
        small="Each record now counts for less: it multiplies a cut’s weight by e^(−ε/2) only.",
        large="Only the product ε × n counts. By which factor has ε fallen?",
        mistakes=(
            Mistake("fewer", "More privacy needs *more* records: each one may say less."),
            Mistake("squared", "ε enters the exponent plainly, not squared: only the product ε × n counts."),
        ),
    ),
    "rules": ChoiceQuestion(
        "With α = 0.1 the course’s bound asks for {below:,.0f} records at ε = 0.1, and for {at:,.0f} at ε = 0.2. What "
        "does it ask for at ε = 0.4?",
        (
            Option(
                "Half of that again.",
                "Only while privacy is the larger demand. From ε = 2α on the other one rules: the sample must speak "
                "for the world.",
            ),
            Option(
                "The same as at 0.2.",
                "At ε = 2α both demands are equal. Beyond it the sampling term rules, and it does not know ε.",
                right=True,
            ),
            Option(
                "More than at 0.2.",
                "Less privacy never takes more records. But the bound has a floor: what the sample needs to speak "
                "for the world.",
            ),
        ),
        numbers=_terms,
    ),
    "bits": ChoiceQuestion(
        "A learner of thresholds over d bits gets ten bits more. What does that cost?",
        (
            Option(
                "The private learner needs more records, the other one does not.",
                "One telling record is enough for the consistent learner. The private one must outvote 1,024 times "
                "as many rivals, and each record multiplies by a fixed factor only.",
                right=True,
            ),
            Option(
                "Both need 1,024 times the records.",
                "The number of rules is 1,024 times as large. But each record multiplies weights, so the private "
                "learner needs only ten bits’ worth more, and the other learner none.",
            ),
            Option(
                "Neither needs more: it is still one line.",
                "For the consistent learner that is so. The private one chooses by lot, and the many bad cuts "
                "together have their share of it.",
            ),
        ),
    ),
    "fresh": ChoiceQuestion(
        "A learner with ε = 0.1 chooses among all functions. It errs on 45 % of its sample. What about new instances?",
        (
            Option(
                "It must be far worse there: the class is far too large.",
                "That is the memoriser’s fate. Privacy forbids it: exchange one record for a fresh one, and the "
                "learner hardly notices.",
            ),
            Option(
                "About the same, on average.",
                "On average the two errors differ by at most a factor e^ε, here about 1.1. It may be a bad learner; "
                "it is an honest one.",
                right=True,
            ),
            Option(
                "Nothing can be said without the VC dimension.",
                "That is one way to know. Privacy is another: the argument exchanges one record, and counts no rules.",
            ),
        ),
    ),
}
