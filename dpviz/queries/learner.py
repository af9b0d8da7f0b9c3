"""The learner without privacy: shown a query it answers too high, it moves weight away. How often can it be wrong?"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.queries._rounds import Choose, Chosen, follow
from dpviz.queries.base import Floats, Queries
from dpviz.queries.private import queries
from dpviz.queries.trajectory import Trajectory

PICKS = ("largest", "smallest", "random")


def learn(
    truth: ArrayLike,
    workload: Queries,
    *,
    alpha: float,
    eta: float,
    rounds: int,
    pick: Literal["largest", "smallest", "random"] = "largest",
    rng: np.random.Generator | None = None,
    wrong_sign: bool = False,
) -> Trajectory:
    """Correct mistakes until there is none, without any noise and without any privacy (PMW-2, PMW-3, PMW-4, PMW-5).

    A mistake is a query or complement whose answer on the estimate is more than α above the truth. ``stopped`` of the
    result tells whether it ended because no mistake was left; ``updates`` is the number of mistakes.

    Parameters
    ----------
    truth : array_like, shape (|U|,)
        p, a distribution.
    workload : Queries
        The queries; complements are added.
    alpha, eta : float
        α in (0, 1), and the learning rate η, finite and > 0: any, not only a mode's (`learning_rate`).
    rounds : int
        At most so many, >= 1.
    pick : {"largest", "smallest", "random"}
        Which mistake is shown.
    rng : numpy.random.Generator, optional
        Needed for ``"random"``.
    wrong_sign : bool, default False
        Move weight *towards* what is answered too high: the printed slip, to be looked at.

    Examples
    --------
    >>> from dpviz.queries import Workload
    >>> run = learn([1, 0, 0, 0], Workload(np.eye(4)), alpha=0.1, eta=0.4, rounds=100)
    >>> run.stopped, run.updates, bool((run.drop >= run.hoeffding_bound).all())
    (True, 9, True)
    """
    distribution = queries(workload).checked_distribution("truth", truth)
    alpha, eta = check.fraction("alpha", alpha), check.positive("eta", eta)
    check.one_of("pick", pick, PICKS)
    if pick == "random":
        check.generator(rng)
    fields = follow(
        distribution,
        workload,
        eta=-eta if check.flag("wrong_sign", wrong_sign) else eta,
        rounds=check.count("rounds", rounds),
        select=_mistake(alpha, pick, rng),
        measure=float,
        threshold=alpha,
    )
    return Trajectory(**fields)


def _mistake(alpha: float, pick: str, rng: np.random.Generator | None) -> Choose:
    def select(scores: Floats) -> Chosen:
        best = int(scores.argmax())
        if not scores[best] > alpha:
            return None
        if pick == "largest":
            return best, 1.0, 1.0
        if pick == "smallest":
            at = int(np.where(scores > alpha, scores, math.inf).argmin())
            return at, 1.0, float(scores[at] >= scores[best] - alpha)
        wrong = np.flatnonzero(scores > alpha)
        assert rng is not None
        at = int(wrong[int(rng.random() * len(wrong))])
        return at, 1.0 / len(wrong), float((scores[wrong] >= scores[best] - alpha).mean())

    return select
