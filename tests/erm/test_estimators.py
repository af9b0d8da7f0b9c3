"""The classifiers keep scikit-learn's conventions, refuse what breaks privacy, and agree with the methods beneath."""

import copy
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest

from dpviz.erm import DPSGDClassifier, ObjectivePerturbation, PrivateLogisticRegression, PrivateSVM, Rings, Unseparable
from dpviz.erm._conventions import NotFittedError
from tests.browser import some_by_day

MODELS = [PrivateLogisticRegression, PrivateSVM]
# Checks of scikit-learn's that say nothing here; each is skipped by scikit-learn itself.
SKIPPED = {
    "check_array_api_input": "other array libraries: numpy only",
    "check_classifier_data_not_an_array": "needs pandas",
}


# The checks' data have norms up to some hundreds, hence the bound; and they ask for right answers, hence the ε.
CHECKED = [
    model(epsilon=1e6, regularization=1e-6, norm_bound=1e3, fit_intercept=True, random_state=0) for model in MODELS
]
CHECKED.append(DPSGDClassifier(noise_multiplier=0.01, rate=1.0, fit_intercept=True, random_state=0))


@pytest.mark.parametrize("made", some_by_day(CHECKED, 3), ids=lambda made: type(made).__name__)
def test_scikit_learns_own_checks(made):
    checks = pytest.importorskip("sklearn.utils.estimator_checks")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = checks.check_estimator(made, on_fail=None, on_skip=None)
    assert len(results) > 40
    failed = {one["check_name"]: repr(one["exception"]) for one in results if one["status"] == "failed"}
    assert failed == {}
    assert {one["check_name"] for one in results if one["status"] == "skipped"} <= set(SKIPPED)


def test_in_a_pipeline_and_a_grid_search():
    pytest.importorskip("sklearn")
    from sklearn.base import clone
    from sklearn.model_selection import GridSearchCV, cross_val_score
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer

    X, y = Unseparable().draw(1500, np.random.default_rng(0))
    model = PrivateLogisticRegression(epsilon=2.0, random_state=3)
    assert clone(model).get_params() == model.get_params()
    pipeline = make_pipeline(FunctionTransformer(lambda a: a / 2), model)
    assert cross_val_score(pipeline, X, y, cv=3).mean() > 0.8
    search = GridSearchCV(model, {"regularization": [0.01, 0.1]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.8
    made = model.set_params(norm_bound=0.5)
    with pytest.raises(ValueError, match=r"norm <= 0\.5"):
        made.fit(X, y)


@pytest.mark.parametrize("mode", ["corrected", "tight", "printed"])
def test_weights_are_those_of_the_method(mode):
    X, y = Unseparable().draw(300, np.random.default_rng(1))
    model = PrivateLogisticRegression(epsilon=0.7, method=mode, random_state=5).fit(X, y)
    method = ObjectivePerturbation(epsilon=0.7, regularization=0.01, mode=mode)
    np.testing.assert_array_equal(model.coef_[0], method.release(X, y, np.random.default_rng(5)))
    assert model.epsilon_ == method.guarantee(300)
    assert (model.epsilon_ > 0.7) == (mode == "printed")


def test_a_bound_is_a_unit_and_an_intercept_a_feature():
    X, y = Unseparable().draw(300, np.random.default_rng(1))
    one = PrivateLogisticRegression(random_state=5).fit(X, y)
    large = PrivateLogisticRegression(random_state=5, norm_bound=50.0).fit(50 * X, y)
    np.testing.assert_allclose(large.coef_ * 50, one.coef_, rtol=1e-6)
    model = PrivateLogisticRegression(random_state=5, fit_intercept=True, norm_bound=50.0).fit(50 * X, y)
    whole = np.column_stack([X, np.ones(300)]) / np.sqrt(2)
    inner = ObjectivePerturbation(epsilon=1.0, regularization=0.01).release(whole, y, np.random.default_rng(5))
    np.testing.assert_allclose(model.decision_function(50 * X), whole @ inner, rtol=1e-9)


def test_predictions_fit_together():
    X, y = Unseparable().draw(500, np.random.default_rng(1))
    words = np.where(y > 0, "yes", "no")
    model = PrivateLogisticRegression(epsilon=5.0, random_state=0).fit(X, words)
    assert model.classes_.tolist() == ["no", "yes"]
    scores, chance = model.decision_function(X), model.predict_proba(X)
    assert ((scores >= 0) == (model.predict(X) == "yes")).all()
    np.testing.assert_allclose(chance.sum(1), 1)
    np.testing.assert_allclose(chance[:, 1], 1 / (1 + np.exp(-scores)))
    assert model.score(X, words) == (model.predict(X) == words).mean()
    assert model.predict(np.zeros((1, 10))).tolist() == ["yes"]  # a score of 0 counts as +1


def test_the_kernel_machine_takes_rows_of_any_norm():
    X, y = Rings().draw(2000, np.random.default_rng(1))
    model = PrivateSVM(kernel="gaussian", bandwidth=4.0 / 100, random_state=2).fit(10 * X, y)
    assert model.score(10 * X, y) > 0.95
    assert model.features_.frequencies.shape == (100, 2)
    assert model.coef_.shape == (1, 100)
    assert PrivateSVM(random_state=2).fit(X, y).score(X, y) < 0.7


@pytest.mark.parametrize("model", MODELS)
def test_copies_and_repetition(model):
    X, y = Unseparable().draw(200, np.random.default_rng(1))
    one, two = (model(random_state=7).fit(X, y) for _ in range(2))
    np.testing.assert_array_equal(one.coef_, two.coef_)
    assert (model().fit(X, y).coef_ != model().fit(X, y).coef_).any()
    for other in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        np.testing.assert_array_equal(other.predict(X), one.predict(X))
    assert repr(model(epsilon=2.0)) == f"{model.__name__}(epsilon=2.0)"


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("parameters", "X", "y", "message"),
    [
        ({}, [[1.0], [1.5]], [0, 1], r"norm <= 1; got 1.5 in row 1\. Divide all of X by a bound.*public"),
        ({}, [[1.0], [0.5]], [1, 1], "y must hold 2 classes; got 1 class"),
    ],
)
def test_bad_inputs_are_refused(model, parameters, X, y, message):
    made = model(**parameters)
    with pytest.raises(ValueError, match=message):
        made.fit(X, y)
    with pytest.raises((NotFittedError, ValueError), match="not fitted yet"):
        made.predict(X)


def test_unknown_parameters_are_refused():
    with pytest.raises(ValueError, match=r"parameters must be among .*epsilon"):
        PrivateLogisticRegression().set_params(C=1.0)


def test_scikit_learn_is_not_needed():
    code = (
        "import sys; sys.modules['sklearn'] = None\n"
        "from dpviz.erm import PrivateSVM\n"
        "from dpviz.erm._conventions import NotFittedError\n"
        "model = PrivateSVM(random_state=1)\n"
        "try: model.predict([[1.0]])\n"
        "except NotFittedError as error: print(error)\n"
        "print(model.fit([[1.0], [-1.0]], [1, 0]).score([[1.0]], [1]) in (0.0, 1.0))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[0].startswith("This PrivateSVM instance is not fitted yet")
    assert done.stdout.splitlines()[1] == "True"
