"""Valid calls of dpviz.erm."""

import numpy as np

from dpviz.erm import (
    DPSGD,
    Counterexample,
    LearningStudy,
    LogisticLoss,
    ObjectivePerturbation,
    OutputPerturbation,
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
OUTPUT = OutputPerturbation(epsilon=1.0, regularization=0.5)
SGD = dict(noise_multiplier=1.0, clip=0.5, rate=0.5, steps=10, learning_rate=1.0, regularization=0.125)
SOURCE = Uniform(dim=2, margin=0.0625)
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


def squares(noise):
    return -0.5 * noise


def choice():
    return private_choice(X, Y, (X, Y), [0.25, 0.5], epsilon=1.0, rng=np.random.default_rng(0))


# What may be infinite or undefined (NaN), as documented: fields of results, and callables.
INFINITE = {"at", "guarantee"}
UNDEFINED = {"errors", "fold_means", "mean", "spread", "standard_error"}


def fitted(kind):
    """These take any parameters, as scikit-learn's conventions ask, and check them when they are fitted."""
    return lambda **parameters: kind(**parameters).fit(X, Y)


CALLED = {kind.__name__: fitted(kind) for kind in (PrivateLogisticRegression, PrivateSVM)}

# What the solver calls in its loop, with arrays that it knows: not checked.
UNCHECKED = {"HuberLoss.derivatives", "LogisticLoss.derivatives"}

# What takes long, and rightly: parameters of which a million is not tried.
SLOW = {
    "DPSGD.run": ["size"],
    "planted_attack": ["steps", "trials"],
    "_Perturbation.release": ["size"],
    "learning_curve": ["draws", "jobs"],
    "private_choice": ["runs"],
}

EXAMPLES = {
    "Clouds": dict(middle=0.25, long=0.5, short=0.125),
    "Clouds.error": dict(weights=W),
    "Clouds.expected_loss": dict(weights=W),
    "Clouds.nodes": dict(),
    "Made.draw": dict(n=5),
    "Counterexample": dict(epsilon=0.5, n=100, regularization=0.125, mode="printed"),
    "Counterexample.densities": dict(weights=[0.0, 0.5]),
    "Counterexample.largest": dict(),
    "Counterexample.loss": dict(weights=[0.0, 0.5]),
    "Counterexample.noise_at": dict(weights=[0.0, 0.5]),
    "Counterexample.probabilities": dict(low=-0.5, high=0.5),
    "DPSGD": dict(SGD, loss=LogisticLoss()),
    "DPSGD.run": dict(X=X, y=Y, size=2, start=W),
    "GammaNoise": dict(dim=2, scale=0.5),
    "GammaNoise.draw": dict(size=3),
    "GammaNoise.log_density": dict(vectors=[0.5, 1.0]),
    "GammaNoise.norm_bound": dict(beta=0.125),
    "GammaNoise.norm_density": dict(radius=0.5),
    "GammaNoise.norm_quantile": dict(beta=0.125),
    "GammaNoise.norm_tail": dict(radius=0.5),
    "GeneralPerturbation": dict(epsilon=0.5, gradient=1.0, convexity=10.0, curvature=0.25, rank=1),
    "GeneralPerturbation.release": dict(minimise=squares, dim=2),
    "HuberLoss": dict(width=0.5),
    "_Margin.curvature": dict(margin=[0.5, -1.0]),
    "_Margin.slope": dict(margin=[0.5, -1.0]),
    "HuberLoss.derivatives": dict(margin=np.array([0.5, -1.0]), second=True),
    "HuberLoss.value": dict(margin=[0.5, -1.0]),
    "LogisticLoss.derivatives": dict(margin=np.array([0.5, -1.0]), second=True),
    "LogisticLoss.value": dict(margin=[0.5, -1.0]),
    "KernelExpansion.scores": dict(X=X),
    "LearningStudy": STUDY,
    "LearningStudy.cell": dict(point=0, fold=0, draws=slice(0, 2)),
    "LearningStudy.data": dict(),
    "LearningStudy.empty": dict(),
    "LearningStudy.split": dict(fold=0),
    "LearningStudy.stages": dict(),
    "LogisticLoss": dict(),
    "ObjectivePerturbation": dict(epsilon=1.0, regularization=0.5, loss=LogisticLoss(), mode="corrected"),
    "ObjectivePerturbation.log_density": dict(X=X, y=Y, weights=W),
    "ObjectivePerturbation.log_determinant": dict(X=X, y=Y, weights=W),
    "ObjectivePerturbation.noise_at": dict(X=X, y=Y, weights=W),
    "OutputPerturbation": dict(epsilon=1.0, regularization=0.5, loss=LogisticLoss()),
    "OutputPerturbation.log_density": dict(X=X, y=Y, weights=W),
    "_Perturbation.centre": dict(X=X, y=Y),
    "_Perturbation.guarantee": dict(n=100),
    "_Perturbation.noise": dict(n=100, dim=2),
    "_Perturbation.plan": dict(n=100),
    "_Perturbation.release": dict(X=X, y=Y, size=2),
    "PlantedAttack.power": dict(false_alarm=[0.125, 0.5]),
    "PrivateLogisticRegression": dict(
        epsilon=1.0, regularization=0.5, norm_bound=1.0, method="corrected", fit_intercept=False, random_state=1
    ),
    "PrivateClassifier.decision_function": dict(X=X),
    "PrivateClassifier.fit": dict(X=X, y=Y),
    "PrivateClassifier.get_params": dict(deep=True),
    "PrivateClassifier.predict": dict(X=X),
    "PrivateClassifier.score": dict(X=X, y=Y, sample_weight=[1.0, 2.0, 1.0, 1.0]),
    "PrivateClassifier.set_params": dict(),
    "PrivateLogisticRegression.predict_proba": dict(X=X),
    "PrivateSVM": dict(
        epsilon=1.0,
        regularization=0.5,
        width=0.5,
        kernel="gaussian",
        bandwidth=1.0,
        components=5,
        norm_bound=1.0,
        method="corrected",
        fit_intercept=False,
        random_state=1,
    ),
    "RandomFourierFeatures": dict(frequencies=[[0.5, 0.25]], phases=[0.5]),
    "RandomFourierFeatures.sample": dict(dim=2, count=3, bandwidth=1.0),
    "RandomFourierFeatures.transform": dict(X=X),
    "Rings": dict(inner=0.25, outer=0.75, deviation=0.0625),
    "Trajectory.accuracy": dict(X=X, y=Y),
    "Trajectory.mean_accuracy": dict(X=X, y=Y),
    "Trajectory.norms": dict(step=3),
    "Uniform": dict(dim=2, margin=0.0625),
    "Unseparable": dict(dim=2, band=0.125, flip=0.25),
    "clip_gradients": dict(gradients=X, clip=0.25),
    "event_probability": dict(method=OBJECTIVE, X=X[:, :1], y=Y, low=-0.5, high=0.5),
    "example_gradients": dict(weights=W, X=X, y=Y, loss=LogisticLoss()),
    "fit": dict(X=X, y=Y, loss=LogisticLoss(), regularization=0.5, linear=[0.25, 0.0], counts=[1, 2, 1, 1]),
    "gap_bound": dict(n=1000, epsilon=0.5, regularization=0.125, dim=2, beta=0.125, method="objective", form="printed"),
    "kernel_expansion": dict(X=X, y=Y, bandwidth=1.0, regularization=0.125, width=0.5),
    "largest_loss": dict(method=OBJECTIVE, data=(X[:, :1], Y), neighbour=(NEAR[:, :1], Y)),
    "learning_curve": dict(STUDY, jobs=None),
    "learning_size": dict(norm=1.0, excess=0.125, epsilon=0.5, dim=2, method="objective", beta=0.125),
    "objective_plan": dict(epsilon=0.5, n=1000, regularization=0.125, curvature=0.25, mode="corrected"),
    "objective": dict(weights=W, X=X, y=Y, regularization=0.125, loss=LogisticLoss()),
    "output_plan": dict(epsilon=0.5, n=1000, regularization=0.125),
    "planted_attack": dict(noise_multiplier=[0.5, 1.0], rate=0.5, steps=5, trials=20),
    "privacy_loss_at": dict(method=OBJECTIVE, data=(X, Y), neighbour=(NEAR, Y), weights=W),
    "private_choice": dict(
        X=X, y=Y, test=(X, Y), regularizations=[0.25, 0.5], epsilon=1.0, method="corrected", loss=LogisticLoss(), runs=1
    ),
    "records_needed": dict(norm=2.0, excess=0.0625, epsilon=[0.25, 0.5], size=5),
    "search_sensitivity": dict(n=[100, 1000], regularization=0.125, loss=LogisticLoss(), back=[0.0, 0.5, 1.0]),
    "sensitivity_bound": dict(n=100, regularization=0.125),
}

MADE = {
    "Fit": lambda: fit(X, Y, regularization=0.5),
    "KernelExpansion": lambda: kernel_expansion(X, Y, bandwidth=1.0, regularization=0.125),
    "LambdaChoice": choice,
    "LargestLoss": lambda: Counterexample(epsilon=0.5, n=100, regularization=0.125).largest(),
    "LearningCurve": lambda: LearningStudy(**STUDY).empty(),
    "LearningSize": lambda: learning_size(1.0, 0.125, 0.5, 2, beta=0.125),
    "PlantedAttack": lambda: planted_attack(1.0, 0.5, 5, trials=20, rng=np.random.default_rng(0)),
    "Plan": lambda: output_plan(0.5, 1000, 0.125),
    "RecordsNeeded": lambda: records_needed(2.0, 0.0625, [0.25], size=5, rng=np.random.default_rng(0)),
    "Sensitivity": lambda: search_sensitivity([100], 0.125),
    "Trajectory": lambda: DPSGD(**SGD).run(X, Y, np.random.default_rng(0), size=3),
    "PrivateLogisticRegression": lambda: PrivateLogisticRegression(random_state=1).fit(X, Y),
    "PrivateSVM": lambda: PrivateSVM(random_state=1).fit(X, Y),
    "RandomFourierFeatures": lambda: RandomFourierFeatures.sample(2, 3, 1.0, np.random.default_rng(0)),
}
