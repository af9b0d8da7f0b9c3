"""Answers to “The slope, with noise in it”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np


def pulls(w, X, y):
    return y / (1 + np.exp(y * (X @ w)))


def uphill(w, X, y, lam, b):
    return lam * w + pulls(w, X, y) @ X / len(y) + b / len(y)


def no_noise(w, X, y, lam, b):
    return lam * w - pulls(w, X, y) @ X / len(y)


def overflows(w, X, y, lam, b):
    with np.errstate(all="ignore"):
        small = np.exp(-y * (X @ w))
        return lam * w - (y * small / (1 + small)) @ X / len(y) + b / len(y)


def labels_zero_one(w, X, y, lam, b):
    return lam * w + (1 / (1 + np.exp(-(X @ w))) - y) @ X / len(y) + b / len(y)


def cut_exponent(w, X, y, lam, b):
    return lam * w - (y / (1 + np.exp(np.minimum(y * (X @ w), 1)))) @ X / len(y) + b / len(y)


def objective(w, X, y, lam, b):
    return lam / 2 * (w @ w) + np.logaddexp(0, -y * (X @ w)).mean() + b @ w / len(y)


def central_differences(w, X, y, lam, b, h=1e-6):
    return [(objective(w + h * e, X, y, lam, b) - objective(w - h * e, X, y, lam, b)) / (2 * h) for e in np.eye(len(w))]


def forward_differences(w, X, y, lam, b):
    return tuple((objective(w + 1e-6 * e, X, y, lam, b) - objective(w, X, y, lam, b)) / 1e-6 for e in np.eye(len(w)))


def one_by_one(w, X, y, lam, b):
    total = np.zeros(len(w), dtype=np.longdouble)
    for row, label in zip(X, y, strict=True):
        margin = label * float(row @ w)
        small = math.exp(-abs(margin))
        total -= label * row * (small / (1 + small) if margin > 0 else 1 / (1 + small))
    return (total + b) / len(y) + lam * w


def in_single_precision(w, X, y, lam, b):
    return (lam * w - (y * (1 - np.tanh(y * (X @ w) / 2)) / 2) @ X / len(y) + b / len(y)).astype(np.float32)


WRONG = [
    (lambda w, X, y, lam, b: ..., "missing", "three dots"),
    (lambda w, X, y, lam, b: lam * w + pulls(w, X, y) @ X / len(y) + b / len(y), "working", "uphill"),
    (lambda w, X, y, lam, b: lam * w - pulls(w, X, y) @ X + b / len(y), "working", "mean"),
    (lambda w, X, y, lam, b: lam * w - pulls(w, X, y) @ X / len(y) + b, "working", "as it is"),
    (no_noise, "working", "changes nothing"),
    (lambda w, X, y, lam, b: -pulls(w, X, y) @ X / len(y) + b / len(y), "working", "no difference"),
    (lambda w, X, y, lam, b: 2 * lam * w - pulls(w, X, y) @ X / len(y) + b / len(y), "working", "factor"),
    (
        lambda w, X, y, lam, b: lam * w - y / (1 + np.exp(-y * (X @ w))) @ X / len(y) + b / len(y),
        "working",
        "elsewhere",
    ),
    (lambda w, X, y, lam, b: float(np.sum(no_noise(w, X, y, lam, b))), "working", "shape"),
    (overflows, "almost", "large"),
    (labels_zero_one, "working", "labels 0 and 1"),
    (lambda w, X, y, lam, b: lam * w - y / (1 + np.exp(X @ w)) @ X / len(y) + b / len(y), "working", "elsewhere"),
    (lambda w, X, y, lam, b: lam * w - pulls(w, X, y) @ X / len(y) + b * w / len(y), "working", "changes nothing"),
    (lambda w, X, y, lam, b: -lam * w - pulls(w, X, y) @ X / len(y) + b / len(y), "working", "does not have"),
    (cut_exponent, "working", "elsewhere"),
]


RIGHT = [
    central_differences,
    forward_differences,
    one_by_one,
    in_single_precision,
    lambda w, X, y, lam, b: lam * w + (1 / (1 + np.exp(-(X @ w))) - (y + 1) / 2) @ X / len(y) + b / len(y),
]
