"""What answers to several tasks are made of."""

import numpy as np


def stub(*arguments): ...


def drawn(losses, k, epsilon):
    rng = np.random.default_rng(0)
    total = rng.choice(list(losses), p=list(losses.values()), size=(20_000, k)).sum(axis=1)
    return np.maximum(1 - np.exp(epsilon - total), 0).mean()


ALPHAS = 1 + np.geomspace(1e-4, 1e5, 20_000)


def tight(tau, alpha, delta):
    return tau + np.log((alpha - 1) / alpha) - np.log(delta * alpha) / (alpha - 1)


def total(tau=lambda a, s, k: k * a / (2 * s * s), convert=tight, orders=ALPHAS, k=None, copies=False):
    """An accountant with one thing changed."""

    def epsilon(sigma, releases, delta):
        times = 1 if copies else (k or releases)
        return (releases if copies else 1) * np.min(convert(tau(orders, sigma, times), orders, delta))

    return epsilon


def normal(rng, size, scale):
    return rng.normal(scale=scale, size=size)
