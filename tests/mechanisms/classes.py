"""Tiny concept classes, as tables: small enough to look at every data set."""

import numpy as np


class Concepts:
    """A finite class over a finite universe; a record is a pair (x, label)."""

    def __init__(self, name, labels):
        self.name = name
        self.labels = np.array(labels)  # (concepts, instances), entries 0 and 1
        self.records = [(x, label) for x in range(self.labels.shape[1]) for label in (0, 1)]

    def __len__(self):
        return len(self.labels)

    def errors(self, data):
        """How many records each concept labels wrongly."""
        wrong = np.zeros(len(self), dtype=int)
        for x, label in data:
            wrong += self.labels[:, x] != label
        return wrong


def point(bits):
    return Concepts(f"POINT_{bits}", np.eye(2**bits, dtype=int))


def threshold(bits):
    """c_j(x) = 1 iff x < j, for j = 0 .. 2^bits."""
    size = 2**bits
    return Concepts(f"THRESHOLD_{bits}", [[int(x < j) for x in range(size)] for j in range(size + 1)])


def parity(bits):
    size = 2**bits
    return Concepts(f"PARITY_{bits}", [[(r & x).bit_count() % 2 for x in range(size)] for r in range(size)])
