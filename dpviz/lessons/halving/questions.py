"""What the reader of the lesson on successive halving can check about themselves."""

from __future__ import annotations

from dpviz.lessons.questions import ChoiceQuestion, Mistake, NumericQuestion, Option, Question, State
from dpviz.tuning import private_cost, schedule, sufficient_budget
from dpviz.tuning.sweeps import arm_means


def _last(_: State) -> dict[str, float]:
    rounds = schedule(16, 2000)
    return {
        "answer": float(rounds[-1].pulls),
        "first": float(rounds[0].pulls),
        "equal": 2000 / 16,
        "share": float(rounds[-1].arms * rounds[-1].pulls),
        "rounds": float(len(rounds)),
    }


def _gap(_: State) -> dict[str, float]:
    wide, narrow = (float(sufficient_budget(arm_means("needle", 8, gap), beta=0.1)) for gap in (0.1, 0.05))
    return {"wide": wide, "answer": narrow, "twice": 2 * wide, "half": wide / 2}


def _noise(_: State) -> dict[str, float]:
    often = private_cost(8, 96, epsilon=1.0, records=1000, noise="mean")
    alone = private_cost(8, 96, epsilon=float(often.releases), records=1000, noise="mean")
    return {
        "looks": float(often.releases),
        "answer": 1000 * often.scale,
        "unshared": 1000 * alone.scale,
        "each": often.each,
    }


QUESTIONS: dict[str, Question] = {
    "last": NumericQuestion(
        "16 arms share a budget of 2,000 pulls. How often is each arm of the *last* round pulled?",
        _last,
        unit="pulls",
        tolerance=0,
        right="There are {rounds:.0f} rounds, each gets {share:.0f} pulls, and in the last one two arms share them.",
        small="Fewer arms share the same number of pulls in each later round. How many are left in the last one?",
        large="The budget is shared by {rounds:.0f} rounds first, and then by the arms that are left.",
        mistakes=(
            Mistake(
                "first", "That is the first round, where all sixteen share. In the last only two are left."
            ),
            Mistake(
                "equal",
                "That is the plain way, every arm alike. Halving saves on those that lose early.",
            ),
            Mistake("share", "That is what the whole last round gets. Two arms are still in it."),
        ),
    ),
    "gap": NumericQuestion(
        "Eight arms, all others equally worse by 0.1: the theorem asks for {wide:,.0f} pulls. How many at "
        "a gap of 0.05?",
        _gap,
        unit="pulls",
        right="To tell two coins apart takes about 1 ÷ gap² tosses: half the gap, four times the pulls.",
        small="Half the gap makes it harder than that. Tosses go with 1 ÷ gap².",
        large="Not so many. Tosses go with 1 ÷ gap².",
        mistakes=(
            Mistake(
                "twice", "The gap counts squared: luck averages out like the root of the number of tosses."
            ),
            Mistake("half", "Arms that are closer together are harder to tell apart, and need more pulls."),
        ),
        tolerance=0.01,
    ),
    "enough": ChoiceQuestion(
        "At two per cent of the theorem’s budget the best arm is lost less often than the theorem allows. Is the "
        "theorem wrong?",
        (
            Option(
                "Yes: it was refuted by the simulation.",
                "It says that its budget is *enough*. That less is enough too does not contradict it.",
            ),
            Option(
                "No: it says what is enough for every problem of this hardness, not what is needed for this one.",
                "It must cover the worst problem, and it adds up chances of mishaps that often coincide.",
                right=True,
            ),
            Option(
                "No: the simulation was just lucky.",
                "The band shows how far luck can carry it, and for equally worse arms the blue line is exact.",
            ),
        ),
    ),
    "release": ChoiceQuestion(
        "The models are private towards the training people. Only the chosen λ is published, and no score. What does a "
        "validation person risk?",
        (
            Option(
                "Nothing: the models are private.",
                "Towards the training people. Nothing in them was made to hide a validation person.",
            ),
            Option(
                "Nothing: no score was printed.",
                "The choice was made of the scores. If two settings are one vote apart, one person decides which is "
                "chosen.",
            ),
            Option(
                "Something: the choice itself depends on their record.",
                "A score is a release, printed or not. So each look needs noise, and a share of the budget.",
                right=True,
            ),
        ),
    ),
    "noise": NumericQuestion(
        "{looks:.0f} looks at scores of 1,000 people share ε = 1 evenly. How wide is the Laplace noise on one look, "
        "counted in people?",
        _noise,
        unit="people",
        right="Each look may lose {each:.3f}. One person moves a score by one person, and 1 ÷ {each:.3f} is "
        "{answer:.0f}.",
        small="The looks must share ε. What is left for one, and how wide is the noise for it?",
        large="One person moves a score by one person. Divide that by the ε of one look.",
        mistakes=(
            Mistake("unshared", "That would be so if each look had all of ε to itself. They must share it."),
            Mistake("each", "That is the ε of one look. The noise is 1 person *divided* by it."),
        ),
    ),
}
