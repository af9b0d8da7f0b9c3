"""What is told beside the answer, and noise that is not drawn anew."""

import json
import math

import numpy as np

from tests.privacy.planted.bug import planted

HAEBERLEN = "Haeberlen, Pierce and Narayan 2011, Differential privacy under fire"


@planted(
    "an error for data out of range",
    HAEBERLEN,
    data=[1, 200],
    neighbour=[1, 20],
    loss=math.inf,
    batch=False,
    exceptions="outcome",
)
def error_out_of_range(data, rng):
    if max(data) > 120:
        raise ValueError("an age is out of range")
    return sum(data) + rng.laplace(scale=120)


@planted(
    "an error that names the record",
    HAEBERLEN,
    data=[1, 7],
    neighbour=[1, 8],
    loss=math.inf,
    batch=False,
    exceptions="outcome",
)
def error_with_the_record(data, rng):
    if rng.random() < 0.3:
        raise KeyError(f"no such row: {data[1]}")
    return sum(data) + rng.laplace(scale=100)


@planted(
    "drawn again until positive, with the number of draws",
    f"{HAEBERLEN}: a loop's length is an answer",
    data=[0],
    neighbour=[3],
    loss=math.inf,
    batch=False,
)
def number_of_draws(data, rng):
    draws = 1
    while (found := sum(data) + rng.laplace(scale=3.0)) < 0:
        draws += 1
    return float(found), draws


@planted("the true count in a field for debugging", "Seen in code: a log line in JSON", batch=False, loss=math.inf)
def field_for_debugging(data, rng):
    return json.dumps({"count": sum(data) + rng.laplace(), "debug": {"raw": sum(data)}})


@planted(
    "the number of rows in a line of text",
    "Seen in code: a status line",
    data=[1, 1],
    neighbour=[1],
    batch=False,
    loss=math.inf,
)
def rows_in_text(data, rng):
    return f"{sum(data) + rng.laplace():.4f} (of {len(data)} rows)"


@planted(
    "the noise is seeded by the data", "Garfinkel and Leclerc 2020, Randomness concerns", batch=False, loss=math.inf
)
def seeded_by_the_data(data, rng):
    return sum(data) + np.random.default_rng(data).laplace()


@planted(
    "a cache by data set",
    "Dwork and Roth 2014, section 2.3: an answer given again costs nothing, and is no fresh one",
    batch=False,
    anew=True,
    loss=math.inf,
)
def cache_by_data():
    kept = {}

    def mechanism(data, rng):
        return kept.setdefault(tuple(data), sum(data) + rng.laplace())

    return mechanism


@planted(
    "an optional field is there only if the data have it",
    "Seen in code: None left out",
    batch=False,
    data={"age": 40, "ill": True},
    neighbour={"age": 40},
    loss=math.inf,
)
def optional_field(data, rng):
    return {key: float(value) + rng.laplace(scale=100) for key, value in data.items()}


@planted(
    "the type of the answer depends on the data",
    "Seen in code: a mean of whole numbers is one",
    batch=False,
    data=[1, 3],
    neighbour=[1, 2],
    loss=math.inf,
)
def type_of_the_answer(data, rng):
    mean = sum(data) / len(data)
    return [mean + rng.laplace(scale=9.0)] if mean == int(mean) else (mean + rng.laplace(scale=9.0),)
