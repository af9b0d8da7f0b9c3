"""Two neighbours that the 2008 version tells apart too well: densities, a simulation, the privacy loss (LR-6)."""

from typing import Any

import numpy as np

from dpviz._numeric.stats import wilson
from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_row, text, when
from dpviz.draw.style import BLUE, FAINT_BLUE, FAINT_ORANGE, GREEN, INK, ORANGE, PURPLE
from dpviz.draw.words import signed
from dpviz.erm import (
    Counterexample,
    GammaNoise,
    ObjectivePerturbation,
    event_probability,
    largest_loss,
    privacy_loss_at,
)
from dpviz.frame.kinds import Choice
from dpviz.frame.section import Frames, Section
from dpviz.lessons.private_regression import shared

WINDOW = 8.0
WEIGHTS, EDGES = np.linspace(-WINDOW, WINDOW, 321), np.linspace(-WINDOW, WINDOW, 17)
DRAWS = 20_000
NAMED = slice(174, 175)  # of the weights: where the curve of one record is named
EVENT = 0.05  # the event is -0.05 <= w <= 0.05

mode = Choice(
    "printed",
    options={"printed": "2008 version", "corrected": "2011 correction", "tight": "minimal correction"},
    label="Objective perturbation",
)
n, epsilon, regularization = (shared.few_records(), shared.claimed(), shared.penalty(0.003, 41))


def shown(n: int, epsilon: float, regularization: float, mode: Any) -> Any:
    method = ObjectivePerturbation(epsilon=epsilon, regularization=regularization, mode=mode)
    y, none, active = np.ones(n), np.zeros((n, 1)), np.zeros((n, 1))
    active[0] = 1  # one record is replaced
    at_zero = privacy_loss_at(method, (active, y), (none, y), [0.0])
    largest = largest_loss(method, (active, y), (none, y)).loss
    chance, chance_none = (event_probability(method, X, y, -EVENT, EVENT) for X in (active, none))
    return at_zero, largest, chance, chance_none


