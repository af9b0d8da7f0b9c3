"""DP-SGD in a plane of two weights: who was sampled, their clipped gradients, the noise, the path (SGD-1)."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import Moving, Picture, axis, card, curve, heatmap, moving, num, panel, points, table_by_row, when
from dpviz.draw.style import BLUE, GREEN, GREY, INK, ORANGE, PURPLE
from dpviz.erm import DPSGD, Clouds, clip_gradients, example_gradients, fit, objective
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons.accounting.shared import power_of_ten
from dpviz.lessons.accounting.training import DELTA, clip_length, noise_multiplier
from dpviz.privacy.accounting import dpsgd_renyi

Floats = NDArray[np.float64]

RECORDS, RATE, STEPS = 100, 0.1, 40
LEARNING, LAMBDA = 4.0, 0.02
START = (-2.6, 1.2)  # chosen beforehand: it may not depend on the records
ACROSS, UP = (-3.9, 5.3), (-3.4, 2.4)  # the part of the plane that is drawn
LEVELS = np.array([0.01, 0.05, 0.2, 0.5])  # of the loss above its least value: the rings
TURN = np.linspace(0, 2 * np.pi, 73)
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
    least = float(objective(best(), X, y, regularization=LAMBDA))
    spent = np.where(t > 0, dpsgd_renyi(at.noise, RATE, np.maximum(t, 1), DELTA).epsilon, 0.0)
    size, cut = sampled.sum(axis=1), shorter.sum(axis=1)
    ring = here[:, None] + LEARNING * at.clip[:, None, None] * _circle()
    ring[t == 0] = np.nan
    walked = np.where((np.arange(STEPS + 1) <= t[:, None])[..., None], weights, np.nan)
    across, up, shades = landscape()
    off = (walked < [ACROSS[0], UP[0]]) | (walked > [ACROSS[1], UP[1]])
    return Picture(
        panel(
            heatmap(shades, x=across, y=up, scale=SHADES, zmin=0, zmax=1, zsmooth="best", opacity=0.45),
            *(curve(line[:, 0], line[:, 1], GREY, "" if i else "equal loss", width=1.5, dash="dot")
              for i, line in enumerate(rings())),
            curve(*_lines(kept, whole, shorter), PURPLE, "cut off", width=2),
            curve(*_lines(origin, kept, sampled), BLUE, "clipped gradients", width=2),
            curve(moving(ring[..., 0]), moving(ring[..., 1]), BLUE, width=1.5, dash="dash"),
            curve(moving(walked[..., 0]), moving(walked[..., 1]), INK, "path", width=1.5, mode="lines+markers",
                  marker={"size": 4, "color": INK}),
            curve(*_arrow(here, mean), GREEN, "their sum ÷ qn", width=5),
            curve(*_arrow(mean, there), ORANGE, "noise", width=5),
            points(best()[:1], best()[1:], INK, "minimiser w*", symbol="star", size=15),
            points(moving(there[:, 0]), moving(there[:, 1]), INK, size=9),
            x=axis("weight of feature 1", *ACROSS, constrain="domain"),
            y=axis("weight of feature 2", *UP, scaleanchor="x", constrain="domain"),
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
            "w1": num(there[:, 0] + 0.0, signed),
            "w2": num(there[:, 1] + 0.0, signed),
            "gone": off.any(axis=(1, 2)),
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
        card=card(
            "DP-SGD: one step",
            "SGD-1, ACC-5",
            r"\tilde g=\frac{1}{qn}\left(\sum_{i\in S}\bar g_i+zC\,\xi\right)",
            r"C=@clip,\quad zC=@scale,\quad qn=@batch",
            rows={
                "sensitivity of the sum: C": "clip",
                "standard deviation of its noise: zC": "scale",
                "records sampled": "size",
                "ε so far, by Rényi": "spent",
            },
            given=(
                "each record is sampled with probability q at each step, independently, and the sample stays secret",
                "neighbours have one record more or less",
                "the start, η, C, z, q and the number of steps were chosen without looking at the records",
            ),
            note="ḡ is a gradient clipped to length C, and ξ is drawn from N(0, I). The weights move by −η times "
            "the result. The divisor is the expected size qn: the size that the sample "
            "truly has would tell who is in it. The picture adds the step of the regularisation, −η λ w, which no "
            f"record enters. All weights on the path may be published. δ = {power_of_ten(DELTA)}.",
        ),
        code=(trained, stepped),
    )  # fmt: skip


@cache
def records() -> tuple[Floats, Floats]:
    return Clouds().draw(RECORDS, np.random.default_rng(0))


@cache
def best() -> Floats:
    return np.ravel(fit(*records(), regularization=LAMBDA).weights)


@cache
def landscape() -> tuple[Floats, Floats, Floats]:
    """Where the loss is drawn, and its shade: the root of what it is above its least value, from 0 to 1."""
    across, up = np.linspace(*ACROSS, 45), np.linspace(*UP, 37)
    net = np.stack(np.meshgrid(across, up), axis=-1)
    high = np.asarray(objective(net, *records(), regularization=LAMBDA))
    root = np.sqrt(np.maximum(high - objective(best(), *records(), regularization=LAMBDA), 0.0))
    return across, up, root / root.max()


@cache
def rings() -> list[Floats]:
    """The closed lines on which the loss is `LEVELS` above its least value: along each ray from w* it rises."""
    X, y = records()
    wanted = LEVELS[:, None] + objective(best(), X, y, regularization=LAMBDA)
    low, high = np.zeros((2, len(LEVELS), len(TURN)))
    high += np.sqrt(2 * LEVELS / LAMBDA)[:, None]  # by then it has risen so far, being λ-strongly convex
    for _ in range(40):
        middle = 0.5 * (low + high)
        above = objective(best() + middle[..., None] * _circle(), X, y, regularization=LAMBDA) > wanted
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    return list(best() + high[..., None] * _circle())


def _circle() -> Floats:
    return np.stack([np.cos(TURN), np.sin(TURN)], axis=1)


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


def _lines(start: Floats, end: Floats, there: NDArray[np.bool_]) -> tuple[Moving, Moving]:
    """Lines from one to the other of those that are there, one after the other, with gaps; shapes (F, 3m)."""
    both = np.stack(np.broadcast_arrays(start, end, np.nan), axis=2)
    drawn = np.where(there[:, :, None, None], both, np.nan)
    # No frame has as many as there are records: what is drawn comes first, the rest is left out.
    order = np.argsort(~there, axis=1, kind="stable")[:, : max(int(there.sum(axis=1).max()), 1)]
    drawn = np.take_along_axis(drawn, order[:, :, None, None], axis=1).reshape(len(there), -1, 2)
    return moving(drawn[..., 0]), moving(drawn[..., 1])


def _arrow(start: Floats, end: Floats) -> tuple[Moving, Moving]:
    """Arrows with heads of one size, or smaller than themselves; shapes (F, 5)."""
    along = end - start
    length = np.linalg.norm(along, axis=1, keepdims=True)
    head = np.minimum(0.18, 0.5 * length) * along / np.where(length > 0, length, 1.0)
    side = 0.6 * np.stack([-head[:, 1], head[:, 0]], axis=1)
    drawn = np.stack([start, end, end - head + side, end, end - head - side], axis=1)
    drawn[length[:, 0] == 0] = np.nan
    return moving(drawn[..., 0]), moving(drawn[..., 1])


def signed(value: float) -> str:
    """A number that may be negative, with two decimals and a true minus sign."""
    return f"{value:.2f}".replace("-", "−")


SECTION = Section(draw, axes=(done, noise, clip), controls=(done, noise, clip, seed))
