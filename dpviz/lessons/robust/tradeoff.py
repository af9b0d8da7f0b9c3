"""Accuracy under attacks of every radius: plain training beside robust training (ADV-3)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_row, upright
from dpviz.draw.style import BLUE, GREY, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons.robust.shared import EPOCHS, MANY, NAMES, adversary, other_examples, size, train, trained, training
from dpviz.robust import SignalFeatures, plain_training

ATTACKS = np.linspace(0, 0.6, 61)

attack = Number(0.2, low=0, high=0.6, steps=61, label="Radius of the attack", ends=("no attack", "strong"))
norm, radius, seed = adversary(), size(), other_examples()


def attacked(distribution: SignalFeatures, X: Any, y: Any, weights: Any, attack: float, norm: str) -> Any:
    unattacked = plain_training(X, y, epochs=EPOCHS).final
    robust_at = distribution.accuracy(weights, radius=attack, norm=norm)
    plain_at = distribution.accuracy(unattacked, radius=attack, norm=norm)
    return robust_at, plain_at


def draw(at: Frames) -> Picture:
    norm, a = at.norm, at.attack
    w, values = training(MANY, at.seed, norm, at.radius, EPOCHS)
    plain = trained(MANY, at.seed, norm, (0.0,))[0, -1]
    plain_curve, curves = (np.asarray(MANY.accuracy(v, radius=ATTACKS, norm=norm)) for v in (plain, w[:, None]))
    plain_at, robust_at = (MANY.accuracy(v, radius=a, norm=norm) for v in (plain, w))
    both = np.stack([plain_at, robust_at], axis=1)
    return Picture(
        panel(
            curve(ATTACKS, plain_curve, GREY, "standard training", dash="dash"),
            curve(ATTACKS, moving(curves), BLUE, "adversarial training", width=4),
            upright(moving(a), PURPLE, reach=(0, 1), width=2, dash="dot"),
            points(moving(np.stack([a, a], axis=1)), moving(both), [GREY, BLUE], symbol=["square", "circle"], size=11),
            x=axis("radius of the attack", 0, float(ATTACKS[-1])),
            y=axis("accuracy on new examples", 0, 1, tickformat=".0%"),
        ),
        title=f"Accuracy under attack · {NAMES[norm]} adversary",
        height=400,
        values={
            **values,
            "epoch": EPOCHS,
            "plain_clean": num(plain_curve[0], ".4f"),
            "clean": num(curves[:, 0], ".4f"),
            "withstood": plain_at,
            "plain_at": num(plain_at, ".4f"),
            "robust_at": num(robust_at, ".4f"),
        },
        sentence="Trained against radius {radius:.2g}: standard accuracy {clean:percent} (standard training: "
        "{plain_clean:percent}), robust accuracy under an attack of radius {attack:.2g}: {robust_at:percent} "
        "(standard training: {plain_at:percent}).",
        table=table_by_row(
            ("", "standard training", "adversarial training"),
            ("standard accuracy: nobody attacks", "{plain_clean}", "{clean}"),
            ("robust accuracy: attack of radius {attack:.2g}", "{plain_at}", "{robust_at}"),
        ),
        code=(train, attacked),
    )


def _pays() -> dict[str, float]:
    """Where the two curves cross, with the weights that are best for infinitely many examples."""
    plain, robust = (MANY.best_weights(radius=r, norm="linf") for r in (0.0, 0.2))
    withstood = [np.asarray(MANY.accuracy(w, radius=ATTACKS, norm="linf")) for w in (plain, robust)]
    gained = withstood[1] - withstood[0]
    after = int(np.argmax(gained > 0))
    cross = float(np.interp(0.0, gained[after - 1 : after + 1], ATTACKS[after - 1 : after + 1]))
    none = 100 * float(MANY.accuracy(plain) - MANY.accuracy(robust))
    return {"cross": cross, "none": none}


SECTION = Section(draw, axes=(radius, attack), controls=(norm, radius, attack, seed))