def draw(at: Frames) -> Picture:
    eps = at.epsilon
    pair = Counterexample(epsilon=eps, n=at.n, regularization=at.regularization, mode=at.mode)
    found, loss, at_zero = pair.largest(), pair.loss(WEIGHTS), pair.loss([0.0])[:, 0]
    largest, place = np.asarray(found.loss), np.asarray(found.at)
    densities, (chance, chance_none) = pair.densities(WEIGHTS), pair.probabilities(-EVENT, EVENT)
    peak = densities[1].max(axis=1)[:, None]
    active, empty = (density / peak for density in densities)
    at_peak = [density[:, 0] for density in pair.densities([0.0])]
    broken = largest > eps * (1 + 1e-12)
    head = 1.15 * max(float(largest.max()), float(eps.max()))
    foot = 1.15 * min(float(loss.min()), -float(eps.max()))
    beyond = np.where(np.abs(loss) > eps[:, None], loss, np.nan)
    reach = (-WINDOW, WINDOW)
    return Picture(
        panel(
            curve(WEIGHTS, moving(active), BLUE, smooth=True),
            curve(WEIGHTS, moving(empty), ORANGE, smooth=True),
            *_simulated(pair, at.seed, peak),
            text(WEIGHTS[NAMED], moving(active[:, NAMED]), ["one record with x = 1"], BLUE, "top right"),
            text([-7.8], [0.1], ["orange: none with x = 1"], ORANGE),
            x=axis("", *reach, showticklabels=False),
            y=axis("density; orange peak = 1", 0, 1.12 * max(float(active.max()), 1.0), nticks=5), share=1.5,
            heading=f"dots: {DRAWS:,} draws, with 95 % intervals",
        ),
        panel(
            curve(WEIGHTS, moving(loss), INK, smooth=True),
            curve(WEIGHTS, moving(beyond), PURPLE, width=6, smooth=True),
            level(moving(eps), GREEN, reach=reach, width=2, dash="dash"),
            text([WINDOW], moving(eps), ["± ε, claimed"], GREEN, "top left"),
            level(moving(-eps), GREEN, reach=reach, width=2, dash="dash"),
            points(moving(np.where(np.isfinite(place), place, np.nan)), moving(largest), PURPLE, symbol="diamond"),
            x=axis("w, the released weight", *reach), y=axis("loss", foot, head, nticks=5),
            heading="privacy loss: ln of blue ÷ orange; thick where it is above ε",
        ),
        title=f"Two neighbours told apart · {mode.options[at.mode]}",
        values={
            "at_zero": num(at_zero, ".6f"),
            "said_at_zero": num(at_zero, signed(".3f")),
            "said_place": num(place, signed(".3f")),
            "largest": num(largest, ".6f"),
            "place": place,
            "noise": num(np.asarray(pair.plan.noise_epsilon), ".4f"),
            "bend": num(np.asarray(pair.plan.determinant), ".4f"),
            "kept": num(np.asarray(pair.plan.guarantee), ".4f"),
            "chance": num(chance, ".8f"),
            "chance_none": num(chance_none, ".8f"),
            "event": num(chance / chance_none, ".4f"),
            "allowed": num(np.exp(eps), ".4f"),
            "most": num(np.exp(largest), ".4f"),
            "peak": num(at_peak[0], ".6f"),
            "peak_none": num(at_peak[1], ".6f"),
            "peaks": num(np.exp(at_zero), ".4f"),
            "paid": at.mode != "printed",
            "unbroken": ~broken,
            "within": EVENT,
            "draws": DRAWS,
        },
        sentence=[
            "{n:,} records, λ = {regularization:.3g}. Claimed: ε = {epsilon:.3g}. At w = 0 the privacy loss is "
            "{said_at_zero}; the largest is {largest:.3f}, ",
            when(np.isfinite(place), "at w = {said_place}: ", "approached far to the left: "),
            when(broken, "this algorithm is not ε-private.", "this pair’s loss is at most ε."),
        ],
        table=table_by_row(
            ("", "one record with x = 1", "none", "ratio"),
            ("density at w = 0", "{peak}", "{peak_none}", "{peaks}"),
            (f"chance of −{EVENT:g} ≤ w ≤ {EVENT:g}", "{chance}", "{chance_none}", "{event}"),
            ("allowed: e^ε claimed", "", "", "{allowed}"),
            ("largest ratio over all w", "", "", "{most}"),
        ),
        code=shown,
    )  # fmt: skip


def _simulated(pair: Counterexample, seed: int, peak: Any) -> list[dict[str, Any]]:
    """Shares of simulated weights in bins, as densities, with their bars.

    A weight lies in a bin where its b lies between those of the bin's ends: all frames count the same draws.
    """
    unit = np.sort(GammaNoise(dim=1, scale=1.0).draw(np.random.default_rng(seed), DRAWS)[:, 0])
    middle, width = 0.5 * (EDGES[1:] + EDGES[:-1]), np.diff(EDGES)
    marks = []
    colours = (BLUE, FAINT_BLUE, -1), (ORANGE, FAINT_ORANGE, 1)
    for b, (colour, faint, side) in zip(pair.noise_at(EDGES), colours, strict=True):
        ends = np.searchsorted(unit, b / np.asarray(pair.plan.scale)[:, None])
        counted, unit_height = ends[:, :-1] - ends[:, 1:], width * peak
        share = counted / DRAWS / unit_height
        low, high = (end / unit_height for end in wilson(counted, DRAWS))
        bars = {"type": "data", "symmetric": False, "array": moving(high - share), "arrayminus": moving(share - low),
                "color": faint, "thickness": 7, "width": 0}  # fmt: skip
        marks.append(points(middle + side * 0.12 * width[0], moving(share), colour,
                            size=5, error_y=bars))  # fmt: skip
    return marks


def _bump() -> dict[str, float]:
    pair = Counterexample(epsilon=0.1, n=100, regularization=0.01, mode="printed")
    return {"times": float(np.exp(pair.loss([0.0]))[0]), "allowed": float(np.exp(0.1)), "less": float(np.exp(0.05))}


SECTION = Section(draw, axes=(n, epsilon, regularization), controls=(mode, n, epsilon, regularization))
