"""What the reader of the lesson on private multiplicative weights can check about themselves."""

from __future__ import annotations

from dpviz.lessons.questions import ChoiceQuestion, Mistake, NumericQuestion, Option, Question, State
from dpviz.queries import Marginals


def _moved(_: State) -> dict[str, float]:
    pairs = Marginals(10, 2)
    return {
        "answer": float(pairs.sensitivity("l1", neighbouring="replace")),
        "leaves": float(pairs.sensitivity("l1", neighbouring="add_remove")),
        "all": float(pairs.num_queries),
        "one": 1.0,
    }


QUESTIONS: dict[str, Question] = {
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
