"""Differential privacy of finite laws, exactly: what is lost, between whom, under which relation.

- `privacy_loss`, `smallest_delta`: two laws in, the exact loss or the least δ out (`dpviz.privacy.loss`).
- `worst_case`: the largest loss of a mechanism over every neighbouring pair (`dpviz.privacy.enumeration`).
- `convert_relation`, `from_ratio_form`: carry a guarantee to another neighbouring relation, or from the older
  (1 + s) form (`dpviz.privacy.relation`).

Losses and ε are in nats. A neighbouring relation is always named: ``"replace"`` (one record changed, their
number public) or ``"add_remove"`` (one record added or deleted).
"""

from dpviz.privacy.enumeration import WorstCase, worst_case
from dpviz.privacy.loss import privacy_loss, smallest_delta
from dpviz.privacy.relation import convert_relation, from_ratio_form

__all__ = [
    "WorstCase",
    "convert_relation",
    "from_ratio_form",
    "privacy_loss",
    "smallest_delta",
    "worst_case",
]
