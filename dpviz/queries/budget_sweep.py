"""ε₀ of a step for many numbers of rounds at once: basic composition, advanced in closed form, advanced solved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz import _check
from dpviz._solve import safe_ends
from dpviz.queries.base import Floats


@dataclass(frozen=True, eq=False, kw_only=True)
class BudgetSweep:
    """What each step of a run may spend, by three ways of adding up.

    Attributes
    ----------
    basic, closed, solved : ndarray
        ε₀ in nats. `closed` is NaN where ε > 1, where it is not proved.
    """

    basic: Floats
    closed: Floats
    solved: Floats

    @property
    def better(self) -> Floats:
        """The larger of basic and solved."""
        return np.maximum(self.basic, self.solved)


def budget_sweep(*, epsilon: ArrayLike, delta: ArrayLike, rounds: ArrayLike) -> BudgetSweep:
    """ε₀ for each ε, δ and number of rounds; a round has two steps.

    Parameters
    ----------
    epsilon : array_like
        ε of the whole run in nats, > 0.
    delta : array_like
        δ of the whole run, in (0, 1).
    rounds : array_like
        L >= 1. The three must broadcast.

    Returns
    -------
    BudgetSweep
        Arrays of the common shape.

    Notes
    -----
    Source: PMW-7, PMW-8, DP-6. `epsilon_per_round` gives the same one at a time.

    Examples
    --------
    >>> found = budget_sweep(epsilon=1.0, delta=1e-6, rounds=[347, 2773])
    >>> found.closed.round(8).tolist(), found.solved.round(8).tolist()
    ([0.0036107, 0.00127727], [0.00709526, 0.00250991])
    """
    eps, slack, many = (
        _check.finite(name, value)
        for name, value in (("epsilon", epsilon), ("delta", delta), ("rounds", rounds))
    )
    if (eps <= 0).any():
        raise ValueError(f"epsilon must be > 0; got {float(eps.min())!r}")
    if ((slack <= 0) | (slack >= 1)).any():
        raise ValueError(f"delta must be in (0, 1); got {float(slack.min())!r} to {float(slack.max())!r}")
    if (many < 1).any():
        raise ValueError(f"rounds must be >= 1; got {float(many.min())!r}")
    eps, slack, many = np.broadcast_arrays(eps, slack, many)
    spread = np.sqrt(-4.0 * many * np.log(slack))
    solved = safe_ends(
        lambda each: each * spread + 2.0 * many * each * np.tanh(each / 2.0) <= eps,
        np.zeros(eps.shape),
        eps / spread,
    )
    return BudgetSweep(
        basic=eps / (2.0 * many),
        closed=np.where(eps <= 1.0, eps / (2.0 * spread), np.nan),
        solved=solved,
    )
