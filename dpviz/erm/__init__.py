"""Private empirical risk minimisation: output perturbation against objective perturbation.

- `fit`, `Fit`: regularised minimisers, many linear terms at once (`dpviz.erm.newton`); `LogisticLoss`, `HuberLoss`.
- `OutputPerturbation`, `ObjectivePerturbation`: the two private methods, their releases and exact densities
  (`dpviz.erm.perturbation`); `output_plan`, `objective_plan`, `Plan`: their noise and the ε they truly keep, along any
  axis (`dpviz.erm.planning`).
- `privacy_loss_at`, `event_probability`, `largest_loss`: what neighbours tell, exactly (`dpviz.erm.exact`);
  `Counterexample`: the pair that breaks the method as first published, along any axis (`dpviz.erm.counterexample`).
- `GammaNoise`: the noise of both, its distributions and tails (`dpviz.erm.noise`).
- `learning_size`, `gap_bound`: what the theorems promise (`dpviz.erm.bounds`); `records_needed`: what the noise alone
  takes, measured (`dpviz.erm.needed`).
- `sensitivity_bound`, `search_sensitivity`: how far one record moves the minimiser (`dpviz.erm.sensitivity`).
- `SufficientStatistics`, `RidgeOutputPerturbation`: least squares, with noise on XᵀX and Xᵀy or on the weights;
  `statistics_sensitivity`, `ridge_sensitivity`, `ridge_norm`: what their noise must hide; `prediction_error`: what
  the weights are worth (`dpviz.erm.least_squares`).
- `RandomFourierFeatures`: kernels by a public random map (`dpviz.erm.features`).
- `kernel_expansion`, `KernelExpansion`: kernel machines as sums over records, which are not private
  (`dpviz.erm.expansion`).
- `private_choice`, `LambdaChoice`: choosing λ, each candidate with people of its own (`dpviz.erm.lambda_choice`).
- `Uniform`, `Unseparable`, `Rings`: made data (`dpviz.erm.generators`); `Clouds`: examples one can see
  (`dpviz.erm.clouds`).
- `PrivateLogisticRegression`, `PrivateSVM`, `DPSGDClassifier`: classifiers in scikit-learn's manner
  (`dpviz.erm.estimators`, `dpviz.erm.dpsgd_classifier`).
- `DPSGD`, `Trajectory`: private gradient descent and its path (`dpviz.erm.dpsgd`); `example_gradients`,
  `clip_gradients`, `objective`: its formulas (`dpviz.erm.descent`); `planted_attack`, `PlantedAttack`: how well an
  attacker can tell who was in the data (`dpviz.erm.membership`).
- `learning_curve`, `LearningStudy`, `LearningCurve`: test errors along n, ε or λ (`dpviz.erm.curves`).
"""

from dpviz.erm.bounds import LearningSize, gap_bound, learning_size
from dpviz.erm.clouds import Clouds
from dpviz.erm.counterexample import Counterexample
from dpviz.erm.curves import LearningCurve, LearningStudy, learning_curve
from dpviz.erm.descent import clip_gradients, example_gradients, objective
from dpviz.erm.dpsgd import DPSGD, Trajectory
from dpviz.erm.dpsgd_classifier import DPSGDClassifier
from dpviz.erm.estimators import PrivateLogisticRegression, PrivateSVM
from dpviz.erm.exact import LargestLoss, event_probability, largest_loss, privacy_loss_at
from dpviz.erm.expansion import KernelExpansion, kernel_expansion
from dpviz.erm.features import RandomFourierFeatures
from dpviz.erm.generators import Rings, Uniform, Unseparable
from dpviz.erm.lambda_choice import LambdaChoice, private_choice
from dpviz.erm.least_squares import (
    RidgeOutputPerturbation,
    SufficientStatistics,
    prediction_error,
    ridge_norm,
    ridge_sensitivity,
    statistics_sensitivity,
)
from dpviz.erm.losses import HuberLoss, LogisticLoss
from dpviz.erm.membership import PlantedAttack, planted_attack
from dpviz.erm.needed import RecordsNeeded, records_needed
from dpviz.erm.newton import Fit, fit
from dpviz.erm.noise import GammaNoise
from dpviz.erm.perturbation import ObjectivePerturbation, OutputPerturbation
from dpviz.erm.planning import Plan, objective_plan, output_plan
from dpviz.erm.sensitivity import Sensitivity, search_sensitivity, sensitivity_bound

__all__ = [
    "DPSGD",
    "Clouds",
    "Counterexample",
    "DPSGDClassifier",
    "Fit",
    "GammaNoise",
    "HuberLoss",
    "KernelExpansion",
    "LambdaChoice",
    "LargestLoss",
    "LearningCurve",
    "LearningSize",
    "LearningStudy",
    "LogisticLoss",
    "ObjectivePerturbation",
    "OutputPerturbation",
    "Plan",
    "PlantedAttack",
    "PrivateLogisticRegression",
    "PrivateSVM",
    "RandomFourierFeatures",
    "RecordsNeeded",
    "RidgeOutputPerturbation",
    "Rings",
    "Sensitivity",
    "SufficientStatistics",
    "Trajectory",
    "Uniform",
    "Unseparable",
    "clip_gradients",
    "event_probability",
    "example_gradients",
    "fit",
    "gap_bound",
    "kernel_expansion",
    "largest_loss",
    "learning_curve",
    "learning_size",
    "objective",
    "objective_plan",
    "output_plan",
    "planted_attack",
    "prediction_error",
    "privacy_loss_at",
    "private_choice",
    "records_needed",
    "ridge_norm",
    "ridge_sensitivity",
    "search_sensitivity",
    "sensitivity_bound",
    "statistics_sensitivity",
]
