"""What a random sample saves: two worlds that differ with probability q only, and the ε of many such steps (ACC-5)."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric.stats import normal_density
from dpviz.draw import Picture, axis, band, curve, moving, num, panel, points, table_by_row, text, upright, when
from dpviz.draw.style import BLUE, CLEAR, GREY, ORANGE, PURPLE
from dpviz.frame.section import Frames, Section
from dpviz.lessons.accounting.training import DELTA, cost, noise_multiplier, number_of_steps, sampling_rate
from dpviz.mechanisms import gaussian_epsilon
from dpviz.privacy import advanced_composition, amplify_by_sampling
from dpviz.privacy.accounting import dpsgd_epsilon, dpsgd_renyi

Floats = NDArray[np.float64]

rate = sampling_rate(0.01)
noise = noise_multiplier(2.0, low=0.7, high=5, steps=21)
steps = number_of_steps(500, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000])


def shown(noise: float, rate: float, steps: int) -> Any:
    everybody = gaussian_epsilon(noise / np.sqrt(steps), 1e-5)
    low, high = dpsgd_epsilon(noise, rate, steps, 1e-5)
    renyi = dpsgd_renyi(noise, rate, steps, 1e-5).epsilon
    return everybody, low, high, renyi


def composed(noise: float, rate: float, steps: int) -> Any:
    """Half of δ is for the steps, half for advanced composition."""
    whole = float(gaussian_epsilon(noise, 0.5e-5 / (steps * rate)))
    each, _ = amplify_by_sampling(whole, rate=rate, scheme="poisson", source="add_remove", target="add_remove")
    advanced, _ = advanced_composition(each, steps, 0.5e-5)
    amplified = min(advanced, steps * each)
    return each, amplified


@lru_cache(maxsize=8)
def _along(noise: float, rates: tuple[float, ...], steps: int) -> tuple[Floats, ...]:
    """(low, high, Rényi, amplified and composed, ε of one amplified step), an entry a rate."""
    bracket = np.array([cost(noise, q, steps) for q in rates]).T
    old = np.array([composed(noise, q, steps) for q in rates]).T
    return (*bracket, np.asarray(dpsgd_renyi(noise, np.array(rates), steps, DELTA).epsilon), old[1], old[0])


def draw(at: Frames) -> Picture:
    q, z, T = at.rate, at.noise, at.steps
    low, high, renyi, amplified, each = _along(z, tuple(q.tolist()), T)
    everybody = float(gaussian_epsilon(z / np.sqrt(T), DELTA))
    out = np.linspace(-3.2 * z, 1 + 3.2 * z, 161)
    absent = normal_density(out / z) / z
    always = normal_density((out - 1) / z) / z
    present = (1 - q[:, None]) * absent + q[:, None] * always
    ends = np.log10(min(high.min(), renyi.min()) * 0.6), np.log10(max(amplified.max(), everybody) * 1.7)
    here = np.repeat(q[:, None], 3, axis=1)
    return Picture(
        panel(
            curve(out, always, GREY, width=2, dash="dash"),
            curve(out, absent, ORANGE, width=3),
            curve(out, moving(present), BLUE, width=3, dash="dot"),
            text([-0.7 * z], [absent.max() * 0.8], ["never in"], ORANGE, "middle left"),
            text([1 + 0.7 * z], [absent.max() * 0.8], ["always in"], GREY),
            text([0.5], [absent.max()], ["in with probability q"], BLUE, "top center"),
            x=axis("output of one step, in units of C", float(out[0]), float(out[-1])),
            y=axis("density", 0, 1.3 * float(absent.max()), nticks=3),
            heading="the record looked for is in the sample:",
        ),
        panel(
            curve([q[0], q[-1]], [everybody] * 2, GREY, dash="dash"),
            curve(q, amplified, PURPLE, dash="dot"),
            curve(q, renyi, ORANGE, width=3),
            band(q, low, high, CLEAR, width=1),
            curve(q, high, BLUE, width=4),
            *(text([q[part]], [line[part]], [words], colour, at)
              for line, words, colour, at, part in (
                  (np.full_like(q, everybody), "everybody in every step", GREY, "top right", 0),
                  (amplified, "amplified, then composed", PURPLE, "top left", -len(q) // 4),
                  (renyi, "Rényi", ORANGE, "top left", len(q) // 2),
                  (high, "exact, between two bounds", BLUE, "bottom right", len(q) // 4))),
            upright(moving(q), GREY, reach=(1e-9, 1e9), width=2),
            points(moving(here), moving(np.stack([amplified, renyi, high], axis=1)), [PURPLE, ORANGE, BLUE],
                   symbol=["square", "triangle-up", "circle"], size=11),
            x=axis("sampling rate q", float(np.log10(q[0])) - 0.03, 0.03, type="log",
                   tickvals=[0.01, 0.03, 0.1, 0.3, 1], ticktext=["1 %", "3 %", "10 %", "30 %", "100 %"]),
            y=axis("ε of all steps", *ends, type="log", dtick=1),
        ),
        title="What a random sample saves",
        height=560,
        values={
            "everybody": num(everybody, ".4g"),
            "low": num(low, ".4g"),
            "high": num(high, ".4g"),
            "total": high,
            "renyi": num(renyi, ".4g"),
            "amplified": num(amplified, ".4g"),
            "each": num(each, ".3g"),
            "factor": num(everybody / high, ".3g"),
        },
        sentence=[
            f"With q = {{rate:percent}}, {'one step costs' if T == 1 else f'{T:,} steps cost'} ε = {{high}} "
            "at δ = 10⁻⁵. ",
            when(q < 1, "With everybody in every step it would be {everybody}: {factor} times as much. ",
                 "Everybody is in every step. "),
            "Rényi says {renyi}; amplification and then advanced composition, {amplified}.",
        ],
        table=table_by_row(
            ("", "ε"),
            ("as if everybody were in every step", "{everybody}"),
            ("each step amplified, then advanced composition", "{amplified}"),
            ("Rényi, the best whole order", "{renyi}"),
            ("exactly, between", "{low} and {high}"),
        ),
        code=(shown, composed),
    )  # fmt: skip


def _saved() -> dict[str, float]:
    z, q, T = 2.0, 0.01, 500
    whole = float(gaussian_epsilon(z / np.sqrt(T), DELTA))
    return {"whole": whole, "share": whole * q, "root": whole * q**0.5, "truth": dpsgd_epsilon(z, q, T, DELTA)[1]}


def _amplified() -> dict[str, float]:
    found, _delta = amplify_by_sampling(1.0, rate=0.05, scheme="poisson", source="add_remove", target="add_remove")
    return {"answer": found, "linear": 0.05, "grown": float(0.05 * np.e)}


SECTION = Section(draw, axes=(rate,))
