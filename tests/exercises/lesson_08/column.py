"""Answers to “Noise, but too little”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def solved(subsets, answers):
    return np.linalg.lstsq(subsets, answers, rcond=None)[0]


def one_by_one(subsets, answers):
    return [float(answers[row == 1].mean() - answers[row == 0].mean() > 0.5) for row in subsets.T]


def as_many_as_unknowns(subsets, answers):
    n = subsets.shape[1]
    return (np.linalg.solve(subsets[:n] + 1e-9 * np.eye(n), answers[:n]) > 0.5).astype(int)


def in_half_of_the_answers(subsets, answers):
    """Those in subsets with large counts; it forgets in how many subsets each one is."""
    found = answers @ subsets
    return (found > np.median(found)).astype(int)


def by_steps(subsets, answers):
    """Projected gradient descent."""
    size = 1 / np.linalg.norm(subsets, 2) ** 2
    found = np.full(subsets.shape[1], 0.5)
    for _ in range(2000):
        found = np.clip(found - size * subsets.T @ (subsets @ found - answers), 0, 1)
    return np.round(found).tolist()


def by_single_changes(subsets, answers):
    """Change the value that helps most, until none does: a column from which only two changes at once lead on."""
    found = np.zeros(subsets.shape[1])
    gram, size = subsets.T @ subsets, (subsets**2).sum(axis=0)
    for _ in range(1000):
        turn = 1 - 2 * found
        gain = 2 * turn * (subsets.T @ answers - gram @ found) - size
        if gain.max() <= 0:
            break
        best = gain.argmax()
        found[best] = 1 - found[best]
    return found


WRONG = [
    (lambda s, a: ..., "missing", "three dots"),
    (solved, "almost", "nearer"),
    (lambda s, a: 1 - np.round(np.clip(solved(s, a), 0, 1)), "working", "turn it around"),
    (lambda s, a: solved(s, a) > 0, "almost", "above 0"),
    (lambda s, a: np.clip(solved(s, a), 0, 1).astype(int), "almost", "reach 1"),
    (one_by_one, "almost", "at a time"),
    (as_many_as_unknowns, "almost", "average out"),
    (in_half_of_the_answers, "working", "coin"),
    (by_single_changes, "working", "too many"),
    (lambda s, a: np.zeros(s.shape[1]), "working", "coin"),
    (lambda s, a: np.arange(s.shape[1]) % 2, "working", "coin"),
    (lambda s, a: np.round(solved(s, a))[:-1], "working", "column"),
    (lambda s, a: np.round(a), "working", "column"),
]


RIGHT = [
    by_steps,
    lambda s, a: np.linalg.pinv(s) @ a > 0.5,
    lambda s, a: np.linalg.solve(s.T @ s + 4 * np.eye(s.shape[1]), s.T @ (a - s.sum(axis=1) / 2)) > 0,
]
