"""What answers to several tasks are made of."""

import numpy as np


def groups(table, columns=slice(0, -1)):
    found = {}
    for row in table:
        found.setdefault(tuple(row[columns]), []).append(row[-1])
    return list(found.values())


def cut(rng, unit):
    return np.clip(rng.laplace(scale=2 * unit, size=3), -12 * unit, 12 * unit)
