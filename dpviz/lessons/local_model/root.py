"""The same survey with a curator and without: what trusting nobody costs, and that nobody can do better (LOC-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, moving, num, panel, text, upright
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.frame.kinds import Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.local_model.shared import RUNS, by_curator, by_response, errors, people, powers, repeated
from dpviz.local import frequency_variance, local_error_bound

TRUE = 0.3  # the share of people whose answer is yes
LOOKS = (BLUE, "circle", "solid"), (ORANGE, "diamond", "solid"), (GREY, "", "dash")
SIZES = np.array([10, 30, 100, 1000, 10_000, 100_000, 1_000_000])

n = people(1000, steps=31)
epsilon = common.epsilon(1.0, low=0.1, high=5, steps=25)
seed = Seed(button="Ask again", help="The same people, other coins.")


def shown(n: int, epsilon: float) -> Any:
    central = np.sqrt(2) / (n * epsilon)  # of a curator's Laplace noise on the share
    local = np.sqrt(frequency_variance("kary", epsilon=epsilon, categories=2, n=n))  # of randomised response
    bound = local_error_bound(n, epsilon=epsilon)
    return central, local, bound


def draw(at: Frames) -> Picture:
    rows = list(zip(at.n.tolist(), at.epsilon.tolist(), strict=True))
    central, local, bound = np.array([shown(*row) for row in rows]).T
    lines = {eps: np.array([shown(size, eps) for size in SIZES.tolist()]).T for eps in np.unique(at.epsilon).tolist()}
    each = np.array([lines[eps] for eps in at.epsilon.tolist()]).swapaxes(0, 1)  # (3, frames, sizes)
    curator = np.array([by_curator(round(TRUE * n), n, eps, at.seed) for n, eps in rows])
    nobody = np.array([by_response(round(TRUE * n), n, eps, at.seed) for n, eps in rows])
    true = np.round(TRUE * at.n) / at.n
    return Picture(
        panel(
            *repeated(1, curator, true, central, LOOKS[0]), *repeated(0, nobody, true, local, LOOKS[1]),
            upright(moving(true), GREY, reach=(-1, 2), width=2),
            x=axis("estimated share of yes", -0.25, 0.85, tickformat=".0%", tickvals=[0, 0.3, 0.6]),
            y=axis("", -0.5, 1.5, tickvals=[0, 1], ticktext=["nobody", "curator"]),
            heading=f"{RUNS} surveys; bars: ± two errors",
        ),
        panel(
            *errors(SIZES, each, at.n, (central, local, bound), LOOKS),
            text([10, 1e6, 1e6], moving(np.stack([each[0, :, 0] / 2, each[1, :, -1] * 2, each[2, :, -1] / 2], axis=1)),
                 ["curator", "nobody", "no local protocol is below"], [BLUE, ORANGE, GREY],
                 ["bottom right", "top left", "bottom left"]),
            x=powers("n, the people", 9, 1.1e6, [10, 1000, 100_000]), heading="standard error of the share", share=1.3,
            y=powers("", 6e-8, 16, [1e-6, 1e-4, 0.01, 1], common.percent),
        ),
        title="One question, with and without a curator",
        values={
            "central": num(central, common.percent), "local": num(local, common.percent),
            "ratio": num(local / central, ".3g"), "bound": num(bound, common.percent), "curve": local,
            "keep": num(1 / (1 + np.exp(-at.epsilon)), ".4g"),
        },
        sentence="{n:,} people answer. With a curator the share is off by {central} (one standard error); with nobody "
        "to trust by {local}, {ratio} times as much. No local protocol is below {bound} on every table.",
        code=shown,
    )  # fmt: skip


def _hundredfold() -> dict[str, float]:
    central, local, _ = shown(1_000_000, 1.0)
    return {"answer": float(local / central), "root": 1000.0, "all": 1e6}


SECTION = Section(draw, axes=(n, epsilon), controls=(n, epsilon, seed))
