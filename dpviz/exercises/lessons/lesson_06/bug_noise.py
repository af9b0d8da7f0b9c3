"""The noise of a private round's measurement."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dpviz.exercises.form import Says
from dpviz.exercises.lessons.lesson_06.chances import above
from dpviz.exercises.probes import fits_distribution

say = Says(__file__)

#: Here the first query is chosen for certain: its gap is ½, the others' 0 and less.
CLEAR = np.array([0, 60, 0, 60])


def require_shape(mends: Callable[[float, int], int], epsilon: float) -> None:
    """Ends the check unless noise is beyond so many of its scales as often as it should; `mends` counts the yeses."""
    n, gap, rate = int(CLEAR.sum()), 60, epsilon / 2
    rows: list[tuple[object, ...]] = [("noise beyond", "share of your draws", "Laplace’s")]
    kinds = {False, True}  # one of them has to fit everywhere
    for scales, each in ((0.6, 6_000), (2, 8_000), (4.5, 4_000)):
        # Beside a whole number of people, on either side: noise of whole numbers then has the same share in its tails.
        up, down = (round(scales / rate) + shift for shift in (0.25, -0.25))
        beyond = mends((gap + up) / (2 * n), each) + each - mends((gap - down) / (2 * n), each)
        shares = {kind: float(above(np.array([up, down]), rate, kind).mean()) for kind in (False, True)}
        kinds = {
            kind
            for kind in kinds
            if fits_distribution([beyond, 2 * each - beyond], [shares[kind], 1 - shares[kind]]).ok
        }
        rows.append((f"{round(scales / rate)} people", f"{beyond / (2 * each):.2%}", f"{shares[False]:.2%}"))
        say.unless(kinds, "another shape", rows)
