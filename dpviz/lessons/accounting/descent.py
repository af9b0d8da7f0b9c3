"""DP-SGD in a plane of two weights: who was sampled, their clipped gradients, the noise, the path (SGD-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, heatmap, moving, num, panel, points, table_by_row, text, when
from dpviz.draw.style import BLUE, GREEN, GREY, INK, ORANGE, PURPLE
from dpviz.draw.words import signed
from dpviz.erm import DPSGD, Clouds, clip_gradients, example_gradients, objective
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons.accounting import plane
from dpviz.lessons.accounting.plane import LAMBDA, RECORDS, Floats, records
from dpviz.lessons.accounting.shared import power_of_ten
from dpviz.lessons.accounting.training import DELTA, clip_length, noise_multiplier
from dpviz.privacy.accounting import dpsgd_renyi

RATE, STEPS = 0.1, 40
LEARNING = 4.0
START = (-2.6, 1.2)  # chosen beforehand: it may not depend on the records
SHADES = [[0, "rgba(107,114,128,0)"], [1, "rgba(107,114,128,0.8)"]]
UNLIMITED = 100.0  # no gradient is as long as this

done = Number(3, low=0, high=STEPS, steps=STEPS + 1, whole=True, label="Steps done", play=True)
noise, clip = noise_multiplier(), clip_length()
seed = Seed(button="Run again", help="Another sample at each step, and other noise.")


def trained(noise: float, clip: float, seed: int) -> Any:
    X, y = Clouds().draw(100, np.random.default_rng(0))
    method = DPSGD(noise_multiplier=noise, clip=clip, rate=0.1, steps=40, learning_rate=4.0, regularization=0.02)
    run = method.run(X, y, np.random.default_rng(seed), start=[-2.6, 1.2])
    return X, y, run


def stepped(run: Any, X: Any, y: Any, done: int, noise: float) -> Any:
    loss = objective(run.weights[done], X, y, regularization=0.02)
    spent = dpsgd_renyi(noise, 0.1, done, 1e-5).epsilon if done else 0.0
    return loss, spent


def draw(at: Frames) -> Picture:
    X, y = records()
    path, weights, bare = _run(at)
    t, last = at.done, np.maximum(at.done - 1, 0)
    here, there = (weights[np.arange(at.frames), k] for k in (last, t))
    sampled = path.sampled[last] & (t > 0)[:, None]
    gradients = example_gradients(here, X, y)
    clipped = np.stack([clip_gradients(g, c) for g, c in zip(gradients, at.clip.tolist(), strict=True)])
    # What a record alone would do to the weights, η times its gradient, before clipping and after.
    origin = here[:, None]
    whole, kept = (origin - LEARNING * part for part in (gradients, clipped))
    shorter = sampled & (np.abs(whole - kept).max(axis=-1) > 1e-9)
    summed = np.where(sampled[..., None], clipped, 0.0).sum(axis=1)
    batch = RATE * RECORDS
    mean = here - LEARNING * (summed / batch + np.where((t > 0)[:, None], LAMBDA * here, 0.0))
    loss = np.asarray(objective(there, X, y, regularization=LAMBDA))
    least = float(objective(plane.best(), X, y, regularization=LAMBDA))
    spent = np.where(t > 0, dpsgd_renyi(at.noise, RATE, np.maximum(t, 1), DELTA).epsilon, 0.0)
    size, cut = sampled.sum(axis=1), shorter.sum(axis=1)
    ring = here[:, None] + LEARNING * at.clip[:, None, None] * plane.circle()
    ring[t == 0] = np.nan
    walked = np.where((np.arange(STEPS + 1) <= t[:, None])[..., None], weights, np.nan)
    across, up, shades = plane.landscape()
    off = (walked < [plane.ACROSS[0], plane.UP[0]]) | (walked > [plane.ACROSS[1], plane.UP[1]])
    return Picture(
        panel(
            heatmap(shades, x=across, y=up, scale=SHADES, zmin=0, zmax=1, zsmooth="best", opacity=0.45),
            *(curve(line[:, 0], line[:, 1], GREY, width=1.5, dash="dot", smooth=True) for line in plane.rings()),
            curve(*plane.lines(kept, whole, shorter), PURPLE, "cut off", width=2),
            curve(*plane.lines(origin, kept, sampled), BLUE, "clipped", width=2),
            curve(moving(ring[..., 0]), moving(ring[..., 1]), BLUE, width=1.5, dash="dash"),
            curve(moving(walked[..., 0]), moving(walked[..., 1]), INK, "path", width=1.5, showlegend=False,
                  mode="lines+markers", marker={"size": 4, "color": INK}),
            curve(*plane.arrow(here, mean), GREEN, "sum ÷ qn", width=5),
            curve(*plane.arrow(mean, there), ORANGE, "noise", width=5),
            points(plane.best()[:1], plane.best()[1:], INK, symbol="star", size=15, mode="markers+text",
                   text=["minimiser w*"], textposition="bottom center"),
            text([plane.ACROSS[1]], [plane.UP[0]], ["dotted: equal loss"], GREY, "top left"),
            points(moving(there[:, 0]), moving(there[:, 1]), INK, size=9),
            x=axis("weight of feature 1", *plane.ACROSS, constrain="domain"),
            y=axis("weight of feature 2", *plane.UP, scaleanchor="x", constrain="domain", constraintoward="top"),
        ),
        title="Private gradient descent, step by step",
        height=520,
        values={
            "loss": num(loss, ".4g"),
            "least": num(least, ".4g"),
            "excess": num(loss - least, ".3f"),
            "bare": num(bare[t] - least, ".3f"),
            "size": size,
            "cut": cut,
            "batch": num(batch, ".3g"),
            "scale": num(at.noise * at.clip, ".3g"),
            "spent": num(spent, "nats"),
            "moved": num(np.linalg.norm(there - mean, axis=1), ".3f"),
            "w1": num(there[:, 0] + 0.0, signed(".2f")),
            "w2": num(there[:, 1] + 0.0, signed(".2f")),
            "delta": power_of_ten(DELTA),
        },
        sentence=[
            when(
                t == 0,
                "No step is done, and nothing has been learnt from the records.",
                "Step {done}. Records sampled: {size} of 100; gradients clipped: {cut}. ",
            ),
            when(
                t > 0,
                "The noise moved the weights by {moved:.2f}. The loss is {excess} above its least value; so far, "
                "ε = {spent:.3g}.",
            ),
            when(off.any(axis=(1, 2)), " The path has left the picture."),
        ],
        table=table_by_row(
            ("", "after step {done}"),
            ("weights", "({w1}, {w2})"),
            ("loss above its least value", "{excess}"),
            ("the same run without clipping and noise", "{bare}"),
            ("records sampled; gradients clipped", "{size}; {cut}"),
            ("ε so far by Rényi, at δ = 10⁻⁵", "{spent}"),
        ),
        code=(trained, stepped),
    )  # fmt: skip


def _run(at: Frames) -> tuple[Any, Floats, Floats]:
    """The run of each frame, shape (F, T+1, 2), and the loss of the one without clipping and noise."""
    X, y = records()
    levels = at.noise, at.clip
    if at.axis == "done":  # the same run in all frames
        levels = at.noise[:1], at.clip[:1]
    method = DPSGD(noise_multiplier=np.append(levels[0], 0.0), clip=np.append(levels[1], UNLIMITED), rate=RATE,
                   steps=STEPS, learning_rate=LEARNING, regularization=LAMBDA)  # fmt: skip
    path = method.run(X, y, np.random.default_rng(at.seed), start=START)
    weights = np.broadcast_to(path.weights[:-1], (at.frames, STEPS + 1, 2))
    return path, weights, np.asarray(objective(path.weights[-1], X, y, regularization=LAMBDA))


SECTION = Section(draw, axes=(done, noise, clip), controls=(done, noise, clip, seed))
