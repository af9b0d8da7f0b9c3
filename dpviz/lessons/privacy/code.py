"""The code of what is on screen: a few lines of the public engine that give the same numbers when run.

Gaps in braces are filled in the page from the picture's slots.
"""

from __future__ import annotations

_MAKE = {
    "laplace": 'LaplaceMechanism(epsilon={{epsilon}}, sensitivity=asked.sensitivity("{relation}"))',
    "gaussian": "GaussianMechanism(\n    epsilon={{epsilon}}, delta={{delta}}, "
    'sensitivity=asked.sensitivity("{relation}", norm=2), mode="analytic"\n)',
}
_NAMES = {"laplace": "LaplaceMechanism", "gaussian": "GaussianMechanism"}
_MODULES = {"laplace": "laplace", "gaussian": "gaussian"}

WORLDS = """neighbour = asked.value + asked.worst_move([asked.n])[0]
worlds = mechanism.pair(asked.value, neighbour)
outputs = asked.value + mechanism.scale * np.linspace(-3, 3, 7)
here, there = worlds.densities(outputs)
loss, paid = worlds.loss(outputs), worlds.delta({epsilon} * (1 + 1e-12))"""

SEAT = """from dpviz.privacy.attacker import posterior

neighbour = asked.value + asked.worst_move([asked.n])[0]
loss = mechanism.pair(asked.value, neighbour).loss({output})
belief = posterior({prior}, loss)"""

ROC = """from dpviz.privacy.attacker import power_ceiling

neighbour = asked.value + asked.worst_move([asked.n])[0]
alarms = np.linspace(0, 1, 11)
hits = mechanism.pair(asked.value, neighbour).power(alarms)
ceiling = power_ceiling(alarms, {epsilon}, {delta})"""

ROUNDED = """from dpviz.mechanisms.rounded_sweep import rounded_sweep

found = rounded_sweep([asked.value], [{n}], [{width}])
published, worst, delta = found.published[0], found.worst[0], found.delta[0]"""

ERRORS = """from dpviz.mechanisms.error_sweep import sensitivity_of, worst_error_quantile, worst_error_tail

scale = sensitivity_of("{kind}", {{k}}, "{relation}") / {{epsilon}}
exact, bound = worst_error_quantile({{beta}}, {{k}}, scale)
chance, at_most = worst_error_tail(bound, {{k}}, scale)"""

NEEDED = """import numpy as np
from dpviz.mechanisms.error_sweep import needed

found = needed(
    "{unknown}", np.array([1.0]), n=[{{n}}], epsilon=[{{epsilon}}], alpha=[{{alpha}}], beta=[{{beta}}], k=[{{k}}],
    kind="{kind}", neighbouring="{relation}",
)
by_bound, exactly = found.by_bound[0], found.by_exact[0]"""


COMPOSED = """from dpviz.privacy.composition import advanced_composition, basic_composition, composition_crossing

basic, _ = basic_composition([{epsilon}] * {k})
classic, delta = advanced_composition({epsilon}, {k}, {slack}, drift="classic")
tanh, delta = advanced_composition({epsilon}, {k}, {slack}, drift="tanh")
crossing = composition_crossing({epsilon}, {slack}, drift="classic")"""

BUDGET = """from dpviz.mechanisms.laplace import LaplaceMechanism
from dpviz.privacy.composition import Budget

budget = Budget(epsilon={budget})
mechanism = LaplaceMechanism(epsilon={each}, sensitivity=1)
answers = mechanism.release(np.full({most}, asked.value), np.random.default_rng({seed}))[:{asked}]
for _ in answers:
    budget = budget.spend({each})
left = budget.left[0]"""


PROCESSED = """from dpviz.mechanisms.processed_sweep import kernel_of, processed_sweep
from dpviz.privacy import privacy_loss
from dpviz.privacy.postprocessing import post_process

found = processed_sweep([{{epsilon}}], [{{width}}], map="{map}", seed={{seed}})
kernel = kernel_of("{map}", {{width}}, seed={{seed}})
before = privacy_loss(found.here[0], found.there[0])
after = privacy_loss(post_process(found.here[0], kernel), post_process(found.there[0], kernel))"""

VOTE = """import math
from dpviz.privacy.utility import expected_utility, signed_utility_bound

keep = 1 / (1 + math.exp(-{epsilon}))
here = expected_utility([keep, 1 - keep], [1, {worth}])
there = expected_utility([1 - keep, keep], [1, {worth}])
most = there + signed_utility_bound([1 - keep, keep], [1, {worth}], {epsilon})"""

GROUP = """from dpviz.privacy import convert_relation
from dpviz.privacy.group import group_privacy

group, grown = group_privacy({epsilon}, {size}, delta={delta})
replaced, slack = convert_relation({epsilon}, {delta}, source="add_remove", target="replace")"""

BITS = """import numpy as np
from dpviz.mechanisms.lattice import low_bits

scale = 1 / {epsilon}
plain = low_bits(0, 1, scale=scale, size={draws}, rng=np.random.default_rng({seed}))
lattice = low_bits(0, 1, scale=scale, size={draws}, rng=np.random.default_rng({seed}), grid=2**-10)
betrayed = plain.here_betrayed, lattice.here_betrayed"""


def of_noise(asking: str, noise: str, relation: str, lines: str) -> str:
    """Code that asks the question, makes the mechanism, and follows some lines of this module."""
    made = _MAKE[noise].format(relation=relation)
    first, rest = asking.split("\n", 1)
    return (
        f"{first}\n{rest.split(chr(10) + chr(10), 1)[0]}\n"
        f"from dpviz.mechanisms.{_MODULES[noise]} import {_NAMES[noise]}\n\n"
        f"{rest.split(chr(10) + chr(10), 1)[1]}mechanism = {made}\n\n{lines}"
    )
