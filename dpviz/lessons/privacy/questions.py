"""What the reader of the lesson on privacy can check about themselves."""

from __future__ import annotations

import math

from dpviz.lessons.privacy.asked import asked_of_health
from dpviz.lessons.questions import ChoiceQuestion, Mistake, NumericQuestion, Option, Question, State
from dpviz.mechanisms import LaplaceMechanism
from dpviz.privacy import basic_composition, posterior_range


def _scale(state: State) -> dict[str, float]:
    asked = asked_of_health("mean").statistic.head(500)
    moved, whole = asked.sensitivity("replace"), asked.high - asked.low
    answer = LaplaceMechanism(epsilon=state["epsilon"], sensitivity=moved).scale
    return {
        "answer": answer,
        "moved": moved,
        "undivided": LaplaceMechanism(epsilon=state["epsilon"], sensitivity=whole).scale,
        "upside_down": moved * state["epsilon"],
    }


def _belief(_: State) -> dict[str, float]:
    most, from_half = (float(posterior_range(prior, 1.0)[1]) for prior in (0.1, 0.5))
    odds = 0.1 / 0.9
    return {
        "answer": 100 * most,
        "from_half": 100 * from_half,
        "multiplied": 10 * math.e,
        "odds": odds * math.e,
    }


def _average(_: State) -> dict[str, float]:
    return {"once": basic_composition([0.1])[0], "often": basic_composition([0.1] * 16)[0]}


QUESTIONS: dict[str, Question] = {
    "scale": NumericQuestion(
        "ε is set to {epsilon} just now. The mean age of 500 people is published, and ages go from 0 to 65. One "
        "person may be replaced. How wide must Laplace’s noise be? Give its scale.",
        _scale,
        unit="years",
        right="One person moves the mean by at most {moved:.3g} years, and that divided by ε is {answer:.3g}.",
        small="Noise as narrow as that lets the loss exceed ε. The scale is Δ ÷ ε; what is the most that one "
        "person can move the mean of 500?",
        large="That would be private, but it is more noise than needed. The scale is Δ ÷ ε; what is the most that "
        "one person can move the mean of 500?",
        mistakes=(
            Mistake(
                "undivided",
                "That is right for the *sum* of the ages. In the mean each person counts for a 500th only.",
            ),
            Mistake(
                "upside_down",
                "You multiplied by ε. A stricter promise, a smaller ε, needs more noise: so divide by it.",
            ),
            Mistake(
                "moved",
                "That is Δ, the most that one person moves the mean. It still has to be divided by ε.",
            ),
        ),
        needs=("epsilon",),
    ),
    "belief": NumericQuestion(
        "You give one world a chance of 10 %. Then a number is published with ε = 1. What is the most you can give "
        "that world afterwards?",
        _belief,
        unit="%",
        right="The odds of 1 to 9 grow by a factor e, to {odds:.2f} to 1. That is a chance of {answer:.0f} %.",
        small="The odds may grow by the whole factor e, about 2.72. Turn 10 % into odds, multiply, and turn back.",
        large="ε allows the *odds* to grow by a factor e, about 2.72, and not more. Odds of 10 % are 1 to 9.",
        mistakes=(
            Mistake(
                "multiplied",
                "You multiplied the chance by e. It is the odds that are multiplied: for 10 % they are 1 to 9. "
                "(With a chance of 50 %, your rule would give more than 100 %.)",
            ),
            Mistake("from_half", "That is where a belief of 50 % may go. This one begins at 10 %."),
        ),
        tolerance=0.015,
    ),
    "rounding": ChoiceQuestion(
        "A count of 5,000 people is rounded to hundreds and published without noise. How large can the loss be?",
        (
            Option(
                "Small: one person is only a hundredth of a step.",
                "For most tables nothing moves at all. But where the count is 149 or 150, one person moves the "
                "published number by a hundred, and the promise must hold there too.",
            ),
            Option(
                "Infinite.",
                "At a boundary one world always says 100 and its neighbour always says 200. What is certain in one "
                "world is impossible in the other.",
                right=True,
            ),
            Option(
                "ln 100.",
                "The loss compares probabilities, not the published numbers. At a boundary these are 1 and 0, "
                "however coarse the steps.",
            ),
        ),
    ),
    "average": ChoiceQuestion(
        "Somebody has asked one question 4 times at ε = {once:g} each and averaged the answers. They go on until 16 "
        "times. What happens to the error of the average, and to the loss by plain addition?",
        (
            Option(
                "Both stay: it is the same question.",
                "The question is the same, but the noise is new each time. Fresh noise averages out, and so each "
                "answer tells something more.",
            ),
            Option(
                "The error is a quarter, the loss is four times as large.",
                "The loss is. But luck averages out more slowly: four times as many answers, half the error.",
            ),
            Option(
                "The error is half, the loss is four times as large.",
                "Noise shrinks with the square root of the number of answers, and each is paid for: {often:.2g} in "
                "all. One answer with the whole {often:.2g} would have been better.",
                right=True,
            ),
            Option(
                "The error is half, the loss is twice as large.",
                "The error is. The loss is added up answer by answer. A square root is what the advanced theorem "
                "gives, for very many answers and a δ.",
            ),
        ),
        numbers=_average,
    ),
    "clamp": ChoiceQuestion(
        "A noisy count comes out as −3. Before it is printed, it is set to 0. What does that do to ε?",
        (
            Option(
                "It grows: a 0 tells that the noise was negative.",
                "Whoever saw the −3 would have known that, and more. A step that does not look at the table again "
                "can only forget.",
            ),
            Option(
                "Nothing: the promise still holds with the same ε.",
                "Whatever is done to the output without the table is free. So tidy up as you like, afterwards.",
                right=True,
            ),
            Option(
                "It becomes 0: a clamped number tells nothing.",
                "A 0 is still likelier in a world with a small count. And all numbers that were not clamped tell as "
                "much as before.",
            ),
        ),
    ),
}
