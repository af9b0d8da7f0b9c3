"""Two weights: the objective J around them, and where private releases land (LR-3, LR-4)."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, heatmap, moving, num, panel, points, table_by_row, text, when
from dpviz.draw.style import BLUE, INK, ORANGE
from dpviz.draw.words import signed
from dpviz.erm import GammaNoise, LogisticLoss, output_plan
from dpviz.erm.newton import Problem
from dpviz.frame.section import Frames, Section
from dpviz.lessons.private_regression import shared
from dpviz.lessons.private_regression.shared import Floats, seed

LEVELS = np.array([0.02, 0.1, 0.5])  # of J above its least value: the rings
PLACES = 33  # along either weight, for the loss
TURN = np.linspace(0, 2 * np.pi, 37)  # along a ring
SHADES = [[0, "rgba(107,114,128,0)"], [1, "rgba(107,114,128,1)"]]
UNIT = GammaNoise(dim=2, scale=1.0)

epsilon, regularization, n = shared.privacy(), shared.penalty(), shared.records()


def shown(best: Any, output: Any, objective: Any) -> Any:
    distance_output = np.linalg.norm(output - best, axis=1).mean()
    distance_objective = np.linalg.norm(objective - best, axis=1).mean()
    return distance_output, distance_objective


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    made = shared.releases(at)
    across, up, shades, rings = _landscape(at, made.best)
    low, high = np.array([across[0], up[0]]), np.array([across[-1], up[-1]])
    near = low + 0.01 * (high - low)  # the corner: what is at an axis' very end is not drawn
    away = {name: np.linalg.norm(w - made.best[:, None], axis=2) for name, w in made.each}
    gone = {name: (~((w >= low) & (w <= high)).all(axis=2)).sum(axis=1) for name, w in made.each}
    scale = np.asarray(made.output_plan.scale)
    yield 1.0, Picture(
        panel(
            heatmap(moving(shades), x=across, y=up, scale=SHADES, zmin=0, zmax=1, zsmooth="best", opacity=0.35),
            points(moving(made.output[..., 0]), moving(made.output[..., 1]), ORANGE, "output perturbation", size=7,
                   symbol="x"),
            points(moving(made.objective[..., 0]), moving(made.objective[..., 1]), BLUE, "objective perturbation",
                   size=7),
            points(moving(made.best[:, 0]), moving(made.best[:, 1]), INK, "w*, not private", symbol="star", size=17),
            points(0, 0, INK, symbol="cross-thin-open", size=12),
            *(curve(moving(rings[:, i, :, 0]), moving(rings[:, i, :, 1]), INK, width=1.5, dash="dot", smooth=True)
              for i in range(len(LEVELS))),
            text(near[:1], near[1:], ["dotted: J is " + ", ".join(f"{level:g}" for level in LEVELS) + " higher"], INK,
                 "top right"),
            x=axis("weight of feature 1", low[0], high[0], constrain="domain"),
            y=axis("weight of feature 2", low[1], high[1], scaleanchor="x", constrain="domain"),
        ),
        title="Where private weights land",
        height=505,
        values={
            "many": made.output.shape[1],
            "w1": num(made.best[:, 0], signed(".3f")),
            "w2": num(made.best[:, 1], signed(".3f")),
            "total": at.regularization + made.objective_plan.extra,
            "scale": num(scale, ".6g"),
            "move": num(scale * at.epsilon, ".6g"),
            "ratio": num(np.exp(at.epsilon), ".4g"),
            "exact": num(UNIT.mean_norm * scale, ".4g"),
            "quantile": num(UNIT.norm_quantile(shared.BETA) * scale, ".4g"),
            "lemma": num(UNIT.norm_bound(shared.BETA) * scale, ".4g"),
            "distance_output": num(away["output"].mean(axis=1), ".4f"),
            "distance_objective": num(away["objective"].mean(axis=1), ".4f"),
            **{f"mean_{name}": shared.averages(far) for name, far in away.items()},
            **{f"far_{name}": num(np.quantile(far, 1 - shared.BETA, axis=1), ".4g") for name, far in away.items()},
            **{f"gone_{name}": count for name, count in gone.items()},
        },
        sentence=[
            shared.SETTINGS,
            "The minimiser w* is ({w1}, {w2}). {many} releases by output perturbation land "
            "{distance_output:.3g} away on average, by objective perturbation {distance_objective:.3g}.",
            when(made.raised, " Objective perturbation raises λ to {total:.3g} here, which draws the cloud to 0."),
            when(sum(gone.values()) > 0, " Outside the picture: {gone_output} and {gone_objective} of them."),
        ],
        table=table_by_row(
            ("distance from w*", "output perturbation", "objective perturbation"),
            ("mean of {many} releases", "{mean_output}", "{mean_objective}"),
            ("mean, exactly", "{exact}", "—"),
            ("1 in 20 is farther than", "{far_output}", "{far_objective}"),
            ("1 in 20 is farther, exactly", "{quantile}", "—"),
            ("outside the picture", "{gone_output}", "{gone_objective}"),
        ),
        code=(shared.released, shown),
    )  # fmt: skip


def _landscape(at: Frames, best: Floats) -> tuple[Floats, ...]:
    """The part of the plane to show, 0 and every w* with room around them; J there, and its rings."""
    X, y = shared.clouds()
    flipped, none = X * y[:, None], np.zeros((1, 2))
    corners = np.stack([np.minimum(best.min(axis=0), 0), np.maximum(best.max(axis=0), 0)])
    room = 0.75 * np.linalg.norm(best, axis=1).max()
    middle, half = corners.mean(axis=0), 0.5 * np.ptp(corners, axis=0).max() + room
    across, up = (np.linspace(m - half, m + half, PLACES) for m in middle)
    net = np.stack(np.meshgrid(across, up), axis=-1)
    frames = slice(1 if at.axis == "epsilon" else None)  # ε does not change the loss
    sizes, strengths, centres = at.n[frames], at.regularization[frames], best[frames]
    # The losses of the records from one n to the next; what they sum to is J's first term.
    steps = np.unique(sizes)
    parts = [Problem(part, LogisticLoss(), 0.0) for part in np.split(flipped[: steps[-1]], steps[:-1])]
    losses = np.cumsum([part.total * part.value(net.reshape(-1, 2), none) for part in parts], axis=0)
    fits = losses.reshape(-1, PLACES, PLACES)[np.searchsorted(steps, sizes)] / sizes[:, None, None]
    J = fits + 0.5 * strengths[:, None, None] * (net**2).sum(axis=-1)
    each = [Problem(flipped[:k], LogisticLoss(), s) for k, s in zip(sizes, strengths, strict=True)]
    least = np.array([one.value(w[None], none)[0] for one, w in zip(each, centres, strict=True)])
    high = np.maximum(J - least[:, None, None], 0)
    rings = [level_lines(one, w) for one, w in zip(each, centres, strict=True)]
    return across, up, np.minimum(np.sqrt(high / np.quantile(high, 0.9)), 1.0), np.array(rings)


def level_lines(J: Problem, centre: Floats) -> Floats:
    """The closed lines on which J is `LEVELS` above its least value at the centre, to 1 part in 1,000.

    J is λ-strongly convex: along a ray it rises, and a level is reached within sqrt(2 level / λ).
    """
    rays, wanted = np.stack([np.cos(TURN), np.sin(TURN)], axis=1), np.sqrt(LEVELS)[:, None]
    least = J.value(centre[None], np.zeros((1, 2)))

    def above(radius: Floats) -> Floats:
        places = (centre + radius[..., None] * rays).reshape(-1, 2)
        risen = J.value(places, np.zeros((1, 2))).reshape(radius.shape) - least
        return np.asarray(np.sqrt(np.maximum(risen, 0.0)) - wanted)

    # The root of what J has risen by is nearly straight in the radius: regula falsi, with the Illinois remedy.
    low = np.zeros((len(LEVELS), len(TURN)))
    half = high = low + np.sqrt(2 * LEVELS / J.regularization)[:, None]
    below, over, last = low - wanted, above(high), low
    for _ in range(4):
        half = high - over * (high - low) / (over - below)
        value = above(half)
        up = value > 0
        below = np.where(up & (last > 0), 0.5 * below, np.where(up, below, value))
        over = np.where(up, value, np.where(last < 0, 0.5 * over, over))
        high, low = np.where(up, half, high), np.where(up, low, half)
        last = np.where(up, 1.0, -1.0)
    # The radius is smooth in the angle: its Fourier series gives twice as many points for nothing.
    radius = 2 * np.fft.irfft(np.fft.rfft(half[:, :-1]), 2 * (len(TURN) - 1))
    angle = np.linspace(0, 2 * np.pi, 2 * len(TURN) - 1)
    radius = np.concatenate([radius, radius[:, :1]], axis=1)
    return np.asarray(centre + radius[..., None] * np.stack([np.cos(angle), np.sin(angle)], axis=1))


def _lengths() -> dict[str, float]:
    d, n, strength, eps = 10, 4000, 0.01, 0.1
    scale = float(output_plan(eps, n, strength).scale)
    mean = GammaNoise(dim=d, scale=scale).mean_norm
    return {"answer": mean, "scale": scale, "rate": 1 / scale, "half": mean / 2, "other": 2 * d / eps}


SECTION = Section(draw, axes=(epsilon, regularization, n), controls=(epsilon, regularization, n, seed))
