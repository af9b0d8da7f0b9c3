"""What “Looks that were not paid for” publishes: scores of four arms, of the two that are left, and the winner."""

from __future__ import annotations

import numpy as np

from dpviz.exercises.form import Floats

ARMS, LOOKS = 4, 6


def chosen_from_it(log: Floats) -> bool:
    """Whether the first looks leave each winner, and the second does not speak against where both agree."""
    first, second, winner = log[:, :ARMS], log[:, ARMS:-1], log[:, -1]
    order = np.argsort(first, axis=1)
    ranked = np.take_along_axis(first, order, axis=1)
    clear = ranked[:, -2] - ranked[:, -3] > 1e-9
    left = order[:, -2:]
    # In whatever order the second looks are published.
    for arms in (left, left[:, ::-1], np.sort(left, axis=1)):
        ahead, again = np.diff(np.take_along_axis(first, arms, axis=1))[:, 0], np.diff(second)[:, 0]
        agreed = clear & (ahead * again > 1e-18)
        if (winner == np.where(again > 0, arms[:, 1], arms[:, 0]))[agreed].all():
            return bool((winner[:, None] == left).any(axis=1)[clear].all())
    return False
