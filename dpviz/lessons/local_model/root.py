"""The same survey with a curator and without: what trusting nobody costs, and that nobody can do better (LOC-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_row, text, upright
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.frame.kinds import Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.local_model.shared import RUNS, Floats, estimates, people, powers, repeated
from dpviz.local import local_error_bound
from dpviz.mechanisms import LaplaceMechanism, RandomizedResponse

TRUE = 0.3  # the share of people whose answer is yes
SIZES = np.array([10, 30, 100, 1000, 10_000, 100_000, 1_000_000])

n = people(1000, steps=31)
epsilon = common.epsilon(1.0, low=0.1, high=5, steps=25)
seed = Seed(button="Ask again", help="The same people, other coins.")


def shown(n: int, epsilon: float) -> Any:
    laplace = LaplaceMechanism(epsilon=epsilon, sensitivity=1 / n)  # a curator's noise on the share
    central = np.sqrt(2) * laplace.scale
    coin = RandomizedResponse(epsilon=epsilon)  # each person's own
    local = np.sqrt(coin.keep * (1 - coin.keep) / n) / (2 * coin.keep - 1)
    bound = local_error_bound(n, epsilon=epsilon)
    return central, local, bound


def _asked(n: int, epsilon: float, seed: int) -> Floats:
    """Estimates with a curator and without, shape (2, RUNS)."""
    rng, yes, keep = np.random.default_rng(seed), round(TRUE * n), RandomizedResponse(epsilon=epsilon).keep
    central = yes / n + rng.laplace(scale=1 / (n * epsilon), size=RUNS)
    return np.array([central, estimates(yes, n, keep, rng)])


def draw(at: Frames) -> Picture:
    rows = list(zip(at.n.tolist(), at.epsilon.tolist(), strict=True))
    central, local, bound = np.array([shown(*row) for row in rows]).T
    lines = {eps: np.array([shown(size, eps) for size in SIZES.tolist()]).T for eps in np.unique(at.epsilon).tolist()}
    each = np.array([lines[eps] for eps in at.epsilon.tolist()])  # (frames, 3, sizes)
    draws = np.array([_asked(*row, at.seed) for row in rows])
    true = np.round(TRUE * at.n) / at.n
    colours, dashes = [BLUE, ORANGE, GREY], ["solid", "solid", "dash"]
    return Picture(
        panel(
            *repeated(1, draws[:, 0], true, central, BLUE, "circle"),
            *repeated(0, draws[:, 1], true, local, ORANGE, "diamond"),
            upright(moving(true), GREY, reach=(-1, 2), width=2),
            x=axis("estimated share of yes", -0.25, 0.85, tickformat=".0%", tickvals=[0, 0.3, 0.6]),
            y=axis("", -0.5, 1.5, tickvals=[0, 1], ticktext=["nobody", "curator"]),
            heading=f"{RUNS} surveys; bars: ± two errors",
        ),
        panel(
            *(curve(SIZES, moving(each[:, i]), colours[i], width=3 if i < 2 else 2, dash=dashes[i]) for i in range(3)),
            points(moving(at.n), moving(central), BLUE, size=12),
            points(moving(at.n), moving(local), ORANGE, size=12, symbol="diamond"),
            text([10], moving(each[:, 0, :1] / 2), ["curator"], BLUE, "bottom right"),
            text([1e6], moving(each[:, 1, -1:] * 2), ["nobody"], ORANGE, "top left"),
            text([1e6], moving(each[:, 2, -1:] / 2), ["no local protocol is below"], GREY, "bottom left"),
            x=powers("n, the people", 9, 1.1e6, [10, 1000, 100_000]),
            y=powers("", 6e-8, 16, [1e-6, 1e-4, 0.01, 1], common.percent),
            heading="standard error of the share", share=1.3,
        ),
        title="One question, with and without a curator",
        height=560,
        values={
            "central": num(central, common.percent), "local": num(local, common.percent),
            "bound": num(bound, common.percent), "curve": local, "ratio": num(local / central, ".3g"),
            "keep": num(1 / (1 + np.exp(-at.epsilon)), ".4g"),
        },
        sentence="{n:,} people answer. With a curator the share is off by {central} (one standard error); with nobody "
        "to trust by {local}, {ratio} times as much. No local protocol is below {bound} on every table.",
        table=table_by_row(
            ("", "standard error of the share"), ("curator, Laplace noise", "{central}"),
            ("randomised response", "{local}"), ("least for any local protocol, at least", "{bound}"),
        ),
        code=shown,
    )  # fmt: skip


def _hundredfold() -> dict[str, float]:
    central, local, _ = shown(1_000_000, 1.0)
    return {"answer": float(local / central), "root": 1000.0, "all": 1e6}


SECTION = Section(draw, axes=(n, epsilon), controls=(n, epsilon, seed))
