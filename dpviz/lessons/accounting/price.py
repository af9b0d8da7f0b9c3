"""What privacy costs a model that DP-SGD trains: accuracy along the noise multiplier, and the ε of each (SGD-1)."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import Picture, axis, band, curve, level, moving, num, panel, points, table_by_row, text, upright, when
from dpviz.draw.style import BLUE, CLEAR, GREY, PURPLE
from dpviz.erm import DPSGD, Unseparable
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons.accounting.training import cost, noise_multiplier, number_of_steps, sampling_rate
from dpviz.privacy.accounting import dpsgd_epsilon

Floats = NDArray[np.float64]
RUNS = 16
MOST, NEW = 3000, 4000  # records to learn from, and others to be classified
CLIP, LEARNING = 0.3, 4.0
WORDS, SIDES = ["no clipping, no noise, no ε", "majority label", "DP-SGD"], ["top right", "top left", "bottom right"]

noise = noise_multiplier(4.0, low=0.5, high=32, steps=19)
records = Number(300, low=100, high=MOST, values=[100, 200, 300, 500, 1000, 2000, 3000], whole=True,
                 label="n, the records", ends=("few", "many"))  # fmt: skip
steps = number_of_steps(50, [5, 10, 20, 50, 100])
rate = sampling_rate(0.1, low=0.02, high=0.3, steps=13)
seed = Seed(button="Other runs", help="Other samples and other noise; the same records.")


def shown(noise: float, records: int, steps: int, rate: float, seed: int) -> Any:
    X, y = Unseparable().draw(7000, np.random.default_rng(0))
    noises, clips = np.array([noise, 0.0]), np.array([0.3, 100.0])
    method = DPSGD(noise_multiplier=noises, clip=clips, rate=rate, steps=steps, learning_rate=4.0)
    runs = method.run(X[:records], y[:records], np.random.default_rng(seed), size=16)
    private, bare = np.mean(runs.accuracy(X[3000:], y[3000:]), axis=0)
    _, epsilon = dpsgd_epsilon(noise, rate, steps, 1e-5)
    return private, bare, epsilon


@lru_cache(maxsize=1)
def _people() -> tuple[Floats, Floats]:
    return Unseparable().draw(MOST + NEW, np.random.default_rng(0))


@lru_cache(maxsize=8)
def _seen(noise: tuple[float, ...], records: int, steps: int, rate: float, seed: int) -> Floats:
    """Mean accuracy and two standard errors to each side, shape (3, levels + 1); the last has no noise, no clipping."""
    X, y = _people()
    method = DPSGD(noise_multiplier=np.append(noise, 0.0), clip=np.append(np.full(len(noise), CLIP), 100.0),
                   rate=rate, steps=steps, learning_rate=LEARNING)  # fmt: skip
    runs = method.run(X[:records], y[:records], np.random.default_rng(seed), size=RUNS)
    return np.array(runs.mean_accuracy(X[MOST:], y[MOST:]))


def draw(at: Frames) -> Picture:
    z, batch = at.noise, at.rate * at.records
    mean, low, high = _seen(tuple(z.tolist()), at.records, at.steps, at.rate, at.seed)
    private, bare = mean[:-1], float(mean[-1])
    spent = np.array([cost(level, at.rate, at.steps)[1] for level in z.tolist()])
    guess = float(np.maximum(np.mean(_people()[1][MOST:] > 0), np.mean(_people()[1][MOST:] < 0)))
    ends = spent.min() / 1.2, spent.max() * 1.2
    return Picture(
        panel(
            band(spent, low[:-1], high[:-1], CLEAR, width=1),
            curve(spent, private, BLUE, width=4),
            level(bare, GREY, reach=ends, width=2, dash="dash"),
            level(guess, PURPLE, reach=ends, width=2, dash="dot"),
            text([*ends, spent[-4]], [bare, guess, private[-4]], WORDS, [GREY, PURPLE, BLUE], SIDES),
            upright(moving(spent), GREY, reach=(0, 2), width=2),
            points(moving(spent), moving(private), BLUE, size=13),
            x=axis("ε, at δ = 10⁻⁵", float(np.log10(ends[0])), float(np.log10(ends[1])), type="log", dtick=1),
            y=axis("accuracy on new records", 0.47, 1.0, tickvals=[0.5, 0.6, 0.7, 0.8, 0.9, 1],
                   ticktext=["50 %", "60 %", "70 %", "80 %", "90 %", "100 %"]),
            heading=f"mean of {RUNS} runs; pale: two standard errors",
        ),
        title="Accuracy against ε",
        values={
            "epsilon": num(spent, ".3g"),
            "private": num(private, ".4f"),
            "right": private,
            "bare": num(bare, ".4f"),
            "lost": num(100 * (bare - private), ".1f"),
            "low": num(low[:-1], "tenths"),
            "high": num(high[:-1], "tenths"),
            "batch": num(batch, ".4g"),
            "scale": num(z * CLIP / batch, ".3g"),
            "clip": CLIP,
            "guess": guess,
        },
        sentence=[
            "With z = {noise:.3g}, {steps} steps cost ε = {epsilon}. The models classify {private:tenths} of new "
            "records right; the same steps without clipping and noise, {bare:tenths}. ",
            when(bare - private < 0.01, "Privacy costs less than one point here.", "Privacy costs {lost} points."),
        ],
        table=table_by_row(
            ("", "value"),
            ("accuracy of DP-SGD", "{private:tenths} ({low} to {high})"),
            ("without clipping and noise", "{bare:tenths}"),
            ("always the more frequent label", "{guess:tenths}"),
            ("ε, at δ = 10⁻⁵", "{epsilon}"),
            ("noise on the mean gradient, a coordinate", "{scale}"),
        ),
        code=shown,
    )  # fmt: skip


def _noisy() -> dict[str, float]:
    z, C, q, n = 2.0, 0.5, 0.1, 1000
    return {"answer": z * C / (q * n), "unscaled": z * C, "all": z * C / n, "clipless": z / (q * n)}


SECTION = Section(draw, axes=(noise,), controls=(noise, records, steps, rate, seed))
