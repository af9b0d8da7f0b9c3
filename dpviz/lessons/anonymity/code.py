"""The code of what is on screen: a few lines of the public engine that give the same numbers when run.

Gaps in braces are filled in the page from the picture's slots.
"""

from __future__ import annotations

_TABLE = """from dpviz.anonymity import Bands, Groups, equivalence_classes, generalise_all, sensitive_counts
from dpviz.anonymity import {names}
from dpviz.data import health

table = health()
age = Bands(name="age", low=0, high=65, starts=[range(0, 66, step) for step in (5, 10, 20)])
income = Bands(name="income", low=0, high=50_000, starts=[range(0, 50_001, step) for step in (1000, 5000, 10_000)])
site, sex = (Groups(name=name, words=table.column(name).categories) for name in ("site", "sex"))
columns = [table.column(name).values for name in ("age", "income", "site", "sex")]
classes = equivalence_classes(*generalise_all([age, income, site, sex], columns, {{levels}}))
counts = sensitive_counts(classes, table.column("health").values, 4)
"""

RELEASE = (
    _TABLE.format(names="closeness, entropy_diversity")
    + """k = classes.k_anon
l, t = entropy_diversity(counts).min(), closeness(counts, ground="ordered").max()
alone = (classes.sizes == 1).sum()"""
)

TOLD = (
    _TABLE.format(names="beliefs, group_beliefs, homogeneous")
    + """belief = beliefs(counts, {known})
sure = counts[belief > 1 - 1e-9].sum()
given = classes.sizes[homogeneous(counts)].sum()
most = group_beliefs(counts, [2, 3]).max()  # fair or poor"""
)

INTERSECTION = """import numpy as np
from dpviz.anonymity import certainty, private_answers, simulate

certain = certainty(k_anon={size}, values={values}, releases={releases})
rng = np.random.default_rng({seed})
drawn = simulate(k_anon={size}, values={values}, releases={releases}, trials={trials}, rng=rng)
simulated, error = drawn.share[-1], drawn.error[-1]
private = private_answers(values={values}, releases={releases}, epsilon={epsilon})
loss, most, expected = private.loss, private.most, private.expected"""
