"""A quantile by the exponential mechanism, and by noise of a smooth or global size, on 501 people (SEN-8)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.data import health
from dpviz.draw import Picture, axis, band, curve, ends, level, moving, num, panel, points, table_by_row, upright
from dpviz.draw.style import BLUE, CLEAR, GREEN, GREY, ORANGE
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.sensitivity import QuantileMechanism, SmoothCauchy, quantile_rank, quantile_sensitivities, smooth_sensitivity

HIGHEST = {"income": 50_000, "age": 65, "visits": 100}
EPSILONS = np.geomspace(0.05, 5, 31)

of = Choice("income", options={"income": "family income ($)", "age": "age", "visits": "doctor visits"},
            label="Quantile of")  # fmt: skip
quantile = Number(0.5, low=0.02, high=0.98, steps=25, label="Quantile", ends=("low", "high"), show=common.percent)
epsilon = common.epsilon(0.5, low=0.05, high=5, steps=31)


def sample(of: str) -> Any:
    people = np.sort(health().column(of).values[::11][:501]).astype(float)
    return people


@lru_cache(maxsize=128)
def local(of: str, quantile: float) -> Any:
    people = sample(of)
    return quantile_sensitivities(people, low=0, high=HIGHEST[of], rank=quantile_rank(quantile, len(people)))


def shown(people: Any, highest: float, quantile: float, epsilon: float) -> Any:
    mechanism = QuantileMechanism(epsilon=epsilon, low=0, high=highest, quantile=quantile, neighbouring="replace")
    bottom, top = mechanism.output_at([0.05, 0.95], people)  # type: ignore[misc]
    return mechanism, bottom, top


def reached(mechanism: QuantileMechanism, people: Any, truth: float) -> float:
    """The distance from the true quantile that 90 % of the outputs keep to, exactly."""
    far = np.unique(np.abs(mechanism.edges(people) - truth))
    within = np.asarray(mechanism.cdf(truth + far, people)) - np.asarray(mechanism.cdf(truth - far, people))
    return float(np.interp(0.9, within, far))


@lru_cache(maxsize=64)
def _errors(of: str, quantile: float) -> Any:
    """90 % errors of the three at all ε, shape (3, E)."""
    people, high = sample(of), HIGHEST[of]
    truth = float(people[quantile_rank(quantile, len(people)) - 1])
    found = []
    for e in EPSILONS.tolist():
        mechanism = QuantileMechanism(epsilon=e, low=0, high=high, quantile=quantile, neighbouring="replace")
        cauchy = SmoothCauchy(epsilon=e)
        smooth = smooth_sensitivity(local(of, quantile), cauchy.beta)  # type: ignore[arg-type]
        far = np.tan(0.45 * np.pi) * cauchy.factor * smooth, np.log(10) * high / e
        found.append((reached(mechanism, people, truth), *far))
    return np.array(found).T


def draw(at: Frames) -> Picture:
    people, high = sample(at.of), HIGHEST[at.of]
    n = len(people)
    errors = np.array([_errors(at.of, q) for q in at.quantile.tolist()])  # (frames, 3, E)
    now = np.array([[np.interp(np.log(e), np.log(EPSILONS), row) for row in rows]
                    for e, rows in zip(at.epsilon.tolist(), errors, strict=True)])  # fmt: skip
    truth = np.array([people[quantile_rank(q, n) - 1] for q in at.quantile.tolist()])
    both = zip(at.quantile.tolist(), at.epsilon.tolist(), strict=True)
    low, up = np.array([shown(people, high, *one)[1:] for one in both]).T
    bottom, top = np.stack([low] * 2, axis=1), np.stack([up] * 2, axis=1)
    share = (np.arange(n) + 0.5) / n
    tall = {"income": 30_000, "age": 65, "visits": 30}[at.of]
    form = ",.0f" if high > 1000 else ".3g"
    colours = [BLUE, GREEN, GREY]
    names = ["exponential", "Cauchy", "global"]
    lines = [np.maximum(errors[:, i], high / 1e5) for i in range(3)]
    return Picture(
        panel(
            band([0, 1], moving(bottom), moving(top), CLEAR, width=1),
            curve(share, people, GREY, width=3),
            level(moving(truth), ORANGE, reach=(0, 1), dash="dot"),
            points(moving(at.quantile), moving(truth), ORANGE, symbol="diamond", size=13),
            x=axis("share of the people", 0, 1, tickformat=".0%"), y=axis(at.of, 0, tall, nticks=5),
            heading="501 people; blue: 90 % of the outputs",
        ),
        panel(
            *(curve(EPSILONS, moving(line), colour, dash=dash) for line, colour, dash
              in zip(lines, colours, ("solid", "dash", "dashdot"), strict=True)),
            upright(moving(at.epsilon), GREY, reach=(1e-6, 1e9), width=2),
            points(moving(at.epsilon), moving(np.maximum(now[:, 0], high / 1e5)), BLUE, size=13),
            ends(5.4, lines, colours, names, low=high / 1e5, high=high * 100, apart=0.09),
            x=axis("ε", np.log10(0.045), 1.45, type="log", tickvals=[0.1, 1], ticktext=["0.1", "1"]),
            y=axis("90 % error", np.log10(high / 1e5), np.log10(high * 100), type="log", dtick=2),
        ),
        title="Three ways to a quantile",
        values={
            "highest": high,
            "truth": num(truth, form),
            "bottom": num(low, form),
            "top": num(up, form),
            "error": num(now[:, 0], form),
            "cauchy": num(now[:, 1], form),
            "whole": num(now[:, 2], form),
        },
        sentence="The quantile is {truth}. With ε = {epsilon:small}, 90 % of the exponential mechanism’s outputs lie "
                 "from {bottom} to {top}: within {error}. Cauchy noise on a smooth sensitivity: within {cauchy}.",
        table=table_by_row(
            ("", "90 % error"),
            ("exponential mechanism", "{error}"),
            ("Cauchy, smooth sensitivity", "{cauchy}"),
            ("Laplace, global sensitivity", "{whole}"),
        ),
        code=(sample, shown),
    )  # fmt: skip


def _gaps() -> dict[str, float]:
    mechanism = QuantileMechanism(epsilon=2.0, low=0, high=100, neighbouring="replace")
    pieces = mechanism.probabilities([40, 50, 60])
    return {"answer": 100 * float(pieces[1]), "level": 25.0, "width": 10.0, "half": 50.0}


SECTION = Section(draw, axes=(quantile, epsilon), controls=(of, quantile, epsilon))
