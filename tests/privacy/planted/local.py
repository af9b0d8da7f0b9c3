"""Promises that each person keeps alone: randomised response, unary encoding, hashing."""

import math

import numpy as np

from tests.privacy.planted.bug import log_ratio, planted

WANG = "Wang, Blocki, Li and Jha 2017, Locally differentially private protocols"
TRUTH = math.e / (1 + math.e)


@planted("2ε in the formula", "Warner 1965; e^ε/(1 + e^ε)", pair=(1, 0), loss=2.0)
def response_with_twice_epsilon(data, n, rng):
    return np.where(rng.random(n) < math.e**2 / (1 + math.e**2), data, 1 - data) == 1


@planted(
    "two fair coins for ε = 1", "Warner 1965: three quarters are ln 3", pair=(1, 0), loss=math.log(3), trials=40_000
)
def two_fair_coins(data, n, rng):
    return np.where(rng.random(n) < 0.5, data, rng.integers(0, 2, n)) == 1


@planted(
    "eight values with the probability for two",
    f"{WANG}, section 4.1: e^ε/(e^ε + 7); loses ε + ln 7",
    pair=(0, 1),
    loss=1 + math.log(7),
)
def eight_values(data, n, rng):
    return np.where(rng.random(n) < TRUTH, data, (data + rng.integers(1, 8, n)) % 8)


@planted(
    "unary encoding with ε for each bit", "Erlingsson, Pihur and Korolova 2014: two bits differ", pair=(0, 1), loss=2.0
)
def unary_encoding(data, n, rng):
    bits = np.arange(4) == data
    return np.where(rng.random((n, 4)) < TRUTH, bits, ~bits)


@planted("optimised unary encoding with q for 2ε", f"{WANG}, section 4.2: q = 1/(e^ε + 1)", pair=(0, 1), loss=2.0)
def optimised_unary_encoding(data, n, rng):
    bits = np.arange(4) == data
    return rng.random((n, 4)) < np.where(bits, 0.5, 1 / (math.e**2 + 1))


@planted(
    "local hashing to eight values with the probability for two",
    f"{WANG}, section 4.3",
    pair=(3, 4),
    loss=1 + math.log(7),
)
def local_hashing(data, n, rng):
    seeds = rng.integers(0, 4, n)
    hashed = (data * (2 * seeds + 1) + seeds) % 8
    return np.stack([seeds, np.where(rng.random(n) < TRUTH, hashed, (hashed + rng.integers(1, 8, n)) % 8)], axis=1)


@planted(
    "a new response each day for three days",
    "Erlingsson, Pihur and Korolova 2014: hence the permanent one",
    pair=(1, 0),
    loss=3.0,
)
def three_days(data, n, rng):
    return np.where(rng.random((n, 3)) < TRUTH, data, 1 - data) == 1


@planted(
    "five attributes, each with the whole ε",
    "Nguyên and others 2016: one attribute is to be drawn",
    pair=([1] * 5, [0] * 5),
    loss=5.0,
)
def five_attributes(data, n, rng):
    bits = np.array(data) == 1
    return np.where(rng.random((n, 5)) < TRUTH, bits, ~bits)


@planted(
    "a value in [-1, 1] rounded to one of its ends, without ε", "Duchi, Jordan and Wainwright 2018", pair=(1.0, -1.0)
)
def rounded_to_an_end(data, n, rng):
    return np.where(rng.random(n) < (1 + data) / 2, 1, -1)


@planted(
    "Laplace noise for a value in [-1, 1], whose sensitivity is 2, taken for 1",
    "Duchi, Jordan and Wainwright 2018",
    pair=(1.0, -1.0),
    loss=2.0,
)
def local_laplace(data, n, rng):
    return data + rng.laplace(size=n)


@planted(
    "who is asked again is asked until the answer is no",
    "Warner 1965 with a retry: yes needs two lies",
    pair=(1, 0),
    loss=log_ratio(TRUTH**2, (1 - TRUTH) ** 2),
)
def asked_again(data, n, rng):
    return (np.where(rng.random((n, 2)) < TRUTH, data, 1 - data) == 1).all(axis=1)
