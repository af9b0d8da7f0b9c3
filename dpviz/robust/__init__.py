"""Adversarial training: worst perturbations, the gradient of a maximum, and what robustness costs.

- `worst_perturbation`, `worst_margins`, `adversarial_losses`: the strongest attack on a linear model, in closed form
  (`dpviz.robust.linear`).
- `pgd`, `project`: an attack on any model, from its gradient (`dpviz.robust.attacks`).
- `finite_maximum`: the slope of a maximum, and its one-sided slopes where it has a kink (`dpviz.robust.danskin`).
- `adversarial_training`, `adversarial_trainings`, `plain_training`: gradient descent with and without the attack
  (`dpviz.robust.training`).
- `accuracy`, `robust_accuracy`: share of examples right, and right whatever the attack (`dpviz.robust.linear`).
- `SignalFeatures`: examples with strong and weak features, with the best weights and the accuracies in closed form
  (`dpviz.robust.features`).
"""

from dpviz.robust.attacks import Ascent, pgd, project
from dpviz.robust.danskin import FiniteMaximum, finite_maximum
from dpviz.robust.features import SignalFeatures
from dpviz.robust.linear import (
    accuracy,
    adversarial_losses,
    dual_norm,
    robust_accuracy,
    worst_margins,
    worst_perturbation,
)
from dpviz.robust.training import Training, adversarial_training, adversarial_trainings, plain_training

__all__ = [
    "Ascent",
    "FiniteMaximum",
    "SignalFeatures",
    "Training",
    "accuracy",
    "adversarial_losses",
    "adversarial_training",
    "adversarial_trainings",
    "dual_norm",
    "finite_maximum",
    "pgd",
    "plain_training",
    "project",
    "robust_accuracy",
    "worst_margins",
    "worst_perturbation",
]
