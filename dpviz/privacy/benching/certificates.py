"""What is certified while somebody watches, and why it stays true when the claim or δ is moved afterwards.

Certificate k counts one event, which was chosen before its draws were made, from what had been drawn by then and from
the claim and the δ of that moment. From the counts come a lower bound on p, the event's probability where it is the
likelier, and an upper bound on q, its probability on the other data set. With probability at least 1 - α_k both hold,
whatever the past was: the draws that are counted are fresh. The α_k add up to α, so with probability at least 1 - α all
bounds of all certificates hold at once. Neither the claim nor δ occurs in that statement.

Suppose that it holds. If the mechanism is (ε, δ)-private on that pair, then p ≤ e^ε q + δ, hence ε ≥ ln((p - δ) / q),
at least what the bounds give for it: for every δ at once, those included that somebody thinks of after looking. So
moving δ reads another number off the same statement; no further error is spent, and no list of allowed values is
needed. The largest of the bounds at a δ holds for the same reason. The claim is only compared with it. Moved while
draws are made, either changes which event the *next* certificates count: a choice made from the past like any other.
Source: DP-1, DP-2.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.privacy.auditing.certify import Shares, certified, loss_at_least
from dpviz.privacy.auditing.draws import WORLDS
from dpviz.privacy.auditing.events import Event
from dpviz.privacy.auditing.outcomes import Layout
from dpviz.privacy.auditing.verdict import Audit

Floats = NDArray[np.float64]

SURE, LIKELY = 0.99, 0.95


def error_share(number: int) -> float:
    """The part of the error that certificate `number`, from 1, may spend: all parts together are 1."""
    return 6 / (math.pi * number) ** 2


def share_of(number: int, confidence: float) -> float:
    """The confidence of one certificate, for all of them to hold at `confidence`."""
    return 1 - (1 - confidence) * error_share(number)


@dataclass(frozen=True, kw_only=True, eq=False)
class Certificate:
    """One event, counted in draws of its own."""

    number: int  # from 1
    draws: int  # by then, on all data sets
    found: Audit  # event, counts and pair; its bound is at the δ that was searched with
    event: Event  # the same
    layout: Layout  # the columns that it is about
    # Bounds on its probability on the data and on the neighbour, at this certificate's part of 99 % and of 95 %.
    sure: Shares
    likely: Shares

    def bound(self, delta: Any, *, confidence: float = SURE) -> Floats:
        """The lower bound on ε at each δ, in nats, >= 0, at 99 % or 95 %."""
        return loss_at_least(self.sure if confidence == SURE else self.likely, self.event.more, delta)


def certificate(number: int, draws: int, found: Audit, event: Event, layout: Layout) -> Certificate:
    """What was found, with its bounds at both confidences; `found` has those at this one's part of 99 %."""
    _, _, likely = certified(
        found.counts, found.trials, event.more, delta=found.delta, confidence=share_of(number, LIKELY)
    )
    return Certificate(
        number=number, draws=draws, found=found, event=event, layout=layout, sure=found.shares, likely=likely
    )


def bounds(certificates: Sequence[Certificate], delta: Any, *, confidence: float = SURE) -> Floats:
    """The largest bound so far after each of K certificates of one `Watch`, at each δ: ε at least, in nats.

    Shape (F, K) for δ of shape (F,), or (K,) for one. `confidence` is 0.99 or 0.95.
    """
    shape = *np.shape(delta), len(certificates)
    each = np.array([one.bound(delta, confidence=confidence) for one in certificates]).T.reshape(shape)
    return np.maximum.accumulate(each, axis=-1)


def best(certificates: Sequence[Certificate], delta: float) -> Certificate | None:
    """The certificate that says most at a δ, of equal ones the latest; None without any."""
    return max(certificates, key=lambda one: (float(one.bound(delta)), one.number), default=None)


def best_audit(certificates: Sequence[Certificate], pair: tuple[Any, Any], epsilon: float, delta: float) -> Audit:
    """The same as an audit of a claim, at 99 % over all certificates; of `pair`, as long as there is none."""
    found = best(certificates, delta)
    if found is not None:
        bound = float(found.bound(delta))
        return replace(found.found, lower_bound=bound, confidence=SURE, epsilon=epsilon, delta=delta)
    return Audit(
        lower_bound=0.0,
        confidence=SURE,
        epsilon=epsilon,
        delta=delta,
        event="anything at all",
        likelier_on=WORLDS[0],
        data=pair[0],
        neighbour=pair[1],
        counts=(0, 0),
        trials=0,
        shares=((0.0, 1.0), (0.0, 1.0)),
    )
