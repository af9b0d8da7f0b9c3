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

LINKAGE = """import numpy as np
from dpviz.anonymity import link, make_auxiliary, make_ratings, match, scores

people = make_ratings(people=600, items=300, rated=25, rng=np.random.default_rng([{seed}, 0]))
published, targets = people[:500], people[300:]  # 200 of the 300 targets are published
items, stars = make_auxiliary(targets, known=8, wrong={wrong}, rng=np.random.default_rng([{seed}, 1]))
found = scores(published, items[:, :{ratings}], stars[:, :{ratings}])
own = [person if person < 500 else -1 for person in range(300, 600)]
linked = link(match(found), own, [{threshold}])
recall, precision = linked.recall[0], linked.precision[0]"""

STRUCTURE = """import numpy as np
from dpviz.anonymity import look_alikes, make_graph

rng = np.random.default_rng([{seed}, 0])
graph = make_graph(people=60, links={links}, rng=rng)
found_before = rng.permutation(60)[:{seeds}]
classes = look_alikes(graph, depth={depth}, seeds=found_before)
alone, crowd = (classes.sizes == 1).sum(), classes.sizes.max()"""
