"""What the reader of the lesson on parities can check about themselves."""

from __future__ import annotations

import numpy as np

from dpviz.learning import PrivateParityLearner, parity
from dpviz.lessons.questions import ChoiceQuestion, Mistake, NumericQuestion, Option, Question, State


def _left(_: State) -> dict[str, float]:
    X = np.eye(10, dtype=int)[:6]
    X = np.vstack([X, X[0] ^ X[1]])  # the seventh follows from two others
    found = parity.solve(X, parity.label(np.arange(10) % 2, X))
    return {
        "answer": float(found.size),
        "rank": float(found.rank),
        "every": 2.0 ** (10 - len(X)),
        "subtracted": 2.0**10 - len(X),
    }


def _square(_: State) -> dict[str, float]:
    small, large = (100 * float(parity.full_rank_probability(bits, [bits])[0]) for bits in (8, 64))
    more = 100 * float(parity.full_rank_probability(64, [70])[0])
    return {"eight": small, "chance": large, "more": more}


def _spent(_: State) -> dict[str, float]:
    keep = parity.seed_keep(1.0)
    learner = PrivateParityLearner(1.0, keep=keep)
    return {
        "answer": learner.loss(neighbouring="replace").total,
        "added": learner.loss(neighbouring="add_remove").total,
        "promised": 1.0,
        "keep": keep,
        "tight": parity.tight_keep(1.0, neighbouring="replace"),
    }


QUESTIONS: dict[str, Question] = {
    "left": NumericQuestion(
        "There are 10 bits, and you have seen 7 examples. One of them follows from the others; none contradicts. How "
        "many rules fit?",
        _left,
        unit="rules",
        tolerance=0,
        right="The rank is {rank:.0f}, and so 2 to the power 10 − {rank:.0f} rules are left.",
        small="Only an example that tells something *new* halves the rules. How many of the seven do?",
        large="Begin with 2 to the power 10 rules. Each example that tells something new halves them.",
        mistakes=(
            Mistake(
                "every",
                "You halved seven times. The example that follows from the others takes nothing away: the rank is "
                "{rank:.0f}.",
            ),
            Mistake(
                "subtracted", "An example does not strike out one rule. It strikes out half of those left."
            ),
        ),
    ),
    "square": ChoiceQuestion(
        "With 8 bits and 8 random examples, one rule is left with probability {eight:.0f} %. And with 64 bits and 64 "
        "examples?",
        (
            Option(
                "Next to 0: so many things can go wrong.",
                "Nearly nothing can go wrong at first: early examples are all but surely new. Only the last few may "
                "fail, and they are as lucky for 64 bits as for 8.",
            ),
            Option(
                "About the same, {chance:.0f} %.",
                "Only the last few examples are at risk, for any number of bits. Six more, and it is {more:.0f} %.",
                right=True,
            ),
            Option(
                "Next to 100 %.",
                "With six examples more it would be. Without any to spare, all 64 must tell something new, and the "
                "last one does so only every other time.",
            ),
        ),
        numbers=_square,
    ),
    "spent": NumericQuestion(
        "The learner is made for ε = 1 and keeps each example with p = ε ÷ 4. What is its true loss, when one example "
        "is replaced?",
        _spent,
        right="It is ln((1 + p) ÷ (1 − p)). With p = {tight:.3f} it would be all of the ε that was promised.",
        small="A rule’s chance lies between (1 − p) Q and (1 + p) Q, and both ends are met. Take the logarithm of "
        "their ratio.",
        large="A rule’s chance lies between (1 − p) Q and (1 + p) Q. Take the logarithm of the ratio of the two ends.",
        mistakes=(
            Mistake(
                "promised",
                "That is the promise. The truth is better: look where the curve crosses p = {keep}.",
            ),
            Mistake(
                "added",
                "That is the loss when an example is added or removed. Replaced, it may move from one end of the "
                "range to the other.",
            ),
            Mistake("keep", "That is p. The loss is a logarithm of a ratio: (1 + p) Q against (1 − p) Q."),
        ),
        tolerance=0.015,
    ),
    "coin": ChoiceQuestion(
        "The coin is taken away. Which publication can now give somebody away for certain?",
        (
            Option(
                "The rule itself.",
                "A rule’s chance lies between (1 − p) Q and (1 + p) Q in every world, with the coin or without it.",
            ),
            Option(
                "The word FAIL.",
                "If all examples agree, FAIL cannot happen. One clashing example, and it can. Whoever sees it knows.",
                right=True,
            ),
            Option(
                "Nothing: forgetting alone protects everybody.",
                "It protects the rules that are published. But FAIL is published too, and without the coin it is "
                "impossible in one world and possible in the other.",
            ),
        ),
    ),
    "blocks": ChoiceQuestion(
        "Six runs, each on a block of examples of its own, each with ε = 1. What does one example lose in all?",
        (
            Option(
                "6: losses add up.",
                "They would if every run saw every example. Here five of the six never meet this one.",
            ),
            Option(
                "1: it is in one block only.",
                "One run meets it, and the five others are the same in both worlds. The price is paid in examples "
                "instead: six blocks of them.",
                right=True,
            ),
            Option(
                "1 ÷ 6: it meets only one run of six.",
                "The run that meets it spends its whole ε on it. Which block an example is in was no secret luck, so "
                "nothing is gained by it.",
            ),
        ),
    ),
}
