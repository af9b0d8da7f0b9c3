"""What is told beside the answer, and noise that is not drawn anew."""

import json
import math

import numpy as np

from tests.privacy.planted.bug import planted

HAEBERLEN = "Haeberlen, Pierce and Narayan 2011, Differential privacy under fire"
GARFINKEL = "Garfinkel and Leclerc 2020, Randomness concerns"


@planted("an error for data out of range", HAEBERLEN, pair=([1, 200], [1, 20]), exceptions="outcome")
def error_out_of_range(data, rng):
    if max(data) > 120:
        raise ValueError("an age is out of range")
    return sum(data) + rng.laplace(scale=120)


@planted("an error that names the record", HAEBERLEN, pair=([1, 7], [1, 8]), exceptions="outcome")
def error_with_the_record(data, rng):
    if rng.random() < 0.3:
        raise KeyError(f"no such row: {data[1]}")
    return sum(data) + rng.laplace(scale=100)


@planted(
    "drawn again until positive, with the number of draws",
    f"{HAEBERLEN}: a loop's length is an answer",
    pair=([0], [3]),
)
def number_of_draws(data, rng):
    draws = 1
    while (found := sum(data) + rng.laplace(scale=3.0)) < 0:
        draws += 1
    return float(found), draws


@planted("the true count in a field for debugging", "Seen in code: a log line in JSON")
def field_for_debugging(data, rng):
    return json.dumps({"count": sum(data) + rng.laplace(), "debug": {"raw": sum(data)}})


@planted("the number of rows in a line of text", "Seen in code: a status line", pair=([1, 1], [1]))
def rows_in_text(data, rng):
    return f"{sum(data) + rng.laplace():.4f} (of {len(data)} rows)"


@planted("the noise is seeded by the data", GARFINKEL)
def seeded_by_the_data(data, rng):
    return sum(data) + np.random.default_rng(data).laplace()


@planted(
    "a cache by data set", "Dwork and Roth 2014, section 2.3: an answer given again costs nothing, and is no fresh one"
)
def cache_by_data():
    kept = {}

    def mechanism(data, rng):
        return kept.setdefault(tuple(data), sum(data) + rng.laplace())

    return mechanism


@planted(
    "an optional field is there only if the data have it",
    "Seen in code: None left out",
    pair=({"age": 40, "ill": True}, {"age": 40}),
)
def optional_field(data, rng):
    return {key: float(value) + rng.laplace(scale=100) for key, value in data.items()}


@planted(
    "the type of the answer depends on the data", "Seen in code: a mean of whole numbers is one", pair=([1, 3], [1, 2])
)
def type_of_the_answer(data, rng):
    mean = sum(data) / len(data)
    return [mean + rng.laplace(scale=9.0)] if mean == int(mean) else (mean + rng.laplace(scale=9.0),)


COUNTS, ONE_MORE = {"a": 5, "b": 5, "c": 9, "d": 1}, {"a": 5, "b": 6, "c": 9, "d": 1}


@planted(
    "noisy counts in a mapping, in the order of the exact ones",
    "Seen in code: sorted(counts.items(), key=…)",
    pair=(COUNTS, ONE_MORE),
)
def order_of_the_mapping(data, n, rng, kept=1.0):
    ranked = sorted(data, key=data.get, reverse=True)
    return [{key: data[key] + rng.laplace() for key in ranked if rng.random() < kept} for _ in range(n)]


@planted(
    "the same as text, less the keys that were suppressed",
    "Seen in code: json.dumps keeps the order",
    pair=(COUNTS, ONE_MORE),
)
def order_of_what_is_left(data, n, rng):
    return [json.dumps(one) for one in order_of_the_mapping(data, n, rng, kept=0.6)]


@planted(
    "three rows of one person, each flipped as if it were alone, beside what is random",
    "Seen in code: synthetic rows as text",
    epsilon=2.0,
    pair=([1, 1, 1], [0, 0, 0]),
    loss=3 * math.log(9),
)
def rows_of_text(data, n, rng):
    truth, ages = rng.random((n, 3)) < 0.9, rng.integers(0, 80, (n, 3))
    return [
        [f"{age},{'yes' if one == said else 'no'}" for age, one, said in zip(a, data, t, strict=True)]
        for a, t in zip(ages, truth, strict=True)
    ]


@planted("noise from eight seeds", f"{GARFINKEL}: too little entropy")
def eight_seeds(data, n, rng, seeds=8):
    kept = np.random.default_rng(5).laplace(size=seeds)
    return sum(data) + kept[rng.integers(0, seeds, n)]


@planted("noise from 65,536 seeds", f"{GARFINKEL}: too little entropy", trials=20_000)
def seeds_of_16_bits(data, n, rng):
    return eight_seeds(data, n, rng, seeds=2**16)
