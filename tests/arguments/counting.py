"""Valid calls of dpviz.counting."""

import numpy as np

from dpviz.counting import factors

X, Y = np.array([[0.5, 0.25], [-0.5, 0.25], [0.5, -0.25], [0.25, 0.5]]), np.array([1, -1, 1, 1])

USUAL = dict(method="tree", steps=6)

EXAMPLES = {
    "StreamCounter": dict(scale=2.0),
    "StreamCounter.epsilon": dict(delta=0.125),
    "StreamCounter.release": dict(stream=[0, 1, 1, 0, 1, 0]),
    "largest_error_bound": dict(deviations=[1.0, 2.0]),
    "train_online": dict(X=X, y=Y, steps=2, clip=1.0, learning_rate=0.5),
}

MADE = {"Factors": lambda: factors("tree", 6)}
