"""Two neighbours that the published method tells apart too well: densities, a simulation, and the privacy loss."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz._stats import wilson
from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import plain
from dpviz.erm.counterexample_sweep import EVENT, Counterexample
from dpviz.scenes.marks import heading, line, points

Floats = NDArray[np.float64]
WINDOW = 8.0


def counterexample_scene(
    *,
    found: Counterexample,
    n: NDArray[np.int64],
    regularization: Floats,
    edges: Floats,
    counted: tuple[NDArray[np.int64], NDArray[np.int64]],
    size: int,
    mode: str,
    name: str,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """Both densities of the released weight with simulated shares, and the loss at every weight (LR-6).

    Parameters
    ----------
    found : Counterexample
        Of F frames.
    n, regularization : ndarray of shape (F,)
    edges : ndarray of shape (k + 1,)
        Of the bins.
    counted : two ndarray of int, shape (F, k)
        Simulated weights in each bin: with the active record, without.
    size : int
        Of the simulation.
    mode, name : str
        The mode, and what it is called.
    axis, values, start, code
        See `Scene`.
    """
    plan = found.plan
    epsilon, kept = np.asarray(plan.epsilon), np.asarray(plan.guarantee)
    peak = found.empty.max(axis=1)[:, None]
    active, empty = found.active / peak, found.empty / peak
    width = np.diff(edges)
    middle = 0.5 * (edges[1:] + edges[:-1])
    shares, lows, highs = [], [], []
    for count in counted:
        low, high = wilson(count, size)
        unit = width * peak
        shares.append(count / size / unit)
        lows.append(shares[-1] - low / unit)
        highs.append(high / unit - shares[-1])
    offset = 0.12 * width[0]
    most = 1.12 * max(float(active.max()), 1.0)
    broken = found.largest > epsilon * (1 + 1e-12)
    top = 1.15 * max(float(found.largest.max()), float(epsilon.max()))
    bottom = 1.15 * min(float(found.loss.min()), -float(epsilon.max()))
    promise = np.repeat(epsilon[:, None], 2, axis=1)
    beyond = np.where(np.abs(found.loss) > epsilon[:, None], found.loss, np.nan)
    where = np.where(np.isfinite(found.where), found.where, np.nan)
    spot = np.stack([where, found.largest], axis=1)
    lower = {"xaxis": "x2", "yaxis": "y2"}
    figure = style.figure(
        line(found.weights, active[start], style.BLUE, "one active record", width=3),
        line(found.weights, empty[start], style.ORANGE, "none", width=3),
        *(
            points(middle + shift, shares[i][start], colour, "" if i else f"{size:,} draws", size=5,
                   error_y={"type": "data", "symmetric": False, "array": highs[i][start],
                            "arrayminus": lows[i][start], "color": colour, "thickness": 1.5, "width": 0})
            for i, (colour, shift) in enumerate(((style.BLUE, -offset), (style.ORANGE, offset)))
        ),
        line(found.weights, found.loss[start], style.INK, width=3, **lower),
        line(found.weights, beyond[start], style.PURPLE, "loss above the promise", width=6, **lower),
        line([-WINDOW, WINDOW], promise[start], style.GREEN, "± ε, promised", width=2, dash="dash", **lower),
        line([-WINDOW, WINDOW], -promise[start], style.GREEN, width=2, dash="dash", **lower),
        points(spot[start, :1], spot[start, 1:], style.PURPLE, "the largest", symbol="diamond", size=13, **lower),
        height=640,
        margin={"l": 64, "r": 16, "t": 104, "b": 56},
        xaxis=style.axis("", anchor="y", range=[-WINDOW, WINDOW], showticklabels=False),
        xaxis2=style.axis("w, the released weight", anchor="y2", range=[-WINDOW, WINDOW]),
        yaxis=style.axis("density; orange peak = 1", domain=[0.48, 1], range=[0, most], nticks=5),
        yaxis2=style.axis("loss in nats", anchor="x2", domain=[0, 0.36], range=[bottom, top], nticks=5),
        annotations=[heading("privacy loss: ln of blue ÷ orange", 0.37)],
    )  # fmt: skip
    for trace in (0, 1, 4, 5):
        figure["data"][trace]["line"]["simplify"] = False  # else a smooth curve gets corners
    ratio = found.event_active / found.event_empty
    return Scene(
        title=f"Two neighbours told apart · {name}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): active,
            ("data", 1, "y"): empty,
            **{("data", 2 + i, "y"): shares[i] for i in (0, 1)},
            **{("data", 2 + i, "error_y", "array"): highs[i] for i in (0, 1)},
            **{("data", 2 + i, "error_y", "arrayminus"): lows[i] for i in (0, 1)},
            ("data", 4, "y"): found.loss,
            ("data", 5, "y"): beyond,
            ("data", 6, "y"): promise,
            ("data", 7, "y"): -promise,
            ("data", 8, "x"): spot[:, :1],
            ("data", 8, "y"): spot[:, 1:],
        },
        sentences=[
            f"{int(n[f]):,} records, λ = {regularization[f]:.3g}. Promised: ε = {epsilon[f]:.3g}. At w = 0 the loss is "
            f"{found.at_zero[f]:.3f}; "
            + (
                f"the largest is {found.largest[f]:.3f}, at w = {found.where[f]:.2f}: "
                if np.isfinite(found.where[f])
                else f"the largest is {found.largest[f]:.3f}, approached far to the left: "
            )
            + ("the promise is broken." if broken[f] else "within the promise.")
            for f in range(len(values))
        ],
        table=Table(
            columns=("", "one active record", "none", "ratio"),
            rows=tuple(
                (
                    ("density at w = 0", *_pair(np.exp(_at_zero(found, f)))),
                    (f"chance of −{EVENT:g} ≤ w ≤ {EVENT:g}", f"{found.event_active[f]:.8f}",
                     f"{found.event_empty[f]:.8f}", f"{ratio[f]:.4f}"),
                    ("allowed: e to the ε promised", "", "", f"{np.exp(epsilon[f]):.4f}"),
                    ("largest ratio over all w", "", "", f"{np.exp(found.largest[f]):.4f}"),
                )
                for f in range(len(values))
            ),
        ),
        slots={
            "epsilon": [plain(round(float(v), 10)) for v in epsilon],
            "n": [str(int(v)) for v in n],
            "regularization": [plain(round(float(v), 10)) for v in regularization],
            "at_zero": [f"{v:.6f}" for v in found.at_zero],
            "largest": [f"{v:.6f}" for v in found.largest],
            "kept": [f"{v:.6f}" for v in kept],
            "noise": [f"{v:.6f}" for v in np.asarray(plan.noise_epsilon)],
            "bend": [f"{v:.6f}" for v in np.asarray(plan.determinant)],
            "event": [f"{v:.4f}" for v in ratio],
            "allowed": [f"{v:.4f}" for v in np.exp(epsilon)],
        },
        card=Card(
            title="A change of variables has a determinant",
            source="LR-6",
            formula=formula(
                r"\ln\frac{g(w\mid D_1)}{g(w\mid D_2)}"
                r"=\frac{\varepsilon'}{2}\left(\lvert b_2\rvert-\lvert b_1\rvert\right)"
                r"+\ln\frac{\lvert b_1'(w)\rvert}{\lvert b_2'(w)\rvert}"
                r"\le\varepsilon'+\ln\left(1+\frac{1}{4n(\lambda+\Delta)}\right)"
            ),
            filled=formula(r"\text{@largest}\;\le\;\text{@noise}+\text{@bend}=\text{@kept}"),
            rows=(
                ("ε promised", "epsilon"),
                ("loss at w = 0", "at_zero"),
                ("largest loss of this pair", "largest"),
                ("proved for every pair", "kept"),
                (f"chance of |w| ≤ {EVENT:g}: ratio", "event"),
                ("ratio allowed by the promise", "allowed"),
            ),
            assumptions=(
                Assumption("the determinant is counted in the promise", (mode != "printed",)),
                Assumption("this pair keeps the promise", tuple(bool(not b) for b in broken)),
            ),
            note="The published proof compares the densities of b and leaves out how the change from b to w stretches "
            f"them. Densities and loss are exact; dots: {size:,} draws, bars ± 2 standard errors.",
        ),
        code=code,
    )  # fmt: skip


def _at_zero(found: Counterexample, f: int) -> Floats:
    t, a = float(np.asarray(found.plan.scale)[f]), float(found.strength[f])
    quiet = np.log(a / (2 * t))
    return np.array([quiet + found.at_zero[f], quiet])


def _pair(densities: Floats) -> tuple[str, str, str]:
    return f"{densities[0]:.6f}", f"{densities[1]:.6f}", f"{densities[0] / densities[1]:.4f}"
