"""Weights of diffprivlib's private logistic regression, fitted again and again to two neighbouring tables."""

import json
import os
import sys

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")  # before numpy is imported

import diffprivlib
import numpy as np
import sklearn
from diffprivlib.models import LogisticRegression

asked = json.load(sys.stdin)
generator = np.random.RandomState(asked["seed"])
labels = np.array([1, 0])
# Two records of which the first differs: at the largest norm that is allowed, or at 0. No intercept, one weight.
tables = [np.array([[asked["norm"]], [0.0]]), np.array([[0.0], [0.0]])]
weights = [[], []]
for _ in range(asked["draws"]):
    for world, points in enumerate(tables):
        model = LogisticRegression(
            epsilon=asked["epsilon"],
            data_norm=asked["norm"],
            C=1.0,
            fit_intercept=False,
            # So exact that it is the distribution which is seen, and not where the solver stopped.
            tol=1e-10,
            max_iter=2000,
            random_state=generator,
        )
        model.fit(points, labels)
        weights[world].append(float(model.coef_[0, 0]))
versions = {"diffprivlib": diffprivlib.__version__, "scikit-learn": sklearn.__version__, "numpy": np.__version__}
print(json.dumps({"data": weights[0], "neighbour": weights[1], "versions": versions}))
