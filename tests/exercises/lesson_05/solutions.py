"""Solutions of exercise 5. Each function takes the student's own numbers and gives the answer that is checked."""

import math
from itertools import product

import numpy as np


def eliminate(table, column):
    table = np.array(table)
    holding = np.flatnonzero(table[:, column])
    for row in holding[1:]:
        table[row] ^= table[holding[0]]
    return table


def ones(examples, labels, x):
    table = np.column_stack([np.vstack([examples, x]), np.append(labels, 1)]).astype(int)
    rank = 0
    for column in range(len(x)):
        holding = rank + np.flatnonzero(table[rank:, column])
        if len(holding):
            table[[rank, holding[0]]] = table[[holding[0], rank]]
            for row in range(rank + 1, len(table)):
                if table[row, column]:
                    table[row] ^= table[rank]
            rank += 1
    return 0 if table[rank:, -1].any() else 2 ** (len(x) - rank)


def enough(given):
    survives = 1 - given.epsilon / 8
    return math.ceil(math.log(2**given.bits / given.beta) / -math.log(survives))


def learn(table, epsilon, rng):
    if rng.random() < 0.5:
        return "fail"
    kept = table[rng.random(len(table)) < epsilon / 4]
    fits = [r for r in product((0, 1), repeat=2) if all(kept[:, :2] @ r % 2 == kept[:, 2])]
    return fits[rng.integers(len(fits))] if fits else "fail"


def again(learn, table, epsilon, runs, rng):
    for block in np.array_split(table, runs):
        found = learn(block, epsilon, rng)
        if not isinstance(found, str):
            return found
    return "fail"


SOLUTIONS = {
    "step": lambda given: eliminate,
    "ones": lambda given: ones,
    "enough": enough,
    "coin": lambda given: learn,
    "again": lambda given: again,
}
