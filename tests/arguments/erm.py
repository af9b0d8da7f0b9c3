"""Valid calls of dpviz.erm."""

import numpy as np

from dpviz.erm import (
    DPSGD,
    Counterexample,
    DPSGDClassifier,
    LearningStudy,
    LogisticLoss,
    ObjectivePerturbation,
    PrivateLogisticRegression,
    PrivateSVM,
    RandomFourierFeatures,
    Uniform,
    fit,
    kernel_expansion,
    learning_size,
    output_plan,
    planted_attack,
    private_choice,
    records_needed,
    search_sensitivity,
)

X = np.array([[0.5, 0.25], [-0.5, 0.25], [0.25, -0.5], [-0.25, 0.75]])
Y = np.array([1, -1, 1, -1])
NEAR = X.copy()
NEAR[0] = [-0.5, 0.5]
W = np.array([0.5, -0.25])
OBJECTIVE = ObjectivePerturbation(epsilon=1.0, regularization=0.5)
SGD = dict(noise_multiplier=1.0, clip=0.5, rate=0.5, steps=10, learning_rate=1.0, regularization=0.125)
SOURCE = Uniform(dim=2)
STUDY = dict(
    source=SOURCE,
    n=[10, 20],
    epsilon=1.0,
    regularization=0.125,
    methods=("standard", "output"),
    loss=LogisticLoss(),
    records=50,
    folds=2,
    draws=3,
    seed=1,
)


def choice():
    return private_choice(X, Y, (X, Y), [0.25, 0.5], epsilon=1.0, rng=np.random.default_rng(0))


# What may be infinite or undefined (NaN), as documented: fields of results, and callables.
INFINITE = {"at", "guarantee"}
UNDEFINED = {"errors", "fold_means", "mean", "spread", "standard_error"}


def fitted(kind):
    """These take any parameters, as scikit-learn's conventions ask, and check them when they are fitted."""
    return lambda **parameters: kind(**parameters).fit(X, Y)


CALLED = {kind.__name__: fitted(kind) for kind in (DPSGDClassifier, PrivateLogisticRegression, PrivateSVM)}

# What the solver calls in its loop, with arrays that it knows: not checked.
UNCHECKED = {"HuberLoss.derivatives", "LogisticLoss.derivatives"}

# What takes long, and rightly: parameters of which a million is not tried.
SLOW = {
    "DPSGD.run": ["size"],
    "DPSGDClassifier": ["steps"],
    "planted_attack": ["steps", "trials"],
    "_Perturbation.release": ["size"],
    "learning_curve": ["draws", "jobs"],
    "private_choice": ["runs"],
}

USUAL = dict(weights=W, X=X, y=Y, margin=[0.5, -1.0], bandwidth=1.0)

EXAMPLES = {
    "Counterexample.densities": dict(weights=[0.0, 0.5]),
    "Counterexample.loss": dict(weights=[0.0, 0.5]),
    "Counterexample.noise_at": dict(weights=[0.0, 0.5]),
    "Counterexample.probabilities": dict(low=-0.5, high=0.5),
    "DPSGD": dict(SGD, loss=LogisticLoss()),
    "DPSGDClassifier": dict(steps=10, loss=LogisticLoss(), random_state=1),
    "DPSGD.run": dict(start=W),
    "GammaNoise.log_density": dict(vectors=[0.5, 1.0]),
    "HuberLoss.derivatives": dict(margin=np.array([0.5, -1.0]), second=True),
    "LogisticLoss.derivatives": dict(margin=np.array([0.5, -1.0]), second=True),
    "LearningStudy": STUDY,
    "LearningStudy.cell": dict(point=0, fold=0, draws=slice(0, 2)),
    "LearningStudy.split": dict(fold=0),
    "ObjectivePerturbation": dict(loss=LogisticLoss()),
    "OutputPerturbation": dict(loss=LogisticLoss()),
    "PlantedAttack.power": dict(false_alarm=[0.125, 0.5]),
    "PrivateLogisticRegression": dict(random_state=1),
    "PrivateClassifier.score": dict(sample_weight=[1.0, 2.0, 1.0, 1.0]),
    "PrivateSVM": dict(kernel="gaussian", components=5, random_state=1),
    "RandomFourierFeatures": dict(frequencies=[[0.5, 0.25]], phases=[0.5]),
    "Trajectory.norms": dict(step=3),
    "Uniform": dict(dim=2),
    "Unseparable": dict(dim=2),
    "clip_gradients": dict(gradients=X, clip=0.25),
    "_LeastSquares.clipped": dict(y=[0.5, -1.0, 0.25, 2.0]),
    "event_probability": dict(method=OBJECTIVE, X=X[:, :1], low=-0.5, high=0.5),
    "fit": dict(loss=LogisticLoss(), linear=[0.25, 0.0]),
    "largest_loss": dict(method=OBJECTIVE, data=(X[:, :1], Y), neighbour=(NEAR[:, :1], Y)),
    "learning_curve": dict(STUDY, jobs=None),
    "learning_size": dict(norm=1.0, excess=0.125),
    "planted_attack": dict(noise_multiplier=[0.5, 1.0], steps=5, trials=20),
    "privacy_loss_at": dict(method=OBJECTIVE, data=(X, Y), neighbour=(NEAR, Y)),
    "private_choice": dict(test=(X, Y), regularizations=[0.25, 0.5]),
    "records_needed": dict(norm=2.0, excess=0.0625, epsilon=[0.25, 0.5]),
    "search_sensitivity": dict(n=[100, 1000], back=[0.0, 0.5, 1.0]),
}

MADE = {
    "Fit": lambda: fit(X, Y, regularization=0.5),
    "KernelExpansion": lambda: kernel_expansion(X, Y, bandwidth=1.0, regularization=0.125),
    "LambdaChoice": choice,
    "LargestLoss": lambda: Counterexample(epsilon=0.5, n=100, regularization=0.125).largest(),
    "LearningCurve": lambda: LearningStudy(**STUDY).empty(),
    "LearningSize": lambda: learning_size(1.0, 0.125, 0.5, 2),
    "PlantedAttack": lambda: planted_attack(1.0, 0.5, 5, trials=20, rng=np.random.default_rng(0)),
    "Plan": lambda: output_plan(0.5, 1000, 0.125),
    "RecordsNeeded": lambda: records_needed(2.0, 0.0625, [0.25], size=5, rng=np.random.default_rng(0)),
    "Sensitivity": lambda: search_sensitivity([100], 0.125),
    "Trajectory": lambda: DPSGD(**SGD).run(X, Y, np.random.default_rng(0), size=3),
    "DPSGDClassifier": lambda: DPSGDClassifier(noise_multiplier=1.0, random_state=1).fit(X, Y),
    "PrivateLogisticRegression": lambda: PrivateLogisticRegression(random_state=1).fit(X, Y),
    "PrivateSVM": lambda: PrivateSVM(random_state=1).fit(X, Y),
    "RandomFourierFeatures": lambda: RandomFourierFeatures.sample(2, 3, 1.0, np.random.default_rng(0)),
}
