"""Answers to “One step”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def towards(estimate, query, answer):
    return -1 if np.dot(query, estimate) > answer else 1


def distribution(weights):
    return weights / weights.sum()


def overflows(estimate, query, answer, eta):
    with np.errstate(all="ignore"):
        return distribution(estimate * np.exp(eta * query * towards(estimate, query, answer)))


def clipped(estimate, query, answer, eta):
    exponents = np.clip(eta * query * towards(estimate, query, answer), -700, 700)
    return distribution(estimate * np.exp(exponents))


def lopsided(estimate, query, answer, eta):
    return distribution(
        estimate
        * np.exp((1 if towards(estimate, query, answer) > 0 else 2) * eta * query * towards(estimate, query, answer))
    )


def one_minus_eta(estimate, query, answer, eta):
    with np.errstate(all="ignore"):
        return distribution(estimate * (1 - eta) ** (-query * towards(estimate, query, answer)))


def counted_cells_only(estimate, query, answer, eta):
    new = estimate.copy()
    counted = query > 0
    new[counted] *= np.exp(eta * query[counted] * towards(estimate, query, answer))
    new[~counted] *= (1 - new[counted].sum()) / new[~counted].sum()
    return new


def by_logarithms(estimate, query, answer, eta):
    logs = np.log(estimate) + eta * query * towards(estimate, query, answer)
    logs = logs - np.logaddexp.reduce(logs)
    return np.exp(logs).tolist()


def by_losing_the_others(estimate, query, answer, eta):
    """Too low: what is not counted loses weight; nothing overflows."""
    away = -query if towards(estimate, query, answer) < 0 else query - query.max()
    away = away - away.max()
    return tuple(distribution(estimate * np.exp(eta * away)))


def step_by_solution(estimate, query, answer, eta):
    exponents = eta * query * towards(estimate, query, answer)
    return distribution(estimate * np.exp(exponents - exponents.max()))


WRONG = [
    (lambda e, q, a, eta: ..., "missing", "three dots"),
    (lambda e, q, a, eta: distribution(e * np.exp(eta * towards(e, q, a) * (q - q.max()))), "almost", "gets large"),
    (lambda e, q, a, eta: distribution(e * np.exp(-eta * q)), "working", "too low"),
    (lambda e, q, a, eta: distribution(e * np.exp(eta * q)), "working", "too high"),
    (lambda e, q, a, eta: distribution(e * np.exp(-eta * q * towards(e, q, a))), "working", "sign"),
    (lambda e, q, a, eta: e * np.exp(eta * q * towards(e, q, a)), "working", "not to 1"),
    (lambda e, q, a, eta: distribution(e + 0.1 * eta * (q - q.mean()) * towards(e, q, a)), "working", "proportions"),
    (lambda e, q, a, eta: distribution(e * (1 + eta * q * towards(e, q, a))), "working", "power"),
    (lambda e, q, a, eta: distribution(e * np.exp(eta * q * (a - np.dot(q, e)))), "almost", "MWEM"),
    (lambda e, q, a, eta: distribution(e * np.exp(q * (a - np.dot(q, e)) / 2)), "almost", "MWEM"),
    (clipped, "almost", "cut such exponents"),
    (lambda e, q, a, eta: distribution(np.exp(eta * q * towards(e, q, a))), "working", "proportions"),
    (lambda e, q, a, eta: distribution(e * 2.0 ** (eta * q * towards(e, q, a))), "almost", "shorter"),
    (lopsided, "almost", "Up and down"),
    (one_minus_eta, "working", "power"),
    (counted_cells_only, "working", "negative"),
    (lambda e, q, a, eta: distribution(e * np.exp(eta / 2 * q * towards(e, q, a))), "almost", "shorter"),
    (lambda e, q, a, eta: distribution(e * np.exp(eta * (2 * q - 1) * towards(e, q, a))), "almost", "longer"),
    (lambda e, q, a, eta: distribution(e * np.exp(eta * (q > 0.5) * towards(e, q, a))), "working", "between 0 and 1"),
    (overflows, "almost", "large"),
    (lambda e, q, a, eta: e.copy(), "working", "leaves it"),
]


RIGHT = [
    by_logarithms,
    by_losing_the_others,
    lambda e, q, a, eta: step_by_solution(e, q, a, eta).astype(np.float32),
    lambda e, q, a, eta: step_by_solution(e.astype(np.longdouble), q, a, eta),
]
