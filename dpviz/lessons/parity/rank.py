"""The probability that uniform examples leave one parity: formula, and simulation with its band (PAR-3)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, grid, moving, num, panel, points
from dpviz.draw.style import BLUE, FAINT_BLUE, ORANGE
from dpviz.frame.kinds import Seed
from dpviz.frame.questions import ChoiceQuestion, Option
from dpviz.frame.section import At, Section
from dpviz.learning import parity
from dpviz.lessons import common
from dpviz.lessons.parity.numbers import error, many_bits

EXTRA = np.arange(-2, 13)  # examples beyond d in the picture
TRIALS = 400

d, alpha, beta = many_bits(), error(), common.beta()
seed = Seed(button="Simulate again")


def shown(d: int, alpha: float, beta: float, seed: int) -> Any:
    chance = parity.full_rank_probability(d, d + 2)
    rng = np.random.default_rng([seed, d])
    share = parity.full_rank_rate(d, d + 2, trials=TRIALS, rng=rng)
    enough = parity.consistent_size(bits=d, alpha=alpha, beta=beta)
    return chance, share, enough


@lru_cache(maxsize=200)
def simulated(d: int, seed: int) -> Any:
    return parity.full_rank_rate(d, d + EXTRA, trials=TRIALS, rng=np.random.default_rng([seed, d]))


def draw(at: At) -> Picture:
    n = at.d[:, None] + EXTRA
    exact = parity.full_rank_probability(at.d[:, None], n)
    share = np.array([simulated(d, at.seed) for d in at.d.tolist()])
    half = 2 * np.sqrt(exact * (1 - exact) / TRIALS)
    two = int(np.searchsorted(EXTRA, 2))
    return Picture(
        panel(
            curve(EXTRA, moving(np.clip(exact - half, 0, 1)), FAINT_BLUE, width=0),
            curve(EXTRA, moving(np.clip(exact + half, 0, 1)), FAINT_BLUE, f"± 2 standard errors of {TRIALS} trials",
                  width=0, fill="tonexty", fillcolor=FAINT_BLUE),
            curve(EXTRA, moving(exact), BLUE, "exact"),
            points(EXTRA, moving(share), ORANGE, "simulated", size=9),
            x=axis("examples beyond d: n − d", dtick=2), y=axis("probability that one parity is left", -0.03, 1.05),
        ),
        title="How many examples until one parity is left",
        height=400,
        values={
            "two": at.d + 2,
            "chance": num(exact[:, two], "probability"),
            "share": num(share[:, two], "probability"),
            "band": 100 * half[:, two],
            "enough": num(parity.consistent_size(bits=at.d, alpha=at.alpha, beta=at.beta), "number"),
        },
        sentence="With d = {d} bits, d + 2 = {two} uniform examples leave one parity with probability "
        f"{{chance:percent}}; in {TRIALS} simulated samples it was {{share:percent}} (± {{band:.1f}} points). "
        "For any distribution, Occam’s razor asks for {enough}.",
        table=grid(("n", moving(n)), ("exact", moving(exact)), ("simulated", moving(share)),
                   ("± two standard errors", moving(half))),
        card=card(
            "Full rank: the examples leave one parity",
            "PAR-3",
            r"\Pr[\text{rank}=d]=\prod_{i=0}^{d-1}\left(1-2^{\,i-n}\right)",
            r"d=@d,\ n=@two:\quad\Pr=@chance",
            rows={
                "probability at n = d + 2, exact": "chance",
                "the same, simulated": "share",
                "n by Occam’s razor, (d ln 2 + ln(1/β)) ÷ α": "enough",
            },
            given=("for the probability: every bit of every example is a fair coin",
                   "for Occam’s razor: independent examples of any one distribution, realisable labels"),
        ),
        code=shown,
    )  # fmt: skip


def _square(_: Any) -> dict[str, float]:
    eight, chance, more = 100 * parity.full_rank_probability([8, 64, 64], [8, 64, 70])
    return {"eight": eight, "chance": chance, "more": more}


SQUARE = ChoiceQuestion(
    "With 8 bits and 8 random examples, one parity is left with probability {eight:.0f} %. And with 64 bits and 64 "
    "examples?",
    (
        Option(
            "Next to 0: so many things can go wrong.",
            "Nearly nothing can go wrong at first: early examples are all but surely new. Only the last few may "
            "fail, and they do so as rarely for 64 bits as for 8.",
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
)


def _above(_: Any) -> dict[str, float]:
    just, spare = 100 * parity.full_rank_probability([64, 64], [66, 70])
    return {"just": just, "spare": spare, "occam": float(parity.consistent_size(bits=64, alpha=0.1, beta=0.05))}


FEW = ChoiceQuestion(
    "There are 2^64 parities over 64 bits. After how many uniform examples is one parity left with a probability above "
    "75 %?",
    (
        Option(
            "66.",
            "Nearly every example halves what is left, so 64 halvings take hardly more than 64 examples: with two to "
            "spare one is left with probability {just:.0f} %, with six {spare:.0f} %.",
            right=True,
        ),
        Option(
            "{occam:.0f}.",
            "That is what Occam’s razor asks for, with α = 10 % and β = 5 %. It holds for every distribution; uniform "
            "examples tell much more.",
        ),
        Option(
            "4,096, the square of 64.",
            "The work of the elimination grows faster than the number of bits, but not the number of examples: "
            "each of them halves what is left.",
        ),
        Option(
            "About 2^64: one for each parity.",
            "Each example rules out one half of what is left, and not one parity. 64 halvings are enough for 2^64.",
        ),
    ),
    numbers=_above,
)
SECTION = Section(
    draw, axes=(d,), controls=(d, alpha, beta, seed), questions={"square": SQUARE}, predictions={"few": FEW}
)
