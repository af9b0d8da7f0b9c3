"""Training against an adversary: the weights, and what robustness costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpviz.scenes import style
from dpviz.scenes.formula import formula
from dpviz.scenes.marks import line, points
from dpviz.scenes.scene import Assumption, Card, Scene, Table
from dpviz.scenes.words import percent, plain

Floats = NDArray[np.float64]
NAMES = {"linf": "ℓ∞", "l2": "ℓ2"}


@dataclass(frozen=True)
class Trained:
    """What the pictures of training show, a frame at a time.

    Attributes
    ----------
    radius, epoch : ndarray of shape (F,)
    weights : ndarray of shape (F, d)
    best : ndarray of shape (F, d)
        The best weights for infinitely many examples.
    accuracy, robust : ndarray of shape (F,)
        Exact, for new examples: right, and right whatever an adversary of this radius does.
    norm : {"linf", "l2"}
    weak : float
        Mean of a weak feature.
    """

    radius: Floats
    epoch: NDArray[np.int64]
    weights: Floats
    best: Floats
    accuracy: Floats
    robust: Floats
    norm: str
    weak: float

    @property
    def slots(self) -> dict[str, list[str]]:
        """Texts that every picture of training fills in."""
        weak = np.abs(self.weights[:, 1:]).mean(axis=1)
        return {
            "radius": [plain(round(float(r), 10)) for r in self.radius],
            "epoch": [str(int(e)) for e in self.epoch],
            "strong": [f"{v:.3f}" for v in self.weights[:, 0]],
            "weak": [f"{v:.4f}" for v in weak],
            "best_strong": [f"{v:.3f}" for v in self.best[:, 0]],
            "best_weak": [f"{v:.4f}" for v in self.best[:, 1]],
            "dead": [str(int((np.abs(w[1:]) < 1e-9).sum())) for w in self.weights],
            "accuracy": [f"{v:.4f}" for v in self.accuracy],
            "robust": [f"{v:.4f}" for v in self.robust],
        }


def weights_scene(*, trained: Trained, axis: str, values: Floats, start: int, code: str = "") -> Scene:
    """One strong and many weak weights as the radius grows (ADV-2, ADV-3).

    Parameters
    ----------
    trained : Trained
    axis, values, start, code
        See `Scene`.
    """
    count = trained.weights.shape[1] - 1
    places = np.arange(count + 1)
    colours = [style.BLUE] + [style.GREY] * count
    figure = style.figure(
        {"type": "bar", "x": places, "y": trained.weights[start], "name": "trained weights", "hoverinfo": "skip",
         "marker": {"color": colours}},
        points(places, trained.best[start], style.ORANGE, "best for infinitely many examples", symbol="diamond-open",
               size=9),
        height=420,
        xaxis=style.axis("feature: the strong one, then the weak ones", range=[-0.7, count + 0.7],
                         tickvals=[0, count / 2], ticktext=["strong", f"{count} weak ones"]),
        yaxis=style.axis("weight", range=[min(-0.2, float(trained.weights.min()) - 0.05),
                                         max(2.3, float(trained.weights.max()) + 0.1)]),
    )  # fmt: skip
    slots = trained.slots
    rule = (
        r"w_j=2\,\max(\mu_j-r,\,0)"
        if trained.norm == "linf"
        else r"w_j=2\,\mu_j\,\max(1-r/\lVert\mu\rVert_2,\,0)"
    )
    return Scene(
        title=f"What the weights become · {NAMES[trained.norm]} adversary",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={("data", 0, "y"): trained.weights, ("data", 1, "y"): trained.best},
        sentences=[
            f"Trained for {slots['epoch'][f]} steps against radius {trained.radius[f]:.2g}: the strong weight is "
            f"{slots['strong'][f]}, the weak ones are {slots['weak'][f]} in size on average, and "
            f"{slots['dead'][f]} of {count} are 0."
            + (" Radius 0 is plain training exactly." if trained.radius[f] == 0 else "")
            for f in range(len(values))
        ],
        table=Table(
            columns=("", "trained", "best for infinitely many"),
            rows=tuple(
                (
                    ("strong weight", slots["strong"][f], slots["best_strong"][f]),
                    ("weak weights, mean size", slots["weak"][f], slots["best_weak"][f]),
                )
                for f in range(len(values))
            ),
        ),
        slots=slots,
        card=Card(
            title="A feature dies when the radius passes its mean" if trained.norm == "linf"
            else "An ℓ2 adversary shrinks all weights alike",
            source="ADV-3",
            formula=formula(rule),
            filled=formula(r"r=\text{@radius}:\quad\text{strong }\text{@best_strong},\;\text{weak }\text{@best_weak}"),
            rows=(
                ("strong weight, trained", "strong"),
                ("strong weight, best", "best_strong"),
                ("weak weights, trained: mean size", "weak"),
                ("weak weights, best", "best_weak"),
            ),
            assumptions=(
                Assumption("each feature is the label times its mean μ, plus normal noise of size 1"),
                Assumption("infinitely many examples: here 2,000, so the trained weights stray", (False,)),
                Assumption(f"the radius is below the weak features’ mean, {trained.weak:g}",
                           tuple(bool(r < trained.weak) for r in trained.radius)),
            ),
            note="The notes say only that robust features are “more meaningful”. The closed form is derived here for "
            "this made-up data; for images nothing so simple is known.",
        ),
        code=code,
    )  # fmt: skip


def tradeoff_scene(
    *,
    trained: Trained,
    attacks: Floats,
    attack: Floats,
    plain_curve: Floats,
    curves: Floats,
    plain_at: Floats,
    robust_at: Floats,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """Accuracy under attacks of every radius: plain training beside robust training (ADV-3).

    Parameters
    ----------
    trained : Trained
    attacks : ndarray of shape (m,)
        Radii of attack along the picture.
    attack : ndarray of shape (F,)
        The radius of attack looked at.
    plain_curve : ndarray of shape (m,)
    curves : ndarray of shape (F, m)
        Exact accuracies under attack, of plain and of robust training.
    plain_at, robust_at : ndarray of shape (F,)
        The same at `attack`.
    axis, values, start, code
        See `Scene`.
    """
    here = np.repeat(attack[:, None], 2, axis=1)
    both = np.stack([plain_at, robust_at], axis=1)
    figure = style.figure(
        line(attacks, plain_curve, style.GREY, "plain training", dash="dash"),
        line(attacks, curves[start], style.BLUE, "trained against the radius", width=4),
        line(here[start], [0, 1], style.PURPLE, width=2, dash="dot"),
        points(here[start], both[start], [style.GREY, style.BLUE], size=11),
        height=420,
        xaxis=style.axis("radius of the attack", range=[0, float(attacks[-1])]),
        yaxis=style.axis("new examples right", range=[0, 1], tickformat=".0%"),
    )
    return Scene(
        title=f"Accuracy against robustness · {NAMES[trained.norm]} adversary",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 1, "y"): curves,
            ("data", 2, "x"): here,
            ("data", 3, "x"): here,
            ("data", 3, "y"): both,
        },
        sentences=[
            f"Trained against radius {trained.radius[f]:.2g}: {percent(curves[f, 0])} right if nobody attacks (plain: "
            f"{percent(plain_curve[0])}), {percent(robust_at[f])} under an attack of radius {attack[f]:.2g} (plain: "
            f"{percent(plain_at[f])})."
            for f in range(len(values))
        ],
        table=Table(
            columns=("", "plain training", "trained against the radius"),
            rows=tuple(
                (
                    ("nobody attacks", f"{plain_curve[0]:.4f}", f"{curves[f, 0]:.4f}"),
                    (f"attack of radius {attack[f]:.2g}", f"{plain_at[f]:.4f}", f"{robust_at[f]:.4f}"),
                )
                for f in range(len(values))
            ),
        ),
        slots={
            **trained.slots,
            "attack": [plain(round(float(a), 10)) for a in attack],
            "plain_clean": [f"{plain_curve[0]:.4f}"],
            "clean": [f"{c:.4f}" for c in curves[:, 0]],
            "plain_at": [f"{v:.4f}" for v in plain_at],
            "robust_at": [f"{v:.4f}" for v in robust_at],
        },
        card=Card(
            title="Right whatever the adversary does",
            source="ADV-3",
            formula=formula(r"\Pr=\Phi\left(\frac{w\cdot\mu-r\,\lVert w\rVert_{*}}{\lVert w\rVert_2}\right)"),
            filled=formula(r"r=\text{@attack}:\quad\text{@robust_at}\;\text{against}\;\text{@plain_at}"),
            rows=(
                ("nobody attacks: trained against the radius", "clean"),
                ("nobody attacks: plain", "plain_clean"),
                ("attacked: trained against the radius", "robust_at"),
                ("attacked: plain", "plain_at"),
            ),
            assumptions=(Assumption("new examples come from the same law, with normal noise"),),
            note="Exact for the trained weights: an integral of the normal law, no test sample.",
        ),
        code=code,
    )  # fmt: skip
