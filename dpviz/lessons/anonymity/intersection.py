"""Several anonymous releases with the same person in them, beside as many private answers (LEG-4)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz._numeric.stats import wilson
from dpviz.anonymity import candidates_distribution, certainty, private_answers, simulate
from dpviz.draw import Picture, axis, curve, ends, level, moving, num, panel, points, table_by_column, when
from dpviz.draw.marks import SHARES
from dpviz.draw.style import BLUE, GREEN, PURPLE
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common

RELEASES = 10  # as many as the picture shows
TRIALS = 2000  # simulated targets

releases = Number(2, low=1, high=RELEASES, steps=RELEASES, whole=True, label="r, the releases", ends=("one", "many"),
                  play=True)  # fmt: skip
size = Number(4, low=1, high=20, steps=20, whole=True, label="k, people in a class", ends=("alone", "a crowd"))
sensitive = Number(10, low=2, high=40, steps=39, whole=True, label="m, sensitive values", ends=("few", "many"))
epsilon = common.epsilon(0.5, low=0.05, high=3, steps=41, label="ε of each answer")
seed = Seed(button="Draw again", help="Other classes, drawn from the same model.")


def shown(size: int, sensitive: int, releases: int, epsilon: float, seed: int) -> Any:
    certain = certainty(k_anon=size, values=sensitive, releases=releases)
    rng = np.random.default_rng(seed)
    drawn = simulate(k_anon=size, values=sensitive, releases=releases, trials=TRIALS, rng=rng)
    simulated = drawn.share[-1]
    private = private_answers(values=sensitive, releases=releases, epsilon=epsilon)
    loss, most, expected = private.loss, private.most, private.expected
    return certain, simulated, loss, most, expected


@lru_cache(maxsize=256)
def followed(size: int, sensitive: int, seed: int) -> Any:
    """Certainty, the values left on average, simulated certainty and its band, after 1, 2, … releases."""
    distribution = candidates_distribution(k_anon=size, values=sensitive, releases=np.arange(1, RELEASES + 1))
    drawn = simulate(k_anon=size, values=sensitive, releases=RELEASES, trials=TRIALS, rng=np.random.default_rng(seed))
    low, high = wilson(drawn.certain, drawn.trials)
    return (np.minimum(distribution[:, 0], 1.0), 1.0 + distribution @ np.arange(sensitive), drawn.share, low, high)


def draw(at: Frames) -> Picture:
    models = [followed(k, m, at.seed) for k, m in zip(at.size.tolist(), at.sensitive.tolist(), strict=True)]
    certain, left, simulated, low, high = (np.stack(part) for part in zip(*models, strict=True))
    steps = np.arange(1, RELEASES + 1)
    private = private_answers(values=at.sensitive[:, None], releases=steps, epsilon=at.epsilon[:, None])
    now = lambda table: table[np.arange(at.frames), at.releases - 1]  # noqa: E731
    across = (0.5, 1.32 * RELEASES)
    named = lambda lines, colours, words: ends(  # noqa: E731
        RELEASES + 0.2, lines, colours, words, low=-0.03, high=1.05, log=False, apart=0.2
    )
    return Picture(
        panel(
            curve(steps, moving(certain), BLUE),
            points(steps, moving(simulated), BLUE, symbol="circle-open", size=9,
                   error_y={"type": "data", "symmetric": False, "array": moving(high - simulated),
                            "arrayminus": moving(simulated - low), "color": BLUE, "thickness": 2, "width": 5}),
            level(0, GREEN, reach=(1, RELEASES), dash="dash"),
            named([certain, 0 * certain], [BLUE, GREEN], ["releases", "answers"]),
            points(moving(at.releases), moving(now(certain)), PURPLE, size=14),
            x=axis("", *across, tickvals=steps), y=axis("probability", **SHARES),
            heading="the truth alone is left; circles: simulated",
        ),
        panel(
            curve(steps, moving(private.most), GREEN),
            curve(steps, moving(private.expected), GREEN, dash="dot"),
            named([private.most, private.expected], [GREEN, GREEN], ["at most", "mean"]),
            points(moving(at.releases), moving(now(private.most)), PURPLE, size=14),
            x=axis("releases, or answers", *across, tickvals=steps), y=axis("belief", **SHARES),
            heading="belief after private answers",
        ),
        title="The same person in several releases",
        height=440,
        values={
            "certain": num(now(certain), "probability"),
            "left": num(now(left), ".4g"),
            "simulated": num(now(simulated), "probability"),
            "low": now(low),
            "high": now(high),
            "loss": num(now(private.loss), "nats"),
            "prior": now(private.prior),
            "most": num(now(private.most), "probability"),
            "expected": num(now(private.expected), "probability"),
        },
        sentence=[
            when(at.releases == 1, "One {size}-anonymous release, ", "{releases} releases, {size}-anonymous each, "),
            "{sensitive} values: the truth alone is left with probability {certain:percent} (simulated "
            "{simulated:percent}, 95 % interval {low:percent} to {high:percent}); the mean number of values left is "
            "{left:.3g}. ",
            when(at.releases == 1, "One private answer costs", "All {releases} private answers together cost"),
            " ε = {loss}: a belief of {prior:percent} rises to at most {most:percent}, and never to certainty.",
        ],
        table=table_by_column(
            ("releases", steps),
            ("certain, exactly", moving(certain)),
            ("simulated", moving(simulated)),
            ("values left, mean", moving(left), ".3g"),
            ("private: belief at most", moving(private.most)),
            ("private: loss", moving(private.loss), "nats"),
        ),
        code=shown,
    )  # fmt: skip


def _certain() -> Any:
    asked = {"answer": (3, 2), "once": (3, 1), "larger": (4, 2), "thrice": (3, 3)}
    return {name: 100 * certainty(k_anon=k, values=10, releases=r) for name, (k, r) in asked.items()}


SECTION = Section(draw, axes=(releases, size, sensitive, epsilon), controls=(releases, size, sensitive, epsilon, seed))
