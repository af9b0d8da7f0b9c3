"""What the reader of the lesson on private multiplicative weights can check about themselves."""

from __future__ import annotations

from dpviz.lessons.questions import ChoiceQuestion, Mistake, NumericQuestion, Option, Question, State
from dpviz.queries import Marginals, mistake_bound


def _mistakes(_: State) -> dict[str, float]:
    few, many = (mistake_bound(2**bits, 0.05, "tight") for bits in (10, 20))
    return {"few": few, "answer": many, "counted": 1024 * few, "squared": few**2}


def _moved(_: State) -> dict[str, float]:
    pairs = Marginals(10, 2)
    return {
        "answer": float(pairs.sensitivity("l1", neighbouring="replace")),
        "leaves": float(pairs.sensitivity("l1", neighbouring="add_remove")),
        "all": float(pairs.num_queries),
        "one": 1.0,
    }


QUESTIONS: dict[str, Question] = {
    "cells": NumericQuestion(
        "With 1,024 cells and α = 0.05 there are at most {few:,.0f} mistakes (η = 4α). How many with 1,024 "
        "times as many "
        "cells?",
        _mistakes,
        unit="mistakes",
        right="Knowing nothing is ln |U| away from the truth, and ln of 1,024 × 1,024 is twice ln of 1,024.",
        small="More cells leave more to learn. KL starts at ln |U| at most; what is that now?",
        large="Each mistake takes 2α² off KL, whatever the number of cells. And KL starts at ln |U| at most.",
        mistakes=(
            Mistake("few", "KL starts higher than before: at ln |U|, and that has grown."),
            Mistake("counted", "The cells do not count one by one. A mistake corrects many of them at once."),
            Mistake("squared", "It is the cells that were squared. Their logarithm has only doubled."),
        ),
    ),
    "free": ChoiceQuestion(
        "Each round changes the weight of every cell. Why does that cost no ε?",
        (
            Option(
                "Because the step η is small.",
                "A large step would cost nothing either. What counts is what it looks at.",
            ),
            Option(
                "Because it reads only what was published: which query, and on which side the guess was.",
                "Choosing the query and measuring it have been paid for. What is made of them afterwards is free.",
                right=True,
            ),
            Option(
                "Because noise is added to the weights.",
                "There is none. The weights are computed exactly, from a query and a measurement that were private "
                "already.",
            ),
        ),
    ),
    "slip": ChoiceQuestion(
        "Somebody forgot the noise on the measurements. Which test finds that out?",
        (
            Option(
                "The error on other queries: it will be bad.",
                "It will be about as good as ever. Slips against privacy look like a success.",
            ),
            Option(
                "Runs with other luck: they will differ too much.",
                "They still differ, since the query is still chosen by lot. Nothing odd is seen.",
            ),
            Option(
                "Adding up what each step loses between two neighbouring tables.",
                "An exact measurement has no ε at all. One sees it in the steps, not in the results.",
                right=True,
            ),
        ),
    ),
    "pairs": NumericQuestion(
        "All pairs of ten yes-or-no attributes: 45 tables of four counts. One person is replaced. By how much can the "
        "180 counts change, added up?",
        _moved,
        unit="counts",
        tolerance=0,
        right="In each of the 45 tables one count loses a person and another gains one. Counting each of the "
        "{all:.0f} queries as if it could change would have doubled the noise.",
        small="The person stands in *every* one of the 45 tables, in one count of each. Then another person comes.",
        large="In a table of four counts a person stands in one of them only.",
        mistakes=(
            Mistake("all", "That is naive: it lets the person stand in all four counts of a table at once."),
            Mistake(
                "leaves",
                "That is one person leaving. Replaced means that another one comes, in other counts.",
            ),
            Mistake("one", "The person stands in every one of the 45 tables, and so in 45 counts."),
        ),
    ),
    "synthetic": ChoiceQuestion(
        "From one private estimate a synthetic table of a million people is drawn and given away. Next week, another "
        "one. What does that cost?",
        (
            Option(
                "Another ε for each table.",
                "An ε is paid for looking at the real people. Drawing looks at the estimate only.",
            ),
            Option(
                "Nothing more.",
                "Both are made from something that was private already. They tell no more than the estimate does, "
                "however long they are.",
                right=True,
            ),
            Option(
                "Something: a million rows tell more than 5,912.",
                "They tell the *estimate* more and more exactly. About the people they tell what the estimate tells.",
            ),
        ),
    ),
}
