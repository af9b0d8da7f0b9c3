"""Random generators of which a check chooses a draw: what comes once in a million is seen at once.

To the one who draws they are generators like any other. PCG64 moves its state of 128 bits by s -> a s + c, and then
makes 64 bits of it; for each such number there are states that give it, and for two in a row a fitting c.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

_FACTOR, _MODULUS, _HALF = 0x2360ED051FC65DA44385DF649FCCF645, 2**128, 2**64


class Planted(np.random.Generator):
    """A generator that crosses to a student's function as it is; of any other only a seed does."""

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands: state and increment."""
        found = self.bit_generator.state["state"]
        return found["state"], found["inc"]


def standing(state: int, increment: int) -> np.random.PCG64:
    """The bits from that place on."""
    bits = np.random.PCG64(state % 2**63)  # what is spawned differs, as of any other
    bits.state = {**bits.state, "state": {"state": state % _MODULUS, "inc": increment % _MODULUS | 1}}
    return bits


def planted(raws: Sequence[int], before: int, rng: np.random.Generator) -> Planted:
    """A generator that gives these one or two numbers of 64 bits (`random_raw`) after so many that `rng` chooses."""
    states = [_state(raw, rng) for raw in raws]
    increment = _wide(rng) | 1
    if len(states) > 1:
        # c has to be odd: so the second state, or not, as the first is.
        while (increment := (states[1] - _FACTOR * states[0]) % _MODULUS) % 2 == 0:
            states[1] = _state(raws[1], rng)
    bits = standing(states[0], increment)
    bits.advance(_MODULUS - before - 1)
    return Planted(bits)


def _wide(rng: np.random.Generator) -> int:
    return int.from_bytes(rng.bytes(16), "little")


def _state(raw: int, rng: np.random.Generator) -> int:
    """One of the states that give that number: both halves, by exclusive or, turned right as the first bits say."""
    high = _wide(rng) % _HALF
    turn = high >> 58
    return high * _HALF + (high ^ ((raw << turn | raw >> (64 - turn)) % _HALF))
