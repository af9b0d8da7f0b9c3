"""What the reader of the lesson on adversarial training can turn."""

from __future__ import annotations

from dpviz.lessons import common
from dpviz.lessons.parameters import Choice, Number, Parameters

STEPS = 30  # of ascent
EPOCHS = 120


class RobustParameters(Parameters):
    """The maximum, the adversary, the training."""

    surface = Choice(
        "kink",
        options={
            "kink": "θ · p, for p from −1 to 1",
            "smooth": "θ · p − p²/2, for p from −1 to 1",
            "loss": "the loss of one example moved by p",
        },
        label="Curves",
    )
    theta = Number(-1.2, low=-2, high=2, steps=81, label="θ", play=True)
    norm = Choice(
        "linf",
        options={"linf": "ℓ∞: each by up to r", "l2": "ℓ2: up to r in all"},
        label="It may change features",
    )
    model = Choice("straight", options={"straight": "straight", "bent": "bent"}, label="Model")
    steps = Number(3, low=0, high=STEPS, steps=STEPS + 1, whole=True, label="Steps of ascent", play=True)
    radius = Number(0.2, low=0, high=0.6, steps=61, label="r, the radius", ends=("no attack", "strong"))
    attack = Number(
        0.2, low=0, high=0.6, steps=61, label="Radius of the attack", ends=("no attack", "strong")
    )
    epoch = Number(
        EPOCHS, low=0, high=EPOCHS, steps=EPOCHS + 1, whole=True, label="Steps of training", play=True
    )
    seed = common.seed(label="Seed of the examples")
