"""Private logistic regressions by diffprivlib, one after the other, as its users do it."""

import json
import os
import sys
import time

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")  # before numpy is imported

import numpy as np
from diffprivlib.models import LogisticRegression

asked = json.load(sys.stdin)
rng = np.random.default_rng(0)
seconds, errors = [], []
for n in asked["sizes"]:
    points = rng.standard_normal((n + asked["test"], 10))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    labels = np.where(points[:, 0] >= 0, 1, -1)
    taken, wrong = [], []
    for draw in range(asked["draws"]):
        begin = time.process_time()
        # Its C is 1 / (n λ): it does not divide the sum of losses by n.
        model = LogisticRegression(
            epsilon=asked["epsilon"],
            data_norm=1.0,
            C=1.0 / (n * asked["regularization"]),
            fit_intercept=False,
            tol=1e-9,
            max_iter=1000,
            random_state=draw,
        )
        model.fit(points[:n], labels[:n])
        wrong.append(1.0 - model.score(points[n:], labels[n:]))
        taken.append(time.process_time() - begin)
    seconds.append(sorted(taken)[len(taken) // 2])
    errors.append(sum(wrong) / len(wrong))
print(json.dumps({"seconds": seconds, "errors": errors}))
