"""The auditor: what a mechanism tells about one person, found by watching it.

- `audit`, `audit_pairs`, `audit_draws`: draws in, a certified lower bound on ε out (`audit`).
- `draws`: the calls. `reading`, `texts`, `outcomes`: answers of any type as columns. `features`: what is looked at.
  `events`, `learned`, `posterior`: what may happen. `scoring`, `search`: the most telling event. `certify`: its exact
  bound. `verdict`: the result.
"""

from dpviz.privacy.auditing.audit import audit, audit_draws, audit_pairs
from dpviz.privacy.auditing.draws import MechanismError
from dpviz.privacy.auditing.verdict import Audit

__all__ = ["Audit", "MechanismError", "audit", "audit_draws", "audit_pairs"]
