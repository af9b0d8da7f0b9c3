"""Valid calls of dpviz.anonymity."""

import numpy as np

from dpviz.anonymity import Bands, Groups, Recovered, equivalence_classes, link, match

COUNTS = [[5, 3, 2], [4, 4, 1]]
CLASSES = equivalence_classes([0, 0, 1, 0], [5, 5, 5, 6])
MATCHES = match([[0.0, 3.0, 1.0, 0.0], [2.0, 0.0, 0.5, 0.0]])
AGE = Bands(name="age", low=0, high=9, starts=[[0, 5]])
HEALTH = Groups(name="health", words=["good", "fair", "poor"])
PATH = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool)
RATINGS = np.array([[0, 3, 5, 1], [4, 0, 2, 2]])

# What may be infinite or undefined (NaN), as documented: fields of results, and callables.
UNDEFINED = {"precision", "precision_band", "beliefs"}

# What takes long, and rightly: parameters of which a million is not tried.
SLOW = {"make_ratings": ["people", "items"]}

USUAL = dict(counts=COUNTS, releases=2, graph=PATH)

EXAMPLES = {
    "Bands": dict(name="age", low=0, high=9, starts=[[0, 5]]),
    "Bands.generalise": dict(values=[3, 7]),
    "Groups": dict(name="health", words=["good", "fair", "poor"]),
    "Groups.generalise": dict(values=[0, 2]),
    "beliefs": dict(known=1),
    "candidates_distribution": dict(values=5, releases=[1, 2]),
    "certainty": dict(values=5),
    "closeness": dict(ground="ordered", whole=[9, 7, 3]),
    "decode": dict(queries=[[1, 1], [0, 1], [1, 0]], answers=[1.0, 0.25, 0.75]),
    "equivalence_classes": dict(quasi_identifiers=[[0, 0, 1, 0], [5, 5, 5, 6]]),
    "expected_recovery": dict(n=8, queries=20, noise=[0.5, 2.0]),
    "generalise_all": dict(hierarchies=[AGE, HEALTH], values=[[3, 7], [0, 2]], levels=[1, 0]),
    "group_beliefs": dict(group=[0, 2]),
    "link": dict(matches=MATCHES, truth=[1, 0], threshold=[0.5, 1.0]),
    "look_alikes": dict(depth=1, seeds=[0]),
    "make_auxiliary": dict(ratings=RATINGS, known=2, wrong=0.25),
    "make_graph": dict(people=6, links=2),
    "make_ratings": dict(people=4, items=6, rated=2),
    "match": dict(found=[[0.0, 3.0, 1.0, 0.0]]),
    "misfits": dict(answers=[0.0, 1.0, 0.5, 1.5]),
    "most_wrong": dict(n=8, error=[0.5, 1.25]),
    "private_answers": dict(values=5),
    "scores": dict(published=RATINGS, items=[[1, 2]], stars=[[3, 4]]),
    "seed_classes": dict(seeds=[0]),
    "sensitive_counts": dict(classes=CLASSES, sensitive=[0, 1, 1, 0], values=2),
    "signature_classes": dict(depth=2),
    "simulate": dict(values=5, trials=10),
    "simulate_reconstruction": dict(n=6, queries=20, noise=[0.5, 2.0], trials=3),
    "subset_counts": dict(secret=[1, 0, 1]),
}

MADE = {
    "Classes": lambda: CLASSES,
    "Linked": lambda: link(MATCHES, [1, 0], [0.5, 1.0]),
    "Matches": lambda: MATCHES,
    "Recovered": lambda: Recovered(np.array([[5, 6]]), 6),
}
