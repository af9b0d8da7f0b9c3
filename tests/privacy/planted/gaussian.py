"""Normal noise, and what δ allows and does not."""

import math

import numpy as np

from tests.privacy.planted.bug import gaussian_loss, planted

ROTH = "Dwork and Roth 2014, theorem A.1"
FACTOR = math.sqrt(2 * math.log(1.25 / 1e-5))  # 4.84: of the usual σ = FACTOR Δ/ε


@planted(
    "the root of σ where σ belongs: σ taken for a variance",
    f"{ROTH}; here Δ = 10",
    delta=1e-5,
    pair=([0], [10]),
    loss=gaussian_loss(10, math.sqrt(10 * FACTOR), 1e-5),
    trials=8000,
)
def variance_for_sigma(data, n, rng):
    return sum(data) + rng.normal(scale=math.sqrt(10 * FACTOR), size=n)


@planted(
    "sixteen answers, each with the σ for one",
    f"{ROTH}; together as one that moves by 4",
    delta=1e-5,
    loss=gaussian_loss(4, FACTOR, 1e-5),
    trials=20_000,
)
def sixteen_answers(data, n, rng):
    return sum(data) + rng.normal(scale=FACTOR, size=(n, 16))


@planted(
    "nine entries that move by one, σ for the largest move",
    f"{ROTH}: the sensitivity is Euclidean, 3",
    delta=1e-5,
    loss=gaussian_loss(3, FACTOR, 1e-5),
    trials=20_000,
)
def largest_move(data, n, rng):
    return sum(data) + rng.normal(scale=FACTOR, size=(n, 9))


@planted(
    "ρ of zero-concentrated privacy taken for ε",
    "Bun and Steinke 2016, proposition 1.3: ε = ρ + 2√(ρ ln 1/δ)",
    epsilon=0.5,
    delta=1e-5,
    loss=gaussian_loss(1, 1.0, 1e-5),
)
def rho_for_epsilon(data, n, rng):
    return sum(data) + rng.normal(scale=1 / math.sqrt(2 * 0.5), size=n)


@planted("noise cut off at two σ", f"{ROTH}: what is cut weighs more than δ", delta=1e-5, trials=8000)
def cut_at_two_sigma(data, n, rng):
    return sum(data) + np.clip(rng.normal(scale=FACTOR, size=n), -2 * FACTOR, 2 * FACTOR)


@planted(
    "one record in twenty calls is published: δ = 1/n is no δ",
    "Dwork and Roth 2014, section 2.3: name and shame",
    delta=1e-5,
)
def name_and_shame(data, rng):
    return (0, data[0]) if rng.random() < 0.05 else (1, sum(data) + rng.laplace())


@planted(
    "a threshold of 2 for rare values, where 1 + ln(1/2δ)/ε belongs",
    "Korolova, Kenthapadi, Mishra and Ntoulas 2009",
    delta=1e-5,
    pair=(["a", "a", "a", "b"], ["a", "a", "a"]),
)
def low_threshold(data, rng):
    noisy = {value: data.count(value) + rng.laplace() for value in sorted(set(data))}
    return {value: count for value, count in noisy.items() if count > 2}


@planted(
    "the usual σ at ε = 10, where its proof needs ε < 1",
    f"{ROTH} and Balle and Wang 2018: δ is 2.1e-5 in truth",
    epsilon=10.0,
    delta=1e-5,
    loss=gaussian_loss(1, FACTOR / 10, 1e-5),
    missed="δ is exceeded twofold, by 1 in 100,000: no audit of thousands of draws can see it",
)
def usual_sigma_at_ten(data, n, rng):
    return sum(data) + rng.normal(scale=FACTOR / 10, size=n)
