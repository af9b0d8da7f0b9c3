"""What the reader of the lesson on private regression can check about themselves."""

from __future__ import annotations

from dpviz.data import health
from dpviz.erm.sensitivity import sensitivity_bound
from dpviz.lessons.questions import ChoiceQuestion, Mistake, NumericQuestion, Option, Question, State
from dpviz.mechanisms.statistics import count
from dpviz.privacy import basic_composition


def _moved(_: State) -> dict[str, float]:
    bound = sensitivity_bound(1000, 0.01)
    return {
        "answer": bound,
        "lost": bound * 0.01,
        "removed": bound / 2,
        "stiff": sensitivity_bound(1000, 0.1),
    }


def _twelve(_: State) -> dict[str, float]:
    models, choice = [0.5] * 12, [0.5]
    return {
        "answer": basic_composition(models + choice)[0],
        "models": basic_composition(models)[0],
        "one": basic_composition(models[:1])[0],
        "both": basic_composition(models[:1] + choice)[0],
    }


def _ill(_: State) -> dict[str, float]:
    return {"share": 100 * float(count(health().column("health"), "fair", "poor").values.mean())}


QUESTIONS: dict[str, Question] = {
    "lambda": ChoiceQuestion(
        "At λ = 0.01 a noisy answer was good enough. Now there are ten times as many people, and ε is the same. "
        "What may "
        "one do with λ?",
        (
            Option(
                "Make it smaller, and get a rule that fits more closely.",
                "The noise goes with 1 ÷ (nλε). Ten times the people make room for less pull to zero.",
                right=True,
            ),
            Option(
                "Make it larger: more people, more noise to hold back.",
                "The noise on the answer falls with the number of people: each counts for less. There is less to "
                "hold back.",
            ),
            Option(
                "Nothing: the best λ belongs to the data, not to their number.",
                "Without privacy one might say so. With it λ also sets the noise, together with n and ε.",
            ),
        ),
    ),
    "unlikely": ChoiceQuestion(
        "“The promise is broken only for one record among 99 empty ones. Real data do not look like that.” Does that "
        "save it?",
        (
            Option(
                "Yes: a promise for all real data is enough.",
                "Who would say which data are real? To check it one must look at the data, and the answer to that "
                "tells something about them.",
            ),
            Option(
                "No: the promise is for every data set, and somebody may know all records but one.",
                "The attacker of lesson 1 chooses the worst case. A promise that holds only mostly is a weaker "
                "promise, "
                "and must be called one.",
                right=True,
            ),
            Option(
                "Yes, if ε is made larger.",
                "Then another promise is made, and it may be kept. This one, ε = 0.1, was broken.",
            ),
        ),
    ),
    "spring": NumericQuestion(
        "1,000 records, λ = 0.01. How far can replacing one record move the answer at most, by the lemma?",
        _moved,
        right="A push of 2 ÷ n against a spring of strength λ: 2 ÷ (1,000 × 0.01).",
        small="Replacing a record pushes with 2 ÷ n, and what holds the answer is only λ. A weak spring gives way far.",
        large="Replacing a record pushes with 2 ÷ n. Divide that by the strength of the spring, λ.",
        mistakes=(
            Mistake("lost", "That is the push, 2 ÷ n. The spring is weak, λ = 0.01, and gives way far more."),
            Mistake(
                "removed", "A *replaced* record takes its own pull away and brings another: twice 1 ÷ (nλ)."
            ),
            Mistake("stiff", "That is with λ = 0.1: a spring ten times as strong."),
        ),
    ),
    "ill": ChoiceQuestion(
        "A private rule says who is in *fair or poor* health, and errs on 10 % of new people. How good is that?",
        (
            Option(
                "Good: 90 % are judged rightly.",
                "{share:.1f} % of the people are in fair or poor health. To say *no* to everybody errs on "
                "{share:.1f} % "
                "only.",
            ),
            Option(
                "Useless: one does better without looking at the data.",
                "Saying *no* to everybody errs on {share:.1f} %. An error means something only beside the error of the "
                "one who knows nothing.",
                right=True,
            ),
            Option(
                "That depends on its ε.",
                "ε says what it gives away, not what it is worth. Saying *no* to everybody has ε = 0, and errs on "
                "{share:.1f} %.",
            ),
        ),
        numbers=_ill,
    ),
    "twelve": NumericQuestion(
        "Twelve models are trained on the same people, each with ε = 0.5. The best one is chosen on these "
        "people by the "
        "exponential mechanism with ε = 0.5, and only it is published. What does a person lose in all?",
        _twelve,
        right="Twelve models and one choice saw everybody: thirteen times 0.5. That the others were thrown away "
        "does not "
        "help.",
        small="Which model is published depends on all twelve, and each of them saw everybody. And then "
        "somebody chose.",
        large="Each model costs 0.5, and so does the choice. How many are there in all?",
        mistakes=(
            Mistake("models", "That is the twelve models. To choose among them is one look more."),
            Mistake("one", "The eleven others have been seen too: the choice was made among them."),
            Mistake("both", "The choice depended on all twelve models, not on the winner alone."),
        ),
    ),
}
