"""What DP-FTRL does with running totals: a model trained in one pass, noise on gradients or on their sums (CNT-9)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.counting import train_online
from dpviz.draw import Picture, axis, band, ends, moving, num, panel, table_by_row, upright
from dpviz.draw.style import CLEAR, FAINT_BLUE, FAINT_ORANGE, GREY
from dpviz.erm import Unseparable
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons.counting.shared import DELTA, LOOKS, line
from dpviz.mechanisms import gaussian_epsilon

RUNS, KINDS = 16, ("each_step", "refined", "square_root")
LEVELS = [0.5, 1, 2, 4, 8, 16]
noise = Number(2.0, low=0.5, high=16, values=LEVELS, label="z, the noise of one release", ends=("little", "much"))
seed = Seed(1, button="Other runs", help="Other noise; the same records.")


def shown(noise: float, kind: Any, seed: int) -> Any:
    X, y = Unseparable().draw(6000, np.random.default_rng(0))
    weights = train_online(X[:2048], y[:2048], method=kind, noise_multiplier=noise, clip=0.3, learning_rate=1.0,
                           steps=256, rng=np.random.default_rng(seed), size=16)  # fmt: skip
    right = np.mean((weights @ X[2048:].T >= 0) == (y[2048:] > 0), axis=1)  # of each run
    accuracy = right.mean()
    return right, accuracy


@lru_cache(maxsize=8)
def _seen(seed: int) -> Any:
    """Mean accuracy and two standard errors, shape (2, methods, levels)."""
    runs = np.array([[shown(z, kind, seed)[0] for z in LEVELS] for kind in KINDS])
    return runs.mean(axis=-1), 2 * runs.std(axis=-1, ddof=1) / np.sqrt(RUNS)


def draw(at: Frames) -> Picture:
    mean, reach = _seen(at.seed)
    spent = np.asarray(gaussian_epsilon(np.array(LEVELS), DELTA))
    place = np.searchsorted(LEVELS, at.noise)
    low, high = np.maximum(mean - reach, 0), np.minimum(mean + reach, 1)
    return Picture(
        panel(
            band(spent, low[0], high[0], CLEAR, fill=FAINT_ORANGE),
            band(spent, low[2], high[2], CLEAR, fill=FAINT_BLUE),
            *(line(spent, one, kind) for one, kind in zip(mean, KINDS, strict=True)),
            ends(float(spent[0]) * 1.1, [one[::-1] for one in mean], [LOOKS[kind][0] for kind in KINDS],
                 ["each gradient", "refined tree", "square root"], low=0.45, high=1, log=False),
            upright(moving(spent[place]), GREY, reach=(0, 2), width=2),
            x=axis("ε, at δ = 10⁻⁵", -0.8, 1.9, type="log", dtick=1),
            y=axis("accuracy on new records", 0.45, 1, tickvals=[0.5, 0.6, 0.7, 0.8, 0.9, 1],
                   ticktext=["50 %", "60 %", "70 %", "80 %", "90 %", "100 %"]),
            heading=f"mean of {RUNS} runs; pale: two standard errors",
        ),
        title="Learning from running totals",
        values={
            "epsilon": num(spent[place], ".3g"), "kind": "square_root",
            **{name: mean[k, place] for k, name in enumerate(("each", "tree", "accuracy"))},
            **{f"{name}_{side}": one[k, place] for k, name in enumerate(("each", "root"))
               for side, one in (("low", low[::2]), ("high", high[::2]))},
        },
        sentence="z = {noise:g} costs ε = {epsilon}. Noise on each gradient: {each:tenths} right; on their running "
        "totals, by the square root: {accuracy:tenths} ({root_low:tenths} to {root_high:tenths}).",
        table=table_by_row(
            ("noise on", "accuracy"),
            ("each gradient", "{each:tenths} ({each_low:tenths} to {each_high:tenths})"),
            ("refined tree", "{tree:tenths}"),
            ("square root", "{accuracy:tenths} ({root_low:tenths} to {root_high:tenths})"),
        ),
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(noise,), controls=(noise, seed))
