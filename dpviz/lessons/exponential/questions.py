"""What the reader of the lesson on the exponential mechanism can check about themselves."""

from __future__ import annotations

from dpviz.lessons.questions import ChoiceQuestion, Mistake, NumericQuestion, Option, Question, State
from dpviz.mechanisms import ExponentialMechanism, size_for


def _lead(_: State) -> dict[str, float]:
    def ratio(lead: float, *, monotonic: bool = False) -> float:
        mechanism = ExponentialMechanism(epsilon=0.1, sensitivity=1, monotonic=monotonic)
        first, second = mechanism.probabilities([lead, 0])
        return float(first / second)

    return {"answer": ratio(20), "sharper": ratio(20, monotonic=True), "one": ratio(1), "people": 20.0}


def _list(_: State) -> dict[str, float]:
    def people(candidates: int, beta: float = 0.05) -> float:
        return float(size_for(alpha=0.05, beta=beta, epsilon=0.1, candidates=candidates, sensitivity=1))

    few = people(10)
    return {"few": few, "answer": people(10_000), "counted": 1000 * few, "only_logs": 4 * few}


QUESTIONS: dict[str, Question] = {
    "shift": ChoiceQuestion(
        "Every score is raised by 1,000. What happens to the probabilities?",
        (
            Option(
                "They become almost equal: a lead of 10 is little beside 1,000.",
                "The weight of an answer compares scores by their *difference*, and the lead is still 10.",
            ),
            Option(
                "Nothing.",
                "Every weight is multiplied by the same factor, and so is the total. The shares stay as they were.",
                right=True,
            ),
            Option(
                "The best answer becomes all but certain.",
                "All weights grow by the same factor. Their shares of the total stay as they were.",
            ),
        ),
    ),
    "lead": NumericQuestion(
        "One reply has 20 people more than another. With ε = 0.1, how many times as likely is it to be given? (One "
        "person is replaced; the exponent is ε ÷ 2Δu.)",
        _lead,
        unit="times",
        right="Each person in favour multiplies the weight by {one:.4g}, and that twenty times over is {answer:.3g}.",
        small="One person more multiplies the weight by {one:.4g}. Do that twenty times.",
        large="One person more multiplies the weight by {one:.4g} only. Do that twenty times.",
        mistakes=(
            Mistake(
                "sharper",
                "You used all of ε for the weight. Half of it is kept for the total, which moves too: the exponent "
                "is ε ÷ 2.",
            ),
            Mistake("people", "20 is the lead. The weights grow by a *factor* for each person: {one:.4g}."),
        ),
    ),
    "often": ChoiceQuestion(
        "To be surer of the answer, somebody draws 100 times from the mechanism and publishes the reply that came "
        "most often. What have they done?",
        (
            Option(
                "Nothing bad: it is one answer from one mechanism.",
                "It was made of 100 answers, and each of them looked at the table. What counts is what was asked, "
                "not what was printed.",
            ),
            Option(
                "Made it more private: luck averages out.",
                "Luck was what protected the people. Without it the true winner comes out nearly every time.",
            ),
            Option(
                "Spent up to 100 times as much of ε.",
                "Yes, and the answer is better for it. The honest way to the same end is a single draw with a larger "
                "ε, which says what it costs.",
                right=True,
            ),
        ),
    ),
    "unspent": ChoiceQuestion(
        "Why does a part of ε stay unspent at most tables?",
        (
            Option(
                "The total weight contains the answer that gained, and moves with it.",
                "Half of ε is for the weight, half for the total. To spend both, one answer would have to be nearly "
                "all of the total, and the other nearly nothing.",
                right=True,
            ),
            Option(
                "The noise happened to be small.",
                "No luck is in this number: it compares exact probabilities in two worlds.",
            ),
            Option(
                "The table has too few people.",
                "Look at the picture while you drag n: for small and for large tables it stays below the line. How "
                "far depends on how the total is shared out.",
            ),
        ),
    ),
    "candidates": NumericQuestion(
        "A list of 10 possible answers takes {few:,.0f} people (ε = 0.1, α = β = 5 %). How many does a list of "
        "10,000 take?",
        _list,
        unit="people",
        right="It is ln(10,000 ÷ 0.05) in place of ln(10 ÷ 0.05): a list a thousand times as long takes little more "
        "than twice the people.",
        small="A longer list does cost something: there are more bad answers to outvote. Its length stands inside "
        "the logarithm, ln(|Y| ÷ β).",
        large="So many are not needed. The length of the list stands inside the logarithm, ln(|Y| ÷ β).",
        mistakes=(
            Mistake(
                "counted",
                "That would be the price of publishing every score. Only the winner is published, and the list "
                "counts by its logarithm.",
            ),
            Mistake(
                "only_logs",
                "The logarithm of 10,000 is four times that of 10, well seen. But what counts is ln(|Y| ÷ β), and "
                "the part of β does not grow.",
            ),
        ),
        tolerance=0.03,
    ),
}
