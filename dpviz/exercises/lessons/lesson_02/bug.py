"""Find the bug."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz._numeric.counts import bincount
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import draws, fits_distribution, keeps_promise, short, whole
from dpviz.mechanisms import ExponentialMechanism

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {"votes": rng.integers(1, 12, size=4), "epsilon": round(float(rng.uniform(0.6, 1.4)), 1)}


def check(pick: Any, given: Given, rng: Generator) -> Verdict:
    epsilon = float(given.epsilon)

    def read(votes: np.ndarray, value: Any) -> int:
        found = whole(value, "What `pick` returns")
        say.unless(0 <= found < len(votes), "no candidate", {"it returned": found})
        return found

    def chosen(votes: np.ndarray, draw: Generator) -> int:
        return read(votes, pick(votes, epsilon, draw))

    pairs = [(np.array([2, 1, 0]), np.array([3, 0, 0])), (np.array([4, 3, 3]), np.array([3, 4, 3]))]
    chosen(np.asarray(given.votes), np.random.default_rng(1))
    keeps_promise(chosen, pairs, epsilon=epsilon, rng=rng, trials=6_000, sentence=say.text("given away"))
    # Many candidates and a lead that is neither small nor sure: there mechanisms that are alike differ most.
    crowd = np.array([3 + round(6 / epsilon), *[3] * 30])
    # Many who win once in 250 times: whoever rounds chances leaves them none.
    hopeless = np.array([round(10.7 / epsilon), *[0] * 40])
    # So many that one of them wins in six times, whatever the lead: whoever takes the leader without noise is seen.
    behind = np.array([round(16 / epsilon), *[0] * 600])
    seen = []
    for votes, eps, size in (
        (crowd, epsilon, 6_000),
        (hopeless, epsilon, 600),
        (behind, epsilon, 400),
        (np.array([4, 1, 0]), 2 * epsilon, 2_000),
        (np.asarray(given.votes), epsilon, 2_000),
    ):
        found = [read(votes, value) for value in draws(pick, votes, eps, size=size, rng=rng)]
        seen.append((votes, eps, bincount(found, minlength=len(votes))))

    def misfit(
        times: float, eps: float = 0.0, false_alarm: float = 1e-3
    ) -> tuple[np.ndarray, float, np.ndarray] | None:
        """The first votes at which the draws are not those of the exponential mechanism at so many ε, or at `eps`."""
        for votes, handed, counts in seen:
            mechanism = ExponentialMechanism(epsilon=times * (eps or handed), sensitivity=1.0)
            if not fits_distribution(counts, mechanism.probabilities(votes * 1.0), false_alarm=false_alarm).ok:
                return votes, handed, counts
        return None

    off = misfit(1.0, false_alarm=1e-9)
    if off:
        rows = [
            ("votes", short(off[0])),
            ("ε", off[1]),
            ("how often each was picked", short(off[2])),
            ("of", off[2].sum()),
        ]
        say.unless(misfit(1.0, epsilon), "own ε only", rows)
        say.unless(misfit(2.0), "without ½", rows)
        say.unless(misfit(0.5), "half of ε", rows)
        return say("another distribution", rows)
    return say("correct")
