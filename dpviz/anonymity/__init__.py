"""Anonymisation by generalising and suppressing, how it is measured, and how it fails.

- `Bands`, `Groups`, `generalise_all`: values made coarser, level by level (`dpviz.anonymity.hierarchy`).
- `equivalence_classes`, `Classes`, `sensitive_counts`: who looks alike (`dpviz.anonymity.classes`).
- `distinct_diversity`, `entropy_diversity`, `closeness`, `shares`: l-diversity and t-closeness
  (`dpviz.anonymity.measures`).
- `homogeneous`, `beliefs`, `group_beliefs`: what the victim's class tells (`dpviz.anonymity.attacks`).
- `certainty`, `candidates_distribution`, `simulate`, `private_answers`: several releases, and private answers in
  their place (`dpviz.anonymity.intersection`).
- `subset_counts`, `misfits`, `most_wrong`, `decode`, `expected_recovery`, `simulate_reconstruction`, `Recovered`: a
  secret column found from counts over subsets (`dpviz.anonymity.reconstruction`).
- `make_ratings`, `make_auxiliary`, `scores`, `match`, `link`, `Linked`, `Matches`: a few known ratings find their owner
  (`dpviz.anonymity.linkage`).
- `make_graph`, `signature_classes`, `seed_classes`, `look_alikes`: so does who knows whom
  (`dpviz.anonymity.structure`).
"""

from dpviz.anonymity.attacks import beliefs, group_beliefs, homogeneous
from dpviz.anonymity.classes import Classes, equivalence_classes, sensitive_counts
from dpviz.anonymity.hierarchy import Bands, Groups, generalise_all
from dpviz.anonymity.intersection import candidates_distribution, certainty, private_answers, simulate
from dpviz.anonymity.linkage import Linked, Matches, link, make_auxiliary, make_ratings, match, scores
from dpviz.anonymity.measures import closeness, distinct_diversity, entropy_diversity, shares
from dpviz.anonymity.reconstruction import (
    Recovered,
    decode,
    expected_recovery,
    misfits,
    most_wrong,
    simulate_reconstruction,
    subset_counts,
)
from dpviz.anonymity.structure import look_alikes, make_graph, seed_classes, signature_classes

__all__ = [
    "Bands",
    "Classes",
    "Groups",
    "Linked",
    "Matches",
    "Recovered",
    "beliefs",
    "candidates_distribution",
    "certainty",
    "closeness",
    "decode",
    "distinct_diversity",
    "entropy_diversity",
    "equivalence_classes",
    "expected_recovery",
    "generalise_all",
    "group_beliefs",
    "homogeneous",
    "link",
    "look_alikes",
    "make_auxiliary",
    "make_graph",
    "make_ratings",
    "match",
    "misfits",
    "most_wrong",
    "private_answers",
    "scores",
    "seed_classes",
    "sensitive_counts",
    "shares",
    "signature_classes",
    "simulate",
    "simulate_reconstruction",
    "subset_counts",
]
