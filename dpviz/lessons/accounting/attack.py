"""What an ε lets an attacker do: what (ε, δ) allows, the best attack on DP-SGD's steps, and a belief (DP-1, SGD-1)."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_row, text, upright
from dpviz.draw.marks import QUARTERS
from dpviz.draw.style import BLUE, GREY, ORANGE, PURPLE
from dpviz.erm import planted_attack
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons.accounting.training import DELTA, cost
from dpviz.lessons.common import percent
from dpviz.privacy import power_ceiling
from dpviz.privacy.accounting import LossDistribution, dpsgd_epsilon

Floats = NDArray[np.float64]

RATE, STEPS, TRIALS = 0.1, 100, 4000
ALARMS = np.geomspace(1e-3, 1, 61)
COUNTED = np.array([0.01, 0.02, 0.05, 0.1, 0.2, 0.5])  # where the simulated attacks are drawn
# The noise multipliers of the slider, and the ε of 100 steps with each, to a whole or a tenth (test_accounting_attack).
PROMISED = {0.837: 10, 0.936: 8, 1.1: 6, 1.39: 4, 1.68: 3, 2.25: 2, 2.82: 1.5, 3.95: 1, 5.37: 0.7, 7.22: 0.5,
            11.5: 0.3, 16.5: 0.2, 30.9: 0.1}  # fmt: skip


def _noise(value: float) -> str:
    return f"ε = {PROMISED[value]:g}" if value in PROMISED else f"{value:.3g}"


def _percent(share: float) -> str:
    """Three digits that count, and the last ones before 100 %."""
    return f"{100 * share:.3g} %" if share < 0.995 else f"{100 * share:.2f} %"


noise = Number(0.936, low=0.837, high=30.9, values=list(PROMISED), label="z, the noise multiplier", show=_noise,
               ends=("ε = 10", "ε = 0.1"))  # fmt: skip
alarm = Number(0.01, low=0.001, high=0.5, scale="log", steps=28, label="False-positive rate", show=percent,
               ends=("careful", "bold"))  # fmt: skip
prior = Number(0.1, low=0.001, high=0.9, values=[0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9],
               label="Belief before (prior)", show=percent)  # fmt: skip
seed = Seed(button="Attack again", help="Other samples and other noise.")


def simulated(noise: Any, alarm: Any, seed: int) -> Any:
    _, epsilon = dpsgd_epsilon(noise, 0.1, 100, 1e-5)
    attack = planted_attack(noise, 0.1, 100, trials=4000, rng=np.random.default_rng(seed))
    counted, low, high = attack.power(alarm)
    return epsilon, counted, low, high


def kept(noise: float, epsilon: float) -> Any:
    """Pairs (ε′, δ(ε′)) that the steps keep, in both directions."""
    other = np.linspace(0, 1.5 * epsilon, 301)
    removed, added = (
        LossDistribution.sampled_gaussian(noise, 0.1, direction=way, step=0.005 / noise)
        .self_compose(100)
        .delta(other)[1]
        for way in ("remove", "add")
    )
    return other, removed, added


def best_power(alarm: Any, other: Any, removed: Any, added: Any) -> Any:
    rising, flat = np.exp(other) * alarm + removed, 1 - np.exp(-other) * (1 - alarm - added)
    best = np.minimum(rising, flat).min(axis=-1)
    return best


def believed(epsilon: Any, alarm: Any, prior: Any, best: Any) -> Any:
    most = power_ceiling(alarm, epsilon, 1e-5)
    after = prior * best / (prior * best + (1 - prior) * alarm)
    after_most = prior * most / (prior * most + (1 - prior) * alarm)
    return most, after, after_most


@lru_cache(maxsize=32)
def _kept(noise: float) -> tuple[Floats, Floats, Floats]:
    found: tuple[Floats, Floats, Floats] = kept(noise, cost(noise, RATE, STEPS)[1])
    return found


@lru_cache(maxsize=4)
def _attacks(noise: tuple[float, ...], seed: int) -> Any:
    return planted_attack(np.array(noise), RATE, STEPS, trials=TRIALS, rng=np.random.default_rng(seed))


def draw(at: Frames) -> Picture:
    z, a = at.noise.tolist(), at.alarm
    spent = np.array([cost(one, RATE, STEPS)[1] for one in z])
    best = np.array([best_power(ALARMS[:, None], *_kept(one)) for one in z])
    here = np.array([best_power(alarm, *_kept(one)) for one, alarm in zip(z, a.tolist(), strict=True)])
    most, after, after_most = believed(spent, a, at.prior, here)
    levels, ceiling = sorted({*z}), np.asarray(power_ceiling(ALARMS, spent[:, None], DELTA))
    counts = _attacks(tuple(levels), at.seed)
    which = np.searchsorted(levels, z)
    seen, below, above = (part[which] for part in counts.power(COUNTED))
    now = np.array([[part[i, f] for part in counts.power(a)] for f, i in enumerate(which)])
    bar = np.stack([below, above, np.full_like(below, np.nan)], axis=-1).reshape(at.frames, -1)
    return Picture(
        panel(
            curve(ALARMS, moving(ceiling), PURPLE, dash="dot"),
            curve(ALARMS, moving(best), BLUE, "the best attack, exactly", width=4),
            curve(np.repeat(COUNTED, 3), moving(bar), ORANGE, width=2),
            points(COUNTED, moving(seen), ORANGE, f"that attack, tried {TRIALS:,} times", symbol="diamond", size=9),
            curve(ALARMS, ALARMS, GREY, width=2, dash="dash"),
            text(COUNTED[-2:-1], COUNTED[-2:-1], ["a coin"], GREY, "bottom right"),
            text(ALARMS[:1], moving(ceiling[:, :1] - 0.02), ["what (ε, δ) allows"], PURPLE, "bottom right"),
            upright(moving(a), GREY, reach=(-1, 2), width=2),
            points(moving(np.stack([a, a], axis=1)), moving(np.stack([most, here], axis=1)), [PURPLE, BLUE],
                   symbol=["square", "circle"], size=13),
            x=axis("false-positive rate", -3.03, 0.02, type="log", tickvals=[0.001, 0.01, 0.1, 1],
                   ticktext=["0.1 %", "1 %", "10 %", "100 %"]),
            y=axis("true-positive rate", -0.02, 1.03, **QUARTERS),
        ),
        title="What an ε lets an attacker do",
        values={
            "epsilon": num(spent, ".3g"),
            "best": num(here, _percent),
            "most": num(most, _percent),
            "counted": num(now[:, 0], "percent"),
            "low": num(now[:, 1], "percent"),
            "high": num(now[:, 2], "percent"),
            "before": num(at.prior, percent),
            "after": num(after, _percent),
            "after_most": num(after_most, _percent),
        },
        sentence="With z = {noise:.3g}, 100 steps have ε = {epsilon}. At a false-positive rate of {alarm:percent}, "
        "(ε, δ) allows a true-positive rate of {most}; the best attack has {best}. A belief of {prior:percent} becomes "
        "{after} once that attack has named the record.",
        table=table_by_row(
            ("at a false-positive rate of {alarm:percent}", "true-positive rate", "belief after"),
            ("what (ε, δ) allows", "{most}", "{after_most}"),
            ("the best attack, exactly", "{best}", "{after}"),
            (f"counted in {TRIALS:,} attacks", "{counted} ({low} to {high})", "–"),
        ),
        code=(simulated, kept, best_power, believed),
    )  # fmt: skip


def _at_eight() -> dict[str, float]:
    epsilon = dpsgd_epsilon(0.936, RATE, STEPS, DELTA)[1]
    return {
        "most": 100 * float(power_ceiling(0.01, epsilon, DELTA)),
        "best": 100 * float(best_power(0.01, *_kept(0.936))),
        "factor": float(np.exp(8)),
    }


def _named() -> dict[str, float]:
    power, alarm, prior = 0.2, 0.01, 0.01
    share = prior * power / (prior * power + (1 - prior) * alarm)
    return {"answer": 100 * share, "power": 100 * power, "specific": 100 * (1 - alarm),
            "even": 100 * power / (power + alarm)}  # fmt: skip


SECTION = Section(draw, axes=(noise, alarm, prior), controls=(noise, alarm, prior, seed))
