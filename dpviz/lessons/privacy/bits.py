"""The last binary digit of live draws in two worlds, with plain and with lattice noise (CONV-7)."""

from typing import Any

import numpy as np

from dpviz._numeric.counts import bincount
from dpviz._numeric.stats import wilson
from dpviz.draw import Picture, axis, bars, moving, num, panel, table_by_row, text, upright
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.draw.words import superscript
from dpviz.frame.kinds import Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.mechanisms import LowBits, low_bits
from dpviz.mechanisms.lattice import finest_bit

DRAWS = 4000  # releases in each world
DIGITS = np.arange(-62, 5)  # exponents: the first stands for all finer ones, the last for all coarser ones and for 0

epsilon = common.epsilon()
seed = Seed(button="Draw again", help="Other draws from the same two worlds.")


def compared(epsilon: float, seed: int) -> Any:
    rng = np.random.default_rng(seed)
    plain = low_bits(0, 1, scale=1 / epsilon, size=DRAWS, rng=rng)
    rng = np.random.default_rng(seed)
    lattice = low_bits(0, 1, scale=1 / epsilon, size=DRAWS, rng=rng, grid=2**-10)
    betrayed, on_lattice = plain.here_betrayed, lattice.here_betrayed
    return plain, lattice, betrayed, on_lattice


def draw(at: Frames) -> Picture:
    # A frame's draws are let go once they are counted.
    frames = (compared(e, at.seed) for e in at.epsilon.tolist())
    counted = [(_shares(plain), _shares(lattice), *betrayed) for plain, lattice, *betrayed in frames]
    plain, lattice, betrayed, on_lattice = (np.array(part) for part in zip(*counted, strict=True))
    bands = ((part, wilson(np.rint(part * DRAWS), DRAWS)) for part in (betrayed, on_lattice))
    double, its_double = (np.maximum(high - part, part - low) for part, (low, high) in bands)
    finest = float(finest_bit(1.0) or 0)
    share = axis("share of draws", 0, 0.56, tickformat=".0%", nticks=4)
    return Picture(
        panel(
            bars(DIGITS, moving(plain[:, 0]), BLUE, "the count is 0"),
            bars(DIGITS, moving(plain[:, 1]), ORANGE, "the count is 1"),
            upright(finest - 0.5, GREY, reach=(0, 0.56), width=2),
            text([finest - 0.7], [0.5], ["only around 0"], GREY, "middle left"),
            x=_digits("", -63, -36), y=share, heading="plain floating-point noise",
        ),
        panel(
            bars(DIGITS, moving(lattice[:, 0]), BLUE),
            bars(DIGITS, moving(lattice[:, 1]), ORANGE),
            x=_digits("value of the last binary digit that is 1", -12, 5),
            y=share,
            heading="noise on a lattice of step 2⁻¹⁰",
        ),
        title="What the last digits tell",
        height=540,
        barmode="group",
        bargap=0.05,
        values={
            "draws": num(DRAWS, ","),
            "betrayed": num(betrayed, "percent"),
            "double": num(double, ".4f"),
            "points": 100 * double,
            "on_lattice": num(on_lattice, "percent"),
            "its_double": num(its_double, ".4f"),
        },
        sentence="{draws} draws in each world (seed {seed}, ε = {epsilon:nats}). Of the plain draws around 0, "
        "{betrayed} ± {points:.2g} points have a digit so fine that no draw around 1 can have it: they give the count "
        "away with certainty. On the lattice: {on_lattice}.",
        table=table_by_row(
            ("sampler", "draws that give 0 away", "± two standard errors"),
            ("plain floats", "{betrayed:.4f}", "{double}"),
            ("lattice", "{on_lattice:.4f}", "{its_double}"),
        ),
        code=compared,
    )  # fmt: skip


def _digits(title: str, low: int, high: int) -> Any:
    """An axis of powers of two."""
    at = list(range(low - low % -5, high, 5))
    return axis(title, low, high, tickvals=at, ticktext=[f"2{superscript(power)}" if power else "1" for power in at])


def _shares(found: LowBits) -> Any:
    """How many of the draws of each world have each last digit, of shape (2, m)."""
    places = [np.clip(bits, DIGITS[0], DIGITS[-1]) - DIGITS[0] for bits in (found.here_bits, found.there_bits)]
    return np.array([bincount(place, minlength=len(DIGITS)) for place in places]) / DRAWS


def _digit() -> dict[str, float]:
    return {"finest": -float(finest_bit(1.0) or 0)}


SECTION = Section(draw, axes=(epsilon,), controls=(epsilon, seed))
