"""A column found by least squares from random subset counts, and from private ones (LEG-8)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.anonymity import decode, expected_recovery, simulate_reconstruction
from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_column, text, upright
from dpviz.draw.marks import QUARTERS
from dpviz.draw.style import BLUE, GREEN, GREY, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.privacy import posterior

TRIALS = 20  # columns of each simulated share
LEVELS = np.geomspace(0.25, 64, 13)  # noise of which the share is simulated
TICKS: dict[str, Any] = {"tickvals": [0.25, 1, 4, 16, 64], "ticktext": ["0.25", "1", "4", "16", "64"]}
PER = np.array([2, 4, 8, 16])  # questions a person
UPWARDS: dict[str, Any] = QUARTERS | {"range": [0.4, 1.07]}

noise = Number(2, low=LEVELS[0], high=LEVELS[-1], scale="log", steps=25, label="σ, noise",
               ends=("exact", "far off"), help="Standard deviation of each answer.")  # fmt: skip
n = Number(64, low=16, high=128, values=(16, 32, 64, 128), whole=True, label="n, people", ends=("few", "many"))
per = Number(4, low=2, high=16, values=PER.tolist(), whole=True, label="m ÷ n",
             ends=("few", "many"), help="Questions a person.")  # fmt: skip
epsilon = common.epsilon(1.0, low=0.1, high=10, steps=41, label="ε, private",
                        help="Of all private answers together.")  # fmt: skip


def shown(n: int, per: int, noise: float, epsilon: float) -> Any:
    m = per * n
    rng = np.random.default_rng(1)
    secret, subsets = rng.integers(0, 2, n), rng.integers(0, 2, (m, n))
    answers = subsets @ secret + rng.normal(scale=noise, size=m)
    right = (decode(queries=subsets, answers=answers) == secret).sum()
    answers = subsets @ secret + rng.laplace(scale=m / epsilon, size=m)  # ε/m for each, ε for all
    private = (decode(queries=subsets, answers=answers) == secret).sum()
    about = expected_recovery(n=n, queries=m, noise=noise)
    most = posterior(0.5, epsilon)
    return right, private, about, most


@lru_cache(maxsize=256)
def attacked(n: int, queries: int, noise: tuple[float, ...], shape: Any) -> Any:
    """The share found for each noise, and the ends of its interval, shape (3, noise)."""
    rng = np.random.default_rng([n, queries])
    found = simulate_reconstruction(n=n, queries=queries, noise=noise, trials=TRIALS, rng=rng, shape=shape)
    return np.stack([found.share, *found.band])


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    m = at.per * at.n
    several = np.unique([*PER, *at.per])
    asked = several * at.n[:, None]  # (F, questions a person)
    needed = np.sqrt(2) * asked / at.epsilon[:, None]  # deviation of Laplace noise of scale m/ε

    def followed(noise: Any, shape: str) -> Any:
        """Share and interval by questions a person, shape (3, F, questions a person), for noise of that shape."""
        levels, place = np.unique(np.broadcast_to(noise, asked.shape), return_inverse=True)
        place = place.reshape(asked.shape)
        return np.stack(
            [
                [attacked(people, count, tuple(levels), shape)[:, i] for count, i in zip(*row, strict=True)]
                for people, *row in zip(at.n.tolist(), asked.tolist(), place.tolist(), strict=True)
            ]
        ).transpose(2, 0, 1)

    fixed, private = followed(at.noise[:, None], "normal"), followed(needed, "laplace")
    along = np.stack([attacked(k, q, tuple(LEVELS), "normal") for k, q in zip(at.n.tolist(), m.tolist(), strict=True)])
    fine = np.geomspace(LEVELS[0], LEVELS[-1], 61)
    about = lambda queries, noise: expected_recovery(n=at.n[:, None], queries=queries, noise=noise)  # noqa: E731
    now = np.arange(at.frames), np.searchsorted(several, at.per)
    each = zip(at.n.tolist(), at.per.tolist(), at.noise.tolist(), at.epsilon.tolist(), strict=True)
    ones = [shown(*one) for one in each]
    right, kept, share, most = map(np.array, zip(*ones, strict=True))

    def simulated(x: Any, found: Any, colour: str, name: str = "") -> Any:
        middle, low, high = found
        ends = {"type": "data", "symmetric": False, "array": moving(high - middle), "arrayminus": moving(middle - low)}
        return points(x, moving(middle), colour, name, symbol="circle-open", size=9, error_y={**ends, "color": colour})

    # One stage: begun when the reader comes near.
    yield 1.0, Picture(
        panel(
            curve(fine, moving(about(m[:, None], fine)), BLUE, "noise σ, about"),
            simulated(LEVELS, along.transpose(1, 0, 2), BLUE, "simulated, ± two standard errors"),
            upright(moving(np.sqrt(at.n)), GREY, reach=(0.4, 1.07), dash="dot"),
            level(moving(private[0][now]), GREEN, reach=(LEVELS[0], LEVELS[-1]), dash="dash"),
            text(LEVELS[:1], moving(private[0][now]), ["ε-private answers"], GREEN, "top right"),
            points(moving(at.noise), moving(share), PURPLE, size=14),
            x=axis("", *np.log10([0.22, 72]), type="log", **TICKS),
            y=axis("share found", **UPWARDS),
            heading="by the noise σ; dotted: √n",
        ),
        panel(
            curve(several, moving(about(asked, at.noise[:, None])), BLUE),
            simulated(several, fixed, BLUE),
            curve(several, moving(about(asked, needed)), GREEN, dash="dash"),
            simulated(several, private, GREEN),
            level(moving(most), GREEN, reach=(2, 16), dash="dot", width=2),
            points(moving(at.per), moving(share), PURPLE, size=14),
            x=axis("m ÷ n", *np.log10([1.85, 17.5]), type="log", tickvals=PER.tolist()),
            y=axis("share found", **UPWARDS),
            heading="by m ÷ n; dotted: most that ε allows",
        ),
        title="A column found from random subsets",
        height=470,
        values={
            "m": m,
            "root": np.sqrt(at.n),
            "right": right,
            "private": kept,
            "share": share,
            "about": num(share, "probability"),
            "simulated": num(fixed[0][now], "probability"),
            "low": fixed[1][now],
            "high": fixed[2][now],
            "scale": m / at.epsilon,
            "kept": num(private[0][now], "probability"),
            "kept_low": private[1][now],
            "kept_high": private[2][now],
            "most": num(most, "probability"),
        },
        sentence=[
            "{m:,} random subsets of {n} people, noise σ = {noise:.3g} (√n is {root:.3g}): one attack finds {right} "
            "of {n} values, {simulated:percent} on average (95 % interval {low:percent} to {high:percent}; by the "
            "formula {about:percent}). From private answers, ε = {epsilon:.3g}: {private} of {n}, {kept:percent} on "
            "average ({kept_low:percent} to {kept_high:percent}), and no attack expects more than {most:percent}.",
        ],
        table=table_by_column(
            ("questions a person", several),
            ("found, noise σ", moving(fixed[0])),
            ("by the formula", moving(about(asked, at.noise[:, None]))),
            ("found, private", moving(private[0])),
            ("noise then, deviation", moving(needed), ".4g"),
        ),
        code=shown,
    )  # fmt: skip


def _private() -> dict[str, float]:
    m = 4 * 64
    return {"m": m, "noise": np.sqrt(2) * m, "most": 100 * posterior(0.5, 1.0)}


def _root() -> dict[str, float]:
    few, many = 100, 10_000
    return {"few": few, "many": many, "answer": np.sqrt(many / few), "linear": many / few, "none": 1}


SECTION = Section(draw, axes=(noise, n, per, epsilon), controls=(noise, n, per, epsilon))
