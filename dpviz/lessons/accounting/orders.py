"""Rényi differential privacy: the ε that each order gives, and the best order (ACC-3, ACC-4)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_row, text, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.accounting.shared import exact_epsilon, number_of_releases
from dpviz.lessons.accounting.shared import mechanism as mechanisms
from dpviz.privacy.accounting import (
    renyi_epsilon,
    renyi_epsilon_at,
    renyi_gaussian,
    renyi_laplace,
    renyi_randomized_response,
)

NOISE = 10  # σ, b, or 1/ε₀ of each release
ORDERS = np.geomspace(1.4, 120, 161)
TICKS = [1.5, 2, 5, 10, 20, 50, 100]

mechanism = mechanisms()
order = Number(20, low=1.5, high=100, scale="log", steps=91, label="α, the order")
releases = number_of_releases(100)
delta = common.delta()


def gaussian(order: Any, releases: int, delta: float) -> Any:
    divergence = releases * renyi_gaussian(order, NOISE)
    epsilon = renyi_epsilon_at(order, divergence, delta)
    best = renyi_epsilon(lambda alpha: releases * renyi_gaussian(alpha, NOISE), delta)
    return divergence, epsilon, best


def laplace(order: Any, releases: int, delta: float) -> Any:
    divergence = releases * renyi_laplace(order, NOISE)
    epsilon = renyi_epsilon_at(order, divergence, delta)
    best = renyi_epsilon(lambda alpha: releases * renyi_laplace(alpha, NOISE), delta)
    return divergence, epsilon, best


def response(order: Any, releases: int, delta: float) -> Any:
    divergence = releases * renyi_randomized_response(order, 1 / NOISE)
    epsilon = renyi_epsilon_at(order, divergence, delta)
    best = renyi_epsilon(lambda alpha: releases * renyi_randomized_response(alpha, 1 / NOISE), delta)
    return divergence, epsilon, best


SHOWN = {"gaussian": gaussian, "laplace": laplace, "response": response}


def draw(at: Frames) -> Picture:
    made = SHOWN[at.mechanism]
    divergences, epsilons, best = made(ORDERS, at.releases, at.delta)
    divergence, epsilon, _ = made(at.order, at.releases, at.delta)
    price = np.log(1 / at.delta) / (ORDERS - 1)
    exact = exact_epsilon(at.mechanism, NOISE, at.releases, at.delta)
    top = float(min(max(4 * best.epsilon, 1), 400))
    far = at.order > 2 * best.order
    near = at.order < best.order / 2
    return Picture(
        panel(
            curve(ORDERS, divergences, GREY, dash="dot", width=2),
            curve(ORDERS, price, GREY, dash="dash", width=2),
            curve(ORDERS, divergences + price, PURPLE, "textbook", dash="dashdot"),
            curve(ORDERS, epsilons, BLUE, "tight", width=4),
            level(exact, GREEN, reach=(0.1, 1000), width=2),
            text(ORDERS[1:2], divergences[30:31], ["divergence"], GREY, "top right"),
            text([ORDERS[-1]], price[100:101], ["ln(1/δ) ÷ (α − 1)"], GREY, "top left"),
            text([ORDERS[-1]], [exact], ["exact"], GREEN, "top left"),
            points(best.order, best.epsilon, ORANGE, "best order", symbol="diamond-open", size=15),
            points(moving(at.order), moving(epsilon), BLUE, size=13),
            x=axis(
                "α, the order",
                np.log10(1.4),
                np.log10(120),
                type="log",
                tickvals=TICKS,
                ticktext=[f"{a:g}" for a in TICKS],
            ),
            y=axis("ε for all releases", 0, top),
        ),
        title="What each order promises",
        values={
            "many": "one release is" if at.releases == 1 else f"{at.releases:,} releases are",
            "divergence": num(divergence, ".4g"),
            "epsilon": num(epsilon, ".4g"),
            "best": num(best.epsilon, ".4g"),
            "best_order": num(best.order, ".3g"),
            "exact": num(exact, ".4g"),
            "lost": num(best.epsilon / exact - 1, "tenths"),
            "small_delta": num(at.delta, "small"),
        },
        sentence=[
            "By the order {order:.3g}, {many} ({epsilon}, {small_delta})-differentially private. ",
            when(near, "A larger order gives less: here the price of δ is too high. "),
            when(far, "A smaller order gives less: here the divergence is too large. "),
            when(~(near | far), "The best order is near. "),
            "The best order, {best_order}, gives {best}; the exact ε is {exact}.",
        ],
        table=table_by_row(
            ("", "ε"),
            ("by this order", "{epsilon}"),
            ("by the best order, {best_order}", "{best}"),
            ("exact", "{exact}"),
            ("given away by the conversion", "{lost}"),
        ),
        code=made,
    )


def _one_order() -> dict[str, float]:
    each, k, delta = float(renyi_gaussian(11, 10)), 40, 1e-5
    price = float(np.log(1 / delta)) / 10
    numbers = {"answer": k * each + price, "each": each, "one": each + price, "free": k * each, "price": price}
    return numbers | {"eleven": k * each + price * 10 / 11, "tight": float(renyi_epsilon_at(11, k * each, delta))}


SECTION = Section(draw, axes=(order,), controls=(mechanism, order, releases, delta))
