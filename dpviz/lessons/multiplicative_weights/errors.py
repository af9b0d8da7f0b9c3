"""The pictures that compare: errors on a toy and on the health table, and the records that theory asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpviz.data import binary_records, health
from dpviz.draw.scene import Scene
from dpviz.lessons.lesson import Picture, State, along, place
from dpviz.lessons.multiplicative_weights import error_code
from dpviz.lessons.parameters import Parameters
from dpviz.queries.error_cases import Case, marginals_case, random_case
from dpviz.queries.error_sweep import error_sweep
from dpviz.queries.size_sweep import size_sweep
from dpviz.scenes.multiplicative_weights.error_sizes import sizes_scene
from dpviz.scenes.multiplicative_weights.errors import Asked, errors_scene, ticks

Values = NDArray[np.float64]

DELTA, BETA = 1e-6, 0.05
REPETITIONS = 20
PEOPLE = 2024  # the seed of the order in which people join the table

TITLES = {
    "spend": ("privacy loss ε", True),
    "turns": ("rounds T of the weights in practice", True),
    "crowd": ("people n", True),
    "members": ("people n", True),
    "asked": ("queries k", True),
    "universe": ("cells |U|", True),
    "order": ("attributes l in a query", False),
    "wide": ("attributes d", False),
}
TOY = ("crowd", "spend", "asked", "universe", "turns")
TABLE = ("order", "spend", "members", "wide", "turns")


@lru_cache(maxsize=1)
def people() -> NDArray[np.uint8]:
    """The health table as bits, people in a fixed random order."""
    return binary_records(health().shuffled(np.random.default_rng(PEOPLE)))


def toy(state: State, axis: str, values: Values) -> Iterator[tuple[float, Scene]]:
    """Compare on random queries over a small universe."""
    moving = along(state, axis, values)
    cases = [
        random_case(n=int(n), epsilon=float(e), queries=int(k), cells=int(u))
        for n, e, k, u in zip(
            *(moving[name] for name in ("crowd", "spend", "asked", "universe")), strict=True
        )
    ]
    asked = Asked(
        title="Errors on a toy: random yes-or-no queries",
        ticks=ticks(TITLES[axis][0], values.tolist(), log=TITLES[axis][1]),
        people="people",
        note="The queries say yes to each cell with probability 1/2; the people stand in a few of the cells.",
    )
    return _grow(cases, moving["turns"], asked, error_code.TOY, state, axis, values)


def table(state: State, axis: str, values: Values) -> Iterator[tuple[float, Scene]]:
    """Compare on the marginals of the health table."""
    moving = along(state, axis, values)
    cases = [
        marginals_case(people(), n=int(n), epsilon=float(e), order=int(order), bits=int(d))
        for n, e, order, d in zip(
            *(moving[name] for name in ("members", "spend", "order", "wide")), strict=True
        )
    ]
    asked = Asked(
        title="Errors on the health table: all marginals of an order",
        ticks=ticks(TITLES[axis][0], values.tolist(), log=TITLES[axis][1]),
        people="people of the table",
        note="The first d of twelve attributes; the weights measure whole tables.",
    )
    lines = error_code.TABLE.replace("{order_of_people}", str(PEOPLE))
    slots = {"order": [str(int(v)) for v in moving["order"]], "bits": [str(int(v)) for v in moving["wide"]]}
    return _grow(cases, moving["turns"], asked, lines, state, axis, values, slots)


def _grow(
    cases: Sequence[Case],
    turns: NDArray[np.int64],
    asked: Asked,
    code: str,
    state: State,
    axis: str,
    values: Values,
    slots: dict[str, list[str]] | None = None,
) -> Iterator[tuple[float, Scene]]:
    shown, scene = None, None
    growing = error_sweep(
        cases, delta=DELTA, beta=BETA, rounds=turns.tolist(), repetitions=REPETITIONS, seed=state["seed"]
    )
    for fraction, found in growing:
        if found is not shown or scene is None:
            shown = found
            scene = errors_scene(
                found=found,
                asked=asked,
                rounds=turns,
                delta=DELTA,
                beta=BETA,
                seed=state["seed"],
                slots=slots or {},
                code=code,
                **place(state, axis, values),
            )
        yield fraction, scene


def sizes(state: State, axis: str, values: Values) -> Scene:
    """Draw the records that a promised error needs, against l or d."""
    moving = along(state, axis, values)
    against = "size_bits" if axis == "size_bits" else "size_order"
    every = np.arange(1, min(15, int(state["size_bits"])) + 1)
    grid = np.asarray(values, dtype=np.int64) if axis == against else every
    frames = len(values)
    # One row of sizes a frame: the whole line moves with α and ε, or when d or l is not what the line runs along.
    width = 1 if axis == against else frames
    rows = np.repeat(np.arange(width), len(grid))
    bits = moving["size_bits"][rows] if against == "size_order" else np.tile(grid, width)
    orders = moving["size_order"][rows] if against == "size_bits" else np.tile(grid, width)
    common = {"beta": BETA, "delta": DELTA}
    lines = size_sweep(bits, orders, alpha=moving["wanted"][rows], epsilon=moving["spend"][rows], **common)
    now = size_sweep(
        moving["size_bits"], moving["size_order"], alpha=moving["wanted"], epsilon=moving["spend"], **common
    )
    return sizes_scene(
        lines=lines.sizes.reshape(8, width, len(grid)).swapaxes(0, 1),
        now=now,
        grid=grid,
        here=moving[against],
        against="d" if against == "size_bits" else "l",
        alpha=moving["wanted"],
        epsilon=moving["spend"],
        beta=BETA,
        delta=DELTA,
        code=error_code.SIZES,
        **place(state, axis, values),
    )


PICTURES = {
    "errors": Picture(None, TOY, ("seed",), stages=toy),
    "table_errors": Picture(None, TABLE, ("seed",), stages=table),
    "sizes": Picture(sizes, ("size_order", "size_bits", "wanted", "spend")),
}


def limit(parameters: Parameters, changed: set[str]) -> None:
    """Let no query look at more attributes than there are."""
    if "size_bits" in changed:
        most = min(15, parameters.size_bits)
        parameters.limit("size_order", 1, most)
    if "size_order" in changed:
        parameters.limit("size_bits", max(5, parameters.size_order), 30)
