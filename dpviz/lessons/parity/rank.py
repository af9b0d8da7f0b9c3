"""The probability that uniform examples leave one parity: formula, and simulation with its band (PAR-3)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_column
from dpviz.draw.style import BLUE, FAINT_BLUE, ORANGE
from dpviz.frame.kinds import Seed
from dpviz.frame.section import Frames, Section
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


def draw(at: Frames) -> Picture:
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
        table=table_by_column(("n", moving(n)), ("exact", moving(exact)), ("simulated", moving(share)),
                              ("± two standard errors", moving(half))),
        code=shown,
    )  # fmt: skip


def _square() -> dict[str, float]:
    eight, chance, more = 100 * parity.full_rank_probability([8, 64, 64], [8, 64, 70])
    return {"eight": eight, "chance": chance, "more": more}


def _above() -> dict[str, float]:
    just, spare = 100 * parity.full_rank_probability([64, 64], [66, 70])
    return {"just": just, "spare": spare, "occam": float(parity.consistent_size(bits=64, alpha=0.1, beta=0.05))}


SECTION = Section(draw, axes=(d,), controls=(d, alpha, beta, seed))
