"""Answers to “The number of rounds”: what is handed in, the verdict, a word of its sentence."""

import math
from decimal import Decimal

import numpy as np


def planned(given, factor, *, top=None, add=0, each=2.0):
    eta = factor * given.alpha
    drop = eta * given.alpha - eta**2 / 8
    rounds = math.ceil((given.bits * math.log(2) if top is None else top) / drop) + add
    return eta, rounds, given.epsilon / (each * rounds)


def nearest(given):
    return round(given.bits * math.log(2) / (2 * given.alpha**2))


WRONG = [
    ((..., ..., ...), "missing", "three dots"),
    (lambda given: planned(given, 1), "working", "Another η"),
    (lambda given: planned(given, 4, top=given.bits), "almost", "nats"),
    (lambda given: planned(given, 4, add=-1), "almost", "round"),
    (lambda given: planned(given, 4, add=7), "working", "fewer"),
    (lambda given: planned(given, 4, top=math.log(given.bits)), "working", "so few"),
    (lambda given: planned(given, 4, each=1), "almost", "**one** round"),
    (lambda given: planned(given, 4, each=5), "almost", "some of it is left"),
    (lambda given: planned(given, 4, each=2.01), "almost", "more digits"),
    (lambda given: (*planned(given, 4)[:2], given.epsilon / 2), "almost", "more than ε"),
    (lambda given: planned(given, 2), "working", "Another η"),
    (lambda given: (*planned(given, 4, top=given.bits * math.log(2) - 0.01)[:1], 100.5, 1), "working", "whole number"),
    (lambda given: (9 * given.alpha, 10, 0.1), "working", "not above 0"),
]


RIGHT = [
    lambda given: (Decimal(str(4 * given.alpha)), float(planned(given, 4)[1]), np.array(planned(given, 4)[2])),
    lambda given: (np.float32(4 * given.alpha), np.int64(planned(given, 4)[1]), np.float64(planned(given, 4)[2])),
]


FORMULAS = [
    lambda given: planned(given, 1),
    lambda given: planned(given, 2),
    lambda given: planned(given, 4, top=given.bits),
    lambda given: planned(given, 4, top=math.log(given.bits)),
    lambda given: planned(given, 4, add=-1),
    lambda given: planned(given, 4, add=1),
    lambda given: planned(given, 4, each=1),
    lambda given: planned(given, 4, each=4),
    lambda given: (4 * given.alpha, nearest(given), given.epsilon / (2 * nearest(given))),
]
