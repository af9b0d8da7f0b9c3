"""The code of what is on screen: lines of the public engine that give the same numbers when run."""

from __future__ import annotations

ENVELOPE = """from dpviz.robust.envelope_sweep import envelope_sweep

found = envelope_sweep("{surface}", [{{theta}}])
value, left, right = found.value[0], found.left[0], found.right[0]
unique, measured = found.unique[0], found.difference[0]"""

STRAIGHT = """import numpy as np
from dpviz.robust import adversarial_losses, pgd, worst_perturbation

w, x, y = np.array([1.0, -2.0]), np.array([1.0, 1.0]), 1
worst = worst_perturbation(w, [y], radius={{radius}}, norm="{norm}")[0]
largest = adversarial_losses(w, [x], [y], radius={{radius}}, norm="{norm}")[0]
ascent = pgd(lambda pert: -y * w, [0, 0], radius={{radius}}, norm="{norm}", steps={{most}}, rate={{rate}})
reached = np.log1p(np.exp(-y * w @ (x + ascent.path[{{steps}}])))"""

BENT = """from dpviz.robust.attack_sweep import attack_sweep

found = attack_sweep("bent", [{{radius}}], [{{steps}}], norm="{norm}", most={{most}})
reached, largest = found.reached[0], found.largest[0]"""

_DATA = """import numpy as np
from dpviz.robust import SignalFeatures, adversarial_training

law = SignalFeatures(strong=1.0, weak={weak}, count={count})
X, y = law.sample({n}, np.random.default_rng({seed}))
weights = adversarial_training(X, y, radius={{radius}}, norm="{norm}", epochs={epochs}).weights[{{epoch}}]
"""
TRAINED = (
    _DATA
    + """best = law.best_weights(radius={{radius}}, norm="{norm}")
strong, weak = weights[0], np.abs(weights[1:]).mean()"""
)

BOUNDARY = (
    _DATA
    + """accuracy = law.accuracy(weights)
robust = law.accuracy(weights, radius={{radius}}, norm="{norm}")"""
)

TRADEOFF = (
    _DATA
    + """plain = adversarial_training(X, y, radius=0, norm="{norm}", epochs={epochs}).final
attacked = law.accuracy(weights, radius={{attack}}, norm="{norm}")
plain_attacked = law.accuracy(plain, radius={{attack}}, norm="{norm}")"""
)
