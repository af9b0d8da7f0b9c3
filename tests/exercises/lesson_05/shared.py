"""What answers to several tasks are made of."""

import numpy as np


def share(examples, labels, x):
    return 0.5


def fits(r, examples, labels):
    return all(np.dot(e, r) % 2 == y for e, y in zip(examples, labels, strict=True))
