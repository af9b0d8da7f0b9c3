"""The code of what is on screen: lines of the public engine that give the same numbers when run."""

from __future__ import annotations

_HEALTH = """import numpy as np
from dpviz.data import HEALTH_ATTRIBUTES, binary_records, health
{imports}

attributes = HEALTH_ATTRIBUTES[:{bits}]
queries = Marginals({bits}, 2, up_to={up_to}, names=[a.name for a in attributes])
histogram = queries.histogram(binary_records(health(), attributes))
"""
_MADE_UP = """import numpy as np
from dpviz.data import HEALTH_ATTRIBUTES
{imports}

queries = Marginals({bits}, 2, up_to={up_to}, names=[a.name for a in HEALTH_ATTRIBUTES[:{bits}]])
histogram = np.zeros({size}, dtype=int)
histogram[:{full}] = 1
"""

BARS = """run = learn(histogram / histogram.sum(), queries, alpha={{alpha}}, eta={{eta}}, rounds={rounds},
            pick="{pick}", rng=np.random.default_rng({seed}), wrong_sign={wrong})
estimate = run.estimate_at({{t}})
worst = run.max_error[{{t}}]"""

DESCENT = """run = learn(histogram / histogram.sum(), queries, alpha={{alpha}}, eta={{eta}}, rounds={rounds},
            pick="{pick}", rng=np.random.default_rng({seed}), wrong_sign={wrong})
kl = run.kl[{{t}}]
drops, sharp, slide = run.drop[:{{t}}], run.sharp_bound[:{{t}}], run.slide_bound[:{{t}}]
bounds = [mistake_bound(queries.size, {{alpha}}, mode) for mode in ("tight", "slide")]"""

RATE = """run = learn(histogram / histogram.sum(), queries, alpha={{alpha}}, eta={{eta}}, rounds={rounds},
            pick="{pick}", rng=np.random.default_rng({seed}), wrong_sign={wrong})
mistakes = run.updates
sharp = mistakes_bound(np.log(queries.size), alpha={{alpha}}, eta={{eta}})"""

PRIVATE = """n = {{n}}  # people, in these shares
method = PrivateMultiplicativeWeights({{epsilon}}, {{alpha}}, delta={{delta}}, mode="{mode}")
run = method.run(resized(histogram, n), queries, n, np.random.default_rng({seed}))
gaps, chances = run.selection_law({{t}})
name, gap, measured = run.query_name({{t}}), run.gap[{{t}} - 1], run.noisy_gap[{{t}} - 1]
error = run.max_error[-1]"""

BUDGET = """from dpviz.queries import epsilon_per_round

basic = epsilon_per_round({{epsilon}}, {{rounds}}, composition="basic")
solved = epsilon_per_round({{epsilon}}, {{rounds}}, delta={{delta}}, composition="solved")
noise = 1 / max(basic, solved)  # people"""

TRAPS = """from dpviz.queries.traps import run_with_trap

n = {{n}}  # people
right, slip = (
    run_with_trap(name, resized(histogram, n), queries, n, np.random.default_rng({seed}),
                  epsilon={{epsilon}}, alpha={{alpha}}, mode="tight")
    for name in ("none", "{trap}")
)
paid, error = slip.epsilon_paid, slip.max_error[{{t}}]"""

TABLE_PRACTICAL = """method = PracticalMultiplicativeWeights({{epsilon}}, {rounds}, measure="marginal", step="fit")
run = method.run(histogram, queries, {n}, np.random.default_rng({seed}))
estimate = list(method.states(run))[{{t}}]
errors = np.abs(queries.answers(estimate) - queries.answers(histogram / {n}))
largest, mean = errors.max(), errors.mean()"""

TABLE_THEOREM = """method = PrivateMultiplicativeWeights({{epsilon}}, {alpha}, mode="{mode}", delta={delta})
run = method.run(histogram, queries, {n}, np.random.default_rng({seed}))
errors = np.abs(queries.answers(run.estimate_at({{t}})) - queries.answers(histogram / {n}))
largest, mean = errors.max(), errors.mean()"""


def toy(lines: str, truth: str, bits: int, *, imports: str, up_to: bool = True, **filled: object) -> str:
    """The lines that make the universe, then these."""
    head = _HEALTH if truth == "health" else _MADE_UP
    size = 1 << bits
    full = max(1, size // 8 if truth == "corner" else 1)
    start = head.format(imports=imports, bits=bits, size=size, full=full, up_to=up_to)
    return start + lines.format(**filled)
