"""What the reader of the lesson on the exponential mechanism can turn."""

from __future__ import annotations

from dpviz.lessons.parameters import Choice, Number, Parameters

DRAWS = [*range(21), *range(25, 100, 5), *range(100, 1001, 25)]
ANYBODY = {"worst": "whoever matters most", "nobody": "nobody"}
GENERAL = {"general": "ε ÷ 2Δu: for every score"}
MONOTONE = {"monotone": "ε ÷ Δu: sharper, for monotone scores"}


def _percent(value: float) -> str:
    return f"{100 * value:.3g} %"


class ExponentialParameters(Parameters):
    """The question, the privacy, the people, the luck, and the one person who differs."""

    question = Choice("health", options={}, label="Question")
    neighbouring = Choice(
        "replace",
        options={"replace": "one person is replaced", "add_remove": "one person is added or removed"},
        label="Neighbours: tables where",
    )
    exponent = Choice("general", options=GENERAL, label="Exponent")
    scale = Choice(
        "linear", options={"linear": "linear", "log": "logarithmic"}, label="Scale of the probabilities"
    )
    unknown = Choice(
        "epsilon",
        options={"epsilon": "ε, the privacy loss", "n": "n, the people", "beta": "β, the chance to fail"},
        label="Solve for",
    )
    epsilon = Number(
        0.1,
        low=0.001,
        high=10,
        scale="log",
        steps=121,
        unit="nats",
        label="ε, the privacy loss",
        ends=("more private", "more accurate"),
        show=lambda value: f"{value:.3g}",
    )
    n = Number(
        200,
        low=10,
        high=5912,
        scale="log",
        steps=61,
        whole=True,
        label="n, the people asked",
        ends=("few", "all of them"),
    )
    beta = Number(
        0.05,
        low=0.001,
        high=0.5,
        scale="log",
        steps=81,
        label="β, the chance to fail",
        ends=("almost never", "every other time"),
        show=_percent,
    )
    alpha = Number(
        0.05,
        low=0.001,
        high=0.5,
        scale="log",
        steps=81,
        label="α, the shortfall",
        ends=("at the best", "far off"),
        show=lambda value: f"{_percent(value)} of n",
    )
    draws = Number(0, low=0, high=1000, values=DRAWS, whole=True, label="Draws so far", play=True)
    leaves = Choice("worst", options=ANYBODY, label="One person leaves")
    joins = Choice("worst", options=ANYBODY, label="One person joins")
    seed = Number(1, low=0, high=2**31, steps=2, whole=True, label="Seed of the draws")
