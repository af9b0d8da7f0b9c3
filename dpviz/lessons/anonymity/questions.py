"""What the reader of the lesson on anonymity can check about themselves."""

from __future__ import annotations

import math

from dpviz.anonymity import certainty, private_answers
from dpviz.lessons.questions import ChoiceQuestion, Mistake, NumericQuestion, Option, Question, State


def _certain(_: State) -> dict[str, float]:
    return {
        "answer": 100 * certainty(k_anon=3, values=10),
        "once": 100 * certainty(k_anon=3, values=10, releases=1),
        "larger": 100 * certainty(k_anon=4, values=10),
        "thrice": 100 * certainty(k_anon=3, values=10, releases=3),
    }


def _budget(_: State) -> dict[str, float]:
    six = private_answers(values=10, releases=6, epsilon=0.25)
    return {
        "answer": six.loss,
        "each": six.loss / 6,
        "root": six.loss / math.sqrt(6),
        "most": 100 * six.most,
        "prior": 100 * six.prior,
    }


QUESTIONS: dict[str, Question] = {
    "crowd": ChoiceQuestion(
        "A hospital’s table is 50-anonymous. You find your neighbour’s class: 50 people, all with the same diagnosis. "
        "What do you know?",
        (
            Option(
                "Nothing: there are fifty of them, and I cannot tell who is who.",
                "You need not tell who is who. Whichever line is your neighbour’s, it says the same.",
            ),
            Option(
                "The diagnosis, for certain.",
                "The table keeps its promise about *k*, and gives all fifty away. That is what l-diversity was "
                "invented for.",
                right=True,
            ),
            Option(
                "The diagnosis, with a chance of 1 in 50.",
                "1 in 50 is the chance to point at the right *line*. Nobody wanted the line.",
            ),
        ),
    ),
    "certain": NumericQuestion(
        "Two releases, ten values, *three* people in each class. In how many of 100 cases is the truth left alone?",
        _certain,
        unit="in 100",
        right="A smaller class holds fewer wrong values, so fewer are there twice. After a third release it is "
        "{thrice:.0f}.",
        small="With four people in each class it is {larger:.0f}. Do smaller classes hold more wrong values, or fewer?",
        large="Sometimes a wrong value is in both classes by chance. Set k to 3 and r to 2 in the picture.",
        mistakes=(
            Mistake("larger", "That is for four people in each class: smaller classes tell more."),
            Mistake("once", "That is for one release, where the two others share the truth by luck."),
            Mistake("thrice", "That is after a third release."),
        ),
    ),
    "budget": NumericQuestion(
        "The same question is answered six times, each time with ε = 0.25. What do the answers lose together?",
        _budget,
        right="Losses add up: six times {each:g}. A belief of {prior:.0f} % can become {most:.0f} %, and no more.",
        small="An attacker who sees six answers knows more than one who sees the last of them.",
        large="The promise for one answer is {each:g}. How many are there?",
        mistakes=(
            Mistake("each", "That is one answer. Whoever sees all six has seen six losses."),
            Mistake(
                "root",
                "Independent *noise* grows with the root of their number. Losses can all point one way.",
            ),
        ),
    ),
    "stands": ChoiceQuestion(
        "The attacker names a record only if it stands out *more*. What happens?",
        (
            Option(
                "Fewer people are named, and a larger share of them rightly.",
                "Doubtful matches go first, and most wrong ones are doubtful. So the few who are named can be all the "
                "surer that they were found.",
                right=True,
            ),
            Option(
                "Fewer people are named, and a smaller share of them rightly.",
                "The records that stand out least are dropped first. Drag the threshold: are those the right ones?",
            ),
            Option(
                "As many are named, but more of them rightly.",
                "A threshold can only take names away. It makes nobody a better match.",
            ),
        ),
    ),
    "hidden": ChoiceQuestion(
        "Who stays hidden in a graph without names, however deep the attacker looks?",
        (
            Option(
                "Somebody with very many friends.",
                "Few people have so many. At depth 1 they are the first to be found.",
            ),
            Option(
                "Somebody with one friend only.",
                "Only if that friend has another such friend. Otherwise one is found through the friend.",
            ),
            Option(
                "Somebody who could change places with another, and the drawing would be the same.",
                "Then every description of the one describes the other too.",
                right=True,
            ),
        ),
    ),
}
