"""A quantile by the exponential mechanism, and by noise of a smooth or global size, on 501 people (SEN-8)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.data import health
from dpviz.draw import Picture, axis, band, curve, ends, level, moving, num, panel, points
from dpviz.draw.style import BLUE, CLEAR, GREEN, GREY, ORANGE
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.kinder.shared import here
from dpviz.sensitivity import QuantileMechanism, SmoothCauchy, quantile_rank, quantile_sensitivities, smooth_sensitivity

HIGHEST, TALL = {"income": 50_000, "age": 65, "visits": 100}, {"income": 30_000, "age": 65, "visits": 30}
EPSILONS = np.geomspace(0.05, 5, 31)
COLOURS, DASHES = [BLUE, GREEN, GREY], ["solid", "dash", "dashdot"]

of = Choice("income", options={"income": "family income ($)", "age": "age", "visits": "doctor visits"},
            label="Quantile of")  # fmt: skip
quantile = Number(0.5, low=0.02, high=0.98, steps=25, label="Quantile", ends=("low", "high"), show=common.percent)
epsilon = common.epsilon(0.5, low=0.05, high=5, steps=31)


def sample(of: str) -> Any:
    people = np.sort(health().column(of).values[::11][:501]).astype(float)
    return people


def shown(people: Any, highest: float, quantile: float, epsilon: float) -> Any:
    mechanism = QuantileMechanism(epsilon=epsilon, low=0, high=highest, quantile=quantile, neighbouring="replace")
    bottom, top = mechanism.output_at([0.05, 0.95], people)  # type: ignore[misc]
    return mechanism, bottom, top


@lru_cache(maxsize=64)
def _errors(of: str, quantile: float) -> Any:
    """The true quantile, and what 90 % of the outputs keep to, exactly: of the three at all ε, shape (3, E)."""
    people, high = sample(of), HIGHEST[of]
    rank = quantile_rank(quantile, len(people))
    truth, local = people[rank - 1], quantile_sensitivities(people, low=0, high=high, rank=rank)
    found = []
    for e in EPSILONS.tolist():
        mechanism, cauchy = shown(people, high, quantile, e)[0], SmoothCauchy(epsilon=e)
        far = np.unique(np.abs(mechanism.edges(people) - truth))
        within = mechanism.cdf(truth + far, people) - mechanism.cdf(truth - far, people)
        smooth = cauchy.factor * smooth_sensitivity(local, cauchy.beta)  # type: ignore[arg-type]
        found.append((np.interp(0.9, within, far), np.tan(0.45 * np.pi) * smooth, np.log(10) * high / e))
    return truth, np.array(found).T


def draw(at: Frames) -> Picture:
    people, high = sample(at.of), HIGHEST[at.of]
    both = list(zip(at.quantile.tolist(), at.epsilon.tolist(), strict=True))
    truth = np.array([_errors(at.of, q)[0] for q, _ in both])
    lines = np.maximum(np.stack([_errors(at.of, q)[1] for q, _ in both], axis=1), high / 1e5)  # (3, frames, E)
    now = np.array([[np.interp(np.log(e), np.log(EPSILONS), row) for row in _errors(at.of, q)[1]] for q, e in both]).T
    low, up = np.array([shown(people, high, *one)[1:] for one in both]).T
    share = (np.arange(len(people)) + 0.5) / len(people)
    form = ",.0f" if high > 1000 else ".3g"
    return Picture(
        panel(
            band([0, 1], moving(low[:, None] + [0, 0]), moving(up[:, None] + [0, 0]), CLEAR, width=1),
            curve(share, people, GREY, width=3),
            level(moving(truth), ORANGE, reach=(0, 1), dash="dot"),
            points(moving(at.quantile), moving(truth), ORANGE, symbol="diamond", size=13),
            x=axis("share of the people", 0, 1, tickformat=".0%"), y=axis(at.of, 0, TALL[at.of], nticks=5),
            heading="501 people; blue: 90 % of the outputs",
        ),
        panel(
            *(curve(EPSILONS, moving(line), colour, dash=dash) for line, colour, dash
              in zip(lines, COLOURS, DASHES, strict=True)),
            *here(at.epsilon, np.maximum(now[0], high / 1e5)),
            ends(5.4, list(lines), COLOURS, ["exponential", "Cauchy", "global"], low=high / 1e5, high=high * 100,
                 apart=0.09),
            x=axis("ε", np.log10(0.045), 1.45, type="log", tickvals=[0.1, 1], ticktext=["0.1", "1"]),
            y=axis("90 % error", np.log10(high / 1e5), np.log10(high * 100), type="log", dtick=2),
        ),
        title="Three ways to a quantile",
        values={
            "highest": high, "truth": num(truth, form), "bottom": num(low, form), "top": num(up, form),
            "error": num(now[0], form), "cauchy": num(now[1], form), "whole": num(now[2], form),
        },
        sentence="The quantile is {truth}. With ε = {epsilon:small}, 90 % of the exponential mechanism’s outputs lie "
                 "from {bottom} to {top}: within {error}. Cauchy noise on a smooth sensitivity: within {cauchy}.",
        code=(sample, shown),
    )  # fmt: skip


def _gaps() -> dict[str, float]:
    mechanism = QuantileMechanism(epsilon=2.0, low=0, high=100, neighbouring="replace")
    pieces = mechanism.probabilities([40, 50, 60])
    return {"answer": 100 * float(pieces[1]), "level": 25.0, "width": 10.0, "half": 50.0}


SECTION = Section(draw, axes=(quantile, epsilon), controls=(of, quantile, epsilon))
